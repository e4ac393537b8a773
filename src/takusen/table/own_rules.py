"""A table's own layer: written as the GM changes one thing after the other, and handed out as a file."""

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from takusen.play.handles import Refused
from takusen.play.reading import pair
from takusen.rulebook.layers import OWN, read_layer
from takusen.rulebook.stacking import Stack
from takusen.table.draft import Refusal, refuse
from takusen.table.fold import OWN_FILE
from takusen.table.state import State

EXPORTED = "house"
"""The id of a table's own layer as a file; another table can lay it over others."""


def with_patch(state: State, kind: str, path: str, to: Any = None) -> Stack:
    """The table's layers with one more patch of its own, in the place of one on the same path.

    It is a "change", a "ban", or a "lift" of a ban of another layer's. Raises Refusal.
    """
    if kind in ("ban", "lift"):
        one, _, other = path.partition(" & ")
        entry = {"path": one, **({"with": other} if other else {}), **({"lift": True} if kind == "lift" else {})}
        return _with(state, "ban", [*_others(state, "ban", path), entry])
    return _with(state, kind, [*_others(state, kind, path), {"path": path, "to": _read(state, path, to)}])


def without_patch(state: State, kind: str, path: str) -> Stack:
    """The table's layers without one of its own patches."""
    return _with(state, kind, _others(state, kind, path))


def patches(state: State) -> tuple[tuple[str, str, Any], ...]:
    """The table's own patches: kind, path (of a pair `one & other`), what a value is changed to or whether a ban is
    lifted."""
    data = _data(state)
    entries = ((kind, one) for kind in ("change", "ban") for one in data.get(kind, ()))
    return tuple((kind, _path(one), one.get("to", one.get("lift"))) for kind, one in entries)


def exported(state: State, version: str) -> str:
    """All that a table has set itself, options too, as a layer's file."""
    data = _data(state)
    options = [{"name": name, "to": value} for name, value in state.chosen.items()]
    return _written(state, EXPORTED, state.title or EXPORTED, version, {"option": options, **data})


def _read(state: State, path: str, to: Any) -> Any:
    """A value as a form gives it, of the type that stands there now. Raises Refusal."""
    now = state.reading.content.get(path)
    if now is None or isinstance(now, tuple | Mapping):
        raise refuse("not_offered", value=path[:40])
    if isinstance(now, bool):
        return str(to) in ("true", "True", "1", "on")
    try:
        return type(now)(to)
    except ValueError:
        raise Refusal(Refused.because("not_a_number", text=str(to)[:40])) from None


def _data(state: State) -> dict[str, Any]:
    own = state.stack.own
    data = tomllib.loads(own.text) if own else {}
    return {kind: entries for kind, entries in data.items() if kind != "meta"}


def _others(state: State, kind: str, path: str) -> list[dict[str, Any]]:
    return [one for one in _data(state).get(kind, ()) if _path(one) != path]


def _path(entry: Mapping[str, Any]) -> str:
    return pair(entry["path"], entry["with"]) if "with" in entry else str(entry["path"])


def _with(state: State, kind: str, entries: list[dict[str, Any]]) -> Stack:
    data = {**_data(state), kind: entries}
    text = _written(state, OWN, OWN, "1", data) if any(data.values()) else ""
    stack = state.stack
    return Stack(stack.layers, read_layer(OWN_FILE, text, own=True) if text else None, stack.values)


def _written(state: State, id: str, title: str, version: str, data: Mapping[str, list[dict[str, Any]]]) -> str:
    """A layer as TOML; strings are written as JSON does, which TOML reads alike."""
    lines = ["[meta]", f"id = {_spelt(id)}", f"title = {_spelt(title)}", f"version = {_spelt(version)}"]
    lines.append(f"base = {_spelt(state.book.id)}")
    for kind, entries in data.items():
        for entry in entries:
            lines += ["", f"[[{kind}]]", *(f"{name} = {_spelt(value)}" for name, value in entry.items())]
    return "\n".join(lines) + "\n"


def _spelt(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

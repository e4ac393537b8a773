"""Edits of a world by path: reading, setting, and the keys of its tables. Who may edit is not asked here."""

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from takusen.dice import BadCode, code
from takusen.log.codec import plain, typed
from takusen.log.paths import joined, steps
from takusen.log.table import Table
from takusen.rulebook.board import is_square
from takusen.rulebook.fields import Field, fields_of
from takusen.rulebook.misfits import misfit

COLOUR = re.compile(r"(?:#[0-9a-f]{6})?\Z")


class BadEdit(Exception):
    """An edit that the world doesn't take; `why` is the kind as in `Misfit`, or choice, colour, code, square,
    bounds, large."""

    def __init__(self, what: str, why: str = "") -> None:
        super().__init__(what)
        self.why = why


def value_at(world: Any, path: str) -> Any:
    """What stands at a path, in plain form. Raises BadEdit."""
    return plain(_at(world, steps(path)))


def stands_at(world: Any, path: str) -> bool:
    """Whether a path leads to something."""
    try:
        _at(world, steps(path))
    except BadEdit:
        return False
    return True


def _at(here: Any, path: list[str]) -> Any:
    for name in path:
        if isinstance(here, Table) and name in here:
            here = here[name]
        elif name in getattr(here, "__struct_fields__", ()):
            here = getattr(here, name)
        else:
            raise BadEdit(joined(*path))
    return here


def field_at(world: Any, path: str) -> Field | None:
    """The innermost field that a path leads through; None where it leads nowhere."""
    here, found = world, None
    for name in steps(path):
        if isinstance(here, Table):
            here = here.get(name)
        elif isinstance(here, msgspec.Struct) and name in here.__struct_fields__:
            found = fields_of(type(here))[name]
            here = getattr(here, name)
        else:
            return None
    return found


def entity_at(path: str) -> str:
    """The id of the entity that a path leads into; "" where it leads into none."""
    return next(iter(steps(path)[1:2]), "")


def edited(world: Any, path: str, to: Any, how: str = "") -> Any:
    """The world after an edit, `how` as in the log's `Edited`. Raises BadEdit."""
    if how in ("gone", "renamed"):
        return _rekeyed(world, steps(path), to if how == "renamed" else None)
    field = field_at(world, path)
    if field and field.choices and to not in field.choices:
        raise BadEdit(f"{path}: {' | '.join(field.choices)}", "choice")
    if field and field.form == "colour" and not (isinstance(to, str) and COLOUR.match(to)):
        raise BadEdit(f"{path}: #rrggbb", "colour")
    if field and field.form == "square" and to != "" and not is_square(to):
        raise BadEdit(f"{path}: 4-11", "square")
    if field and field.within and not (isinstance(to, int) and field.within[0] <= to <= field.within[1]):
        raise BadEdit(f"{path}: {field.within[0]}-{field.within[1]}", "bounds")
    to = spelt(field, to)
    return put(world, steps(path), lambda kind: typed(to, kind))


def spelt(field: Field | None, to: Any, how: str = "") -> Any:
    """A value as its field spells it: dice codes in their one form. Raises BadEdit for what is none."""
    if field is None or field.form != "code" or how == "renamed":
        return to
    if isinstance(to, Mapping):
        return {key: spelt(field, inside) for key, inside in to.items()}
    try:
        return str(code(to)) if isinstance(to, str) else to
    except BadCode:
        raise BadEdit(f"{to}: 3D+2", "code") from None


def _rekeyed(world: Any, path: list[str], to: str | None) -> Any:
    """The world with a key of a table renamed, or taken out where `to` is None."""
    table, key = _at(world, path[:-1]), path[-1]
    if not isinstance(table, Table) or key not in table or to in table:
        raise BadEdit(joined(*path))
    return put(world, path[:-1], lambda kind: table.without(key) if to is None else table.renamed(key, to))


def put(here: Any, path: list[str], make: Callable[[Any], Any]) -> Any:
    """A copy of a struct with the value at a path replaced; `make` is given the type that stands there."""
    name, rest = path[0] if path else "", path[1:]
    if name not in getattr(here, "__struct_fields__", ()):
        raise BadEdit(name)
    kind = get_type_hints(type(here))[name]
    old = getattr(here, name)
    try:
        if not rest:
            return msgspec.structs.replace(here, **{name: make(kind)})
        if not isinstance(old, Table):
            return msgspec.structs.replace(here, **{name: put(old, rest, make)})
        inside = make(get_args(kind)[1]) if len(rest) == 1 else put(old[rest[0]], rest[1:], make)
        return msgspec.structs.replace(here, **{name: old.put(rest[0], inside)})
    except msgspec.ValidationError as wrong:
        raise BadEdit(f"{joined(*path)}: {wrong}", misfit(wrong).why) from None
    except KeyError:
        raise BadEdit(joined(*path)) from None

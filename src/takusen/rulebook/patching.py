"""What each kind of patch makes of a book's content, checked against what stands beside it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from takusen.play.reading import Limited
from takusen.rulebook.content import Value, flatten, frozen
from takusen.rulebook.layers import Add, Ban, Cap, Change, Layer, Limit, Listed, Replace, nearest

GREATEST = 999_999_999
"""The greatest number that a layer or a table may set, either way from 0."""

NAMES = {bool: "bool", int: "int", float: "float", str: "str", tuple: "array"}

Made = dict[str, Value | None]
"""What stands at which paths from now on; None where nothing does any more."""


class Contents:
    """Content by path, for one patch of one layer."""

    def __init__(self, values: Mapping[str, Value], layer: Layer, place: str, book: str) -> None:
        self.values, self.layer, self.place, self.book = values, layer, place, book

    def wrong(self, field: str, what: str, mend: str) -> Exception:
        """A fault of a field of the patch."""
        return self.layer.wrong(f"{self.place}.{field}", what, mend)

    def inside(self, path: str) -> list[str]:
        """The paths of all values of an entry."""
        return [one for one in self.values if one.startswith(f"{path}.")]

    def need(self, path: str, field: str = "path") -> str:
        """The path of a value or an entry. Raises BadFile with the nearest there is."""
        if path in self.values or self.inside(path):
            return path
        raise self.wrong(field, f"{self.book} has no `{path}`", nearest(path, self.places()))

    def value(self, path: str) -> Value:
        """The value at the path of one. Raises BadFile."""
        if path in self.values:
            return self.values[path]
        if self.inside(path):
            mend = f"Name one of its fields: {', '.join(self.fields(path))}."
            raise self.wrong("path", f"`{path}` holds several values", mend)
        raise self.wrong("path", f"{self.book} has no `{path}`", nearest(path, self.values))

    def fields(self, path: str) -> tuple[str, ...]:
        """The names of what an entry holds."""
        return tuple(dict.fromkeys(one[len(path) + 1 :].partition(".")[0] for one in self.inside(path)))

    def places(self) -> Iterable[str]:
        """The paths of all values and entries."""
        found: dict[str, None] = {}
        for path in self.values:
            while path and path not in found:
                found[path] = None
                path = path.rpartition(".")[0]
        return found

    def beside(self, path: str) -> dict[str, set[type]]:
        """The fields of the entries that stand in the same table as one, with the types they have; "" for values."""
        table = path.rpartition(".")[0]
        found: dict[str, set[type]] = {}
        for one in self.inside(table):
            field = one[len(table) + 1 :].partition(".")[2]
            found.setdefault(field, set()).add(type(self.values[one].value))
        return found

    def typed(self, field: str, value: Any, types: set[type]) -> None:
        """Raises BadFile for a value of a type that nothing of its kind has."""
        self.bounded(field, value)
        if types and type(value) not in types:
            wanted = " | ".join(sorted(NAMES.get(one, "object") for one in types))
            got = NAMES.get(type(value), "object")
            raise self.wrong(field, f"Expected `{wanted}`, got `{got}`", "Correct the value.")

    def bounded(self, field: str, value: Any, least: int = -GREATEST) -> None:
        """Raises BadFile for a number beyond what any may be."""
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, int | float) and not least <= one <= GREATEST:
                end = f"<= {GREATEST}" if one > GREATEST else f">= {least}"
                raise self.wrong(field, f"Expected `int` {end}", "Correct the value.")

    def given(self, value: Any, why: Any, before: Value | None = None) -> Value:
        """A value as this layer gives it."""
        return Value(value, before.source if before else self.layer.id, self.layer.label, why, before)


def _entry(it: Contents, patch: Add | Replace, path: str) -> Made:
    """A whole entry, with fields such as those beside it have. Raises BadFile."""
    known = it.beside(path)
    if not isinstance(patch.value, dict):
        it.typed("value", frozen(patch.value), known.get("", set()))
        return {path: it.given(frozen(patch.value), patch.why, it.values.get(path))}
    first = {field.partition(".")[0] for field in known if field}
    made: Made = {}
    for one, value in flatten(patch.value, it.layer.id, it.layer.label, f"{path}.").items():
        field = one[len(path) + 1 :]
        if first and field.partition(".")[0] not in first:
            raise it.wrong("value", f"`{path}` has no field `{field}`", nearest(field, first))
        it.typed("value", value.value, known.get(field, set()))
        made[one] = it.given(value.value, patch.why, it.values.get(one))
    return made


def _add(it: Contents, patch: Add) -> Made:
    table = patch.path.rpartition(".")[0]
    if not it.inside(table):
        groups = (one for one in it.places() if one not in it.values)
        raise it.wrong("path", f"{it.book} has no table `{table}`", nearest(table, groups))
    if patch.path in it.values or it.inside(patch.path):
        raise it.wrong("path", f"`{patch.path}` is there already", "Write [[replace]] or [[change]].")
    return _entry(it, patch, patch.path)


def _replace(it: Contents, patch: Replace) -> Made:
    gone: Made = dict.fromkeys([*it.inside(it.need(patch.path)), patch.path])
    return gone | _entry(it, patch, patch.path)


def _change(it: Contents, patch: Change) -> Made:
    entry, _, field = patch.path.rpartition(".")
    types = it.beside(entry).get(field, set()) if entry else set()
    if patch.path in it.values or not (types and it.inside(entry)) or it.inside(patch.path):
        types = types | {type(it.value(patch.path).value)}
    it.typed("to", frozen(patch.to), types)
    return {patch.path: it.given(frozen(patch.to), patch.why, it.values.get(patch.path))}


def _cap(it: Contents, patch: Cap) -> Made:
    before = it.value(patch.path)
    if type(before.value) not in (int, float):
        raise it.wrong("path", f"`{patch.path}` is no number", "Only numbers can be capped: write [[change]].")
    it.bounded("at", patch.at)
    return {patch.path: it.given(min(before.value, patch.at), patch.why, before)}


def _listed(it: Contents, patch: Listed) -> Made:
    before = it.value(patch.path)
    if not isinstance(before.value, tuple):
        raise it.wrong("path", f"`{patch.path}` is no list", "Write [[change]].")
    for one in patch.remove:
        if one not in before.value:
            raise it.wrong("remove", f"`{patch.path}` doesn't hold `{one}`", nearest(str(one), before.value))
    kept = tuple(one for one in before.value if one not in patch.remove)
    for one in patch.add:
        if one in kept:
            raise it.wrong("add", f"`{patch.path}` holds `{one}` already", "Leave it out.")
        it.typed("add", one, {type(here) for here in before.value})
    return {patch.path: it.given((*kept, *patch.add), patch.why, before)}


def _ban(it: Contents, patch: Ban) -> bool:
    it.need(patch.path)
    if patch.other:
        it.need(patch.other, "with")
    return not patch.lift


def _limit(it: Contents, patch: Limit) -> Limited:
    it.need(patch.path)
    return Limited(patch.times, patch.per)


PATCHES: dict[type, Callable[[Contents, Any], Any]] = {
    Add: _add,
    Replace: _replace,
    Change: _change,
    Cap: _cap,
    Listed: _listed,
    Ban: _ban,
    Limit: _limit,
}

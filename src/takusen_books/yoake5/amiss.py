"""What is wrong with an entry of the content, wherever it comes from: a file of the book, a layer, a table's own."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from takusen.rules import BadFormula, Fault, Table, nearest

from .blocks import Effect, Foe, Item, Skill
from .catalogue import KINDS, entry_of, put
from .terms import condition, number

FREE = ("", "common", "unique")
"""Whom skills are of beside classes and species."""

CHARTS = "charts"

Found = Iterator[Fault]


def amiss(path: str, content: Mapping[str, Any]) -> Fault | None:
    """What is wrong with the entry in which a path lies."""
    head, _, rest = path.partition(".")
    id = rest.partition(".")[0]
    if head == CHARTS:
        return _below_nothing(path, content)
    if head not in KINDS or not id:
        return None
    return _amiss(f"{head}.{id}", KINDS[head], content)


def all_amiss(content: Mapping[str, Any]) -> Found:
    """What is wrong with every entry."""
    for place in dict.fromkeys(".".join(path.split(".")[:2]) for path in content):
        fault = amiss(place, content)
        if fault:
            yield fault


def _below_nothing(path: str, content: Mapping[str, Any]) -> Fault | None:
    """A number of the charts that is less than nothing: none of them may be."""
    for place, value in content.items():
        if place == path or place.startswith(f"{path}."):
            numbers = value if isinstance(value, tuple) else (value,)
            if any(isinstance(one, int) and one < 0 for one in numbers):
                return Fault(place, "Expected `int` >= 0", "Correct the value.")
    return None


def _amiss(place: str, kind: type, content: Mapping[str, Any]) -> Fault | None:
    data: dict[str, Any] = {}
    for path in (one for one in content if one.startswith(f"{place}.")):
        put(data, path[len(place) + 1 :].split("."), content[path])
    try:
        entry: Any = entry_of(data, kind)
    except msgspec.ValidationError as wrong:
        return _misfit(place, kind, str(wrong))
    return next(_wrong(place, entry, content), None)


# what doesn't fit its type -------------------------------------------------------------------------------------------


def _misfit(place: str, kind: type, told: str) -> Fault:
    what, *wheres = told.split(" - at ")
    steps = [step for where in reversed(wheres) for step in re.findall(r"[^.$`]+", where)]
    named = re.search(r"`(.+)`|'(.+)'", what)
    word = (named[1] or named[2]) if named else ""
    allowed = _allowed(kind, steps)
    mend = nearest(word, allowed) if word and allowed and "required" not in what else "Correct the value."
    return Fault(".".join([place, *steps]), what, mend)


def _allowed(kind: Any, steps: list[str]) -> tuple[str, ...]:
    """The words that may stand at a place of an entry, or its fields."""
    for step in steps:
        if get_origin(kind) is Table:
            kind = get_args(kind)[1]
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            kind = get_type_hints(kind).get(step.partition("[")[0])
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    return tuple(kind.__struct_fields__) if hasattr(kind, "__struct_fields__") else ()


# names that lead nowhere ---------------------------------------------------------------------------------------------


def _wrong(place: str, entry: Any, content: Mapping[str, Any]) -> Found:
    if isinstance(entry, Skill):
        yield from _skill(place, entry, content)
    if isinstance(entry, Skill | Item):
        for name, effect in entry.effects.items():
            yield from _effect(f"{place}.effects.{name}", effect, content)
    if isinstance(entry, Foe):
        yield from _known(f"{place}.skills", entry.skills, "skills", content)
        yield from _known(f"{place}.drops", entry.drops, "items", content)
        yield from _known(f"{place}.species", (entry.species,), "species", content)


def _skill(place: str, skill: Skill, content: Mapping[str, Any]) -> Found:
    if skill.of not in (*FREE, *_ids("classes", content), *_ids("species", content)):
        yield _unknown(f"{place}.of", skill.of, (*_ids("classes", content), *_ids("species", content), *FREE[1:]))
    yield from _known(f"{place}.needs", skill.needs, "skills", content)
    yield from _formula(f"{place}.cost", skill.cost)
    yield from _formula(f"{place}.limit", skill.limit)
    if skill.contest:
        for one in skill.contest:
            yield from _formula(f"{place}.contest", one)


def _effect(place: str, effect: Effect, content: Mapping[str, Any]) -> Found:
    yield from _known(f"{place}.status", (effect.status,), "statuses", content)
    yield from _known(f"{place}.item", (effect.item,), "items", content)
    yield from _formula(f"{place}.amount", effect.amount)
    yield from _formula(f"{place}.dice", effect.dice)
    if effect.when:
        yield from _formula(f"{place}.when", effect.when, condition)


def _formula(place: str, text: str, read: Any = number) -> Found:
    try:
        read(text)
    except BadFormula as wrong:
        yield Fault(place, wrong.what, wrong.mend)


def _known(place: str, named: Any, table: str, content: Mapping[str, Any]) -> Found:
    known = _ids(table, content)
    for one in named:
        if one and one not in known:
            yield _unknown(place, one, known)


def _unknown(place: str, word: str, known: Any) -> Fault:
    return Fault(place, f"there is no `{word}`", nearest(word, known))


def _ids(table: str, content: Mapping[str, Any]) -> dict[str, None]:
    start = f"{table}."
    return dict.fromkeys(path.split(".")[1] for path in content if path.startswith(start))

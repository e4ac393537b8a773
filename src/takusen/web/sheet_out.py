"""A character of a table as a sheet: the one that it was made from, with what has changed since."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from takusen.interop import palette
from takusen.log.paths import steps
from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.rulebook.edits import put
from takusen.rulebook.sheet import ABILITIES, Amount, Sheet
from takusen.table.draft import clean
from takusen.table.notation import NAME, folded
from takusen.table.palette import parse, with_values
from takusen.table.sheets import kept_of
from takusen.table.state import State
from takusen.table.values import Place, names, places
from takusen.table.views import view

TOOL = "takusen"
NEW = Id("new")
APART = ("long", "colour", "seats")
"""Fields of these forms are no labelled values of a sheet."""


def at_table(state: State, seat: str, one: Id) -> Sheet:
    """A character as it stands, of what the seat sees."""
    seen = view(state.book, state.world, seat, state.reading).world
    kept = kept_of(state, one) or Sheet(tool=TOOL)
    fresh = _changed(_told(state, seen, one), _told(state, _as_brought(state, seen, one), one))
    gauges = {label: amount for label, place in fresh.items() if (amount := _amount(place))}
    texts = {
        label: str(place.value) for label, place in fresh.items() if not (label in gauges or place.field.form in APART)
    }
    abilities, skills = _numbers(texts, ABILITIES), _numbers(texts, kept.skills)
    values = {label: text for label, text in texts.items() if text and label not in abilities | skills}
    return replace(
        kept,
        name=state.book.entities(seen)[one],
        gauges=Table(dict(kept.gauges) | gauges),
        abilities=Table(dict(kept.abilities) | abilities),
        skills=Table(dict(kept.skills) | skills),
        values=Table(dict(kept.values) | values | {label: texts[label] for label in kept.values if label in texts}),
        memo=_formed(fresh, "long") or kept.memo,
        colour=_formed(fresh, "colour") or kept.colour,
        palette=_palette(state, one, kept),
    )


def _as_brought(state: State, seen: Any, one: Id) -> Any:
    """The world as if the character had just been made from its sheet."""
    kept = kept_of(state, one)
    if kept is None or state.book.adopt is None:
        return state.book.new_world()
    adopted = state.book.adopt(kept, state.book.owner(seen, one))
    return put(seen, [adopted.collection, one], lambda kind: adopted.value)


def _told(state: State, world: Any, one: Id) -> dict[str, Place]:
    """The values by their Japanese labels or names, each once; who plays it and what it is called go elsewhere."""
    named: dict[str, str] = {str(known): name for known, name in state.book.entities(world).items()}
    words = named | state.book.texts.sentences["ja"].get("field", {})
    elsewhere = {*steps(state.book.owner_path)[-1:], "name"}
    told: dict[str, Place] = {}
    for place in places(state.book, world, one).values():
        if place.label not in elsewhere:
            told.setdefault(words.get(place.label, place.label), place)
    return told


def _changed(now: Mapping[str, Place], before: Mapping[str, Place]) -> dict[str, Place]:
    """What is otherwise than it was."""
    was = {label: (place.value, place.top) for label, place in before.items()}
    return {label: place for label, place in now.items() if was.get(label) != (place.value, place.top)}


def _amount(place: Place) -> Amount | None:
    """A gauge; None for any other value."""
    counts = isinstance(place.value, int) and place.field.gauge is not None
    return Amount(int(place.value), place.top) if counts else None


def _numbers(texts: Mapping[str, str], labels: Any) -> dict[str, int]:
    return {label: int(texts[label]) for label in labels if texts.get(label, "").lstrip("-").isdecimal()}


def _formed(fresh: Mapping[str, Place], form: str) -> str:
    """The first text of a form, such as a long one."""
    return next((str(place.value) for place in fresh.values() if place.field.form == form), "")


def _palette(state: State, one: Id, kept: Sheet) -> str:
    """The palette as it came, unless somebody has written another since."""
    now = state.palettes.get(one, "")
    brought = palette_for(state, kept, state.book.owner(state.world, one))
    return kept.palette if now == clean(brought, len(brought)) else now


def palette_for(state: State, sheet: Sheet, seat: str) -> str:
    """A sheet's palette for the table: what it names and the book has no place for is defined in it."""
    text = palette.written(sheet)
    if state.book.adopt is None:
        return text
    adopted = state.book.adopt(sheet, seat)
    world = put(state.world, [adopted.collection, NEW], lambda kind: adopted.value)
    known = {*names(state.book, world, NEW, state.reading), *parse(text).defined}
    spoken = {folded(found[1]) for found in NAME.finditer(text)}
    lacking = {label: str(one.now) for label, one in sheet.gauges.items() if one.now is not None}
    return with_values(text, {label: now for label, now in lacking.items() if folded(label) in spoken - known})

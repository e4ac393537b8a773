"""Resource lines carried out: `:HP-5` becomes an edit of whatever the speaker's sheet calls HP."""

from collections.abc import Iterator
from typing import Any

from takusen.rulebook.edits import value_at
from takusen.rulebook.offers import brief
from takusen.table import changes
from takusen.table import commands as c
from takusen.table.arithmetic import NoNumber, computed
from takusen.table.changes import Change, ResourceLine
from takusen.table.draft import Draft, refuse
from takusen.table.editing import need_leave, set_field
from takusen.table.notation import folded
from takusen.table.palettes import aimed
from takusen.table.state import State
from takusen.table.values import Place, places
from takusen.table.views import view

AT_ONCE = 20
SHOWN = 12


def change(draft: Draft, command: c.Change) -> None:
    """Carry out a resource line: all of it or, if one part can't be, nothing."""
    draft.need_player()
    line = changes.read(command.text)
    if line is None or len(line.changes) > AT_ONCE:
        raise refuse("no_change", most=AT_ONCE)
    one = whom(draft.state, draft.by, command.entity, line)
    first, totals = 0, iter(command.totals)
    for each, place in meant(draft.state, draft.by, one, line):
        written = _set(draft, each, place, totals, first)
        first = first or written


def whom(state: State, seat: str, speaker: str, line: ResourceLine) -> str:
    """Whose values a line changes: its target's, else the speaker's. Raises Refusal."""
    one = aimed(state, seat, line.target) if line.target else speaker
    if not one:
        raise refuse("change_whom")
    return one


def meant(state: State, seat: str, one: str, line: ResourceLine) -> tuple[tuple[Change, Place], ...]:
    """The changes of a line with where they go. A word without a colon that names no value is a remark.

    Raises Refusal for a value that nobody knows, and for a change without an amount.
    """
    seen = view(state.book, state.world, seat)
    known = places(state.book, seen.world, one)
    found: list[tuple[Change, Place]] = []
    for each in line.changes:
        place = known.get(folded(each.name))
        if place is None and each.sure:
            own = (place.path for place in known.values() if state.book.may_edit(seen, place.path))
            raise refuse("no_such_value", name=brief(each.name), known=_named(known, tuple(own)))
        if each.unfinished:
            raise refuse("change_needs_amount", name=brief(each.name))
        if place is not None:
            found.append((each, place))
    return tuple(found)


def _named(known: dict[str, Place], paths: tuple[str, ...]) -> tuple[str, ...]:
    """The first name of each of these values."""
    first: dict[str, str] = {}
    for name, place in known.items():
        if place.path in paths:
            first.setdefault(place.path, name)
    return tuple(first.values())[:SHOWN]


def _set(draft: Draft, each: Change, place: Place, totals: Iterator[int], first: int) -> int:
    path = place.top_path if each.top else place.path
    if not path:
        raise refuse("no_maximum", name=brief(each.name))
    need_leave(draft, path)
    to = _after(draft, each, path, place, totals)
    return set_field(draft, path, to, typed=each.typed, first=first)


def _after(draft: Draft, each: Change, path: str, place: Place, totals: Iterator[int]) -> Any:
    """What the value becomes. A text that is a number is counted with, and stays a text."""
    now = value_at(draft.state.world, path)
    if each.sign == ">":
        return each.amount if isinstance(now, str) else _number(each.name, each.amount)
    amount = next(totals, None) if each.rolls else _number(each.name, each.amount)
    if amount is None:
        raise refuse("not_a_number", text=brief(each.amount))
    top = (value_at(draft.state.world, place.top_path) if place.top_path else place.top) or None
    counted = now if isinstance(now, int) else 0 if each.sign == "=" else _number(each.name, now)
    to = each.after(counted, top, amount)
    return to if isinstance(now, int) else str(to)


def _number(name: str, text: str) -> int:
    try:
        return computed(folded(text))
    except NoNumber:
        raise refuse("no_number", name=brief(name), text=brief(text)) from None

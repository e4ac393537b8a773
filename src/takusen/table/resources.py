"""Resource lines carried out: `:HP-5` becomes an edit of whatever the speaker's sheet calls HP."""

from typing import Any

from takusen.log.entries import Tossed
from takusen.log.rolls import ChatRoll
from takusen.play.handles import Refused
from takusen.rulebook.edits import value_at
from takusen.rulebook.offers import brief
from takusen.rulebook.pages import View
from takusen.table import changes
from takusen.table import commands as c
from takusen.table.arithmetic import NoNumber, computed
from takusen.table.changes import Change, ResourceLine
from takusen.table.draft import Draft, clean, refuse
from takusen.table.editing import TEXT_LIMIT, need_leave, seen_by, set_field
from takusen.table.notation import folded
from takusen.table.palettes import aimed, speaker
from takusen.table.state import State
from takusen.table.talk import speaker as talker
from takusen.table.values import Place, places
from takusen.table.views import audience_at, view

AT_ONCE = 20
SHOWN = 12
ARROW = "＞"


def change(draft: Draft, command: c.Change) -> None:
    """Carry out a resource line: all of it or, if one part can't be, nothing."""
    draft.need_player()
    if (draft.by, command.line.token) in draft.state.tokens:
        return
    if command.line.secret:
        raise refuse("only_dice_are_secret")
    line, rolls = changes.read(command.text), iter(command.rolls)
    found = meant(draft.state, draft.by, command.line.name, line)
    note = clean(line.note(each for each, _ in found), TEXT_LIMIT) if line else ""
    chat: dict[str, Any] = {"note": note, "token": command.line.token}
    for each, place in found:
        roll = next(rolls, None) if each.rolls else None
        written = _set(draft, each, place, command, roll, chat)
        chat = {"first": chat.get("first", written)}


def meant(state: State, seat: str, speaking: str, line: ResourceLine | None) -> tuple[tuple[Change, Place], ...]:
    """The changes of a line with where they go. A word without a colon that names no value is a remark.

    Raises Refusal for a value that nobody knows, and for a change without an amount.
    """
    if line is None or len(line.changes) > AT_ONCE:
        raise refuse("no_change", most=AT_ONCE)
    one = aimed(state, seat, line.target) if line.target else speaker(state, seat, speaking)
    if not one:
        raise refuse("change_whom")
    seen = view(state.book, state.world, seat)
    known = places(state.book, seen.world, one)
    found = ((each, _place(state, seen, each, known)) for each in line.changes)
    return tuple((each, place) for each, place in found if place is not None)


def misread(state: State, seat: str, speaking: str, text: str) -> Refused | None:
    """Why a line changes nothing that names a value of its speaker and then no number; None for any other line."""
    written = changes.misread(text)
    one = speaker(state, seat, speaking) if written else ""
    if not (written and one):
        return None
    name, amount = written
    known = places(state.book, view(state.book, state.world, seat).world, one)
    return Refused.because("no_number", name=name, text=brief(amount)) if folded(name) in known else None


def _place(state: State, seen: View[Any], each: Change, known: dict[str, Place]) -> Place | None:
    """Where a change goes, None for a remark."""
    place = known.get(folded(each.name))
    if place is None and each.sure:
        raise refuse("no_such_value", name=brief(each.name), known=_changeable(state, seen, known))
    if each.unfinished:
        raise refuse("change_needs_amount", name=brief(each.name))
    return place


def _changeable(state: State, seen: View[Any], known: dict[str, Place]) -> tuple[str, ...]:
    """The first name of each number that the seat may change."""
    first: dict[str, str] = {}
    for name, place in known.items():
        if isinstance(place.value, int) and state.book.may_edit(seen, place.path):
            first.setdefault(place.path, name)
    return tuple(first.values())[:SHOWN]


def _set(
    draft: Draft, each: Change, place: Place, command: c.Change, roll: ChatRoll | None, chat: dict[str, Any]
) -> int:
    """Write one change, after the dice that it takes; gives its seq."""
    path = place.top_path if each.top else place.path
    if not path:
        raise refuse("no_maximum", name=brief(each.name))
    need_leave(draft, path)
    to = _after(draft.state, each, path, place, roll)
    if roll is not None:
        body = Tossed(typed=each.typed, roll=roll, system=command.system, name=talker(draft, command.line))
        draft.add(body, seen_by(draft, audience_at(draft.state.world, path)))
    return set_field(draft, path, to, typed=each.typed, **chat)


def _after(state: State, each: Change, path: str, place: Place, roll: ChatRoll | None) -> Any:
    """What the value becomes. A text that is a number is counted with, and stays a text."""
    now = value_at(state.world, path)
    if each.sign == ">":
        return each.amount if isinstance(now, str) else _number(each.name, each.amount)
    amount = _number(each.name, total(roll) if each.rolls else each.amount)
    top = (value_at(state.world, place.top_path) if place.top_path else place.top) or None
    counted = now if isinstance(now, int) else 0 if each.sign == "=" else _number(each.name, now)
    to = each.after(counted, top, amount)
    return to if isinstance(now, int) else str(to)


def total(roll: ChatRoll | None) -> str:
    """What a roll comes to, as BCDice writes it at its end; a fumble comes to nothing."""
    if roll is None or roll.fumble:
        return "0" if roll else "?"
    return roll.text.rpartition(ARROW)[2].strip()


def _number(name: str, text: str) -> int:
    try:
        return computed(folded(text))
    except NoNumber:
        raise refuse("no_number", name=brief(name), text=brief(text)) from None

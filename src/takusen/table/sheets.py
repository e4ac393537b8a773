"""Sheets that become entities: what a book makes of one, with its palette, kept for the way back to its tool."""

from typing import Any

import msgspec
from msgspec.structs import replace

from takusen.log.audience import GM
from takusen.log.codec import plain, typed
from takusen.log.entries import SheetKept
from takusen.log.paths import joined, steps
from takusen.play.handles import Id
from takusen.rulebook.edits import BadEdit
from takusen.rulebook.misfits import misfit
from takusen.rulebook.sheet import Adopted, Sheet
from takusen.table import commands as c
from takusen.table.draft import Draft, refuse
from takusen.table.editing import LONG_LIMIT, check_bounds, cleaned, named, put_in
from takusen.table.palettes import write_palette
from takusen.table.state import State
from takusen.table.views import view

KEPT_LIMIT = 200_000
"""How large a kept sheet may be, in bytes; of a larger one only what everybody understands is kept."""


def adopt(draft: Draft, command: c.Adopt) -> None:
    """Bring a sheet to the table."""
    draft.need_player()
    seat = _seat(draft, command.seat)
    sheet = replace(command.sheet, name=named(command.sheet.name))
    adopted = adopted_as(draft.state, sheet, seat)
    if draft.by != GM and adopted.collection != playable(draft.state):
        raise refuse("not_the_gm")
    one = put_in(draft, adopted.collection, _fitting(adopted.value), sheet.name)
    owner = draft.state.book.owner(draft.state.world, one)
    if command.palette.strip():
        write_palette(draft, one, command.palette)
    draft.add(SheetKept(entity=one, sheet=_kept(sheet)), (GM, owner) if owner else GM)


def adopted_as(state: State, sheet: Sheet, seat: str) -> Adopted:
    """What the table's book makes of a sheet. Raises Refusal where it takes none."""
    if state.book.adopt is None:
        raise refuse("no_sheets_here")
    return state.book.adopt(sheet, seat)


def playable(state: State) -> str:
    """The collection of those whom players play."""
    return (steps(state.book.owner_path) or ("",))[0]


def _seat(draft: Draft, wished: str) -> str:
    """Whose the character will be: a player's own, or whom the GM names."""
    if draft.by != GM:
        return draft.by
    if wished and wished not in draft.state.seats:
        raise refuse("no_such_seat")
    return wished


def _fitting(value: Any) -> Any:
    """An entity with its texts as they are kept. Raises Refusal where a number or a text is out of all bounds."""
    told = cleaned(plain(value), LONG_LIMIT)
    try:
        check_bounds(told, LONG_LIMIT)
        return typed(told, type(value))
    except BadEdit as wrong:
        raise refuse("bad_edit", path="", why=wrong.why) from None
    except msgspec.ValidationError as wrong:
        fault = misfit(wrong)
        raise refuse("bad_edit", path=joined(*fault.path), why=fault.why) from None


def _kept(sheet: Sheet) -> dict[str, Any]:
    """A sheet for the log: the picture is kept elsewhere, what was told about it has been read."""
    bare = replace(sheet, icon=None, notes=(), differences=(), asked=())
    for smaller in (bare, replace(bare, unknown={}), replace(bare, unknown={}, memo="", palette="")):
        told: dict[str, Any] = plain(smaller)
        if len(msgspec.json.encode(told)) <= KEPT_LIMIT:
            return told
    raise refuse("too_long", limit=KEPT_LIMIT, length=len(msgspec.json.encode(told)))


def kept_of(state: State, one: str) -> Sheet | None:
    """The sheet that an entity was made from; None for one that came otherwise."""
    told = state.sheets.get(one)
    return typed(told, Sheet) if told else None


def exported_by(state: State, seat: str) -> dict[Id, str]:
    """Whose sheets a seat may take to other tools: the GM everybody's, others those of whom they play; with names."""
    seen = view(state.book, state.world, seat, state.reading)
    own = {one: name for one, name in state.book.entities(seen.world).items() if seen.gm or seen.mine(one)}
    return {one: name for one, name in own.items() if state.book.playable(seen.world, one) or one in state.sheets}

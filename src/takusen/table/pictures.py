"""Pictures at a table: whose they are, who may set them, and who sees them."""

from collections.abc import Mapping

from takusen.log.audience import EVERYONE, GM, Audience, may_see
from takusen.log.entries import Pictured
from takusen.play.handles import Id
from takusen.table import commands as c
from takusen.table.draft import Draft, clean, refuse
from takusen.table.editing import doer
from takusen.table.state import Shelf, Shown, State
from takusen.table.views import view

ALT_LIMIT = 200
TABLE = ""
BOARD = "/board"
"""What a picture below the board is of: no entity is called so."""
COUNTS: dict[str, int] = {GM: 200}
COUNT = 20
SIZES: dict[str, int] = {GM: 100_000_000}
SIZE = 10_000_000


class Hang(c.Command, frozen=True, tag="hang"):
    """A picture that the server has taken in is set. Not among the commands that come from outside."""

    of: str
    picture: str
    alt: str
    wide: int
    high: int
    size: int


def need_place(state: State, seat: str, of: str) -> None:
    """Refuse whoever may not set the picture of an entity, or the table's. Raises Refusal."""
    known = state.seats.get(seat)
    if known is None or known.kind == "watcher":
        raise refuse("only_watching")
    if of in (TABLE, BOARD):
        if seat != GM:
            raise refuse("not_the_gm")
        return
    seen = view(state.book, state.world, seat, state.reading)
    if of not in state.book.entities(seen.world):
        raise refuse("gone")
    if not (seen.gm or seen.mine(Id(of))):
        raise refuse("not_yours")


def need_room(state: State, seat: str, size: int) -> None:
    """Refuse more pictures than a seat may bring; only its own count, so that it learns nothing of others'."""
    shelf = state.shelves.get(seat, Shelf())
    if shelf.count >= COUNTS.get(seat, COUNT) or shelf.size + size > SIZES.get(seat, SIZE):
        raise refuse("pictures_full", count=COUNTS.get(seat, COUNT), limit=SIZES.get(seat, SIZE) // 1_000_000)


def hang(draft: Draft, command: Hang) -> None:
    """Set a picture."""
    need_place(draft.state, draft.by, command.of)
    need_room(draft.state, draft.by, command.size)
    body = Pictured(
        of=command.of,
        picture=command.picture,
        alt=clean(command.alt, ALT_LIMIT),
        wide=command.wide,
        high=command.high,
        size=command.size,
        name=_name(draft.state, command.of),
        who=doer(draft),
    )
    draft.add(body, known_to(draft.state, command.of))


def take_down(draft: Draft, command: c.TakeDown) -> None:
    """An entity, or the table, has no picture any more."""
    need_place(draft.state, draft.by, command.of)
    if command.of in draft.state.pictures:
        body = Pictured(of=command.of, name=_name(draft.state, command.of), who=doer(draft))
        draft.add(body, known_to(draft.state, command.of))


def describe(draft: Draft, command: c.Describe) -> None:
    """What a picture shows, in words for those who don't see it."""
    need_place(draft.state, draft.by, command.of)
    shown = draft.state.pictures.get(command.of)
    if shown is None:
        raise refuse("gone")
    told = Pictured(
        of=command.of,
        picture=shown.id,
        alt=clean(command.alt, ALT_LIMIT),
        wide=shown.wide,
        high=shown.high,
        name=_name(draft.state, command.of),
        who=doer(draft),
    )
    draft.add(told, known_to(draft.state, command.of))


def known_to(state: State, of: str) -> Audience:
    """Who sees the picture of an entity: whoever knows of the entity."""
    return EVERYONE if of in (TABLE, BOARD) else state.book.known_to(state.world, of)


def pictures_of(state: State, seat: str) -> Mapping[str, Shown]:
    """The pictures that a seat sees now, by what they are of."""
    there = state.book.entities(state.world)
    return {
        of: shown
        for of, shown in state.pictures.items()
        if (of in (TABLE, BOARD) or of in there) and may_see(seat, known_to(state, of))
    }


def _name(state: State, of: str) -> str:
    return state.book.entities(state.world).get(Id(of), "")

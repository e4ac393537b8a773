"""Talk: who says what in whose name."""

from takusen.log.audience import GM
from takusen.log.entries import Amended, Said
from takusen.play.handles import Id
from takusen.rulebook.offers import brief
from takusen.table import commands as c
from takusen.table.draft import Draft, clean, refuse
from takusen.table.editing import NAME_LIMIT
from takusen.table.state import State

SAY_LIMIT = 65_000
CHANNELS = ("in", "out", "story")


def say(draft: Draft, command: c.Say) -> None:
    """A line of talk."""
    draft.need_player()
    if (draft.by, command.token) in draft.state.tokens:
        return
    if command.secret:
        raise refuse("only_dice_are_secret")
    text = worded(draft, command)
    draft.add(Said(text=text, channel=command.channel, name=speaker(draft, command), token=command.token))


def worded(draft: Draft, command: c.Say) -> str:
    """What a line says, as it is kept."""
    if command.channel not in CHANNELS:
        raise refuse("not_offered", value=brief(command.channel))
    if command.channel == "story" and draft.by != GM:
        raise refuse("not_the_gm")
    text = clean(command.text, SAY_LIMIT)
    if not text:
        raise refuse("nothing_said")
    return text


def speaker(draft: Draft, command: c.Say) -> str:
    """Whose words: the player's out of character, else a character that the seat plays; the GM speaks for anybody."""
    if command.channel == "out":
        return seat_name(draft)
    name = clean(command.name, NAME_LIMIT)
    if draft.by == GM:
        return name or seat_name(draft)
    mine = played(draft.state, draft.by)
    return name if name in mine.values() else next(iter(mine.values()), seat_name(draft))


def played(state: State, seat: str) -> dict[Id, str]:
    """The characters that a seat plays, by id."""
    book, world = state.book, state.world
    return {one: known for one, known in book.entities(world).items() if book.owner(world, one) == seat}


def amend(draft: Draft, command: c.Amend) -> None:
    """Another wording of a line of one's own."""
    draft.need_player()
    draft.add(Amended(to=command.to, text=clean(command.text, SAY_LIMIT)))


def seat_name(draft: Draft) -> str:
    """What the seat's person is called."""
    seat = draft.state.seats.get(draft.by)
    return (seat.name or seat.id) if seat else ""

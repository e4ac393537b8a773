"""Decks at a table: who may bring one, and how its cards come in."""

from takusen.log.audience import GM, Audience
from takusen.log.entries import Brought
from takusen.play.handles import Id, Refused
from takusen.rulebook.card import DeckCard
from takusen.table import commands as c
from takusen.table.draft import WATCHER, Draft, Refusal, refuse
from takusen.table.editing import doer
from takusen.table.state import State


class BringDeck(c.Command, frozen=True, tag="bring_deck"):
    """A list is brought as somebody's deck, its names looked up. Not among the commands that come from outside."""

    of: str
    text: str
    cards: tuple[DeckCard, ...]


def holders(state: State, seat: str) -> dict[str, str]:
    """For whom a seat may bring a deck, with their names: players for those they play, the GM for all."""
    known = state.seats.get(seat)
    if state.book.deck is None or known is None or known.kind == WATCHER:
        return {}
    names = state.book.entities(state.world)
    playable = {one: name for one, name in names.items() if state.book.playable(state.world, one)}
    return {one: name for one, name in playable.items() if seat in (GM, state.book.owner(state.world, one))}


def need_holder(state: State, seat: str, of: str) -> None:
    """Refuse whoever may not bring a deck for somebody. Raises Refusal."""
    if state.book.deck is None:
        raise refuse("no_decks")
    if of not in holders(state, seat):
        raise refuse("not_yours")


def bring_deck(draft: Draft, command: BringDeck) -> None:
    """The deck comes in, in one step."""
    state = draft.state
    need_holder(state, draft.by, command.of)
    if state.floor is not None:
        raise refuse("floor_taken")
    assert state.book.deck is not None
    facts = state.book.deck(state.world, Id(command.of), command.cards, state.lang)
    if isinstance(facts, Refused):
        raise Refusal(facts)
    body = Brought(
        file="",
        text=command.text,
        facts=tuple(state.book.told(fact) for fact in facts),
        deck=command.of,
        name=state.book.entities(state.world)[Id(command.of)],
        count=sum(one.count for one in command.cards),
        who=doer(draft),
    )
    draft.add(body, _known_to(state, command.of))


def _known_to(state: State, of: str) -> Audience:
    """Who reads that it came: who plays them, and the GM."""
    owner = state.book.owner(state.world, of)
    return (GM, owner) if owner else GM

"""Which of what is drawn a seat may move, and what the cards that lie open to it can do."""

from collections.abc import Iterator
from typing import Any

from takusen.rulebook.offers import Offer, Trial
from takusen.rulebook.pages import BoardPanel, Page, RowsPanel, View
from takusen.rulebook.piles import CardAct, PileCard, PilePanel
from takusen.rulebook.places import PlacesPanel
from takusen.table.draft import WATCHER
from takusen.table.state import State

ACTOR = "actor"
Refusal = tuple[str, dict[str, Any]]


def moves(state: State, seen: View[Any], page: Page) -> dict[str, Refusal | None]:
    """What a seat moves: None for what may be moved now, else why not."""
    if not _plays(state, seen.seat):
        return {}
    found: dict[str, Refusal | None] = {}
    for panel in page.stage:
        if isinstance(panel, BoardPanel):
            found |= _by_act(state, seen, panel.act, ACTOR) | _by_edit(state, seen, panel.tokens)
        if isinstance(panel, PlacesPanel):
            found |= _by_act(state, seen, panel.act, panel.picks[0]) | _by_edit(state, seen, panel.pieces)
        if isinstance(panel, RowsPanel):
            found |= _by_act(state, seen, panel.act, panel.picks[0])
    return found


def _plays(state: State, id: str) -> bool:
    seat = state.seats.get(id)
    return seat is not None and seat.kind != WATCHER


def _by_edit(state: State, seen: View[Any], drawn: tuple[Any, ...]) -> dict[str, Refusal | None]:
    return {one.id: None for one in drawn if one.path and state.book.may_edit(seen, one.path)}


def _by_act(state: State, seen: View[Any], name: str, who: str) -> dict[str, Refusal | None]:
    if name not in state.book.acts:
        return {}
    pick = _tried(state, seen, name, {}).missing
    if pick is None or pick.name != who:
        return {}
    return {
        str(one.value): (one.refused.reason, dict(one.refused.params)) if one.refused else None for one in pick.choices
    }


def _tried(state: State, seen: View[Any], name: str, given: dict[str, Any]) -> Trial:
    offer: Offer[Any] = Offer(seen.world, seen.seat, given, state.reading, state.book.owner)
    return state.book.acts[name].trial(offer, tuple(state.book.entities(seen.world)))


def card_acts(state: State, seen: View[Any], page: Page) -> dict[str, dict[str, Refusal | None]]:
    """What the cards of a page can do, by card and act: None for what may be begun now, else why not."""
    found: dict[str, dict[str, Refusal | None]] = {}
    for card, one in _at_hand(page) if _plays(state, seen.seat) else ():
        if one.act in state.book.acts:
            found.setdefault(card.id, {})[one.act] = _barred(state, seen, one)
    return found


def _at_hand(page: Page) -> Iterator[tuple[PileCard, CardAct]]:
    for panel in page.panels():
        if isinstance(panel, PilePanel):
            yield from ((card, one) for pile in panel.piles for card in pile.cards for one in card.acts)


def _barred(state: State, seen: View[Any], one: CardAct) -> Refusal | None:
    """Why an act can't be begun with a card, as far as the seat can tell."""
    refused = _tried(state, seen, one.act, dict(one.picks)).refused
    return (refused.reason, dict(refused.params)) if refused else None

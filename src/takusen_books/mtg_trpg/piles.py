"""A PC's cards: drawing, discarding, milling, shuffling (MT-26)."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from takusen.rules import Id, Offer, Play, act, policy, rule

from .facts_pc import (
    OPEN_ZONES,
    CardDiscarded,
    CardDrawn,
    CardMilled,
    CardPutAway,
    CardsDrawn,
    CardWent,
    CardZone,
    LibraryEmpty,
    LibraryShuffled,
    ReasonGiven,
    taken,
)
from .moving import pcs_able
from .world import Pc, World

HAND = 7
"""The cards of the first hand, and how many may be kept as a scene ends."""


ZONES: tuple[CardZone, ...] = ("hand", "top", "library", "bottom", "graveyard", "exile", "command")


class Found(NamedTuple):
    """A card of a library, and what was known of its place."""

    card: Id
    source: CardZone


class Held(msgspec.Struct, frozen=True):
    """Whose cards are to go, and how many still."""

    of: Id
    left: int


@policy("discard_down")
def oldest(about: Held, open_ones: Sequence[Id]) -> Id:
    """The card that has been in hand longest."""
    return open_ones[0]


def unordered(pc: Pc) -> tuple[Id, ...]:
    """The cards of a library whose place nobody knows, as many times as they are in it."""
    return tuple([card for card, count in pc.library.items() for _ in range(count)])


@rule("MT-26")
def from_top(t: Play[World], pc: Id, amount: int) -> tuple[Found, ...]:
    """The cards on top of a library, as many as there are: known ones, then any, at last those at the bottom."""
    left, found = t.world.pcs[pc], []
    for _ in range(min(amount, left.library_size)):
        found.append(next_card(t, left, pc))
        left = taken(left, *found[-1])
    return tuple(found)


def next_card(t: Play[World], left: Pc, pc: Id) -> Found:
    """The card on top of what is left of a library."""
    if left.top:
        return Found(left.top[0], "top")
    pile = unordered(left)
    return Found(t.draw("library", pile, pc), "library") if pile else Found(left.bottom[0], "bottom")


@rule("MT-26")
def draw_cards(t: Play[World], pc: Id, amount: int) -> None:
    """Draw cards, as long as there are any."""
    found = from_top(t, pc, amount)
    if len(found) == 1:
        t.emit(CardDrawn(pc, *found[0]))
    elif found:
        t.emit(CardsDrawn(pc, len(found), tuple([one.card for one in found]), tuple([one.source for one in found])))
    if len(found) < amount:
        t.emit(LibraryEmpty(pc))


@rule("MT-26")
def mill_cards(t: Play[World], pc: Id, amount: int) -> None:
    """Cards go from the top of a library to the graveyard."""
    for one in from_top(t, pc, amount):
        t.emit(CardMilled(pc, one.card, one.source))


@rule("MT-26")
def discard_down(t: Play[World], pc: Id) -> None:
    """As a scene ends, whoever holds more than seven cards discards down to seven."""
    for left in range(len(t.world.pcs[pc].hand) - HAND, 0, -1):
        cards = tuple(dict.fromkeys(t.world.pcs[pc].hand))
        card = t.ask(pc, "discard_down", cards, Held(pc, left), oldest)
        t.emit(CardDiscarded(pc, card))


# acts ----------------------------------------------------------------------------------------------------------------


def pick_pc(o: Offer[World]) -> Id:
    """One of the seat's PCs who take part."""
    return o.pick("pc", o.mine(pcs_able(o.world)), otherwise="not_your_pc")


@act("MT-26")
def draw(t: Play[World], pc: Id, amount: int, reason: str) -> None:
    """Draw cards for a reason that the player gives."""
    t.emit(ReasonGiven(pc, reason))
    draw_cards(t, pc, amount)


@draw.offer
def _(o: Offer[World]) -> None:
    me = o.world.pcs[pick_pc(o)]
    o.number("amount", 1, me.library_size, otherwise="library_empty")
    o.text("reason")


@act("MT-26")
def discard(t: Play[World], pc: Id, card: Id, reason: str) -> None:
    """Discard a card for a reason that the player gives."""
    t.emit(ReasonGiven(pc, reason))
    t.emit(CardDiscarded(pc, card))


@discard.offer
def _(o: Offer[World]) -> None:
    me = o.world.pcs[pick_pc(o)]
    if not me.hand_size:
        o.refuse("hand_empty")
    o.pick("card", tuple(dict.fromkeys(me.hand)))
    o.text("reason")


@act("MT-26")
def mill(t: Play[World], pc: Id, amount: int, reason: str) -> None:
    """Put cards from the top of the library into the graveyard for a reason that the player gives."""
    t.emit(ReasonGiven(pc, reason))
    mill_cards(t, pc, amount)


@mill.offer
def _(o: Offer[World]) -> None:
    me = o.world.pcs[pick_pc(o)]
    o.number("amount", 1, me.library_size, otherwise="library_empty")
    o.text("reason")


@act("MT-26")
def shuffle(t: Play[World], pc: Id) -> None:
    """Shuffle the library: nobody knows the place of any card any more."""
    library = t.world.pcs[pc].library
    for card in (*t.world.pcs[pc].top, *t.world.pcs[pc].bottom):
        library = library.put(card, library.get(card, 0) + 1)
    t.emit(LibraryShuffled(pc, library))


@shuffle.offer
def _(o: Offer[World]) -> None:
    if not o.world.pcs[pick_pc(o)].library_size:
        o.refuse("library_empty", high=0)


@act("MT-01", "MT-26")
def put_card(t: Play[World], pc: Id, source: CardZone, card: Id, to: CardZone, reason: str) -> None:
    """Put a card of the own from one zone into another, for what a card says that the table doesn't do by itself."""
    t.emit(ReasonGiven(pc, reason))
    seen = source in OPEN_ZONES or to in OPEN_ZONES
    t.emit(CardWent(pc, card, source, to) if seen else CardPutAway(pc, card, source, to))


@put_card.offer
def _(o: Offer[World]) -> None:
    me = o.world.pcs[pick_pc(o)]
    source = o.pick("source", tuple(zone for zone in ZONES if cards_in(me, zone)))
    o.pick("card", tuple(dict.fromkeys(cards_in(me, source))))
    o.pick("to", tuple(zone for zone in ZONES if zone != source))
    o.text("reason")


def cards_in(pc: Pc, zone: CardZone) -> tuple[Id, ...]:
    """The cards of a PC's in one zone."""
    if zone == "library":
        return unordered(pc)
    cards: tuple[Id, ...] = getattr(pc, zone)
    return cards

"""Heaps of cards as a book shows them: hands, libraries, graveyards."""

from typing import Any

import msgspec

from takusen.play.handles import Id
from takusen.rulebook.places import Badge
from takusen.rulebook.shown import Shown


class Sign(msgspec.Struct, frozen=True):
    """One sign of a card's cost, such as a number or a letter in a colour: "white", "blue", "black", "red", "green",
    "gold" or plain."""

    text: str
    colour: str = ""


class CardAct(msgspec.Struct, frozen=True):
    """An act that a card has at hand, with the picks that come of it."""

    act: str
    picks: tuple[tuple[str, Any], ...] = ()


class PileCard(msgspec.Struct, frozen=True):
    """A card that lies open to its viewer: its name, cost, type line and text. `picture` is the `picture`
    of a library's card, shown if the server has a place for them."""

    id: Id
    name: Shown
    cost: tuple[Sign, ...] = ()
    kind: Shown = ""
    number: Shown = ""
    text: str = ""
    picture: str = ""
    badges: tuple[Badge, ...] = ()
    acts: tuple[CardAct, ...] = ()
    colour: str = ""


class Pile(msgspec.Struct, frozen=True):
    """Cards in one heap: of those that its viewer doesn't know, no more than how many there are. One that is `spread`
    lies open, as a hand does."""

    id: str
    title: Shown
    count: int
    cards: tuple[PileCard, ...] = ()
    spread: bool = False
    note: Shown = ""


class PilePanel(msgspec.Struct, frozen=True, tag="piles"):
    """Heaps of cards of one person: hand, library, graveyard."""

    title: Shown
    piles: tuple[Pile, ...]

"""What every library of cards promises: taken in whole or not at all, found by any of a card's names."""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from takusen.library.merging import Record
from takusen.rulebook.card import Card


class Counts(NamedTuple):
    """What a file did to a library: cards that are new, that changed, that were there as they are."""

    added: int = 0
    changed: int = 0
    same: int = 0


class Tally:
    """Counts each card of a file once, however many records speak of it."""

    def __init__(self) -> None:
        self._fates: dict[str, str] = {}

    def count(self, id: str, fate: str) -> None:
        """A record did this to a card: it was "added", "changed" or is the "same"."""
        if self._fates.get(id, "same") == "same":
            self._fates[id] = fate

    @property
    def counts(self) -> Counts:
        """What has been done so far."""
        return Counts(**Counter(self._fates.values()))


class Found(NamedTuple):
    """A page of a search, best first, and whether there is more behind it."""

    cards: tuple[Card, ...]
    more: bool


class Intake(Protocol):
    """Where records go while a file is taken in."""

    def put(self, record: Record) -> None:
        """Add a card, or what a file knows of one that is there."""

    @property
    def counts(self) -> Counts:
        """What has been done so far."""


class Library(Protocol):
    """The cards of a server. Any thread may call any of it."""

    def taking(self) -> AbstractContextManager[Intake]:
        """Take in a file: whatever is raised inside, the library stays as it was; else all of it is there at once."""

    def card(self, id: str) -> Card | None:
        """A card by its id."""

    def named(self, name: str) -> tuple[Card, ...]:
        """The cards that a name is of, in either language, those whose whole name it is before those with such a
        face."""

    def search(self, typed: str, offset: int = 0, limit: int = 20) -> Found:
        """The cards of which a name holds all words that are typed, best fitting first; none for no words."""

    def keys(self) -> tuple[tuple[str, str], ...]:
        """Every key with the id of a card that it is a name of."""

    def cards(self) -> Iterator[Card]:
        """Every card, by name."""

    def count(self) -> int:
        """How many cards there are."""

    def close(self) -> None:
        """Let go of everything; closing twice does no harm."""

"""A library that forgets: for tests, and for servers without a folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from threading import Lock

from takusen.library.keys import fit, keys_of
from takusen.library.merging import Record, merged
from takusen.library.names import folded, id_of_name, is_named, words_of
from takusen.rulebook.card import Card
from takusen.store.library import Found, Tally
from takusen.store.protocol import Closed


class MemoryLibrary:
    """The contract of `Library` over a dict."""

    def __init__(self) -> None:
        self._cards: dict[str, Card] | None = {}
        self._lock = Lock()

    @contextmanager
    def taking(self) -> Iterator["_Intake"]:
        """See `Library.taking`."""
        with self._lock:
            intake = _Intake(dict(self._there()))
            yield intake
            self._cards = intake.cards

    def card(self, id: str) -> Card | None:
        """See `Library.card`."""
        return self._there().get(id)

    def named(self, name: str) -> tuple[Card, ...]:
        """See `Library.named`."""
        key = folded(name)
        found = [(is_face, one) for one in self._there().values() for own, is_face in keys_of(one) if own == key]
        found.sort(key=lambda pair: (pair[1].name != name, pair[0], pair[1].name, pair[1].id))
        return tuple(dict.fromkeys(one for _, one in found))

    def search(self, typed: str, offset: int = 0, limit: int = 20) -> Found:
        """See `Library.search`."""
        words = words_of(typed)
        ranked = sorted(rank for one in self._there().values() if (rank := _rank(one, words)))
        page = tuple(self._there()[id] for *_, id in islice(ranked, offset, offset + limit))
        return Found(page, len(ranked) > offset + limit)

    def keys(self) -> tuple[tuple[str, str], ...]:
        """See `Library.keys`."""
        return tuple((key, one.id) for one in self._there().values() for key, _ in keys_of(one))

    def cards(self) -> Iterator[Card]:
        """See `Library.cards`."""
        return iter(sorted(self._there().values(), key=lambda one: (one.name, one.id)))

    def count(self) -> int:
        """See `Library.count`."""
        return len(self._there())

    def close(self) -> None:
        """See `Library.close`."""
        self._cards = None

    def _there(self) -> dict[str, Card]:
        if self._cards is None:
            raise Closed
        return self._cards


def _rank(card: Card, words: tuple[str, ...]) -> tuple[int, int, str, str] | None:
    if not words:
        return None
    ranks = [(how, len(key), key) for key, _ in keys_of(card) if (how := fit(key, words)) is not None]
    return (*min(ranks), card.id) if ranks else None


class _Intake(Tally):
    def __init__(self, cards: dict[str, Card]) -> None:
        super().__init__()
        self.cards = cards

    def put(self, record: Record) -> None:
        known = self._known(record.card)
        card = merged(known, record)
        self.count(card.id, "added" if known is None else "same" if known == card else "changed")
        if known is not None:
            del self.cards[known.id]
        self.cards[card.id] = card

    def _known(self, card: Card) -> Card | None:
        if card.id in self.cards:
            return self.cards[card.id]
        if is_named(card.id):
            return min(
                (one for one in self.cards.values() if one.name == card.name), key=lambda one: one.id, default=None
            )
        return self.cards.get(id_of_name(card.name))

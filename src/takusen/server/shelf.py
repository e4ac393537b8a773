"""What a server does with its library of cards: files are taken in, deck lists are looked up."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO, NamedTuple

from takusen.interop.card_file import read_cards
from takusen.interop.unpacking import Progress, unheard
from takusen.library.decklist import Entry, read_decklist
from takusen.library.nearest import nearest
from takusen.rulebook.card import MAIN, Card, DeckCard
from takusen.store.library import Counts, Library

LOOKED_UP = 12
"""For so many unknown names the nearest ones are looked for."""


class Taken(NamedTuple):
    """What came of a file: the cards, and how many things were left out for which reason."""

    counts: Counts
    left: Mapping[str, int]


def take_in(library: Library, file: BinaryIO, progress: Progress = unheard) -> Taken:
    """Take a file of cards in, whole or not at all. Raises NoCards, StoreError, and whatever `progress` raises."""
    left: Counter[str] = Counter()
    with library.taking() as intake:
        for read in read_cards(file, progress):
            if isinstance(read, str):
                left[read] += 1
            else:
                intake.put(read)
    return Taken(intake.counts, left)


class Misread(NamedTuple):
    """A line of a list that stands for no card: why, as a word of the catalogs, and cards with names near it."""

    line: int
    text: str
    why: str
    near: tuple[Card, ...] = ()


class Lookup(NamedTuple):
    """A list, looked up: its cards, or what is wrong with it."""

    cards: tuple[DeckCard, ...]
    wrong: tuple[Misread, ...]


def look_up(library: Library, text: str) -> Lookup:
    """The cards that a pasted list names. Raises StoreError."""
    listed = read_decklist(text)
    found = [(entry, _card(library, entry)) for entry in listed.entries]
    unknown = [entry for entry, card in found if card is None]
    wrong = [Misread(odd.line, odd.text, odd.why) for odd in listed.odd] + list(_unknown(library, unknown))
    wrong += [Misread(one.line, one.names[-1], "card_oversized") for one, card in found if card and card.oversized]
    if not wrong:
        wrong = list(_without_main(listed.entries))
    if wrong:
        return Lookup((), tuple(sorted(wrong, key=lambda one: one.line)))
    return Lookup(_together((card, entry) for entry, card in found if card is not None), ())


def _without_main(entries: tuple[Entry, ...]) -> Iterator[Misread]:
    """What is wrong with a list of which no card lies in the library."""
    if not entries:
        yield Misread(1, "", "deck_empty")
    elif all(entry.section != MAIN for entry in entries):
        yield Misread(entries[0].line, entries[0].names[-1], "deck_no_main")


def _card(library: Library, entry: Entry) -> Card | None:
    return next((cards[0] for name in entry.names if (cards := library.named(name))), None)


def _unknown(library: Library, entries: list[Entry]) -> Iterator[Misread]:
    keys = dict(library.keys()) if entries else {}
    for number, entry in enumerate(entries):
        name = entry.names[-1]
        near = nearest(name, keys) if number < LOOKED_UP else []
        cards = dict.fromkeys(card for key in near if (card := library.card(keys[key])))
        yield Misread(entry.line, name, "no_such_card", tuple(cards))


def _together(found: Iterable[tuple[Card, Entry]]) -> tuple[DeckCard, ...]:
    """The same card of several lines counted together, section by section."""
    counts: dict[tuple[str, str], DeckCard] = {}
    for card, entry in found:
        known = counts.get((card.id, entry.section), DeckCard(card, 0, entry.section))
        counts[card.id, entry.section] = DeckCard(card, known.count + entry.count, entry.section)
    return tuple(counts.values())

"""What a server does with its library of cards: files are taken in, lists are read against it."""

from collections import Counter
from collections.abc import Mapping
from typing import BinaryIO, NamedTuple

from takusen.interop.card_file import read_cards
from takusen.interop.unpacking import Progress, unheard
from takusen.store.library import Counts, Library


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

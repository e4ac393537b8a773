"""Cards of one name as one, with how many there are."""

from collections import Counter
from collections.abc import Iterable

from takusen.rulebook.piles import PileCard


def stacked(cards: Iterable[PileCard]) -> tuple[tuple[PileCard, int], ...]:
    """Each card once, in the order in which they come first, and how many of it there are."""
    listed = tuple(cards)
    counts, first = Counter(one.id for one in listed), {one.id: one for one in reversed(listed)}
    return tuple((first[id], count) for id, count in counts.items())

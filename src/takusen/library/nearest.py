"""The names nearest to one that no card has."""

import heapq
from collections.abc import Iterable
from difflib import SequenceMatcher

from takusen.library.names import folded

SHORTLIST = 60
LIKE_ENOUGH = 0.55
CLOSE = 0.15
"""How much less like it than the likeliest a name may be."""


def nearest(name: str, keys: Iterable[str], at_most: int = 3) -> list[str]:
    """The keys most like a name, the likeliest first; none where nothing is like it."""
    wanted = folded(name)[:100]
    pairs = {wanted[at : at + 2] for at in range(max(1, len(wanted) - 1))}
    shared = ((sum(pair in key for pair in pairs) - abs(len(key) - len(wanted)) / 4, key) for key in set(keys))
    likely = (key for _, key in heapq.nlargest(SHORTLIST, shared))
    rated = sorted(((_likeness(wanted, key), key) for key in likely), key=lambda one: (-one[0], one[1]))
    best = rated[0][0] if rated else 0.0
    return [key for rate, key in rated[:at_most] if rate >= max(LIKE_ENOUGH, best - CLOSE)]


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()

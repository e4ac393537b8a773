"""What a roll reads from its faces.

The table sees faces, the rule sees a readout: ten dice have 10^10 ordered faces but only eleven
counts of sixes, so a roll that says what it reads stays exact.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Generic, TypeVar

from takusen.dice.dist import Dist

T = TypeVar("T", bound=Hashable)
TOTAL = "total"
"""The name of what reads nothing but the sum of the faces."""


class Readout(Generic[T]):
    """`count` dice of `sides` faces, read by a function that doesn't care for their order.

    `flat` is what its roller adds to the faces; None where nobody's own number is in it.
    """

    __slots__ = ("_dist", "_hash", "_read", "count", "flat", "name", "sides")

    def __init__(
        self, count: int, sides: int, name: str, read: Callable[[Sequence[int]], T], flat: int | None = None
    ) -> None:
        if count < 0 or sides < 1:
            raise ValueError(f"can't roll {count} dice of {sides} faces")
        self.count, self.sides, self.name, self._read, self.flat = count, sides, name, read, flat
        self._dist: Dist[T] | None = None
        self._hash = hash(self._key)

    def read(self, faces: Sequence[int]) -> T:
        """The value that the rule gets for these faces."""
        return self._read(faces)

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether `faces` can come from these dice."""
        return len(faces) == self.count and all(1 <= face <= self.sides for face in faces)

    def dist(self) -> Dist[T]:
        """The exact distribution of what is read, worked out once."""
        if self._dist is None:
            self._dist = self._worked_out()
        return self._dist

    def _worked_out(self) -> Dist[T]:
        weights: dict[T, int] = {}
        for faces in combinations_with_replacement(range(1, self.sides + 1), self.count):
            ways = factorial(self.count) // prod(factorial(n) for n in Counter(faces).values())
            value = self.read(faces)
            weights[value] = weights.get(value, 0) + ways
        return Dist(weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Readout) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    @property
    def _key(self) -> tuple[int, int, str]:
        return self.count, self.sides, self.name

    def __repr__(self) -> str:
        return f"{self.count}d{self.sides} {self.name}"


class _Total(Readout[int]):
    """The sum of the faces, whose distribution needs no list of hands."""

    __slots__ = ()

    def _worked_out(self) -> Dist[int]:
        ways = {0: 1}
        for _ in range(self.count):
            longer: dict[int, int] = {}
            for value, weight in ways.items():
                for face in range(1, self.sides + 1):
                    longer[value + face] = longer.get(value + face, 0) + weight
            ways = longer
        return Dist(ways)


@lru_cache(maxsize=1024)
def total(count: int, sides: int) -> Readout[int]:
    """The sum of the faces."""
    return _Total(count, sides, TOTAL, sum)


@lru_cache(maxsize=1024)
def highest(count: int, sides: int) -> Readout[int]:
    """The highest face; 0 without dice."""
    return Readout(count, sides, "highest", lambda faces: max(faces, default=0))


@lru_cache(maxsize=1024)
def successes(count: int, sides: int, at_least: int) -> Readout[int]:
    """How many dice show `at_least` or more."""
    return Readout(count, sides, f"successes>={at_least}", lambda faces: sum(face >= at_least for face in faces))

"""The figures of a forecast, each with its error: shares of wins, means, and how the fight as a whole is spread."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

WHOLE = "."
"""What a figure of one entity has in its name, before the entity's id; a figure of the whole fight has none."""
LARGEST = 1_000
"""Larger values are not told apart."""


class Figure(msgspec.Struct, frozen=True):
    """A mean with its standard error."""

    mean: float
    error: float

    def minus(self, other: "Figure") -> "Figure":
        """The difference of two figures that were sampled apart."""
        return Figure(self.mean - other.mean, (self.error**2 + other.error**2) ** 0.5)


NOTHING = Figure(0.0, 0.0)


class Forecast(msgspec.Struct, frozen=True):
    """Shares of wins by side ("" is a draw or no end), means of what was counted and of what the book tallies, and for
    each whole number of the whole fight in how many fights it came to which value."""

    runs: int
    wins: dict[str, Figure]
    tallies: dict[str, Figure]
    unfinished: int
    spreads: dict[str, dict[int, int]] = {}


class Sums:
    """Running sums of the figures."""

    def __init__(self) -> None:
        self.runs = self.unfinished = 0
        self._wins: Counter[str] = Counter()
        self._ones: Counter[str] = Counter()
        self._squares: Counter[str] = Counter()
        self._spreads: dict[str, Counter[int]] = {}

    def add(self, winner: str | None, tally: Mapping[str, float]) -> None:
        """One fight: its winner (None if it did not end) and tally."""
        self.runs += 1
        self.unfinished += winner is None
        self._wins[winner or ""] += 1
        ones, squares = self._ones, self._squares
        for name, value in tally.items():
            ones[name] += value  # type: ignore[assignment]
            squares[name] += value * value  # type: ignore[assignment]
            if WHOLE not in name:
                self._spread(name, value)

    def _spread(self, name: str, value: float) -> None:
        spread = self._spreads.setdefault(name, Counter())
        if value == int(value):
            spread[max(-LARGEST, min(int(value), LARGEST))] += 1

    def forecast(self) -> Forecast:
        """The figures so far."""
        count = max(1, self.runs)
        wins = {side: _share(won, count) for side, won in sorted(self._wins.items())}
        tallies = {name: _mean(one, self._squares[name], count) for name, one in self._ones.items()}
        spreads = {name: dict(sorted(one.items())) for name, one in self._spreads.items()}
        return Forecast(self.runs, wins, tallies, self.unfinished, spreads)

    @classmethod
    def together(cls, parts: "Iterable[Sums]") -> "Sums":
        """The sums of several, in their order."""
        whole = cls()
        for part in parts:
            whole.runs += part.runs
            whole.unfinished += part.unfinished
            whole._wins.update(part._wins)
            whole._ones.update(part._ones)
            whole._squares.update(part._squares)
            for name, spread in part._spreads.items():
                whole._spreads.setdefault(name, Counter()).update(spread)
        return whole


def _share(part: int, count: int) -> Figure:
    share = part / count
    return Figure(share, (share * (1 - share) / count) ** 0.5)


def _mean(one: float, two: float, count: int) -> Figure:
    mean = one / count
    return Figure(mean, (max(0.0, two / count - mean * mean) / count) ** 0.5)

"""Exact finite distributions with integer weights."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Dist(Generic[T]):
    """An exact distribution: each outcome has an integer weight out of `whole`.

    Instances are immutable, keep the order in which outcomes were given, and are equal when every
    outcome has the same probability.
    """

    __slots__ = ("_weights", "whole")

    def __init__(self, weights: Mapping[T, int]) -> None:
        kept = {outcome: weight for outcome, weight in weights.items() if weight}
        if not kept or min(kept.values()) < 0:
            raise ValueError(f"a distribution needs weights of at least 0 and one above 0, not {dict(weights)!r}")
        common = gcd(*kept.values())
        self._weights: dict[T, int] = {outcome: weight // common for outcome, weight in kept.items()}
        self.whole: int = sum(self._weights.values())

    @classmethod
    def certain(cls, outcome: T) -> "Dist[T]":
        """The distribution that always gives `outcome`."""
        return cls({outcome: 1})

    @classmethod
    def counted(cls, outcomes: Iterable[T]) -> "Dist[T]":
        """The distribution of one of these outcomes at random; equal ones add up. Raises ValueError for none."""
        return cls(Counter(outcomes))

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Fraction, "Dist[T]"]]) -> "Dist[T]":
        """The mixture of distributions, each with its share; shares need not add up to 1."""
        listed = [(share, part) for share, part in parts if share]
        scale = lcm(*(share.denominator * part.whole for share, part in listed))
        weights: dict[T, int] = {}
        for share, part in listed:
            unit = scale // (share.denominator * part.whole) * share.numerator
            for outcome, weight in part._weights.items():
                weights[outcome] = weights.get(outcome, 0) + weight * unit
        return cls(weights)

    def items(self) -> Iterator[tuple[T, int]]:
        """Outcomes with their weights."""
        return iter(self._weights.items())

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def weight(self, outcome: T) -> int:
        """The weight of an outcome, 0 if it can't happen."""
        return self._weights.get(outcome, 0)

    def map(self, function: Callable[[T], U]) -> "Dist[U]":
        """The distribution of `function(outcome)`; equal results are merged."""
        weights: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            made = function(outcome)
            weights[made] = weights.get(made, 0) + weight
        return Dist(weights)

    def then(self, function: "Callable[[T], Dist[U]]") -> "Dist[U]":
        """Go on from each outcome with the distribution that `function` gives for it."""
        return Dist.mixed((Fraction(weight, self.whole), function(outcome)) for outcome, weight in self.items())

    def given(self, accept: Callable[[T], bool]) -> "Dist[T]":
        """The distribution among the accepted outcomes. Raises ValueError if none can happen."""
        return Dist({outcome: weight for outcome, weight in self._weights.items() if accept(outcome)})

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """The probability of the outcomes that `wanted` accepts."""
        return Fraction(sum(weight for outcome, weight in self._weights.items() if wanted(outcome)), self.whole)

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The expected value of `value(outcome)`."""
        return sum((value(outcome) * Fraction(weight) for outcome, weight in self.items()), Fraction(0)) / self.whole

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dist) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{outcome!r}: {weight}/{self.whole}" for outcome, weight in self._weights.items())
        return f"Dist({inside})"

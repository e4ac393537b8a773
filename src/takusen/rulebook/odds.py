"""What the odds of an act say: a book's measures, what to chart, and guesses for hidden numbers."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

import msgspec

from takusen.play.handles import Fact, Id


class Measure(msgspec.Struct, frozen=True):
    """One figure of an outcome: `of(facts, args)` is 0 or 1 for a chance, a number for a mean."""

    name: str
    kind: Literal["chance", "mean"]
    of: Callable[[tuple[Fact, ...], dict[str, Any]], int | Fraction]
    good: bool = True


class OddsOf(msgspec.Struct, frozen=True):
    """The odds that the panel shows for an act: its measures, the number argument to chart and what "best" means."""

    act: str
    measures: tuple[Measure, ...]
    over: str = ""
    best: tuple[str, ...] = ()


class Guess(msgspec.Struct, frozen=True):
    """How a viewer's estimate stands in for hidden numbers: bounds, the book's ordinary value, and a filler."""

    name: str
    low: int
    high: int
    ordinary: int
    fill: Callable[[Any, Id, int], Any]

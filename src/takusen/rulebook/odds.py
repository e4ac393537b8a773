"""What the odds of an act say: a book's measures, what to chart, and guesses for hidden numbers."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any, Literal

import msgspec

from takusen.play.exact import Memo, Policies, outcomes
from takusen.play.handles import Fact, Id
from takusen.rulebook.acts import Act


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

    def row(self, facts: tuple[Fact, ...], args: dict[str, Any]) -> tuple[int | Fraction, ...]:
        """The measures of one outcome."""
        return tuple(measure.of(facts, args) for measure in self.measures)


class Guess(msgspec.Struct, frozen=True):
    """How a viewer's estimate stands in for hidden numbers: bounds, the book's ordinary value, and a filler."""

    name: str
    low: int
    high: int
    ordinary: int
    fill: Callable[[Any, Id, int], Any]


class UnknownPolicy(Exception):
    """No policy of that name answers that prompt."""


def measured(
    spec: OddsOf, act: Act[Any, Any], args: Mapping[str, Any], world: Any, memo: Memo, policies: Policies
) -> dict[str, Fraction]:
    """The measures of a declaration, exactly. Raises TooLarge."""
    plainly = dict(args)
    dist = outcomes(act, act.typed(plainly), world, memo, policies, lambda _, facts: spec.row(facts, plainly))
    return {one.name: dist.mean(itemgetter(place)) for place, one in enumerate(spec.measures)}

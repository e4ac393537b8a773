"""What the odds of an act say: a book's measures, what to chart, and guesses for hidden numbers."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any, Literal

import msgspec

from takusen.play.exact import Memo, Policies, outcomes
from takusen.play.handles import Fact, Id
from takusen.rulebook.acts import Act
from takusen.rulebook.shown import Shown, Word


class Measure(msgspec.Struct, frozen=True):
    """One figure of an outcome: `of(facts, args)` is 0 or 1 for a chance, a number for a mean."""

    name: str
    kind: Literal["chance", "mean"]
    of: Callable[[tuple[Fact, ...], dict[str, Any]], int | Fraction]
    good: bool = True


class Series(msgspec.Struct, frozen=True):
    """A distribution to show as a chart: a bar for each label, with its chance."""

    title: Word
    bars: tuple[tuple[Shown | int, Fraction], ...]
    note: Word | None = None


class OddsOf(msgspec.Struct, frozen=True):
    """The odds that the panel shows for an act: its measures, and what "best" means.

    `over` is an argument whose values are compared: a number as a chart, who or what else is picked as a list. A path
    isn't followed past an `until` fact, so that what is hidden behind it isn't needed. `series(world, args, memo)`
    gives further exact distributions to show. `asks` are the labels of the questions that may come up; None says any.
    `fits(world, args)` names the measures that say something of the act with these arguments, as far as its viewer sees
    the world: neither what the act isn't for nor what would come of made-up numbers alone. `figures(world, args, memo)`
    gives the measures of an act that only prepares what they are about.
    """

    act: str
    measures: tuple[Measure, ...]
    over: str = ""
    best: tuple[str, ...] = ()
    until: tuple[type[Fact], ...] = ()
    series: Callable[[Any, dict[str, Any], Memo], tuple[Series, ...]] | None = None
    asks: tuple[str, ...] | None = None
    fits: Callable[[Any, dict[str, Any]], tuple[str, ...]] | None = None
    figures: Callable[[Any, dict[str, Any], Memo], dict[str, Fraction]] | None = None

    @property
    def ranks(self) -> tuple[str, ...]:
        """What may be meant by the best: `best`, else the first measure."""
        return self.best or tuple(one.name for one in self.measures[:1])

    def is_good(self, name: str) -> bool:
        """Whether much of a measure is good."""
        return next((one.good for one in self.measures if one.name == name), True)

    def fitting(self, world: Any, args: Mapping[str, Any]) -> tuple[str, ...]:
        """The measures that say something of the act with these arguments."""
        return self.fits(world, dict(args)) if self.fits else tuple(one.name for one in self.measures)

    def row(self, facts: tuple[Fact, ...], args: dict[str, Any]) -> tuple[int | Fraction, ...]:
        """The measures of one outcome."""
        return tuple(measure.of(facts, args) for measure in self.measures)


class Guess(msgspec.Struct, frozen=True):
    """How a viewer's estimate stands in for hidden numbers: bounds, the book's ordinary value, and a filler.

    `around` puts something ordinary in the place of what else is hidden of a fight, so that it can be forecast;
    `assumed` says what that is.
    """

    name: str
    low: int
    high: int
    ordinary: int
    fill: Callable[[Any, Id, int], Any]
    around: Callable[[Any], Any] = lambda world: world
    assumed: Word | None = None

    def within(self, guess: int | None) -> int:
        """A viewer's estimate kept within the bounds; the ordinary value where there is none."""
        return self.ordinary if guess is None else min(max(guess, self.low), self.high)


class UnknownPolicy(Exception):
    """No policy of that name answers that prompt."""


def measured(
    spec: OddsOf, act: Act[Any, Any], args: Mapping[str, Any], world: Any, memo: Memo, policies: Policies
) -> dict[str, Fraction]:
    """The measures of a declaration, exactly. Raises TooLarge."""
    plainly = dict(args)
    if spec.figures is not None:
        return spec.figures(world, plainly, memo)
    dist = outcomes(
        act, act.typed(plainly), world, memo, policies, lambda _, facts: spec.row(facts, plainly), spec.until
    )
    return {one.name: dist.mean(itemgetter(place)) for place, one in enumerate(spec.measures)}

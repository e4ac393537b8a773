"""What the odds of checks and opposed checks say (AT-09 to AT-12)."""

from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

from takusen.rules import Dist, Fact, Id, Measure, Memo, OddsOf, Series, Verdict, Word, is_hidden

from .checks import LABEL, UNSAID, cannot, check, contest, present, reaches, verdict
from .facts_check import Checked, CheckPassed, Contested, ContestWon, Fumbled, WentCritical
from .stats import ability
from .world import NOBODY, PARTY, World

MOST_BARS = 40


def _some(kind: type[Fact]) -> Any:
    return lambda facts, args: int(any(isinstance(fact, kind) for fact in facts))


def _own(kind: type[Any]) -> Any:
    return lambda facts, args: int(any(isinstance(fact, kind) and fact.of == args["actor"] for fact in facts))


def _total(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    return next((fact.total for fact in facts if isinstance(fact, Checked | Contested)), 0)


def rolled(memo: Memo, written: str) -> Dist[Verdict]:
    """What an ability roll comes to."""
    return memo.dist(verdict, (NOBODY, written, LABEL))


def chance(memo: Memo, written: str, difficulty: int) -> Fraction:
    """The chance that an ability roll makes a difficulty."""
    return rolled(memo, written).chance(lambda got: next(iter(memo.dist(reaches, (got, difficulty)))))


def by_total(world: World, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
    """How the total falls, and who of the party would make it, alone and together."""
    dist = ability(world, args["actor"], args["ability"]).rolled.dist()
    bars = tuple((total, Fraction(ways, dist.whole)) for total, ways in sorted(dist.items()))
    spread = (Series(Word("panel.total"), bars),) if 1 < len(bars) <= MOST_BARS else ()
    return (*spread, *(candidates(world, args, memo) if args["difficulty"] != UNSAID else ()))


def candidates(world: World, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
    """The chance of each of the party at the same check, of anybody and of all."""
    ready = [one for one in present(world) if is_candidate(world, one)]
    chances = {one: chance(memo, str(ability(world, one, args["ability"])), args["difficulty"]) for one in ready}
    if len(ready) < 2:
        return ()
    misses = reduce(mul, (1 - one for one in chances.values()), Fraction(1))
    together = ((Word("phrase.anybody"), 1 - misses), (Word("phrase.everybody"), reduce(mul, chances.values())))
    rows = tuple((world.fighter(one).name, share) for one, share in chances.items())
    return (Series(Word("panel.candidates"), (*rows, *together)),)


def is_candidate(world: World, one: Id) -> bool:
    """Whether somebody of the party could make the check."""
    me = world.fighter(one)
    return me.side == PARTY and not is_hidden(me.abilities) and cannot(world)(one) is None


CHECK_ODDS = (
    OddsOf(
        check.name,
        (
            Measure("passed", "chance", _some(CheckPassed)),
            Measure("critical", "chance", _some(WentCritical)),
            Measure("fumble", "chance", _some(Fumbled), good=False),
            Measure("total", "mean", _total),
        ),
        over="actor",
        series=by_total,
        asks=("difficulty",),
    ),
    OddsOf(
        contest.name,
        (
            Measure("wins", "chance", _some(ContestWon)),
            Measure("critical", "chance", _own(WentCritical)),
            Measure("fumble", "chance", _own(Fumbled), good=False),
            Measure("total", "mean", _total),
        ),
        over="actor",
        asks=(),
    ),
)

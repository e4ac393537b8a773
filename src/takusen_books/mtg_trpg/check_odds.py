"""What the odds of action checks say (MT-28): exact, from the library as its player knows it."""

from fractions import Fraction
from typing import Any

from takusen.rules import Fact, Id, Measure, Memo, OddsOf, Series, Word, is_hidden

from .checks import HARDEST, TURNED, Turned, bonus_of, call_check, colours, marks_of, turn_cards, turned
from .facts_check import CheckPassed, ResultRevealed, TargetRevealed
from .piles import unordered
from .world import World


def passed(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    """Whether the check succeeds."""
    return int(any(isinstance(fact, CheckPassed) for fact in facts))


def by_mark(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    """Whether a marked card gives success."""
    return int(any(isinstance(fact, CheckPassed) and fact.marked for fact in facts))


def target(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    """What has to be reached."""
    return next((fact.target for fact in facts if isinstance(fact, TargetRevealed)), 0)


def result(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    """What is reached."""
    return next((fact.result for fact in facts if isinstance(fact, ResultRevealed)), 0)


def chance(world: World, pc: Id, colour: str, difficulty: int, memo: Memo) -> Fraction:
    """The chance of a check, by the numbers of the cards and by those that are marked."""

    def succeeds(pair: Turned) -> bool:
        first, second = world.cards[pair.target].front, world.cards[pair.result].front
        if pair.marked:
            return pair.result_marked
        bonus = next(iter(memo.dist(bonus_of, (colours(second), colour))))
        return second.value + bonus >= first.value + difficulty

    return memo.dist(turned, (unordered(world.pcs[pc]), marks_of(world, pc))).chance(succeeds)


def by_difficulty(world: World, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
    """The chance of a check of this colour for each difficulty."""
    pc, colour = args["pc"], args["colour"]
    if not countable(world, pc):
        return ()
    bars = tuple((level, chance(world, pc, colour, level, memo)) for level in range(HARDEST + 1))
    return (Series(Word("panel.by_difficulty"), bars),)


def countable(world: World, pc: Id) -> bool:
    """Whether the viewer knows the library, and there is enough of it."""
    library = world.pcs[pc].library
    return not is_hidden(library) and sum(library.values()) >= TURNED


def once_called(world: World, args: dict[str, Any], memo: Memo) -> dict[str, Fraction]:
    """The chance of the check that the GM is about to call for."""
    pc = args["pc"]
    if not countable(world, pc):
        return {"passed": Fraction(0)}
    return {"passed": chance(world, pc, args["colour"], args["difficulty"], memo)}


def by_colour(world: World, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
    """The chance of the check that is called for at other difficulties."""
    called = world.pcs[args["pc"]].called
    given = {"pc": args["pc"], "colour": called.colour, "difficulty": called.difficulty} if called else None
    return by_difficulty(world, given, memo) if given else ()


CHECK_ODDS = (
    OddsOf(
        turn_cards.name,
        (
            Measure("passed", "chance", passed),
            Measure("marked", "chance", by_mark),
            Measure("target", "mean", target, good=False),
            Measure("result", "mean", result),
        ),
        over="pc",
        series=by_colour,
        asks=("bonus", "marked_cards"),
    ),
    OddsOf(
        call_check.name,
        (Measure("passed", "chance", passed),),
        series=by_difficulty,
        asks=(),
        figures=once_called,
    ),
)

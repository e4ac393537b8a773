"""What the odds of an act say, and a 省略戦闘 in advance: chances, tries and losses, exactly (SD-05, SD-18)."""

from fractions import Fraction
from typing import Any

from takusen.rules import Fact, Id, Measure, OddsOf, total

from .explore import best, fitting
from .facts import Achieved, CardTurned, CheckFailed, CheckPassed
from .fights import best_ability, level, usable
from .rolls import ABBREVIATED, EXPLORE, Reads, automatic, passes
from .world import UNSKILLED, Check, World

PAIR = total(2, 6)


def chance(t: Reads, label: str, base: int, target: int) -> Fraction:
    """The chance of one check."""
    auto = automatic(t, label)
    return PAIR.dist().chance(lambda rolled: passes(rolled, base, target, auto))


def explore_chance(t: Reads, world: World, one: Id, check: Check) -> tuple[str, Fraction]:
    """A character's best skill for a check, and its chance."""
    skill = best(world, one, check) if fitting(world, one, check) else UNSKILLED
    base = world.pc(one).base(skill, check.ability) + world.help(one)
    return skill, chance(t, EXPLORE, base, check.target)


def fight_chance(t: Reads, world: World, one: Id, skill: str, ability: str) -> Fraction:
    """The chance of one try in the 省略戦闘."""
    target = world.fight.target if world.fight else 0
    return chance(t, ABBREVIATED, world.pc(one).base(skill, ability) + world.help(one), target)


def best_try(t: Reads, world: World, one: Id) -> tuple[str, str]:
    """The skill and ability with which a character's try is likeliest."""
    skills = usable(t, world, one) or (UNSKILLED,)
    return max(skills, key=lambda skill: level(world, one, skill)), best_ability(world, one)


# what the odds say ---------------------------------------------------------------------------------------------------


def _first(facts: tuple[Fact, ...]) -> Fact | None:
    """What the check itself comes to; later checks are consequences."""
    return next((fact for fact in facts if isinstance(fact, FIRST)), None)


def _passed(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    return int(isinstance(_first(facts), CheckPassed | CardTurned))


def _result(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    return int(getattr(_first(facts), "result", 0))


FIRST = (CheckPassed, CheckFailed, CardTurned, Achieved)
PASSED = Measure("passed", "chance", _passed)
RESULT = Measure("result", "mean", _result)

ODDS = (
    OddsOf("explore", (PASSED, RESULT)),
    OddsOf("check", (PASSED, RESULT)),
    OddsOf("resist", (PASSED, RESULT)),
    OddsOf("abbreviated", (PASSED, RESULT)),
)

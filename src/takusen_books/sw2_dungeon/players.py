"""What the odds of an act say, and a 省略戦闘 in advance: chances, tries and losses, exactly (SD-05, SD-18)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from takusen.rules import Fact, Id, Measure, Memo, OddsOf, Series, Word, total

from .explore import best, fitting
from .facts import Achieved, CardTurned, CheckFailed, CheckPassed
from .fights import best_ability, level, short_of_mp, usable
from .rolls import ABBREVIATED, EXPLORE, Read, Reads, automatic, passes
from .streak import Loss, Streak
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
    ready = tuple(skill for skill in skills if not short_of_mp(t, world, one, skill)) or skills
    return max(ready, key=lambda skill: level(world, one, skill)), best_ability(world, one)


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


def to_the_end(world: World, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
    """What a representative who goes on until success has to expect: failures, and what they cost (SD-18)."""
    t, one, skill = Read(memo.reading), Id(args["representative"]), str(args["skill"])
    found = Streak(t, world, one, skill, fight_chance(t, world, one, skill, str(args.get("ability", "strength"))))
    if not found.chance:
        return (Series(Word("phrase.failures_until"), (), Word("phrase.cannot_win_alone")),)
    note = Word(
        "phrase.expect", (("tries", f"{float(found.tries or 0):.2f}"), ("win", f"{float(found.win) * 100:.1f}"))
    )
    return (
        Series(Word("phrase.failures_until"), tuple(failures(found)), note),
        Series(Word("phrase.losses_until"), tuple((loss_word(*row), row[1]) for row in found.losses())),
    )


def failures(found: Streak) -> Iterator[tuple[Word | int, Fraction]]:
    """A bar for each number of failures, and one for the end."""
    for count, share, rest in found.failures():
        stopped = rest and count == found.limit
        word = Word("phrase.stopped_after" if stopped else "phrase.and_more", (("count", count),))
        yield (word if rest else count), share


def loss_word(loss: Loss, share: Fraction, rest: bool) -> Word:
    """What has been lost, in words."""
    kind = "more" if rest else "both" if loss.hp and loss.mp else "hp" if loss.hp else "mp" if loss.mp else "nothing"
    return Word(f"phrase.lost_{kind}", (("hp", loss.hp), ("mp", loss.mp)))


ODDS = (
    OddsOf("explore", (PASSED, RESULT), over="representative", best=("passed",), until=FIRST, asks=()),
    OddsOf("check", (PASSED, RESULT), until=FIRST, asks=()),
    OddsOf("resist", (PASSED, RESULT), until=FIRST, asks=()),
    OddsOf(
        "abbreviated",
        (PASSED, RESULT),
        over="representative",
        best=("passed",),
        until=FIRST,
        asks=(),
        series=to_the_end,
    ),
)

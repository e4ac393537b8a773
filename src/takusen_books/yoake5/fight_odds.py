"""What the odds of attacks, checks and contests say (YA-01, YA-03, YA-08)."""

from fractions import Fraction
from typing import Any

from takusen.rules import Fact, Measure, OddsOf

from .facts_fight import Checked, CheckPassed, Contested, ContestWon, HpLost, Struck, WentDown


def _some(kind: type[Fact]) -> Any:
    return lambda facts, args: int(any(isinstance(fact, kind) for fact in facts))


def _ranked(rank: str) -> Any:
    return lambda facts, args: int(any(getattr(fact, "rank", "") == rank for fact in facts))


def _lost(facts: tuple[Fact, ...], args: dict[str, Any]) -> int | Fraction:
    return sum(fact.amount for fact in facts if isinstance(fact, HpLost))


def _total(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    return next((fact.total for fact in facts if isinstance(fact, Checked | Contested)), 0)


FIGHT_ODDS = (
    OddsOf(
        "attack",
        (
            Measure("hits", "chance", _some(Struck)),
            Measure("damage", "mean", _lost),
            Measure("down", "chance", _some(WentDown)),
        ),
        over="target",
        best=("damage", "down", "hits"),
        asks=("falling",),
    ),
    OddsOf(
        "make_check",
        (
            Measure("passed", "chance", _some(CheckPassed)),
            Measure("critical", "chance", _ranked("critical")),
            Measure("fumble", "chance", _ranked("fumble"), good=False),
            Measure("total", "mean", _total),
        ),
        over="actor",
        asks=(),
    ),
    OddsOf(
        "contest",
        (Measure("wins", "chance", _some(ContestWon)), Measure("total", "mean", _total)),
        over="actor",
        asks=(),
    ),
)

"""Dice, what a roll reads, and exact distributions. Standard library only."""

from takusen.dice.code import BadCode, DiceCode, Verdict, as_code, bounded, code
from takusen.dice.dist import Dist
from takusen.dice.readout import Readout, highest, successes, total

__all__ = [
    "BadCode",
    "DiceCode",
    "Dist",
    "Readout",
    "Verdict",
    "as_code",
    "bounded",
    "code",
    "highest",
    "successes",
    "total",
]

"""Dice, what a roll reads, and exact distributions. Standard library only."""

from takusen.dice.dist import Dist
from takusen.dice.readout import Readout, highest, successes, total

__all__ = ["Dist", "Readout", "highest", "successes", "total"]

"""Dice codes: some d6 and a flat part, as abilities are written in many games: `3D+2`."""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar
from unicodedata import normalize

from takusen.dice.dist import Dist
from takusen.dice.readout import TOTAL, Readout

SIDES = 6
MOST_DICE, MOST_PLUS, LONGEST = 99, 9_999, 40
TERM = re.compile(r"([+-]?)(?:(\d{1,4})?(D)6?|(\d{1,5}))(?=[+-]|$)", re.I)
SIGNS = str.maketrans({"−": "-", "‐": "-", "–": "-", "ー": "-", " ": None})
FUMBLE, PLAIN, CRITICAL = -1, 0, 1

T = TypeVar("T", bound=Hashable)


class BadCode(ValueError):
    """A text that is no dice code, or a code of more dice or a larger number than any ability has."""


class Verdict(NamedTuple):
    """What a roll that decides success reads; verdicts compare by rank first, then by total."""

    rank: int
    total: int

    @property
    def fumble(self) -> bool:
        """All dice showed 1."""
        return self.rank == FUMBLE

    @property
    def critical(self) -> bool:
        """Two or more dice showed 6."""
        return self.rank == CRITICAL


@dataclass(frozen=True, slots=True)
class DiceCode:
    """`dice` d6 and `plus`. Codes add part by part, up to the largest code that there is; one of less than 0 dice is an
    amount taken off another."""

    dice: int = 0
    plus: int = 0

    def __post_init__(self) -> None:
        if abs(self.dice) > MOST_DICE or abs(self.plus) > MOST_PLUS:
            raise BadCode(f"a dice code has at most {MOST_DICE}D and {MOST_PLUS:,}")

    def __hash__(self) -> int:
        return self.dice * MOST_PLUS + self.plus

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        return f"{self.dice}D{self.plus:+}" if self.plus else f"{self.dice}D"

    def __add__(self, other: "DiceCode | int") -> "DiceCode":
        if isinstance(other, int):
            return bounded(self.dice, self.plus + other)
        return bounded(self.dice + other.dice, self.plus + other.plus)

    def __sub__(self, other: "DiceCode | int") -> "DiceCode":
        return self + -other

    def __neg__(self) -> "DiceCode":
        return DiceCode(-self.dice, -self.plus)

    @property
    def rolled(self) -> "DiceCode":
        """The code as it can be rolled: of no less than 0 dice."""
        return self if self.dice >= 0 else DiceCode(0, self.plus)

    @property
    def expected(self) -> Fraction:
        """The mean of its total."""
        return Fraction(7 * max(self.dice, 0), 2) + self.plus

    def total(self) -> Readout[int]:
        """The sum of the faces and the flat part."""
        return _total(self.dice if self.dice > 0 else 0, self.plus)

    def verdict(self) -> Readout[Verdict]:
        """The total, and whether it is a fumble (all dice 1) or a critical (two or more 6)."""
        return _verdict(max(self.dice, 0), self.plus)

    def dist(self) -> Dist[int]:
        """The exact distribution of its total."""
        return self.total().dist()


@lru_cache(maxsize=16_384)
def bounded(dice: int, plus: int) -> DiceCode:
    """A code, cut down to the largest that there is."""
    return DiceCode(max(-MOST_DICE, min(dice, MOST_DICE)), max(-MOST_PLUS, min(plus, MOST_PLUS)))


def as_code(value: DiceCode | int) -> DiceCode:
    """A number as the code of no dice."""
    return value if isinstance(value, DiceCode) else bounded(0, value)


@lru_cache(maxsize=4096)
def code(text: str) -> DiceCode:
    """The code that a text writes, `2D`, `9+2D`, `７`, `3D-1`. Raises BadCode."""
    written = normalize("NFKC", text[: LONGEST + 1]).translate(SIGNS)
    if not written or len(written) > LONGEST:
        raise BadCode(f"{text[:LONGEST]!r} is no dice code")
    dice, plus, at = 0, 0, 0
    while at < len(written):
        found = TERM.match(written, at)
        if not found or (at and not found[1]):
            raise BadCode(f"{text!r} is no dice code")
        more = _term(found)
        dice, plus, at = dice + more.dice, plus + more.plus, found.end()
    return DiceCode(dice, plus)


def _term(found: re.Match[str]) -> DiceCode:
    sign, dice, is_dice, plus = found.groups()
    one = DiceCode(int(dice or 1)) if is_dice else DiceCode(0, int(plus))
    return -one if sign == "-" else one


class _Coded(Readout[T]):
    """What is read from the sum of the faces and how many show 6; its distribution needs no list of hands."""

    __slots__ = ("_made",)

    def __init__(self, dice: int, plus: int, name: str, made: Callable[[int, int], T]) -> None:
        super().__init__(dice, SIDES, name, self._reads, flat=plus)
        self._made = made

    def _reads(self, faces: Sequence[int]) -> T:
        return self._made(sum(faces), min(faces.count(SIDES), 2))

    def _worked_out(self) -> Dist[T]:
        weights: dict[T, int] = {}
        for (summed, sixes), ways in _hands(self.count).items():
            value = self._made(summed, sixes)
            weights[value] = weights.get(value, 0) + ways
        return Dist(weights)


@lru_cache(maxsize=MOST_DICE + 1)
def _hands(dice: int) -> dict[tuple[int, int], int]:
    """In how many ways the dice come to a sum and so many sixes, where two stand for two or more."""
    if not dice:
        return {(0, 0): 1}
    ways: dict[tuple[int, int], int] = {}
    for (summed, sixes), weight in _hands(dice - 1).items():
        for face in range(1, SIDES + 1):
            key = summed + face, min(2, sixes + (face == SIDES))
            ways[key] = ways.get(key, 0) + weight
    return ways


@lru_cache(maxsize=4096)
def _total(dice: int, plus: int) -> Readout[int]:
    return _Coded(dice, plus, f"total{plus:+}" if plus else TOTAL, lambda summed, _: summed + plus)


@lru_cache(maxsize=4096)
def _verdict(dice: int, plus: int) -> Readout[Verdict]:
    def read(summed: int, sixes: int) -> Verdict:
        fumbles = 0 < dice == summed
        return Verdict(FUMBLE if fumbles else CRITICAL if sixes > 1 else PLAIN, summed + plus)

    return _Coded(dice, plus, f"verdict{plus:+}", read)

"""A 省略戦闘 in advance: one representative who tries until success, exactly (SD-18)."""

from fractions import Fraction
from typing import NamedTuple

from takusen.rules import Id

from .rolls import Reads
from .world import World

LISTED = 8
"""Outcomes that are listed one by one; the rest is the tail."""


class Loss(NamedTuple):
    """What a losing streak has cost."""

    hp: int
    mp: int


class Streak:
    """A representative who tries until success: what failures cost, and after how many there is no going on.

    `chance` is that of one try; every try is like the first, for nothing but HP and MP changes between them.
    """

    def __init__(self, t: Reads, world: World, one: Id, skill: str, chance: Fraction) -> None:
        fight, me = world.fight, world.pc(one)
        assert fight is not None
        self.chance, self.miss = chance, 1 - chance
        self._level: int = fight.level
        self._magic: bool = skill in t.content("skills.magic")
        self._hp: int = max(0, me.hp - t.content("dying.down_at"))
        self._mp: int = max(0, me.mp)
        self._short = t.option("abbreviated_mp_short")
        self.limit = self._limit()

    def lost(self, failures: int) -> Loss:
        """HP and MP lost to so many failures."""
        if not self._magic:
            return Loss(failures * self._level * 2, 0)
        wanted = failures * self._level
        mp = min(wanted, self._mp)
        return Loss(wanted - mp if self._short == "rest_from_hp" else 0, mp)

    def _limit(self) -> int | None:
        """The number of failures after which there is no going on; None where MP run dry and one goes on for free."""
        if not self._magic:
            return -(-self._hp // (self._level * 2))
        if self._short == "barred":
            return self._mp // self._level
        return -(-(self._hp + self._mp) // self._level) if self._short == "rest_from_hp" else None

    @property
    def win(self) -> Fraction:
        """The chance of success before there is no going on."""
        if self.limit is None:
            return Fraction(1 if self.chance else 0)
        return 1 - self.miss**self.limit

    @property
    def tries(self) -> Fraction | None:
        """Tries to expect; None where success never comes and nothing stops one."""
        if not self.chance:
            return None if self.limit is None else Fraction(self.limit)
        return (1 - (self.miss**self.limit if self.limit is not None else 0)) / self.chance

    def exactly(self, failures: int) -> Fraction:
        """The chance of success after just so many failures."""
        return self.miss**failures * self.chance

    def failures(self) -> tuple[tuple[int, Fraction, bool], ...]:
        """Failures before it is over, each with its chance; the last stands for "that many or more"."""
        last = LISTED if self.limit is None else min(self.limit, LISTED)
        listed = tuple((count, self.exactly(count), False) for count in range(last))
        rest = self.miss**last
        return (*listed, (last, rest, True)) if rest else listed

    def losses(self) -> tuple[tuple[Loss, Fraction, bool], ...]:
        """What it costs in the end, each with its chance; a last one may stand for "that much or more"."""
        sums: dict[Loss, Fraction] = {}
        last = self._settled()
        for count in range(last):
            loss = self.lost(count)
            sums[loss] = sums.get(loss, Fraction(0)) + self.exactly(count)
        end = self.lost(last)
        sums[end] = sums.get(end, Fraction(0)) + self.miss**last
        return self._brief(tuple((loss, share, False) for loss, share in sums.items() if share))

    def _settled(self) -> int:
        """The number of failures after which no more can be lost."""
        return -(-self._mp // self._level) if self.limit is None else self.limit

    @staticmethod
    def _brief(listed: tuple[tuple[Loss, Fraction, bool], ...]) -> tuple[tuple[Loss, Fraction, bool], ...]:
        """The first of them, the rest as one."""
        if len(listed) <= LISTED + 1:
            return listed
        rest = sum((share for _, share, _ in listed[LISTED:]), Fraction(0))
        return (*listed[:LISTED], (listed[LISTED][0], rest, True))

    def expected(self) -> tuple[Fraction, Fraction]:
        """HP and MP to expect to lose."""
        last = self._settled()
        hp = mp = Fraction(0)
        for count in range(last + 1):
            share = self.exactly(count) if count < last else self.miss**last
            hp, mp = hp + share * self.lost(count).hp, mp + share * self.lost(count).mp
        return hp, mp

"""Checks and power rolls of the base game (SD-05): 2d6 and a base value against a target number."""

from typing import Any, Protocol

import msgspec

from takusen.rules import Chance, Id, Play, Reading, rule, total

from .facts import AutoFailed, AutoSucceeded, Checked, CheckFailed, CheckPassed, FumbleCounted
from .world import ADVENTURER, World

EXPLORE, DANGER, RESIST, DEATH, FREE, ABBREVIATED = (
    "explore", "danger_sense", "resist", "death", "check", "abbreviated",
)  # fmt: skip
TARGET, DAMAGE, HEAL, POWER, LOOT = "target", "damage", "heal", "power", "loot"
DOUBLE_1, DOUBLE_6 = 2, 12


class Reads(Protocol):
    """What knows the table's options and the book's content: a handle, an offer, a reading."""

    def option(self, name: str) -> Any:
        """The table's reading of an open point."""

    def content(self, path: str) -> Any:
        """A value of the book's content."""


class Read(msgspec.Struct, frozen=True):
    """A reading, outside any rule."""

    reading: Reading

    def option(self, name: str) -> Any:
        """The table's reading of an open point."""
        return self.reading.options[name]

    def content(self, path: str) -> Any:
        """A value of the book's content."""
        return self.reading.content[path]


@rule("SD-05")
def pips(t: Chance, of: Id, label: str) -> int:
    """The sum of 2d6."""
    return t.roll(label, total(2, 6), of)


def automatic(t: Reads, label: str) -> bool:
    """Whether 6-6 and 1-1 decide by themselves (options auto_results, abbreviated_auto)."""
    read = bool(t.option("auto_results") == "yes")
    return read and (label != ABBREVIATED or bool(t.option("abbreviated_auto") == "yes"))


def passes(rolled: int, base: int, target: int, auto: bool) -> bool:
    """Whether a roll succeeds: ties do (SD-05)."""
    if auto and rolled in (DOUBLE_1, DOUBLE_6):
        return rolled == DOUBLE_6
    return rolled + base >= target


def attempt(t: Play[World], of: Id, label: str, skill: str, ability: str, target: int) -> bool:
    """A check with a skill and an ability; says whether it succeeds."""
    return decided(t, of, label, skill, ability, t.world.pc(of).base(skill, ability), target)


def decided(t: Play[World], of: Id, label: str, skill: str, ability: str, base: int, target: int) -> bool:
    """A check from its base value; what benefits add comes on top."""
    added = t.world.help(of)
    t.emit(Checked(of, label, skill, ability, base, added, target))
    rolled, auto = pips(t, of, label), automatic(t, label)
    tell_doubles(t, of, label, rolled, auto)
    passed = passes(rolled, base + added, target, auto)
    result = rolled + base + added
    t.emit(CheckPassed(of, label, result) if passed else CheckFailed(of, label, result))
    return passed


def tell_doubles(t: Play[World], of: Id, label: str, rolled: int, auto: bool) -> None:
    """State 6-6 and 1-1 where they decide; an automatic failure earns experience (option abbreviated_fumble_exp)."""
    if auto and rolled == DOUBLE_6:
        t.emit(AutoSucceeded(of))
    if not (auto and rolled == DOUBLE_1):
        return
    t.emit(AutoFailed(of))
    if label != ABBREVIATED or t.option("abbreviated_fumble_exp") == "yes":
        t.emit(FumbleCounted(of, t.world.pc(of).fumbles + 1, t.content("experience.automatic_failure")))


def danger_sensed(t: Play[World], of: Id, target: int) -> bool:
    """危険感知判定: the better of the skills that serve, or plain 2d6."""
    ability = t.content("danger_sense.ability")
    return attempt(t, of, DANGER, best_skill(t.world, of, t.content("danger_sense.skills"), ability), ability, target)


def resisted(t: Play[World], of: Id, by: str, target: int) -> bool:
    """生命抵抗力判定 or 精神抵抗力判定; a tie is the defender's."""
    ability = "vitality" if by == "fortitude" else "spirit"
    return decided(t, of, RESIST, ADVENTURER, ability, t.world.pc(of).resistance(by), target)


def best_skill(world: World, of: Id, among: tuple[str, ...], ability: str) -> str:
    """The skill with which a character's base value is highest."""
    me = world.pc(of)
    return max(among, key=lambda skill: me.base(skill, ability), default="")


@rule("SD-08", "SD-13")
def power(t: Chance, of: Id, label: str, row: int) -> int:
    """A roll on the power table without criticals; -1 where 1-1 makes it void."""
    rolled = t.roll(label, total(2, 6), of)
    return -1 if rolled == DOUBLE_1 else int(t.content(f"power.row{row}")[rolled - 3])


@rule("SD-04")
def dice(t: Chance, of: Id, label: str, count: int, plus: int) -> int:
    """Some d6 and points."""
    return (t.roll(label, total(count, 6), of) if count else 0) + plus

"""Whom a skill or thing may go to (YA-07, YA-09)."""

from typing import NamedTuple

from takusen.rules import Chance, Id, Reading, Refused, judged, rule

from .blocks import Skill
from .catalogue import catalogue
from .rows import fighting_with, in_range, not_a_target, weapon_range
from .states import hidden_from
from .world import World

WEAPON = "weapon"
ONESELF = ("none", "self", "effect")
FRIENDLY = {"allies", "others"}
TAKES = ("attack", "steal", "damage")
"""Kinds of effects that go to the other side alone."""


class Reach(NamedTuple):
    """Who is there to be met, whether all of them are, and the range."""

    among: tuple[Id, ...]
    all: bool
    range: str = ""


@rule("YA-07", "YA-09")
def area_meets(t: Chance) -> bool:
    """Whether what chooses no target meets somebody hidden."""
    return True


def reach(world: World, reading: Reading, one: Id, skill: Skill) -> Reach:
    """Whom a skill may go to; who can't be chosen is in it, too."""
    if skill.target in ONESELF:
        return Reach((one,), True)
    if world.combat is None:
        return Reach(
            tuple(each for each, me in world.characters.items() if not (me.removed or me.hidden or me.dead)), False
        )
    range = weapon_range(world, reading, one) if skill.range == WEAPON else skill.range
    hostile = any(effect.kind in TAKES for effect in skill.effects.values())
    if skill.target == "area":
        return Reach(sided(world, one, skill, in_area(world, reading, one, range)), True, range)
    here = tuple(each for each, me in world.characters.items() if me.stands)
    return Reach(fighting_with(world, one) if hostile else here, False, range)


def sided(world: World, one: Id, skill: Skill, near: tuple[Id, ...]) -> tuple[Id, ...]:
    """Whom of those near an area is for: what hurts goes to the other side, what helps to one's own."""
    met = {"foes" if effect.kind in TAKES else effect.on for effect in skill.effects.values()}
    if "target" in met or (met & FRIENDLY and "foes" in met):
        return near
    mine = world.characters[one].side
    return tuple(each for each in near if (world.characters[each].side == mine) != ("foes" in met))


def present(world: World) -> tuple[Id, ...]:
    """All who are there."""
    return tuple(one for one, me in world.characters.items() if not (me.removed or me.hidden or me.dead))


def in_area(world: World, reading: Reading, one: Id, range: str) -> tuple[Id, ...]:
    """All within range of an area, whoever they are."""
    near = tuple(each for each, me in world.characters.items() if me.stands and in_range(world, one, each, range))
    if judged(reading, area_meets):
        return near
    return tuple(each for each in near if each == one or not hidden_from(world, each, one))


def cannot_aim(world: World, one: Id, other: Id, reach: Reach) -> Refused | None:
    """Why somebody can't be chosen."""
    return None if reach.all or world.combat is None else not_a_target(world, one, other, reach.range)


def spends(reading: Reading, id: str) -> str:
    """What a skill uses up; "" for nothing."""
    return next((each.item for each in catalogue(reading).skills[id].effects.values() if each.item), "")

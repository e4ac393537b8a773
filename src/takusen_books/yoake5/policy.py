"""Policies that play a character or foe: quick, always legal, and said in words."""

from collections.abc import Iterator

from takusen.rules import Declaration, Id, Memo, Reading

from .aims import cannot_aim, reach
from .blocks import MAJOR, MOVE, SETUP, Skill
from .catalogue import catalogue
from .rows import bounds, foes_in_reach, in_row, other_rows, weapon_range
from .strike import weapons
from .turn import cannot_act
from .use_skill import cannot_use, declared
from .uses import cost
from .world import MAIN, World
from .world import SETUP as SETTING_UP

HARMS = ("attack", "damage")


def sensible(world: World, one: Id, memo: Memo) -> Declaration | None:
    """In setup a skill for oneself or for all; then the dearest attacking skill that reaches somebody, else a plain
    attack at the weakest in reach; change rows if nobody is."""
    if world.here().process != MAIN:
        return prepared(world, one, memo.reading) or ("ready", {"actor": one})
    return strong(world, one, memo.reading) or plain(world, one, memo)


def plain(world: World, one: Id, memo: Memo) -> Declaration | None:
    """No skills: strike the weakest foe in reach; change rows if none is."""
    if world.here().process != MAIN:
        return "ready", {"actor": one}
    return blow(world, one, memo.reading) or step(world, one, memo.reading) or ("end_turn", {"actor": one})


def cautious(world: World, one: Id, memo: Memo) -> Declaration | None:
    """No skills, and keep to the row: strike only whom the weapon reaches from there."""
    if world.here().process != MAIN:
        return "ready", {"actor": one}
    return blow(world, one, memo.reading) or ("end_turn", {"actor": one})


# skills --------------------------------------------------------------------------------------------------------------


def usable(world: World, reading: Reading, one: Id, timing: str) -> Iterator[tuple[str, Skill]]:
    """The skills of a timing that somebody may use now."""
    known = catalogue(reading).skills
    mine = ((id, known[id]) for id in declared(world, reading, one) if known[id].timing == timing)
    return ((id, skill) for id, skill in mine if cannot_use(world, reading, one, id) is None)


def prepared(world: World, one: Id, reading: Reading) -> Declaration | None:
    """A setup skill that needs no choosing."""
    if world.here().process != SETTING_UP:
        return None
    for id, skill in usable(world, reading, one, SETUP):
        there = reach(world, reading, one, skill)
        if there.all and there.among:
            return "use_skill", {"actor": one, "skill": id, "targets": there.among}
    return None


def strong(world: World, one: Id, reading: Reading) -> Declaration | None:
    """The dearest skill that harms somebody in reach."""
    me, best = world.character(one), -1
    found: Declaration | None = None
    for id, skill in usable(world, reading, one, MAJOR):
        price = cost(reading, me, id)
        if price > best and any(effect.kind in HARMS for effect in skill.effects.values()):
            targets = aimed(world, reading, one, skill)
            if targets:
                best, found = price, ("use_skill", {"actor": one, "skill": id, "targets": targets})
    return found


def aimed(world: World, reading: Reading, one: Id, skill: Skill) -> tuple[Id, ...]:
    """Whom a harming skill goes to: the weakest in reach, or the fullest row; nobody where it would meet friends."""
    there, side = reach(world, reading, one, skill), world.character(one).side
    if there.all:
        return there.among if all(world.character(each).side != side for each in there.among) else ()
    near = [
        each for each in there.among if world.character(each).side != side and not cannot_aim(world, one, each, there)
    ]
    if not near:
        return ()
    full = skill.target == "row"
    return (min(near, key=lambda each: (-len(in_row(world, each)) if full else 0, world.character(each).hp)),)


# without skills ------------------------------------------------------------------------------------------------------


def blow(world: World, one: Id, reading: Reading) -> Declaration | None:
    """A plain attack at whoever in reach has the least HP left."""
    if cannot_act(world, reading, one, MAJOR):
        return None
    for weapon in weapons(world, reading, one):
        near = foes_in_reach(world, one, weapon_range(world, reading, one, weapon))
        if near:
            return "attack", {
                "actor": one,
                "weapon": weapon,
                "target": min(near, key=lambda each: world.character(each).hp),
            }
    return None


def step(world: World, one: Id, reading: Reading) -> Declaration | None:
    """One row to the front, or to the back for what doesn't reach the nearest."""
    if cannot_act(world, reading, one, MOVE):
        return None
    low, _ = bounds(weapon_range(world, reading, one, weapons(world, reading, one)[0]))
    me = world.character(one)
    wanted = me.row + 1 if me.row + 1 < low else me.row - 1
    return ("move_row", {"actor": one, "row": wanted}) if wanted in other_rows(world, one) else None


PLAYERS = {"sensible": sensible, "plain": plain, "cautious": cautious}

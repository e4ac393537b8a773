"""Reactions to an attack: skills of that timing, of whoever is attacked and of those beside them (YA-09)."""

import msgspec

from takusen.rules import Choice, Id, Play, Reading, Refused, rule

from .blocks import REACTION
from .catalogue import catalogue
from .facts_skill import Covered, SkillUsed
from .forbids import may_use
from .states import end, ends_in, lay, round_of
from .stats import amount
from .uses import cost, counted, spent, unpayable
from .world import State, World

COVER = "cover"


class Attacking(msgspec.Struct, frozen=True):
    """Who is attacked by whom."""

    of: Id
    by: Id


@rule("YA-09")
def react(t: Play[World], by: Id, target: Id) -> Id:
    """The window of an attack: whoever has a skill for it is asked. Gives who is attacked in the end."""
    beside = tuple(one for one, me in t.world.of_side(t.world.characters[target].side) if one != target)
    near = tuple(one for one in beside if t.world.characters[one].row == t.world.characters[target].row)
    asked = {one: ready(t.world, t.reading, one, one == target) for one in (target, *near)}
    for one, skill in t.window("attacked", Attacking(target, by), asked):
        if cannot_react(t.world, t.reading, one, skill) is None:
            target = answer(t, one, skill, target)
    return target


@rule("YA-09", "YA-11")
def over(t: Play[World], one: Id) -> None:
    """What somebody did for one attack is over with it."""
    end(t, one, tuple(state for state in t.world.characters[one].states if state.until == "attack" and state.stat))


def ready(world: World, reading: Reading, one: Id, attacked: bool) -> tuple[Choice[str], ...]:
    """The skills of somebody's for an attack at themselves, or at one beside them, with what forbids each."""
    known = catalogue(reading).skills
    mine = (id for id in world.characters[one].skills if id in known and known[id].timing == REACTION)
    return tuple(Choice(id, cannot_react(world, reading, one, id)) for id in mine if covers(reading, id) != attacked)


def covers(reading: Reading, id: str) -> bool:
    """Whether a reaction takes an attack upon oneself."""
    return any(effect.hook == COVER for effect in catalogue(reading).skills[id].effects.values())


def cannot_react(world: World, reading: Reading, one: Id, id: str) -> Refused | None:
    """Why a reaction can't be used now."""
    return may_use(world, reading, one, id) or spent(world, reading, one, id) or unpayable(world, reading, one, id)


@rule("YA-09")
def answer(t: Play[World], one: Id, skill: str, target: Id) -> Id:
    """A reaction is paid for and takes effect. Gives who is attacked from now on."""
    me, what = t.world.characters[one], catalogue(t.reading).skills[skill]
    level, paid = me.skills[skill], cost(t.reading, me, skill)
    t.emit(SkillUsed(one, skill, level, paid, me.mp - paid, counted(t.world, one, skill), (), (one,)))
    for effect in what.effects.values():
        if effect.kind == "modify":
            more = amount(me, t.reading, effect.amount, level, what.of)
            ends = ends_in(effect.until, round_of(t.world))
            lay(t, one, State(skill, effect.until, ends, effect.stat, more, effect.stacking, skill, one))
    if not covers(t.reading, skill):
        return target
    t.emit(Covered(one, target))
    return one

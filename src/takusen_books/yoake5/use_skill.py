"""Skills in use, whatever their timing (YA-09)."""

from takusen.rules import Id, Offer, Play, Reading, Refused, act, rule

from .aims import cannot_aim, reach, spends
from .blocks import Skill
from .bonds import lets_use
from .catalogue import catalogue
from .effects import ACT_NEXT, take_effect, use_of_skill
from .facts_skill import SkillUsed
from .forbids import may_act, may_use
from .rows import in_row
from .things import not_again
from .turn import not_not_yet
from .uses import DONE, cost, counted, not_now, spent, unpayable
from .world import World

NEVER = ("passive", "reaction")
"""Timings that nobody declares."""


def cannot_use(world: World, reading: Reading, one: Id, id: str) -> Refused | None:
    """Why somebody can't declare a skill now."""
    skill = catalogue(reading).skills[id]
    return (
        banned(reading, f"skills.{id}")
        or (None if lets_use(world, reading, one, skill.timing, skill.money) else not_now(world, one, skill.timing))
        or may_act(world, reading, one, skill.timing)
        or may_use(world, reading, one, id)
        or spent(world, reading, one, id)
        or unpayable(world, reading, one, id)
        or unarmed(world, reading, one, skill)
        or without_item(world, reading, one, id)
    )


def banned(reading: Reading, path: str) -> Refused | None:
    """Why nobody can use an entry at this table."""
    layer = reading.banned(path)
    return Refused.because("banned", layer=layer) if layer else None


def without_item(world: World, reading: Reading, one: Id, id: str) -> Refused | None:
    """What a skill uses up must be there."""
    need, held = spends(reading, id), [each.item for each in world.characters[one].items.values()]
    return Refused.because("item_missing", item=need) if need and need not in held else None


def unarmed(world: World, reading: Reading, one: Id, skill: Skill) -> Refused | None:
    """The weapon that a skill asks for must be in hand."""
    if not skill.weapon:
        return None
    known = catalogue(reading).items
    held = (known[each.item].kind for each in world.characters[one].items.values() if each.worn and each.item in known)
    fits = reading.content.get(f"charts.weapons.{skill.weapon}", (skill.weapon,))
    return None if any(kind in fits for kind in held) else Refused.because("weapon_missing", kind=skill.weapon)


def declared(world: World, reading: Reading, one: Id) -> tuple[str, ...]:
    """The skills of somebody's that can be declared at some time."""
    known = catalogue(reading).skills
    return tuple(id for id in world.characters[one].skills if id in known and known[id].timing not in NEVER)


def not_again_there(world: World, reading: Reading, one: Id, skill: Skill, target: Id) -> Refused | None:
    """Why a skill can't go to a target that is in reach."""
    steals = any(effect.kind == "steal" for effect in skill.effects.values())
    return not_again(world, reading, one, target) if steals else None


def too_late(world: World, reading: Reading, skill: Skill, target: Id) -> Refused | None:
    """Why what makes somebody act next can't go to a target: they aren't one who has not yet acted."""
    hurries = world.combat and any(effect.hook == ACT_NEXT for effect in skill.effects.values())
    return not_not_yet(world, reading, target) if hurries else None


@act("YA-09")
def use_skill(t: Play[World], actor: Id, skill: str, targets: tuple[Id, ...]) -> None:
    """Use a skill: its cost is paid, its use counts, and it takes effect."""
    resolve(t, actor, skill, targets)


@rule("YA-09")
def resolve(t: Play[World], actor: Id, skill: str, targets: tuple[Id, ...]) -> None:
    """A skill is paid for and takes effect."""
    me, what = t.world.characters[actor], catalogue(t.reading).skills[skill]
    level, paid = me.skills.get(skill, 1), cost(t.reading, me, skill)
    done = DONE.get(what.timing, ()) if t.world.combat else ()
    t.emit(SkillUsed(actor, skill, level, paid, me.mp - paid, counted(t.world, actor, skill), done, targets))
    met = in_row(t.world, targets[0]) if what.target == "row" and t.world.combat else targets
    take_effect(t, use_of_skill(actor, skill, level, what, met))


@use_skill.offer
def _(o: Offer[World]) -> None:
    world, reading = o.world, o.reading
    mine = o.mine(one for one, me in world.characters.items() if not me.removed)
    actor = o.pick("actor", tuple(one for one in mine if world.characters[one].skills))
    id = o.pick("skill", declared(world, reading, actor), unless=lambda one: cannot_use(world, reading, actor, one))
    skill = catalogue(reading).skills[id]
    there = reach(world, reading, actor, skill)
    if not there.among:
        o.refuse("nobody_there_to_meet")

    def unless(one: Id) -> Refused | None:
        return (
            cannot_aim(world, actor, one, there)
            or not_again_there(world, reading, actor, skill, one)
            or too_late(world, reading, skill, one)
        )

    if there.all:
        o.some("targets", there.among, len(there.among), len(there.among), suggested=there.among)
    else:
        o.some("targets", there.among, 1, 1, unless=unless)

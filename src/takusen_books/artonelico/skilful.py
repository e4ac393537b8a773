"""A policy that uses its skills: what strikes hardest, and help for who needs it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from takusen.rules import Declaration, Id, Memo, Square

from .aim import aimed, cannot_aim, cannot_aim_at
from .arts import Damage, Heal, Skill
from .policy import most_hurt, sensible, standing
from .stats import ability, coded
from .uses import cannot_use
from .world import MAIN, NOBODY, NOWHERE, Fighter, World, other_side

STANDBY = "standby"
HURT = 12
"""The HP that a friend must have lost to be helped."""


class Plan(NamedTuple):
    """One use of a skill, and what it is worth: the power or help that it brings."""

    worth: float
    skill: Id
    target: Id = NOBODY
    square: Square = NOWHERE


def skilful(world: World, one: Id, memo: Memo) -> Declaration | None:
    """Like `sensible`, but on its turn it uses the skill that strikes hardest, if that is harder than a blow, and helps
    the friend who has lost the most."""
    me = world.fighters[one]
    if world.here().phase == MAIN and me.skills and me.chant is None:
        plan = planned(world, one, me)
        if plan:
            return "use_skill", {"actor": one, "skill": plan.skill, **aim_of(plan)}
    return sensible(world, one, memo)


def aim_of(plan: Plan) -> dict[str, Id | Square]:
    """What the skill is aimed at, if at anything."""
    if plan.square:
        return {"square": plan.square}
    return {"target": plan.target} if plan.target else {}


def planned(world: World, one: Id, me: Fighter) -> Plan | None:
    """The skill to use now: help with the standby action first, then a blow with the main action."""
    help_first = [] if me.standby_used else list(helping(world, one, me, STANDBY))
    if help_first:
        return max(help_first)
    plain = float(ability(world, one, "attack").expected)
    blows = [*(plan for plan in striking(world, one, me) if plan.worth > plain), *helping(world, one, me, MAIN)]
    return max(blows, default=None)


def commands(world: World, one: Id, me: Fighter, hook: str) -> Iterator[tuple[Id, Skill, int]]:
    """The command skills that may be used with an action."""
    for skill, level in me.skills.items():
        art = world.skills.get(skill)
        if art and art.state == "command" and hook in art.hooks and cannot_use(world, one, skill, hook) is None:
            yield skill, art, level


def striking(world: World, one: Id, me: Fighter) -> Iterator[Plan]:
    """Blows by skill, each at the weakest whom it reaches, worth its power for each whom it meets."""
    foes = standing(world, other_side(me.side))
    for skill, art, level in commands(world, one, me, MAIN):
        power = total(world, one, level, [each.power for each in art.effects if isinstance(each, Damage)])
        if not power or art.target not in ("enemy", "square"):
            continue
        if art.target == "enemy":
            reached = (foe for foe in foes if cannot_aim(world, one, art, foe) is None)
            target = min(reached, key=lambda foe: world.fighters[foe].hp, default=NOBODY)
            if target:
                yield Plan(power * len(aimed(world, one, art, target, NOWHERE)), skill, target)
        else:
            squares = [world.fighters[foe].square for foe in foes]
            for square in [each for each in squares if each and cannot_aim_at(world, one, art, each) is None]:
                yield Plan(power * len(aimed(world, one, art, NOBODY, square)), skill, NOBODY, square)


def helping(world: World, one: Id, me: Fighter, hook: str) -> Iterator[Plan]:
    """Healing for the friend who has lost the most, if that is enough."""
    for skill, art, level in commands(world, one, me, hook):
        healed = total(world, one, level, [each.amount for each in art.effects if isinstance(each, Heal)])
        if healed and art.target == "ally":
            friends = standing(world, me.side)
            target = most_hurt(world, [each for each in friends if cannot_aim(world, one, art, each) is None])
            if target and world.fighters[target].hp_max - world.fighters[target].hp >= HURT:
                yield Plan(healed, skill, target)


def total(world: World, one: Id, level: int, formulas: Sequence[str]) -> float:
    """What formulas come to in all, on average."""
    return sum([float(coded(world, one, text, level).expected) for text in formulas])

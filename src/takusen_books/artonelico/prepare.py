"""What may be done before a battle with the GM's leave: items change hands, an enemy is looked at (AT-14)."""

from collections.abc import Sequence

import msgspec

from takusen.rules import GM, Id, Offer, Play, Refused, act, policy

from . import effects
from .aim import aimed, pick_aim
from .arts import Skill
from .facts_act import HandedOver
from .facts_flow import LeaveRefused
from .making import party, pick_one
from .turns import require
from .uses import cannot_use, pay
from .windows import mp_paid
from .world import ANNOUNCE, NOBODY, NOWHERE, PREPARE, World

ALLOW, REFUSE = "allow", "refuse"


class Leave(msgspec.Struct, frozen=True):
    """What somebody asks leave for: an item or a skill, and whom it is meant for."""

    who: Id
    what: Id
    target: Id


@policy("leave")
def grant(about: Leave, options: Sequence[str]) -> str:
    """The GM lets it be done."""
    return ALLOW


def allowed(t: Play[World], actor: Id, what: Id, target: Id) -> bool:
    """Whether the GM lets something be done while a battle is prepared; at other times nobody is asked."""
    if t.world.battle is None or t.ask(GM, "leave", (ALLOW, REFUSE), Leave(actor, what, target), grant) == ALLOW:
        return True
    t.emit(LeaveRefused(actor))
    return False


def in_time(world: World) -> Refused | None:
    """Why it is too late for preparations."""
    return Refused("not_this_phase") if world.battle and world.battle.phase != PREPARE else None


# items ---------------------------------------------------------------------------------------------------------------


@act("AT-14")
def hand_over(t: Play[World], actor: Id, target: Id, item: Id) -> None:
    """One of an item goes to another of the party."""
    if not allowed(t, actor, item, target):
        return
    giver, taker = t.world.fighter(actor), t.world.fighter(target)
    level = max(giver.item_levels.get(item, 1), taker.item_levels.get(item, 1))
    t.emit(HandedOver(actor, target, item, giver.items[item] - 1, taker.items.get(item, 0) + 1, level))


@hand_over.offer
def _(o: Offer[World]) -> None:
    require(o, in_time(o.world))
    actor = o.pick("actor", o.mine(party(o.world)), unless=lambda one: bag_empty(o.world, one))
    pick_one(o, "target", (one for one in party(o.world) if one != actor), lambda one: None)
    me = o.world.fighter(actor)
    pick_one(o, "item", (one for one, count in me.items.items() if count > 0), lambda one: being_made(o.world, actor))


def bag_empty(world: World, one: Id) -> Refused | None:
    """Why somebody has nothing to hand over."""
    me = world.fighter(one)
    return None if any(count > 0 for count in me.items.values()) else Refused.because("empty_bag", who=me.name)


def being_made(world: World, one: Id) -> Refused | None:
    """Why nothing leaves the bag of somebody who is still being made."""
    me = world.fighter(one)
    return Refused.because("still_made", who=me.name) if me.making else None


# skills --------------------------------------------------------------------------------------------------------------


@act("AT-14", "AT-16")
def use_ahead(t: Play[World], actor: Id, skill: Id, target: Id = NOBODY) -> None:
    """A skill of the announce phase, such as an enemy scan, before the battle begins."""
    if not allowed(t, actor, skill, target):
        return
    mp_paid(t, actor, pay(t, actor, skill, ANNOUNCE, target))
    art, level = t.world.skills[skill], t.world.fighter(actor).skills.get(skill, 1)
    met = aimed(t.world, actor, art, target, NOWHERE)
    effects.take_effect(t, effects.Use(actor, skill, art.name, level, art.effects), met)


@use_ahead.offer
def _(o: Offer[World]) -> None:
    if o.world.battle is None:
        o.refuse("no_battle")
    require(o, in_time(o.world))
    here = tuple(one for one in party(o.world) if o.world.fighter(one).stands)
    actor = o.pick("actor", o.mine(here), otherwise="not_your_fighter")
    mine = (one for one in o.world.fighter(actor).skills if one in o.world.skills and fits(o.world.skills[one]))
    skill = pick_one(o, "skill", mine, lambda one: cannot_use(o.world, actor, one, ANNOUNCE))
    pick_aim(o, actor, o.world.skills[skill])


def fits(art: Skill) -> bool:
    """Whether a skill can be used ahead: one of the announce phase that is aimed at somebody, if at anything."""
    return ANNOUNCE in art.hooks and art.target != "square"

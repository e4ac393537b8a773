"""Attack, defence and damage (BS-03 to BS-07, BS-09, BS-11, BS-13, BS-14)."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from takusen.rules import Chance, Form, Id, Offer, Play, Refused, Table, act, policy, rule

from .rolls import ATTACK, DEFENCE, Outcome, empty_pools, exhausted, pressed
from .strife import Acted, Attacked, Defended, FellUnconscious, Hit, LifeLost, Missed, Parried, Struck
from .world import Fighter, World, other_side

MINIMUM_TARGET = 2


# what a roll is made with --------------------------------------------------------------------------------------------


def pick_traits(
    o: Offer[World], traits: Table[str, int], hinders: tuple[str, ...], suggested: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The helping traits, as many as the table adds to one roll (BS-16, option traits_per_roll)."""
    helping = tuple(name for name in traits if name not in hinders)
    at_most = len(helping) if o.option("traits_per_roll") == "any" else 1
    return o.some(
        "traits", helping, at_most=at_most, otherwise="unknown_trait", too_many="too_many_traits", suggested=suggested
    )


def pick_fighting_skill(o: Offer[World], skills: Table[str, int]) -> str:
    """A skill to strike or parry with; the highest is suggested."""
    highest = sorted(skills, key=lambda name: -skills[name])[:1]
    return o.pick("skill", skills, otherwise="unknown_skill", suggested=tuple(highest))


def pick_against(o: Offer[World], traits: Table[str, int], helping: tuple[str, ...]) -> tuple[str, ...]:
    """The hindering traits, where the table has them (BS-16, option traits_per_roll)."""
    at_most = {"one": 0, "one_helping_one_hindering": 1, "any": len(traits)}[o.option("traits_per_roll")]
    rest = tuple(name for name in traits if name not in helping)
    return o.some("against", rest, at_most=at_most, otherwise="unknown_trait", too_many="too_many_traits")


def cannot_fight(world: World, one: Id) -> Refused | None:
    """Why a fighter is past acting."""
    me = world.fighter(one)
    if me.unconscious:
        return Refused.because("unconscious", who=me.name)
    if me.incapacitated:
        return Refused.because("out", who=me.name)
    return None


def cannot_act(world: World, one: Id) -> Refused | None:
    """Why a fighter can't take a turn now."""
    me, fight = world.fighter(one), world.fight
    if fight is None:
        return Refused("no_fight")
    past = cannot_fight(world, one)
    if past:
        return past
    if world.loses_turn(one):
        return Refused.because("lost_turn", who=me.name)
    if me.acted:
        return Refused.because("already_acted", who=me.name)
    if one not in acting(world):
        return Refused.because("not_your_turn", who=me.name)
    return None


def acting(world: World) -> tuple[Id, ...]:
    """Who may act now: the ready of the side whose turn it is, or the next in order (BS-02)."""
    fight = world.fight
    if fight is None:
        return ()
    if fight.order:
        able = {one: None for side in ("friends", "foes") for one in world.ready(side)}
        return tuple(one for one in fight.order if one in able)[:1]
    return world.ready(fight.turn)


def pick_actor(o: Offer[World], name: str) -> Id:
    """One of the seat's fighters in the fight who may act."""
    if o.world.fight is None:
        o.refuse("no_fight")
    members = o.world.fight.members if o.world.fight else ()
    mine = o.mine(one for one in members if one in o.world.fighters)
    return o.pick(name, mine, unless=lambda one: cannot_act(o.world, one), otherwise="not_your_fighter")


# the attack ----------------------------------------------------------------------------------------------------------


@act("BS-03", "BS-06")
def attack(
    t: Play[World],
    attacker: Id,
    target: Id,
    traits: tuple[str, ...],
    skill: str,
    force: int,
    against: tuple[str, ...] = (),
) -> None:
    """Split trait + skill into force and target number, and strike; giving up ends the action."""
    total = t.world.fighter(attacker).total(traits, skill, against)
    t.emit(Attacked(attacker, target, traits, skill, total, force, total - force, against))
    strike(t, attacker, target, force, total - force)
    t.emit(Acted(attacker))


@attack.offer
def _(o: Offer[World]) -> None:
    attacker = pick_actor(o, "attacker")
    me = o.world.fighter(attacker)
    members = o.world.fight.members if o.world.fight else ()
    others = tuple(one for one in members if one in o.world.fighters and one != attacker)
    o.pick("target", others, unless=lambda one: cannot_be_target(o.world, me, one))
    traits = pick_traits(o, me.traits, me.hinders, best_traits(me.traits, me.hinders))
    against = pick_against(o, me.traits, traits)
    skill = pick_fighting_skill(o, me.skills)
    least = 1 if o.option("split_minimum") == "2_and_1" else 0
    most, short = me.total(traits, skill, against) - MINIMUM_TARGET, "split_too_small"
    o.number("force", least, most, otherwise=short, below=short)


def cannot_be_target(world: World, me: Fighter, one: Id) -> Refused | None:
    """Why a fighter can't be attacked."""
    other = world.fighter(one)
    if other.side == me.side:
        return Refused.because("same_side", target=other.name)
    return Refused.because("target_out", target=other.name) if other.out else None


def strike(t: Play[World], attacker: Id, target: Id, force: int, number: int) -> None:
    """The attack roll, and what it brings (BS-04, BS-13)."""
    empty_before = empty_pools(t, attacker)
    outcome = pressed(t, attacker, ATTACK, number)
    t.emit(Hit(attacker, target, force) if outcome.good else Missed(attacker, target))
    exhausted(t, attacker, outcome.good, empty_before)
    if outcome.good:
        take(t, attacker, target, force, outcome is Outcome.CRITICAL)


def take(t: Play[World], attacker: Id, target: Id, force: int, critical: bool) -> None:
    """The target defends; a blow that gets through takes life (BS-07, BS-09)."""
    if parry(t, attacker, target, force, critical):
        t.emit(Parried(target, attacker))
        return
    t.emit(Struck(target, attacker, force))
    lose_life(t, target, damage(t, force, critical))


def lose_life(t: Play[World], target: Id, amount: int) -> None:
    """Life goes down, to 0 at the least; at 0 the fighter is unconscious (BS-09)."""
    life = t.world.fighter(target).life
    left = max(0, life - amount)
    t.emit(LifeLost(target, life - left, left))
    if left == 0:
        t.emit(FellUnconscious(target))


@rule("BS-11", "BS-13")
def damage(t: Chance, force: int, critical: bool) -> int:
    """Life that a hit takes: by its force, or as a critical."""
    if critical:
        return int(t.content("damage.critical"))
    if force == t.content("damage.between"):
        return int(t.option("force_11"))
    return int(t.content("damage.light" if force < t.content("damage.between") else "damage.heavy"))


# the defence ---------------------------------------------------------------------------------------------------------


class Incoming(msgspec.Struct, frozen=True):
    """What a defence prompt shows: the blow, and what the defender has to meet it."""

    of: Id
    attacker: Id
    force: int
    critical: bool
    traits: Table[str, int]
    hinders: tuple[str, ...]
    skills: Table[str, int]


class Guard(msgspec.Struct, frozen=True):
    """How a fighter defends."""

    traits: tuple[str, ...]
    skill: str
    against: tuple[str, ...] = ()


def pick_guard(o: Offer[World], about: Incoming) -> None:
    """Own trait and own skill (BS-07)."""
    traits = pick_traits(o, about.traits, about.hinders, best_traits(about.traits, about.hinders))
    pick_against(o, about.traits, traits)
    pick_fighting_skill(o, about.skills)


@policy("defend")
def best_defence(about: Incoming, open_ones: Sequence[Guard]) -> Guard:
    """The best trait with the best skill."""
    return Guard(best_traits(about.traits, about.hinders), max(about.skills, key=lambda name: about.skills[name]))


def best_traits(traits: Table[str, int], hinders: tuple[str, ...]) -> tuple[str, ...]:
    """The one best helping trait, if there is any."""
    helping = [name for name in traits if name not in hinders]
    return (max(helping, key=lambda name: traits[name]),) if helping else ()


class Reach(StrEnum):
    """What a defence target is good for."""

    ROLL = "roll"
    ALWAYS = "always"
    NEVER = "never"


@rule("BS-07")
def reach(t: Chance, number: int) -> Reach:
    """A defence target of 1 or less, or 12 or more, may settle it without dice (option extreme_target)."""
    if t.option("extreme_target") == "automatic":
        if number <= t.content("defence.hopeless"):
            return Reach.NEVER
        if number >= t.content("defence.certain"):
            return Reach.ALWAYS
    return Reach.ROLL


@rule("BS-07", "BS-13", "BS-14")
def parry(t: Play[World], attacker: Id, target: Id, force: int, critical: bool) -> bool:
    """Whether the defender parries: trait + skill - force, at or below."""
    me = t.world.fighter(target)
    if (critical and t.option("critical") == "cannot_be_parried") or not me.skills:
        return False
    if me.prone and t.option("fallen") == "helpless":
        return False
    about = Incoming(target, attacker, force, critical, me.traits, me.hinders, me.skills)
    guard = t.ask(target, "defend", Form(Guard, pick_guard), about, best_defence)
    me = t.world.fighter(target)
    total = me.total(guard.traits, guard.skill, guard.against)
    t.emit(Defended(target, attacker, guard.traits, guard.skill, total, total - force, guard.against))
    return defend(t, target, total - force)


def defend(t: Play[World], target: Id, number: int) -> bool:
    """The defence roll with its rerolls, or none where the target settles it."""
    reached = reach(t, number)
    if reached is not Reach.ROLL:
        return reached is Reach.ALWAYS
    empty_before = empty_pools(t, target)
    parried = pressed(t, target, DEFENCE, number).good
    exhausted(t, target, parried, empty_before)
    return parried


def opponents(world: World, one: Id) -> tuple[Id, ...]:
    """Those standing on the other side."""
    return world.standing(other_side(world.fighter(one).side))

"""Attacks: the hit check, evasion, and what comes through (YA-08)."""

import msgspec
from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, Reading, act, rule

from .blows import SINGLE, boost, follow, load
from .catalogue import catalogue
from .checks import contested
from .damage import damage, lose, ward
from .facts_fight import Attacked, Evaded, Struck
from .reactions import over, react
from .rows import fighting_with, not_a_target, weapon_range
from .states import HIDDEN, end
from .stats import total
from .turn import pick_actor
from .world import NOBODY, World

ATTACK = "attack"


class Blow(msgspec.Struct, frozen=True):
    """An attack at one target, with all that is added to it.

    `stat` is the number that the damage is computed with, `plus` and `dice` are added to the damage, `hit` and
    `hit_dice` to the check; `sure` needs no check, `pierces` passes barrier and armour; `source` names the skill.
    """

    by: Id
    target: Id
    stat: str = ATTACK
    plus: int = 0
    dice: int = 0
    hit: int = 0
    hit_dice: int = 0
    elements: tuple[str, ...] = ()
    weapon: Id = NOBODY
    source: str = ""
    sure: bool = False
    pierces: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What came of a blow: whether it met, what came through, and whether the target went down."""

    met: bool
    amount: int = 0
    felled: bool = False


@rule("YA-03", "YA-08")
def hits(t: Play[World], blow: Blow) -> bool:
    """The hit check against evasion."""
    mine = total(t.world, t.reading, blow.by, "hit", blow.weapon) + blow.hit
    theirs = total(t.world, t.reading, blow.target, "evasion")
    return contested(t, blow.by, mine, blow.target, theirs, blow.hit_dice)


@rule("YA-08")
def strike(t: Play[World], blow: Blow) -> Outcome:
    """One blow: who is attacked may react; it meets or misses, and what comes through goes off HP."""
    blow = replace(blow, target=react(t, blow.by, blow.target))
    if not (blow.sure or hits(t, blow)):
        t.emit(Evaded(blow.target, blow.by))
        over(t, blow.target)
        return Outcome(False)
    t.emit(Struck(blow.by, blow.target))
    amount = through(t, blow)
    felled = lose(t, blow.target, amount, blow.by, blow.source, ",".join(blow.elements))
    over(t, blow.target)
    return Outcome(True, amount, felled)


@rule("YA-08")
def through(t: Play[World], blow: Blow) -> int:
    """How much of a blow comes through."""
    power = total(t.world, t.reading, blow.by, blow.stat, blow.weapon) + blow.plus + boost(t, blow.by, blow.elements)
    dice = int(t.content("charts.combat.attack_dice")) + blow.dice
    return damage(t, power, dice, ward(t.world, t, blow.target, blow.elements, blow.pierces), blow.by)


@rule("YA-08", "YA-11")
def after_attack(t: Play[World], one: Id) -> None:
    """What was to last until an attack is over with it: hiding, and what was for this attack alone."""
    states = t.world.character(one).states
    end(t, one, tuple(state for state in states if state.until == ATTACK or state.name == HIDDEN))


def weapons(world: World, reading: Reading, one: Id) -> tuple[Id, ...]:
    """The weapons that somebody has in hand; bare hands or a foe's own reach without any."""
    known = catalogue(reading).items
    held = (
        own for own, each in world.character(one).items.items()
        if each.worn and not (each.broken or each.dropped) and each.item in known and known[each.item].range
    )  # fmt: skip
    return tuple(held) or (NOBODY,)


@act("YA-06", "YA-08")
def attack(t: Play[World], actor: Id, weapon: Id, target: Id) -> None:
    """A plain attack with the weapon in hand: the major action."""
    t.emit(Attacked(actor, (target,)))
    ready = load(t, actor, weapon, SINGLE)
    got = strike(t, Blow(actor, target, plus=ready.plus, elements=ready.elements, weapon=weapon))
    follow(t, actor, weapon, SINGLE, got.felled)
    after_attack(t, actor)


@attack.offer
def _(o: Offer[World]) -> None:
    actor = pick_actor(o, "major")
    weapon = o.pick("weapon", weapons(o.world, o.reading, actor))
    range = weapon_range(o.world, o.reading, actor, weapon)
    o.pick("target", fighting_with(o.world, actor), unless=lambda one: not_a_target(o.world, actor, one, range))

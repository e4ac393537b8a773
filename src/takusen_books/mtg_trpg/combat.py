"""Attacks in a scene: a PC attacks once a scene, and blocks whenever it is attacked (MT-26)."""

from collections.abc import Sequence

import msgspec

from takusen.rules import GM, Id, Offer, Play, Refused, act, policy, rule

from .facts_check import Blocked, FoughtByHand, NpcsAttacked, PcAttacked, Unblocked
from .moving import pcs_able
from .piles import pick_pc
from .questions import Case, gm
from .reach import place_of, sees
from .stats import is_creature, power, toughness
from .world import CREATURE, NOBODY, PLANESWALKER, Permanent, World
from .wounds import wound

NOBODY_BLOCKS = "nobody"
BY_NUMBERS, BY_HAND = "by_numbers", "by_hand"
VIGILANCE, HASTE, DEFENDER = "vigilance", "haste", "defender"
CHANGING = ("trample", "first strike", "double strike", "deathtouch", "lifelink", "infect", "wither", "toxic")
"""Keywords that make combat damage something else than power against toughness."""


class Assault(msgspec.Struct, frozen=True):
    """Who attacks whom, and who blocks already."""

    of: Id
    target: Id
    blockers: tuple[Id, ...] = ()


Blocks = tuple[tuple[Id, tuple[Id, ...]], ...]
"""Each attacker with those who block it."""


@policy("blocks")
def nobody_blocks(about: Assault, open_ones: Sequence[str]) -> str:
    """Nobody blocks."""
    return NOBODY_BLOCKS


@policy("combat")
def by_numbers(about: Case, open_ones: Sequence[str]) -> str:
    """Power against toughness, whatever else."""
    return BY_NUMBERS


# acts ----------------------------------------------------------------------------------------------------------------


@act("MT-26")
def attack(t: Play[World], pc: Id, attackers: tuple[Id, ...], target: Id) -> None:
    """A PC attacks with what it controls, once a scene; the GM says who blocks."""
    tapped = tuple([one for one in attackers if not has(t.world, one, VIGILANCE)])
    t.emit(PcAttacked(pc, attackers, target, tapped))
    fight_out(t, attackers, target, GM)


@attack.offer
def _(o: Offer[World]) -> None:
    pc = pick_pc(o)
    if o.world.scene is None:
        o.refuse("no_scene")
    if o.world.pcs[pc].attacked:
        o.refuse("attacked_already")
    mine = tuple(one for one, me in o.world.here() if me.controller == pc and is_creature(me))
    if not mine:
        o.refuse("no_attacker")
    o.some("attackers", mine, at_most=len(mine), at_least=1, unless=lambda one: unready(o.world, one))
    others = tuple(one for one, me in o.world.here() if can_be_attacked(me) and me.controller != pc)
    o.pick("target", others, unless=lambda one: None if sees(o.world, pc, one) else Refused("out_of_sight"))


@act("MT-26", by="gm")
def assault(t: Play[World], attackers: tuple[Id, ...], target: Id) -> None:
    """NPCs attack a PC; its player says who blocks."""
    t.emit(NpcsAttacked(attackers, target))
    fight_out(t, attackers, target, target)


@assault.offer
def _(o: Offer[World]) -> None:
    able = tuple(one for one, me in o.world.here() if is_creature(me) and not me.hidden and npcs(o.world, me))
    if not able:
        o.refuse("no_attacker")
    o.some("attackers", able, at_most=len(able), at_least=1, unless=lambda one: unready(o.world, one))
    o.pick("target", pcs_able(o.world))


def npcs(world: World, me: Permanent) -> bool:
    """Whether no PC controls it."""
    return me.controller not in world.pcs


def can_be_attacked(me: Permanent) -> bool:
    """Whether somebody can be attacked: a player, a planeswalker, or a creature that has to defend itself."""
    return me.is_a(CREATURE, PLANESWALKER) and not me.hidden


def unready(world: World, one: Id) -> Refused | None:
    """Why a creature can't attack now."""
    me = world.permanents[one]
    if me.tapped:
        return Refused("tapped")
    if has(world, one, DEFENDER):
        return Refused("defender")
    fresh = me.owner and me.entered == world.scenes and world.scenes
    return Refused("just_come") if fresh and not has(world, one, HASTE) else None


def has(world: World, one: Id, keyword: str) -> bool:
    """Whether the card of a permanent has a keyword."""
    me = world.permanents[one]
    card = world.cards.get(me.card)
    return card is not None and keyword in [each.lower() for each in card.faces[me.face].keywords]


# the fight -----------------------------------------------------------------------------------------------------------


@rule("MT-26")
def fight_out(t: Play[World], attackers: tuple[Id, ...], target: Id, defender: Id | str) -> None:
    """Who blocks, and the damage, all of it at once."""
    blocks = declared(t, attackers, target, defender)
    if reckoned_by_hand(t, blocks, target):
        t.emit(FoughtByHand(target))
        return
    for one, amount in blows(t.world, blocks, target):
        wound(t, one, amount)


@rule("MT-26")
def declared(t: Play[World], attackers: tuple[Id, ...], target: Id, defender: Id | str) -> Blocks:
    """Whoever defends says for each attacker who blocks it."""
    blocks: Blocks = ()
    for one in attackers:
        taken = tuple([each for _, those in blocks for each in those])
        those = blockers(t, one, target, defender, taken)
        blocks = (*blocks, (one, those))
    return blocks


def blockers(t: Play[World], one: Id, target: Id, defender: Id | str, taken: tuple[Id, ...]) -> tuple[Id, ...]:
    """Those who block one attacker, asked for one after another."""
    chosen: tuple[Id, ...] = ()
    able = able_to_block(t.world, target, taken)
    while able:
        about = Assault(one, target, chosen)
        answer = t.ask(defender, "blocks", (NOBODY_BLOCKS, *able), about, nobody_blocks)
        if answer == NOBODY_BLOCKS:
            break
        chosen = (*chosen, Id(answer))
        t.emit(Blocked(Id(answer), one))
        able = able_to_block(t.world, target, (*taken, *chosen))
    if not chosen:
        t.emit(Unblocked(one))
    return chosen


def able_to_block(world: World, target: Id, taken: tuple[Id, ...]) -> tuple[Id, ...]:
    """The untapped creatures of the defender's side where the target is."""
    pc = target in world.pcs
    place = world.pcs[target].place if pc else place_of(world, world.permanents[target])
    found = ((one, me) for one, me in world.here() if one not in (target, *taken) and not (me.tapped or me.hidden))
    near = ((one, me) for one, me in found if is_creature(me) and place_of(world, me) == place)
    return tuple([one for one, me in near if (me.controller == target if pc else npcs(world, me))])


def reckoned_by_hand(t: Play[World], blocks: Blocks, target: Id) -> bool:
    """Whether the GM deals the damage: asked where keywords change it."""
    fighting = [each for one, those in blocks for each in (one, *those)]
    changing = [word for one in fighting for word in CHANGING if has(t.world, one, word)]
    if not changing:
        return False
    case = Case(NOBODY, "", target, ", ".join(dict.fromkeys(changing)))
    return bool(gm(t, "combat", case, (BY_NUMBERS, BY_HAND), by_numbers) == BY_HAND)


def blows(world: World, blocks: Blocks, target: Id) -> tuple[tuple[Id, int], ...]:
    """Who is dealt how much damage, all at once: a creature that is attacked strikes back at the first who gets
    through."""
    dealt: list[tuple[Id, int]] = []
    foe = world.permanents.get(target)
    back = power(foe) if foe and is_creature(foe) else 0
    for one, those in blocks:
        force = power(world.permanents[one])
        if those:
            dealt += [*spread(world, force, those), *[(one, power(world.permanents[each])) for each in those]]
        else:
            dealt += [(target, force), (one, back)]
            back = 0
    return tuple(dealt)


def spread(world: World, force: int, those: tuple[Id, ...]) -> list[tuple[Id, int]]:
    """Damage over several who block: as much as kills each in turn, the rest on the last."""
    dealt: list[tuple[Id, int]] = []
    for one in those:
        me = world.permanents[one]
        amount = force if one == those[-1] else min(force, max(0, toughness(me) - me.damage))
        dealt.append((one, amount))
        force -= amount
    return dealt

"""Damage: power against endurance, and the windows around it (AT-26, AT-27, AT-28)."""

from takusen.rules import Chance, DiceCode, Id, Play, Table, code, rule

from . import windows
from .facts_act import Covered, Cured, Damaged, Downed, Lasted
from .facts_song import ChantEnded
from .gauge import gauge_at_end
from .rolls import rolled
from .stats import NOTHING, ability
from .world import FAINT, NOBODY, World


@rule("AT-27")
def damage(t: Chance, by: Id, power: DiceCode, of: Id, endurance: DiceCode) -> int:
    """The power roll less the endurance roll, at least 0; neither can fumble or be critical."""
    return max(0, rolled(t, "power", power, by) - rolled(t, "endurance", endurance, of))


def toughness(t: Play[World], target: Id, element: str, pierces: bool) -> DiceCode:
    """What meets a power roll."""
    stance = code(t.content("guard.dice")) if t.world.fighter(target).guard else NOTHING
    return defence(t.world, target, element, pierces, stance)


def defence(world: World, target: Id, element: str, pierces: bool, stance: DiceCode) -> DiceCode:
    """Endurance with what modifies it, guard, each time `stance`, and resistance to the element."""
    me = world.fighter(target)
    if pierces:
        return NOTHING
    found = plus(ability(world, target, "endurance"), ability(world, target, "ward"))
    if me.guard:
        found += DiceCode(stance.dice * me.guard, stance.plus * me.guard)
    return found + me.resist[element] if element in me.resist else found


def plus(found: DiceCode, more: DiceCode) -> DiceCode:
    """The sum of two codes; mostly there is nothing to add."""
    return found if more is NOTHING else found + more


@rule("AT-26", "AT-27", "AT-28")
def blow(
    t: Play[World],
    by: Id,
    target: Id,
    power: DiceCode,
    element: str = "none",
    pierces: bool = False,
    countered: bool = True,
) -> None:
    """One blow at one target: cover and other reactions, the damage, and what answers it, but not another counter."""
    power = plus(power, ability(t.world, by, "power"))
    if watched(t.world, target):
        target, amount = met(t, by, target, power, element, pierces)
    else:
        amount = damage(t, by, power, target, toughness(t, target, element, pierces))
    hurt(t, target, by, amount, element)
    drop_passing(t, target)
    answer(t, by, target, amount, countered)


def watched(world: World, target: Id) -> bool:
    """Whether somebody may want to see the power before the blow is met."""
    watch = world.battle.alert if world.battle else None
    if not watch:
        return False
    side = world.fighters[target].side
    covering = (one for one in watch.get("cover", ()) if one != target)
    return target in watch.get("damage_taken", ()) or any(world.fighters[one].side == side for one in covering)


def met(t: Play[World], by: Id, target: Id, power: DiceCode, element: str, pierces: bool) -> tuple[Id, int]:
    """The power is rolled and seen; somebody may take the blow, whoever takes it may brace, and endurance meets it."""
    strength = rolled(t, "power", power, by)
    target = covered(t, by, target, known_of(t, target, strength, element, pierces))
    windows.react(t, "damage_taken", (target,), by, by, known_of(t, target, strength, element, pierces))
    return target, max(0, strength - rolled(t, "endurance", toughness(t, target, element, pierces), target))


def known_of(t: Play[World], target: Id, power: int, element: str, pierces: bool) -> Table[str, int]:
    """What is known of a blow on its way: its power, and what it meets."""
    me, ward = t.world.fighter(target), toughness(t, target, element, pierces)
    return Table({"POWER": power, "HP": me.hp + me.barrier, "WARD_DICE": ward.dice, "WARD": ward.plus})


@rule("AT-21", "AT-28")
def covered(t: Play[World], by: Id, target: Id, known: Table[str, int]) -> Id:
    """Who takes the blow: the first who covers, else the target itself."""
    side = t.world.fighter(target).side
    others = tuple(one for one in t.world.standing(side) if one != target)
    used = windows.react(t, "cover", others, by, target, known)
    if not used:
        return target
    t.emit(Covered(used[0][0], target))
    return used[0][0]


def hurt(t: Play[World], target: Id, by: Id, amount: int, element: str = "none") -> None:
    """Damage goes to the barrier first, then to HP; at 0 its bearer is downed, and it may break a chant."""
    me = t.world.fighter(target)
    kept = min(me.barrier, amount)
    left = me.hp - (amount - kept)
    if left < 0 and t.option("hp_floor") == "stops_at_0":
        left = 0
    t.emit(Damaged(target, by, amount, me.barrier - kept, left, element))
    if amount > 0:
        shaken(t, target, lost=amount > kept)


def shaken(t: Play[World], target: Id, lost: bool) -> None:
    """What a blow does besides: it downs, wakes the fainted, and may break a chant (option sing_break)."""
    me = t.world.fighter(target)
    if me.hp <= 0 and not me.downed:
        fall(t, target)
    elif FAINT in me.ailments:
        t.emit(Cured(target, FAINT, me.ailments.without(FAINT)))
    if lost and me.chant is not None and not me.downed and me.hp > 0 and t.option("sing_break") == "any_damage":
        t.emit(ChantEnded(target, me.chant.song, "harmed", gauge_at_end(t, me.gauge)))


def fall(t: Play[World], target: Id) -> None:
    """Somebody is downed; a chant ends with it."""
    me = t.world.fighter(target)
    if me.chant is not None:
        t.emit(ChantEnded(target, me.chant.song, "downed", gauge_at_end(t, me.gauge)))
    t.emit(Downed(target))


def drop_passing(t: Play[World], one: Id) -> None:
    """What was to last for this blow alone is over."""
    me = t.world.fighter(one)
    if me.effects and any(each.turns == 0 for each in me.effects):
        t.emit(Lasted(one, me.ailments, tuple(each for each in me.effects if each.turns)))


def answer(t: Play[World], by: Id, target: Id, amount: int, countered: bool) -> None:
    """After a blow: skills of whoever dealt damage, then of whoever was struck."""
    if not t.world.here().alert:
        return
    known = Table({"DAMAGE": amount})
    if amount and windows.watching(t.world, "damage_dealt"):
        windows.react(t, "damage_dealt", (by,), target, target, known)
    if countered and by != NOBODY and windows.watching(t.world, "counter"):
        windows.react(t, "counter", (target,), by, by, known)

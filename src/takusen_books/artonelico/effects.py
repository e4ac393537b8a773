"""What skills, songs and items do: one procedure a kind of effect, a closed list (AT-06, AT-27, AT-28)."""

from collections.abc import Callable
from typing import Any

import msgspec

from takusen.rules import DiceCode, Id, Play, Table, rule

from . import strike
from .arts import (
    STATS,
    Allow,
    Anything,
    Barrier,
    Counter,
    Cover,
    Cure,
    Damage,
    GaugeShift,
    HarmoShift,
    Heal,
    Inflict,
    KeepGauge,
    Modify,
    Reorder,
    RestoreMp,
    Scan,
)
from .checks import opposed, reaches, verdict
from .facts_act import AilmentStruck, BarrierSet, Cured, HarmoChanged, Healed, Modified, MpChanged, Raised, StatClashed
from .facts_flow import OrderDecided, Scanned
from .facts_song import GaugeChanged
from .gauge import harmo_after
from .rolls import rolled
from .stats import PERMIT, REPLACE, ability, clash, looking
from .terms import read
from .world import NOBODY, PARTY, Lasting, World

KEEP = "keep_gauge"
WARD = "ward"
AMOUNT = "amount"


class Use(msgspec.Struct, frozen=True):
    """An art in use: whose, which, at which level, with what effects; in a window also whom it answers, and what is
    known there."""

    of: Id
    art: Id
    name: str
    level: int
    effects: tuple[Anything, ...]
    attacker: Id = NOBODY
    known: Table[str, int] = Table()


@rule("AT-06", "AT-28")
def take_effect(t: Play[World], use: Use, targets: tuple[Id, ...]) -> None:
    """The effects of an art in the order written, each on all whom it meets."""
    for effect in use.effects:
        if isinstance(effect, HarmoShift):
            harmo(t, use, effect)
            continue
        for one in met(t.world, use, effect, targets):
            if happens(t.world, use, effect, one):
                KINDS[type(effect)](t, use, effect, one)
    if use.attacker == NOBODY:
        strike.drop_passing(t, use.of)


def met(world: World, use: Use, effect: Anything, targets: tuple[Id, ...]) -> tuple[Id, ...]:
    """Whom an effect meets."""
    if effect.to == "self":
        return (use.of,)
    if effect.to == "target":
        return targets
    mine = world.fighter(use.of).side
    return tuple(one for one, me in world.fighting() if (me.side == mine) == (effect.to == PARTY))


def happens(world: World, use: Use, effect: Anything, one: Id) -> bool:
    """Whether an effect's condition holds."""
    return not effect.when or read(effect.when, "truth").holds(_look(world, use, one))


def coded(world: World, use: Use, text: str, one: Id) -> DiceCode:
    """The dice code of a formula of an effect on somebody."""
    return read(text).code(_look(world, use, one))


def counted(world: World, use: Use, text: str, one: Id) -> int:
    """The number of a formula of an effect on somebody."""
    return read(text, "number").number(_look(world, use, one))


def _look(world: World, use: Use, one: Id) -> Callable[[str], Any]:
    return looking(world, use.of, use.level, one, use.known)


def measured(t: Play[World], use: Use, text: str, one: Id) -> int:
    """What an amount comes to, rolled where it has dice; never less than 0."""
    return max(0, rolled(t, AMOUNT, coded(t.world, use, text, one), use.of))


# harm and help -------------------------------------------------------------------------------------------------------


def damage(t: Play[World], use: Use, effect: Damage, one: Id) -> None:
    """A blow."""
    if not t.world.fighter(one).downed:
        strike.blow(t, use.of, one, coded(t.world, use, effect.power, one), effect.element, effect.pierces)


def heal(t: Play[World], use: Use, effect: Heal, one: Id) -> None:
    """HP, up to the maximum."""
    me = t.world.fighter(one)
    if me.downed and not effect.revives:
        return
    back = min(measured(t, use, effect.amount, one), max(0, me.hp_max - me.hp))
    t.emit(Healed(one, use.of, back, me.hp + back))
    if me.downed and me.hp + back > 0:
        t.emit(Raised(one))


def restore_mp(t: Play[World], use: Use, effect: RestoreMp, one: Id) -> None:
    """MP, up to the maximum."""
    me = t.world.fighter(one)
    back = min(measured(t, use, effect.amount, one), max(0, me.mp_max - me.mp))
    t.emit(MpChanged(one, back, me.mp + back))


def barrier(t: Play[World], use: Use, effect: Barrier, one: Id) -> None:
    """A barrier is added to what there is of one."""
    t.emit(BarrierSet(one, t.world.fighter(one).barrier + measured(t, use, effect.amount, one)))


def inflict(t: Play[World], use: Use, effect: Inflict, one: Id) -> None:
    """An ailment takes hold, unless the target's roll keeps it off; the longer one of a kind stays."""
    me = t.world.fighter(one)
    if me.downed:
        return
    if effect.power and not overcomes(t, use, effect, one):
        return
    turns = counted(t.world, use, effect.turns, one)
    if turns > me.ailments.get(effect.ailment, 0):
        t.emit(AilmentStruck(one, effect.ailment, turns))


def overcomes(t: Play[World], use: Use, effect: Inflict, one: Id) -> bool:
    """Whether an ailment's power beats the target's roll against it (AT-10 to AT-12)."""
    power, against = coded(t.world, use, effect.power, one), ability(t.world, one, effect.against)
    return opposed(t, use.of, str(power), one, str(against), "ailment").won


def cure(t: Play[World], use: Use, effect: Cure, one: Id) -> None:
    """Ailments end."""
    for ailment in effect.ailments:
        left = t.world.fighter(one).ailments
        if ailment in left:
            t.emit(Cured(one, ailment, left.without(ailment)))


# what lasts ----------------------------------------------------------------------------------------------------------


def modify(t: Play[World], use: Use, effect: Modify, one: Id) -> None:
    """A stat is other for some turns; by how much is settled now."""
    changed = str(coded(t.world, use, effect.amount, one))
    begin(t, use, one, effect.stat, changed, counted(t.world, use, effect.turns, one), effect.stacking)
    if effect.stacking == REPLACE and clash(t.world, one, effect.stat):
        t.emit(StatClashed(one, effect.stat, clash(t.world, one, effect.stat)))


def begin(t: Play[World], use: Use, one: Id, stat: str, amount: str, turns: int, stacking: str = "add") -> None:
    """Something lasts on somebody; the same art's earlier one on the same stat is over."""
    others = [each for each in t.world.fighter(one).effects if (each.name, each.stat) != (use.name, stat)]
    made = Lasting(use.name, stat, amount, turns, stacking, use.of)
    told = (stat, signed(made), turns) if stat in STATS else ("", "", 0)
    t.emit(Modified(one, use.name, (*others, made), *told))


def signed(made: Lasting) -> str:
    """By how much something that lasts changes a stat: added to it, or put in its place."""
    return (
        f"={made.amount}" if made.stacking == REPLACE else f"{'' if made.amount.startswith('-') else '+'}{made.amount}"
    )


def keep_gauge(t: Play[World], use: Use, effect: KeepGauge, one: Id) -> None:
    """The next change of song in this phase keeps the gauge."""
    begin(t, use, one, KEEP, "0", 1)


def allow(t: Play[World], use: Use, effect: Allow, one: Id) -> None:
    """A restriction on chanters is lifted."""
    begin(t, use, one, PERMIT + effect.what, "0", counted(t.world, use, effect.turns, one))


# gauges and order ----------------------------------------------------------------------------------------------------


def gauge(t: Play[World], use: Use, effect: GaugeShift, one: Id) -> None:
    """The burst gauge, never below 0."""
    moved = rolled(t, AMOUNT, coded(t.world, use, effect.amount, one), use.of)
    t.emit(GaugeChanged(one, max(0, t.world.fighter(one).gauge + moved)))


def harmo(t: Play[World], use: Use, effect: HarmoShift) -> None:
    """The shared gauge, once however many are met."""
    if happens(t.world, use, effect, use.of):
        moved = rolled(t, AMOUNT, coded(t.world, use, effect.amount, use.of), use.of)
        left = harmo_after(t, t.world.harmo, moved)
        t.emit(HarmoChanged(left - t.world.harmo, left))


def reorder(t: Play[World], use: Use, effect: Reorder, one: Id) -> None:
    """A place in this turn's order (AT-15)."""
    if t.world.battle and one in t.world.battle.order:
        t.emit(OrderDecided(placed(t.world.battle.order, one, effect.place)))


def placed(order: tuple[Id, ...], one: Id, place: str) -> tuple[Id, ...]:
    """The order with one of it moved first, last, one up or one down."""
    at = {"first": 0, "last": len(order), "up": order.index(one) - 1, "down": order.index(one) + 1}[place]
    others = [other for other in order if other != one]
    at = max(0, at)
    return (*others[:at], one, *others[at:])


# windows and scans ---------------------------------------------------------------------------------------------------


def cover(t: Play[World], use: Use, effect: Cover, one: Id) -> None:
    """Whoever covers is the better defended against this blow."""
    if effect.ward != "0":
        begin(t, use, use.of, WARD, str(coded(t.world, use, effect.ward, one)), 0)


def counter(t: Play[World], use: Use, effect: Counter, one: Id) -> None:
    """A blow at the attacker."""
    target = use.attacker or one
    if not t.world.fighter(target).downed:
        strike.blow(t, use.of, target, coded(t.world, use, effect.power, target), effect.element, countered=False)


def scan(t: Play[World], use: Use, effect: Scan, one: Id) -> None:
    """A check against how hard the enemy is to read (AT-16)."""
    written = ability(t.world, use.of, effect.ability) + coded(t.world, use, effect.bonus, one)
    if reaches(t, verdict(t, use.of, str(written)), t.world.fighter(one).scan):
        t.emit(Scanned(one, use.of))


KINDS: dict[type, Callable[[Play[World], Use, Any, Id], None]] = {
    Damage: damage,
    Heal: heal,
    RestoreMp: restore_mp,
    Barrier: barrier,
    Inflict: inflict,
    Cure: cure,
    Modify: modify,
    GaugeShift: gauge,
    Reorder: reorder,
    Cover: cover,
    Counter: counter,
    Scan: scan,
    KeepGauge: keep_gauge,
    Allow: allow,
}

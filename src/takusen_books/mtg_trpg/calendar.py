"""Days pass, and with proper care wounds heal (MT-13, MT-15, MT-16)."""

from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, act, rule

from .facts_pc import LifeChanged
from .facts_state import CounterRemoved, DamageHealed, ModifiersEased
from .facts_world import CareBegun, CareCounted, CareEnded, DaysPassed
from .scene import powers, some_left, toughnesses
from .stats import MINUS, is_creature
from .world import Modifier, Permanent, World

WEEK = 7
MOST_DAYS = 366
DAMAGE, MODIFIERS, COUNTERS, LIFE = "damage", "modifiers", "counters", "life"


@act("MT-13", "MT-15", "MT-16", by="gm")
def pass_days(t: Play[World], days: int) -> None:
    """Days go by; whoever is cared for recovers with each whole week."""
    t.emit(DaysPassed(days, t.world.day + days))
    for one, me in t.world.here():
        if me.care and is_creature(me):
            count_care(t, one, me.days + days)


@pass_days.offer
def _(o: Offer[World]) -> None:
    if o.world.scene:
        o.refuse("scene_on")
    o.number("days", 1, MOST_DAYS)


def count_care(t: Play[World], one: Id, days: int) -> None:
    """So many days of care since the last whole week: what they bring."""
    t.emit(CareCounted(one, days % WEEK))
    if days >= WEEK:
        weeks_of_care(t, one, days // WEEK)


@rule("MT-13", "MT-15")
def weeks_of_care(t: Play[World], one: Id, weeks: int) -> None:
    """One point of damage a week, and +1/+1 a week against minus modifiers (option weekly_heal)."""
    had = t.world.permanents[one].damage
    heal_damage(t, one, weeks)
    spare = weeks if t.option("weekly_heal") == "parallel" else weeks - min(weeks, had)
    ease(t, one, spare)


def heal_damage(t: Play[World], one: Id, amount: int) -> None:
    """Damage goes away, as much as there is."""
    had = t.world.permanents[one].damage
    if had and amount:
        t.emit(DamageHealed(one, min(had, amount), max(0, had - amount)))


@rule("MT-15")
def ease(t: Play[World], one: Id, amount: int) -> None:
    """Power and toughness recover by so much each, as far as a minus is there."""
    had = t.world.permanents[one].modifiers
    left = eased(had, amount)
    if left != had:
        t.emit(ModifiersEased(one, powers(left) - powers(had), toughnesses(left) - toughnesses(had), left))


def eased(modifiers: tuple[Modifier, ...], amount: int) -> tuple[Modifier, ...]:
    """The modifiers with so much of the minus gone, from power and from toughness each."""
    power = toughness = amount
    left: tuple[Modifier, ...] = ()
    for each in modifiers:
        if each.until != "scene":
            left = (*left, each)
            continue
        up, out = min(power, max(0, -each.power)), min(toughness, max(0, -each.toughness))
        power, toughness = power - up, toughness - out
        left = (*left, *some_left(replace(each, power=each.power + up, toughness=each.toughness + out)))
    return left


# care and magic ------------------------------------------------------------------------------------------------------


@act("MT-13", by="gm")
def set_care(t: Play[World], of: Id, on: bool) -> None:
    """Somebody is properly cared for from now on, or no longer."""
    t.emit(CareBegun(of) if on else CareEnded(of))


@set_care.offer
def _(o: Offer[World]) -> None:
    people = tuple(one for one, me in o.world.here() if is_creature(me) and not me.owner)
    if not people:
        o.refuse("nobody_to_heal")
    of = o.pick("of", people)
    o.pick("on", (not o.world.permanents[of].care,))


@act("MT-13", "MT-15", "MT-16", by="gm")
def heal(t: Play[World], of: Id, what: str, amount: int) -> None:
    """Magic heals faster than care: damage, a minus, and -1/-1 counters; and life of a PC."""
    if what == LIFE:
        t.emit(LifeChanged(of, amount, t.world.pcs[of].life + amount))
    elif what == DAMAGE:
        heal_damage(t, of, amount)
    elif what == MODIFIERS:
        ease(t, of, amount)
    else:
        had = t.world.permanents[of].counters[MINUS]
        t.emit(CounterRemoved(of, MINUS, amount, had - amount))


@heal.offer
def _(o: Offer[World]) -> None:
    pcs = tuple(one for one, pc in o.world.pcs.items() if not pc.removed)
    of = o.pick("of", (*pcs, *(one for one, me in o.world.here() if ailments(me))))
    if of in o.world.pcs:
        o.pick("what", (LIFE,))
        o.number("amount", 1, MOST_DAYS)
        return
    ills = ailments(o.world.permanents[of])
    what = o.pick("what", tuple(ills))
    o.number("amount", 1, ills[what])


def ailments(me: Permanent) -> dict[str, int]:
    """What could be healed of somebody, and how much of it."""
    minus = [each for each in me.modifiers if each.until == "scene"]
    most = max(sum([max(0, -each.power) for each in minus]), sum([max(0, -each.toughness) for each in minus]))
    found = {DAMAGE: me.damage, MODIFIERS: most, COUNTERS: me.counters.get(MINUS, 0)}
    return {what: amount for what, amount in found.items() if amount}

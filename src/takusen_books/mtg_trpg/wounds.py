"""Damage, life, modifiers and counters (MT-13, MT-15, MT-16)."""

from takusen.rules import Id, Play, rule

from .facts_pc import LifeChanged
from .facts_state import CounterPut, CountersCancelled, Damaged, LoyaltyChanged, Modified, NpcLifeChanged
from .facts_world import ShieldBroken
from .stats import MINUS, PLUS, SHIELD, is_creature, is_walker
from .world import Modifier, World


@rule("MT-02", "MT-13")
def wound(t: Play[World], one: Id, amount: int) -> None:
    """Damage: life of a PC or an NPC treated as a player, loyalty of a planeswalker, damage on a creature."""
    me = t.world.permanents.get(one)
    if amount <= 0:
        return
    if me is None or me.as_player:
        change_life(t, one, -amount)
    elif me.counters.get(SHIELD):
        t.emit(ShieldBroken(one, me.counters.put(SHIELD, me.counters[SHIELD] - 1)))
    elif is_walker(me):
        t.emit(LoyaltyChanged(one, -amount, me.loyalty - amount))
    elif is_creature(me):
        t.emit(Damaged(one, amount, me.damage + amount))


def change_life(t: Play[World], one: Id, amount: int) -> None:
    """A PC or an NPC treated as a player gains or loses life."""
    if one in t.world.pcs:
        t.emit(LifeChanged(one, amount, t.world.pcs[one].life + amount))
    else:
        t.emit(NpcLifeChanged(one, amount, t.world.permanents[one].life + amount))


@rule("MT-15")
def modify(t: Play[World], one: Id, modifier: Modifier) -> None:
    """A modifier of power and toughness."""
    modifiers = (*t.world.permanents[one].modifiers, modifier)
    t.emit(Modified(one, modifier.power, modifier.toughness, modifiers))


@rule("MT-16")
def put_counters(t: Play[World], one: Id, counter: str, amount: int) -> None:
    """Counters are put on; +1/+1 and -1/-1 counters take each other away."""
    t.emit(CounterPut(one, counter, amount, t.world.permanents[one].counters.get(counter, 0) + amount))
    there = t.world.permanents[one].counters
    both = min(there.get(PLUS, 0), there.get(MINUS, 0))
    if both:
        t.emit(CountersCancelled(one, both, there[PLUS] - both, there[MINUS] - both))

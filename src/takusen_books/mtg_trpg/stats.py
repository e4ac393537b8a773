"""Derived numbers of permanents: power, toughness, and what would kill one."""

from .world import CREATURE, PLANESWALKER, Permanent

PLUS, MINUS, SHIELD = "+1/+1", "-1/-1", "shield"
"""Counters that the table knows; others are words."""


def balance(me: Permanent) -> int:
    """What +1/+1 and -1/-1 counters come to."""
    return me.counters.get(PLUS, 0) - me.counters.get(MINUS, 0)


def power(me: Permanent) -> int:
    """Power with modifiers and counters."""
    return me.power + balance(me) + sum([one.power for one in me.modifiers])


def toughness(me: Permanent) -> int:
    """Toughness with modifiers and counters."""
    return me.toughness + balance(me) + sum([one.toughness for one in me.modifiers])


def is_creature(me: Permanent) -> bool:
    """Whether it has power and toughness: NPCs treated as a planeswalker or a player have not (MT-02)."""
    return me.is_a(CREATURE) and not (me.as_planeswalker or me.as_player)


def is_walker(me: Permanent) -> bool:
    """Whether it has loyalty."""
    return me.as_planeswalker or (me.is_a(PLANESWALKER) and not me.as_player)


def spent(me: Permanent) -> bool:
    """Whether it dies without being destroyed: no toughness, or no loyalty left."""
    return (is_creature(me) and toughness(me) <= 0) or (is_walker(me) and me.loyalty <= 0)


def lethal(me: Permanent) -> bool:
    """Whether its damage destroys it."""
    return is_creature(me) and me.damage > 0 and me.damage >= toughness(me)

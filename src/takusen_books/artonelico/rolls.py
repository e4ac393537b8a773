"""Rolls of amounts: they neither fumble nor are critical (AT-08, AT-11); and who may read what comes of a roll."""

from collections.abc import Iterator

from takusen.rules import GM, Audience, Chance, DiceCode, Id

from .terms import OTHERS, read
from .world import Fighter, World, if_known

WRITTEN = ("power", "amount", "bonus")
"""The fields of effects whose formulas are rolled."""


def rolled(t: Chance, label: str, written: DiceCode, of: Id) -> int:
    """What a dice code comes to; one without dice is not rolled."""
    return t.roll(label, written.total(), of) if written.dice > 0 else written.plus


def flat_to(world: World, one: Id) -> Audience:
    """Who may read what a fighter adds to its dice: whoever knows its numbers; the GM alone if it has an art that
    makes another's numbers part of its roll."""
    me = world.fighters.get(one)
    if me is None or any(OTHERS.intersection(read(text).names) for text in _rolled_by(world, me)):
        return GM
    return if_known(world, me)


def _rolled_by(world: World, me: Fighter) -> Iterator[str]:
    """The formulas that a fighter's arts roll."""
    owned = ((world.skills, me.skills), (world.songs, me.songs), (world.items, me.items))
    arts = (known[one] for known, mine in owned for one in mine if one in known)
    written = (getattr(effect, field, "") for art in arts for effect in art.effects for field in WRITTEN)
    return filter(None, written)

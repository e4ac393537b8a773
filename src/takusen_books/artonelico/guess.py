"""A viewer's estimate of an enemy whose numbers are not known: how many dice its abilities have."""

from msgspec.structs import replace

from takusen.rules import Guess, Id, Table, is_hidden

from .arts import ABILITIES
from .world import World

ORDINARY_POINTS = 50


def fill(world: World, one: Id, dice: int) -> World:
    """A fighter whose numbers are hidden, with the viewer's estimate of its abilities and nothing else known."""
    world, me = unwatched(world), world.fighters.get(one)
    if me is None or not is_hidden(me.abilities):
        return world
    known = replace(
        me,
        abilities=Table(dict.fromkeys(ABILITIES, f"{dice}D")),
        level=1,
        hp=ORDINARY_POINTS,
        hp_max=ORDINARY_POINTS,
        mp=ORDINARY_POINTS,
        mp_max=ORDINARY_POINTS,
        skills=Table(),
        items=Table(),
        item_levels=Table(),
        element="none",
        resist=Table(),
    )
    return replace(world, fighters=world.fighters.put(one, known))


def unwatched(world: World) -> World:
    """A battle in which nobody is known to react: who of the enemies does is the GM's secret."""
    battle = world.battle
    if battle is None or not is_hidden(battle.alert):
        return world
    return replace(world, battle=replace(battle, alert=Table()))


GUESS = Guess("guess_dice", low=1, high=8, ordinary=3, fill=fill)

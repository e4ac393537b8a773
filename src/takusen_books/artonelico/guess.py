"""A viewer's estimate of an enemy whose numbers are not known: how many dice its abilities have."""

from msgspec.structs import replace

from takusen.rules import Guess, Id, Table, Word, is_hidden

from .arts import ABILITIES
from .windows import alert
from .world import NOBODY, Fighter, World

ORDINARY = Fighter("", "", hp=50, hp_max=50, mp=50, mp_max=50)
"""What stands for whatever else is hidden."""
ASSUMED = Word("phrase.guess_rest", (("hp", str(ORDINARY.hp)), ("mp", str(ORDINARY.mp))))


def fill(world: World, one: Id, dice: int) -> World:
    """A fighter whose numbers are hidden, with the viewer's estimate of its abilities and nothing else known."""
    world, me = unwatched(world), world.fighters.get(one)
    if me is None or not is_hidden(me.abilities):
        return world
    unknown = [name for name in me.__struct_fields__ if is_hidden(getattr(me, name))]
    known = replace(me, **{name: getattr(ORDINARY, name) for name in unknown})
    known = replace(known, abilities=Table(dict.fromkeys(ABILITIES, f"{dice}D")))
    return replace(world, fighters=world.fighters.put(one, known))


def unwatched(world: World) -> World:
    """A battle in which nobody is known to react: who of the enemies does is the GM's secret."""
    battle = world.battle
    if battle is None or not is_hidden(battle.alert):
        return world
    return replace(world, battle=replace(battle, alert=Table()))


def around(world: World) -> World:
    """A battle in which nothing more comes, and only what is known of can react."""
    battle = world.battle
    if battle is None or not is_hidden(battle.waves):
        return world
    return replace(world, battle=replace(battle, waves=Table(), encounter=NOBODY, alert=alert(world)))


GUESS = Guess("guess_dice", low=1, high=8, ordinary=3, fill=fill, around=around, assumed=ASSUMED)

"""A viewer's estimate of a foe whose numbers are not known: its level, and what foes of such a level are like."""

from msgspec.structs import replace

from takusen.rules import Guess, Id, Table, Word, is_hidden

from .world import Character, World

ORDINARY = Character("", hp=40, mp=20)
"""What stands for whatever else is hidden."""
ASSUMED = Word("phrase.guess_rest", (("hp", str(ORDINARY.hp)),))


def numbers(level: int) -> Table[str, int]:
    """What a foe of a level has, about as the catalogue's do."""
    return Table(
        {
            "level": level, "hit": level + 3, "evasion": 3 + level // 2, "attack": 2 * level + 3,
            "magic_attack": 2 * level + 2, "armour": 1 + level // 4, "barrier": level // 3, "action_value": level + 5,
            "perception": 2 + level // 2, "dexterity": 2 + level // 2, "intellect": level, "spirit": level,
            "hp_max": ORDINARY.hp, "mp_max": ORDINARY.mp,
        }
    )  # fmt: skip


def fill(world: World, one: Id, level: int) -> World:
    """A foe whose numbers are hidden, with the viewer's estimate and nothing else known; the others, who might come
    between, likewise."""
    me = world.characters.get(one)
    if me is None or not is_hidden(me.base):
        return world
    characters = (
        (id, supposed(each, level) if is_hidden(each.base) else each) for id, each in world.characters.items()
    )
    return replace(world, characters=Table(characters))


def supposed(me: Character, level: int) -> Character:
    """Somebody of whom nothing is known but that they are of a level."""
    unknown = [name for name in me.__struct_fields__ if is_hidden(getattr(me, name))]
    known = replace(me, **{name: getattr(ORDINARY, name) for name in unknown})
    return replace(known, base=numbers(level))


GUESS = Guess("guess_level", low=1, high=12, ordinary=4, fill=fill, assumed=ASSUMED)

"""Things whose effect is declared with a check: what they add to its result (YA-01, YA-10)."""

from collections.abc import Sequence

import msgspec

from takusen.rules import PASS, Chance, Choice, Id, Play, Reading, Refused, policy, rule

from .blocks import REACTION, Item
from .catalogue import catalogue
from .facts_skill import ItemUsed
from .stats import amount, holds
from .uses import counted, spent_item
from .world import Character, World

CHECK = "check"


class Help(msgspec.Struct, frozen=True):
    """Who is asked whether a thing helps with a check, and the result as far as it is known."""

    of: Id
    result: int = 0


@policy("help")
def always(about: Help, open_ones: Sequence[str]) -> str:
    """The first thing that helps."""
    return open_ones[0]


@rule("YA-01", "YA-10")
def asked_after_roll(t: Chance) -> bool:
    """Whether help is declared when the roll is known, instead of with it."""
    return False


@rule("YA-01", "YA-10")
def helped(t: Play[World], one: Id, rolled: bool, result: int = 0) -> int:
    """What somebody adds to a check by a thing that they declare with it."""
    if rolled != asked_after_roll(t):
        return 0
    ready = things(t.world, t.reading, one)
    if all(each.refused for each in ready):
        return 0
    own = t.ask(one, "help", (*ready, Choice(PASS)), Help(one, result), always)
    return 0 if own == PASS else use_help(t, one, Id(own))


@rule("YA-10")
def use_help(t: Play[World], one: Id, own: Id) -> int:
    """A thing helps with a check."""
    me = t.world.characters[one]
    id = me.items[own].item
    t.emit(ItemUsed(one, own, id, me.items[own].count, counted(t.world, one, id)))
    return sum(amount(me, t.reading, each.amount) for each in catalogue(t.reading).items[id].effects.values()
               if each.stat == CHECK)  # fmt: skip


def things(world: World, reading: Reading, one: Id) -> tuple[Choice[str], ...]:
    """The things in hand that may help with a check, each with what forbids it."""
    me, known = world.characters[one], catalogue(reading).items
    worn = ((own, each.item) for own, each in me.items.items() if each.worn and not each.broken and each.item in known)
    return tuple(Choice(str(own), no_help(world, reading, one, id)) for own, id in worn if helps(known[id]))


def helps(item: Item) -> bool:
    """Whether a thing's effect is declared with a check."""
    return item.timing == REACTION and any(effect.stat == CHECK for effect in item.effects.values())


def no_help(world: World, reading: Reading, one: Id, id: str) -> Refused | None:
    """Why a thing doesn't help now."""
    me: Character = world.characters[one]
    when = all(holds(me, reading, effect.when) for effect in catalogue(reading).items[id].effects.values())
    return spent_item(world, reading, one, id) if when else Refused("only_in_combat")

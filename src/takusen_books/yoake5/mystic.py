"""Mystic codes: made with a skill that they stand for, or without (YA-10)."""

from takusen.rules import Chance, Id, Offer, Play, Reading, Refused, act, judged, rule

from .catalogue import catalogue
from .facts_skill import MysticCodeMade
from .world import World

UNNAMED = "unnamed"


@rule("YA-10")
def named_later(t: Chance) -> bool:
    """Whether the skill of a mystic code that was made without one can be named later."""
    return True


def cannot_name(world: World, reading: Reading, one: Id, own: Id) -> Refused | None:
    """Why no skill can be named for a mystic code any more."""
    each = world.characters[one].items[own]
    if not each.skill:
        return None
    later = each.skill == UNNAMED and judged(reading, named_later)
    return None if later else Refused.because("code_made", item=each.item)


def codes(world: World, reading: Reading, one: Id) -> tuple[Id, ...]:
    """The mystic codes of somebody's."""
    known = catalogue(reading).items
    mine = world.characters[one].items
    return tuple(own for own, each in mine.items() if each.item in known and known[each.item].mystic)


@act("YA-10", own=True)
def make_mystic(t: Play[World], actor: Id, item: Id, skill: str) -> None:
    """Make a mystic code, naming the skill that it stands for, or none."""
    t.emit(MysticCodeMade(actor, item, t.world.characters[actor].items[item].item, skill))


@make_mystic.offer
def _(o: Offer[World]) -> None:
    world, reading = o.world, o.reading
    able = tuple(one for one in world.characters if codes(world, reading, one))
    actor = o.pick("actor", o.mine(able))
    o.pick("item", codes(world, reading, actor), unless=lambda one: cannot_name(world, reading, actor, one))
    o.pick("skill", (*world.characters[actor].skills, UNNAMED))

"""Things in use: what they do, how often, and whether they are used up (YA-10)."""

from takusen.rules import Id, Offer, Play, Reading, Refused, act, rule

from .blocks import PASSIVE, REACTION, Item
from .catalogue import catalogue
from .effects import Use, take_effect
from .facts_skill import ItemUsed
from .forbids import may_act
from .use_skill import banned
from .uses import DONE, MYSTIC, counted, not_now, spent_item
from .world import World

NEVER = (PASSIVE, REACTION)


def usable(world: World, reading: Reading, one: Id) -> tuple[Id, ...]:
    """The things of somebody's that do something when they are used."""
    known = catalogue(reading).items
    mine = world.characters[one].items
    return tuple(own for own, each in mine.items() if each.item in known and is_used(known[each.item]))


def is_used(item: Item) -> bool:
    """Whether a thing is one to use."""
    return bool(item.effects) and item.timing not in NEVER


def cannot_use_item(world: World, reading: Reading, one: Id, own: Id) -> Refused | None:
    """Why somebody can't use a thing now."""
    each = world.characters[one].items[own]
    item = catalogue(reading).items[each.item]
    worn = item.slot != "none" and not each.worn
    return (
        banned(reading, f"items.{each.item}")
        or (Refused.because("not_worn", item=each.item) if worn or each.broken or each.dropped else None)
        or not_now(world, one, item.timing)
        or may_act(world, reading, one, item.timing)
        or spent_item(world, reading, one, each.item)
    )


def for_others(item: Item) -> bool:
    """Whether a thing may be used on somebody else."""
    return any(effect.on != "self" for effect in item.effects.values())


@act("YA-10", "YA-09")
def use_item(t: Play[World], actor: Id, item: Id, target: Id) -> None:
    """Use a thing."""
    use_thing(t, actor, item, target)


@rule("YA-10")
def use_thing(t: Play[World], actor: Id, own: Id, target: Id) -> None:
    """A thing takes effect and, if it is one to use up, is one less."""
    each = t.world.characters[actor].items[own]
    what = catalogue(t.reading).items[each.item]
    names = (each.item, MYSTIC) if what.mystic else (each.item,)
    done = DONE.get(what.timing, ()) if t.world.combat else ()
    left = each.count - 1 if what.spent else each.count
    t.emit(ItemUsed(actor, own, each.item, left, counted(t.world, actor, *names), done, (target,)))
    take_effect(t, Use(actor, each.item, 1, "", (target,), what.effects, own=own))


@use_item.offer
def _(o: Offer[World]) -> None:
    world, reading = o.world, o.reading
    mine = o.mine(one for one, me in world.characters.items() if not me.removed)
    actor = o.pick("actor", tuple(one for one in mine if world.characters[one].items))
    own = o.pick("item", usable(world, reading, actor), unless=lambda one: cannot_use_item(world, reading, actor, one))
    item = catalogue(reading).items[world.characters[actor].items[own].item]
    others = tuple(one for one, me in world.characters.items() if not (me.removed or me.hidden or me.dead))
    o.pick("target", others if for_others(item) else (actor,), suggested=(actor,))

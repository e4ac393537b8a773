"""How the catalogue of MTGでTRPG reads a world, written down apart from the book's own code, for its referee."""

from collections.abc import Iterator, Mapping
from typing import Any

from takusen.play.handles import Id
from takusen_books.mtg_trpg.cards import Face
from takusen_books.mtg_trpg.recognise import Effect
from takusen_books.mtg_trpg.world import TYPES, Modifier, Permanent, World

RUINS = ("destroy", "bounce", "tuck", "exile", "exile_until")


def facility(me: Permanent) -> bool:
    """A building, field or the like of the world (MT-02)."""
    return "land" in me.types and not me.owner


def body(me: Permanent) -> bool:
    """Whether it has power and toughness."""
    return "creature" in me.types and not (me.as_planeswalker or me.as_player)


def walker(me: Permanent) -> bool:
    return not me.owner and not me.as_player and (me.as_planeswalker or "planeswalker" in me.types)


def stamina(me: Permanent) -> int:
    """Toughness with all that is added to it."""
    counters = me.counters.get("+1/+1", 0) - me.counters.get("-1/-1", 0)
    return me.toughness + counters + sum([one.toughness for one in me.modifiers])


def lasting(me: Permanent) -> list[Modifier]:
    """The modifiers that don't go with the scene."""
    return [one for one in me.modifiers if one.until != "scene"]


def passing(modifiers: tuple[Modifier, ...]) -> list[Modifier]:
    """The modifiers that are for the scene, or stay on NPCs (MT-15)."""
    return [one for one in modifiers if one.until == "scene"]


def minus(modifiers: tuple[Modifier, ...]) -> tuple[int, int]:
    """How much power and toughness is missing."""
    those = passing(modifiers)
    return -sum([min(0, one.power) for one in those]), -sum([min(0, one.toughness) for one in those])


def plus(modifiers: tuple[Modifier, ...]) -> tuple[int, int]:
    """How much power and toughness is added."""
    those = passing(modifiers)
    return sum([max(0, one.power) for one in those]), sum([max(0, one.toughness) for one in those])


def less(had: tuple[int, int], amount: int) -> tuple[int, int]:
    return max(0, had[0] - amount), max(0, had[1] - amount)


def where(world: World, one: Id) -> Id:
    """Where something is, or else who holds it, or whose it is."""
    me = world.permanents[one]
    if me.place:
        return me.place
    if me.holder in world.permanents:
        return where(world, me.holder)
    pc = world.pcs.get(me.holder) or world.pcs.get(me.control.by if me.control else me.owner)
    return pc.place if pc else Id("")


def lies_in(world: World, place: Id, outer: Id) -> bool:
    """Whether a place is another or somewhere inside."""
    for _ in world.places:
        if place == outer:
            return True
        place = world.places[place].inside if place in world.places else Id("")
    return False


def picked(args: Mapping[str, Any]) -> tuple[Id, ...]:
    """Everybody somebody aims at in an act."""
    groups = (args.get(name) or () for name in ("targets", "targets_2", "targets_3", "targets_4"))
    return tuple(Id(one) for group in groups for one in group)


def effects(face: Face, text: str = "") -> Iterator[Effect]:
    """The effects of a face, or of one of its abilities."""
    for ability in face.abilities:
        if text in ("", ability.text):
            yield from (effect for mode in ability.modes for effect in mode.effects)


def state(me: Permanent) -> tuple[Any, ...]:
    """All that somebody inside would not like to see change."""
    return (me.zone, me.place, me.damage, me.modifiers, me.counters, me.control, me.ruin, me.seal, me.holder, me.burned)


def plain(effect: Effect) -> bool:
    """Whether an effect speaks of all of a type and is carried out at once."""
    whole = effect.controller in ("", "any") and not (effect.excl or effect.unsure or effect.restricted)
    known = isinstance(effect.amount, int) or effect.kind in RUINS
    return whole and known and {*effect.targets_kind} <= {*TYPES}

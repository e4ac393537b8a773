"""What the facts of the book share: who learns of them, and how they change the world."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .world import World, if_known

NAMED = ("of", "target", "place")


class Open(Fact, frozen=True):
    """A fact that everybody learns of, unless it tells of somebody or some place that is out of sight."""

    def see(self, world: Any) -> Audience:
        return GM if any(_unseen(world, str(getattr(self, name, ""))) for name in NAMED) else EVERYONE


def _unseen(world: World, one: str) -> bool:
    known = world.permanents.get(Id(one)) or world.places.get(Id(one))
    return known is not None and known.seen(world) == GM


def changed(world: World, one: Id, **fields: Any) -> World:
    """The world with fields of one permanent set."""
    return replace(world, permanents=world.permanents.put(one, replace(world.permanents[one], **fields)))


def of_pc(world: World, one: Id, **fields: Any) -> World:
    """The world with fields of one PC set."""
    return replace(world, pcs=world.pcs.put(one, replace(world.pcs[one], **fields)))


def of_place(world: World, one: Id, **fields: Any) -> World:
    """The world with fields of one place set."""
    return replace(world, places=world.places.put(one, replace(world.places[one], **fields)))


def own(world: World, pc: Id) -> Audience:
    """The player of a PC, and the GM."""
    me = world.pcs.get(pc)
    return (GM, me.player) if me is not None and me.player else GM


def numbers(world: World, one: Id, *fields: str) -> dict[str, Audience]:
    """The fields that tell the numbers of a permanent, closed as the numbers themselves are."""
    me = world.permanents.get(one)
    audience = if_known(world, me) if me else EVERYONE
    return {} if audience == EVERYONE else dict.fromkeys(fields, audience)

"""What the facts of artonelico share: who learns of them, and how they change the world."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .world import Fighter, World, if_known

ACTORS = ("of", "by", "target")


class Open(Fact, frozen=True):
    """A fact that everybody learns of, unless it tells of a fighter who is out of sight."""

    def see(self, world: Any) -> Audience:
        spoken = (world.fighters.get(getattr(self, name, "")) for name in ACTORS)
        return GM if any(one and one.seen(world) == GM for one in spoken) else EVERYONE


def changed(world: World, one: Id, **fields: Any) -> World:
    """The world with fields of one fighter set."""
    return put(world, one, replace(world.fighters[one], **fields))


def put(world: World, one: Id, me: Fighter) -> World:
    """The world in which a fighter is as given."""
    return replace(world, fighters=world.fighters.put(one, me))


def on(world: World, **fields: Any) -> World:
    """The world with fields of the battle set."""
    return replace(world, battle=replace(world.here(), **fields))


def numbers(world: World, one: Id, *fields: str) -> dict[str, Audience]:
    """The fields that tell a fighter's numbers, closed as the fighter's own numbers are."""
    me = world.fighters.get(one)
    audience = if_known(world, me) if me else EVERYONE
    return {} if audience == EVERYONE else dict.fromkeys(fields, audience)

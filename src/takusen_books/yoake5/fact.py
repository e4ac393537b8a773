"""What the facts of yoake5 share: who learns of them, and how they change the world."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .world import Character, World, if_known

ACTORS = ("of", "by", "target")


class Open(Fact, frozen=True):
    """A fact that everybody learns of, unless it tells of somebody who is out of sight."""

    def see(self, world: Any) -> Audience:
        spoken = (world.characters.get(getattr(self, name, "")) for name in ACTORS)
        return GM if any(one and one.seen(world) == GM for one in spoken) else EVERYONE


def changed(world: World, one: Id, **fields: Any) -> World:
    """The world with fields of one character set."""
    return put(world, one, replace(world.characters[one], **fields))


def put(world: World, one: Id, me: Character) -> World:
    """The world in which a character is as given."""
    return replace(world, characters=world.characters.put(one, me))


def on(world: World, **fields: Any) -> World:
    """The world with fields of the combat set."""
    return replace(world, combat=replace(world.here(), **fields))


def during(world: World, **fields: Any) -> World:
    """The world with fields of the session set."""
    return replace(world, session=replace(world.now(), **fields))


def numbers(world: World, one: Id, *fields: str) -> dict[str, Audience]:
    """The fields that tell somebody's numbers, closed as their own numbers are."""
    me = world.characters.get(one)
    audience = if_known(world, me) if me else EVERYONE
    return {} if audience == EVERYONE else dict.fromkeys(fields, audience)

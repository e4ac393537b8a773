"""What the facts of bayside23 share: who learns of them, and how they change the world."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .world import Fight, World, if_shown

ACTORS = ("of", "by", "attacker", "target")


class Open(Fact, frozen=True):
    """A fact that everybody learns of, unless it tells of a fighter who is out of sight."""

    def see(self, world: Any) -> Audience:
        spoken = (world.fighters.get(getattr(self, name, "")) for name in ACTORS)
        return GM if any(one and one.seen(world) == GM for one in spoken) else EVERYONE


def changed(world: World, one: Id, **fields: Any) -> World:
    """The world with fields of one fighter set."""
    return replace(world, fighters=world.fighters.put(one, replace(world.fighters[one], **fields)))


def on(world: World, **fields: Any) -> World:
    """The world with fields of the fight set."""
    return replace(world, fight=replace(world.fight or Fight(()), **fields))


def numbers(world: World, one: Id, *fields: str) -> dict[str, Audience]:
    """The fields that tell a fighter's numbers, closed as the fighter's own numbers are."""
    audience = if_shown(world, world.fighters[one])
    return {} if audience == EVERYONE else dict.fromkeys(fields, audience)


class OfNumbers(Open, frozen=True):
    """A fact that comes about by a fighter's numbers: whoever may not see those does not learn that it happened."""

    of: Id

    def see(self, world: Any) -> Audience:
        sight = super().see(world)
        return sight if sight == GM else if_shown(world, world.fighters[self.of])

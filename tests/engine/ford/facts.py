"""What can become true at the ford."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .world import Fighter, World


def put(world: World, one: Id, **changes: Any) -> World:
    """The world with somebody changed."""
    return replace(world, fighters=world.fighters.put(one, replace(world.fighters[one], **changes)))


class Joined(Fact, frozen=True):
    """Somebody is there."""

    of: Id
    fighter: Fighter

    def apply(self, world: World) -> World:
        return replace(world, fighters=world.fighters.put(self.of, self.fighter))


class Told(Fact, frozen=True):
    """Base of what everybody learns who knows of the one it is about."""

    of: Id

    def see(self, world: World) -> Audience:
        return GM if world.fighters[self.of].hidden else EVERYONE


class Warded(Told, frozen=True):
    """Somebody took a blow on themselves, or from themselves."""

    left: int

    def apply(self, world: World) -> World:
        return put(world, self.of, wards=self.left)


class Hurt(Told, frozen=True):
    """A blow landed."""

    amount: int
    life: int

    def apply(self, world: World) -> World:
        return put(world, self.of, life=self.life)


class Acted(Told, frozen=True):
    """Somebody has had their turn."""

    def apply(self, world: World) -> World:
        return put(world, self.of, done=True)


class Bought(Told, frozen=True):
    """Somebody bought a herb."""

    herbs: int
    purse: int

    def apply(self, world: World) -> World:
        return put(world, self.of, herbs=self.herbs, purse=self.purse)


class TurnBegan(Fact, frozen=True):
    """Everybody may act again."""

    turn: int

    def apply(self, world: World) -> World:
        for one in world.fighters:
            world = put(world, one, done=False)
        return replace(world, turn=self.turn)

    def see(self, world: Any) -> Audience:
        return EVERYONE


FACTS = (Joined, Warded, Hurt, Acted, Bought, TurnBegan)

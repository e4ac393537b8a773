"""What can become true in the yard."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, Audience, Fact, Id, Square

from .world import Fighter, World


class Came(Fact, frozen=True):
    """A fighter is there."""

    of: Id
    fighter: Fighter

    def see(self, world: Any) -> Audience:
        return self.fighter.seen(world)

    def apply(self, world: World) -> World:
        return replace(world, fighters=world.fighters.put(self.of, self.fighter))


class Moved(Fact, frozen=True):
    """A fighter stands somewhere else."""

    of: Id
    square: Square

    def see(self, world: Any) -> Audience:
        return world.fighters[self.of].seen(world) if self.of in world.fighters else EVERYONE

    def apply(self, world: World) -> World:
        there = replace(world.fighters[self.of], square=self.square)
        return replace(world, fighters=world.fighters.put(self.of, there))


class Downed(Fact, frozen=True):
    """A fighter is out."""

    of: Id

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        down = replace(world.fighters[self.of], out=True)
        return replace(world, fighters=world.fighters.put(self.of, down))


FACTS = (Came, Moved, Downed)

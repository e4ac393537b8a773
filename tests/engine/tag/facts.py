"""What can become true in a game of tag."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, Audience, Fact, Id
from tests.engine.yard.world import World


class Caught(Fact, frozen=True):
    """A fighter was caught and is slower."""

    of: Id
    steps: int

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        slower = replace(world.fighters[self.of], steps=self.steps)
        return replace(world, fighters=world.fighters.put(self.of, slower))

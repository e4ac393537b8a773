"""What can become true at the camp."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .world import Scout, World


class Joined(Fact, frozen=True):
    """A scout is there."""

    of: Id
    scout: Scout

    def apply(self, world: World) -> World:
        return replace(world, scouts=world.scouts.put(self.of, self.scout))


class Open(Fact, frozen=True):
    """Base of facts that everybody learns of."""

    def see(self, world: Any) -> Audience:
        return EVERYONE


class Found(Open, frozen=True):
    """A scout found something."""

    of: Id


class Missed(Open, frozen=True):
    """A scout found nothing."""

    of: Id
    stamina: int

    def apply(self, world: World) -> World:
        tired = replace(world.scouts[self.of], stamina=self.stamina)
        return replace(world, scouts=world.scouts.put(self.of, tired))


class Struck(Open, frozen=True):
    """A trouble came: which, only the GM knows."""

    trouble: str
    pile: tuple[str, ...]

    def apply(self, world: World) -> World:
        return replace(world, pile=self.pile, struck=(*world.struck, self.trouble))

    def parts(self, world: Any) -> dict[str, Audience]:
        return {"trouble": GM, "pile": GM}


class Slept(Open, frozen=True):
    """A scout slept."""

    of: Id
    stamina: int

    def apply(self, world: World) -> World:
        fresh = replace(world.scouts[self.of], stamina=self.stamina)
        return replace(world, scouts=world.scouts.put(self.of, fresh))


class Burned(Open, frozen=True):
    """The night is over, and so much is left of the fire."""

    fire: int

    def apply(self, world: World) -> World:
        return replace(world, fire=self.fire)


FACTS = (Joined, Found, Missed, Struck, Slept, Burned)

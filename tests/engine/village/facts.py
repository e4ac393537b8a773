"""What can become true in the village."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .world import World


class Began(Fact, frozen=True):
    """The village as it is in the morning."""

    world: World

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return self.world


class Went(Fact, frozen=True):
    """Somebody is somewhere else."""

    of: Id
    area: Id

    def see(self, world: World) -> Audience:
        return GM if world.folk[self.of].hidden or world.areas[self.area].hidden else EVERYONE

    def apply(self, world: World) -> World:
        return replace(world, folk=world.folk.put(self.of, replace(world.folk[self.of], area=self.area)))


class Played(Fact, frozen=True):
    """Somebody played a card, which everybody has seen now."""

    of: Id
    card: Id

    def see(self, world: World) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        me = world.folk[self.of]
        hand = tuple(one for one in me.hand if one != self.card)
        me = replace(me, hand=hand, hand_size=me.hand_size - 1, spent=(*me.spent, self.card))
        cards = world.cards.put(self.card, replace(world.cards[self.card], shown=True))
        return replace(world, folk=world.folk.put(self.of, me), cards=cards)


class Hurt(Fact, frozen=True):
    """Somebody is hurt; how much life they have left is the GM's."""

    of: Id
    amount: int

    def see(self, world: World) -> Audience:
        return GM if world.folk[self.of].hidden else EVERYONE


class Fell(Fact, frozen=True):
    """Somebody is out."""

    of: Id

    def see(self, world: World) -> Audience:
        return GM if world.folk[self.of].hidden else EVERYONE

    def apply(self, world: World) -> World:
        return replace(world, folk=world.folk.put(self.of, replace(world.folk[self.of], out=True)))


FACTS = (Began, Went, Played, Hurt, Fell)

"""The facts by which a scenario comes to the table."""

from msgspec.structs import replace

from takusen.rules import Fact, Id

from .fact import Open
from .world import (
    PC,
    Card,
    Ending,
    Monster,
    Threshold,
    Treasure,
    TroubleCard,
    World,
)


class StoryBegun(Open, frozen=True):
    """How the scenario begins, read to all."""

    title: str
    text: str

    def apply(self, world: World) -> World:
        return replace(world, title=self.title, lead=self.text)


class Joined(Open, frozen=True):
    """A character comes to the table."""

    of: Id
    pc: PC

    def apply(self, world: World) -> World:
        return replace(world, pcs=world.pcs.put(self.of, self.pc))


class ThresholdSet(Fact, frozen=True):
    """A TP threshold of the scenario."""

    threshold: Id
    content: Threshold

    def apply(self, world: World) -> World:
        return replace(world, thresholds=world.thresholds.put(self.threshold, self.content))


class CardSet(Fact, frozen=True):
    """An area card of the scenario is laid out."""

    card: Id
    content: Card

    def apply(self, world: World) -> World:
        return replace(world, cards=world.cards.put(self.card, self.content))


class TroubleSet(Fact, frozen=True):
    """A trouble card goes into the pile."""

    trouble: Id
    content: TroubleCard

    def apply(self, world: World) -> World:
        return replace(world, troubles=world.troubles.put(self.trouble, self.content))


class MonsterSet(Fact, frozen=True):
    """A monster of the scenario."""

    monster: Id
    content: Monster

    def apply(self, world: World) -> World:
        return replace(world, monsters=world.monsters.put(self.monster, self.content))


class TreasureSet(Fact, frozen=True):
    """A treasure of the scenario."""

    treasure: Id
    content: Treasure

    def apply(self, world: World) -> World:
        return replace(world, treasures=world.treasures.put(self.treasure, self.content))


class EndingSet(Fact, frozen=True):
    """An ending of the scenario."""

    ending: Id
    content: Ending

    def apply(self, world: World) -> World:
        return replace(world, endings=world.endings.put(self.ending, self.content))

"""Facts of the scenario: who joins, scenes, riddles and traps (BS-15)."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import GM, Audience, Fact, Id, Table

from .fact import Open
from .world import Fighter, Riddle, Scene, World


class Joined(Fact, frozen=True):
    """A fighter comes to the table, its whole block resolved."""

    of: Id
    fighter: Fighter

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, fighters=world.fighters.put(self.of, self.fighter))


class SceneSet(Fact, frozen=True):
    """A scene of the scenario is laid out."""

    scene: Id
    content: Scene

    def apply(self, world: World) -> World:
        return replace(world, scenes=world.scenes.put(self.scene, self.content))


class RiddleSet(Fact, frozen=True):
    """A riddle or trap is laid out."""

    riddle: Id
    content: Riddle

    def apply(self, world: World) -> World:
        return replace(world, riddles=world.riddles.put(self.riddle, self.content))


class Supplied(Fact, frozen=True):
    """The party's soul stones and the enemy HP track."""

    stones: Table[str, int]
    enemy_hp: int
    enemy_hp_max: int
    enemy_hp_name: str

    def apply(self, world: World) -> World:
        return replace(
            world,
            stones=self.stones,
            enemy_hp=self.enemy_hp,
            enemy_hp_max=self.enemy_hp_max,
            enemy_hp_name=self.enemy_hp_name,
        )


class SceneEntered(Open, frozen=True):
    """The party comes to a scene."""

    scene: Id
    text: str = ""

    def apply(self, world: World) -> World:
        found = replace(world.scenes[self.scene], found=True)
        return replace(world, scene=self.scene, scenes=world.scenes.put(self.scene, found))


class StoryBegun(Open, frozen=True):
    """How the scenario begins, read to all."""

    text: str


class RiddleFound(Open, frozen=True):
    """The party meets a riddle or trap."""

    riddle: Id
    text: str = ""

    def apply(self, world: World) -> World:
        return replace(world, riddles=world.riddles.put(self.riddle, replace(world.riddles[self.riddle], found=True)))


class HintFound(Open, frozen=True):
    """The party finds a hint."""

    riddle: Id
    hint: Id
    text: str

    def parts(self, world: World) -> dict[str, Audience]:
        return {} if world.riddles[self.riddle].found else {"riddle": GM}

    def apply(self, world: World) -> World:
        riddle = world.riddles[self.riddle]
        hints = riddle.hints.put(self.hint, replace(riddle.hints[self.hint], found=True))
        return replace(world, riddles=world.riddles.put(self.riddle, replace(riddle, hints=hints)))


class RiddleAnswered(Open, frozen=True):
    """Somebody gives an answer to a riddle, in their own words."""

    of: Id
    riddle: Id
    text: str


class RiddleSolved(Open, frozen=True):
    """A riddle is solved or a trap passed."""

    riddle: Id
    of: Id
    text: str = ""

    def apply(self, world: World) -> World:
        return replace(world, riddles=world.riddles.put(self.riddle, replace(world.riddles[self.riddle], solved=True)))


class RiddleFailed(Open, frozen=True):
    """A wrong answer, or a failed check at a riddle or trap."""

    riddle: Id
    of: Id
    text: str = ""

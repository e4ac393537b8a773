"""Facts by which a scenario comes to the table (YA-14): what is told, scenes, encounters, and who is there."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import GM, Audience, Fact, Id

from .fact import Open, put
from .world import Character, Foes, Scene, World


class StoryBegun(Open, frozen=True):
    """What the table plays, in its language."""

    title: str
    text: str = ""
    lang: str = "ja"

    def apply(self, world: World) -> World:
        return replace(world, lang=self.lang)


class GuideSet(Fact, frozen=True):
    """What the GM is told about the scenario."""

    text: str

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, guide=self.text)


class SceneSet(Fact, frozen=True):
    """A scene is ready."""

    scene: Id
    content: Scene

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, scenes=world.scenes.put(self.scene, self.content))


class EncounterSet(Fact, frozen=True):
    """Foes are ready for a combat."""

    encounter: Id
    content: Foes

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, encounters=world.encounters.put(self.encounter, self.content))


class Joined(Open, frozen=True):
    """Somebody is at the table, not made yet."""

    of: Id
    name: str
    note: str = ""

    def apply(self, world: World) -> World:
        return put(world, self.of, Character(self.name, note=self.note))


SETTING = (StoryBegun, GuideSet, SceneSet, EncounterSet, Joined)

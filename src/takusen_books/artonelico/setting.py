"""Facts of what the table has at hand: characters, content, the regulation."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import GM, Audience, Fact, Id

from .arts import Item, Skill, Song
from .fact import Open
from .world import Encounter, Enemy, Fighter, Regulation, Tables, World


class Quiet(Fact, frozen=True):
    """A fact of what lies ready, in nobody's feed but the GM's."""

    def see(self, world: Any) -> Audience:
        return GM


class Joined(Quiet, frozen=True):
    """A character comes to the table, its whole block resolved."""

    of: Id
    fighter: Fighter

    def apply(self, world: World) -> World:
        return replace(world, fighters=world.fighters.put(self.of, self.fighter))


class SkillSet(Quiet, frozen=True):
    """A skill is at the table's disposal."""

    skill: Id
    content: Skill

    def apply(self, world: World) -> World:
        return replace(world, skills=world.skills.put(self.skill, self.content))


class SongSet(Quiet, frozen=True):
    """A song is at the table's disposal."""

    song: Id
    content: Song

    def apply(self, world: World) -> World:
        return replace(world, songs=world.songs.put(self.song, self.content))


class ItemSet(Quiet, frozen=True):
    """An item is at the table's disposal."""

    item: Id
    content: Item

    def apply(self, world: World) -> World:
        return replace(world, items=world.items.put(self.item, self.content))


class EnemySet(Quiet, frozen=True):
    """The GM has an enemy ready."""

    enemy: Id
    content: Enemy

    def apply(self, world: World) -> World:
        return replace(world, enemies=world.enemies.put(self.enemy, self.content))


class EncounterSet(Quiet, frozen=True):
    """The GM has an encounter ready."""

    encounter: Id
    content: Encounter

    def apply(self, world: World) -> World:
        return replace(world, encounters=world.encounters.put(self.encounter, self.content))


class RegulationSet(Open, frozen=True):
    """The GM says what characters are made from."""

    experience: int
    leaf: int
    level_cap: int

    def apply(self, world: World) -> World:
        return replace(world, regulation=Regulation(self.experience, self.leaf, self.level_cap))


class TablesSet(Quiet, frozen=True):
    """What making and growing costs at this table."""

    tables: Tables

    def apply(self, world: World) -> World:
        return replace(world, tables=self.tables)


class StoryBegun(Open, frozen=True):
    """How the scenario begins, read to all."""

    text: str

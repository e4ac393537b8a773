"""What a free table keeps: characters with gauges, values and states, notes, scenes, and a board."""

from typing import Annotated, Any

import msgspec

from takusen.rules import EVERYONE, GM, Audience, Board, Field, Id, Square, Table, everyone


def owner_and_gm(world: Any, one: Any) -> Audience:
    """Whoever plays the character, and the GM."""
    return (GM, one.player) if one.player else GM


def unless_closed(world: Any, one: Any) -> Audience:
    """Everybody, as long as the numbers are not closed."""
    return owner_and_gm(world, one) if one.closed else EVERYONE


class Level(msgspec.Struct, frozen=True):
    """How far a gauge is filled; a `max` of 0 means that it has no end."""

    now: Annotated[int, Field(see=everyone, mine=True, gauge="max")] = 0
    max: Annotated[int, Field(see=everyone, mine=True)] = 0


class Condition(msgspec.Struct, frozen=True):
    """A state that somebody is in, and how long it lasts, in the table's own words."""

    rest: Annotated[str, Field(see=everyone, mine=True)] = ""


class Character(msgspec.Struct, frozen=True):
    """Anybody at the table. Those without a player are the GM's."""

    name: Annotated[str, Field(see=everyone, mine=True)]
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    gauges: Annotated[Table[str, Level], Field(see=unless_closed, mine=True)] = Table()
    states: Annotated[Table[str, Condition], Field(see=everyone, mine=True)] = Table()
    values: Annotated[Table[str, str], Field(see=unless_closed, mine=True)] = Table()
    memo: Annotated[str, Field(see=everyone, mine=True, form="long")] = ""
    secret: Annotated[str, Field(see=owner_and_gm, mine=True, form="long")] = ""
    colour: Annotated[str, Field(see=everyone, mine=True, form="colour")] = ""
    square: Annotated[Square, Field(see=everyone, mine=True, form="square")] = Square("")
    size: Annotated[int, Field(see=everyone, mine=True, within=(1, 4))] = 1
    closed: Annotated[bool, Field(see=everyone, mine=True)] = False
    offered: Annotated[bool, Field(see=everyone, edit=True)] = False
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False
    removed: Annotated[bool, Field(see=everyone, mine=True)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows that the character is there."""
        return GM if self.hidden or self.removed else EVERYONE


class Note(msgspec.Struct, frozen=True):
    """A note of the GM's: for all where it is `open`, for the seats it was given to, else for nobody."""

    title: Annotated[str, Field(see=everyone, edit=True)]
    text: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    open: Annotated[bool, Field(see=everyone, edit=True)] = False
    seats: Annotated[tuple[str, ...], Field(see=everyone, edit=True, form="seats")] = ()
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Who may read the note."""
        if self.removed:
            return GM
        if self.open:
            return EVERYONE
        return (GM, *self.seats) if self.seats else GM


class Scene(msgspec.Struct, frozen=True):
    """A place of the story; the one where the party is now is open to all."""

    title: Annotated[str, Field(see=everyone, edit=True)]
    text: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows the scene."""
        return EVERYONE if world.scenes.get(world.scene) is self and not self.removed else GM


class World(msgspec.Struct, frozen=True):
    """The whole table."""

    characters: Annotated[Table[Id, Character], Field(see=everyone)] = Table()
    notes: Annotated[Table[Id, Note], Field(see=everyone)] = Table()
    scenes: Annotated[Table[Id, Scene], Field(see=everyone)] = Table()
    scene: Annotated[Id, Field(see=everyone)] = Id("")
    board: Annotated[Board | None, Field(see=everyone, edit=True, form="map")] = None

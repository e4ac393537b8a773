"""What the village keeps: areas inside areas, folk and things in them, and cards."""

from typing import Annotated, Any

import msgspec

from takusen.rules import GM, Audience, Field, Id, Table, everyone


def player_and_gm(world: Any, one: Any) -> Audience:
    """Whoever plays somebody, and the GM."""
    return (GM, one.player) if one.player else GM


class Area(msgspec.Struct, frozen=True):
    """Somewhere in the village."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    inside: Annotated[Id, Field(see=everyone)] = Id("")
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows of it."""
        return GM if self.hidden else "all"


class Folk(msgspec.Struct, frozen=True):
    """Somebody, or some thing, in the village; only those with cards are played."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    icon: Annotated[str, Field(see=everyone)] = "person"
    side: Annotated[str, Field(see=everyone)] = ""
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    area: Annotated[Id, Field(see=everyone, edit=True)] = Id("")
    on: Annotated[Id, Field(see=everyone)] = Id("")
    life: Annotated[int, Field(edit=True)] = 2
    out: Annotated[bool, Field(see=everyone, edit=True)] = False
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False
    hand: Annotated[tuple[Id, ...], Field(see=player_and_gm)] = ()
    hand_size: Annotated[int, Field(see=everyone)] = 0
    spent: Annotated[tuple[Id, ...], Field(see=everyone)] = ()

    def seen(self, world: Any) -> Audience:
        """Who knows that they are there."""
        return GM if self.hidden else "all"


class Card(msgspec.Struct, frozen=True):
    """A card of somebody's."""

    name: Annotated[str, Field(see=everyone)]
    of: Annotated[Id, Field(see=everyone)]
    text: Annotated[str, Field(see=everyone)] = ""
    wide: Annotated[bool, Field(see=everyone)] = False
    shown: Annotated[bool, Field(see=everyone)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows of it."""
        player = world.folk[self.of].player
        return "all" if self.shown else (GM, player) if player else GM


class World(msgspec.Struct, frozen=True):
    """The whole village."""

    areas: Annotated[Table[Id, Area], Field(see=everyone)] = Table()
    folk: Annotated[Table[Id, Folk], Field(see=everyone)] = Table()
    cards: Annotated[Table[Id, Card], Field(see=everyone)] = Table()

    def around(self, area: Id) -> tuple[Id, ...]:
        """An area and those around it."""
        found: list[Id] = []
        while area in self.areas and area not in found:
            found.append(area)
            area = self.areas[area].inside
        return tuple(found)

    def near(self, area: Id) -> frozenset[Id]:
        """What is in sight from an area: what it is in, what is in it, and what lies beside it."""
        if area not in self.areas:
            return frozenset()
        outer = self.areas[area].inside
        beside = (one for one, other in self.areas.items() if other.inside in (outer, area))
        return frozenset((area, outer, *beside))

"""What the camp keeps: scouts, a fire, and the pile of troubles that nobody may look into."""

from typing import Annotated, Any

import msgspec

from takusen.rules import GM, Audience, Field, Id, Table, everyone


def own(world: Any, scout: Any) -> Audience:
    """Seen by the GM and by the seat that plays the scout."""
    return (GM, scout.player) if scout.player else GM


class Scout(msgspec.Struct, frozen=True):
    """Who goes out and who keeps watch."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    skill: Annotated[int, Field(see=everyone, edit=True)] = 1
    stamina: Annotated[int, Field(see=everyone, edit=True, gauge="stamina_max")] = 3
    stamina_max: Annotated[int, Field(see=everyone, edit=True)] = 3
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Whoever is hidden is the GM's secret."""
        return GM if self.hidden else "all"


class World(msgspec.Struct, frozen=True):
    """The whole camp."""

    scouts: Annotated[Table[Id, Scout], Field(see=everyone)] = Table()
    fire: Annotated[int, Field(see=everyone, edit=True)] = 3
    pile: Annotated[tuple[str, ...], Field(edit=True)] = ("rain", "rain", "wolf")
    struck: Annotated[tuple[str, ...], Field()] = ()

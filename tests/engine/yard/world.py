"""What the yard keeps: a board, and those who stand on it."""

from typing import Annotated, Any

import msgspec

from takusen.rules import GM, Audience, Board, Field, Id, Square, Table, board_of, everyone

MAP = (
    "............",
    "............",
    "...##.......",
    "...##.......",
    "............",
    "......~~~...",
    "......~~~...",
    "............",
    ".#........#.",
    ".#........#.",
    "............",
    "............",
)


class Fighter(msgspec.Struct, frozen=True):
    """Somebody in the yard."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    side: Annotated[str, Field(see=everyone)] = "friends"
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    square: Annotated[Square, Field(see=everyone, edit=True, form="square")] = Square("")
    size: Annotated[int, Field(see=everyone, edit=True, within=(1, 2))] = 1
    steps: Annotated[int, Field(see=everyone, edit=True)] = 4
    out: Annotated[bool, Field(see=everyone, edit=True)] = False
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Whoever hides is the GM's secret."""
        return GM if self.hidden else "all"


class World(msgspec.Struct, frozen=True):
    """The whole yard."""

    fighters: Annotated[Table[Id, Fighter], Field(see=everyone)] = Table()
    board: Annotated[Board, Field(see=everyone, edit=True, form="map")] = board_of(MAP)

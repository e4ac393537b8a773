"""What the ford keeps: travellers and wolves, whose turn it is, and which of them nobody has seen yet."""

from typing import Annotated, Any, Literal

import msgspec

from takusen.rules import GM, Audience, Field, Id, Table, everyone

Side = Literal["travellers", "wolves"]


class Fighter(msgspec.Struct, frozen=True):
    """Somebody at the ford. `wards` are blows that they can still ward off, from themselves or another."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    side: Annotated[Side, Field(see=everyone)] = "travellers"
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    life: Annotated[int, Field(see=everyone, edit=True, gauge="life_max")] = 6
    life_max: Annotated[int, Field(see=everyone, edit=True)] = 6
    wards: Annotated[int, Field(see=everyone, edit=True)] = 1
    purse: Annotated[int, Field(see=everyone, edit=True, mine=True)] = 5
    herbs: Annotated[int, Field(see=everyone)] = 0
    done: Annotated[bool, Field(see=everyone)] = False
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Whoever is hidden is the GM's secret."""
        return GM if self.hidden else "all"

    @property
    def down(self) -> bool:
        """Out of the fight."""
        return self.life < 1


class World(msgspec.Struct, frozen=True):
    """All at the ford."""

    fighters: Annotated[Table[Id, Fighter], Field(see=everyone)] = Table()
    turn: Annotated[int, Field(see=everyone)] = 1

    def standing(self, side: str = "") -> tuple[Id, ...]:
        """Those who are not down, of one side or of both."""
        return tuple(one for one, fighter in self.fighters.items() if not fighter.down and side in ("", fighter.side))

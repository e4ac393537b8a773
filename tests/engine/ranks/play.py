"""Two sides in rows: what is done, and what is shown."""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from takusen.rules import (
    EVERYONE,
    Acts,
    Audience,
    Fact,
    Field,
    Figure,
    Flank,
    Id,
    Offer,
    Page,
    Play,
    Rank,
    Refused,
    RowsPanel,
    Table,
    View,
    Word,
    act,
    everyone,
)

ROWS = (1, 2, 3)


class Fighter(msgspec.Struct, frozen=True):
    """Somebody in a row."""

    name: Annotated[str, Field(see=everyone)]
    row: Annotated[int, Field(see=everyone)] = 1
    friend: Annotated[bool, Field(see=everyone)] = True
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    down: Annotated[bool, Field(see=everyone)] = False


class World(msgspec.Struct, frozen=True):
    """Both sides."""

    fighters: Annotated[Table[Id, Fighter], Field(see=everyone)] = Table()


class Open(Fact, frozen=True):
    """What everybody learns of."""

    def see(self, world: Any) -> Audience:
        return EVERYONE


class Faced(Open, frozen=True):
    """Both sides stand in their rows."""

    world: World

    def apply(self, world: World) -> World:
        return self.world


class Stepped(Open, frozen=True):
    """Somebody is in another row."""

    of: Id
    row: int

    def apply(self, world: World) -> World:
        return replace(world, fighters=world.fighters.put(self.of, replace(world.fighters[self.of], row=self.row)))


class Felled(Open, frozen=True):
    """Somebody is down."""

    of: Id

    def apply(self, world: World) -> World:
        return replace(world, fighters=world.fighters.put(self.of, replace(world.fighters[self.of], down=True)))


@act()
def step(t: Play[World], actor: Id, row: int) -> None:
    """Step to a row beside one's own."""
    t.emit(Stepped(actor, row))


@step.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(one for one, me in o.world.fighters.items() if me.friend))
    here = o.world.fighters[actor].row
    o.pick("row", ROWS, unless=lambda row: None if abs(row - here) == 1 else Refused.because("far"))


@act()
def strike(t: Play[World], actor: Id, target: Id) -> None:
    """Fell a foe in the front row."""
    t.emit(Felled(target))


@strike.offer
def _(o: Offer[World]) -> None:
    o.pick("actor", o.mine(one for one, me in o.world.fighters.items() if me.friend))
    foes = tuple(one for one, me in o.world.fighters.items() if not me.friend and not me.down)
    o.pick("target", foes, unless=lambda one: Refused.because("far") if o.world.fighters[one].row > 1 else None)


def page(v: View[World]) -> Page:
    """The rows, and what may be declared."""
    title = Word("panel.rows")
    rows = RowsPanel(title, flank(v, friend=False), flank(v, friend=True), act="step")
    return Page(stage=(rows,), hand=(Acts(("step", "strike")),))


def flank(v: View[World], *, friend: bool) -> Flank:
    """One side."""
    side = "friends" if friend else "foes"
    return Flank(Word(f"panel.{side}"), tuple(rank(v, friend, row) for row in ROWS), side)


def rank(v: View[World], friend: bool, row: int) -> Rank:
    """One row of it."""
    there = (
        Figure(one, me.name, mine=v.mine(one), out=me.down)
        for one, me in v.world.fighters.items()
        if (me.friend, me.row) == (friend, row)
    )
    return Rank(row, Word("panel.row", (("row", row),)), tuple(there))


def started(scenario: None, lang: str) -> tuple[Fact, ...]:
    """Who is there at first."""
    folk = {
        "aki": Fighter("アキ", 2),
        "haru": Fighter("ハル"),
        "wolf": Fighter("狼", friend=False),
        "bat": Fighter("蝙蝠", friend=False),
        "owl": Fighter("梟", 2, friend=False),
    }
    return (Faced(World(Table({Id(one): me for one, me in folk.items()}))),)

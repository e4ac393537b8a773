"""Facts of the battle's course: who takes part, turns, phases and waves."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Board, Id, Square, Table

from .fact import Open, changed, on
from .world import CHECK, HARMONICS, INITIATIVE, MAIN, NOWHERE, Battle, Fighter, World


def turned(world: World, one: Id) -> Table[Id, Fighter]:
    """The fighters, of whom one has had its turn; nobody if it is nobody."""
    me = world.fighters.get(one)
    return world.fighters.put(one, replace(me, main_used=True, done=True)) if me else world.fighters


class BattleStarted(Open, frozen=True):
    """A battle is prepared: who takes part, on which board, and what the GM has in store."""

    members: tuple[Id, ...]
    board: Board
    encounter: Id
    waves: Table[Id, int]
    starts: tuple[Square, ...] = ()
    flee: bool = False
    victory_condition: str = ""

    def parts(self, world: World) -> dict[str, Audience]:
        return {"members": GM, "encounter": GM, "waves": GM}

    def apply(self, world: World) -> World:
        battle = Battle(
            encounter=self.encounter,
            waves=self.waves,
            starts=self.starts,
            flee=self.flee,
            victory_condition=self.victory_condition,
        )
        fighters = dict(world.fighters)
        for one in self.members:
            fighters[one] = replace(fighters[one], fighting=True, fled=False)
        return replace(world, battle=battle, board=self.board, fighters=Table(fighters), announcement="")


class Appeared(Open, frozen=True):
    """A fighter comes into the battle, its whole block resolved; the name is for those who never knew of it."""

    of: Id
    fighter: Fighter
    name: str

    def see(self, world: Any) -> Audience:
        return GM if self.fighter.hidden else EVERYONE

    def parts(self, world: World) -> dict[str, Audience]:
        return {"fighter": GM}

    def apply(self, world: World) -> World:
        return replace(world, fighters=world.fighters.put(self.of, self.fighter))


class Placed(Open, frozen=True):
    """A fighter stands on a square."""

    of: Id
    square: Square

    def apply(self, world: World) -> World:
        return changed(world, self.of, square=self.square)


class LeaveRefused(Open, frozen=True):
    """The GM doesn't let something be done before the battle."""

    of: Id


class Revealed(Open, frozen=True):
    """A hidden enemy comes into sight."""

    of: Id

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return changed(world, self.of, hidden=False)


class EnemyShown(Open, frozen=True):
    """The GM shows an enemy's numbers."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, shown=True)


class Scanned(Open, frozen=True):
    """An enemy's numbers have been learned."""

    of: Id
    by: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, scanned=True)


class WaveCame(Open, frozen=True):
    """Reinforcements come; `waves` are those still to come."""

    wave: Id
    waves: Table[Id, int]

    def parts(self, world: World) -> dict[str, Audience]:
        return {"wave": GM, "waves": GM}

    def apply(self, world: World) -> World:
        return on(world, waves=self.waves)


class TurnBegan(Open, frozen=True):
    """A turn begins; everybody has both actions again. `uses` are the counts that go on where some end with the turn,
    `alert` tells who has active skills for which window."""

    turn: int
    uses: Table[Id, Table[str, int]] = Table()
    alert: Table[str, tuple[Id, ...]] = Table()

    def parts(self, world: World) -> dict[str, Audience]:
        return {"uses": GM, "alert": GM}

    def apply(self, world: World) -> World:
        fighters = Table(
            [
                (one, replace(me, standby_used=False, main_used=False, done=False, delayed=False))
                for one, me in world.fighters.items()
            ]
        )
        for one, uses in self.uses.items():
            fighters = fighters.put(one, replace(fighters[one], uses=uses))
        battle = replace(world.here(), turn=self.turn, phase=INITIATIVE, order=(), at=0, waiting=(), alert=self.alert)
        return replace(world, battle=battle, fighters=fighters, announcement="")


class OrderDecided(Open, frozen=True):
    """The order of this turn."""

    order: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return replace(world, battle=replace(world.here(), order=self.order))


class PhaseBegan(Open, frozen=True):
    """A phase begins, and these are waited for in it."""

    phase: str
    waiting: tuple[Id, ...] = ()

    def apply(self, world: World) -> World:
        return replace(world, battle=replace(world.here(), phase=self.phase, waiting=self.waiting))


class CameReady(Open, frozen=True):
    """Somebody has nothing more to do in this phase; `waiting` are the others."""

    who: tuple[Id, ...]
    waiting: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return replace(world, battle=replace(world.here(), waiting=self.waiting))


class Announced(Open, frozen=True):
    """The GM says what the enemies are about to do."""

    text: str

    def apply(self, world: World) -> World:
        return replace(world, announcement=self.text)


class TurnCame(Open, frozen=True):
    """The main phase comes to a fighter; `done` has had its turn."""

    done: Id
    of: Id
    at: int

    def apply(self, world: World) -> World:
        battle = replace(world.here(), phase=MAIN, at=self.at, waiting=())
        return replace(world, battle=battle, fighters=turned(world, self.done))


class LastTurnDone(Open, frozen=True):
    """The main phase is over; `done` has had its turn."""

    done: Id

    def apply(self, world: World) -> World:
        battle = replace(world.here(), phase=HARMONICS, waiting=())
        return replace(world, battle=battle, fighters=turned(world, self.done))


class TurnLost(Open, frozen=True):
    """A fighter loses its turn in the main phase; `ailments` are those it has left."""

    of: Id
    why: str
    ailments: Table[str, int]

    def apply(self, world: World) -> World:
        return changed(world, self.of, done=True, ailments=self.ailments)


class HarmoGained(Open, frozen=True):
    """The party's rolls go into the harmo gauge."""

    amount: int
    left: int

    def apply(self, world: World) -> World:
        return replace(world, harmo=self.left)


class Alerted(Open, frozen=True):
    """Who has active skills for which window, now that somebody has come."""

    alert: Table[str, tuple[Id, ...]]

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return on(world, alert=self.alert)


class CheckBegan(Open, frozen=True):
    """The check phase begins."""

    def apply(self, world: World) -> World:
        return replace(world, battle=replace(world.here(), phase=CHECK, waiting=()))


class BattleEnded(Open, frozen=True):
    """The battle is over; `winner` is "draw" for neither side."""

    winner: str

    def apply(self, world: World) -> World:
        fighters = Table(
            (one, replace(me, fighting=False, square=NOWHERE, chant=None, guard=0, uses=Table(), delayed=False))
            for one, me in world.fighters.items()
        )
        return replace(world, battle=None, fighters=fighters, announcement="")

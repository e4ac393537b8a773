"""Facts of the fight."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Id, Table

from .fact import OfNumbers, Open, changed, numbers, on
from .world import Fight, World


class FightStarted(Open, frozen=True):
    """A fight begins with its members."""

    members: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return replace(world, fight=Fight(self.members), victory_due=False)


class Appeared(Open, frozen=True):
    """A fighter comes into sight."""

    of: Id

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return changed(world, self.of, hidden=False)


class Reinforced(Open, frozen=True):
    """Fighters come into the fight; `fighting` and `order` are all members and their order from now on."""

    members: tuple[Id, ...]
    fighting: tuple[Id, ...]
    order: tuple[Id, ...] = ()

    def parts(self, world: World) -> dict[str, Audience]:
        return {"fighting": GM, "order": GM}

    def apply(self, world: World) -> World:
        return on(world, members=self.fighting, order=self.order)


class InitiativeDecided(Open, frozen=True):
    """Which side is first, and the order of the fighters where each has their own."""

    first: str
    order: tuple[Id, ...] = ()

    def apply(self, world: World) -> World:
        return on(world, first=self.first, turn=self.first, order=self.order, moved=False)


class RoundStarted(Open, frozen=True):
    """A round begins."""

    round: int

    def apply(self, world: World) -> World:
        return on(world, round=self.round)


class Readied(Open, frozen=True):
    """A fighter has a turn to come."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, acted=False)


class SideTurn(Open, frozen=True):
    """It is a side's turn."""

    side: str

    def apply(self, world: World) -> World:
        return on(world, turn=self.side, moved=False)


class Acted(Open, frozen=True):
    """A fighter's turn is used up."""

    of: Id

    def apply(self, world: World) -> World:
        return on(changed(world, self.of, acted=True), moved=True)


class TurnPassed(Open, frozen=True):
    """A fighter lets the turn go by."""

    of: Id


class Unlocked(OfNumbers, frozen=True):
    """A fighter's choice of pool no longer binds."""

    def apply(self, world: World) -> World:
        return changed(world, self.of, locks=Table())


class Attacked(Open, frozen=True):
    """An attack is declared."""

    attacker: Id
    target: Id
    traits: tuple[str, ...]
    skill: str
    total: int
    force: int
    target_number: int
    against: tuple[str, ...] = ()

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.attacker, "traits", "skill", "total", "target_number", "against")


class Hit(Open, frozen=True):
    """The attack hits, with its force."""

    attacker: Id
    target: Id
    force: int


class Missed(Open, frozen=True):
    """The attack misses."""

    attacker: Id
    target: Id


class Critical(Open, frozen=True):
    """Double 1."""

    of: Id


class Fumbled(Open, frozen=True):
    """Double 6."""

    of: Id


class Fell(Open, frozen=True):
    """A fighter falls and loses the turn of a round."""

    of: Id
    lost_turn: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, prone=True, lost_turn=self.lost_turn)


class TurnLost(Open, frozen=True):
    """A fallen fighter lies through this round."""

    of: Id


class StoodUp(Open, frozen=True):
    """A fallen fighter is up again."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, prone=False, lost_turn=0)


class Defended(Open, frozen=True):
    """How a fighter defends."""

    of: Id
    attacker: Id
    traits: tuple[str, ...]
    skill: str
    total: int
    target_number: int
    against: tuple[str, ...] = ()

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "traits", "skill", "total", "target_number", "against")


class Parried(Open, frozen=True):
    """The defence succeeds."""

    of: Id
    attacker: Id


class Struck(Open, frozen=True):
    """The blow gets through."""

    of: Id
    attacker: Id
    force: int


class LifeLost(Open, frozen=True):
    """Life goes down; `left` is what remains."""

    target: Id
    amount: int
    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.target, "left")

    def apply(self, world: World) -> World:
        return changed(world, self.target, life=self.left)


class Rerolled(Open, frozen=True):
    """A point goes for another roll. `locks` is what the fighter is bound to from now on."""

    of: Id
    label: str
    pool: str
    cost: int
    left: int
    locks: Table[str, str]

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "left", "locks", "cost")

    def apply(self, world: World) -> World:
        return changed(world, self.of, locks=self.locks, **{self.pool: self.left})


class GaveUp(Open, frozen=True):
    """No more rolls."""

    of: Id
    label: str


class Incapacitated(Open, frozen=True):
    """A pool is spent: out of the fight."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, incapacitated=True)


class FellUnconscious(Open, frozen=True):
    """Life is at 0."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, unconscious=True)


class FightWon(Open, frozen=True):
    """The fight is over and a side has won."""

    side: str

    def apply(self, world: World) -> World:
        return replace(world, fight=None)


class FightDrawn(Open, frozen=True):
    """The fight is over and nobody has won."""

    def apply(self, world: World) -> World:
        return replace(world, fight=None)


class SpoilsDue(Open, frozen=True):
    """A won fight may lower the enemy HP."""

    def apply(self, world: World) -> World:
        return replace(world, victory_due=True)


class EnemyHpLost(Open, frozen=True):
    """The enemy HP track goes down."""

    amount: int
    left: int

    def apply(self, world: World) -> World:
        return replace(world, enemy_hp=self.left)


class SpoilsTaken(Open, frozen=True):
    """The victory has had its effect."""

    def apply(self, world: World) -> World:
        return replace(world, victory_due=False)

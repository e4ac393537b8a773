"""Facts of action checks (MT-28), attacks and the boss fight (MT-26)."""

from msgspec.structs import replace

from takusen.rules import Audience, Id, Table

from .fact import Open, of_pc, own
from .facts_pc import counted, known, with_pc
from .world import Called, World

# action checks -------------------------------------------------------------------------------------------------------


class CheckCalled(Open, frozen=True):
    """The GM calls for an action check."""

    of: Id
    colour: str
    difficulty: int

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, called=Called(self.colour, self.difficulty))


class CheckDropped(Open, frozen=True):
    """The GM calls for the check no more."""

    of: Id

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, called=None)


class KnownSetAside(Open, frozen=True):
    """Cards whose place is known are set aside for the check, and put back in the same order afterwards."""

    of: Id
    count: int


class TargetRevealed(Open, frozen=True):
    """The first card: its mana value and the difficulty are what has to be reached."""

    of: Id
    card: Id
    value: int
    difficulty: int
    target: int

    def apply(self, world: World) -> World:
        return known(of_pc(world, self.of, called=None), self.card)


class ResultRevealed(Open, frozen=True):
    """The second card: its mana value and what its colour adds are the result."""

    of: Id
    card: Id
    value: int
    bonus: int
    result: int

    def apply(self, world: World) -> World:
        return known(world, self.card)


class CheckPassed(Open, frozen=True):
    """An action check succeeds, perhaps by a marked card."""

    of: Id
    marked: bool = False


class CheckFailed(Open, frozen=True):
    """An action check fails, perhaps by a marked card."""

    of: Id
    marked: bool = False


class CardsShuffledBack(Open, frozen=True):
    """The cards of a check are shuffled into the library again."""

    of: Id


# attacks -------------------------------------------------------------------------------------------------------------


class PcAttacked(Open, frozen=True):
    """A PC attacks, once a scene; those who aren't vigilant are tapped."""

    of: Id
    attackers: tuple[Id, ...]
    target: Id
    tapped: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return of_pc(attacking(world, self.attackers, self.tapped), self.of, attacked=True)


class NpcsAttacked(Open, frozen=True):
    """NPCs attack."""

    attackers: tuple[Id, ...]
    target: Id

    def apply(self, world: World) -> World:
        return attacking(world, self.attackers, self.attackers)


class Blocked(Open, frozen=True):
    """Somebody blocks an attacker."""

    of: Id
    target: Id


class Unblocked(Open, frozen=True):
    """Nobody blocks an attacker."""

    of: Id


class FoughtByHand(Open, frozen=True):
    """Abilities come into play that the table doesn't reckon with: the damage is dealt by hand."""

    target: Id


def attacking(world: World, attackers: tuple[Id, ...], tapped: tuple[Id, ...]) -> World:
    """The world in which these attack, and some of them tap for it."""
    permanents = dict(world.permanents)
    for one in attackers:
        permanents[one] = replace(permanents[one], attacked=True)
    for one in tapped:
        permanents[one] = replace(permanents[one], tapped=True)
    return replace(world, permanents=Table(permanents))


# the boss fight ------------------------------------------------------------------------------------------------------


class BossFightBegun(Open, frozen=True):
    """The adventure is over, the boss fight begins."""

    members: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return replace(world, boss=True, scene=None)


class Reset(Open, frozen=True):
    """All cards of a PC are in its library again, shuffled; it had so many in hand, and its life is adjusted."""

    of: Id
    had: int
    life: int
    library: Table[Id, int]

    def parts(self, world: World) -> dict[str, Audience]:
        return {"library": own(world, self.of)}

    def apply(self, world: World) -> World:
        pc = replace(
            world.pcs[self.of],
            life=self.life,
            library=self.library,
            hand=(),
            top=(),
            bottom=(),
            graveyard=(),
            exile=(),
            mana=Table(),
        )
        return with_pc(world, self.of, counted(pc))

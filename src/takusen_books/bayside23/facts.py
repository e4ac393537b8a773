"""Facts of checks, stones and rests, and the list of all facts of bayside23."""

from msgspec.structs import replace

from takusen.rules import Audience, Fact, Id

from .fact import OfNumbers, Open, changed, numbers
from .setting import (
    HintFound,
    Joined,
    RiddleAnswered,
    RiddleFailed,
    RiddleFound,
    RiddleSet,
    RiddleSolved,
    SceneEntered,
    SceneSet,
    StoryBegun,
    Supplied,
)
from .strife import (
    Acted,
    Appeared,
    Attacked,
    Critical,
    Defended,
    EnemyHpLost,
    Fell,
    FellUnconscious,
    FightDrawn,
    FightStarted,
    FightWon,
    Fumbled,
    GaveUp,
    Hit,
    Incapacitated,
    InitiativeDecided,
    LifeLost,
    Missed,
    Parried,
    Readied,
    Reinforced,
    Rerolled,
    RoundStarted,
    SideTurn,
    SpoilsDue,
    SpoilsTaken,
    StoodUp,
    Struck,
    TurnLost,
    TurnPassed,
    Unlocked,
)
from .world import World


class Checked(Open, frozen=True):
    """An action check is declared."""

    of: Id
    traits: tuple[str, ...]
    skill: str
    total: int
    difficulty: int
    target_number: int
    against: tuple[str, ...] = ()

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "traits", "skill", "total", "target_number", "against")


class CheckPassed(Open, frozen=True):
    """The check succeeds."""

    of: Id


class CheckFailed(Open, frozen=True):
    """The check fails."""

    of: Id


class StoneUsed(Open, frozen=True):
    """A soul stone is used up."""

    by: Id
    size: str
    left: int

    def apply(self, world: World) -> World:
        return replace(world, stones=world.stones.put(self.size, self.left))


class Recovered(Open, frozen=True):
    """Life comes back."""

    of: Id
    by: Id
    amount: int
    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "amount", "left")

    def apply(self, world: World) -> World:
        return changed(world, self.of, life=self.left)


class RecoverySpent(Open, frozen=True):
    """One of a fighter's chances to recover is gone."""

    of: Id
    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "left")

    def apply(self, world: World) -> World:
        return changed(world, self.of, recoveries=self.left)


class RecoveriesRestored(OfNumbers, frozen=True):
    """A fighter's chances to recover are back."""

    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "left")

    def apply(self, world: World) -> World:
        return changed(world, self.of, recoveries=self.left)


class Woke(Open, frozen=True):
    """An unconscious fighter comes to."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, unconscious=False)


class PoolsRestored(OfNumbers, frozen=True):
    """Stamina and concentration are back."""

    stamina: int
    concentration: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "stamina", "concentration")

    def apply(self, world: World) -> World:
        full = {"stamina": self.stamina, "concentration": self.concentration}
        return changed(world, self.of, incapacitated=False, prone=False, lost_turn=0, **full)


class Rested(Open, frozen=True):
    """The party has rested."""


class SessionOpened(Open, frozen=True):
    """Play begins for today."""

    def apply(self, world: World) -> World:
        return replace(world, session_open=True)


class SessionClosed(Open, frozen=True):
    """Play ends for today."""

    def apply(self, world: World) -> World:
        return replace(world, session_open=False)


FACTS: tuple[type[Fact], ...] = (
    Joined, SceneSet, RiddleSet, Supplied, SceneEntered, StoryBegun, RiddleFound, HintFound,
    RiddleAnswered, RiddleSolved, RiddleFailed,
    FightStarted, Appeared, Reinforced, InitiativeDecided, RoundStarted, Readied, SideTurn, Acted, TurnPassed,
    Unlocked, Attacked, Hit, Missed, Critical, Fumbled, Fell, TurnLost, StoodUp, Defended, Parried, Struck, LifeLost,
    Rerolled, GaveUp, Incapacitated, FellUnconscious, FightWon, FightDrawn, SpoilsDue, EnemyHpLost, SpoilsTaken,
    Checked, CheckPassed, CheckFailed, StoneUsed, Recovered, RecoverySpent, RecoveriesRestored, Woke, PoolsRestored,
    Rested, SessionOpened, SessionClosed,
)  # fmt: skip

"""Facts of checks and opposed checks (AT-09 to AT-13)."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import GM, Audience, Id

from .fact import Open, numbers
from .world import Omen, World


class Checked(Open, frozen=True):
    """A check is rolled; a `difficulty` that isn't `said` is the GM's alone."""

    of: Id
    ability: str
    code: str
    total: int
    difficulty: int
    said: bool

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "code", "total") | ({} if self.said else {"difficulty": GM})


class OfCheck(Open, frozen=True):
    """How a check ends: the GM's alone where the difficulty is unsaid."""

    of: Id
    said: bool

    def see(self, world: Any) -> Audience:
        return super().see(world) if self.said else GM


class CheckPassed(OfCheck, frozen=True):
    """The check succeeds."""


class CheckFailed(OfCheck, frozen=True):
    """The check fails."""


class CheckDeclined(Open, frozen=True):
    """Somebody who was called to a check lets it be."""

    of: Id


class Contested(Open, frozen=True):
    """Both sides of an opposed check are rolled: `total` of the action side, `opposing` of the reaction side."""

    of: Id
    ability: str
    total: int
    target: Id
    against: str
    opposing: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "total") | numbers(world, self.target, "opposing")


class ContestWon(Open, frozen=True):
    """The action side wins."""

    of: Id
    target: Id


class ContestLost(Open, frozen=True):
    """The reaction side wins; `why` is "tied" where it does so by priority."""

    of: Id
    target: Id
    why: str

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "why") | numbers(world, self.target, "why")


class OmensPassed(Open, frozen=True):
    """Another check is made: nothing is added any more to earlier fumbles and criticals."""

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, omens=())


class Fumbled(Open, frozen=True):
    """A roll that decides success is a fumble; the GM may add to it (AT-13)."""

    of: Id

    def apply(self, world: World) -> World:
        return replace(world, omens=(*world.omens, Omen(self.of, "fumble")))


class WentCritical(Open, frozen=True):
    """A roll that decides success is critical; the GM may add to it (AT-13)."""

    of: Id

    def apply(self, world: World) -> World:
        return replace(world, omens=(*world.omens, Omen(self.of, "critical")))


class EffectAdded(Open, frozen=True):
    """The GM's ruling on a fumble or critical, in words (AT-13)."""

    of: Id
    rank: str
    text: str

    def apply(self, world: World) -> World:
        return replace(world, omens=tuple(one for one in world.omens if one.of != self.of))

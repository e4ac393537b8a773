"""Facts of singing (AT-17 to AT-19, AT-24 to AT-26)."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import Audience, Id, Square

from .fact import Open, changed, numbers, put
from .world import NOBODY, NOWHERE, Chant, World


class OfSinger(Open, frozen=True):
    """A singer decides on a song: MP paid and left, and where the gauge stands."""

    of: Id
    song: Id
    chant: Chant
    paid: int
    mp: int
    gauge: int

    def apply(self, world: World) -> World:
        singer = replace(world.fighters[self.of], chant=self.chant, mp=self.mp, gauge=self.gauge)
        return put(world, self.of, singer)

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "mp", "paid")


class ChantStarted(OfSinger, frozen=True):
    """A singer begins a song."""


class ChantChanged(OfSinger, frozen=True):
    """A singer goes over to another song."""


class ChantKept(OfSinger, frozen=True):
    """A singer keeps singing."""


class ChantEnded(Open, frozen=True):
    """A song ends; `why` is "stopped", "unpaid", "released", "downed", "harmed" or "unkept"."""

    of: Id
    song: Id
    why: str
    gauge: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, chant=None, gauge=self.gauge)


class SongTookEffect(Open, frozen=True):
    """A blue song takes effect, or a red one is released."""

    of: Id
    song: Id
    target: Id = NOBODY
    square: Square = NOWHERE


class GaugeChanged(Open, frozen=True):
    """A burst gauge stands elsewhere."""

    of: Id
    gauge: int

    def apply(self, world: Any) -> Any:
        return changed(world, self.of, gauge=self.gauge)

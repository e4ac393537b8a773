"""What the GM is shown of fumbles and criticals: to each something may be added (AT-13)."""

import msgspec

from takusen.rules import Custom, Id, View

from .world import World


class Sign(msgspec.Struct, frozen=True):
    """A fumble or critical, and whose."""

    of: Id
    name: str
    rank: str


class Signs(msgspec.Struct, frozen=True):
    """Those of the latest check."""

    signs: tuple[Sign, ...]


def omens(v: View[World]) -> tuple[Custom, ...]:
    """The panel of a GM who may add something now."""
    if not v.gm or not v.world.omens:
        return ()
    return (
        Custom("omens", Signs(tuple(Sign(one.of, v.world.fighter(one.of).name, one.rank) for one in v.world.omens))),
    )

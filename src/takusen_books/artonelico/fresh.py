"""New characters, made from nothing by whoever plays them (AT-01)."""

from collections.abc import Mapping

from takusen.rules import Table

from .ledger import GROWABLE
from .rates import usual
from .world import PARTY, Fighter

ORDINARY = "2D"


def newcomer(name: str, numbers: Mapping[str, int]) -> Fighter:
    """A new character as people add one: of CL 1, with everything still to choose."""
    making = usual()
    return Fighter(
        name,
        PARTY,
        abilities=Table(dict.fromkeys(GROWABLE, ORDINARY)),
        hp=making.hp.at(1),
        hp_max=making.hp.at(1),
        mp=making.mp.at(1),
        mp_max=making.mp.at(1),
        miracle=making.miracle,
        move=making.move,
        making=True,
    )

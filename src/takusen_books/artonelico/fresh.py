"""New characters, made from nothing by whoever plays them (AT-01)."""

from collections.abc import Mapping

from takusen.rules import Table

from .ledger import GROWABLE
from .scenario import points, tables
from .setting import RegulationSet
from .world import PARTY, Fighter

ORDINARY = "2D"


def regulation() -> RegulationSet:
    """What characters are made from until the GM says otherwise."""
    given = tables()["regulation"]
    return RegulationSet(given["experience"], given["leaf"], given["level_cap"])


def newcomer(name: str, numbers: Mapping[str, int]) -> Fighter:
    """A new character as people add one: of CL 1, with everything still to choose."""
    hp, mp = points("hp", 1), points("mp", 1)
    return Fighter(
        name,
        PARTY,
        abilities=Table(dict.fromkeys(GROWABLE, ORDINARY)),
        hp=hp,
        hp_max=hp,
        mp=mp,
        mp_max=mp,
        miracle=tables()["fresh"]["miracle"],
        move=tables()["fresh"]["move"],
        making=True,
    )

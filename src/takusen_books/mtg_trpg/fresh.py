"""PCs, people and places that come up while a table plays, by name alone."""

from collections.abc import Mapping

from .world import Pc, Permanent, Place

POWER, TOUGHNESS = "P", "T"


def newcomer(name: str, numbers: Mapping[str, int]) -> Pc:
    """A PC without cards: a deck comes to it later."""
    return Pc(name)


def somebody(name: str, numbers: Mapping[str, int]) -> Permanent:
    """An NPC, for the GM to put somewhere."""
    return Permanent(name, power=numbers.get(POWER, 0), toughness=max(1, numbers.get(TOUGHNESS, 1)))


def somewhere(name: str, numbers: Mapping[str, int]) -> Place:
    """A place, a plane until the GM says what it is in."""
    return Place(name)

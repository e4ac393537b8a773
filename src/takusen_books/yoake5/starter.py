"""Ready characters as they come with a scenario, made as if their players had chosen all of it (YA-12)."""

from takusen.rules import Fact, Id, Reading

from .making import make_ready
from .world import World


class Prepared:
    """A world in which things become true before the table opens."""

    def __init__(self, world: World, reading: Reading) -> None:
        self.world, self.reading = world, reading
        self.facts: list[Fact] = []

    def emit(self, fact: Fact) -> None:
        """Something becomes true."""
        self.world = fact.apply(self.world)
        self.facts.append(fact)


def made_ready(reading: Reading, world: World, one: Id, ready: str) -> tuple[Fact, ...]:
    """The facts by which somebody of a world is one of the ready characters."""
    prepared = Prepared(world, reading)
    make_ready(prepared, one, ready)
    return tuple(prepared.facts)

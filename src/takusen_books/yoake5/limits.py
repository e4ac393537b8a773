"""How much can be held towards one person (YA-13); house rules set the limit, the book has none."""

from collections.abc import Iterator

from takusen.rules import Id, Reading

from .points import point
from .world import Bond, History, World

LIMIT, LIFTED = "charts.bonds.limit", "charts.bonds.lifted_by_faith"
KINDS = ("hostility", "goodwill")


def held(world: World, one: Id, whom: Id) -> Bond:
    """What somebody holds towards another."""
    return world.characters[one].bonds.get(whom, Bond())


def excess(world: World, reading: Reading, one: Id) -> tuple[tuple[Id, int], ...]:
    """Towards whom somebody holds more hostility and goodwill together than the limit, and by how much."""
    limit = int(reading.content[LIMIT])
    if not limit:
        return ()
    over = ((whom, bond.hostility + bond.goodwill - limit) for whom, bond in world.characters[one].bonds.items())
    return tuple((whom, by) for whom, by in over if by > 0 and not lifted(world, reading, one, whom))


def lifted(world: World, reading: Reading, one: Id, whom: Id) -> bool:
    """Whether faith lifts the limit: that towards the other or, where the table reads it so, that from the other."""
    enough = int(reading.content[LIFTED])
    back = point(reading, "bond_direction") == "from_them" and whom in world.characters
    faith = held(world, whom, one).faith if back else held(world, one, whom).faith
    return 0 < enough <= faith


def discards(world: World, reading: Reading, one: Id) -> Iterator[tuple[Id, tuple[tuple[str, int], ...]]]:
    """What goes where the oldest goes first: towards whom, and how much of which kind."""
    for whom, by in excess(world, reading, one):
        lots = _lots(world, one, whom)
        gone = {kind: lots[:by].count(kind) for kind in KINDS}
        yield whom, tuple((kind, count) for kind, count in gone.items() if count)


def _lots(world: World, one: Id, whom: Id) -> list[str]:
    """The kind of every point that is held towards another, the oldest first."""
    lots: list[str] = []
    for entry in world.histories.get(one, History()).records:
        if entry.whom == whom and entry.kind in KINDS:
            lots += [entry.kind] * entry.amount
            for _ in range(-entry.amount):
                lots.remove(entry.kind)
    bond = held(world, one, whom)
    extra = {"hostility": bond.hostility, "goodwill": bond.goodwill}
    return [kind for kind in KINDS for _ in range(extra[kind] - lots.count(kind))] + lots

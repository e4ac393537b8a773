"""The ledger: what may change a character for good, and the history that tells of every such change (YA-12, YA-13)."""

from collections.abc import Callable

from msgspec.structs import replace

from takusen.rules import Id, Table

from .fact import Open, put
from .world import Bond, Character, History, Record, World

Change = Callable[[Character, Record], Character]


def _number(field: str) -> Change:
    return lambda me, entry: replace(me, **{field: getattr(me, field) + entry.amount})


def _bond(field: str) -> Change:
    def change(me: Character, entry: Record) -> Character:
        bond = me.bonds.get(entry.whom, Bond(name=entry.what))
        return replace(
            me, bonds=me.bonds.put(entry.whom, replace(bond, **{field: getattr(bond, field) + entry.amount}))
        )

    return change


def _ticket(me: Character, entry: Record) -> Character:
    return replace(me, tickets=added(me.tickets, entry.what, entry.amount))


def _emotion(me: Character, entry: Record) -> Character:
    """An emotion by its id; `note` is the name that it was given."""
    bond = me.bonds.get(entry.whom, Bond())
    held = bond.emotions.put(entry.what, entry.note) if entry.amount > 0 else bond.emotions.without(entry.what)
    return replace(me, bonds=me.bonds.put(entry.whom, replace(bond, emotions=held)))


KINDS: dict[str, Change] = {
    "experience": _number("experience"),
    "money": _number("money"),
    "max_lp": _number("max_lp"),
    "stubs": _number("stubs"),
    "ticket": _ticket,
    "hostility": _bond("hostility"),
    "goodwill": _bond("goodwill"),
    "faith": _bond("faith"),
    "emotion": _emotion,
    "told": lambda me, entry: me,
}
"""The kinds of entries and what each adds to; one that is only `told` changes no number."""


def added(held: Table[str, int], name: str, amount: int) -> Table[str, int]:
    """A count more or less of something; what comes to nothing is gone."""
    left = held.get(name, 0) + amount
    return held.put(name, left) if left else held.without(name)


def taken_in(world: World, one: Id, records: tuple[Record, ...]) -> World:
    """The world after entries of a history: each changes its number, and stands in the history."""
    me, history = world.characters[one], world.histories.get(one, History())
    for entry in records:
        me = KINDS[entry.kind](me, entry)
    kept = replace(history, records=history.records + records)
    return replace(put(world, one, me), histories=world.histories.put(one, kept))


class Recorded(Open, frozen=True):
    """A character's lasting values change, and its history says so."""

    of: Id
    records: tuple[Record, ...]

    def apply(self, world: World) -> World:
        return taken_in(world, self.of, self.records)

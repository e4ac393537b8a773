"""Effects about things: what is called into one's hand, and what is taken from others (YA-09, YA-10)."""

from collections.abc import Sequence

import msgspec

from takusen.rules import Chance, Choice, Id, Play, Reading, Refused, judged, policy, rule

from .catalogue import catalogue
from .facts_skill import Called, Counted, Spent, Taken, Withstood
from .ledger import Recorded
from .uses import scope
from .world import NOBODY, Character, Record, World

HANDS = {"hand": 1, "hands": 2}
MOST_HANDS = 2
TRIED, STOLEN = "tried", "stolen"


# calling -------------------------------------------------------------------------------------------------------------


class Calling(msgspec.Struct, frozen=True):
    """Who calls a thing, and by which skill."""

    of: Id
    skill: str


@policy("called")
def first_thing(about: Calling, open_ones: Sequence[Id]) -> Id:
    """The first thing that can be called."""
    return open_ones[0]


def callable_things(world: World, reading: Reading, one: Id, skill: str) -> tuple[Choice[Id], ...]:
    """The weapons and shields of somebody's that aren't in hand, with what forbids calling them."""
    known = catalogue(reading).items
    return tuple(
        Choice(own, not_callable(reading, skill, each.item))
        for own, each in world.characters[one].items.items()
        if each.item in known and known[each.item].slot in HANDS and not each.worn and not each.broken
    )


def not_callable(reading: Reading, skill: str, item: str) -> Refused | None:
    """Why a thing can't be called by a skill."""
    banned = reading.banned(f"skills.{skill}", f"items.{item}")
    return Refused.because("cant_be_called", item=item) if banned else None


@rule("YA-09", "YA-10")
def call(t: Play[World], one: Id, skill: str) -> None:
    """A thing of one's own comes to where one is."""
    choices = callable_things(t.world, t.reading, one, skill)
    if any(each.refused is None for each in choices):
        own = t.ask(one, "called", choices, Calling(one, skill), first_thing)
        arrive(t, one, own)


@rule("YA-10")
def arrive(t: Play[World], one: Id, own: Id) -> None:
    """What was called is at hand; to use it, it has to be equipped."""
    t.emit(Called(one, own, t.world.characters[one].items[own].item, ""))


def held(reading: Reading, me: Character) -> tuple[Id, ...]:
    """What somebody has in hand."""
    known = catalogue(reading).items
    return tuple(own for own, each in me.items.items() if each.worn and known[each.item].slot in HANDS)


def hands_free(reading: Reading, me: Character) -> int:
    """How many hands are empty."""
    known = catalogue(reading).items
    return MOST_HANDS - sum(HANDS[known[me.items[own].item].slot] for own in held(reading, me))


# taking --------------------------------------------------------------------------------------------------------------


class Loot(msgspec.Struct, frozen=True):
    """Who takes something from whom, and by which skill."""

    of: Id
    target: Id
    skill: str


@policy("loot")
def first_loot(about: Loot, open_ones: Sequence[str]) -> str:
    """The first thing that can be taken."""
    return open_ones[0]


@rule("YA-09")
def may_try(t: Chance, tries: int, successes: int) -> bool:
    """Whether one may take from the same target again."""
    return True


def tried(world: World, one: Id, target: Id, what: str) -> int:
    """How often somebody has tried, or managed, to take something from a target in this scenario."""
    return world.characters[one].uses.get(f"{what}>{target}:{scope(world, 'scenario')}", 0)


def not_again(world: World, reading: Reading, one: Id, target: Id) -> Refused | None:
    """Why nothing can be taken from a target any more."""
    may = judged(reading, may_try, tried(world, one, target, TRIED), tried(world, one, target, STOLEN))
    return None if may else Refused.because("taken_already", target=target)


@rule("YA-09")
def count_try(t: Play[World], one: Id, target: Id, what: str) -> None:
    """A try, or what came of it, is counted."""
    key = f"{what}>{target}:{scope(t.world, 'scenario')}"
    uses = t.world.characters[one].uses
    t.emit(Counted(one, uses.put(key, uses.get(key, 0) + 1)))


def drops_of(world: World, reading: Reading, target: Id) -> tuple[str, ...]:
    """What a foe drops that fits its level."""
    known, me = catalogue(reading), world.characters[target]
    foe = known.foes.get(me.foe)
    level = foe.level if foe else me.level
    return tuple(item for item in (foe.drops if foe else ()) if known.items[item].level <= max(level, 1))


@rule("YA-09")
def loot(t: Play[World], one: Id, target: Id, skill: str) -> None:
    """One of the things that the target drops, of one's own choice."""
    drops = drops_of(t.world, t.reading, target)
    if not drops:
        t.emit(Withstood(target, skill))
        return
    taken(t, one, target, t.ask(one, "loot", drops, Loot(one, target, skill), first_loot))


@rule("YA-09")
def taken(t: Play[World], one: Id, target: Id, item: str, own: Id = NOBODY) -> None:
    """A thing goes from one to another, and stays theirs."""
    if own:
        t.emit(Spent(target, own, item, t.world.characters[target].items[own].count - 1))
    t.emit(Taken(one, target, item, new_key(t.world.characters[one], item)))
    t.emit(Recorded(one, (Record("told", 1, target, item, "stolen", "YA-09", day=day_of(t.world)),)))
    count_try(t, one, target, STOLEN)


def new_key(me: Character, item: str) -> Id:
    """A name for one more thing among somebody's, by which it is shown as what it is."""
    if item not in me.items:
        return Id(item)
    number = 2
    while f"{item}#{number}" in me.items:
        number += 1
    return Id(f"{item}#{number}")


def day_of(world: World) -> str:
    """The day of the session that is on."""
    return world.session.day if world.session else ""

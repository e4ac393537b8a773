"""What states forbid or leave alone (YA-11): sloth, restrained, sealed, and being without skills (MJ-48 to MJ-50)."""

from collections.abc import Iterator

from takusen.rules import Chance, Id, Reading, Refused, judged, rule

from .blocks import Status
from .catalogue import catalogue
from .world import Character, World


@rule("YA-11")
def listed(t: Chance, categories: tuple[str, ...], among: tuple[str, ...]) -> bool:
    """Whether a skill of these categories is of the listed ones: one of them is enough."""
    return any(each in among for each in categories)


@rule("YA-11")
def passives_work(t: Chance) -> bool:
    """Whether passive skills go on working where a status forbids the use of skills like them."""
    return True


def silenced(me: Character, reading: Reading, skill: str) -> bool:
    """Whether a status that somebody is in takes even a passive skill from them."""
    known = catalogue(reading)
    held = tuple(known.statuses[state.name] for state in me.states if state.name in known.statuses)
    limits = tuple(status for status in held if status.only or status.never)
    if not limits or skill not in known.skills or judged(reading, passives_work):
        return False
    return any(forbids(reading, status, known.skills[skill].category) for status in limits)


def statuses(world: World, reading: Reading, one: Id) -> Iterator[tuple[str, Status]]:
    """The named statuses that somebody is in."""
    known = catalogue(reading).statuses
    return ((state.name, known[state.name]) for state in world.character(one).states if state.name in known)


def may_act(world: World, reading: Reading, one: Id, timing: str) -> Refused | None:
    """Why a status keeps somebody from an action, "move" or "minor"; None where nothing does."""
    for name, status in statuses(world, reading, one):
        if timing in status.timings:
            return Refused.because("kept_from_action", who=world.character(one).name, state=name, timing=timing)
    return None


def may_use(world: World, reading: Reading, one: Id, skill: str) -> Refused | None:
    """Why a status keeps somebody from using a skill; None where nothing does."""
    categories = catalogue(reading).skills[skill].category
    for name, status in statuses(world, reading, one):
        if forbids(reading, status, categories):
            return Refused.because("kept_from_skill", who=world.character(one).name, state=name, skill=skill)
    return None


def forbids(reading: Reading, status: Status, categories: tuple[str, ...]) -> bool:
    """Whether a status forbids skills of these categories."""
    if status.silent:
        return True
    if status.only and not judged(reading, listed, categories, status.only):
        return True
    return bool(status.never) and judged(reading, listed, categories, status.never)


def those_with(world: World, reading: Reading, timing: str) -> tuple[Id, ...]:
    """Who has a skill for a timing that nothing forbids, among those on their feet."""
    return tuple(one for one, me in world.characters.items() if me.stands and has_for(world, reading, one, timing))


def has_for(world: World, reading: Reading, one: Id, timing: str) -> bool:
    """Whether somebody has a skill for a timing that nothing forbids."""
    known = catalogue(reading).skills
    mine = (id for id in world.character(one).skills if id in known and known[id].timing == timing)
    return any(may_use(world, reading, one, id) is None for id in mine)

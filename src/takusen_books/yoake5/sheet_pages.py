"""Sheets: numbers that explain themselves, making and growth as steps that can be tried, histories (YA-04, YA-12)."""

import msgspec

from takusen.rules import Custom, Id, Reading, Refused, View

from .catalogue import catalogue
from .growth import why_not_now
from .making import CREATION, why_not_begin, why_not_main, why_not_species
from .session import GROWTH
from .sheet import CharacterSheet, Step, sheet, step, worded
from .stats import ABILITIES
from .world import PARTY, Character, World


class Option(msgspec.Struct, frozen=True):
    """Something that can be chosen for good, or why it can't."""

    id: str
    chosen: bool
    step: Step


class Ability(msgspec.Struct, frozen=True):
    """An ability and the points that its player put into it."""

    name: str
    points: int


class Making(msgspec.Struct, frozen=True):
    """A character who is being made: the steps in their order, each with what can be chosen."""

    species: tuple[Option, ...]
    main: tuple[Option, ...]
    abilities: tuple[Ability, ...]
    points_left: int
    dormitories: tuple[Option, ...]
    finish: Step


class Sheets(msgspec.Struct, frozen=True):
    """Sheets of characters; whoever looks at more than one finds each `folded`."""

    people: tuple["Person", ...]
    folded: bool


class Person(msgspec.Struct, frozen=True):
    """A character's sheet, and the steps of its making while it is made."""

    sheet: CharacterSheet
    making: Making | None
    begin: Step | None
    tried: bool


def growing_panels(v: View[World]) -> tuple[Custom, ...]:
    """Making and growth of those for whom it is the time."""
    people = tuple(person(v, one) for one in concerned(v) if growing(v, one))
    at_rest = v.world.session is None and not any(one.making or one.begin or one.tried for one in people)
    return (Custom("growth", Sheets(people, at_rest or len(people) > 1)),) if people else ()


def sheet_panels(v: View[World]) -> tuple[Custom, ...]:
    """All numbers of the party with what makes them, and histories."""
    people = tuple(person(v, one) for one in everybody(v))
    return (Custom("sheet", Sheets(people, len(people) > 1)),) if people else ()


def everybody(v: View[World]) -> tuple[Id, ...]:
    """The party, the viewer's own first; of a campaign only these, since each has a page there."""
    party = (one for one, me in v.world.characters.items() if me.side == PARTY and not me.removed and me.species)
    there = [one for one in party if v.mine(one) or v.world.campaign is None]
    return tuple(sorted(there, key=lambda one: not v.mine(one)))


def concerned(v: View[World]) -> tuple[Id, ...]:
    """Those whom the viewer plays; the GM, those who are being made."""
    party = ((one, me) for one, me in v.world.characters.items() if me.side == PARTY and not me.removed)
    return tuple(one for one, me in party if v.mine(one) or (v.gm and me.making))


def growing(v: View[World], one: Id) -> bool:
    """Whether it is the time for somebody to be made or to grow."""
    world, me = v.world, v.world.characters[one]
    if me.making or why_not_begin(world, one) is None:
        return True
    if why_not_now(world, one) is not None:
        return False
    return world.session is None or me.step == GROWTH


def person(v: View[World], one: Id) -> Person:
    """A character's sheet."""
    me = v.world.characters[one]
    mine = v.gm or v.mine(one)
    making = making_of(v.reading, me) if me.making and mine else None
    begin = step(None, "begin_making") if mine and why_not_begin(v.world, one) is None else None
    return Person(sheet(v, one), making, begin, me.plan is not None)


def making_of(reading: Reading, me: Character) -> Making:
    """The steps by which somebody is made."""
    known, points = catalogue(reading), reading.content[f"{CREATION}.ability_points"]
    spent = tuple(Ability(name, me.base.get(name, 0)) for name in ABILITIES)
    return Making(
        tuple(option(one, me.species, why_not_species(reading, me, one), "species") for one in known.species),
        tuple(option(one, me.main, why_not_main(reading, me, one), "main") for one in known.classes),
        spent,
        points - sum(one.points for one in spent),
        tuple(option(one, me.dormitory, why_not_house(me, one), "dormitory") for one in known.dormitories),
        step(None, "finish_making"),
    )


PICKS = {"species": "species", "main": "kind", "dormitory": "dormitory"}


def option(one: str, chosen: str, why: Refused | None, what: str) -> Option:
    """Something that can be chosen."""
    return Option(one, one == chosen, Step(f"choose_{what}", PICKS[what], one, why=worded(why)))


def why_not_house(me: Character, one: str) -> Refused | None:
    """Why a character doesn't come to a house."""
    if not me.main:
        return Refused("choose_main_first")
    return Refused("chosen_already") if me.dormitory == one else None

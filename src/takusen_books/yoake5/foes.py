"""Foes as they come: an entry of the catalogue becomes a character with its whole block (YA-05)."""

from itertools import count

from takusen.rules import Id, Play, Reading, Table

from .blocks import Foe
from .catalogue import catalogue
from .facts_fight import FoeEntered, Uncovered
from .world import FOES, Character, World

LETTERS, OUT_OF_SIGHT = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "h"


def foe_of(reading: Reading, foe: str, name: str, row: int, hidden: bool) -> Character:
    """A foe's whole block."""
    known: Foe = catalogue(reading).foes[foe]
    numbers = dict(known.stats.items()) | {"level": known.level, "hp_max": known.hp, "mp_max": known.mp}
    return Character(
        name=name, side=FOES, foe=foe, species=known.species, base=Table(numbers), skills=known.skills,
        hp=known.hp, mp=known.mp, row=row, fighting=True, hidden=hidden,
    )  # fmt: skip


def enter(t: Play[World], foe: str, row: int, hidden: bool) -> None:
    """A foe comes into the combat; those of one kind are told apart by letters. One in hiding has an id and a name
    apart from these, so that nobody can count what is missing."""
    mark = OUT_OF_SIGHT if hidden else ""
    nth = next(nth for nth in count(1) if f"{foe}-{mark}{nth}" not in t.world.characters)
    name = called(t, foe, f"?{nth}") if hidden else lettered(t, foe)
    t.emit(FoeEntered(Id(f"{foe}-{mark}{nth}"), foe_of(t.reading, foe, name, row, hidden), name))


def appear(t: Play[World], one: Id) -> None:
    """A foe out of sight is there for all to see; one that nobody knew gets its letter."""
    me = t.world.character(one)
    unnamed = me.name == called(t, me.foe, f"?{one.rpartition(OUT_OF_SIGHT)[2]}")
    t.emit(Uncovered(one, lettered(t, me.foe) if unnamed else me.name))


def lettered(t: Play[World], foe: str) -> str:
    """The next name of a kind that nobody in the world has."""
    used = {me.name for me in t.world.characters.values()}
    names = (called(t, foe, letter) for letter in LETTERS)
    return next((name for name in names if name not in used), called(t, foe, LETTERS[-1]))


def called(t: Play[World], foe: str, mark: str) -> str:
    """A kind of foe with a mark."""
    gap = " " if t.world.lang == "en" else ""
    return f"{catalogue(t.reading).foes[foe].name[t.world.lang]}{gap}{mark}"

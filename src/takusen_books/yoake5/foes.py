"""Foes as they come: an entry of the catalogue becomes a character with its whole block (YA-05)."""

from takusen.rules import Id, Play, Reading, Table

from .blocks import Foe
from .catalogue import catalogue
from .facts_fight import FoeEntered
from .world import FOES, Character, World

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def foe_of(reading: Reading, foe: str, name: str, row: int, hidden: bool) -> Character:
    """A foe's whole block."""
    known: Foe = catalogue(reading).foes[foe]
    numbers = dict(known.stats.items()) | {"level": known.level, "hp_max": known.hp, "mp_max": known.mp}
    return Character(
        name=name, side=FOES, foe=foe, species=known.species, base=Table(numbers), skills=known.skills,
        hp=known.hp, mp=known.mp, row=row, fighting=True, hidden=hidden,
    )  # fmt: skip


def enter(t: Play[World], foe: str, row: int, hidden: bool) -> None:
    """A foe comes into the combat; those of one kind are told apart by letters."""
    nth = sum(me.foe == foe for me in t.world.characters.values())
    called = catalogue(t.reading).foes[foe].name[t.world.lang]
    gap = " " if t.world.lang == "en" else ""
    name = f"{called}{gap}{LETTERS[nth % len(LETTERS)]}"
    t.emit(FoeEntered(Id(f"{foe}-{nth + 1}"), foe_of(t.reading, foe, name, row, hidden), name))

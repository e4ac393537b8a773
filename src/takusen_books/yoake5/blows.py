"""What goes into an attack beside weapon and strength: arrows, elements and what strengthens them, kills, and what a
weapon does to its bearer (YA-08, YA-09, YA-10)."""

from typing import NamedTuple

from takusen.rules import Chance, Id, Play, Reading, rule

from .blocks import Effect, Item
from .catalogue import catalogue
from .damage import lose
from .facts_skill import KillCounted, Spent
from .stats import amount, in_use, total
from .world import NOBODY, Character, World

ARROW, SHOOTING, SINGLE, MAGIC = "arrow", "shooting", "single", "magic"


class Load(NamedTuple):
    """What weapon and arrow bring to an attack: elements, and more damage."""

    elements: tuple[str, ...]
    plus: int


# rules of one attack -------------------------------------------------------------------------------------------------


@rule("YA-09", "YA-10")
def arrow_works(t: Chance, target: str) -> bool:
    """Whether an arrow's effect comes with an attack at such targets; with magic there is none."""
    return target != MAGIC


@rule("YA-09", "YA-10")
def arrow_spent(t: Chance, target: str) -> bool:
    """Whether an arrow is used up by an attack at such targets."""
    return target != MAGIC


@rule("YA-08")
def boosted(t: Chance, boosts: tuple[int, ...]) -> int:
    """What strengthens the elements of one attack: the highest of those that match."""
    return max(boosts, default=0)


@rule("YA-08")
def kill_counts(t: Chance, by_skill: bool) -> bool:
    """Whether a weapon counts somebody whom it put down: those of its plain attacks."""
    return not by_skill


# before --------------------------------------------------------------------------------------------------------------


def load(t: Play[World], by: Id, weapon: Id, target: str, element: str = "") -> Load:
    """What weapon, arrow and skill bring to an attack at such targets."""
    me = t.world.characters[by]
    own = nocked(t.reading, me)
    arrow = item_of(t.reading, me, own) if own and arrow_works(t, target) else None
    held = (element, *(each.element for each in (weapon_of(t.reading, me, weapon), arrow) if each))
    return Load(tuple(dict.fromkeys(one for one in held if one)), arrow.attack if arrow else 0)


def boost(t: Play[World], by: Id, elements: tuple[str, ...]) -> int:
    """What strengthens an attack of these elements."""
    return boosted(t, tuple([total(t.world, t.reading, by, f"boost.{element}") for element in elements]))


# after ---------------------------------------------------------------------------------------------------------------


@rule("YA-08", "YA-10")
def follow(t: Play[World], by: Id, weapon: Id, target: str, felled: int, by_skill: bool = False) -> None:
    """An attack is over: its arrow is spent, its weapon has counted, and hurts its bearer."""
    arrow = nocked(t.reading, t.world.characters[by])
    if arrow and arrow_spent(t, target):
        use_up(t, by, arrow)
    own = weapon if weapon in t.world.characters[by].items else weapon_in_hand(t.reading, t.world.characters[by])
    if own:
        count_kills(t, by, own, felled, by_skill)
        recoil(t, by, own)


@rule("YA-10")
def use_up(t: Play[World], one: Id, own: Id) -> None:
    """One of a thing is used up."""
    each = t.world.characters[one].items[own]
    t.emit(Spent(one, own, each.item, each.count - 1))


@rule("YA-08", "YA-10")
def count_kills(t: Play[World], one: Id, own: Id, felled: int, by_skill: bool) -> None:
    """A weapon counts whom it puts down, if it is one that does."""
    me = t.world.characters[one]
    if felled and counts_kills(t.reading, me, own) and kill_counts(t, by_skill):
        t.emit(KillCounted(one, own, me.items[own].item, me.items[own].kills + felled))


@rule("YA-08", "YA-10")
def recoil(t: Play[World], one: Id, own: Id) -> None:
    """What a weapon does to its bearer with each attack."""
    me, item = t.world.characters[one], item_of(t.reading, t.world.characters[one], own)
    hurt = sum(amount(me, t.reading, each.amount) for each in item.effects.values() if wounds_bearer(each))
    if hurt > 0:
        wound(t, one, one, hurt, me.items[own].item)


def wounds_bearer(effect: Effect) -> bool:
    """Whether an effect of a weapon hurts whoever wields it."""
    return effect.kind == "damage" and effect.on == "self"


@rule("YA-08")
def wound(t: Play[World], one: Id, by: Id, amount: int, source: str) -> None:
    """Damage that nothing takes off, of a thing or skill."""
    lose(t, one, amount, by, source)


# what is in hand -----------------------------------------------------------------------------------------------------


def weapon_in_hand(reading: Reading, me: Character) -> Id:
    """The weapon that is used; nobody's for bare hands."""
    return in_use(me.items, catalogue(reading)) or NOBODY


def weapon_of(reading: Reading, me: Character, weapon: Id) -> Item | None:
    """What the weapon of an attack is."""
    own = weapon or weapon_in_hand(reading, me)
    return item_of(reading, me, own) if own in me.items else None


def nocked(reading: Reading, me: Character) -> Id:
    """The arrow that goes with the next shot."""
    weapon, known = weapon_of(reading, me, NOBODY), catalogue(reading).items
    if weapon is None or weapon.kind != SHOOTING:
        return NOBODY
    worn = (own for own, each in me.items.items() if each.worn and each.item in known)
    return next((own for own in worn if known[me.items[own].item].kind == ARROW), NOBODY)


def item_of(reading: Reading, me: Character, own: Id) -> Item:
    """What a thing of somebody's is."""
    return catalogue(reading).items[me.items[own].item]


def counts_kills(reading: Reading, me: Character, own: Id) -> bool:
    """Whether a weapon's effects speak of kills."""
    return any("kills" in effect.amount for effect in item_of(reading, me, own).effects.values())

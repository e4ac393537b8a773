"""Abilities with what modifies them: stacking kinds, passive skills, gear, and who is named when two clash."""

from typing import Any

import pytest
from msgspec.structs import replace

from takusen.rules import Id, Table, code
from takusen_books.artonelico.arts import Allow, Item, Modify, Range, Skill
from takusen_books.artonelico.stats import ability, amount, clash, harmony, holds, permits, reach, steps, trace
from takusen_books.artonelico.world import Fighter, Lasting, World

ME = Id("me")


def world(*effects: Lasting, **fields: Any) -> World:
    """A world with one fighter."""
    written = {"strength": "3D+1", "endurance": "2D", "agility": "2D+3"}
    me = Fighter("私", "party", abilities=Table(written), hp=20, hp_max=50, effects=effects)
    arts = {name: fields.pop(name) for name in ("skills", "items") if name in fields}
    known = {Id(one): 2 for one in arts.get("skills", {})}
    bag = {Id(one): 1 for one in arts.get("items", {})}
    me = replace(me, skills=Table(known), items=Table(bag), item_levels=Table(dict.fromkeys(bag, 2)))
    return World(fighters=Table({ME: replace(me, **fields)}), **{name: Table(inside) for name, inside in arts.items()})


def lasting(amount: str, stacking: str = "add", name: str = "歌", stat: str = "agility") -> Lasting:
    return Lasting(name, stat, amount, 2, stacking)


@pytest.mark.parametrize(
    ("effects", "value"),
    [
        ((), "2D+3"),
        ((lasting("2"), lasting("1D", name="風")), "3D+5"),
        ((lasting("-1D"),), "1D+3"),
        ((lasting("-4D"),), "-2D+3"),
        ((lasting("2", "highest"), lasting("5", "highest", "風")), "2D+8"),
        ((lasting("1D", "highest"), lasting("3", "highest", "風")), "3D+3"),
        ((lasting("-1", "highest"), lasting("-4", "highest", "風")), "2D-1"),
        ((lasting("3", "highest"), lasting("-4", "highest", "風")), "2D+2"),
        ((lasting("2", "highest"), lasting("5", "highest", "風"), lasting("1", name="水")), "2D+9"),
        ((lasting("4D", "replace"),), "4D"),
        ((lasting("4D", "replace"), lasting("2", name="風")), "4D+2"),
        ((lasting("4D", "replace"), lasting("4D", "replace", "風")), "4D"),
        ((lasting("4D", "replace"), lasting("1D", "replace", "風")), "2D+3"),
        ((lasting("4D", "replace"), lasting("1D", "replace", "風"), lasting("2", name="水")), "2D+5"),
        ((lasting("9", stat="strength"),), "2D+3"),
    ],
)
def test_stacking_kinds(effects: tuple[Lasting, ...], value: str) -> None:
    assert str(ability(world(*effects), ME, "agility")) == value


def test_two_that_replace_are_both_named() -> None:
    there = world(lasting("4D", "replace", "歌"), lasting("1D", "replace", "風"), lasting("2", name="水"))
    assert clash(there, ME, "agility") == ("歌", "風")
    assert [(part.name, part.counts, part.clashes) for part in trace(there, ME, "agility")] == [
        ("歌", False, True), ("風", False, True), ("水", True, False),
    ]  # fmt: skip
    assert not clash(world(lasting("4D", "replace")), ME, "agility")


def test_what_does_not_count_is_traced() -> None:
    found = trace(world(lasting("2", "highest"), lasting("5", "highest", "風")), ME, "agility")
    assert [(part.name, str(part.amount), part.counts) for part in found] == [("歌", "2", False), ("風", "5", True)]


def test_attack_is_strength_and_the_best_weapon() -> None:
    club = Item("棒", "weapon", attack="2+IL")
    bow = Item("弓", "weapon", attack="1D+IL", range=Range("within", 5))
    assert str(ability(world(), ME, "attack")) == "3D+1"
    assert str(ability(world(items={"club": club}), ME, "attack")) == "3D+5"
    assert str(ability(world(items={"club": club, "bow": bow}), ME, "attack")) == "4D+3"
    assert reach(world(items={"club": club, "bow": bow}), ME) == Range("within", 5)
    assert reach(world(reach=Range("within", 3)), ME) == Range("within", 3)


def test_strength_that_is_modified_shows_in_attack() -> None:
    assert str(ability(world(lasting("2", stat="strength")), ME, "attack")) == "3D+3"


def test_a_written_attack_stands() -> None:
    assert str(ability(world(abilities=Table({"attack": "1D+6"})), ME, "attack")) == "1D+6"


def test_armour_adds_to_endurance() -> None:
    coat = Item("外套", "armour", endurance="IL*2", effects=(Modify(stat="agility", amount="-1"),))
    there = world(items={"coat": coat})
    assert str(ability(there, ME, "endurance")) == "2D+4"
    assert str(ability(there, ME, "agility")) == "2D+2"
    assert str(ability(replace(there, fighters=world().fighters), ME, "endurance")) == "2D"


def test_passive_skills_are_always_on_while_their_condition_holds() -> None:
    brave = Skill("土壇場", state="passive", effects=(Modify(stat="power", amount="SL*2", when="HP*2 <= HP_MAX"),))
    assert str(ability(world(skills={"brave": brave}), ME, "power")) == "4"
    assert str(ability(world(skills={"brave": brave}, hp=50), ME, "power")) == "0"
    assert not trace(world(skills={"brave": replace(brave, state="active")}), ME, "power")


def test_moves_and_harmonics() -> None:
    assert steps(world(move=4), ME) == 4
    assert steps(world(lasting("-6", stat="move")), ME) == 0
    assert steps(world(lasting("1", "replace", stat="move")), ME) == 1
    assert harmony(world(), ME) == code("1D")
    assert harmony(world(lasting("2D", stat="harmonics")), ME) == code("3D")


def test_permits() -> None:
    love = Skill("愛の歌", state="passive", effects=(Allow(what="active"),))
    assert not permits(world(), ME, "active")
    assert permits(world(skills={"love": love}), ME, "active")
    assert permits(world(lasting("0", stat="permit:standby")), ME, "standby")
    assert not permits(world(skills={"love": love}), ME, "standby")


@pytest.mark.parametrize(
    ("text", "number"),
    [("2+SL", 5), ("HP", 20), ("最大HP-HP", 30), ("HG/2", 3), ("TURN", 0), ("BG*2+CL", 1), ("対象HP", 20), ("防御", 0)],
)
def test_numbers_of_formulas(text: str, number: int) -> None:
    assert amount(replace(world(), harmo=7), ME, text, 3) == number


def test_conditions() -> None:
    assert holds(world(), ME, "not 詠唱中 かつ HP*2 <= 最大HP", 1)
    assert not holds(world(), ME, "SINGING または 対象詠唱中", 1)

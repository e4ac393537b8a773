"""Numbers with all that makes them (YA-04)."""

import pytest

from takusen.rulebook.content import flatten
from takusen.rules import Id, Reading, Table
from takusen_books.yoake5.stats import Traced, carry, hp_max, stat, weight
from takusen_books.yoake5.world import Belonging, Character, State, World

CONTENT = {
    "species": {"human": {"name": "人間", "text": "", "abilities": {"spirit": 3, "dexterity": 4}, "hp": 20, "mp": 10}},
    "classes": {"barrier_mage": {"name": "結界士", "text": "", "abilities": {"spirit": 1}, "hp": 3, "mp": 4}},
    "skills": {
        "unseen": {
            "name": "鎧", "text": "", "of": "barrier_mage", "cap": 5, "timing": "passive",
            "effects": {"up": {"kind": "modify", "stat": "barrier", "amount": "SL*2", "when": "not armoured == 1"}},
        },
        "itself": {
            "name": "己", "text": "", "of": "common", "cap": 1, "timing": "passive",
            "effects": {"up": {"kind": "modify", "stat": "spirit", "amount": "spirit"}},
        },
    },
    "items": {
        "axe": {"name": "斧", "text": "", "kind": "axe", "slot": "hand", "attack": 9, "hit": -1, "range": "1",
                "weight": 8},
        "knife": {"name": "短剣", "text": "", "kind": "knife", "slot": "hand", "attack": 3, "range": "0", "weight": 1},
        "mail": {"name": "鎖", "text": "", "kind": "armour", "slot": "body", "armour": 4, "action": -3, "weight": 10},
    },
    "charts": {"derived": {"hit": "dexterity", "carry": "dexterity*3+10"}},
}  # fmt: skip
READING = Reading(
    Table(),
    Table({path: one.value for path, one in flatten(CONTENT, "t", "t").items()}),
    sources=Table({"skills.unseen.effects.up.amount": "majo@2019-04-19"}),
)
YUI = Id("yui")


def one(name: str, **fields: object) -> Traced:
    me = Character("結衣", species="human", main="barrier_mage", classes=Table(barrier_mage=5), **fields)  # type: ignore[arg-type]
    return stat(World(characters=Table({YUI: me})), READING, YUI, name)


def told(got: Traced) -> list[tuple[str, str, int]]:
    return [(part.kind, part.name, part.amount) for part in got.parts]


def test_species_and_every_level_of_a_class_add_up() -> None:
    assert told(one("spirit")) == [("species", "human", 3), ("class", "barrier_mage", 5)]
    assert one("hp_max").total == 35


def test_a_chart_makes_numbers_of_abilities() -> None:
    assert told(one("hit")) == [("chart", "hit", 4)]


def test_a_passive_skill_adds_while_its_condition_holds_and_names_the_layer() -> None:
    got = one("barrier", skills=Table(unseen=3))
    assert (got.total, got.parts[0].layer) == (6, "majo@2019-04-19")
    worn = Table({Id("a"): Belonging("mail", worn="body")})
    assert one("barrier", skills=Table(unseen=3), items=worn).total == 0


def test_only_the_weapon_in_use_gives_its_numbers() -> None:
    items = Table({Id("a"): Belonging("axe", worn="hand"), Id("b"): Belonging("knife", worn="off_hand")})
    assert (one("attack", items=items).total, one("hit", items=items).total) == (9, 3)
    me = Character("結衣", items=items)
    assert stat(World(characters=Table({YUI: me})), READING, YUI, "attack", Id("b")).total == 3


def test_what_is_broken_gives_nothing_but_weighs_something() -> None:
    items = Table({Id("a"): Belonging("axe", worn="hand", broken=True)})
    world = World(characters=Table({YUI: Character("結衣", items=items, base=Table(dexterity=2))}))
    assert stat(world, READING, YUI, "attack").total == 0
    assert (weight(world, READING, YUI), carry(world, READING, YUI)) == (8, 16)


@pytest.mark.parametrize(("stacking", "comes_to"), [("add", 5), ("highest", 3), ("first", 2)])
def test_states_of_one_name_stack_as_they_say(stacking: str, comes_to: int) -> None:
    states = tuple(State("wide", stat="barrier", amount=n, stacking=stacking, source="wide") for n in (2, 3))
    got = one("barrier", states=states)
    assert got.total == comes_to
    assert sum(part.counts for part in got.parts) == (2 if stacking == "add" else 1)


def test_a_passive_skill_over_its_own_number_sees_it_without_skills() -> None:
    assert one("spirit", skills=Table(itself=1)).total == 16


def test_a_foe_has_its_numbers_as_they_stand() -> None:
    foe = Character("鬼", foe="oni", base=Table(hit=7, hp_max=30, dexterity=2, level=4))
    world = World(characters=Table({YUI: foe}))
    assert (stat(world, READING, YUI, "hit").total, hp_max(world, READING, YUI)) == (7, 30)

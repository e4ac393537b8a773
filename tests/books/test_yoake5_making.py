"""Characters made in one step or by hand: every ready one, under every set of rules; when advanced classes open."""

import pytest

from takusen.rulebook.book import installed
from takusen.rulebook.stacking import Stack
from takusen.rules import Id, Reading, Table
from takusen.table.example import Example
from takusen.table.examples import failures
from takusen_books.yoake5.catalogue import catalogue
from takusen_books.yoake5.costs import charged
from takusen_books.yoake5.growth import Growth, advanced_open, held
from takusen_books.yoake5.names import derived, gist
from takusen_books.yoake5.sheet import stat_row
from takusen_books.yoake5.world import Character, World

BOOK = installed()["yoake5"]
LAYERS = ("", "majo@2018-10-01", "majo@2019-04-19")


def read(layer: str, handouts: int = 1, **options: str | int) -> Reading:
    layers = (BOOK.shipped[layer],) if layer else ()
    return BOOK.reading(options, Stack(layers, values=Table(handouts=handouts)))


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("ready", catalogue(BOOK.usual).ready)
def test_every_ready_character_can_be_had_and_paid_for(layer: str, ready: str) -> None:
    example = Example(
        name=ready,
        layers=(layer,) if layer else (),
        given={"characters": {"yui": {"name": "結衣", "player": "p1"}}},
        declare={"procedure": "take_ready", "by": "p1", "actor": "yui", "ready": ready},
        facts=({"making_finished": {"of": "yui"}},),
    )
    assert failures(BOOK, example, lambda name: "") == []
    known, one = catalogue(read(layer)), catalogue(read(layer)).ready[ready]
    me = Character("結衣", species=one.species, main=one.main, classes=Table({**one.classes, one.main: one.level}))
    grown = Growth(Character("結衣", main=one.main, classes=me.classes, skills=one.skills), read(layer))
    assert grown.skill_levels >= 0
    assert charged(read(layer), held(me)).total <= read(layer).content["charts.creation.experience"]  # type: ignore[union-attr]
    spent = sum(known.items[item].price * count for item, count in one.items.items())
    assert spent <= read(layer).content["charts.creation.money"]
    assert sum(one.abilities.values()) <= read(layer).content["charts.creation.ability_points"]
    for skill, level in one.skills.items():
        of = known.skills[skill].of
        assert level <= known.skills[skill].cap
        assert of in (one.species, one.main, *one.classes, "common", "unique")


@pytest.mark.parametrize(
    ("handouts", "counts", "opened"),
    [(1, "yes", False), (3, "yes", False), (4, "yes", True), (4, "no", False), (5, "no", True), (9, "yes", True)],
)
def test_advanced_classes_open_with_the_fourth_handout(handouts: int, counts: str, opened: bool) -> None:
    for layer in LAYERS[1:]:
        assert advanced_open(read(layer, handouts, fourth_handout=counts)) is opened


def test_the_base_has_them_open() -> None:
    assert advanced_open(read(""))


def test_a_number_names_the_house_rule_that_gives_it() -> None:
    me = Character("結衣", main="barrier_mage", classes=Table(barrier_mage=5), skills=Table(unseen_armour=2))
    row = stat_row(me, read(LAYERS[2]), "barrier")
    assert row.total == 9
    assert [(part.amount, part.layer) for part in row.parts] == [(5, ""), (4, LAYERS[2]), (0, LAYERS[2])]
    assert not row.plain


def test_palettes_know_the_numbers_of_the_sheet_and_lists_what_a_skill_is() -> None:
    me = Character("結衣", main="barrier_mage", classes=Table(barrier_mage=5))
    found = derived(World(characters=Table({Id("yui"): me})), Id("yui"), read(""))
    assert (found["結界強度"], found["barrier"], found["最大HP"]) == (5, 5, 25)
    assert gist(World(), "healing_light", read("")) is not None
    assert gist(World(), "nothing", read("")) is None

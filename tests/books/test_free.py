"""The free table: its examples and laws, and sheets of any game as its characters."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from takusen.interop.reading import read
from takusen.log.codec import plain, typed
from takusen.log.paths import joined
from takusen.log.table import Table
from takusen.rulebook.sheet import Amount, Sheet, Weapon
from takusen.table import commands as c
from takusen.table.example import read_examples
from takusen.table.examples import failures
from takusen.table.laws import example_faults, text_faults
from takusen_books.free import BOOK
from takusen_books.free.world import Character
from tests.engine.tables import Game


def test_its_examples_and_laws_hold() -> None:
    files = BOOK.example_files()
    examples = [one for name, text in files.items() for one in read_examples(name, text)]
    assert [failures(BOOK, one, files.__getitem__) for one in examples] == [[]] * len(examples)
    assert list(text_faults(BOOK)) == []
    assert list(example_faults(BOOK, tuple(examples), files.__getitem__)) == []


SHEET = Sheet(
    tool="test",
    game="どこかのゲーム",
    name="ルカ",
    race="人間",
    level=3,
    abilities=Table({"器用度": 14}),
    bonuses=Table({"器用度": 2}),
    skills=Table({"星読み": 3}),
    gauges=Table({"HP": Amount(19, 24), "MP": Amount(None, 10), "SAN": Amount(55), "謎": Amount()}),
    values=Table({"防護点": "3", "命中.1": "5", "空": ""}),
    weapons=(Weapon("剣", hit="5", damage="2d+6"),),
    items=Table({"薬草": 2, "縄": 1}),
    feats=("全力攻撃",),
    memo="霧の街で育った",
    colour="#3366CC",
    initiative=12,
)


def test_a_sheet_of_any_game_comes_in() -> None:
    adopted = BOOK.adopt(SHEET, "p1") if BOOK.adopt else None
    assert adopted
    assert adopted.collection == "characters"
    me: Character = adopted.value
    levels = {label: (one.now, one.max) for label, one in me.gauges.items()}
    assert levels == {"HP": (19, 24), "MP": (10, 10), "SAN": (55, 0)}, "what nobody knows stays out, it is not 0"
    assert dict(me.values) == {
        "種族": "人間",
        "レベル": "3",
        "器用度": "14",
        "器用度ボーナス": "2",
        "星読み": "3",
        "防護点": "3",
        "命中.1": "5",
        "行動順": "12",
        "特技": "全力攻撃",
        "剣": "5 2d+6",
        "持ち物": "薬草×2、縄",
    }
    assert (me.player, me.memo, me.colour) == ("p1", "霧の街で育った", "#3366cc")


@pytest.mark.parametrize("colour", ["", "red", "#12345", "#12345z", "#1234567"])
def test_an_odd_colour_is_none(colour: str) -> None:
    assert BOOK.adopt
    assert BOOK.adopt(replace(SHEET, colour=colour), "").value.colour == ""


def test_every_real_sheet_comes_to_the_table(shared: Path) -> None:
    """And can be edited there, whatever its labels are."""
    seen = 0
    for file in sorted((shared / "cases" / "real_inputs").glob("*/*")):
        found = read(file.read_bytes())
        for sheet in found if isinstance(found, tuple) else ():
            assert BOOK.adopt
            value = BOOK.adopt(sheet, "p1").value
            assert typed(plain(value), Character) == value
            game = Game({"characters": {"x": plain(value)}}, BOOK)
            for label in value.gauges:
                game.do("p1", c.Shift(joined("characters", "x", "gauges", label, "now"), -1))
            for label in value.values:
                game.do("p1", c.Edit(joined("characters", "x", "values", label), "7"))
            seen += 1
    assert seen > 15

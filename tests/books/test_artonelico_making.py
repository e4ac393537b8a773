"""Checks, making and growing characters, and sheets that players have, of artonelico."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from takusen.forecast.odds import odds, series
from takusen.interop.palette import written
from takusen.interop.reading import read
from takusen.log.codec import plain
from takusen.log.table import Table
from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.rulebook.pages import Custom
from takusen.rulebook.sheet import Amount, Sheet
from takusen.rulebook.shown import Word
from takusen.rulebook.toml import BadFile
from takusen.table import commands as c
from takusen.table.opening import NewTable, opening
from takusen.table.views import view
from takusen.web.sheet_out import at_table
from takusen_books import artonelico
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.fresh import newcomer
from takusen_books.artonelico.making_pages import Person, Row, making_panels
from takusen_books.artonelico.sheets import adopt
from takusen_books.artonelico.world import Fighter, Regulation, World
from tests.books.conftest import Worked
from tests.engine.tables import Game

WORKED = Worked(artonelico)
MINE = [one for one in WORKED.examples if one.rules and all(id < "AT-14" for id in one.rules)]
CHECK = {"actor": "aya", "ability": "perception", "difficulty": 7}
CONTEST = {"actor": "aya", "ability": "perception", "opponent": "imp", "against": "agility"}


@pytest.mark.parametrize("example", MINE, ids=[one.name for one in MINE])
def test_the_examples_come_out_as_written(example: Any) -> None:
    assert WORKED.failures(example) == []


def test_there_are_enough_of_them() -> None:
    assert len(MINE) >= 75
    assert {id for example in MINE for id in example.rules} == {f"AT-{number:02}" for number in range(1, 14)}


# odds ----------------------------------------------------------------------------------------------------------------


def seen(seat: str) -> World:
    """What a seat sees of the trial."""
    world: World = view(BOOK, WORKED.world("trial"), seat).world
    return world


def test_candidates_are_compared_alone_and_together() -> None:
    _, who = series(BOOK, seen("p1"), Memo(BOOK.usual), "check", CHECK)
    alone = {"アヤ": Fraction(7, 12), "レン": Fraction(49, 54)}
    assert dict(who.bars[:2]) == alone
    assert who.bars[2:] == (
        (Word("phrase.anybody"), 1 - (1 - alone["アヤ"]) * (1 - alone["レン"])),
        (Word("phrase.everybody"), alone["アヤ"] * alone["レン"]),
    )


def test_an_unsaid_difficulty_compares_nobody() -> None:
    assert len(series(BOOK, seen("p1"), Memo(BOOK.usual), "check", {**CHECK, "difficulty": 0})) == 1


def test_an_enemys_dice_are_the_viewers_guess() -> None:
    found = odds(BOOK, seen("p1"), Memo(BOOK.usual), "contest", CONTEST, guess=2)
    known = odds(BOOK, WORKED.world("trial"), Memo(BOOK.usual), "contest", CONTEST)
    assert found.guessed
    assert not known.guessed
    assert found.figures == known.figures
    assert odds(BOOK, seen("p1"), Memo(BOOK.usual), "contest", CONTEST).figures["wins"] < found.figures["wins"]


# the panel -----------------------------------------------------------------------------------------------------------


def panel(world: World, seat: str, option: str = "regulation") -> tuple[Custom, ...]:
    """The panel of a seat."""
    return making_panels(view(BOOK, world, seat, BOOK.reading({"experience_source": option})))


def person(world: World, seat: str) -> Person:
    """The only character in a seat's panel."""
    (one,) = panel(world, seat)[0].data.people
    assert isinstance(one, Person)
    return one


def row(rows: tuple[Row, ...], id: str) -> Row:
    """A row by its id."""
    return next(one for one in rows if one.id == id)


def test_the_panel_says_what_is_left_and_why_not() -> None:
    mine = person(WORKED.world("bench"), "p1")
    assert [(one.left, one.all) for one in mine.accounts] == [(100, 100), (200, 200), (0, 0)]
    assert mine.level.up is not None
    assert (mine.level.up.price, mine.level.up.why) == (40, None)
    dear = row(mine.skills_to_learn, "dear").up
    assert dear is not None
    assert dear.why == Word("refused.too_dear", (("price", 120), ("left", 100), ("short", 20)))
    assert [one.id for one in mine.songs_to_learn] == ["ember", "aria"]
    assert "growl" not in [one.id for one in mine.skills_to_learn]


def test_who_has_nothing_to_spend_has_no_panel() -> None:
    world = WORKED.world("bench")
    assert person(world, "p2").finish is None
    assert person(world, "p2").songs_to_learn == ()
    assert panel(world, "w1") == ()
    assert [one.id for one in panel(world, "gm")[0].data.people] == ["aya", "new"]


def test_what_is_declared_is_what_the_panel_offers() -> None:
    """Every step that the panel holds open is accepted, every other refused for the reason that it shows."""
    for seat in ("p1", "p2", "p3"):
        game = Game("given.toml#bench", BOOK)
        mine = person(game.state.world, seat)
        for step in steps(mine):
            game = Game("given.toml#bench", BOOK)
            args = {"actor": mine.id} | ({step.pick: step.value} if step.pick else {})
            refused = game.try_to(seat, c.Declare(step.act, args)).refused
            assert (refused.reason if refused else None) == (step.why and step.why.key.removeprefix("refused.")), step


def steps(mine: Person) -> list[Any]:
    """Every step of a character's page."""
    listed = (mine.origins, mine.abilities, mine.known, mine.songs, mine.skills_to_learn, mine.songs_to_learn)
    rows = [mine.level, *(one for rows in (*listed, mine.owned, mine.shop) for one in rows)]
    return [step for one in rows for step in (one.up, one.down, one.out) if step]


def test_a_newcomer_is_made_of_nothing() -> None:
    me = newcomer("ヨミ", {})
    assert (me.level, me.hp, me.mp, me.miracle, me.making) == (1, 50, 35, 1, True)
    assert set(me.abilities.values()) == {"2D"}


def test_the_ready_characters_keep_to_the_rules_of_making() -> None:
    """AT-04, AT-05 and AT-07: none has a skill too early or too well, or more in abilities than its level gave."""
    world = opened()
    for one, me in world.fighters.items():
        for skill, level in me.skills.items():
            known = world.skills[skill]
            assert known.required_level <= me.level, one
            assert level <= min(known.cap or me.level, me.level), one


OWN_TABLES = """
[making]
experience = 90
leaf = 50
level_cap = 5
prices = [0, 70, 90]
growth = 3
step = 2
hp = { base = 20, level = 4 }
mp = { base = 10, level = 2 }
miracle = 2
move = 4

[[making.origin]]
id = "clockmaker"
name = "時計職人"
sings = true
abilities = { strength = "2D+1", songcraft = "4D" }
"""


def test_a_group_brings_tables_of_its_own() -> None:
    """AT-01, AT-02, AT-06 and AT-07 by other numbers, without a line of code."""
    world = opened()
    for fact in BOOK.read_scenario("ours.toml", OWN_TABLES).facts("ja"):
        world = fact.apply(world)
    assert world.regulation == Regulation(90, 50, 5)
    game = Game({name: plain(getattr(world, name)) for name in ("regulation", "tables")}, BOOK)
    game.do("p1", c.Add("ヨミ"))
    (one,) = game.state.world.fighters
    game.do("p1", c.Declare("choose_origin", {"actor": one, "origin": "clockmaker"}))
    game.do("p1", c.Declare("raise_level", {"actor": one}))
    game.do("p1", c.Declare("grow", {"actor": one, "ability": "strength"}))
    me = game.state.world.fighters[one]
    assert (me.hp_max, me.mp_max, me.miracle, me.move, me.experience_spent, me.growth) == (28, 14, 2, 4, 70, 2)
    assert (me.abilities["strength"], me.abilities["songcraft"], me.abilities["luck"]) == ("2D+3", "4D", "0")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (OWN_TABLES.replace("step = 2\n", ""), "making.toml:2: $.making: Object missing required field `step`"),
        (OWN_TABLES.replace("[0, 70, 90]", '["free"]'), "Correct the value"),
        (OWN_TABLES.replace('"4D"', '"4W"'), "`4W` is no dice code"),
        (OWN_TABLES.partition("[[making.origin]]")[0] + "origin = []", "characters must come from somewhere"),
    ],
)
def test_wrong_tables_are_refused_with_line_and_mend(wrong: str, told: str) -> None:
    with pytest.raises(BadFile) as refused:
        BOOK.read_scenario("making.toml", wrong)
    assert told in str(refused.value)


# sheets --------------------------------------------------------------------------------------------------------------

PIECE = Sheet(
    tool="ccfolia",
    name="ミスズ",
    gauges=Table({"HP": Amount(31, 55), "MP": Amount(12, 40), "奇跡": Amount(1, None), "BG": Amount(2, None)}),
    values=Table({"CL": "2", "筋力": "１Ｄ", "詩力": "4D+2", "敏捷": "2+2D", "集中": "?", "かばう": "2", "髪": "白"}),
)


def test_a_piece_comes_in_as_it_is() -> None:
    adopted = adopt(PIECE, "p1")
    me: Fighter = adopted.value
    assert (adopted.collection, me.player, me.level, me.side) == ("fighters", "p1", 2, "party")
    assert (me.hp, me.hp_max, me.mp, me.mp_max, me.miracle, me.gauge) == (31, 55, 12, 40, 1, 2)
    assert (me.abilities["strength"], me.abilities["songcraft"], me.abilities["agility"]) == ("1D", "4D+2", "2D+2")
    assert me.abilities["focus"] == "2D"
    assert me.skills == Table({"cover": 2})
    assert "髪：白" in me.note


def test_what_differs_is_told() -> None:
    told = {word.key: dict(word.params) for word in adopt(PIECE, "p1").notes}
    assert told["phrase.gauge_differs"] == {"label": "HP", "printed": 55, "computed": 60}
    assert told["phrase.abilities_missing"]["labels"].parts == ("耐久", "感知", "集中", "幸運")
    assert told["phrase.left_in_note"]["labels"].parts == ("髪",)


def test_every_remark_is_worded() -> None:
    for lang in ("ja", "en"):
        for word in adopt(PIECE, "p1").notes:
            assert BOOK.texts.has(lang, *word.key.split(".", 1)), word.key
        for key in ("other_system", "other_version", "was_chanting"):
            assert BOOK.texts.has(lang, "phrase", key)


def test_the_gm_brings_it_for_nobody() -> None:
    assert adopt(PIECE, "gm").value.player == ""


def test_real_sheets_of_five_versions(shared: Path) -> None:
    sheets = read((shared / "cases/real_inputs/altonelico/02.txt").read_bytes())
    assert isinstance(sheets, tuple)
    made = [adopt(one, "p1") for one in sheets]
    yudi, shuten, rasha, tool = (one.value for one in made)
    assert (yudi.name, yudi.level, yudi.origin, yudi.experience) == ("ユーディ", 2, "singer", 40)
    assert (yudi.leaf, yudi.leaf - yudi.leaf_spent) == (1800, 100)
    assert (shuten.hp, shuten.hp_max) == (32, 38)
    assert rasha.name == "ラーシャ"
    assert (tool.hp, tool.mp, tool.miracle, tool.gauge, tool.barrier, tool.guard) == (48, 30, 1, 0, 0, 0)
    assert [word.key for word in made[3].notes if word.key == "phrase.was_chanting"]
    assert dict(made[0].notes[0].params) == {"version": "ver.5β.01"}


def test_it_goes_out_with_names_that_other_tools_read() -> None:
    game = Game("given.toml#bench", BOOK)
    sheet = at_table(game.state, "p2", Id("old"))
    assert (sheet.values["筋力"], sheet.values["蹴り"]) == ("3D", "2")
    assert "{筋力} 筋力" in written(sheet)
    assert BOOK.derived(game.state.world, Id("old"), game.state.reading)["攻撃力"] == "3D+4"


def opened() -> World:
    """A new table."""
    world: World = opening(BOOK, NewTable("artonelico"), 0)[0].world
    return world


def test_the_regulation_is_there_from_the_start() -> None:
    assert opened().regulation == Regulation(200, 400, 3)

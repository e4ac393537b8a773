"""Sheets that become entities of a table."""

from __future__ import annotations

import msgspec
import pytest

from takusen.log.audience import GM
from takusen.log.codec import encode
from takusen.log.entries import Added, PaletteSet, SheetKept
from takusen.log.table import Table
from takusen.rulebook.book import installed
from takusen.rulebook.sheet import MONSTER, Amount, Sheet
from takusen.table import commands as c
from takusen.table.sheets import KEPT_LIMIT, exported_by, kept_of
from tests.engine.tables import Game

SHEET = Sheet(
    tool="ccfolia",
    name="コト",
    gauges=Table({"HP": Amount(12, 18)}),
    values=Table({"命中": "5"}),
    palette="2d6+{命中}",
    unknown={"ccfolia": {"futureKey": 1}},
)


@pytest.fixture
def game() -> Game:
    """A free table."""
    return Game({}, installed()["free"])


def test_a_sheet_comes_in_one_step_with_its_palette(game: Game) -> None:
    game.do("p1", c.Adopt(SHEET, "2d6+{命中}\n//命中=5"))
    bodies = [entry.body for entry in game.entries[-3:]]
    assert [type(body) for body in bodies] == [Added, PaletteSet, SheetKept]
    assert [entry.see for entry in game.entries[-2:]] == [(GM, "p1"), (GM, "p1")]
    assert game.restarted() == game.state
    (one,) = game.state.sheets
    assert kept_of(game.state, one) == SHEET
    assert game.state.book.owner(game.state.world, one) == "p1"


def test_who_may_bring_what(game: Game) -> None:
    assert game.refused("w1", c.Adopt(SHEET)) == "only_watching"
    assert game.refused("gm", c.Adopt(SHEET, seat="p9")) == "no_such_seat"
    assert game.refused("p1", c.Adopt(msgspec.structs.replace(SHEET, name="\u3000"))) == "nothing_said"
    assert Game({}, installed()["bayside23"]).refused("p1", c.Adopt(SHEET)) == "no_sheets_here"
    dungeon = Game({}, installed()["sw2_dungeon"])
    monster = msgspec.structs.replace(SHEET, kind=MONSTER)
    assert dungeon.refused("p1", c.Adopt(monster)) == "not_the_gm"
    dungeon.do("gm", c.Adopt(monster))
    assert dungeon.entries[-1].see == GM


def test_a_player_brings_no_crowd(game: Game) -> None:
    for number in range(20):
        game.do("p1", c.Adopt(msgspec.structs.replace(SHEET, name=f"コト{number}")))
    assert game.refused("p1", c.Adopt(SHEET)) == "too_many_own"
    game.do("p2", c.Adopt(SHEET))


def test_the_gm_brings_for_a_seat_which_may_take_it_out(game: Game) -> None:
    game.do("gm", c.Adopt(SHEET, seat="p2"))
    (one,) = game.state.sheets
    assert (list(exported_by(game.state, "p2")), exported_by(game.state, "p1")) == ([one], {})
    game.do("gm", c.Take(one, "p1"))
    assert (exported_by(game.state, "p2"), list(exported_by(game.state, "p1"))) == ({}, [one])


def test_what_is_taken_back_is_gone(game: Game) -> None:
    game.do("gm", c.Adopt(SHEET, seat="p1"))
    game.do("gm", c.Undo(game.seqs(Added)[-1]))
    assert exported_by(game.state, "gm") == {}
    assert exported_by(game.state, "p1") == {}


@pytest.mark.parametrize("size", [1_000, KEPT_LIMIT * 2])
def test_a_kept_sheet_is_never_too_large(game: Game, size: int) -> None:
    game.do("p1", c.Adopt(msgspec.structs.replace(SHEET, unknown={"ccfolia": "あ" * size})))
    assert len(encode(game.entries[-1])) < KEPT_LIMIT + 1_000
    (one,) = game.state.sheets
    assert bool(kept_of(game.state, one).unknown) is (size < KEPT_LIMIT)  # type: ignore[union-attr]


@pytest.mark.parametrize("odd", [{"HP": Amount(10**8, 10**8)}, {"長" * 50: Amount(1, 1)}, {"a.b": Amount(1, 2)}])
def test_odd_numbers_and_labels_do_no_harm(game: Game, odd: dict[str, Amount]) -> None:
    decision = game.try_to("p1", c.Adopt(msgspec.structs.replace(SHEET, gauges=Table(odd))))
    assert decision.refused is None or decision.refused.reason in ("bad_edit", "too_long")
    assert game.restarted() == game.state

"""The two versions of the house rules: they differ by one rule, and a table keeps its own until it is moved."""

import tomllib

import pytest

from takusen.rulebook.book import installed
from takusen.rulebook.differences import differences
from takusen.rulebook.stacking import Stack
from takusen.table import commands as c
from takusen.table.house import command_of, move_to
from tests.engine.tables import Game

BOOK = installed()["yoake5"]
OLD, NEW = (Stack((BOOK.shipped[label],)) for label in ("majo@2018-10-01", "majo@2019-04-19"))
MAJO = next(one for one in BOOK.packages if one.name == "majo")
RANKS = tomllib.loads(MAJO.texts.folder("examples")["given_fight.toml"])["ranks"]
WAIT = c.Declare("wait_turn", {"actor": "rei"})
CALL = c.Declare("let_act", {"of": "rei"})


@pytest.fixture
def fight() -> Game:
    """A fight under the older version, in which somebody waits."""
    game = Game(RANKS, BOOK)
    game.do("gm", command_of(move_to(game.state, OLD)))
    game.do("p1", WAIT)
    return game


def test_the_versions_differ_by_who_has_not_yet_acted_and_by_nothing_else() -> None:
    found = differences(BOOK.resolved(OLD), BOOK.resolved(NEW))
    assert [(one.kind, one.name) for one in found] == [("wrap", "counts_as_not_yet")]


def test_a_table_behaves_by_its_version_until_it_is_moved(fight: Game) -> None:
    assert fight.refused("gm", CALL) == "has_acted"
    assert fight.restarted() == fight.state
    assert fight.restarted().stack == OLD
    move = move_to(fight.state, NEW)
    assert [one.name for one in move.changes] == ["counts_as_not_yet"]
    fight.do("gm", command_of(move))
    fight.do("gm", CALL)
    assert fight.restarted() == fight.state


def test_it_can_be_moved_back(fight: Game) -> None:
    fight.do("gm", command_of(move_to(fight.state, NEW)))
    fight.do("gm", command_of(move_to(fight.state, OLD)))
    assert fight.refused("gm", CALL) == "has_acted"


def test_without_the_house_rules_nothing_of_theirs_is_there() -> None:
    game = Game(RANKS, BOOK)
    assert not set(MAJO.acts) & set(game.state.book.acts)
    assert not set(MAJO.texts.options) & set(game.state.reading.options)
    assert BOOK.pin(BOOK.reading()) == game.state.book.pin(game.state.reading)

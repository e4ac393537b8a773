"""Forecasts on several processes: the same figures, progress, an early end, and what goes wrong."""

import pickle
from collections.abc import Iterator

import msgspec
import pytest

from takusen.forecast.figures import NOTHING, Forecast
from takusen.forecast.plan import PARTS, Plan, estimated
from takusen.rulebook.edits import edited
from takusen.rulebook.fields import HIDDEN, Unseen
from takusen.server.crew import Crew, WorkFailed, alone
from takusen.table.views import view
from tests.engine.tables import Game


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    made = Crew(2)
    yield made
    made.close()


@pytest.fixture(scope="module")
def game() -> Game:
    return Game("given.toml#duel")


def plan(game: Game, runs: int = 2_000) -> Plan:
    return Plan(game.book.id, game.state.world, game.state.reading, runs=runs)


def test_parts_share_all_fights() -> None:
    for runs in (1, 250, 1_999, 2_000, 10_007):
        asked = Plan("", None, Game("given.toml#duel").state.reading, runs=runs)
        assert 1 <= asked.parts <= PARTS
        assert sum(asked.runs_of(part) for part in range(asked.parts)) == runs


def test_figures_are_the_same_however_many_processes_share_them(crew: Crew, game: Game) -> None:
    here = alone(plan(game), game.book)
    assert here.runs == 2_000
    assert crew.forecast(plan(game), game.book) == here
    assert crew.forecast(msgspec.structs.replace(plan(game), seed=2), game.book) != here


def test_it_tells_how_far_it_is_and_stops_when_told(crew: Crew, game: Game) -> None:
    heard: list[int] = []

    def report(so_far: Forecast) -> bool:
        heard.append(so_far.runs)
        return so_far.runs == 0

    made = crew.forecast(plan(game, 1_000_000), game.book, report)
    assert heard == sorted(heard)
    assert 0 < made.runs < 1_000_000
    assert crew.forecast(plan(game, 500), game.book).runs == 500


def test_a_view_that_lacks_a_number_is_told_as_such(crew: Crew, game: Game) -> None:
    closed = edited(game.state.world, "fighters.oni.shown", False)
    seen = view(game.book, closed, "p1").world
    with pytest.raises(Unseen):
        crew.forecast(msgspec.structs.replace(plan(game), world=seen), game.book)
    weak, strong = (
        crew.forecast(msgspec.structs.replace(plan(game), world=estimated(game.book, seen, guess)), game.book)
        for guess in (6, 27)
    )
    assert weak.wins.get("friends", NOTHING).mean > strong.wins.get("friends", NOTHING).mean


def test_hidden_is_hidden_in_another_process_too() -> None:
    assert pickle.loads(pickle.dumps(HIDDEN)) is HIDDEN


def test_what_fails_is_told_and_the_processes_go_on(crew: Crew, game: Game) -> None:
    broken = msgspec.structs.replace(plan(game), first=("attack", {"attacker": "nobody"}))
    with pytest.raises(WorkFailed, match="TypeError"):
        crew.forecast(broken, game.book)
    assert crew.forecast(plan(game, 300), game.book).runs == 300


def test_a_process_that_dies_is_replaced(game: Game) -> None:
    frail = Crew(1)
    try:

        def kill(so_far: Forecast) -> bool:
            for hand in frail._hands:
                hand.end()
            return True

        with pytest.raises(WorkFailed, match="has ended"):
            frail.forecast(plan(game, 1_000_000), game.book, kill)
        assert frail.forecast(plan(game, 300), game.book).runs == 300
    finally:
        frail.close()

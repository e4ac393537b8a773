"""Odds and forecasts: exact, guessed where numbers are hidden, sampled where they are too many."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from takusen.forecast.battle import Battle, NoFight, forecast, played
from takusen.forecast.figures import Sums
from takusen.forecast.odds import best, odds, splits
from takusen.forecast.plan import Plan
from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.rulebook.edits import edited
from takusen.table.views import view
from tests.engine.tables import Game

ARGS = {"attacker": "rin", "target": "oni", "traits": ("怪力",), "skill": "運動能力", "force": 8}
AT_ONCE = (0, 10**9)
"""A look after which trails are given up at once."""


@pytest.fixture
def game() -> Game:
    return Game("given.toml#duel")


def memo(game: Game) -> Memo:
    return Memo(game.state.reading)


def pools(game: Game, size: int) -> Any:
    """The duel with pools of a size for both."""
    world = game.state.world
    for one in ("rin", "oni"):
        for pool in ("stamina", "concentration"):
            world = edited(world, f"fighters.{one}.{pool}", size)
    return world


class TestOdds:
    """The figures of an act before it is rolled."""

    def test_they_are_exact(self, game: Game) -> None:
        found = odds(game.book, game.state.world, memo(game), "attack", ARGS)
        assert (found.runs, found.guessed, found.errors) == (0, False, {})
        assert set(found.figures) == {measure.name for measure in game.book.odds["attack"].measures}
        assert 0 < found.figures["hit"] < 1

    def test_large_pools_are_sampled_with_their_error(self, game: Game) -> None:
        found = odds(game.book, pools(game, 900_000), memo(game), "attack", ARGS)
        assert found.runs > 0
        assert set(found.errors) == set(found.figures)
        assert found.errors["hit"] < 0.01

    def test_sampling_agrees_with_exact_odds_within_its_error(
        self, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        world = pools(game, 5)
        exact = odds(game.book, world, memo(game), "attack", ARGS)
        monkeypatch.setattr("takusen.play.exact.WORK", 0)
        sampled = odds(game.book, world, Memo(game.state.reading, limit=0), "attack", ARGS)
        for name, figure in exact.figures.items():
            assert abs(float(sampled.figures[name] - figure)) <= 5 * sampled.errors[name] + 0.001

    def test_hidden_numbers_are_guessed(self, game: Game) -> None:
        closed = edited(game.state.world, "fighters.oni.shown", False)
        seen = view(game.book, closed, "p1").world
        ordinary = odds(game.book, seen, memo(game), "attack", ARGS)
        strong = odds(game.book, seen, memo(game), "attack", ARGS, guess=game.book.guess.high if game.book.guess else 0)
        assert ordinary.guessed
        assert strong.figures["parried"] > ordinary.figures["parried"]
        assert not odds(game.book, closed, memo(game), "attack", ARGS).guessed

    def test_the_best_split_has_the_highest_figure(self, game: Game) -> None:
        charted = splits(game.book, game.state.world, memo(game), "attack", ARGS, (1, 14))
        assert list(charted) == list(range(1, 15))
        top = best(charted, "life_lost")
        assert all(charted[top].figures["life_lost"] >= one.figures["life_lost"] for one in charted.values())

    def test_policies_change_them(self, game: Game) -> None:
        given_up = game.book.policies_named({"reroll": "give_up_at_once"})
        plain = odds(game.book, game.state.world, memo(game), "attack", ARGS, given_up)
        assert plain.figures["hit"] == Fraction(21, 36)


class TestForecast:
    """Many sampled fights."""

    def test_equal_seeds_give_equal_figures(self, game: Game) -> None:
        one, two, other = (forecast(self.battle(game, seed), 100) for seed in (3, 3, 4))
        assert one == two
        assert one != other

    def test_shares_add_up_and_errors_shrink(self, game: Game) -> None:
        few, many = forecast(self.battle(game), 100), forecast(self.battle(game), 1_600)
        for made in (few, many):
            assert sum(figure.mean for figure in made.wins.values()) == pytest.approx(1)
        assert many.tallies["rounds"].error < few.tallies["rounds"].error / 2

    def test_it_stops_when_told(self, game: Game) -> None:
        assert played(self.battle(game), 1_000, lambda so_far: so_far.runs < 100).runs == 100

    def test_fights_that_are_cut_short_do_not_count(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("takusen.forecast.battle.LOOKS", (AT_ONCE,))
        monkeypatch.setattr("takusen.forecast.battle.TOGETHER", 30)
        heard: list[int] = []

        def hear(so_far: Sums) -> bool:
            heard.append(so_far.runs)
            return heard.count(31) < 3

        made = played(self.battle(game), 1_000, hear)
        assert set(heard) == {1, 31}
        assert made.runs == 31

    def test_a_fight_without_end_has_no_winner(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("takusen.forecast.battle.LOOKS", (AT_ONCE,))
        monkeypatch.setattr("takusen.forecast.battle.ACTS_LIMIT", 3)
        assert forecast(self.battle(game), 50).unfinished == 50

    def test_figures_of_the_whole_fight_are_spread(self, game: Game) -> None:
        made = forecast(self.battle(game), 300)
        assert set(made.spreads) == {"rounds"}
        assert sum(made.spreads["rounds"].values()) == 300
        mean = sum(value * count for value, count in made.spreads["rounds"].items()) / 300
        assert made.tallies["rounds"].mean == pytest.approx(mean)

    def test_parts_add_up_to_the_whole(self, game: Game) -> None:
        one, two = played(self.battle(game, 1), 50), played(self.battle(game, 2), 70)
        whole = Sums.together((one, two)).forecast()
        assert whole.runs == 120
        for name, figure in whole.tallies.items():
            parts = (one.forecast().tallies[name].mean * 50, two.forecast().tallies[name].mean * 70)
            assert figure.mean == pytest.approx(sum(parts) / 120)

    @pytest.mark.parametrize("looks", [(AT_ONCE,), ()])
    def test_a_declaration_comes_first(self, game: Game, monkeypatch: pytest.MonkeyPatch, looks: Any) -> None:
        monkeypatch.setattr("takusen.forecast.battle.LOOKS", looks)
        passes = {"passes": "turn_passed"}
        for first, mean in ((None, 0), (("pass_turn", {"actor": "rin"}), 1)):
            battle = Battle(game.book, game.state.world, memo(game), counted=passes, first=first)
            assert forecast(battle, 100).tallies["passes"].mean == mean

    def test_trails_and_plain_play_agree(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        first = ("attack", {**ARGS, "force": 9})
        walked = forecast(Battle(game.book, game.state.world, memo(game), first=first), 2_000)
        monkeypatch.setattr("takusen.forecast.battle.LOOKS", (AT_ONCE,))
        anew = forecast(Battle(game.book, game.state.world, memo(game), first=first), 2_000)
        for name, figure in walked.tallies.items():
            change = anew.tallies[name].minus(figure)
            assert abs(change.mean) <= 5 * change.error + 0.001

    def test_a_plan_has_a_policy_for_each(self, game: Game) -> None:
        def waits(world: Any, one: str, known: Memo) -> Any:
            return ("pass_turn", {"actor": one})

        game.book.players["waits"] = waits
        try:
            plan = Plan(game.book.id, game.state.world, game.state.reading, sides={"foes": "waits"})
            by_side = forecast(plan.battle(game.book, memo(game)), 200)
            alone = msgspec.structs.replace(plan, sides={}, players={Id("oni"): "waits"})
            assert by_side == forecast(alone.battle(game.book, memo(game)), 200)
            assert by_side.wins["friends"].mean > 0.9
        finally:
            del game.book.players["waits"]

    def test_there_must_be_a_fight(self) -> None:
        with pytest.raises(NoFight):
            self.battle(Game("given.toml#meeting"))

    @staticmethod
    def battle(game: Game, seed: int = 1) -> Battle:
        return Battle(game.book, game.state.world, memo(game), seed)

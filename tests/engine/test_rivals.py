"""Odds that stop at a fact, compare candidates side by side, and bring the book's own charts."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from takusen.dice import total
from takusen.forecast.odds import Odds, best, odds, series
from takusen.forecast.rivals import rivals
from takusen.log.audience import GM
from takusen.play.exact import Memo, outcomes
from takusen.play.handles import Play
from takusen.play.rule import rule
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.fields import Unseen
from takusen.rulebook.odds import OddsOf, Series
from takusen.rulebook.offers import Offer, Trial
from takusen.rulebook.shown import Word
from takusen.table.laws import offer_faults
from takusen.table.views import view
from tests.engine.camp import BOOK
from tests.engine.camp.play import FORAGE
from tests.engine.tables import Game
from tests.engine.toy import READING, Ended, Hit, Spent, World

NIGHT = "given.toml#night"
STREAM = {"place": "stream", "of": "s2", "how": "ears"}


@rule()
def going_on(t: Play[World]) -> None:
    """A throw, a fact, and things that must not be looked at."""
    if t.roll("throw", total(1, 6)) < 3:
        t.emit(Spent(0))
        raise AssertionError("followed too far")
    t.emit(Hit(1))
    t.emit(Ended())


def test_a_path_ends_at_a_fact() -> None:
    dist = outcomes(going_on, (), World(), Memo(READING), summary=lambda world, facts: (world, facts), until=(Spent,))
    assert {outcome: dist.weight(outcome) for outcome in dist} == {
        (World(0), (Spent(0),)): 1,
        (World(3, 1), (Hit(1), Ended())): 2,
    }
    t: Sampled[World] = Sampled(World(), Tables(Memo(READING), 1), {}, (Spent, Hit))
    assert {t.run(going_on, ()) for _ in range(50)} == {(Spent(0),), (Hit(1),)}


def test_odds_stop_before_what_is_hidden() -> None:
    game = Game(NIGHT, BOOK)
    seen, memo = view(BOOK, game.state.world, "p2").world, Memo(game.state.reading)
    assert odds(BOOK, seen, memo, "forage", STREAM).figures == {"found": Fraction(5, 6), "missed": Fraction(1, 6)}
    with pytest.raises(Unseen):
        outcomes(BOOK.acts["forage"], ("stream", "s2", "ears"), seen, memo)


def compared(game: Game, seat: str, given: dict[str, Any]) -> tuple[Any, ...]:
    """(who, how, found) of each row, or (who, why not)."""
    seen, memo = view(BOOK, game.state.world, seat).world, Memo(game.state.reading)

    def attempt(picks: dict[str, Any]) -> Trial:
        offer: Offer[Any] = Offer(seen, seat, picks, game.state.reading, BOOK.owner)
        return BOOK.acts["forage"].trial(offer, tuple(BOOK.entities(seen)))

    def odds_of(args: Mapping[str, Any]) -> Odds:
        return odds(BOOK, seen, memo, "forage", args)

    return tuple(
        (one.value, one.args["how"], one.odds.figures["found"]) if one.odds else (one.value, one.refused.reason)
        for one in rivals(FORAGE, attempt(given), attempt, odds_of)
        if one.odds or one.refused
    )


class TestRivals:
    """Who had better go."""

    def test_each_candidate_goes_as_the_book_suggests(self) -> None:
        found = compared(Game(NIGHT, BOOK), GM, {"place": "stream"})
        assert found == (("s1", "ears", Fraction(5, 6)), ("s2", "ears", Fraction(5, 6)), ("s3", "tired"))

    def test_the_one_who_is_picked_goes_as_picked(self) -> None:
        picked = {"place": "hill", "of": "s1", "how": "eyes"}
        found = compared(Game(NIGHT, BOOK), GM, picked)
        assert found == (("s1", "eyes", Fraction(5, 18)), ("s2", "ears", Fraction(7, 12)), ("s3", "tired"))

    def test_whom_a_seat_may_not_send_is_listed_with_the_reason(self) -> None:
        found = compared(Game(NIGHT, BOOK), "p2", {"place": "stream"})
        assert found == (("s1", "not_yours"), ("s2", "ears", Fraction(5, 6)), ("s3", "not_yours"))

    def test_nothing_is_compared_before_the_pick_or_without_any_odds(self) -> None:
        assert compared(Game(NIGHT, BOOK), GM, {}) == ()
        game = Game(NIGHT, BOOK)
        assert compared(game, "w1", {"place": "stream"}) == ()


@pytest.mark.parametrize(("good", "top"), [(True, "b"), (False, "a")])
def test_the_best_is_the_highest_of_what_is_good(good: bool, top: str) -> None:
    figures = {one: Odds({"x": Fraction(n)}) for one, n in (("a", 1), ("b", 3), ("c", 3), ("d", 1))}
    assert best(figures, "x", good) == top


def test_what_is_best_is_the_first_measure_unless_said() -> None:
    assert OddsOf("forage", FORAGE.measures).ranks == ("found",)
    assert FORAGE.ranks == ("found", "missed")
    assert (FORAGE.is_good("found"), FORAGE.is_good("missed")) == (True, False)


class TestSeries:
    """The book's own distributions."""

    def test_they_come_with_the_act(self) -> None:
        game = Game(NIGHT, BOOK)
        totals, outcomes = series(BOOK, game.state.world, Memo(game.state.reading), "forage", STREAM)
        assert sum(chance for _, chance in totals.bars) == 1
        assert totals.bars[0] == (5, Fraction(1, 36))
        assert (totals.note, outcomes.note) == (Word("phrase.fire", (("fire", 3),)), None)

    def test_there_are_none_where_they_need_what_is_hidden(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def hidden(world: Any, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
            return tuple(Series(Word("phrase.totals"), ((one, Fraction(1)),)) for one in world.pile)

        game = Game(NIGHT, BOOK)
        spec = OddsOf("forage", FORAGE.measures, series=hidden)
        monkeypatch.setitem(BOOK.odds, "forage", spec)
        memo = Memo(game.state.reading)
        assert len(series(BOOK, game.state.world, memo, "forage", STREAM)) == 3
        assert series(BOOK, view(BOOK, game.state.world, "p2").world, memo, "forage", STREAM) == ()
        assert series(BOOK, game.state.world, memo, "forage", STREAM)[0].bars == (("rain", Fraction(1)),)

    def test_the_laws_name_what_they_lack(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def wrong(world: Any, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
            return (Series(Word("phrase.nothing"), ((Word("phrase.totals"), Fraction(3, 2)),)),)

        monkeypatch.setitem(BOOK.odds, "forage", OddsOf("forage", FORAGE.measures, series=wrong))
        told = "; ".join(offer_faults(Game(NIGHT, BOOK).state, GM))
        assert "lang/ja.toml: [phrase] nothing is missing" in told
        assert "of forage has a bar that is no chance" in told

"""`t.draw`: a card at random, kept like dice, and the GM's alone."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.log.audience import GM
from takusen.log.entries import Became, Body, Closed, Drawn, Edited
from takusen.play.exact import Memo, outcomes
from takusen.play.handles import Chance, Diverged, Play
from takusen.play.live import Replay
from takusen.play.rule import rule
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.texts import LANGS
from takusen.table import commands as c
from takusen.table.example import Example, read_examples
from takusen.table.examples import failures
from takusen.table.feed import Feed
from takusen.table.floor import replay_fault
from takusen.table.fold import fold
from takusen.table.laws import example_faults, faults
from takusen.web.render import renderer
from tests.engine import toy
from tests.engine.camp import BOOK
from tests.engine.tables import Game
from tests.engine.test_play import written
from tests.engine.toy import READING, Hit, World, no_dice, run

NIGHT = "given.toml#night"


@rule()
def drawing(t: Play[World], deck: tuple[int, ...]) -> None:
    """Two cards, the second of a sub-rule."""
    t.emit(Hit(t.draw("first", deck, "ann")))
    t.emit(Hit(second(t, deck)))


@rule()
def second(t: Chance, deck: tuple[int, ...]) -> int:
    """A card and one more."""
    return t.draw("second", deck) + 1


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 100))
def test_a_draw_runs_four_ways(cards: list[int], seed: int) -> None:
    deck = tuple(cards)
    faces = iter([(seed % len(deck) + 1,), (seed // 2 % len(deck) + 1,)])
    t, _ = run(drawing, (deck,), [], lambda count, sides: next(faces))
    steps: list[Body] = written([new.body for new in t.new])
    assert [new.see for new in t.new if isinstance(new.body, Drawn)] == [GM, GM]
    again, _ = run(drawing, (deck,), steps, no_dice)
    assert (again.new, again.world) == ([], t.world)
    replay: Replay[World] = Replay(World(), 1, toy.numbered(steps), READING, toy.Scribe(), no_dice)
    drawing.body(replay, deck)
    assert (replay.new, replay.at) == ([], len(steps))
    dist = outcomes(drawing, (deck,), World(), Memo(READING), summary=lambda world, facts: facts)
    told = tuple(toy.typed(body.fact, toy.FACTS) for body in steps if isinstance(body, Became))
    counts = Counter(deck)
    share = Fraction(counts[told[0].rolled] * counts[told[1].rolled - 1], len(deck) ** 2)
    assert dist.chance(lambda facts: facts == told) == share
    assert Sampled(World(), Tables(Memo(READING), seed), {}).run(drawing, (deck,)) in dist


def test_sampled_draws_follow_the_counts() -> None:
    tables = Tables(Memo(READING), 3)
    drawn = Counter(Sampled(World(), tables, {}).run(drawing, ((1, 1, 2),))[0] for _ in range(6_000))
    assert abs(drawn[Hit(1)] / 6_000 - 2 / 3) < 0.03


@pytest.mark.parametrize("deck", [(1, 2), (2, 1, 3)])
def test_another_deck_diverges(deck: tuple[int, ...]) -> None:
    t, _ = run(drawing, ((1, 2, 3),), [], lambda count, sides: (1,))
    with pytest.raises(Diverged, match="a draw first of ann"):
        run(drawing, (deck,), [t.new[0].body], no_dice)


def test_an_empty_deck_is_a_fault_of_the_book() -> None:
    with pytest.raises(ValueError, match="deck of first is empty"):
        run(drawing, ((),), [], no_dice)


def scouted(*dice: tuple[int, ...]) -> Game:
    """Aki found nothing and drew the first card, a rain."""
    game = Game(NIGHT, BOOK)
    game.do("p1", c.Declare("scout", {"of": "s1"}), *(dice or ((1, 1), (1,))))
    return game


class TestAtTheTable:
    """Undo, overrule, replay, and who reads what."""

    def test_only_the_gm_reads_the_card(self) -> None:
        game = scouted()
        for seat, knows in (("gm", True), ("p1", False), ("p2", False)):
            feed = Feed(BOOK, seat)
            for entry in game.entries:
                feed.add(entry)
            lines = feed.lines(0, 99)
            assert any(line.kind == "card" for line in lines) is knows
            for lang, rain in zip(LANGS, ("雨", "Rain"), strict=True):
                told = " ".join(renderer(lang, BOOK).line(line, "/t" if knows else "") for line in lines)
                assert (rain in told) is knows

    def test_the_gm_is_offered_each_card_of_the_deck_once(self) -> None:
        game, feed = scouted(), Feed(BOOK, "gm")
        for entry in game.entries:
            feed.add(entry)
        (card,) = (line for line in feed.lines(0, 99) if line.kind == "card")
        markup = renderer("ja", BOOK).line(card, "/t")
        assert markup.count("<option") == 2
        assert '<option value="&#34;rain&#34;" selected>雨</option>' in markup

    def test_taken_back_and_done_again_the_card_is_the_same(self) -> None:
        game = scouted((1, 1), (3,))
        assert game.state.world.struck == ("wolf",)
        assert game.state.past is not None
        assert game.refused("p1", c.Undo(game.state.past.seq)) == "ask_gm_to_undo"
        game.do("gm", c.Undo(game.state.past.seq))
        game.do("p1", c.Declare("scout", {"of": "s1"}))
        assert game.state.world.struck == ("wolf",)
        assert [body.source for body in self.drawn(game)] == ["", "kept"]

    def test_a_kept_card_that_left_the_deck_is_drawn_anew(self) -> None:
        game = scouted((1, 1), (3,))
        assert game.state.past is not None
        game.do("gm", c.Undo(game.state.past.seq))
        game.do("p1", c.Declare("scout", {"of": "s1"}))
        assert game.state.past is not None
        game.do("gm", c.Undo(game.state.past.seq))
        state = game.state
        game.entries.append(game.entries[-1].__class__(state.seq + 1, 0, GM, Edited(path="pile", to=["rain"]), GM))
        game.state = game.restarted()
        game.do("p1", c.Declare("scout", {"of": "s1"}), (1,))
        assert self.drawn(game)[-1].source == ""
        assert game.state.world.struck == ("rain",)

    def test_the_gm_names_another_card_of_the_deck(self) -> None:
        game = scouted()
        (seq,) = game.seqs(Drawn)
        assert game.refused("p1", c.Overrule(seq, "wolf")) == "not_the_gm"
        for wrong in ("bear", 1, None, ["wolf"]):
            assert game.refused("gm", c.Overrule(seq, wrong)) == "not_offered"
        game.do("gm", c.Overrule(seq, "wolf", "物語のため"))
        assert game.state.world.struck == ("wolf",)
        assert (self.drawn(game)[-1].source, self.drawn(game)[-1].reason) == ("ruled", "物語のため")
        assert game.state.world == game.restarted().world

    def test_what_closed_replays(self) -> None:
        game = Game(NIGHT, BOOK)
        before = game.state
        game.do("p1", c.Declare("scout", {"of": "s1"}), (1, 1), (2,))
        for entry in game.entries[before.seq :]:
            if isinstance(entry.body, Closed):
                assert before.floor is not None
                assert replay_fault(before, before.floor) == ""
            before = fold(before, entry)

    @staticmethod
    def drawn(game: Game) -> list[Drawn]:
        """All draws so far."""
        return [entry.body for entry in game.entries if isinstance(entry.body, Drawn)]


# examples ------------------------------------------------------------------------------------------------------------


def shown(**changes: Any) -> list[str]:
    """What is wrong with an example in which a trouble is drawn."""
    whole: dict[str, Any] = {
        "name": "x",
        "given": NIGHT,
        "declare": {"procedure": "scout", "by": "p1", "of": "s1"},
        "dice": [{"label": "search", "faces": [1, 1]}],
        "draws": [{"label": "trouble", "card": "wolf"}],
        "world": {"struck": ["wolf"]},
    }
    return failures(BOOK, toy.typed(whole | changes, Example), BOOK.example_files().__getitem__)


@pytest.mark.parametrize(
    ("draws", "told"),
    [
        ([], "too many: the example lists no more draws"),
        ([{"label": "trouble", "card": "bear"}], "'bear' was given where trouble is drawn from"),
        ([{"label": "luck", "card": "wolf"}], "the card luck of  was drawn as trouble of s1"),
        ([{"label": "trouble", "of": "s2", "card": "wolf"}], "the card trouble of s2 was drawn as trouble of s1"),
        ([{"label": "trouble", "card": "wolf"}] * 2, "draws left over"),
    ],
)
def test_an_example_lists_each_draw(draws: list[dict[str, Any]], told: str) -> None:
    assert shown() == []
    assert told in shown(draws=draws)[0]


def test_the_camp_keeps_the_laws() -> None:
    read = BOOK.example_files().__getitem__
    examples = read_examples("camp.toml", read("camp.toml"))
    assert [fault for one in examples for fault in failures(BOOK, one, read)] == []
    assert faults(BOOK, examples) == []
    assert list(example_faults(BOOK, examples, read)) == []

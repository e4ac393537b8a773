"""The GM answers for all non-player characters in one go, and lets policies play them."""

from typing import Any

import pytest

from takusen.log.entries import Answered, Opened, PoliciesLet
from takusen.play.handles import Play
from takusen.table import commands as c
from takusen.table.feed import Feed
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.state import Letting
from tests.engine.camp import BOOK as CAMP
from tests.engine.ford import BOOK
from tests.engine.ford.play import always
from tests.engine.tables import Game, bayside

FORD = "given.toml#ford"
BLOW = c.Declare("strike", {"of": "aki", "target": "grey"})


def ids(game: Game) -> list[str]:
    return [prompt_id(game.state, one) for one in open_prompts(game.state)]


class TestAllAtOnce:
    """One form for all whom the GM plays."""

    def struck(self) -> Game:
        game = Game(FORD, BOOK)
        game.do("p1", BLOW)
        assert ids(game) == ["grey.1", "shadow.1"]
        return game

    def test_each_as_the_gm_says(self) -> None:
        game = self.struck()
        bodies = game.do("gm", c.AnswerAll({"shadow.1": "cover", "grey.1": "pass"}))
        answers = [(body.answer, body.instead) for body in bodies if isinstance(body, Answered)]
        assert answers == [("cover", False), ("pass", False)]
        assert game.state.world.fighters["shadow"].life == 3
        assert game.restarted() == game.state

    def test_some_now_and_some_later(self) -> None:
        game = self.struck()
        game.do("gm", c.AnswerAll({"shadow.1": "pass"}))
        assert ids(game) == ["grey.1"]
        game.do("gm", c.AnswerByPolicy(("grey.1",)))
        assert game.state.world.fighters["grey"].life == 6

    def test_by_policy(self) -> None:
        game = self.struck()
        game.do("gm", c.AnswerByPolicy(("grey.1", "shadow.1")))
        assert game.state.world.fighters["grey"].life == 6

    @pytest.mark.parametrize(
        ("seat", "command", "why"),
        [
            ("p1", c.AnswerAll({"grey.1": "pass"}), "not_the_gm"),
            ("p1", c.AnswerByPolicy(("grey.1",)), "not_the_gm"),
            ("w1", c.AnswerByPolicy(("grey.1",)), "not_the_gm"),
            ("gm", c.AnswerAll({}), "prompt_gone"),
            ("gm", c.AnswerByPolicy(()), "prompt_gone"),
            ("gm", c.AnswerAll({"grey.1": "pass", "grey.2": "pass"}), "prompt_gone"),
            ("gm", c.AnswerAll({"grey.1": "pass", "shadow.1": "ward"}), "not_offered"),
        ],
    )
    def test_all_or_nothing(self, seat: str, command: c.Command, why: str) -> None:
        game = self.struck()
        assert game.refused(seat, command) == why
        assert ids(game) == ["grey.1", "shadow.1"]

    def test_sent_twice_is_answered_once(self) -> None:
        game = self.struck()
        both = c.AnswerAll({"grey.1": "pass", "shadow.1": "pass"})
        game.do("gm", both)
        assert game.refused("gm", both) == "prompt_gone"

    def test_players_answer_for_themselves(self) -> None:
        game = Game(FORD, BOOK)
        game.do("gm", c.Declare("strike", {"of": "grey", "target": "aki"}))
        assert game.refused("gm", c.AnswerAll({"aki.1": "pass"})) == "not_asked"


class TestOneAct:
    """A policy plays one act."""

    def test_it_declares_and_is_marked(self) -> None:
        game = Game(FORD, BOOK)
        bodies = game.do("gm", c.LetPlay())
        (opened,) = [body for body in bodies if isinstance(body, Opened)]
        assert (opened.act, opened.args, opened.policy) == ("strike", {"of": "grey", "target": "aki"}, "fierce")
        assert ids(game) == ["aki.1", "haru.1"]
        assert not any(isinstance(body, PoliciesLet) for body in bodies)
        marked = {seat: self.mark(game, seat) for seat in ("gm", "p1")}
        assert marked == {"gm": "fierce", "p1": None}

    @staticmethod
    def mark(game: Game, seat: str) -> Any:
        feed = Feed(BOOK, seat)
        for entry in game.entries:
            feed.add(entry)
        return next(dict(one.params).get("policy") for one in feed.lines(0, 1000) if one.kind == "act")

    def test_it_answers_on_the_way(self) -> None:
        game = Game(FORD, BOOK)
        game.do("p1", BLOW)
        game.do("gm", c.LetPlay())
        assert (game.state.floor, game.state.world.fighters["grey"].life) == (None, 6)

    @pytest.mark.parametrize(
        ("seat", "command", "why"),
        [
            ("p1", c.LetPlay(), "not_the_gm"),
            ("gm", c.LetPlay("mild"), "not_offered"),
            ("gm", c.StopPlay(), "nothing_open"),
            ("gm", c.LetOn(), "nothing_open"),
            ("p1", c.StopPlay(), "not_the_gm"),
        ],
    )
    def test_refused(self, seat: str, command: c.Command, why: str) -> None:
        assert Game(FORD, BOOK).refused(seat, command) == why

    def test_where_a_player_is_asked(self) -> None:
        game = Game(FORD, BOOK)
        game.do("gm", c.LetPlay())
        assert game.refused("gm", c.LetPlay()) == "player_needed"

    def test_where_the_gm_decides(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def body(t: Play[Any], of: str) -> None:
            t.ask("gm", "blow", ("ward",), None, always)

        game = Game(FORD, BOOK)
        monkeypatch.setattr(BOOK.acts["breathe"], "body", body)
        game.do("p1", c.Declare("breathe", {"of": "aki"}))
        assert game.refused("gm", c.LetPlay()) == "gm_needed"

    def test_where_only_players_have_not_acted(self) -> None:
        game = Game(FORD, BOOK)
        for one in ("grey", "shadow"):
            game.do("gm", c.Declare("breathe", {"of": one}))
        assert game.refused("gm", c.LetPlay()) == "player_needed"

    def test_where_the_fight_is_over(self) -> None:
        game = Game(FORD, BOOK)
        for one in ("grey", "shadow"):
            game.do("gm", c.Edit(f"fighters.{one}.life", 0))
        assert game.refused("gm", c.LetPlay()) == "nobody_to_play"

    def test_in_a_book_without_such_policies(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(CAMP, "players", {})
        assert Game("given.toml#night", CAMP).refused("gm", c.LetPlay()) == "no_player_policy"

    def test_in_a_real_book(self) -> None:
        assert Game({}, bayside()).refused("gm", c.LetPlay()) == "nobody_to_play"

    def test_what_a_policy_may_not_declare_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wrong = ("strike", {"of": "grey", "target": "shadow"})
        monkeypatch.setitem(BOOK.players, "fierce", lambda world, one, memo: wrong)
        assert Game(FORD, BOOK).refused("gm", c.LetPlay()) == "not_offered"


class TestGoingOn:
    """Act by act, one decision each, until a player is needed."""

    def alone(self, acts: int = 20) -> Game:
        """Nobody but the GM plays, and nobody can ward anything off."""
        game = Game(FORD, BOOK)
        for one in game.state.world.fighters:
            game.do("gm", c.Take(one))
            game.do("gm", c.Edit(f"fighters.{one}.wards", 0))
        game.do("gm", c.LetPlay(acts=acts))
        return game

    def on(self, game: Game) -> str:
        """Go on to the end; gives why it is over."""
        for _ in range(200):
            if game.state.letting is None:
                break
            game.do("gm", c.LetOn())
            assert game.restarted() == game.state
        ends = [entry.body for entry in game.entries if isinstance(entry.body, PoliciesLet) and not entry.body.left]
        return ends[-1].why

    def test_to_the_end_of_the_fight(self) -> None:
        game = self.alone(100)
        assert self.on(game) == "nobody_to_play"
        assert BOOK.over(game.state.world)

    def test_at_most_so_many(self) -> None:
        game = self.alone(3)
        assert game.state.letting == Letting("fierce", 2)
        assert self.on(game) == "enough"
        assert len([one for one in game.entries if isinstance(one.body, Opened) and one.body.policy]) == 3

    def test_until_a_player_is_needed(self) -> None:
        game = Game(FORD, BOOK)
        game.do("gm", c.LetPlay(acts=20))
        assert self.on(game) == "player_needed"
        assert ids(game) == ["aki.1", "haru.1"]
        for one in ids(game):
            game.do("gm", c.Answer(one, "pass"))
        game.do("gm", c.LetPlay(acts=20))
        for one in ids(game):
            game.do("gm", c.Answer(one, "pass"))
        assert self.on(game) == "player_needed"

    def test_the_gm_stops_it_between_two_acts(self) -> None:
        game = self.alone()
        game.do("gm", c.StopPlay())
        assert game.state.letting is None
        assert game.refused("gm", c.LetOn()) == "nothing_open"

    def test_taking_back_stops_it_too(self) -> None:
        game = self.alone()
        assert game.state.past is not None
        game.do("gm", c.Undo(game.state.past.seq))
        assert game.state.letting is None

    def test_what_a_policy_may_not_declare_ends_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = self.alone()
        monkeypatch.setitem(BOOK.players, "fierce", lambda world, one, memo: ("strike", {"of": one, "target": one}))
        assert self.on(game) == "not_offered"
        assert game.state.floor is None

    def test_it_is_the_gms_alone_to_know(self) -> None:
        game = self.alone(2)
        assert self.on(game) == "enough"
        seen = {seat: self.told(game, seat) for seat in ("gm", "p1")}
        assert seen == {"gm": [("", 1), ("enough", 0)], "p1": []}

    @staticmethod
    def told(game: Game, seat: str) -> list[tuple[str, Any]]:
        feed = Feed(BOOK, seat)
        for entry in game.entries:
            feed.add(entry)
        return [(one.text, dict(one.params)["left"]) for one in feed.lines(0, 1000) if one.kind == "let"]

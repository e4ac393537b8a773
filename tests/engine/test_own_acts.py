"""Own acts: beside the floor, in one decision, about their one character alone."""

from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takusen.cli.doctor import table_findings
from takusen.log.codec import decode, encode
from takusen.log.entries import Answered, Became, Closed, Opened
from takusen.log.table import Table
from takusen.play.handles import Id, Play
from takusen.rules import Fact, RuleBook, act
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.beside import NotOwn, changes_only
from takusen.table.example import Example
from takusen.table.examples import failures
from takusen.table.floor import open_prompts, prompt_id, replay_fault
from takusen.table.fold import fold, folded
from takusen.table.state import Past
from takusen.table.undo import undoable
from tests.engine import toy
from tests.engine.ford import BOOK
from tests.engine.ford.facts import Bought
from tests.engine.ford.world import World
from tests.engine.sessions import Session, wish
from tests.engine.tables import Game

FORD = "given.toml#ford"
STRIKE = c.Declare("strike", {"of": "grey", "target": "aki"})
BUY = c.Declare("buy", {"of": "aki"})


def struck() -> Game:
    """A blow is on its way: Aki and Haru are asked."""
    game = Game(FORD, BOOK)
    game.do("gm", STRIKE)
    return game


def ids(game: Game) -> list[str]:
    return [prompt_id(game.state, one) for one in open_prompts(game.state)]


def aki(game: Game) -> tuple[int, int, int]:
    me = game.state.world.fighters["aki"]
    return me.herbs, me.purse, me.life


def last(game: Game) -> Past:
    assert game.state.past is not None
    return game.state.past


def faults(game: Game) -> list[str]:
    store = MemoryStore()
    store.append("ford", 1, [encode(entry) for entry in game.entries]).result()
    return [found.what for found in table_findings("ford", store, {"ford": BOOK})]


class TestBeside:
    """The floor is somebody else's all the while."""

    def test_on_a_free_floor(self) -> None:
        game = Game(FORD, BOOK)
        bodies = game.do("p1", BUY)
        assert [type(body) for body in bodies] == [Opened, Became, Closed]
        assert bodies[0].beside
        assert (game.state.floor, game.state.beside, aki(game)) == (None, None, (1, 2, 6))
        assert game.restarted() == game.state

    def test_while_others_are_asked(self) -> None:
        game = struck()
        game.do("p1", c.Answer("aki.1", "pass"))
        game.do("p1", BUY)
        assert game.state.floor is not None
        assert game.state.floor.opened.act == "strike"
        assert game.state.waiting == ()
        assert ids(game) == ["haru.1"]
        assert game.restarted() == game.state
        game.do("p2", c.Answer("haru.1", "pass"))
        assert (game.state.floor, aki(game)) == (None, (1, 2, 3))
        assert faults(game) == []

    def test_it_is_refused_like_any_other(self) -> None:
        game = struck()
        game.do("p1", BUY)
        assert game.refused("p1", BUY) == "too_poor"
        assert game.refused("p2", BUY) == "not_offered"
        assert game.refused("w1", BUY) == "only_watching"

    def test_a_form_sent_twice_is_one_act(self) -> None:
        game = struck()
        twice = c.Declare("buy", {"of": "aki"}, token="t")
        assert len(game.do("p1", twice)) == 3
        assert game.do("p1", twice) == ()

    def test_the_gm_is_told_who_changed_meanwhile(self) -> None:
        game = struck()
        game.do("p1", BUY)
        assert game.state.floor is not None
        assert game.state.floor.disturbed

    def test_a_waiting_declaration_of_the_same_one_wants_a_tap(self) -> None:
        game = struck()
        game.do("p1", c.Declare("breathe", {"of": "aki"}))
        game.do("p1", BUY)
        for one in ids(game):
            game.do("gm", c.Answer(one, "pass"))
        assert len(game.state.waiting) == 1


class TestTakingBack:
    """Undo, restart and overrule around own acts."""

    def test_without_the_gm(self) -> None:
        game = Game(FORD, BOOK)
        game.do("p1", BUY)
        game.do("p1", c.Undo(last(game).seq))
        assert aki(game) == (0, 5, 6)

    def test_while_the_floor_is_taken(self) -> None:
        game = struck()
        game.do("p1", BUY)
        assert [past.what for past in undoable(game.state, last(game).seq)] == ["buy"]
        game.do("p1", c.Undo(last(game).seq))
        assert aki(game) == (0, 5, 6)
        assert ids(game) == ["aki.1", "haru.1"]
        assert game.restarted() == game.state
        for one in ids(game):
            game.do("gm", c.Answer(one, "pass"))
        assert aki(game) == (0, 5, 3)
        assert faults(game) == []

    @pytest.mark.parametrize("closed", [False, True])
    def test_where_the_floor_went_on_that_goes_too_and_is_for_the_gm(self, closed: bool) -> None:
        game = struck()
        game.do("p1", BUY)
        seq = last(game).seq
        for one in ids(game)[: 2 if closed else 1]:
            game.do("gm", c.Answer(one, "pass"))
        assert [past.what for past in undoable(game.state, seq)] == ["buy", "strike"]
        assert game.refused("p1", c.Undo(seq)) == "ask_gm_to_undo"
        game.do("gm", c.Undo(seq))
        assert aki(game) == (0, 5, 6)
        assert ids(game) == ["aki.1", "haru.1"]
        assert game.restarted() == game.state

    def test_with_the_act_around_it(self) -> None:
        game = struck()
        seq = last(game).seq
        game.do("p1", BUY)
        assert [past.what for past in undoable(game.state, seq)] == ["buy", "strike"]
        game.do("gm", c.Undo(seq))
        assert (game.state.floor, aki(game)) == (None, (0, 5, 6))

    def test_begun_again_it_stays(self) -> None:
        game = struck()
        game.do("p1", BUY)
        game.do("gm", c.Restart())
        assert aki(game) == (1, 2, 6)
        assert ids(game) == ["aki.2", "haru.2"]
        assert game.restarted() == game.state
        game.do("gm", c.Undo(last(game).seq))
        assert (game.state.floor, aki(game)) == (None, (1, 2, 6))

    @pytest.mark.parametrize("bought", [0, 1, 2])
    @pytest.mark.parametrize("place", [0, 1])
    def test_an_answer_overruled_leaves_it(self, bought: int, place: int) -> None:
        game = struck()
        for n, one in enumerate(["aki.1", "haru.1"]):
            if n == bought:
                game.do("p1", BUY)
            game.do("gm", c.Answer(one, "pass"))
        if bought == 2:
            game.do("p2", c.Declare("buy", {"of": "haru"}))
        seq = game.seqs(Answered)[place]
        if bought == 2:
            assert game.refused("gm", c.Overrule(seq, "ward")) == "undo_first"
            return
        game.do("gm", c.Overrule(seq, ("ward", "cover")[place]))
        assert aki(game) == (1, 2, 6)
        assert game.restarted() == game.state
        assert faults(game) == []


# broken books ------------------------------------------------------------------------------------------------------


class Twice(Fact, frozen=True):
    """A fact that changes two at once."""

    of: Id

    def apply(self, world: World) -> World:
        for one in ("aki", "haru"):
            world = Bought(Id(one), 9, 9).apply(world)
        return world


@pytest.mark.parametrize("asks", [False, True])
def test_an_own_act_neither_asks_nor_changes_others(asks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def body(t: Play[World], of: Id) -> None:
        if asks:
            t.window("blow", None, {of: ("ward",)})
        t.emit(Twice(of))

    monkeypatch.setattr(BOOK.acts["buy"], "body", body)
    monkeypatch.setitem(BOOK.facts, "twice", Twice)
    monkeypatch.setattr(BOOK, "_fact_type", BOOK._fact_type | Twice)
    game = Game(FORD, BOOK)
    with pytest.raises(NotOwn):
        game.try_to("p1", BUY)


def test_an_own_act_names_its_character_first() -> None:
    @act("X", own=True)
    def bought(t: Play[World], count: int) -> None:
        """Nobody's."""

    chapter = ModuleType("chapter")
    chapter.bought = bought  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="bought in book x is an own act of no character"):
        RuleBook(
            id="x",
            version="1",
            package="tests.engine.ford",
            world=World,
            facts=(),
            chapters=(chapter,),
            owner=lambda world, one: "",
            entities=lambda world: {},
            owner_path="fighters.{}.player",
        )


# whatever people do --------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**20))
def test_whatever_people_send(seed: int) -> None:
    session = Session(BOOK, Random(seed)).sit()
    random = Random(seed + 1)
    for _ in range(60):
        before: Any = session.state
        decision = session.do(*wish(before, random))
        for entry in decision.entries:
            if isinstance(entry.body, Closed):
                procedure = before.beside or before.floor
                assert procedure is not None
                assert replay_fault(before, procedure) == ""
            before = fold(before, decode(encode(entry)))
        assert before == session.state
        assert session.state.beside is None
        assert (session.state.floor is None) == (not open_prompts(session.state))
    assert folded({"ford": BOOK}, [decode(encode(entry)) for entry in session.entries]) == session.state


def test_an_example_may_buy_while_others_are_asked() -> None:
    shown = {
        "name": "x",
        "given": FORD,
        "declare": [{"procedure": "buy", "by": "p1", "of": "aki"}, {"undo": 1}],
        "world": {"fighters.aki.herbs": 0},
    }
    assert failures(BOOK, toy.typed(shown, Example), BOOK.example_files().__getitem__) == []


def test_what_is_kept_under_the_characters_id_is_its_own_too() -> None:
    class Kept(msgspec.Struct, frozen=True):
        fighters: Table[Id, int] = Table()
        tales: Table[Id, str] = Table()
        day: int = 1

    aki_, grey = Id("aki"), Id("grey")
    before = Kept(Table({aki_: 1, grey: 1}), Table({grey: "long"}))
    told = Kept(Table({aki_: 2, grey: 1}), Table({grey: "long", aki_: "short"}))
    assert changes_only(BOOK, before, told, "aki")
    assert not changes_only(BOOK, before, told, "grey")
    assert not changes_only(BOOK, before, msgspec.structs.replace(told, day=2), "aki")
    assert not changes_only(BOOK, before, msgspec.structs.replace(told, tales=Table({aki_: "short"})), "aki")

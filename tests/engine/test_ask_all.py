"""`t.ask_all`: several people are asked at once; answers come in any order and are sealed until the last."""

from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takusen.cli.doctor import table_findings
from takusen.log.codec import decode, encode
from takusen.log.entries import Answered, Asked, Became, Body, Closed, Edited, Rolled, Settled
from takusen.play.exact import Memo, outcomes
from takusen.play.handles import BadAnswer, Choice, Diverged, Play, Question, Refused, Suspended
from takusen.play.live import Replay
from takusen.play.rule import rule
from takusen.play.sampled import Sampled, Tables
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.example import Example
from takusen.table.examples import failures
from takusen.table.floor import Stuck, open_prompts, prompt_id, replay_fault
from takusen.table.fold import fold, folded
from takusen.table.state import State
from tests.engine import toy
from tests.engine.camp import BOOK
from tests.engine.camp.play import sleep, sleep_when_tired
from tests.engine.sessions import Session, wish
from tests.engine.tables import Game
from tests.engine.test_play import written
from tests.engine.toy import READING, About, Ended, Hit, World, no_dice

WHO = ("ann", "bob", "cat")
NIGHT = "given.toml#night"


def question(of: str, *choices: Any) -> Question:
    return Question(of, "again", choices or ("again", "stop"), About(1, 2), toy.while_points_last)


@rule()
def together(t: Play[World]) -> None:
    """Dice, three questions at once, more dice, and a fact that speaks of all."""
    t.roll("throw", toy.total(2, 6), "ann")
    answers = t.ask_all(tuple(question(one) for one in WHO))
    t.roll("throw", toy.total(2, 6), "bob")
    for place, answer in enumerate(answers):
        if answer == "again":
            t.emit(Hit(10 * t.world.points + place))
    t.emit(Ended())


def run(rule: Any, steps: list[Body], entropy: Any = no_dice) -> tuple[toy.Live[World], tuple[Any, ...]]:
    """Run over a journal: the handle, and what is still open."""
    t: toy.Live[World] = toy.Live(World(), 1, toy.numbered(steps), READING, toy.Scribe(), entropy)
    try:
        rule.body(t)
    except Suspended as stop:
        return t, stop.prompts
    return t, ()


def in_order(order: tuple[int, ...], answers: dict[int, str], edit_after: int = 9) -> tuple[list[Body], World]:
    """The journal and the world if the questions are answered in this order, restarted at each."""
    t, prompts = run(together, [], lambda count, sides: (2,) * count)
    steps = written([new.body for new in t.new])
    asked = [seq for seq, body in toy.numbered(steps) if isinstance(body, Asked)]
    assert [one.place for one in prompts] == [0, 1, 2]
    for n, place in enumerate(order):
        steps.append(Answered(of=1, to=asked[place], answer=answers[place]))
        if n == edit_after:
            steps.append(Edited(path="points", to=7))
        t, prompts = run(together, steps, lambda count, sides: (3,) * count)
        assert [one.place for one in prompts] == sorted(set(range(3)) - set(order[: n + 1]))
        steps = written([*steps, *(new.body for new in t.new)])
    return steps, t.world


@given(st.permutations(range(3)), st.lists(st.sampled_from(["again", "stop"]), min_size=3, max_size=3))
def test_the_order_of_answers_makes_no_difference(order: list[int], said: list[str]) -> None:
    answers = dict(enumerate(said))
    first, world = in_order((0, 1, 2), answers)
    steps, other = in_order(tuple(order), answers)
    assert other == world
    told = [body for body in steps if not isinstance(body, Answered)]
    assert told == [body for body in first if not isinstance(body, Answered)]
    again, prompts = run(together, steps)
    assert (again.new, prompts, again.world) == ([], (), world)
    replay: Replay[World] = Replay(World(), 1, toy.numbered(steps), READING, toy.Scribe(), no_dice)
    together.body(replay)
    assert (replay.new, replay.at, replay.world) == ([], len(steps), world)


@pytest.mark.parametrize("edit_after", [0, 1])
def test_edits_show_with_the_last_answer(edit_after: int) -> None:
    steps, _ = in_order((2, 0, 1), dict.fromkeys(range(3), "again"), edit_after)
    facts = [body.fact["rolled"] for body in steps if isinstance(body, Became) and body.fact["type"] == "hit"]
    assert facts == [70, 71, 72]
    again, _ = run(together, steps)
    assert again.new == []


def asked_together(*answers: Body) -> list[Body]:
    """A journal in which the three are asked (seq 3 to 5), and more."""
    t, _ = run(together, [], lambda count, sides: (2,) * count)
    return [*(new.body for new in t.new), *answers]


@pytest.mark.parametrize("to", [3, 4, 5])
def test_what_is_not_offered_is_refused_at_once(to: int) -> None:
    with pytest.raises(BadAnswer):
        run(together, asked_together(Answered(of=1, to=to, answer="jump")))


def test_each_prompt_has_its_own_choices() -> None:
    @rule()
    def differing(t: Play[World]) -> None:
        t.ask_all((question("ann", "a", Choice("b", Refused("no"))), question("bob", "c")))

    t, _ = run(differing, [])
    asked: list[Body] = [new.body for new in t.new]
    assert run(differing, [*asked, Answered(of=1, to=2, answer="a"), Answered(of=1, to=3, answer="c")])[1] == ()
    for to, answer in ((2, "b"), (2, "c"), (3, "a")):
        with pytest.raises(BadAnswer):
            run(differing, [*asked, Answered(of=1, to=to, answer=answer)])


def test_nobody_to_ask_is_no_step() -> None:
    @rule()
    def nobody(t: Play[World]) -> None:
        assert t.ask_all(()) == ()

    t, prompts = run(nobody, [])
    assert (t.new, prompts) == ([], ())


@pytest.mark.parametrize("answered", [0, 1, 3])
@pytest.mark.parametrize("who", [("ann", "bob"), (*WHO, "dan"), ("bob", "ann", "cat"), ()])
def test_other_questions_than_those_asked_diverge(who: tuple[str, ...], answered: int) -> None:
    @rule()
    def changed(t: Play[World]) -> None:
        t.roll("throw", toy.total(2, 6), "ann")
        t.ask_all(tuple(question(one) for one in who))
        t.emit(Ended())

    steps = asked_together(*(Answered(of=1, to=3 + place, answer="stop") for place in range(answered)))
    with pytest.raises(Diverged):
        run(changed, steps, lambda count, sides: (1,) * count)


@pytest.mark.parametrize("to", [2, 3, 9])
def test_an_answer_to_something_else_diverges(to: int) -> None:
    with pytest.raises(Diverged):
        run(together, asked_together(Answered(of=1, to=3, answer="stop"), Answered(of=1, to=to, answer="stop")))


def test_odds_take_every_policy() -> None:
    dist = outcomes(together, (), World(), Memo(READING), summary=lambda world, facts: facts)
    assert {fact: dist.weight(fact) for fact in dist} == {(Hit(30), Hit(31), Hit(32), Ended()): 1}
    assert Sampled(World(), Tables(Memo(READING), 1), {}).run(together, ()) == (Hit(30), Hit(31), Hit(32), Ended())


# at the table --------------------------------------------------------------------------------------------------------


def night() -> Game:
    """All three scouts are asked; nobody plays the third."""
    game = Game(NIGHT, BOOK)
    game.do("gm", c.Declare("rest", {}))
    return game


def ids(game: Game) -> list[str]:
    return [prompt_id(game.state, one) for one in open_prompts(game.state)]


def world_of(game: Game) -> tuple[int, ...]:
    return (*(one.stamina for one in game.state.world.scouts.values()), game.state.world.fire)


SLEEPY = ("s1.1", "p1", "sleep"), ("s2.1", "p2", "watch"), ("s3.1", "gm", "sleep")


class TestAtTheTable:
    """Each seat its own prompt, answered in any order."""

    @pytest.mark.parametrize("order", list(permutations(SLEEPY)))
    def test_any_order_comes_to_the_same(self, order: tuple[tuple[str, str, str], ...]) -> None:
        game = night()
        assert ids(game) == ["s1.1", "s2.1", "s3.1"]
        for n, (prompt, seat, answer) in enumerate(order):
            assert world_of(game) == (3, 3, 0, 3)
            bodies = game.do(seat, c.Answer(prompt, answer))
            assert any(isinstance(body, Became) for body in bodies) is (n == 2)
            assert game.restarted() == game.state
        assert world_of(game) == (4, 3, 1, 3)
        assert game.state.floor is None

    def test_a_seat_answers_its_own_and_once(self) -> None:
        game = night()
        assert game.refused("p1", c.Answer("s2.1", "sleep")) == "not_asked"
        assert game.refused("w1", c.Answer("s1.1", "sleep")) == "only_watching"
        game.do("p1", c.Answer("s1.1", "sleep"))
        for seat in ("p1", "gm"):
            assert game.refused(seat, c.Answer("s1.1", "watch")) == "prompt_gone"
        assert game.refused("p2", c.Answer("s2.1", "dance")) == "not_offered"
        assert ids(game) == ["s2.1", "s3.1"]

    def test_the_gm_answers_for_anybody(self) -> None:
        game = night()
        for one in ids(game)[::-1]:
            (answered, *_) = game.do("gm", c.Answer(one, "watch"))
            assert answered.instead is not one.startswith("s3")
        assert world_of(game) == (3, 3, 0, 3)

    def test_policies_answer_theirs_at_once(self) -> None:
        game = Game(NIGHT, BOOK)
        for one in ("s1", "s3"):
            game.do("gm", c.Autoplay(one, "quiet"))
        game.do("gm", c.Declare("rest", {}))
        assert ids(game) == ["s2.1"]
        game.do("p2", c.Answer("s2.1", "sleep"))
        assert world_of(game) == (3, 4, 1, 3)

    def test_begun_again_everybody_is_asked_anew(self) -> None:
        game = night()
        game.do("p1", c.Answer("s1.1", "sleep"))
        game.do("gm", c.Restart())
        assert ids(game) == ["s1.2", "s2.2", "s3.2"]
        assert game.refused("p2", c.Answer("s2.1", "sleep")) == "prompt_gone"

    def test_taken_back_in_the_middle(self) -> None:
        game = night()
        game.do("p1", c.Answer("s1.1", "sleep"))
        assert game.state.past is not None
        game.do("gm", c.Undo(game.state.past.seq))
        assert (game.state.floor, world_of(game)) == (None, (3, 3, 0, 3))

    def test_ended_in_the_middle(self) -> None:
        game = night()
        game.do("p1", c.Answer("s1.1", "sleep"))
        game.do("gm", c.Abort())
        assert (game.state.floor, world_of(game)) == (None, (3, 3, 0, 3))

    def test_a_ruling_settles_all_prompts(self) -> None:
        game = night()
        game.do("p1", c.Answer("s1.1", "sleep"))
        game.do("gm", c.Decide("s3.1", 0, False, "夜襲"))
        assert (game.state.floor, world_of(game)) == (None, (3, 3, 0, 2))
        assert game.restarted() == game.state

    @pytest.mark.parametrize("closed", [False, True])
    @pytest.mark.parametrize("place", [0, 1])
    def test_the_gm_changes_one_answer_and_the_others_stand(self, place: int, closed: bool) -> None:
        game = night()
        game.do("p2", c.Answer("s2.1", "sleep"))
        game.do("gm", c.Edit("scouts.s1.stamina", 1))
        game.do("p1", c.Answer("s1.1", "sleep"))
        game.do("gm", c.Edit("scouts.s3.stamina", 2))
        if closed:
            game.do("gm", c.Answer("s3.1", "sleep"))
            assert world_of(game) == (2, 4, 3, 2)
        seq = game.seqs(Answered)[place]
        assert game.refused("gm", c.Overrule(seq, "dance")) == "not_offered"
        game.do("gm", c.Overrule(seq, "watch"))
        if not closed:
            assert ids(game) == ["s3.1"]
            game.do("gm", c.Answer("s3.1", "sleep"))
        assert world_of(game) == ((2, 3, 3, 3) if place == 0 else (1, 4, 3, 3))
        assert game.restarted() == game.state

    def test_edits_meanwhile_are_told_to_the_gm(self) -> None:
        game = night()
        game.do("p1", c.Answer("s1.1", "sleep"))
        game.do("gm", c.Edit("fire", 5))
        assert game.state.floor is not None
        assert not game.state.floor.disturbed
        game.do("gm", c.Edit("scouts.s1.stamina", 1))
        assert game.state.floor.disturbed

    def test_changed_code_stops_and_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = night()
        game.do("p1", c.Answer("s1.1", "sleep"))

        def body(t: Play[Any]) -> None:
            t.ask_all((Question("s1", "night", ("sleep",), None, sleep),))

        monkeypatch.setattr(BOOK.acts["rest"], "body", body)
        with pytest.raises(Stuck):
            open_prompts(game.state)
        assert game.refused("p2", c.Answer("s2.1", "sleep")) == "stuck"
        game.do("gm", c.Restart())
        game.do("p1", c.Answer("s1.2", "sleep"))
        assert game.state.floor is None

    def test_one_may_be_asked_twice_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def body(t: Play[Any]) -> None:
            said = t.ask_all(tuple(Question("s1", "night", (n, n + 1), None, sleep_when_tired) for n in (1, 10)))
            assert said == (2, 10)

        game = Game(NIGHT, BOOK)
        monkeypatch.setattr(BOOK.acts["rest"], "body", body)
        game.do("gm", c.Declare("rest", {}))
        assert ids(game) == ["s1.1", "s1.2"]
        game.do("p1", c.Answer("s1.2", 10))
        game.do("p1", c.Answer("s1.1", 2))
        assert game.state.floor is None


def test_odds_of_a_night() -> None:
    game = Game(NIGHT, BOOK)
    memo, rest = Memo(game.state.reading), BOOK.acts["rest"]
    for policies, fire in (({}, 3), ({"night": sleep}, 2)):
        dist = outcomes(rest, (), game.state.world, memo, policies, lambda world, facts: world.fire)
        assert dist.chance(lambda left, fire=fire: left == fire) == Fraction(1)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**20))
def test_whatever_people_send(seed: int) -> None:
    session = Session(BOOK, Random(seed)).sit()
    random = Random(seed + 1)
    for _ in range(60):
        before: State = session.state
        decision = session.do(*wish(before, random))
        for entry in decision.entries:
            if isinstance(entry.body, Closed):
                assert before.floor is not None
                assert replay_fault(before, before.floor) == ""
            before = fold(before, decode(encode(entry)))
        assert before == session.state
        assert (session.state.floor is None) == (not open_prompts(session.state))
    assert folded({"camp": BOOK}, [decode(encode(entry)) for entry in session.entries]) == session.state


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([("s1", "sleep"), ("s2", "sleep")], "the prompt night of s3 is still open"),
        ([("s1", "sleep"), ("s1", "watch")], "the prompt night of s2, night of s3 is open, not night of s1"),
        ([("s4", "sleep")], "is open, not night of s4"),
    ],
)
def test_an_example_answers_each(answers: list[tuple[str, str]], told: str) -> None:
    replies = [{"label": "night", "of": of, "answer": answer} for of, answer in answers]
    shown = {"name": "x", "given": NIGHT, "declare": {"procedure": "rest", "by": "gm"}, "answers": replies}
    assert told in failures(BOOK, toy.typed(shown, Example), BOOK.example_files().__getitem__)[0]


def test_what_is_asked_and_answered_is_for_the_gm_alone() -> None:
    game = night()
    game.do("p1", c.Answer("s1.1", "sleep"))
    hidden = [entry for entry in game.entries if isinstance(entry.body, Asked | Answered | Settled | Rolled)]
    assert {entry.see for entry in hidden} == {"gm"}
    assert msgspec.json.encode(hidden)


# the doctor ----------------------------------------------------------------------------------------------------------


def examined(game: Game) -> list[str]:
    """What the doctor finds at a table."""
    store = MemoryStore()
    store.append("night", 1, [encode(entry) for entry in game.entries]).result()
    return [found.what for found in table_findings("night", store, {"camp": BOOK})]


def test_the_doctor_finds_nothing_wrong_in_a_night() -> None:
    game = night()
    assert examined(game) == []
    for prompt, seat, answer in SLEEPY:
        game.do(seat, c.Answer(prompt, answer))
        assert examined(game) == []
    game.do("p1", c.Declare("scout", {"of": "s1"}), (1, 1), (2,))
    assert examined(game) == []


def test_the_doctor_sees_an_answer_to_nothing() -> None:
    game = night()
    game.do("p1", c.Answer("s1.1", "sleep"))
    last = game.entries[-1]
    assert isinstance(last.body, Answered)
    game.entries[-1] = msgspec.structs.replace(last, body=msgspec.structs.replace(last.body, to=1))
    assert len(examined(game)) == 1

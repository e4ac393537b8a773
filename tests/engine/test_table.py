"""What happens at a table: declarations and their queue, prompts, rulings, taking back, and whatever people send."""

import os
import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from takusen.dice import total
from takusen.log.codec import decode, encode
from takusen.log.entries import (
    Answered,
    Became,
    Closed,
    Declared,
    Dropped,
    Edited,
    Entry,
    Noticed,
    Opened,
    OptionSet,
    Reverted,
    Rolled,
    Settled,
)
from takusen.play.handles import Id, Play
from takusen.rulebook.book import installed
from takusen.table import commands as c
from takusen.table.decide import decide
from takusen.table.feed import Feed
from takusen.table.floor import Stuck, no_entropy, replay_fault
from takusen.table.fold import NoTable, fold, folded
from takusen.table.undo import undoable
from tests.conftest import ROOT
from tests.engine.sessions import Session, pasts, wish
from tests.engine.tables import Game, asked, asked_id

GUARD = {"traits": ["巨漢"], "skill": "原始的武器戦闘"}
HIT, LOW, HIGH = (2, 4), (1, 2), (6, 5)


def attack(by: str = "rin", target: str = "oni", force: int = 8, token: str = "") -> c.Declare:
    trait, skill = {
        "rin": ("怪力", "運動能力"), "soma": ("見逃さない目", "護身術"), "shiho": ("神おろしの血", "破魔の弓"),
    }[by]  # fmt: skip
    args = {"attacker": by, "target": target, "traits": [trait], "skill": skill, "force": force}
    return c.Declare("attack", args, token=token)


@pytest.fixture
def game() -> Game:
    """Three against three, nobody has acted."""
    return Game("given.toml#trio")


@pytest.fixture
def busy(game: Game) -> Game:
    """Rin's attack has hit, and the ogre is asked how it defends."""
    game.do("p1", attack(), HIT)
    assert asked(game.state) is not None
    return game


def answer(game: Game, seat: str = "gm", value: Any = None, *dice: tuple[int, ...]) -> tuple[Any, ...]:
    return game.do(seat, c.Answer(asked_id(game.state), value or GUARD), *dice)


def dropped_line(game: Game, seat: str) -> tuple[str, str]:
    """What a seat reads of the last declaration that was dropped: why, and whose it was."""
    feed = Feed(game.book, seat)
    lines = [line for entry in game.entries for line in feed.add(entry)]
    last = next(line for line in reversed(lines) if line.kind == "refused")
    return last.key, last.name


def outcome(game: Game) -> tuple[str, str, Any]:
    """What became of the last declaration that waited, and who reads it; nothing waits any more."""
    assert game.state.waiting == ()
    last = next(entry for entry in reversed(game.entries) if isinstance(entry.body, Dropped))
    return last.body.how, last.body.reason, last.see


def kinds(bodies: tuple[Any, ...]) -> list[str]:
    return [type(body).__name__ for body in bodies]


class TestDeclaring:
    """A declaration is opened, waits, or is refused with a reason."""

    def test_on_a_free_floor_it_is_opened(self, game: Game) -> None:
        bodies = game.do("p1", attack(), HIT)
        assert kinds(bodies)[0] == "Opened"
        assert game.state.floor is not None

    @pytest.mark.parametrize(
        ("seat", "command", "reason"),
        [
            ("p2", attack(), "not_your_fighter"),
            ("w1", attack(), "only_watching"),
            ("nobody", attack(), "only_watching"),
            ("p1", c.Declare("dance"), "no_such_act"),
            ("p1", c.Declare("attack"), "missing_pick"),
            ("p1", attack(force=99), "split_too_small"),
            ("p1", c.Declare("attack", attack().args | {"extra": 1}), "unknown_argument"),
            ("p1", c.Declare("end_fight", {"winner": "friends"}), "not_the_gm"),
            ("gm", c.Declare("next_turn"), "not_the_gm"),
        ],
    )  # fmt: skip
    def test_what_its_offer_refuses_is_refused_at_once(
        self, game: Game, seat: str, command: c.Declare, reason: str
    ) -> None:
        assert game.refused(seat, command) == reason
        busy = Game("given.toml#trio")
        busy.do("p1", attack(), HIT)
        assert busy.refused(seat, command) == reason

    def test_a_double_tap_is_one_declaration(self, game: Game) -> None:
        game.do("p1", attack(token="a"), HIT)
        assert game.do("p1", attack(token="a")) == ()
        game.do("p2", attack("soma", "tengu", token="b"))
        assert game.do("p2", attack("soma", "tengu", token="b")) == ()
        assert len(game.seqs(Declared)) == 1

    def test_tokens_of_two_seats_are_two(self, busy: Game) -> None:
        busy.do("p2", attack("soma", "tengu", token="same"))
        busy.do("p3", attack("shiho", "tengu", token="same"))
        assert [one.by for one in busy.state.waiting] == ["p2", "p3"]

    def test_a_line_goes_with_it(self, game: Game) -> None:
        opened = game.do("p1", c.Declare("attack", attack().args, "えいっ"), HIT)[0]
        assert opened.line == "えいっ"
        assert game.refused("p2", c.Declare("attack", attack("soma").args, "x" * 20_000)) == "too_long"


class TestQueue:
    """A legal declaration that finds the floor taken waits in log order."""

    def test_it_waits_and_opens_when_the_floor_is_free(self, busy: Game) -> None:
        assert kinds(busy.do("p2", attack("soma", "tengu"))) == ["Declared"]
        assert kinds(busy.do("p3", attack("shiho", "kappa"))) == ["Declared"]
        bodies = answer(busy, "gm", GUARD, LOW, HIT)
        assert "Closed" in kinds(bodies)
        dropped = next(body for body in bodies if isinstance(body, Dropped))
        assert (dropped.of, dropped.how) == (busy.seqs(Declared)[0], "opened")
        assert busy.state.floor is not None
        assert busy.state.floor.by == "p2"
        assert [one.by for one in busy.state.waiting] == ["p3"]

    def test_it_asks_for_one_more_tap_when_somebody_it_names_was_touched(self, busy: Game) -> None:
        busy.do("p2", attack("soma", "oni"))
        answer(busy, "gm", GUARD, LOW)
        assert busy.state.floor is None
        (waiting,) = busy.state.waiting
        assert busy.refused("p3", c.Confirm(waiting.seq)) == "not_yours"
        bodies = busy.do("p2", c.Confirm(waiting.seq), HIT)
        assert kinds(bodies)[:2] == ["Dropped", "Opened"]
        assert busy.refused("p2", c.Confirm(waiting.seq)) == "prompt_gone"

    def test_it_is_refused_where_its_turn_comes_too_late(self, busy: Game) -> None:
        busy.do("p1", attack("rin", "tengu"))
        answer(busy, "gm", GUARD, LOW)
        assert outcome(busy) == ("refused", "already_acted", "all")
        assert [dropped_line(busy, seat) for seat in ("gm", "p1")] == [("already_acted", "P1")] * 2
        assert dropped_line(busy, "p2") == ("", "P1"), "why is between its player and the GM"

    def test_it_is_refused_without_a_tap_where_the_turn_has_passed(self, busy: Game) -> None:
        busy.do("p2", attack("soma", "oni"))
        answer(busy, "gm", GUARD, LOW)
        assert len(busy.state.waiting) == 1
        for one in ("shiho", "soma"):
            busy.do("gm", c.Declare("pass_turn", {"actor": one}))
        assert busy.state.world.fight.turn == "foes"
        assert outcome(busy) == ("refused", "already_acted", "all")

    def test_it_is_refused_without_a_tap_where_the_fight_has_ended(self, busy: Game) -> None:
        busy.do("p2", attack("soma", "oni"))
        answer(busy, "gm", GUARD, LOW)
        assert len(busy.state.waiting) == 1
        busy.do("gm", c.Declare("end_fight", {"winner": "draw"}))
        assert outcome(busy) == ("refused", "no_fight", "all")

    def test_it_is_refused_without_a_tap_where_who_acts_is_down(self, busy: Game) -> None:
        busy.do("p2", attack("soma", "oni"))
        answer(busy, "gm", GUARD, LOW)
        busy.do("gm", c.Edit("fighters.soma.unconscious", True))
        assert outcome(busy)[0] == "refused"

    def test_what_only_the_gm_may_declare_waits_in_nobodys_sight(self, busy: Game) -> None:
        for _ in range(3):
            busy.do("gm", c.Declare("end_fight", {"winner": "draw"}))
        busy.do("gm", c.Withdraw(busy.state.waiting[2].seq))
        answer(busy, "gm", GUARD, LOW)
        waits = [entry for entry in busy.entries if isinstance(entry.body, Declared | Dropped)]
        assert [entry.body.how for entry in waits[3:]] == ["withdrawn", "opened", "refused"]
        assert {entry.see for entry in waits} == {"gm"}

    def test_what_waits_out_of_sight_takes_nobodys_place(self, busy: Game) -> None:
        for _ in range(30):
            busy.do("gm", c.Declare("end_fight", {"winner": "draw"}))
        assert kinds(busy.do("p2", attack("soma", "tengu"))) == ["Declared"]

    def test_its_player_and_the_gm_may_withdraw_it(self, busy: Game) -> None:
        for seat in ("p2", "gm"):
            busy.do("p2", attack("soma", "tengu"))
            (waiting,) = busy.state.waiting
            assert busy.refused("p3", c.Withdraw(waiting.seq)) == "not_yours"
            assert busy.refused("w1", c.Withdraw(waiting.seq)) in ("not_yours", "only_watching")
            assert kinds(busy.do(seat, c.Withdraw(waiting.seq))) == ["Dropped"]
            assert busy.state.waiting == ()
        assert busy.refused("p2", c.Withdraw(waiting.seq)) == "prompt_gone"

    def test_a_tap_cannot_push_it_onto_a_taken_floor(self, busy: Game) -> None:
        busy.do("p2", attack("soma", "oni"))
        assert busy.refused("p2", c.Confirm(busy.state.waiting[0].seq)) == "floor_taken"

    def test_not_everything_can_wait(self, busy: Game) -> None:
        for _ in range(30):
            busy.do("p2", attack("soma", "tengu"))
        assert busy.refused("p3", attack("shiho", "tengu")) == "too_many_waiting"

    def test_six_declarations_have_exactly_one_outcome_each(self) -> None:
        fighter = {"side": "friends", "traits": {"怪力": 3}, "skills": {"運動能力": 13}}
        friends = {f"f{n}": {"name": f"友{n}", "player": f"p{n}", **fighter} for n in range(1, 7)}
        foe = {"oni": {"name": "鬼", "side": "foes", "life": 99, "life_max": 99, "shown": True, "skills": {"x": 13}}}
        fight = {"members": [*friends, "oni"], "first": "friends", "turn": "friends", "round": 1}
        game = Game({"fighters": friends | foe, "fight": fight})
        args = {"target": "oni", "traits": ["怪力"], "skill": "運動能力", "force": 8}
        for n in range(1, 7):
            for _ in range(2):  # everybody taps twice
                game.try_to(f"p{n}", c.Declare("attack", {"attacker": f"f{n}"} | args, token=f"t{n}"))
        assert len(game.seqs(Opened)) == 1
        assert len(game.seqs(Declared)) == 5
        for _ in range(50):
            prompt = asked(game.state)
            if prompt is not None:
                answer(game, "gm", {"skill": "x"} if prompt.label == "defend" else "give_up", HIGH)
            elif game.state.waiting:
                first = game.state.waiting[0]
                game.do(first.by, c.Confirm(first.seq), HIT)
        dropped = Counter(entry.body.of for entry in game.entries if isinstance(entry.body, Dropped))
        assert dropped == dict.fromkeys(game.seqs(Declared), 1)
        attacks = [entry.by for entry in game.entries if isinstance(entry.body, Opened) and entry.body.act == "attack"]
        assert sorted(attacks) == [f"p{n}" for n in range(1, 7)]
        assert game.restarted() == game.state


class TestPrompts:
    """Who may answer, and once."""

    def test_others_are_refused(self, busy: Game) -> None:
        prompt = asked_id(busy.state)
        assert busy.refused("p1", c.Answer(prompt, GUARD)) == "not_asked"
        assert busy.refused("w1", c.Answer(prompt, GUARD)) == "only_watching"
        assert busy.refused("gm", c.Answer("1.1", GUARD)) == "prompt_gone"

    def test_a_second_answer_comes_too_late(self, busy: Game) -> None:
        prompt = asked_id(busy.state)
        answer(busy)
        assert busy.refused("gm", c.Answer(prompt, GUARD)) == "prompt_gone"

    @pytest.mark.parametrize(
        "value", [None, "x", [], {"skill": "nothing"}, {"traits": ["x"], "skill": "原始的武器戦闘"}, 10**30]
    )
    def test_what_is_not_offered_is_refused_and_leaves_the_prompt(self, busy: Game, value: Any) -> None:
        prompt = asked_id(busy.state)
        busy.refused("gm", c.Answer(prompt, value))
        assert asked_id(busy.state) == prompt

    def test_the_gm_answers_for_others_and_it_is_marked(self, game: Game) -> None:
        game.do("p1", attack(), HIGH)
        prompt = asked(game.state)
        assert prompt is not None
        assert (prompt.of, game.state.responder(prompt.of)) == ("rin", "p1")
        answered = next(body for body in answer(game, "gm", "give_up") if isinstance(body, Answered))
        assert answered.instead

    def test_the_same_prompt_comes_back_after_a_restart(self, busy: Game) -> None:
        again = busy.restarted()
        assert asked_id(again) == asked_id(busy.state)
        one, two = asked(again), asked(busy.state)
        assert one is not None
        assert two is not None
        assert (one.about, one.of, one.label) == (two.about, two.of, two.label)

    def test_nothing_is_rolled_by_looking(self, busy: Game) -> None:
        before = len(busy.entries)
        asked(busy.state)
        assert len(busy.entries) == before


class TestRulings:
    """The GM's ways out: settle, overrule, end, begin again."""

    def test_a_ruling_settles_the_open_rule(self, busy: Game) -> None:
        prompt = asked(busy.state)
        assert prompt is not None
        parry = next(one for one in prompt.running if one.rule.name == "parry")
        bodies = busy.do("gm", c.Decide(asked_id(busy.state), parry.depth, True, "見事"))
        assert isinstance(bodies[0], Settled)
        assert (bodies[0].ruled, bodies[0].reason) == (True, "見事")
        assert any(isinstance(body, Became) and body.fact["type"] == "parried" for body in bodies)
        assert busy.restarted() == busy.state

    def test_only_the_gm_rules_and_only_with_a_fitting_result(self, busy: Game) -> None:
        prompt = asked_id(busy.state)
        assert busy.refused("p1", c.Decide(prompt, 0, True)) == "not_the_gm"
        assert busy.refused("gm", c.Decide(prompt, 99, True)) == "prompt_gone"
        assert busy.refused("gm", c.Decide(prompt, 0, {"x": 1})) == "not_offered"

    def test_an_overruled_die_keeps_the_later_dice(self, game: Game) -> None:
        game.do("p1", attack(), HIT)
        answer(game, "gm", GUARD, LOW)
        attacked, defended = game.seqs(Rolled)
        bodies = game.do("gm", c.Overrule(attacked, [1, 3], "見まちがい"))
        assert isinstance(bodies[0], Reverted)
        assert (bodies[1].faces, bodies[1].source, bodies[1].reason) == ((1, 3), "ruled", "見まちがい")
        bodies = answer(game, "gm", GUARD)
        kept = next(body for body in bodies if isinstance(body, Rolled))
        assert (kept.faces, kept.source) == (LOW, "kept")
        assert defended < game.state.seq
        assert game.restarted() == game.state

    def test_who_plays_whom_is_no_matter_of_a_replay(self, busy: Game) -> None:
        busy.do("gm", c.Take("soma", "p3"))
        answer(busy, "gm", GUARD, LOW)
        busy.do("gm", c.Overrule(busy.seqs(Rolled)[0], list(HIGH)))
        state, told = busy.state, len(busy.entries)
        answer(busy, "gm", "give_up")
        for entry in busy.entries[told:]:
            if isinstance(entry.body, Closed):
                assert state.floor is not None
                assert replay_fault(state, state.floor) == ""
            state = fold(state, entry)
        assert state.floor is None
        assert busy.book.owner(state.world, "soma") == "p3"

    def test_overruling_reopens_the_last_act_and_no_earlier_one(self, game: Game) -> None:
        game.do("p1", attack(), HIGH)
        answer(game, "gm", "give_up")
        (first,) = game.seqs(Rolled)
        game.do("p2", attack("soma"), HIGH)
        answer(game, "gm", "give_up")
        assert game.refused("gm", c.Overrule(first, [1, 1])) == "undo_first"
        game.do("gm", c.Overrule(game.seqs(Rolled)[-1], [1, 1]))
        assert game.state.floor is not None

    @pytest.mark.parametrize("faces", [[], [1], [1, 7], [0, 1], ["a", "b"], [True, 1, 1], "11", None, {"a": 1}])
    def test_impossible_faces_are_refused(self, busy: Game, faces: Any) -> None:
        assert busy.refused("gm", c.Overrule(busy.seqs(Rolled)[-1], faces)) == "bad_faces"

    def test_ending_leaves_the_facts(self, busy: Game) -> None:
        facts = [entry for entry in busy.entries if isinstance(entry.body, Became)]
        assert "Aborted" in kinds(busy.do("gm", c.Abort("もういい")))
        assert busy.state.floor is None
        assert facts == [entry for entry in busy.entries if isinstance(entry.body, Became)][: len(facts)]
        assert busy.refused("gm", c.Abort()) == "nothing_open"
        assert busy.refused("p1", c.Abort()) == "not_the_gm"

    def test_beginning_again_keeps_the_dice(self, busy: Game) -> None:
        bodies = busy.do("gm", c.Restart())
        rolled = next(body for body in bodies if isinstance(body, Rolled))
        assert (rolled.faces, rolled.source) == (HIT, "kept")
        assert asked(busy.state) is not None

    def test_an_edit_of_somebody_named_is_noticed(self, busy: Game) -> None:
        busy.do("gm", c.Edit("fighters.kappa.life", 3))
        assert busy.state.floor is not None
        assert not busy.state.floor.disturbed
        busy.do("gm", c.Edit("fighters.oni.life", 3))
        assert busy.state.floor.disturbed
        assert busy.refused("p1", c.Edit("fighters.rin.life", 5)) == "not_the_gm"

    def test_what_is_noticed_is_what_the_open_question_is_about(self, game: Game) -> None:
        game.do("p1", attack(), HIGH)
        for path, value in (("fighters.kappa.stamina", 3), ("fighters.tengu.note", "life stamina rin")):
            game.do("gm", c.Edit(path, value))
            assert game.state.floor is not None
            assert not game.state.floor.disturbed
        game.do("gm", c.Edit("fighters.oni.life", 2))
        assert game.state.floor.disturbed
        answer(game, "p1", "stamina", HIGH)
        assert game.state.floor is not None
        assert not game.state.floor.disturbed

    def test_beginning_again_keeps_the_gms_edits(self, game: Game) -> None:
        game.do("p1", attack(), HIGH)
        game.do("gm", c.Edit("fighters.oni.life", 2))
        game.do("gm", c.Add("影"))
        game.do("gm", c.Restart())
        assert game.state.world.fighters["oni"].life == 2
        assert [one.name for one in game.state.world.fighters.values()][-1] == "影"
        assert asked(game.state) is not None
        assert game.restarted() == game.state

    def test_overruling_keeps_the_gms_later_edits(self, game: Game) -> None:
        game.do("p1", attack(), HIT)
        game.do("gm", c.Edit("fighters.kappa.life", 2))
        answer(game, "gm", GUARD, LOW)
        attacked, _ = game.seqs(Rolled)
        game.do("gm", c.Overrule(attacked, [1, 3]))
        assert asked(game.state) is not None
        assert game.state.world.fighters["kappa"].life == 2
        answer(game, "gm", GUARD, LOW)
        assert game.state.world.fighters["kappa"].life == 2
        assert game.restarted() == game.state

    def test_overruling_does_not_mix_two_readings(self, game: Game) -> None:
        game.do("p1", attack(), HIGH)
        answer(game, "gm", "give_up")
        game.do("gm", c.Read("reroll_cost", 2))
        assert game.refused("gm", c.Overrule(game.seqs(Rolled)[-1], [1, 1])) == "undo_first"

    def test_an_act_that_opens_itself_stays_ended_until_the_next_command(self) -> None:
        out = {side: {"name": side, "side": side, "incapacitated": True} for side in ("friends", "foes")}
        fight = {"members": ["friends", "foes"], "first": "friends", "turn": "friends", "round": 1}
        game = Game({"fight": fight, "fighters": out}, both_out="gm_decides")
        game.do("gm", c.Edit("fighters.friends.note", "x"))
        game.do("gm", c.Restart())
        assert game.state.floor is not None
        assert game.state.floor.opened.itself
        assert [one.key for one in game.do("gm", c.Abort()) if isinstance(one, Noticed)] == ["opens_itself_again"]
        assert game.state.floor is None
        game.do("gm", c.Edit("fighters.friends.note", "y"))
        assert game.state.floor is not None

    def test_an_edit_shows_to_the_rule_with_the_answer(self, busy: Game) -> None:
        busy.do("gm", c.Edit("fighters.oni.life", 1))
        bodies = answer(busy, "gm", GUARD, HIGH)
        while busy.state.floor is not None:
            bodies = answer(busy, "gm", "give_up")
        lost = next(b.fact for b in bodies if isinstance(b, Became) and b.fact["type"] == "life_lost")
        assert lost["left"] == 0
        assert busy.restarted() == busy.state


class TestTakingBack:
    """Undo takes back an act whole, last first."""

    def test_an_act_goes_with_all_it_did(self, game: Game) -> None:
        before = game.state.world
        game.do("p1", attack(), HIGH)
        answer(game, "gm", "give_up")
        opened = game.seqs(Opened)[-1]
        game.do("gm", c.Undo(opened, "まちがい"))
        assert game.state.world == before
        assert game.restarted() == game.state

    def test_the_same_act_again_gets_the_same_dice_and_another_new_ones(self, game: Game) -> None:
        for command, source in ((attack(), "kept"), (attack(force=7), "")):
            game.do("p1", attack(), HIGH)
            game.do("gm", c.Undo(game.seqs(Opened)[-1]))
            rolled = next(body for body in game.do("p1", command, HIT) if isinstance(body, Rolled))
            assert rolled.source == source
            assert rolled.faces == (HIGH if source else HIT)
            game.do("gm", c.Abort())
            game.do("gm", c.Undo(game.seqs(Opened)[-1]))
            game.do("gm", c.Edit("fighters.kappa.note", "x"))
            game.do("gm", c.Undo(game.seqs(Edited)[-1]))

    def test_across_seen_dice_only_the_gm_undoes(self, game: Game) -> None:
        game.do("p1", attack(), HIGH)
        answer(game, "gm", "give_up")
        assert game.refused("p1", c.Undo(game.seqs(Opened)[-1])) == "ask_gm_to_undo"
        assert game.refused("p2", c.Undo(game.seqs(Opened)[-1])) == "ask_gm_to_undo"

    def test_a_player_takes_back_what_had_no_dice(self, game: Game) -> None:
        before = game.state.world
        game.do("p1", c.Declare("pass_turn", {"actor": "rin"}))
        assert game.refused("p2", c.Undo(game.seqs(Opened)[-1])) == "ask_gm_to_undo"
        game.do("p1", c.Undo(game.seqs(Opened)[-1]))
        assert game.state.world == before

    def test_the_preview_lists_what_goes(self, game: Game) -> None:
        game.do("p1", c.Declare("pass_turn", {"actor": "rin"}))
        game.do("gm", c.Edit("fighters.kappa.life", 2))
        first = game.seqs(Opened)[0]
        assert [past.what for past in undoable(game.state, first)] == ["fighters.kappa.life", "pass_turn"]
        assert undoable(game.state, first + 1) == ()
        assert game.refused("gm", c.Undo(0)) == "nothing_to_undo"
        game.do("gm", c.Undo(first))
        assert game.state.world.fighters["kappa"].life == 5

    def test_an_edit_during_an_act_goes_alone(self, game: Game) -> None:
        game.do("p1", attack(), HIGH)
        game.do("gm", c.Edit("fighters.oni.life", 4))
        answer(game, "gm", "give_up")
        edited = next(past for past in pasts(game.state) if past.edit)
        assert undoable(game.state, edited.seq) == (edited,)
        bodies = game.do("gm", c.Undo(edited.seq))
        assert kinds(bodies) == ["Edited"]
        assert game.state.floor is None
        assert game.state.world.fighters["rin"].acted
        assert game.state.world.fighters["oni"].life == edited.edit.was

    def test_an_edit_that_was_changed_since_goes_with_the_act(self, game: Game) -> None:
        game.do("p1", attack(), HIT)
        game.do("gm", c.Edit("fighters.oni.life", 9))
        edited = game.state.past
        assert edited is not None
        answer(game, "gm", GUARD, HIGH)
        while game.state.floor is not None:
            answer(game, "gm", "give_up")
        assert game.state.world.fighters["oni"].life < 9
        assert [past.what for past in undoable(game.state, edited.seq)] == ["fighters.oni.life", "attack"]
        game.do("gm", c.Undo(edited.seq))
        assert game.state.floor is not None

    def test_the_last_edit_of_an_open_act_is_taken_back(self, busy: Game) -> None:
        busy.do("gm", c.Edit("fighters.oni.life", 4))
        assert kinds(busy.do("gm", c.Undo(busy.seqs(Edited)[-1]))) == ["Reverted"]
        assert asked(busy.state) is not None

    def test_a_policy_does_not_do_again_at_once_what_was_undone(self, game: Game) -> None:
        game.do("gm", c.AutoplayAll(("oni", "tengu", "kappa"), "strike_the_weakest"))
        for seat, one in (("p1", "rin"), ("p2", "soma"), ("p3", "shiho")):
            game.do(seat, c.Declare("pass_turn", {"actor": one}))
        struck = [e.seq for e in game.entries if isinstance(e.body, Opened) and e.body.act == "attack"]
        bodies = game.do("gm", c.Undo(struck[0]))
        assert kinds(bodies) == ["Reverted", "Noticed"]
        assert bodies[1].key == "policies_wait"
        assert game.state.floor is None
        again = game.do("gm", c.Edit("fighters.rin.note", "x"))
        assert any(isinstance(body, Opened) and body.act == "attack" for body in again)

    def test_talk_seats_and_settings_stay(self, game: Game) -> None:
        game.do("p1", c.Declare("pass_turn", {"actor": "rin"}))
        opened = game.seqs(Opened)[-1]
        game.do("p2", c.Say("やあ"))
        game.do("gm", c.AddSeat())
        game.do("gm", c.Read("attack_compare", "hits"))
        game.do("gm", c.Undo(opened))
        assert "p7" in game.state.seats
        assert game.state.reading.options["attack_compare"] == "hits"


class TestStuck:
    """Code that changed under an open procedure."""

    @pytest.fixture
    def stuck(self, busy: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
        def body(t: Play[Any], attacker: str, *_: Any) -> None:
            t.roll("attack", __import__("takusen.dice").dice.total(3, 6), attacker)

        monkeypatch.setattr(busy.book.acts["attack"], "body", body)
        return busy

    def test_nothing_goes_on_silently(self, stuck: Game) -> None:
        with pytest.raises(Stuck):
            asked(stuck.state)
        assert stuck.refused("gm", c.Answer("tengu.1", GUARD)) == "stuck"

    def test_the_rest_of_the_table_goes_on(self, stuck: Game) -> None:
        stuck.do("p2", c.Say("？"))
        stuck.do("gm", c.AddSeat())
        stuck.do("gm", c.Edit("fighters.kappa.life", 2))
        stuck.do("p2", attack("soma", "tengu"))

    def test_the_gm_ends_it_or_begins_again(self, stuck: Game) -> None:
        bodies = stuck.do("gm", c.Restart(), (1, 2, 3))
        assert any(isinstance(body, Closed) for body in bodies)
        assert stuck.state.floor is None

    def test_ending(self, stuck: Game) -> None:
        stuck.do("gm", c.Abort())
        assert stuck.state.floor is None

    def test_an_act_that_the_book_no_longer_has(self, busy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        busy.do("p2", attack("soma", "tengu"))
        monkeypatch.delitem(busy.book.acts, "attack")
        assert busy.refused("gm", c.Restart()) == "stuck"
        bodies = busy.do("gm", c.Abort())
        assert busy.state.floor is None
        assert [body.reason for body in bodies if isinstance(body, Dropped)] == ["no_such_act"]

    def test_arguments_that_an_act_no_longer_takes(self, busy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(busy.book.acts["attack"], "_names", ("attacker", "victim"))
        monkeypatch.setattr(busy.book.acts["attack"], "_shapes", {})
        with pytest.raises(Stuck, match="victim"):
            asked(busy.state)
        busy.do("gm", c.Abort())


class TestEdits:
    """What the GM may set, and how it is kept."""

    @pytest.mark.parametrize("path", ["__class__", "fighters.rin.seen", "fighters.rin.total", "fighters.__len__"])
    def test_what_is_no_field_is_refused(self, game: Game, path: str) -> None:
        assert game.refused("gm", c.Edit(path, 1)) == "bad_edit"

    def test_texts_are_cleaned(self, game: Game) -> None:
        game.do("gm", c.Edit("fighters.rin.name", "a\u202e\x00b"))
        game.do("gm", c.Edit("fighters.rin.skills", {"x\u202e\x00": 3}))
        rin = game.state.world.fighters["rin"]
        assert (rin.name, dict(rin.skills)) == ("ab", {"x": 3})
        assert game.refused("gm", c.Edit("fighters.rin.skills", {"x" * 1_001: 3})) == "too_long"


class TestUnseen:
    """Declarations whose offer comes to something out of the player's sight."""

    def test_what_is_given_after_it_counts(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        def blind(o: Any) -> None:
            actor = o.pick("actor", o.mine(o.world.fight.members))
            bool(o.world.fighters["tengu"].life)
            o.number("stakes", 1, 3)
            o.some("with", ("a", "b"), at_most=1)
            assert actor

        def body(t: Play[Any], actor: Id, stakes: int, **_: Any) -> None:
            t.roll("attack", total(stakes, 6), actor)

        game.do("gm", c.Edit("fighters.tengu.shown", False))
        act = game.book.acts["pass_turn"]
        for name, value in {
            "hints": {"actor": Id, "stakes": int, "with": tuple[str, ...]}, "_names": ("actor", "stakes", "with"),
            "_offer": blind, "body": lambda t, *args: body(t, *args[:2]),
        }.items():  # fmt: skip
            monkeypatch.setattr(act, name, value)
        opened = game.do("p1", c.Declare("pass_turn", {"actor": "rin", "stakes": 2}))[0]
        assert opened.args == {"actor": "rin", "stakes": 2, "with": []}


class TestLogs:
    """What no log may do."""

    def test_a_log_begins_with_a_table_of_an_installed_book(self, game: Game) -> None:
        for entries in ([], game.entries[1:]):
            with pytest.raises(NoTable):
                folded(installed(), entries)
        with pytest.raises(NoTable, match="bayside23"):
            folded({}, game.entries)

    def test_readings_of_an_earlier_book_are_passed_over(self) -> None:
        game = Game("given.toml#duel", attack_compare="hits", defence_compare="as_the_wind_blows", gone="x")
        assert game.state.reading.options["attack_compare"] == "hits"
        assert game.state.reading.options["defence_compare"] == game.book.defaults["defence_compare"]
        assert "gone" not in game.state.reading.options
        later = Entry(game.state.seq + 1, 0, "gm", OptionSet(name="defence_compare", value="as_the_wind_blows"))
        assert fold(game.state, later).reading == game.state.reading

    def test_many_edits_during_a_prompt(self, busy: Game) -> None:
        state = busy.state
        for n in range(1_200):
            state = decide(state, "gm", c.Edit("fighters.kappa.note", str(n)), 0, no_entropy).state
        decision = decide(state, "gm", c.Answer(asked_id(state), GUARD), 0, busy.entropy)
        assert decision.refused is None

    def test_policies_play_without_end_only_so_long(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(game.book.players, "rest", lambda world, one, memo: ("pass_turn", {"actor": one}))
        bodies = game.do("gm", c.AutoplayAll(tuple(game.book.entities(game.state.world)), "rest"))
        assert isinstance(bodies[-1], Noticed)
        assert (bodies[-1].key, bodies[-1].params) == ("too_many_in_a_row", {"count": 100})
        assert kinds(bodies).count("Opened") == 100


# whatever people send ------------------------------------------------------------------------------------------------


class AnyTable(RuleBasedStateMachine):
    """A table at which seats send what they like."""

    book = installed()["bayside23"]

    @initialize(seed=st.integers(0, 10_000))
    def begin(self, seed: int) -> None:
        self.session = Session(self.book, Random(seed)).sit()

    @rule(seed=st.integers(0, 2**20), count=st.integers(1, 8))
    def send(self, seed: int, count: int) -> None:
        """Commands are accepted whole or leave nothing behind; replaying what closes gives the same."""
        random = Random(seed)
        for _ in range(count):
            before = self.session.state
            decision = self.session.do(*wish(before, random))
            if decision.refused:
                assert decision.state is before
                assert decision.entries == ()
            self._check(before, decision)

    def _check(self, state: Any, decision: Any) -> None:
        for entry in decision.entries:
            back = decode(encode(entry))
            assert back == entry
            if isinstance(entry.body, Closed):
                assert replay_fault(state, state.floor) == ""
            state = fold(state, back)
        assert state.world == decision.state.world
        assert state == decision.state

    @invariant()
    def the_floor_is_free_or_asks(self) -> None:
        state = self.session.state
        assert (state.floor is None) == (asked(state) is None)
        ended = isinstance(self.session.entries[-1].body, Noticed)
        if state.floor is None and not ended:
            assert state.book.next(state.world, state.reading) is None

    @invariant()
    def each_waiting_declaration_has_no_outcome_yet(self) -> None:
        entries = self.session.entries
        dropped = Counter(entry.body.of for entry in entries if isinstance(entry.body, Dropped))
        assert set(dropped.values()) <= {1}
        declared = {entry.seq for entry in entries if isinstance(entry.body, Declared)}
        assert declared - set(dropped) == {one.seq for one in self.session.state.waiting}

    def teardown(self) -> None:
        """The whole log folds to the state."""
        if hasattr(self, "session"):
            rows = [encode(entry) for entry in self.session.entries]
            assert folded(installed(), map(decode, rows)) == self.session.state


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


@pytest.mark.parametrize("book", sorted(installed()))
def test_rules_give_equal_logs_whatever_the_hash_seed(book: str) -> None:
    code = (
        "import sys; from random import Random; from hashlib import sha256\n"
        "from takusen.rulebook.book import installed; from takusen.log.codec import encode\n"
        "from tests.engine.sessions import Session\n"
        "for seed in range(4):\n"
        f"    entries = Session(installed()[{book!r}], Random(seed)).play(120).entries\n"
        "    print(sha256(b''.join(map(encode, entries))).hexdigest())\n"
    )
    told = set()
    for seed in ("0", "1", "2"):
        surroundings = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=surroundings, check=True, capture_output=True, timeout=100
        )
        told.add(ran.stdout)
    assert len(told) == 1

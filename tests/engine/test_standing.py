"""Standing answers: left once, used at once, seen by their seat alone, in the journal like any other answer."""

from typing import Any

import msgspec
import pytest

from takusen.cli.doctor import table_findings
from takusen.log.codec import encode
from takusen.log.entries import Answered, Became, Stood
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.feed import Feed
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.standing import left_by
from takusen.table.state import Standing
from tests.engine.ford import BOOK
from tests.engine.tables import Game

FORD = "given.toml#ford"
STRIKE = c.Declare("strike", {"of": "grey", "target": "aki"})


def game(**edits: Any) -> Game:
    made = Game(FORD, BOOK)
    for one, wards in edits.items():
        made.do("gm", c.Edit(f"fighters.{one}.wards", wards))
    return made


def ids(made: Game) -> list[str]:
    return [prompt_id(made.state, one) for one in open_prompts(made.state)]


def lines(made: Game, seat: str) -> list[tuple[str, str, dict[str, Any]]]:
    feed = Feed(BOOK, seat)
    for entry in made.entries:
        feed.add(entry)
    told = feed.lines(0, 1000)
    return [(one.kind, one.key, dict(one.params)) for one in told if one.kind in ("stood", "stood_in")]


def standing(made: Game, seat: str) -> list[tuple[str, str, Any]]:
    return [(of, label, left.answer) for of, label, left in left_by(made.state, seat)]


class TestLeaving:
    """Who may leave what."""

    def test_before_one_is_asked(self) -> None:
        made = game()
        (left,) = made.do("p1", c.Stand("aki", "blow", "pass"))
        assert left == Stood(of="aki", label="blow", answer="pass", moment="1", who="アキ")
        assert standing(made, "p1") == [("aki", "blow", "pass")]
        assert made.restarted() == made.state

    @pytest.mark.parametrize(
        ("seat", "command", "why"),
        [
            ("p2", c.Stand("aki", "blow", "pass"), "not_yours"),
            ("gm", c.Stand("aki", "blow", "pass"), "not_yours"),
            ("p1", c.Stand("shadow", "blow", "pass"), "not_yours"),
            ("p1", c.Stand("nobody", "blow", "pass"), "not_yours"),
            ("gm", c.Stand("nobody", "blow", "pass"), "not_yours"),
            ("w1", c.Stand("aki", "blow", "pass"), "only_watching"),
            ("p1", c.Stand("aki", "blow!", "pass"), "not_offered"),
            ("p1", c.Unstand("aki", "blow"), "not_standing"),
        ],
    )
    def test_refused(self, seat: str, command: c.Command, why: str) -> None:
        assert game().refused(seat, command) == why

    def test_what_the_open_prompt_does_not_offer(self) -> None:
        made = game()
        made.do("gm", STRIKE)
        assert made.refused("p1", c.Stand("aki", "blow", "cover")) == "not_offered"
        assert ids(made) == ["aki.1", "haru.1"]

    def test_only_who_left_it_takes_it_back(self) -> None:
        made = game()
        made.do("p1", c.Stand("aki", "blow", "pass"))
        assert made.refused("p2", c.Unstand("aki", "blow")) == "not_standing"
        assert made.refused("gm", c.Unstand("aki", "blow")) == "not_standing"
        made.do("p1", c.Unstand("aki", "blow"))
        assert standing(made, "p1") == []
        made.do("gm", STRIKE)
        assert ids(made) == ["aki.1", "haru.1"]


class TestUse:
    """When it is used, and when no longer."""

    def test_at_once_where_the_prompt_is_open(self) -> None:
        made = game(haru=0)
        made.do("gm", STRIKE)
        assert ids(made) == ["aki.1"]
        bodies = made.do("p1", c.Stand("aki", "blow", "pass"))
        answered = next(body for body in bodies if isinstance(body, Answered))
        assert (answered.standing, answered.seat, answered.answer) == ("blow", "p1", "pass")
        assert made.state.floor is None
        assert made.state.world.fighters["aki"].life == 3

    def test_the_others_are_asked_still_and_all_stays_sealed(self) -> None:
        made = game()
        made.do("p1", c.Stand("aki", "blow", "ward"))
        bodies = made.do("gm", STRIKE)
        assert ids(made) == ["haru.1"]
        assert not any(isinstance(body, Became) for body in bodies)
        made.do("p2", c.Answer("haru.1", "cover"))
        assert made.state.world.fighters["aki"].wards == 0
        assert made.state.world.fighters["haru"].wards == 2
        assert made.restarted() == made.state

    def test_only_for_this_turn(self) -> None:
        made = game(haru=0)
        made.do("p1", c.Stand("aki", "blow", "pass"))
        for seat, one in (("p1", "aki"), ("p2", "haru"), ("gm", "grey"), ("gm", "shadow")):
            made.do(seat, c.Declare("breathe", {"of": one}))
        assert made.state.world.turn == 2
        assert standing(made, "p1") == []
        made.do("gm", STRIKE)
        assert ids(made) == ["aki.1"]

    def test_for_good(self) -> None:
        made = game(haru=0)
        made.do("p1", c.Stand("aki", "blow", "pass", always=True))
        for seat, one in (("p1", "aki"), ("p2", "haru"), ("gm", "grey"), ("gm", "shadow")):
            made.do(seat, c.Declare("breathe", {"of": one}))
        made.do("gm", STRIKE)
        assert made.state.floor is None

    def test_not_where_it_is_not_offered(self) -> None:
        made = game()
        made.do("p1", c.Stand("aki", "blow", "cover"))
        made.do("gm", STRIKE)
        assert ids(made) == ["aki.1", "haru.1"]

    def test_not_when_another_plays_the_character(self) -> None:
        made = game(haru=0)
        made.do("p1", c.Stand("aki", "blow", "pass"))
        made.do("gm", c.Take("aki", "p2"))
        made.do("gm", STRIKE)
        assert ids(made) == ["aki.1"]
        assert standing(made, "p1") == standing(made, "p2") == []

    def test_the_gm_for_theirs(self) -> None:
        made = game()
        made.do("gm", c.Stand("grey", "blow", "pass", always=True))
        made.do("gm", c.Stand("shadow", "blow", "cover"))
        made.do("p1", c.Declare("strike", {"of": "aki", "target": "grey"}))
        assert made.state.floor is None
        assert made.state.world.fighters["shadow"].life == 3


class TestRecovery:
    """Restart, undo, overrule: the ordinary path."""

    def asked(self) -> Game:
        made = game()
        made.do("p1", c.Stand("aki", "blow", "pass"))
        made.do("gm", STRIKE)
        return made

    def test_restarted_in_the_middle_of_the_window(self) -> None:
        made = self.asked()
        assert made.restarted() == made.state
        made.state = made.restarted()
        made.do("p2", c.Answer("haru.1", "pass"))
        assert made.state.floor is None

    def test_undone_and_done_again_it_is_used_again(self) -> None:
        made = self.asked()
        made.do("p2", c.Answer("haru.1", "pass"))
        assert made.state.past is not None
        made.do("gm", c.Undo(made.state.past.seq))
        assert standing(made, "p1") == [("aki", "blow", "pass")]
        assert [line[0] for line in lines(made, "p1")] == ["stood", "stood_in"]
        made.do("gm", STRIKE)
        assert ids(made) == ["haru.2"]

    def test_begun_again(self) -> None:
        made = self.asked()
        made.do("gm", c.Restart())
        assert ids(made) == ["haru.2"]

    def test_overruled(self) -> None:
        made = self.asked()
        made.do("gm", c.Overrule(made.seqs(Answered)[0], "ward"))
        answered = made.entries[made.seqs(Answered)[-1] - 1].body
        assert isinstance(answered, Answered)
        assert (answered.answer, answered.standing, answered.instead) == ("ward", "", True)
        made.do("p2", c.Answer("haru.1", "pass"))
        assert made.state.world.fighters["aki"].wards == 0
        assert made.restarted() == made.state

    def test_another_answer_overruled_leaves_it(self) -> None:
        made = game()
        made.do("p2", c.Stand("haru", "blow", "pass"))
        made.do("gm", STRIKE)
        made.do("p1", c.Answer("aki.1", "pass"))
        first, second = made.seqs(Answered)
        made.do("gm", c.Overrule(second, "ward"))
        assert made.state.world.fighters["aki"].wards == 0
        made.do("gm", c.Overrule(first, "cover"))
        assert made.state.world.fighters["aki"].life == 6
        assert made.restarted() == made.state

    def test_the_doctor_finds_nothing(self) -> None:
        made = self.asked()
        made.do("p2", c.Answer("haru.1", "cover"))
        store = MemoryStore()
        store.append("ford", 1, [encode(entry) for entry in made.entries]).result()
        assert list(table_findings("ford", store, {"ford": BOOK})) == []


class TestWhoSees:
    """A standing answer is its seat's own matter."""

    def test_lines(self) -> None:
        made = game()
        made.do("p1", c.Stand("aki", "blow", "ward"))
        made.do("gm", STRIKE)
        told = {seat: lines(made, seat) for seat in ("gm", "p1", "p2", "w1")}
        assert told["p1"] == [
            ("stood", "blow", {"answer": "ward", "lasting": False}),
            ("stood_in", "blow", {"answer": "ward"}),
        ]
        assert told["gm"] == [("stood_in", "blow", {})]
        assert told["p2"] == told["w1"] == []

    def test_of_the_gms_nobody_else_reads(self) -> None:
        made = game()
        made.do("gm", c.Stand("shadow", "blow", "pass"))
        made.do("p1", c.Declare("strike", {"of": "aki", "target": "grey"}))
        assert [line[0] for line in lines(made, "gm")] == ["stood", "stood_in"]
        assert lines(made, "p1") == []


def test_the_state_says_whose_it_is() -> None:
    assert msgspec.structs.asdict(Standing("p1", "pass")) == {"by": "p1", "answer": "pass", "moment": None}

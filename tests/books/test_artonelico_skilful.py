"""The policy of artonelico that uses skills: what it declares is legal, and is the stronger choice."""

import pytest

from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.table import commands as c
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.skilful import skilful
from tests.engine.tables import Game

MEMO = Memo(BOOK.usual)


def game(skills: dict[str, int], **edits: object) -> Game:
    """Kaji's turn on the stage of the examples, with these skills."""
    made = Game("stage.toml#main", book=BOOK)
    for path, to in {"fighters.kaji.skills": skills, **edits}.items():
        assert not made.try_to("gm", c.Edit(path, to)).refused
    return made


@pytest.mark.parametrize(
    ("skills", "act", "skill"),
    [
        ({}, "attack", None),
        ({"hammer_down": 1}, "use_skill", "hammer_down"),
        ({"hammer_down": 1, "through_shot": 2}, "use_skill", "through_shot"),
        ({"first_aid": 1, "hammer_down": 1}, "use_skill", "first_aid"),
        ({"spark_shower": 1}, "use_skill", "spark_shower"),
        ({"take_aim": 1}, "attack", None),
    ],
)
def test_it_uses_the_best_skill(skills: dict[str, int], act: str, skill: str | None) -> None:
    playing = game(skills)
    declared = skilful(playing.state.world, Id("kaji"), MEMO)
    assert declared is not None
    assert (declared[0], declared[1].get("skill")) == (act, skill)
    assert not playing.try_to("p1", c.Declare(*declared)).refused


def test_it_leaves_what_it_cannot_pay_for() -> None:
    playing = game({"hammer_down": 1}, **{"fighters.kaji.mp": 0})
    declared = skilful(playing.state.world, Id("kaji"), MEMO)
    assert declared is not None
    assert declared[0] == "attack"

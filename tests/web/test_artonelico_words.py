"""How a table of artonelico words what is done, counted and refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from takusen.rulebook.offers import Pick
from takusen.web.models import UndoModel
from takusen.web.table_words import TableWords
from takusen_books.artonelico import BOOK

NOTHING: Any = SimpleNamespace(entities=())


@pytest.fixture
def ja() -> TableWords:
    """The book in Japanese."""
    return TableWords("ja", BOOK)


def test_what_can_be_taken_back_says_whose_it_is_and_at_whom(ja: TableWords) -> None:
    one = UndoModel(4, "attack", "一", act="attack", said=(("actor", "カジ"), ("target", "音喰い")))
    assert ja.undone_act(one, NOTHING) == "カジ：通常攻撃 ― 相手 音喰い"


def test_people_are_counted_as_people(ja: TableWords) -> None:
    pick = Pick("members", "some", low=1, high=6)
    assert ja.how_many(pick) == "1～6人"
    assert TableWords("en", BOOK).how_many(pick) == "1 to 6 people"


def test_an_ability_that_does_not_fit_is_named_in_the_readers_language(ja: TableWords) -> None:
    told = ja.refusal("bad_edit", {"path": "fighters.kaji.abilities.agility", "field": "", "why": "check"})
    assert told.startswith("「素早さ」")


def test_what_lasts_says_what_it_changes_by_how_much(ja: TableWords) -> None:
    fields = {"target": "カジ", "name": "風読み", "effects": (), "stat": "ward", "amount": "+2", "turns": 2}
    assert ja.fact_words("modified", fields) == "カジに「風読み」の効果：受けるときの耐久+2（2ターン）"

"""MTGでTRPG: every worked example passes, and of the book nothing lacks one, or words."""

from __future__ import annotations

import pytest

import takusen_books.mtg_trpg as package
from takusen.table.example import Example
from takusen.table.laws import coverage_faults, text_faults
from takusen.table.views import view
from takusen_books.mtg_trpg import BOOK
from takusen_books.mtg_trpg.pages import acts as acts_at_hand
from takusen_books.mtg_trpg.world import World
from tests.books.conftest import Worked

WORKED = Worked(package)
TOLD_BY_FILES = {"card_set", "guide_set", "pc_set", "permanent_set", "place_set", "story_begun"}
"""Facts by which a scenario comes in; the scenarios' own tests show them."""


@pytest.mark.parametrize("example", WORKED.examples, ids=lambda example: example.name)
def test_example(example: Example) -> None:
    assert WORKED.failures(example) == []


def test_examples_have_names_of_their_own() -> None:
    assert len(set(WORKED.names)) == len(WORKED.names) >= 150


def test_nothing_lacks_an_example() -> None:
    assert list(coverage_faults(BOOK, WORKED.examples)) == []
    assert list(text_faults(BOOK)) == []


def test_every_act_and_every_fact_is_shown() -> None:
    acts = {name for name, act in BOOK.acts.items() if act.by != "table"}
    assert acts - WORKED.declared == set()
    assert set(BOOK.facts) - WORKED.told - TOLD_BY_FILES == set()


def test_choices_that_matter_differ() -> None:
    """Each option is shown by examples of one situation with different outcomes, or beside a refusal."""
    assert WORKED.without_effect == []


def test_every_refusal_has_words() -> None:
    for lang in ("ja", "en"):
        lacking = {word for word in WORKED.refusals if not BOOK.texts.has(lang, "refused", word)}
        assert lacking == set()


def test_every_act_is_on_the_page() -> None:
    offered = {name for name, act in BOOK.acts.items() if act.by != "table"}
    seen = view(BOOK, World(), "gm")
    assert offered == set(acts_at_hand(seen).all)

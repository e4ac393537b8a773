"""The laws of a book, over every installed book and every state that its examples come through."""

from typing import Annotated, Any

import msgspec
import pytest

from takusen.log.audience import GM
from takusen.log.table import Table
from takusen.play.handles import Id, Refused
from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.fields import Field, everyone
from takusen.rulebook.texts import LANGS
from takusen.table import laws
from takusen.table.commands import Declare
from takusen.table.draft import Decision
from takusen.table.example import Example, read_examples
from takusen.table.examples import failures
from takusen.table.laws import coverage_faults, example_faults, faults, text_faults, twin
from tests.engine.tables import Game

MARK = "[[example]]"


def examples_of(book: RuleBook) -> tuple[Example, ...]:
    files = book.example_files()
    return tuple(one for name, text in files.items() if MARK in text for one in read_examples(name, text))


@pytest.fixture(params=sorted(installed()))
def book(request: pytest.FixtureRequest) -> RuleBook:
    return installed()[request.param]


def test_texts_and_coverage(book: RuleBook) -> None:
    assert faults(book, examples_of(book)) == []


def test_every_example_passes_in_three_ways(book: RuleBook) -> None:
    read = book.example_files().__getitem__
    wrong = {one.name: failures(book, one, read) for one in examples_of(book)}
    assert {name: why for name, why in wrong.items() if why} == {}


def test_names_of_examples_are_their_own(book: RuleBook) -> None:
    names = [one.name for one in examples_of(book)]
    assert sorted(set(names)) == sorted(names)


FILES = [(id, file) for id, book in installed().items() for file, text in book.example_files().items() if MARK in text]


@pytest.mark.parametrize(("id", "file"), FILES)
def test_pages_views_and_offers_of_every_state(id: str, file: str) -> None:
    files = installed()[id].example_files()
    assert list(example_faults(installed()[id], read_examples(file, files[file]), files.__getitem__)) == []


# the laws themselves -------------------------------------------------------------------------------------------------


def test_a_missing_sentence_is_named_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    book = installed()["bayside23"]
    monkeypatch.setattr(book.texts, "has", lambda lang, section, key: (section, key) != ("act", "attack"))
    assert set(text_faults(book)) == {f"lang/{lang}.toml: [act] attack is missing" for lang in LANGS}


def test_an_uncovered_rule_and_choice_are_named() -> None:
    book = installed()["bayside23"]
    named = set(coverage_faults(book, ()))
    assert {"BS-04 (code): no example shows it", "option attack_compare = hits: no example sets it"} <= named


def test_a_promise_is_broken_if_nothing_unseen_stands_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("given.toml#duel")
    command = Declare("pass_turn", {"actor": "rin"})
    refused = Decision(game.state, refused=Refused("not_now"))
    monkeypatch.setattr(laws, "decide", lambda *_: refused)
    assert "then refused: not_now" in next(laws._broken_promise(game.state, "p1", command))
    monkeypatch.setattr(laws, "_refused_to_the_gm", lambda *_: True)
    assert list(laws._broken_promise(game.state, "p1", command)) == []


class Pawn(msgspec.Struct, frozen=True):
    """An entity."""

    name: Annotated[str, Field(see=everyone)]
    life: Annotated[int, Field(see=lambda world, one: "all" if one.shown else GM)] = 5
    shown: Annotated[bool, Field(see=everyone)] = False
    lurks: Annotated[bool, Field(see=everyone)] = False

    def seen(self, world: Any) -> Any:
        """Who knows of it."""
        return GM if self.lurks else "all"


class Board(msgspec.Struct, frozen=True):
    """A world."""

    pawns: Annotated[Table[Id, Pawn], Field(see=everyone)] = Table()
    plan: str = "x"


def test_a_twin_differs_in_what_is_closed_and_in_nothing_else() -> None:
    world = Board(Table({Id("a"): Pawn("A"), Id("b"): Pawn("B", shown=True), Id("c"): Pawn("C", lurks=True)}))
    other = twin(world, "p1")
    assert list(other.pawns) == ["a", "b"]
    assert other.pawns["a"] == Pawn("A", life=5 + 7919)
    assert other.pawns["b"] == world.pawns[Id("b")]
    assert other.plan != world.plan
    assert twin(world, GM) == world

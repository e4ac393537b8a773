"""A package of layers that brings acts, rules, facts, options and words: there where its layer lies, and only there."""

from typing import Any

import pytest

from takusen.log.entries import Became
from takusen.rulebook.edits import BadEdit
from takusen.rulebook.packages import LayerPackage
from takusen.rulebook.stacking import Stack
from takusen.table import commands as c
from takusen.table.example import Example, read_examples, under_layers
from takusen.table.examples import failures, states_of
from takusen.table.feed import Feed
from takusen.table.house import command_of, move_to
from takusen.table.laws import example_faults, package_faults
from tests.engine.tables import Game
from tests.engine.tag import LAYER, play
from tests.engine.yard import BOOK as YARD
from tests.engine.yard.facts import Downed

BOOK = YARD.beside(LAYER)
OLD, NEW = (Stack((BOOK.shipped[label],)) for label in ("tag@2026-01-01", "tag@2026-02-01"))
FILES = LAYER.texts.folder("examples")
EXAMPLES = under_layers(read_examples("tag.toml", FILES["tag.toml"]), LAYER.newest)
LUCA = {"luca": {"name": "ルカ", "player": "p1", "square": "5-3"}, "wolf": {"name": "狼", "square": "5-4"}}
CATCH = c.Declare("tag", {"actor": "luca", "target": "wolf"})


def lay(game: Game, stack: Stack) -> None:
    """The GM moves the table to other layers."""
    game.do("gm", command_of(move_to(game.state, stack)))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_its_examples_run(example: Example) -> None:
    assert failures(BOOK, example, FILES.__getitem__) == []


def test_it_keeps_the_laws_of_books() -> None:
    assert package_faults(BOOK.under(LAYER.ids), LAYER, EXAMPLES) == []
    assert list(example_faults(BOOK, EXAMPLES, FILES.__getitem__)) == []


def test_a_table_without_the_layer_is_as_it_was() -> None:
    assert BOOK.under(()) is BOOK.root is BOOK
    assert BOOK.pin(BOOK.usual) == YARD.pin(YARD.usual)
    assert (BOOK.acts, BOOK.facts, BOOK.defaults) == (YARD.acts, YARD.facts, YARD.defaults)
    game = Game({"fighters": LUCA}, BOOK)
    assert game.refused("p1", CATCH) == "no_such_act"
    assert game.refused("gm", c.Read("caught", "frozen")) == "not_offered"


def test_laying_it_brings_its_act_and_lifting_it_takes_it_away() -> None:
    game = Game({"fighters": LUCA}, BOOK)
    lay(game, OLD)
    game.do("p1", CATCH)
    assert game.state.world.fighters["wolf"].steps == 2
    lay(game, NEW)
    game.do("gm", c.Read("caught", "frozen"))
    game.do("p1", CATCH)
    assert game.state.world.fighters["wolf"].steps == 0
    lay(game, Stack())
    assert game.state.book is BOOK
    assert game.state.world.fighters["wolf"].steps == 0
    assert game.refused("p1", CATCH) == "no_such_act"
    assert game.restarted() == game.state


def test_undo_takes_back_the_laying_with_the_act() -> None:
    game = Game({"fighters": LUCA}, BOOK)
    lay(game, OLD)
    assert "tag" in game.state.book.acts
    past = game.state.past
    assert past is not None
    game.do("gm", c.Undo(past.seq))
    assert game.state.book is BOOK
    assert game.restarted() == game.state


def test_what_happened_is_told_after_the_layer_is_lifted() -> None:
    game = Game({"fighters": LUCA}, BOOK)
    lay(game, OLD)
    game.do("p1", CATCH)
    lay(game, Stack())
    feed = Feed(game.state.book.widest, "p1")
    told = [line for entry in game.entries for line in feed.add(entry) if line.kind == "fact"]
    assert [(line.key, line.params) for line in told if line.key == "caught"] == [
        ("caught", (("of", "狼"), ("steps", 2)))
    ]
    assert game.state.book.widest.texts.say("en", "fact", "caught", {"of": "Wolf", "steps": 2}).startswith("Wolf is")


def test_options_of_the_layer_are_read_with_their_origin() -> None:
    made = BOOK.resolved(NEW, {"caught": "frozen"})
    assert [one.layer for one in made.options["caught"].trace] == ["table", "tag"]
    assert [(one.value, one.layer) for one in made.content["pace.caught"].trace] == [(1, "tag@2026-02-01"), (2, "tag")]
    with pytest.raises(BadEdit):
        BOOK.resolved(NEW, {"caught": "gone"})
    assert "caught" not in BOOK.resolved(None, {"caught": "frozen"}).options


def test_readings_name_their_layers_and_pins_differ() -> None:
    plain, old, new = (BOOK.reading(stack=stack) for stack in (Stack(), OLD, NEW))
    assert (plain.layers, old.layers) == ((), ("tag",))
    assert len({BOOK.pin(one) for one in (plain, old, new)}) == 3


def broken(**brings: Any) -> LayerPackage:
    """The game of tag with something else instead."""
    kept: dict[str, Any] = {"chapters": (play,), "facts": tuple(LAYER.facts.values()), "content": LAYER.content_files}
    return LayerPackage(package=LAYER.package, files=LAYER.files, **{**kept, **brings})


def test_laws_name_what_a_package_lacks() -> None:
    package = broken(chapters=())
    found = package_faults(YARD.beside(package).under(package.ids), package, ())
    assert "TAG-1 (code): no procedure names it" in found
    assert "TAG-2 (code): no example shows it" in found
    assert "TAG-2 (code): no procedure names it" not in found
    assert "option caught = slow: no example sets it" in found


def test_laws_name_a_layer_that_does_not_fit() -> None:
    package = broken(content=())
    found = package_faults(YARD.beside(package).under(package.ids), package, EXAMPLES)
    assert [one for one in found if "tag_2.toml" in one and "pace.caught" in one]


def test_a_name_of_the_book_cannot_be_brought_again() -> None:
    with pytest.raises(ValueError, match="brings downed, which yard has already"):
        YARD.beside(broken(facts=(type("Downed", (Downed,), {}, frozen=True),))).under(("tag",))


def test_states_of_examples_stand_under_the_layer() -> None:
    assert states_of(BOOK, EXAMPLES[0], FILES.__getitem__)[0].book.laid == (LAYER,)


def test_facts_of_a_layer_are_logged_like_those_of_a_book() -> None:
    game = Game({"fighters": LUCA}, BOOK)
    lay(game, NEW)
    told = [body.fact for body in game.do("p1", CATCH) if isinstance(body, Became)]
    assert told == [{"type": "caught", "of": "wolf", "steps": 1}]

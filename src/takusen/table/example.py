"""The format of worked examples: what a file says, and the world that an example starts from."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from takusen.log.entries import Became, Body, Edited
from takusen.play.handles import Fact
from takusen.rulebook.book import RuleBook
from takusen.rulebook.toml import parsed, read_toml


class Die(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Faces that the next roll of this label and owner shows."""

    label: str
    faces: tuple[int, ...]
    of: str = ""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The card that the next draw takes, which must have this label and owner."""

    label: str
    card: Any
    of: str = ""


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the next prompt, which must have this label and owner."""

    label: str
    answer: Any
    of: str = ""
    by: str = ""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One worked example, as `design` texts and docs describe it."""

    name: str
    rules: tuple[str, ...] = ()
    options: dict[str, str | int] = {}
    layers: tuple[str, ...] = ()
    given: str | dict[str, Any] = {}
    declare: dict[str, Any] | tuple[dict[str, Any], ...] = ()
    dice: tuple[Die, ...] = ()
    draws: tuple[Card, ...] = ()
    answers: tuple[Reply, ...] = ()
    facts: tuple[dict[str, dict[str, Any]], ...] = ()
    only: bool = False
    world: dict[str, Any] = {}
    values: dict[str, Any] = {}
    offers: dict[str, dict[str, str]] = {}
    unseen: dict[str, tuple[str, ...]] = {}
    odds: dict[str, str | int | float] = {}
    policy: dict[str, str] = {}
    refused: str = ""
    public: bool = True
    """Whether pages of rules show it; one that tells what only the GM may know isn't."""


class ExampleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file of examples, of the named book if it says so."""

    book: str = ""
    example: tuple[Example, ...]


Reader = Callable[[str], str]


SCENARIO = "scenario"
"""The key of a given world that names a scenario of the book to begin with."""


class Failed(Exception):
    """An example that does not come out as written."""


def read_examples(name: str, text: str) -> tuple[Example, ...]:
    """The examples of a file. Raises BadFile."""
    return read_toml(name, text, ExampleFile).example


def under_layers(examples: tuple[Example, ...], layers: tuple[str, ...]) -> tuple[Example, ...]:
    """The examples of a package of layers: one that names no layers is under these."""
    return tuple(msgspec.structs.replace(one, layers=one.layers or layers) for one in examples)


def world_bodies(book: RuleBook, data: Mapping[str, Any]) -> list[Body]:
    """What makes a given world: the facts of the book's scenario that it names, and an edit for each path. Raises
    Failed."""
    entered = [Became(fact=book.told(fact)) for fact in scenario_facts(book, data)]
    return [*entered, *(Edited(path=path, to=value) for path, value in data.items() if path != SCENARIO)]


def scenario_facts(book: RuleBook, data: Mapping[str, Any]) -> tuple[Fact, ...]:
    """The facts by which the scenario that a given world names comes in; none if it names none. Raises Failed."""
    if SCENARIO not in data:
        return ()
    named = str(data[SCENARIO])
    if named not in book.scenarios:
        raise Failed(f"the book has no scenario {named}")
    return book.enter(book.scenarios[named], "ja")


@lru_cache(maxsize=16)
def _given_in(name: str, text: str) -> dict[str, Any]:
    """A file of worlds, read once for all the examples that start from it."""
    return parsed(name, text)


def given_data(given: str | dict[str, Any], read: Reader) -> dict[str, Any]:
    """The world that an example starts from: inline, or `file.toml#name`. Raises Failed."""
    if isinstance(given, dict):
        return dict(given)
    name, _, part = given.partition("#")
    try:
        data = _given_in(name, read(name))
    except (KeyError, OSError, UnicodeDecodeError):
        raise Failed(f"there is no file {name} beside the example, or it is no text") from None
    if part and not isinstance(data.get(part), dict):
        raise Failed(f"{name} has no table {part}")
    found: dict[str, Any] = data[part] if part else data
    return found

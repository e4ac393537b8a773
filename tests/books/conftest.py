"""What the tests of every book share: its worked examples, its words, and what of both is wanting."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import msgspec

from takusen.rulebook.book import RuleBook
from takusen.rulebook.edits import edited
from takusen.table.example import Example, read_examples
from takusen.table.examples import failures


class Worked:
    """The worked examples of a book's package, with the worlds that they begin in."""

    def __init__(self, package: ModuleType) -> None:
        assert package.__file__ is not None
        self.folder, self.book = Path(package.__file__).parent, package.BOOK
        self.given: dict[str, Any] = tomllib.loads(self.read("given.toml")) if self.has("given.toml") else {}
        self.examples = tuple(self._examples())

    book: RuleBook

    def has(self, name: str) -> bool:
        """Whether there is such a file of examples."""
        return (self.folder / "examples" / name).is_file()

    def read(self, name: str) -> str:
        """A file of examples."""
        return (self.folder / "examples" / name).read_text(encoding="utf-8")

    def _examples(self) -> Iterator[Example]:
        for path in sorted((self.folder / "examples").glob("*.toml")):
            text = self.read(path.name)
            if "[[example]]" in text:
                yield from read_examples(path.name, text)

    def world(self, name: str, file: str = "given.toml") -> Any:
        """A world that examples begin in."""
        world = self.book.new_world()
        for path, value in tomllib.loads(self.read(file))[name].items():
            world = edited(world, path, value)
        return world

    def failures(self, example: Example, **change: Any) -> list[str]:
        """How an example fails that is changed in this."""
        return failures(self.book, msgspec.structs.replace(example, **change), self.read)

    @property
    def names(self) -> list[str]:
        """What the examples are called."""
        return [example.name for example in self.examples]

    @property
    def declared(self) -> set[Any]:
        """The acts that examples declare and that are not refused."""
        return {step.get("procedure") for one in self.examples if not one.refused for step in steps(one)}

    @property
    def told(self) -> set[str]:
        """The facts that examples tell of."""
        return {name for example in self.examples for fact in example.facts for name in fact}

    @property
    def without_effect(self) -> list[str]:
        """Options of which no two examples of one situation end differently, nor one beside a refusal."""
        return [name for name in self.book.texts.options if len(self._outcomes(name)) < 2]

    def _outcomes(self, option: str) -> set[tuple[str, ...]]:
        shown = [example for example in self.examples if option in example.options]
        return {(str(one.facts), str(one.world), str(one.odds), one.refused) for one in shown}

    @property
    def refusals(self) -> set[str]:
        """Every refusal word that the book's code names."""
        return {word for path in self.folder.glob("*.py") for word in _refusals(path.read_text(encoding="utf-8"))}


def steps(example: Example) -> tuple[dict[str, Any], ...]:
    """What an example declares, one after the other."""
    return (example.declare,) if isinstance(example.declare, dict) else example.declare


def holes(sentence: str) -> set[str]:
    """The parameters of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def _refusals(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            yield from (str(one.value) for one in _naming(node) if isinstance(one, ast.Constant))


def _naming(call: ast.Call) -> Iterator[ast.AST]:
    if ast.unparse(call.func).endswith(("Refused", "Refused.because", ".refuse")):
        yield from ast.walk(call.args[0])
    yield from (word.value for word in call.keywords if word.arg in ("otherwise", "too_many"))

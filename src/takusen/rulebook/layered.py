"""What a book says where people may read it differently: options and content, and the layers over them."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from msgspec.structs import replace

from takusen.log.codec import digest_bytes
from takusen.log.table import Table
from takusen.play.reading import Reading
from takusen.rulebook.content import Value, flatten
from takusen.rulebook.edits import BadEdit
from takusen.rulebook.layers import OWN, Layer, LayerPackage, Wrapper
from takusen.rulebook.stacking import Base, ContentCheck, Resolved, Stack, resolved
from takusen.rulebook.texts import Texts
from takusen.rulebook.toml import read_toml

Options = Mapping[str, str | int]


class Layered:
    """A book as far as layers can change it."""

    id: str
    version: str
    texts: Texts
    rules: dict[str, Any]

    def __init__(
        self, content: tuple[str, ...], package: LayerPackage | None, check: ContentCheck | None = None
    ) -> None:
        """`content` are the files with its tables, `package` the layers that come with it, `check` says what is wrong
        with an entry."""
        self._content_files, self._check = content, check
        self.packages = [package] if package else []

    @cached_property
    def content(self) -> dict[str, Value]:
        """Every value of the book's own tables by dotted path."""
        values: dict[str, Value] = {}
        for path in self._content_files:
            values |= flatten(read_toml(path, self.texts.read(path), dict), self.id, self.label)
        return values

    @property
    def label(self) -> str:
        """The book and its version, as at every value that it gives."""
        return f"{self.id}@{self.version}"

    @cached_property
    def defaults(self) -> dict[str, str | int]:
        """The default reading of every open point."""
        return {option.name: option.default for option in self.texts.options.values()}

    @cached_property
    def usual(self) -> Reading:
        """The reading in which every open point is at its default."""
        return self.reading()

    def attach(self, package: LayerPackage) -> None:
        """Let the layers of a package be chosen over this book."""
        self.packages.append(package)
        self.__dict__.pop("shipped", None)
        self.__dict__.pop("base", None)

    @cached_property
    def shipped(self) -> dict[str, Layer]:
        """The layers of this installation over the book, by id and version."""
        return {one.label: one for package in self.packages for one in package.layers()}

    @cached_property
    def base(self) -> Base:
        """What layers lie over."""
        options = {name: Value(value, self.id, self.label) for name, value in self.defaults.items()}
        choices = {one.name: tuple(choice.value for choice in one.choices) for one in self.texts.options.values()}
        wrappers: dict[str, Mapping[str, Wrapper]] = {}
        for package in self.packages:
            for layer in package.layers():
                wrappers[layer.id] = {**wrappers.get(layer.id, {}), **package.wrappers}
        return Base(self.id, self.content, options, choices, frozenset(self.rules), wrappers, self._check)

    def resolved(self, stack: Stack | None = None, options: Options | None = None, strict: bool = True) -> Resolved:
        """What every value comes to, with its trace. Options that a table has set win over all layers.

        Raises BadFile, where not `strict` nothing; BadEdit for options that the book doesn't have.
        """
        made = _resolved(self.base, stack or Stack(), strict)
        for name, value in (options or {}).items():
            if not self.offers(name, value):
                raise BadEdit(f"{name} = {value}")
        chosen = {name: Value(value, OWN, OWN, None, made.options[name]) for name, value in (options or {}).items()}
        return replace(made, options={**made.options, **chosen}) if chosen else made

    def reading(self, options: Options | None = None, stack: Stack | None = None, strict: bool = True) -> Reading:
        """A reading under layers with the given options, the rest as the layers or the book have them.

        Raises BadEdit, BadFile.
        """
        made = self.resolved(stack, options, strict)
        return Reading(
            Table(_plain(made.options)),
            Table(_plain(made.content)),
            Table((path, one.layer) for path, one in made.bans.items()),
            Table(_plain(made.limits)),
            Table(_plain(made.wraps)),
            sources=Table((path, one.layer) for path, one in made.content.items() if one.layer != self.label),
        )

    def offers(self, name: str, value: str | int) -> bool:
        """Whether an open point of the book may be read like this."""
        known = self.texts.options.get(name)
        return known is not None and value in [choice.value for choice in known.choices]

    def pin(self, reading: Reading) -> str:
        """A short hash of the book's version and of all that a run reads."""
        parts: list[Any] = [self.id, self.version, sorted(reading.options.items()), sorted(reading.content.items())]
        beside = [sorted(reading.bans), reading.limits, _names(reading)]
        parts += beside if any(beside) else []
        return hashlib.sha256(digest_bytes(parts)).hexdigest()[:16]


@lru_cache(maxsize=64)
def _resolved(base: Base, stack: Stack, strict: bool) -> Resolved:
    return resolved(base, stack, strict)


def _plain(values: Mapping[str, Value]) -> Iterable[tuple[str, Any]]:
    return ((name, one.value) for name, one in values.items())


def _names(reading: Reading) -> list[tuple[str, list[str]]]:
    """The wrapped rules with their wrappers and the versions of the layers that bring them."""
    return sorted((rule, [f"{one.layer} {one.name}" for one in wraps]) for rule, wraps in reading.wraps.items())

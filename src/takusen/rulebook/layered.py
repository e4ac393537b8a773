"""What a book says where people may read it differently: options and content, and the layers over them."""

import hashlib
from collections.abc import Iterable, Mapping
from copy import copy
from functools import cached_property, lru_cache
from typing import Any, Self

from msgspec.structs import replace

from takusen.log.codec import digest_bytes
from takusen.log.table import Table
from takusen.play.reading import Reading
from takusen.rulebook.content import Value, flatten
from takusen.rulebook.edits import BadEdit
from takusen.rulebook.layers import OWN, Layer, Wrapper
from takusen.rulebook.packages import LayerPackage
from takusen.rulebook.stacking import Base, ContentCheck, Resolved, Stack, resolved
from takusen.rulebook.texts import Texts
from takusen.rulebook.toml import read_toml

Options = Mapping[str, str | int]


class Layered:
    """A book as far as layers can change it.

    A book as tables have it may be one that `under` gave: the installed one, its `root`, with all that the packages of
    the `laid` layers bring.
    """

    id: str
    version: str
    package: str
    texts: Texts
    rules: dict[str, Any]
    laid: tuple[LayerPackage, ...] = ()

    def __init__(
        self, content: tuple[str, ...], package: LayerPackage | None, check: ContentCheck | None = None
    ) -> None:
        """`content` are the files with its tables, `package` the layers that come with it, `check` says what is wrong
        with an entry."""
        self._content_files, self._check = content, check
        self.packages = [package] if package else []
        self.root = self
        self._wider: dict[tuple[int, ...], Self] = {}

    # under layers ------------------------------------------------------------------------------------------------

    def under(self, layers: Iterable[str]) -> Self:
        """The book with what the packages of these layers bring; the installed one where they bring nothing.

        Raises BadFile where a package's layers can't be read.
        """
        ids = set(layers)
        return self._with(tuple(one for one in self._others if ids and ids & set(one.ids)))

    @property
    def widest(self) -> Self:
        """The book with what all packages bring: for telling what happened under layers that may be lifted again."""
        return self._with(self._others)

    @property
    def _others(self) -> tuple[LayerPackage, ...]:
        """The packages with folders of their own."""
        return tuple(one for one in self.root.packages if one.package != self.package)

    def _with(self, laid: tuple[LayerPackage, ...]) -> Self:
        if laid == self.laid:
            return self
        root: Any = self.root
        key = tuple(map(id, laid))
        if laid and key not in root._wider:
            root._wider[key] = root._copy()
            root._wider[key]._take(laid)
        found: Self = root._wider[key] if laid else root
        return found

    def _copy(self) -> Self:
        """The same book with nothing worked out yet."""
        made = copy(self)
        for name in [name for name in vars(made) if isinstance(getattr(type(self), name, None), cached_property)]:
            del made.__dict__[name]
        return made

    def _take(self, laid: tuple[LayerPackage, ...]) -> None:
        """Take in what packages bring."""
        self.laid = laid
        self.texts = Texts(self.package, *(one.texts for one in laid))

    def attach(self, package: LayerPackage) -> None:
        """Let the layers of a package be chosen over this book."""
        self.packages.append(package)
        self._wider.clear()
        self.__dict__.pop("shipped", None)
        self.__dict__.pop("base", None)

    def beside(self, package: LayerPackage) -> Self:
        """A book of its own with a package in the place of the one that brings the same layers."""
        made = self._copy()
        kept = [one for one in self.packages if one is not package and not set(one.ids) & set(package.ids)]
        made.root, made.packages, made._wider = made, [*kept, package], {}
        return made

    # what it says ------------------------------------------------------------------------------------------------

    @cached_property
    def content(self) -> dict[str, Value]:
        """Every value of the book's own tables by dotted path, and of those that the laid packages bring."""
        values: dict[str, Value] = {}
        for path in self._content_files:
            values |= flatten(read_toml(path, self.texts.read(path), dict), self.id, self.label)
        for one in self.laid:
            for path in one.content_files:
                values = flatten(read_toml(path, one.texts.read(path), dict), one.name, one.name) | values
        return values

    @property
    def label(self) -> str:
        """The book and its version, as at every value that it gives."""
        return f"{self.id}@{self.version}"

    def says(self, value: Value) -> bool:
        """Whether the book says a value as it is, or a package that brings it, and no layer."""
        return value.layer == self.label or value.layer in [one.name for one in self._others]

    @cached_property
    def defaults(self) -> dict[str, str | int]:
        """The default reading of every open point."""
        return {option.name: option.default for option in self.texts.options.values()}

    @cached_property
    def usual(self) -> Reading:
        """The reading in which every open point is at its default."""
        return self.reading()

    @cached_property
    def shipped(self) -> dict[str, Layer]:
        """The layers of this installation over the book, by id and version."""
        return {one.label: one for package in self.packages for one in package.layers()}

    @cached_property
    def base(self) -> Base:
        """What layers lie over."""
        options = {name: self._default(name, value) for name, value in self.defaults.items()}
        choices = {one.name: tuple(choice.value for choice in one.choices) for one in self.texts.options.values()}
        wrappers: dict[str, Mapping[str, Wrapper]] = {}
        for package in self.packages:
            for layer in package.layers():
                wrappers[layer.id] = {**wrappers.get(layer.id, {}), **package.wrappers}
        return Base(self.id, self.content, options, choices, frozenset(self.rules), wrappers, self._check)

    def _default(self, name: str, value: str | int) -> Value:
        """The default of an option, which the book has or a laid package."""
        whose = next((one.name for one in self.laid if name in one.texts.options), "")
        own = name in self.root.texts.options
        return Value(value, self.id, self.label) if own else Value(value, whose, whose)

    def resolved(self, stack: Stack | None = None, options: Options | None = None, strict: bool = True) -> Resolved:
        """What every value comes to, with its trace. Options that a table has set win over all layers; those of a layer
        that doesn't lie over the book any more count for nothing.

        Raises BadFile, where not `strict` nothing; BadEdit for options that nothing has.
        """
        stack = stack or Stack()
        book = self.under(stack.ids)
        made = _resolved(book.base, stack, strict)
        for name, value in (options or {}).items():
            if not book.widest.offers(name, value):
                raise BadEdit(f"{name} = {value}")
        set_here = {name: value for name, value in (options or {}).items() if book.offers(name, value)}
        chosen = {name: Value(value, OWN, OWN, None, made.options[name]) for name, value in set_here.items()}
        return replace(made, options={**made.options, **chosen}) if chosen else made

    def reading(self, options: Options | None = None, stack: Stack | None = None, strict: bool = True) -> Reading:
        """A reading under layers with the given options, the rest as the layers or the book have them.

        Raises BadEdit, BadFile.
        """
        made = self.resolved(stack, options, strict)
        return Reading(
            Table(_plain(made.options)),
            Table(_plain(made.content)),
            Table((path, one.layer) for path, one in made.bans.items() if one.value),
            Table(_plain(made.limits)),
            Table(_plain(made.wraps)),
            sources=Table((path, one.layer) for path, one in made.content.items() if one.layer != self.label),
            layers=stack.ids if stack else (),
        )

    def offers(self, name: str, value: str | int) -> bool:
        """Whether an open point of the book may be read like this."""
        known = self.texts.options.get(name)
        return known is not None and value in [choice.value for choice in known.choices]

    def pin(self, reading: Reading) -> str:
        """A short hash of the book's version and of all that a run reads."""
        return _pinned(self.id, self.version, reading)


@lru_cache(maxsize=64)
def _resolved(base: Base, stack: Stack, strict: bool) -> Resolved:
    return resolved(base, stack, strict)


def _plain(values: Mapping[str, Value]) -> Iterable[tuple[str, Any]]:
    return ((name, one.value) for name, one in values.items())


def _names(reading: Reading) -> list[tuple[str, list[str]]]:
    """The wrapped rules with their wrappers and the versions of the layers that bring them."""
    return sorted((rule, [f"{one.layer} {one.name}" for one in wraps]) for rule, wraps in reading.wraps.items())


@lru_cache(maxsize=64)
def _pinned(id: str, version: str, reading: Reading) -> str:
    parts: list[Any] = [id, version, sorted(reading.options.items()), sorted(reading.content.items())]
    beside = [sorted(reading.bans), reading.limits, _names(reading), reading.layers]
    parts += beside if any(beside) else []
    return hashlib.sha256(digest_bytes(parts)).hexdigest()[:16]

"""A book's catalogue of rules and options, and its sentences, in Japanese and English."""

import re
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from string import Formatter
from typing import Any, Literal, TypeVar

import msgspec

from takusen.rulebook.toml import Both, parsed, read_toml

T = TypeVar("T")
Lang = Literal["ja", "en"]
LANGS: tuple[Lang, ...] = ("ja", "en")


class _Lenient(Formatter):
    """Formatting in which a missing parameter shows as …, and no attribute of a value can be reached.

    `{tp:+}` writes a number with its sign.
    """

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, str]:
        return kwargs.get(field_name, "…"), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        return f"{value:{format_spec}}" if not isinstance(value, str) else signed(value) if format_spec else value


LENIENT = _Lenient()
OPTIONAL = re.compile(r"⟦([^⟧]*)⟧")
FIRST = re.compile(r"\{(\w+)")
NOTHING = ("", "0", "None")


def signed(value: str) -> str:
    """A number in words with its sign, anything else as it is."""
    return f"+{value}" if value.replace(",", "").isdecimal() else value


def without_nothing(sentence: str, params: Mapping[str, Any]) -> str:
    """A sentence without the ⟦parts⟧ whose first parameter is 0 or empty."""
    return OPTIONAL.sub(lambda part: part[1] if _is_something(part[1], params) else "", sentence)


def _is_something(part: str, params: Mapping[str, Any]) -> bool:
    first = FIRST.search(part)
    return first is None or str(params.get(first[1], "")) not in NOTHING


class RuleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `rules.toml`. `carried` says how the rule is carried out: code, gm, table or prose."""

    id: str
    carried: str
    title: Both
    text: Both
    options: tuple[str, ...] = ()


class OptionChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reading of an open point."""

    value: str | int
    label: Both


class OptionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `options.toml`: an open point of the book, its readings, the default and why."""

    name: str
    question: Both
    choices: tuple[OptionChoice, ...]
    default: str | int
    why: Both
    rules: tuple[str, ...] = ()


class _Rules(msgspec.Struct, forbid_unknown_fields=True):
    rule: tuple[RuleText, ...] = ()


class _Options(msgspec.Struct, forbid_unknown_fields=True):
    option: tuple[OptionText, ...] = ()


class Texts:
    """The text files in a book's package, and beside them those of packages whose layers lie over it.

    Where both say something, the book does.
    """

    def __init__(self, package: str, *beside: "Texts") -> None:
        self._root, self._beside = files(package), beside

    def read(self, path: str) -> str:
        """A file of the package."""
        return self._root.joinpath(path).read_text(encoding="utf-8")

    def has_file(self, path: str) -> bool:
        """Whether the package has such a file."""
        return self._root.joinpath(path).is_file()

    def page(self, name: str) -> str | None:
        """The template of a panel that the book draws itself; None where there is none of that name."""
        found = self._root.joinpath(f"pages/{name}.html")
        if found.is_file():
            return found.read_text(encoding="utf-8")
        return next((page for one in self._beside if (page := one.page(name)) is not None), None)

    @cached_property
    def style(self) -> str:
        """How the book's own panels look: its `pages/*.css` in a row."""
        found = self._root.joinpath("pages")
        inside = sorted(found.iterdir(), key=lambda file: file.name) if found.is_dir() else []
        own = [file.read_text(encoding="utf-8") for file in inside if file.name.endswith(".css")]
        return "\n".join([*own, *filter(None, (one.style for one in self._beside))])

    def folder(self, path: str) -> dict[str, str]:
        """The TOML files in a folder of the package by name; none where there is no such folder."""
        found = self._root.joinpath(path)
        inside = sorted(found.iterdir(), key=lambda file: file.name) if found.is_dir() else []
        return {file.name: file.read_text(encoding="utf-8") for file in inside if file.name.endswith(".toml")}

    @cached_property
    def rules(self) -> dict[str, RuleText]:
        """The catalogue by rule id; empty for a book without rules."""
        read = read_toml("rules.toml", self.read("rules.toml"), _Rules).rule if self.has_file("rules.toml") else ()
        return _first({one.id: one for one in read}, *(one.rules for one in self._beside))

    @cached_property
    def options(self) -> dict[str, OptionText]:
        """The open points by name; none in a book without rules."""
        there = self.has_file("options.toml")
        read = read_toml("options.toml", self.read("options.toml"), _Options).option if there else ()
        return _first({one.name: one for one in read}, *(one.options for one in self._beside))

    @cached_property
    def sentences(self) -> dict[str, dict[str, dict[str, str]]]:
        """lang -> section -> key -> sentence."""
        return {lang: self._sentences(lang) for lang in LANGS}

    def _sentences(self, lang: str) -> dict[str, dict[str, str]]:
        path = f"lang/{lang}.toml"
        own = parsed(path, self.read(path)) if self.has_file(path) else {}
        more = [one.sentences[lang] for one in self._beside]
        sections = dict.fromkeys(section for said in (own, *more) for section in said)
        return {section: _first(*(said.get(section, {}) for said in (own, *more))) for section in sections}

    def has(self, lang: str, section: str, key: str) -> bool:
        """Whether the book words this."""
        return key in self.sentences[lang].get(section, {})

    def say(self, lang: str, section: str, key: str, params: Mapping[str, Any] | None = None) -> str:
        """A sentence with its parameters; a missing one shows its key."""
        sentence = self.sentences[lang].get(section, {}).get(key)
        if sentence is None:
            return f"{key} {' '.join(map(str, (params or {}).values()))}".strip()
        return LENIENT.format(without_nothing(sentence, params or {}), **(params or {}))


def _first(*said: Mapping[str, T]) -> dict[str, T]:
    """What stands under each key in the first that has it."""
    made: dict[str, T] = {}
    for one in said:
        made |= {key: value for key, value in one.items() if key not in made}
    return made


def read_content(package: str, path: str, kind: type[T]) -> T:
    """A content file of a book as `kind`. Raises BadFile naming file, line and mend."""
    return read_toml(path, files(package).joinpath(path).read_text(encoding="utf-8"), kind)

"""TOML files of a book or a user, read against a schema; errors name file, line and the mend."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
SIZE_LIMIT = 200_000
KEY_LIMIT = 20
"""Dots in one key: reading a key takes time by the square of their number."""
APART = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\\?\Z)|' r"'''.*?(?:'''|\Z)|" r'"(?:\\.|[^"\\\n])*"?|' r"'[^'\n]*'?|#[^\n]*", re.S
)
"""Strings and comments, closed or not."""
META = re.compile(r"\s*\[\s*meta\b")
HEAD = re.compile(r"\s*\[\[?[\w.\s-]+\]\]?\s*$")


class Both:
    """A text in Japanese and English: `{ ja = "…", en = "…" }`, or a plain text that is read in both languages."""

    __slots__ = ("en", "ja")

    def __init__(self, ja: str, en: str = "") -> None:
        self.ja, self.en = ja, en

    def __getitem__(self, lang: str) -> str:
        return (self.en or self.ja) if lang == "en" else self.ja

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Both) and (self.ja, self.en) == (other.ja, other.en)

    def __hash__(self) -> int:
        return hash((self.ja, self.en))

    def __repr__(self) -> str:
        return f"Both({self.ja!r}, {self.en!r})"


def _both(kind: type, value: Any) -> Any:
    """msgspec hook: a `Both` from what a file says."""
    if isinstance(value, str):
        return Both(value)
    named = isinstance(value, dict) and "ja" in value and {*value} <= {"ja", "en"}
    if named and all(isinstance(text, str) for text in value.values()):
        return Both(**value)
    raise ValueError('Expected a text or { ja = "…", en = "…" }')


class BadFile(Exception):
    """A file that can't be used: which, at which line, what is wrong, and what to do."""

    def __init__(self, name: str, line: int, what: str, mend: str) -> None:
        super().__init__(f"{name}:{line}: {what}. {mend}")
        self.name, self.line, self.what, self.mend = name, line, what, mend


FILE = re.compile(r"# ---- file: (.+) ----\s*$")
"""The line before each file of a scenario in several files."""


def joined_files(files: Mapping[str, str]) -> str:
    """Several files as one text in which each is found again by its name; one file stays as it is."""
    if len(files) == 1:
        return next(iter(files.values()))
    return "\n".join(f"# ---- file: {name} ----\n{text}" for name, text in files.items())


def without_meta(text: str) -> str:
    """A file without its `[meta]`, every other line where it was."""
    lines, bare = text.split("\n"), _bare(text).split("\n")
    heads = [number for number, line in enumerate(bare) if HEAD.match(line)]
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=False):
        if META.match(bare[start]):
            lines[start:end] = [""] * (end - start)
    return "\n".join(lines)


def files_in(text: str) -> list[tuple[str, int, str]]:
    """The files of a text with their names and how many lines stand before each; one file has no name."""
    lines = text.split("\n")
    heads = [number for number, line in enumerate(lines) if FILE.match(line)]
    if not heads:
        return [("", 0, text)]
    ends = [*heads[1:], len(lines)]
    return [
        (FILE.sub(r"\1", lines[head]).strip(), head + 1, "\n".join(lines[head + 1 : end]))
        for head, end in zip(heads, ends, strict=True)
    ]


def bad_file(name: str, text: str, line: int, what: str, mend: str) -> BadFile:
    """A fault at a line of a text, which may hold several files."""
    inside, before, _ = next(one for one in reversed(files_in(text)) if one[1] < line or not one[1])
    return BadFile(inside or name, line - before, what, mend)


class Fault(ValueError):
    """What a schema's own check finds wrong: where in the file (`skill[2].cost`), what, and what to do."""

    def __init__(self, place: str, what: str, mend: str = "Correct the value.") -> None:
        super().__init__(f"{what} - at `$.{place}`")
        self.place, self.what, self.mend = place, what, mend

    def told(self, name: str, text: str) -> BadFile:
        """The fault as one of a file."""
        return bad_file(name, text, line_of(text, f"$.{self.place}"), f"$.{self.place}: {self.what}", self.mend)


def read_toml(name: str, text: str, kind: type[T]) -> T:
    """The contents of a TOML text as `kind`. Raises BadFile."""
    data = parsed(name, text)
    try:
        return msgspec.convert(data, kind, dec_hook=_both)
    except msgspec.ValidationError as wrong:
        what, _, path = str(wrong).partition(" - at ")
        where = path.strip("`")
        unknown = re.search("unknown field `([^`]+)`", what)
        place = f"{where}.{unknown[1]}" if unknown else where
        mend = wrong.__cause__.mend if isinstance(wrong.__cause__, Fault) else _mend(what)
        raise bad_file(name, text, line_of(text, place), f"{where or 'the file'}: {what}", mend) from None


def parsed(name: str, text: str) -> dict[str, Any]:
    """The contents of a TOML text, one file or several. Raises BadFile."""
    if len(text) > SIZE_LIMIT:
        raise BadFile(name, 1, f"the file is longer than {SIZE_LIMIT:,} characters", "Split it or shorten it.")
    files = files_in(text)
    for inside, _, part in files:
        data = _parsed(inside or name, part)
    return data if len(files) == 1 else _parsed(name, text)


def _parsed(name: str, text: str) -> dict[str, Any]:
    _check_keys(name, text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        what, line = _first(str(wrong)), _toml_line(wrong, text)
        raise bad_file(name, text, line, what, "Check quotes, brackets and commas there.") from None
    except ValueError:
        raise BadFile(name, 1, "the file holds a number or a date that is none", "Correct the value.") from None
    except RecursionError:
        raise BadFile(name, 1, "the file nests too deeply", "Flatten it.") from None


def _check_keys(name: str, text: str) -> None:
    """Raises BadFile for a key of too many parts."""
    for number, line in enumerate(_bare(text).split("\n"), 1):
        if any(part.count(".") > KEY_LIMIT for part in re.split(r"[,=\[\]{}]", line)):
            raise BadFile(name, number, f"a key has more than {KEY_LIMIT} dots", "Use shorter keys or tables.")


def _first(message: str) -> str:
    return re.sub(r"\s*\(at .*\)$", "", message)


def _toml_line(wrong: tomllib.TOMLDecodeError, text: str) -> int:
    found = re.search(r"at line (\d+)", str(wrong))
    return int(found[1]) if found else text.count("\n") + 1


def _mend(what: str) -> str:
    if "missing required field" in what:
        return "Add the missing line."
    if "unknown field" in what:
        return "Remove the line or correct its name."
    return "Correct the value."


def line_of(text: str, path: str) -> int:
    """The line, from 1, that a msgspec path such as `$.fighter[2].stamina` points at; its table's head if unsure."""
    lines = _bare(text).splitlines()
    at = 0
    for name, index in re.findall(r"\.([^.\[\]]+)(?:\[(\d+)\])?", path):
        at = _advance(lines, at, name, int(index or 0)) or at
    return at + 1


def _bare(text: str) -> str:
    """A text without what stands in its strings and comments."""
    return APART.sub(lambda found: "\n" * found[0].count("\n"), text)


def _advance(lines: list[str], start: int, name: str, index: int) -> int | None:
    head = re.compile(rf"\s*\[\[?\s*(?:[\w.]+\.)?{re.escape(name)}\s*\]")
    key = re.compile(rf"(?:^|[{{,])\s*{re.escape(name)}\s*=")
    heads = [number for number in range(start, len(lines)) if head.match(lines[number])]
    if len(heads) > index:
        return heads[index]
    end = next((number for number in range(start + 1, len(lines)) if HEAD.match(lines[number])), len(lines))
    found = next((number for number in range(start, end) if key.search(lines[number])), None)
    return found if found is None or not index else _item(lines[:end], found, index)


def _item(lines: list[str], start: int, index: int) -> int:
    """The line on which an item of an array of inline tables opens; the array's own if unsure."""
    depth = 0
    for number in range(start, len(lines)):
        for sign in re.findall(r"[{}]", lines[number]):
            index -= sign == "{" and not depth
            depth += 1 if sign == "{" else -1
            if index < 0:
                return number
    return start

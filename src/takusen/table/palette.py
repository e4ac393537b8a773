"""Chat palettes: a text becomes lines to send, headings, and definitions of `{names}`."""

import re
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from takusen.log.table import Table
from takusen.table import changes
from takusen.table.notation import TIMES, WORD, folded, is_times, looks_like_command, without_names

Kind = Literal["command", "change", "text", "heading", "comment", "definition"]
Rolls = Callable[[str], bool]
"""Whether a folded word is a dice command."""

DEFINITION = re.compile(r"\s*[/／]{2}([^=＝{}｛｝\s]+)\s*[=＝](.*)\Z")
HEADING = re.compile(r"\s*(?:#{2,}|[/／]{2}-{2,}|(?=[◆◇■□▼▽]))\s*[◆◇■□▼▽]*(.*)\Z")
RULED = re.compile(r"\s*[-=＝━─―*＊]{3,}\s*\Z")
COMMENT = re.compile(r"\s*[/／]{2}")


class PaletteLine(msgspec.Struct, frozen=True):
    """One line. `command` and `label` are its parts where it rolls or changes something; a heading has its title in
    `label`, a definition its name in `label` and its text in `value`.
    """

    kind: Kind
    text: str
    command: str = ""
    label: str = ""
    value: str = ""

    @property
    def sent(self) -> str:
        """What goes into the chat: the command first, wherever the line has it."""
        if self.kind == "change":
            return self.command
        return f"{self.command} {self.label}".strip() if self.command else self.text.strip()


class Palette(msgspec.Struct, frozen=True):
    """The lines of a text in order, and what it defines, by folded name; of two definitions the first holds."""

    lines: tuple[PaletteLine, ...] = ()
    defined: Table[str, str] = Table()


def parse(text: str, rolls: Rolls = looks_like_command) -> Palette:
    """A palette from its text. Nothing is refused: what isn't understood stays a line to send as it is."""
    lines = tuple(_line(line, rolls) for line in text.splitlines() if line.strip())
    defined: dict[str, str] = {}
    for one in lines:
        if one.kind == "definition":
            defined.setdefault(folded(one.label), one.value)
    return Palette(lines, Table(defined))


def with_values(text: str, values: Mapping[str, str]) -> str:
    """A palette with a definition for each value of a sheet that it doesn't define itself."""
    known = parse(text).defined
    added = [f"//{name}={value}" for name, value in values.items() if _definable(name) and folded(name) not in known]
    return "\n".join((text.rstrip(), *added)).strip() if added else text


def _definable(name: str) -> bool:
    return bool(DEFINITION.match(f"//{name}="))


def _line(text: str, rolls: Rolls) -> PaletteLine:
    defines = DEFINITION.match(text)
    if defines:
        return PaletteLine("definition", text, label=defines[1], value=defines[2].strip())
    if RULED.match(text):
        return PaletteLine("heading", text)
    heading = HEADING.match(text)
    if heading and not _split(heading[1], rolls)[0]:
        return PaletteLine("heading", text, label=heading[1].strip())
    if COMMENT.match(text):
        return PaletteLine("comment", text)
    made = changes.read(without_names(text))
    if made is not None:
        return PaletteLine("change", text, *_resource(text, made))
    command, label = _split(text, rolls)
    return PaletteLine("command" if command else "text", text, command, label)


def _resource(text: str, made: changes.ResourceLine) -> tuple[str, str]:
    """A resource line whole; of one whose amount is still to be written, what stands before the amount."""
    first, _, rest = text.strip().partition(" ")
    return (first, rest.strip()) if made.changes[0].unfinished else (text.strip(), "")


def _split(text: str, rolls: Rolls) -> tuple[str, str]:
    """The command that a line begins or ends with, with `x3` before it, and the rest as its label; "" for none."""
    words = list(WORD.finditer(text))
    for at in _ends(words):
        if rolls(folded(without_names(words[at][0]))):
            before = words[at - 1][0] if at else ""
            times = at and (TIMES.match(folded(before)) or (at == 1 and is_times(before)))
            start = words[at - 1 if times else at].start()
            label = f"{text[:start].strip()} {text[words[at].end() :].strip()}".strip()
            return text[start : words[at].end()], label
    return "", ""


def _ends(words: list[re.Match[str]]) -> tuple[int, ...]:
    """Where a line may have its command: its first word, the one after `x3`, or its last."""
    if not words:
        return ()
    first = 1 if len(words) > 1 and is_times(words[0][0]) else 0
    return (first, len(words) - 1)

"""`{names}` in a line of chat: the palette's definitions over the values of a sheet, filled in and joined."""

import re
from collections.abc import Mapping
from itertools import islice

import msgspec

from takusen.play.handles import Refused
from takusen.table import changes
from takusen.table.arithmetic import NoNumber, computed, is_arithmetic
from takusen.table.notation import CHOICE, NAME, WORD, folded, is_times, looks_like_command, without_names

DEEPEST = 128
LONGEST = 10_000
LEFT, RIGHT = "\ue000", "\ue001"
BRACES = str.maketrans({LEFT: "{", RIGHT: "}"})
SIGNS = re.compile(r"[-+]{2,}")
RATING = re.compile(r"(?:\A|\s)S?O?H?K[\d(]", re.I)
HALVED = re.compile(r"//(.*)\Z")
CRITICAL = re.compile(r"\[(\d+(?:[-+*/]\d+)+)\]")
NOTHING = re.compile(r"(?:\$[-+]|#)0(?!\d)")
FOE = re.compile(r"(?<![0-9A-Za-z])t[{｛]([^{}｛｝]*)[}｝]")
COUNT = re.compile(r"\A(\d+)\s+")
OPERAND = re.compile(r"[\w)\]}｝]\Z")


class Variables:
    """What names stand for: a palette's definitions, then a sheet's values; in any width, and in any case if only one
    name fits."""

    def __init__(self, defined: Mapping[str, str], sheet: Mapping[str, str]) -> None:
        self.defined = {folded(name): value for name, value in defined.items()}
        self.sheet = {folded(name): value for name, value in sheet.items()}
        self._any_case = _by_case([*self.defined, *self.sheet])

    def get(self, name: str) -> str | None:
        """The text behind a name, as it was written; None for an unknown one."""
        name = folded(name)
        for known in (name, self._any_case.get(name.casefold(), "")):
            if known in self.defined:
                return self.defined[known]
            if known in self.sheet:
                return self.sheet[known]
        return None

    def number(self, name: str) -> int | None:
        """The number that a name comes to; None where it comes to none."""
        text = expand(f"{{{name}}}", self)
        try:
            return None if text.refused else computed(folded(text.text))
        except NoNumber:
            return None


def _by_case(names: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        found[name.casefold()] = "" if name.casefold() in found else name
    return found


class Expanded(msgspec.Struct, frozen=True):
    """A line with its names filled in: the whole, and of a line that rolls or changes something its command, folded.

    `missing` are the names that nothing stands for, `empty` those that stand for nothing and count 0. One that is
    `refused` must not be posted.
    """

    text: str
    command: str = ""
    missing: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    refused: Refused | None = None


def expand(text: str, variables: Variables) -> Expanded:
    """Fill a line's names in, those of their values too, and join signs: `2d6++4` is `2d6+4`, `+-1` is `-1`."""
    head, tail = _head(text)
    filling = _Filling(variables)
    command, rest = _command(filling.filled(head, sums=True) + filling.filled(tail))
    missing, empty = tuple(dict.fromkeys(filling.missing)), tuple(dict.fromkeys(filling.empty))
    refused = filling.refused
    if missing and (command or head) and not refused:
        refused = Refused.because("palette_missing", names=tuple(map(_braced, missing)))
    return Expanded(f"{command}{rest}", command, missing, empty, refused)


def _braced(name: str) -> str:
    return name if name.endswith("}") else f"{{{name}}}"


def _head(text: str) -> tuple[str, str]:
    """What of a line is to be reckoned with, and the rest: a resource line whole, a command, or a name that may stand
    for one."""
    if changes.read(without_names(text)):
        return text, ""
    words = list(islice(WORD.finditer(text), 2))
    at = 1 if len(words) > 1 and is_times(words[0][0]) else 0
    does = bool(words) and (NAME.fullmatch(words[at][0]) or looks_like_command(folded(without_names(words[at][0]))))
    return (text[: words[at].end()].lstrip(), text[words[at].end() :]) if does else ("", text)


def _command(filled: str) -> tuple[str, str]:
    """The command of a line without names, ready to roll, and what follows it."""
    head, tail = _head(filled)
    return (head if changes.read(head) else _joined(folded(head))), tail


class _Filling:
    """Fills in names pass by pass, until none is left or too many went by."""

    def __init__(self, variables: Variables) -> None:
        self._variables, self._sums, self._room = variables, False, LONGEST
        self.missing: list[str] = []
        self.empty: list[str] = []
        self.refused: Refused | None = None

    def filled(self, text: str, sums: bool = False) -> str:
        """A text with its names filled in; where `sums`, numbers are joined to what stands around them."""
        self._sums = sums
        for _ in range(DEEPEST):
            before, text = text, NAME.sub(self._value, FOE.sub(self._foes, text))
            if text == before:
                return text.translate(BRACES)
        name = NAME.search(text)
        return self._endless(name[1] if name else "")

    def _endless(self, name: str) -> str:
        self.refused = self.refused or Refused.because("palette_endless", name=name)
        return ""

    def _foes(self, found: re.Match[str]) -> str:
        self.missing.append(f"t{{{found[1].strip()}}}")
        return f"t{LEFT}{found[1]}{RIGHT}"

    def _value(self, found: re.Match[str]) -> str:
        name = found[1].strip()
        value = self._variables.get(name)
        if value is None:
            self.missing.append(name)
            return f"{LEFT}{found[1]}{RIGHT}"
        value = value.strip()
        self._room -= len(value)
        if self._room < 0:
            return self._endless(name)
        if not self._sums:
            return value
        if not value:
            self.empty.append(name)
            return "" if OPERAND.search(found.string[: found.start()]) else "0"
        return "".join(folded(value).split()) if is_arithmetic(folded(value)) else value


def _joined(command: str) -> str:
    """A command with runs of signs made one, and what the sheets' own sites write brought into BCDice's form."""
    command = COUNT.sub(r"x\1 ", command)
    if CHOICE.match(command):
        return command
    command = SIGNS.sub(lambda run: "-" if run[0].count("-") % 2 else "+", command)
    return _rating(command) if RATING.search(command) else command


def _rating(command: str) -> str:
    """`k10+8//` and `k10+8//+2` halve, `[8-1]` is a critical value, and what changes nothing is left out."""
    halved = HALVED.sub(lambda rest: f"h+({rest[1]})" if rest[1] else "h", command)
    return NOTHING.sub("", CRITICAL.sub(r"[(\1)]", halved))

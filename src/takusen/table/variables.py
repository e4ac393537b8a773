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
NESTED = 8
LONGEST = 4_000
LEFT, RIGHT, EMPTY = "\ue000", "\ue001", "\ue002"
BRACES = str.maketrans({LEFT: "{", RIGHT: "}"})
SIGNS = re.compile(r"[-+]{2,}")
RATING = re.compile(r"(?:\A|\s)S?O?H?K[\d(]", re.I)
HALVED = re.compile(r"//(.*)\Z")
CRITICAL = re.compile(r"\[(\d+(?:[-+*/]\d+)+)\]")
NOTHING = re.compile(r"(?:\$[-+]|#)0(?!\d)")
FOE = re.compile(r"(?<![0-9A-Za-z])t[{｛]([^{}｛｝]*)[}｝]")
COUNT = re.compile(r"\A(\d+)\s+")
EMPTIES = re.compile(rf"([\w)\]}}{RIGHT}]?){EMPTY}+")


class Filled(msgspec.Struct, frozen=True):
    """A text with its names filled in; `missing` and `empty` ones are marked in it, `endless` never ends."""

    text: str
    missing: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    endless: str = ""


class Variables:
    """What names stand for: a palette's definitions, then a sheet's values; in any width, and in any case if only one
    name fits."""

    def __init__(self, defined: Mapping[str, str], sheet: Mapping[str, str]) -> None:
        self.defined = {folded(name): value for name, value in defined.items()}
        self.sheet = {folded(name): value for name, value in sheet.items()}
        self._any_case = _by_case([*self.defined, *self.sheet])
        self._known: dict[tuple[str, bool], Filled] = {}

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

    def filled(self, name: str, sums: bool, depth: int = 0) -> Filled:
        """What a name stands for, with the names in it filled in; worked out once."""
        key = (name, sums)
        if key not in self._known:
            self._known[key] = Filled("", endless=name)  # where it leads back to itself, or too deep
            self._known[key] = self._worked_out(name, sums, depth)
        return self._known[key]

    def _worked_out(self, name: str, sums: bool, depth: int) -> Filled:
        value = self.get(name)
        if value is None:
            return Filled(f"{LEFT}{name}{RIGHT}", missing=(name,))
        value = value.strip()
        if depth > DEEPEST or len(value) > LONGEST:
            return Filled("", endless=name)
        if sums and not value:
            return Filled(EMPTY, empty=(name,))
        if sums and is_arithmetic(folded(value)):
            return Filled("".join(folded(value).split()))
        return Filling(self, sums, depth + 1).filled(value)


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
    if not head and not NAME.search(text):
        return Expanded(text)
    parts = Filling(variables, sums=True).filled(head), Filling(variables, sums=False).filled(tail)
    endless = next((one.endless for one in parts if one.endless), "")
    if endless:
        return Expanded(text, refused=Refused.because("palette_endless", name=endless))
    command, rest = _command(_zeroed(parts[0].text).translate(BRACES) + parts[1].text.translate(BRACES))
    missing = tuple(dict.fromkeys(name for one in parts for name in one.missing))
    refused = Refused.because("palette_missing", names=tuple(map(_braced, missing))) if missing and head else None
    return Expanded(f"{command}{rest}", command, missing, parts[0].empty, refused)


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


class Filling:
    """Fills the names of one text in, the innermost first."""

    def __init__(self, variables: Variables, sums: bool, depth: int = 0) -> None:
        self._variables, self._sums, self._depth = variables, sums, depth
        self._missing: list[str] = []
        self._empty: list[str] = []
        self._endless = ""

    def filled(self, text: str) -> Filled:
        """The text with its names filled in; where `sums`, numbers lose their blanks and empty values are marked."""
        most = len(text) + LONGEST
        for _ in range(NESTED):
            before, text = text, NAME.sub(self._value, FOE.sub(self._foes, text))
            if text == before or self._endless or len(text) > most:
                break
        if len(text) > most or NAME.search(text):
            self._endless = self._endless or text[:20]
        missing, empty = tuple(dict.fromkeys(self._missing)), tuple(dict.fromkeys(self._empty))
        return Filled("" if self._endless else text, missing, empty, self._endless)

    def _foes(self, found: re.Match[str]) -> str:
        name = found[1].strip()
        self._missing.append(f"t{{{name}}}")
        return f"t{LEFT}{name}{RIGHT}"

    def _value(self, found: re.Match[str]) -> str:
        if self._endless:
            return ""
        value = self._variables.filled(found[1].strip(), self._sums, self._depth)
        self._missing += value.missing
        self._empty += value.empty
        self._endless = value.endless
        return value.text


def _zeroed(text: str) -> str:
    """Empty values count 0, but after a number nothing: `3{空}` is 3."""
    return EMPTIES.sub(lambda found: found[1] if found[1] else "0", text)


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

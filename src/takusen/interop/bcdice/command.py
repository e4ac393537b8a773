"""A typed dice command: folded to half width, and refused before it runs where its form tells enough."""

import re
from functools import cache

import msgspec

from takusen.interop.bcdice.systems import System
from takusen.play.handles import Refused
from takusen.table.notation import folded

LENGTH = 300
REPEATS = 100
AT_ONCE = 200
MOST = 10_000
DIGITS = 15
LARGE = re.compile(rf"[1-9]\d{{{DIGITS}}}|\de\+\d")
"""A number beyond what BCDice counts exactly."""
REPEAT = re.compile(r"S?(?:REPEAT|REP|X)(\d+)\s+(.*)", re.I)
CHOICE = re.compile(r"S?CHOICE", re.I)
DICE = re.compile(r"(\d+)(?:[DBRU]|T[YZ])", re.I)
NO_DICE = re.compile(r"(?<!\d)0+[DBRU]\d|\d[DBRU]0+(?!\d)", re.I)


class Typed(msgspec.Struct, frozen=True):
    """A line that may be a command: what BCDice gets, how often it is repeated, and what is repeated."""

    text: str
    times: int
    once: str

    @property
    def head(self) -> str:
        """The command without its comment."""
        return self.once.split(maxsplit=1)[0]

    @property
    def dice(self) -> int:
        """How many dice the form asks for; critical dice come on top."""
        at_once = (int(found) for found in DICE.findall(self.head) if len(found) <= 3)
        return self.times * sum(count for count in at_once if count <= AT_ONCE)

    @property
    def is_choice(self) -> bool:
        """Whether blanks belong to the command."""
        return bool(CHOICE.match(self.head))


def typed(line: str, system: System) -> Typed | None:
    """A line as a command; None where it can't be one of this system."""
    text = folded(line.lstrip()[: 2 * LENGTH].split("\n", 1)[0])
    repeat = REPEAT.match(text)
    once = repeat[2].strip() if repeat else text
    if not once or not _fits(system).match(once):
        return None
    made = Typed(text, int(repeat[1][:6]) if repeat else 1, once)
    prose = len(made.head) > LENGTH and not made.head.isascii() and not made.is_choice
    return None if prose else made


def refused(line: Typed) -> Refused | None:
    """Why a command is not even tried."""
    if len(line.once if line.is_choice else line.head) > LENGTH:
        return Refused.because("command_too_long", most=LENGTH)
    if REPEAT.match(line.text) and not 1 <= line.times <= REPEATS:
        return Refused.because("bad_repeat", most=REPEATS)
    if REPEAT.match(line.once):
        return Refused.because("nested_repeat")
    if line.dice > MOST:
        return Refused.because("too_many_dice", most=MOST)
    return too_large(line, line.head)


def too_large(line: Typed | None, text: str) -> Refused | None:
    """Why a number in a command, or in what it came to, can't be trusted; what may be chosen is only text."""
    wrong = line is not None and not line.is_choice and LARGE.search(text)
    return Refused.because("number_too_large", most=DIGITS) if wrong else None


@cache
def _fits(system: System) -> re.Pattern[str]:
    return re.compile(system.pattern, re.I)

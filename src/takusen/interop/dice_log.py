"""Logs of other tools: who said what when, and what the dice that they print came to."""

import re
from collections.abc import Iterator

import msgspec

from takusen.interop.text import folded, spoken

TIME = re.compile(r"^\s*\[?(\d{1,2}:\d{2}(?::\d{2})?)\]?[\s:：]*")
TAB = re.compile(r"^\s*\[([^\]\d][^\]]{0,20})\]\s*")
SPEAKER = re.compile(r"^([^：:()\[\]]{1,40})[：:]\s*(?=\S)")
ARROW = re.compile(r"\s+(?:→|>)\s+")
RESULT = re.compile(r"^(?:([+-]?\d{1,9})(?:\s+(\S.*))?|(\S+))$")
VERDICTS = {
    "自動的失敗": "fumble", "ファンブル": "fumble", "致命的失敗": "fumble", "自動的成功": "critical",
    "クリティカル": "critical", "決定的成功": "critical", "スペシャル": "success", "成功": "success", "失敗": "failure",
}  # fmt: skip
SHORT = re.compile(r"(?<![\w.])(\d{1,3}d\d{1,4})=(\d{1,6})(?!\d|,\d)(?:\s+(\S{2,12}))?", re.IGNORECASE)
DICE = re.compile(r"\d*d\d|keyno\.|choice|\d+[bru]\d|k\d", re.IGNORECASE)
VALUES = re.compile(r"^[*\d]+(?:,[*\d]+)*(?:[+-]\d+)*$")


class LoggedLine(msgspec.Struct, frozen=True):
    """One line of talk: without colour marks, its signs as they were meant."""

    text: str
    time: str = ""
    speaker: str = ""


class LoggedRoll(msgspec.Struct, frozen=True):
    """Dice as a log prints them. `result` is None where it is no number; an automatic failure of a rating is 0.

    `adds_up` tells whether the numbers printed on the way come to it, None where none are.
    """

    command: str
    result: int | None
    text: str = ""
    verdict: str = ""
    rating: bool = False
    adds_up: bool | None = None


class Log(msgspec.Struct, frozen=True):
    """What could be read of a log."""

    lines: tuple[LoggedLine, ...] = ()
    rolls: tuple[LoggedRoll, ...] = ()


def read(text: str) -> Log:
    """The talk and the dice of a log."""
    lines = [line for line in text.split("\n") if line.strip()]
    said = tuple(_line(line) for line in lines)
    return Log(said, tuple(roll for one in said for roll in _rolls(one.text)))


def is_log(text: str) -> bool:
    """Whether a text is a log rather than a sheet: times before its lines, or several rolls with their results."""
    log = read(text[:50_000])
    return sum(1 for one in log.lines if one.time) * 2 > len(log.lines) or len(log.rolls) >= 2


def _line(line: str) -> LoggedLine:
    time = TIME.match(line)
    rest = line[time.end() :] if time else line
    tab = TAB.match(rest)
    rest = rest[tab.end() :] if tab else rest
    speaker = SPEAKER.match(rest) if time or tab else None
    name = spoken(speaker[1]) if speaker and not DICE.search(folded(speaker[1])) and "World" not in speaker[1] else ""
    return LoggedLine(spoken(rest[speaker.end() :] if speaker and name else rest), time[1] if time else "", name)


def _rolls(text: str) -> Iterator[LoggedRoll]:
    """The rolls that a line prints: `2d6=7`, or a command, numbers on the way, and a result, with arrows between."""
    plain = folded(text)[:2000]
    for found in SHORT.finditer(plain):
        yield LoggedRoll(found[1], int(found[2]), found[0], _verdict(found[3] or ""))
    parts = ARROW.split(plain)
    at = next((at for at in range(len(parts) - 2, -1, -1) if _is_command(parts[at])), None)
    if at is not None:
        yield _roll(parts[at].split(" ")[-1], parts[at + 1 :])


def _is_command(part: str) -> bool:
    """Whether a part is what was rolled: not the faces (2D:[6,4]=10), not a sum."""
    return bool(DICE.search(part)) and not part.strip().upper().startswith("2D:") and not SHORT.search(part)


def _roll(command: str, parts: list[str]) -> LoggedRoll:
    rating = "keyno" in command.lower()
    verdict = next(filter(None, map(_verdict, reversed(parts))), "")
    numbers = [found[1] for part in parts if (found := RESULT.match(part.strip())) and found[1]]
    last = parts[-1].strip()
    if rating and verdict == "fumble":
        return LoggedRoll(command.strip("()"), 0, last, verdict, rating)
    result = int(numbers[-1]) if numbers else None
    return LoggedRoll(command.strip("()"), result, last, verdict, rating, _adds_up(parts, result) if rating else None)


def _verdict(text: str) -> str:
    return next((VERDICTS[word] for word in VERDICTS if word in text), "")


def _adds_up(parts: list[str], result: int | None) -> bool | None:
    """Whether the values read off the table come to the result."""
    values = next((part.strip() for part in parts[1:] if VALUES.match(part.strip())), "")
    if not values or result is None or "*" in values:
        return None
    return sum(int(one) for one in re.findall(r"[+-]?\d+", values)) == result

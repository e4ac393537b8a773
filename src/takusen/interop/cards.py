"""What the readers of card files share: names and texts within bounds, colours, and which things are no cards."""

import re
from collections.abc import Iterable
from typing import Final

from takusen.interop.text import tidy
from takusen.library.merging import Record

COLOURS: Final = "WUBRG"
NO_CARDS: Final = frozenset(
    ("token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard", "phenomenon", "dungeon")
)
"""Layouts of what no deck holds. Whatever else a layout is called, it is a card's."""

NO_TYPES = re.compile(r"(?:Card|Token|Emblem)\b")
NAME_LIMIT = 300
TEXT_LIMIT = 20_000

NO_CARD: Final = "no_card"
BROKEN: Final = "broken"
WRONG: Final = "wrong"
TOO_LONG: Final = "too_long"
SEEN: Final = "seen"
UNKNOWN: Final = "unknown"
OVERSIZED: Final = "oversized"
REASONS: Final = (NO_CARD, SEEN, TOO_LONG, OVERSIZED, BROKEN, WRONG, UNKNOWN)
"""Why something in a file is left out, as words of the catalogs."""

Read = Record | str
"""A record, or the reason why there is none."""


class Left(Exception):
    """Something is left out for one of the `REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def named(name: str | None) -> str:
    """A name as it is kept. Raises Left where there is none."""
    found = " ".join(tidy(name or "").split())
    if not found:
        raise Left(WRONG)
    if len(found) > NAME_LIMIT:
        raise Left(TOO_LONG)
    return found


def written(text: str | None) -> str:
    """A text as it is kept. Raises Left for one that no card could hold."""
    found = tidy(text or "").strip()
    if len(found) > TEXT_LIMIT:
        raise Left(TOO_LONG)
    return found


def costing(cost: str | None) -> str | None:
    """A cost as it is kept: None where there is none, which is not {0}."""
    return written(cost) or None


def colours(given: Iterable[str] | None, cost: str | None = "") -> str:
    """Colours in the order of the wheel, those of the cost where a file gives none."""
    found = set(re.findall(r"[WUBRG]", cost or "")) if given is None else set(given)
    return "".join(one for one in COLOURS if one in found)


def keywords(given: Iterable[str], text: str) -> tuple[str, ...]:
    """A card's keywords that a face has."""
    held = text.casefold()
    return tuple(word for word in given if word.casefold() in held)


def sized(read: Read) -> Read:
    """What was read, unless it holds a number that no card has."""
    return OVERSIZED if isinstance(read, Record) and read.card.oversized else read


def need_card(layout: str, type_line: str) -> None:
    """Raises Left for what is no card."""
    if layout in NO_CARDS or NO_TYPES.match(type_line):
        raise Left(NO_CARD)

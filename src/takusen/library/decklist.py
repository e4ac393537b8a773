"""Deck lists as people paste them, from any tool: counts and names by section, and what can't be read by its line."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

import msgspec

from takusen.library.names import IN_JAPANESE
from takusen.rulebook.card import COMMANDER, MAIN, SIDEBOARD

TEXT_LIMIT: Final = 60_000
LINES_LIMIT: Final = 300
LINE_LIMIT: Final = 400
COUNT_LIMIT: Final = 250
CARDS_LIMIT: Final = 1_000
ASIDE: Final = "aside"
"""The section of what a list only speaks about."""


class Entry(msgspec.Struct, frozen=True):
    """So many of a card, in a section: the names that the line may mean, the likeliest first. `line` counts from 1."""

    line: int
    count: int
    names: tuple[str, ...]
    section: str


class Odd(msgspec.Struct, frozen=True):
    """A line that can't be read, and why, as a word of the catalogs."""

    line: int
    text: str
    why: str


class Decklist(msgspec.Struct, frozen=True):
    """What a list holds."""

    entries: tuple[Entry, ...]
    odd: tuple[Odd, ...]


HEADINGS = {
    MAIN: "deck main maindeck mainboard メイン メインデッキ デッキ 山札 ライブラリー",
    SIDEBOARD: "sideboard side sb companion サイド サイドボード 相棒",
    COMMANDER: "commander commanders commandzone command item items 統率者 統率領域 アイテム アイテムカード",
    ASIDE: "maybeboard maybe considering wishlist tokens token about 検討中 トークン",
}
KINDS = (
    "creature creatures land lands basiclands artifact artifacts enchantment enchantments instant instants sorcery "
    "sorceries spell spells planeswalker planeswalkers battle battles other others クリーチャー 土地 基本土地 呪文 "
    "アーティファクト エンチャント インスタント ソーサリー プレインズウォーカー その他"
)
SECTIONS = {word: section for section, words in HEADINGS.items() for word in words.split()}
SUBTITLES = frozenset(KINDS.split())

LINE_ENDS = re.compile("\r\n?|[\u2028\u2029\x0b\x0c\x85]")
HIDDEN = re.compile("[\ufeff\u200b\u200e\u200f\u00ad]")
COMMENT = re.compile(r"//|#|;|--|==")
HEADING = re.compile(r"[\W_]*([^\W\d_][^\d:()\[\]】>]*?)[\W_]*(?:\d+\s*(?:枚|cards?)?)?[\W_]*", re.IGNORECASE)
TOTAL = re.compile(r"(?:(?:合計|総数|計|total)\W*)?\d+\s*(?:枚|cards?)?", re.IGNORECASE)
PREFIXES = {"SB": SIDEBOARD, "CMDR": COMMANDER, "MB": MAIN}
PREFIX = re.compile(r"(SB|CMDR|MB)\s*:\s*", re.IGNORECASE)
IN_COMMAND = re.compile(r"\*CMDR\*|\[Commander", re.IGNORECASE)
COUNT_FIRST = re.compile(
    r"[x×]?(\d{1,3})(?:\s*枚\s*|\s*[x×]\s+|\s*[x×](?=[^\x00-\x7f])|\s+|(?=《))(\S.*)", re.IGNORECASE
)
COUNT_LAST = re.compile(r"(\S.*?(?:\s|(?<=》)))(?:[x×*]\s*(\d{1,6})\s*枚?)", re.IGNORECASE)
COUNT_LAST_JA = re.compile(r"(\S.*?)[\s:x×*]*(\d{1,6})\s*枚?")
PRINTING = re.compile(
    r"(?:\s(?:[(<][A-Z0-9_]{2,6}[)>]|\[[^\]]*\])(?:\s[A-Z0-9★†-]{1,10})?|\s\*[A-Z]{1,6}\*|\s\^[^^]*\^|\s#.*)+\Z",
    re.IGNORECASE,
)
BRACKETED = re.compile(r"《([^《》]+)》")
PARTS = re.compile(r"[/()]+")
LETTER = re.compile(r"[^\W\d]")


def read_decklist(text: str) -> Decklist:
    """A pasted list. What is too much of it is one odd line."""
    if len(text) > TEXT_LIMIT:
        return Decklist((), (Odd(1, "", "deck_too_long"),))
    lines = LINE_ENDS.sub("\n", text).split("\n")
    if len(lines) > LINES_LIMIT:
        return Decklist((), (Odd(LINES_LIMIT, "", "deck_too_long"),))
    read = list(_read(lines))
    entries = tuple(one for one in read if isinstance(one, Entry))
    odd = tuple(one for one in read if isinstance(one, Odd))
    if not odd and sum(one.count for one in entries) > CARDS_LIMIT:
        odd = (Odd(entries[-1].line, "", "deck_too_many"),)
    return Decklist(entries, odd)


def _read(lines: list[str]) -> Iterator[Entry | Odd]:
    section = MAIN
    for number, raw in enumerate(lines, 1):
        line = " ".join(HIDDEN.sub("", unicodedata.normalize("NFKC", raw[: LINE_LIMIT + 1])).split())
        if not line or COMMENT.match(line) or TOTAL.fullmatch(line):
            continue
        heading = _heading(line)
        if heading is not None:
            section = heading or section
        elif section != ASIDE:
            yield _entry(number, line, section)


def _heading(line: str) -> str | None:
    """The section that a line begins, "" where it only names a kind of card; None for any other line."""
    found = HEADING.fullmatch(line)
    word = found[1].replace(" ", "").casefold() if found else ""
    if word in SECTIONS:
        return SECTIONS[word]
    return "" if word in SUBTITLES else None


def _entry(number: int, line: str, section: str) -> Entry | Odd:
    if len(line) > LINE_LIMIT:
        return Odd(number, line[:40], "line_too_long")
    mark = PREFIX.match(line)
    if mark:
        line, section = line[mark.end() :], PREFIXES[mark[1].upper()]
    if IN_COMMAND.search(line):
        section = COMMANDER
    count, name = _counted(line)
    names = _names(name)
    if not names:
        return Odd(number, line[:80], "no_name")
    if not 1 <= count <= COUNT_LIMIT:
        return Odd(number, line[:80], "odd_count")
    return Entry(number, count, names, section)


def _counted(line: str) -> tuple[int, str]:
    """How many of what: the number may stand before or after, or not at all."""
    first = COUNT_FIRST.fullmatch(line)
    if first:
        return int(first[1]), first[2]
    bare = PRINTING.sub("", line)
    last = COUNT_LAST.fullmatch(bare) or (COUNT_LAST_JA.fullmatch(bare) if IN_JAPANESE.search(bare) else None)
    return (int(last[2]), last[1]) if last else (1, line)


def _names(text: str) -> tuple[str, ...]:
    """What a line may call a card: all of it, without its printing, or the one or the other of two languages."""
    inside = BRACKETED.search(text)
    whole = inside[1] if inside else text
    bare = PRINTING.sub("", whole)
    parts = PARTS.split(bare)
    several = parts if 0 < sum(bool(IN_JAPANESE.search(one)) for one in parts) < len(parts) else ()
    found = (one.strip() for one in (whole, bare, *several))
    return tuple(dict.fromkeys(one for one in found if LETTER.search(one)))

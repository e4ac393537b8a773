"""From the lines of a card to its abilities: cost, trigger, modes, chapters, loyalty, granted abilities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from takusen_books.mtg_trpg.recognise.hygiene import clean_lines
from takusen_books.mtg_trpg.recognise.labels import Context, Face
from takusen_books.mtg_trpg.recognise.vocabulary import KEYWORDS


class Option(msgspec.Struct, frozen=True):
    """A text that is carried out as a whole: an ability's effect, or one of its modes."""

    text: str
    number: int = -1


class Ability(msgspec.Struct, frozen=True):
    """One ability: in which way it comes about, and what it does (after its cost; a trigger is still in the text)."""

    index: int
    ctx: Context
    options: tuple[Option, ...]
    cost: str = ""


_CHAPTER: Final = re.compile(r"^(?:[IVX]+)(?:, [IVX]+)* — ?")
_LOYALTY: Final = re.compile(r"^\[?[+-]?(?:\d+|X)\]?: ?")
_DIE_ROW: Final = re.compile(r"^(?:\d+(?:—\d+|\+)?|\d+ or less) \| ?")
_ROLLS: Final = re.compile(r"\b(?:[Rr]olls?|d\d+|dice)\b")
_MODE: Final = re.compile(r"^(?:•|\+) *(?:\{[^ ]*\} — ?|[^.•:—\"]{1,40} — (?=[A-Z~]|\{))?(?:\{[^ ]*\} — ?)?")
_ABILITY_WORD: Final = re.compile(r"^(?![^—]{0,70}\b(?:[Cc]hoose|choice)\b)[^.:\"—]{1,70} — ?(?=[A-Z~{#\[+-])")
_POINTS_BACK: Final = re.compile(r"^(?!If |Each mode |You may )[^.]*\b(?:those|them)\b")
_TARGET_ONLY: Final = re.compile(r"^(?:Up to [a-z]+ |Another |[A-Z][a-z]+ )?(?:other )?[Tt]argets? (?:[a-z\' ,-]+)\.?$")
_PAWPRINTS: Final = re.compile(r"^(?:\{P\})+ — ?")
_LEVEL: Final = re.compile(r"^(?:LEVEL \d|Level \d|\{[^ ]*\}: Level \d|[\d*X+]+/[\d*X+]+$)")
_INLINE_MODES: Final = re.compile(r"\b[Cc]hoose (?:one|two|up to one|one or both|one or more) — (.+)$")
_COST_START: Final = re.compile(
    r"^(?:\{|\[|Sacrifice|Discard|Pay|Tap|Untap|Remove|Exile|Return|Put|Reveal|Mill|Collect|Exert|Waterbend|Unattach|"
    r"Cost|Forage|Choose|Behold|Blight|Turn|Flip|Cloak|Craft|Buyback|X|~|An opponent|Any player|Enchanted|Equipped)"
)
_INNER_QUOTE: Final = re.compile(r"(?<= )'([^']{1,400}[.!])'")
_QUOTE: Final = re.compile(r'"([^"]*)"?')
_MAKES: Final = re.compile(r"\b[Cc]reates?\b|\b[Pp]uts?\b[^.]*\btokens?\b")
_OF_TOKEN: Final = re.compile(r"(?:It|That token|They|Those tokens|The tokens?|Each of those)\b")
_REPLACES: Final = re.compile(r"^(?:If [^,]*\bwould\b|The next time|As ~ enters|~ enters (?!,))")
_EXTRA_COST: Final = re.compile(r"^As an additional cost to [^.]*\.? ?")
_TRIGGERED: Final = re.compile(r"^(?:When|Whenever|At) ")


def keyword_line(line: str) -> bool:
    """Whether a line only names keywords with their costs (what keywords imply is nobody's effect)."""
    if line.startswith("Companion"):
        return True
    low = line.lower()
    head = re.match(r"[^{—,;.\d]*", low)
    first = head.group().strip() if head else ""
    words = first.split(" ")
    for length in range(min(len(words), 4), 0, -1):
        start = " ".join(words[:length])
        if start in KEYWORDS or words[0].endswith(("cycling", "landwalk")):
            rest = low[len(start) :]
            return not rest.startswith(" — ") and (not rest or rest[0] in ",;—." or rest[:2] == " {" or "." not in line)
    return False


def _cost(line: str) -> tuple[str, str]:
    """What stands before the colon of an activated ability, and what stands after it."""
    head, colon, tail = line.partition(":")
    if not colon or '"' in head or ". " in head or not _COST_START.match(head):
        return "", line
    return head.strip(), tail.strip()


class _Line(msgspec.Struct):
    text: str
    options: list[str] = msgspec.field(default_factory=list)


def _gathered(lines: list[str]) -> list[_Line]:
    """Modes and rows of a die table join the line that they belong to."""
    gathered: list[_Line] = []
    for line in lines:
        mode, row = _MODE.match(line), _DIE_ROW.match(line)
        if mode is None and gathered:
            mode = _PAWPRINTS.match(line)
        if mode and gathered and line[0] in "•+{":
            gathered[-1].options.append(line[mode.end() :])
        elif row and gathered and _ROLLS.search(gathered[-1].text):
            gathered[-1].text += " " + line[row.end() :]
        elif row:
            gathered.append(_Line(line[row.end() :]))
        elif not _LEVEL.match(line) or _cost(line)[1] != line:
            gathered.append(_Line(line))
    return gathered


def _inline(line: _Line) -> _Line:
    """The old way to write modes: `Choose one — Destroy ...; or return ...`."""
    found = None if line.options else _INLINE_MODES.search(line.text)
    if not found:
        return line
    parts = re.split(r"; (?:or )?(?:and )?", found.group(1))
    return _Line(line.text[: found.start(1)], [part[:1].upper() + part[1:] for part in parts])


def _only_targets(text: str, line: _Line) -> str:
    """`Choose two. Destroy those permanents.` before modes that are only targets: each mode gets what is done."""
    head, _, done = text.partition(". ")
    if (
        not line.options
        or not _POINTS_BACK.match(done)
        or not all(_TARGET_ONLY.match(option) for option in line.options)
    ):
        return text
    line.options = [f"Choose {option[:1].lower()}{option[1:].rstrip('.')}. {done}" for option in line.options]
    return head + "."


def _unquoted(text: str) -> str:
    """The text with a mark for each granted ability; a quote that ends a sentence still ends it."""
    return _QUOTE.sub(lambda quote: "#1." if quote.group(1).endswith(".") else "#1", text)


def _context(text: str, spell: bool) -> Context:
    if _TRIGGERED.match(text):
        return "triggered"
    if _REPLACES.match(text):
        return "replacement"
    return "spell" if spell else "static"


def _grants(text: str, outer: Context) -> Iterator[tuple[str, Context]]:
    """The quoted abilities that somebody or something gets, unless it is a token that is made."""
    made, sentence, end = False, "", 0
    for found in _QUOTE.finditer(text):
        before = text[end : found.start()]
        end = found.end()
        sentence = before.rsplit(". ", 1)[-1] if ". " in before else (sentence + before)[-400:]
        made = made or bool(_MAKES.search(before))
        if not (_MAKES.search(sentence) or (made and _OF_TOKEN.match(sentence))):
            yield _INNER_QUOTE.sub(r'"\1"', found.group(1).strip()), outer if "emblem" in sentence else "granted"


class _Splitter:
    def __init__(self, face: Face) -> None:
        types = face.type_line.lower()
        self.spell = "instant" in types or "sorcery" in types
        self.found: list[Ability] = []

    def line(self, line: _Line, ctx: Context | None) -> None:
        """One line with its modes, and after it the abilities that it grants."""
        line = _inline(line)
        line.text = _EXTRA_COST.sub("", line.text)
        text, ctx, cost = self._opened(line.text, ctx)
        text = _only_targets(text, line)
        quoted = [*_grants(text, ctx), *(grant for option in line.options for grant in _grants(option, ctx))]
        options = [Option(_unquoted(text))]
        options += [Option(_unquoted(option), number) for number, option in enumerate(line.options)]
        if text or line.options or cost:
            self.found.append(Ability(len(self.found), ctx, tuple(options), cost))
        for grant, kind in quoted:
            if not keyword_line(grant):
                self.line(_Line(grant), kind)

    def _opened(self, text: str, ctx: Context | None) -> tuple[str, Context, str]:
        """The text without chapter number, ability word, loyalty and cost; the context that these tell."""
        chapter, word = _CHAPTER.match(text), _ABILITY_WORD.match(text)
        if chapter:
            return text[chapter.end() :], ctx or "chapter", ""
        if word:
            text = text[word.end() :]
        loyalty = _LOYALTY.match(text)
        if loyalty:
            return text[loyalty.end() :], ctx or "loyalty", text[: loyalty.end()]
        cost, text = _cost(text)
        return text, ctx or ("activated" if cost else _context(text, self.spell)), cost


def abilities(face: Face) -> list[Ability]:
    """The abilities of a face in the order they are printed."""
    splitter = _Splitter(face)
    for line in _gathered(clean_lines(face)):
        if line.options or not keyword_line(line.text):
            splitter.line(line, None)
    return splitter.found

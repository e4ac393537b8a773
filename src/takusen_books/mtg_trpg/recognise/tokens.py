"""Words and signs of a clean text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(
    r"\{[^{}\s]*\}(?:\{[^{}\s]*\})*"  # a row of symbols
    r"|[+-][\dXYx*]+/[+-]?[\dXYx*]+"  # +1/+1, -X/-X
    r"|[+-][\dX]+(?![\w/])"
    r"|and/or|#\d+|~"
    r"|[^\W_](?:[^\W_]|[-/](?=\w)|'(?!s\b)(?=\w))*"  # a word, also can't, face-down, 2/2
    r"|'s?|[.,:;•|—?!]"
)
_FULL: Final = {
    "you're": ("you", "are"),
    "they're": ("they", "are"),
    "you've": ("you", "have"),
    "they've": ("they", "have"),
}


class Words(NamedTuple):
    """A row of words: as written (a capital tells a subtype from a word) and in small letters."""

    raw: tuple[str, ...]
    low: tuple[str, ...]

    def cut(self, start: int, stop: int | None = None) -> Words:
        """The words from `start` to `stop`."""
        return Words(self.raw[start:stop], self.low[start:stop])


def words(text: str) -> Words:
    """The text as words. A possessive is a word of its own (`'s`, also after a plural)."""
    raw: list[str] = []
    for token in _TOKEN.findall(text):
        if token == "'s" and raw and raw[-1].lower() in {"it", "that", "he", "she", "there", "who", "what"}:
            raw.append("is")
        elif token == "'":
            raw.append("'s")
        else:
            raw.extend(_FULL.get(token.lower(), (token,)))
    return Words(tuple(raw), tuple(token.lower() for token in raw))

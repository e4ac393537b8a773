"""Text as people count it: a family emoji or a letter with its marks is one sign, and is never cut apart."""

import re
import unicodedata
from collections.abc import Iterator

JOINER = "\u200d"
PLAIN = re.compile(r"[\x20-\x7e\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*\Z")
MARKS = 30
KEPT = re.compile(r"([\uf900-\ufaff\U0002f800-\U0002fa1f]+)")


def signs(text: str) -> Iterator[str]:
    """The visible characters, each as it is written."""
    start = flags = 0
    for at in range(1, len(text) + 1):
        flags = flags + 1 if _is_flag(text[at - 1]) else 0
        if at == len(text) or not _joined(text[at - 1], text[at], flags):
            yield text[start:at]
            start = at


def length(text: str) -> int:
    """How many visible characters a text has."""
    return len(text) if PLAIN.match(text) else sum(1 for _ in signs(text))


def shortened(text: str, limit: int) -> str:
    """A text of at most `limit` visible characters, with … where it was cut."""
    if len(text) <= limit:
        return text
    kept: list[str] = []
    for sign in signs(text[: limit * 40]):
        if len(kept) == limit:
            return "".join(kept) + "…"
        kept.append(sign)
    return "".join(kept)


def composed(text: str) -> str:
    """NFC, but for the compatibility ideographs, which are how people write their names.

    Of the marks on one sign no more than 30 are kept: putting them in order takes time by the square of their number.
    """
    thin = text if PLAIN.match(text) else "".join(sign[: 1 + MARKS] for sign in signs(text))
    return "".join(
        part if KEPT.match(part) else unicodedata.normalize("NFC", part) for part in KEPT.split(thin) if part
    )


def _joined(before: str, after: str, flags: int) -> bool:
    """Whether nothing may come between two characters; `flags` counts the flag letters up to the first."""
    if before == JOINER and unicodedata.category(after) == "So":
        return True
    if _is_flag(before) and _is_flag(after):
        return flags % 2 == 1
    return _extends(after) or (before, after) == ("\r", "\n")


def _extends(sign: str) -> bool:
    """Marks, joiners, variation selectors, skin tones and the letters of subdivision flags."""
    if sign < "\u0300":
        return False
    tone = "\U0001f3fb" <= sign <= "\U0001f3ff"
    tag = "\U000e0020" <= sign <= "\U000e007f"
    return tone or tag or sign in (JOINER, "\uff9e", "\uff9f") or unicodedata.category(sign) in ("Mn", "Me", "Mc")


def _is_flag(sign: str) -> bool:
    return "\U0001f1e6" <= sign <= "\U0001f1ff"

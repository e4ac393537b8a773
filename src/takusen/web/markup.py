"""Small pieces of markup that lines are made of; everything from people is escaped."""

import re
from functools import lru_cache
from zlib import crc32

from markupsafe import Markup, escape

URL = re.compile(r"https?://[^\s<>\"'「」『』（）、。]{1,2000}")
SIGN = re.compile(r"\{([0-9A-Z/]{1,5})\}")


@lru_cache(maxsize=4096)
def hue(name: str) -> int:
    """A hue that stays with a name."""
    return crc32(name.encode()) * 47 % 360


@lru_cache(maxsize=4096)
def voice(name: str) -> str:
    """The class of all that somebody of this name says and does."""
    return f"w-{crc32(name.encode()):08x}"


@lru_cache(maxsize=4096)
def who(name: str) -> str:
    """Somebody's name, in the colour that stays with it."""
    return f'<b class="who {voice(name)}" style="--h:{hue(name)}">{escape(name)}</b>'


def linked(text: str) -> Markup:
    """Escaped text in which web addresses are links."""
    if "://" not in text:
        return escape(text)
    parts: list[str] = []
    done = 0
    for found in URL.finditer(text):
        address = str(escape(found[0]))
        parts.append(str(escape(text[done : found.start()])))
        parts.append(f'<a href="{address}" target="_blank" rel="noopener noreferrer nofollow">{address}</a>')
        done = found.end()
    return Markup("".join((*parts, str(escape(text[done:])))))


def die(face: int, sides: int) -> str:
    """One die as drawn: pips on a six-sided one, the number on any other."""
    return f'<span class="d6 f{face}"><b>{face}</b></span>' if sides == 6 else f'<span class="dn"><b>{face}</b></span>'


def signed(text: str) -> Markup:
    """The text of a card, with what stands in braces as signs: `{T}`, `{2}`, `{W/U}`."""
    return Markup(SIGN.sub(r'<i class="sign">\1</i>', str(escape(text))))

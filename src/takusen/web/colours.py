"""Colours that people choose, made readable: hue and strength are theirs, lightness is the page's."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import atan2, degrees, hypot

from takusen.rulebook.pages import Figure
from takusen.web.markup import voice
from takusen.web.models import PictureModel

STRONGEST = 0.11
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@lru_cache(maxsize=1024)
def tinted(colour: str) -> str:
    """A `#rrggbb` as style: its hue and chroma for texts, and the colour itself for marks. "" for what is no colour."""
    if not COLOUR.fullmatch(colour):
        return ""
    hue, chroma = _polar(colour)
    return f"--h:{hue:.0f};--who-c:{min(chroma, STRONGEST):.3f};--own:{colour}"


def _polar(colour: str) -> tuple[float, float]:
    """Hue and chroma in OKLCH."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return degrees(atan2(b, a)) % 360, hypot(a, b)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def face_rules(figures: Iterable[Figure], pictures: Mapping[str, PictureModel]) -> Iterator[str]:
    """Rules that give lines their speaker's colour and picture, so that a line itself stays as it was written."""
    for one in figures:
        if style := tinted(one.colour):
            yield f".{voice(one.name)}{{{style.replace(';', '!important;')}!important}}"
        if one.id in pictures:
            link = pictures[one.id].link
            yield f'.{voice(one.name)}::before{{content:"";background-image:url({link}?small)!important}}'

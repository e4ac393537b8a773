"""Colours that people choose, made readable: hue and strength are theirs, lightness is the page's."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin

from takusen.rulebook.pages import Figure
from takusen.web.markup import hue, voice
from takusen.web.models import PictureModel

STRONGEST = 0.11
LIGHTNESS = 0.55
APART = 35
"""Degrees by which the hues of two names at one table differ at least, as long as there is room."""
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


@lru_cache(maxsize=1024)
def named(turn: int) -> str:
    """A hue as a colour `#rrggbb`, as a page shows a name of that hue."""
    a, b = STRONGEST * cos(radians(turn)), STRONGEST * sin(radians(turn))
    long = (LIGHTNESS + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (LIGHTNESS - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (LIGHTNESS - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    return "#" + "".join(f"{_byte(part):02x}" for part in (red, green, blue))


def _byte(part: float) -> int:
    curved = part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    return round(min(1, max(0, curved)) * 255)


def hues(figures: Iterable[Figure]) -> dict[str, int]:
    """A hue for each name at a table: its chosen colour's or its own, and else the nearest that nobody there has."""
    taken: dict[str, int] = {}
    for one in figures:
        if COLOUR.fullmatch(one.colour):
            taken[one.name] = round(_polar(one.colour)[0])
        elif one.name not in taken:
            taken[one.name] = _free(hue(one.name), tuple(taken.values()))
    return taken


def _free(own: int, taken: tuple[int, ...]) -> int:
    turned = ((own + by) % 360 for by in (0, *(sign * step for step in range(5, 181, 5) for sign in (1, -1))))
    return next((one for one in turned if all(abs((one - other + 180) % 360 - 180) >= APART for other in taken)), own)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def face_rules(figures: Iterable[Figure], pictures: Mapping[str, PictureModel]) -> Iterator[str]:
    """Rules that give lines their speaker's colour and picture, so that a line itself stays as it was written."""
    figures = tuple(figures)
    turns = hues(figures)
    for one in figures:
        if style := tinted(one.colour):
            yield f".{voice(one.name)}{{{style.replace(';', '!important;')}!important}}"
        elif turns[one.name] != hue(one.name):
            yield f".{voice(one.name)}{{--h:{turns[one.name]}!important}}"
        if one.id in pictures:
            link = pictures[one.id].link
            yield f'.who.{voice(one.name)}::before{{content:"";background-image:url({link}?small)!important}}'

"""Colours that people choose: readable as text, harmless as style."""

import re
from itertools import combinations

import pytest

from takusen.play.handles import Id
from takusen.rulebook.pages import Figure
from takusen.web.colours import APART, face_rules, hues, named, tinted
from takusen.web.models import PictureModel


@pytest.mark.parametrize(
    ("colour", "hue"), [("#ff0000", 29), ("#00ff00", 142), ("#0000ff", 264), ("#ffff00", 110), ("#3366cc", 262)]
)
def test_the_hue_is_kept(colour: str, hue: int) -> None:
    found = re.match(r"--h:(\d+);", tinted(colour))
    assert found
    assert abs(int(found[1]) - hue) <= 1


@pytest.mark.parametrize("grey", ["#000000", "#888888", "#ffffff"])
def test_grey_stays_grey(grey: str) -> None:
    assert "--who-c:0.000" in tinted(grey)


@pytest.mark.parametrize("odd", ["", "red", "#12345", "#1234567", "#12345g", "#123456}body{display:none", "url(x)"])
def test_what_is_no_colour_is_no_style(odd: str) -> None:
    assert tinted(odd) == ""
    assert list(face_rules([Figure(Id("x"), "ルカ", colour=odd)], {})) == []


def test_no_name_gets_into_a_style() -> None:
    """Names stand in classes by their hash alone."""
    figure = Figure(Id("x"), "}</style><script>", colour="#3366cc")
    rules = "".join(face_rules([figure], {"x": PictureModel("/t/a/b/pictures/c", "</style>", 1, 1)}))
    assert re.fullmatch(r"((\.who)?\.w-[0-9a-f]{8}(::before)?\{[^{}<>]*\})+", rules)


def test_two_names_at_a_table_are_told_apart() -> None:
    figures = [Figure(Id(name), name) for name in ("ナギ", "みつば", "ガルド", "ミウ", "葵", "ルカ")]
    turns = list(hues(figures).values())
    assert all(abs((a - b + 180) % 360 - 180) >= APART for a, b in combinations(turns, 2))


@pytest.mark.parametrize("turn", [29, 142, 264])
def test_the_colour_of_a_name_is_what_a_page_shows(turn: int) -> None:
    found = re.match(r"--h:(\d+);", tinted(named(turn)))
    assert found
    assert abs(int(found[1]) - turn) <= 4

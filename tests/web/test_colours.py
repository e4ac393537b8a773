"""Colours that people choose: readable as text, harmless as style."""

import re

import pytest

from takusen.play.handles import Id
from takusen.rulebook.pages import Figure
from takusen.web.colours import face_rules, tinted
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
    assert re.fullmatch(r"(\.w-[0-9a-f]{8}(::before)?\{[^{}<>]*\})+", rules)

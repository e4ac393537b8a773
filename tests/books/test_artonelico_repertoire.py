"""What a character can do, in words made from the content."""

from typing import Any

import pytest

from takusen.rules import Listed, Word
from takusen.web.render import renderer
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.arts import Item, Modify, Skill
from takusen_books.artonelico.repertoire import does, lines

STARTER: list[Any] = [art for kind in ("skills", "songs", "items") for art in getattr(BOOK._begun, kind).values()]


def said(value: Any, lang: str) -> str:
    return str(renderer(lang, BOOK).shown(value))


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("art", STARTER, ids=lambda art: str(art.name))
def test_everything_that_ships_is_told_in_words(art: Any, lang: str) -> None:
    for label, value in lines(art):
        for text in (said(label, lang), said(value, lang)):
            assert text
            assert "…" not in text
            assert "{" not in text
            assert "." not in text.replace(". ", "")


def test_an_effect_in_words() -> None:
    brace = Modify(stat="endurance", amount="1D+SL*2", turns="2", stacking="highest", to="party", when="HP*2 <= HP_MAX")
    assert said(does(brace), "ja") == "HP×2 <= HP_MAX なら：味方全員に：耐久 +1D+SL×2（2ターン）、高いほうだけ"
    assert said(does(Modify(stat="move", amount="-1")), "en") == "Move -1 (turns: 1)"


@pytest.mark.parametrize("art", [Skill("頑丈", state="passive"), Item("服", "armour")])
def test_what_is_always_on_has_no_turns(art: Any) -> None:
    told = dict(
        lines(
            type(art)(
                **{
                    **{name: getattr(art, name) for name in art.__struct_fields__},
                    "effects": (Modify(stat="luck", amount="1"),),
                }
            )
        )
    )
    assert said(told[Word("phrase.effects")], "ja") == "幸運 +1"
    assert isinstance(told[Word("phrase.effects")], Listed)

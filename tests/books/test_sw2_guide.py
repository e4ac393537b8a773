"""What to do next is said at every moment, to the GM and to players, in both languages."""

from typing import Any

import pytest
from msgspec.structs import replace

from takusen.log.audience import GM
from takusen.play.handles import Id
from takusen.rulebook.texts import LANGS
from takusen.table.opening import NewTable, opening
from takusen.table.views import view
from takusen_books.sw2_dungeon import BOOK
from takusen_books.sw2_dungeon.guide import guide, moment
from takusen_books.sw2_dungeon.world import EPILOGUE, EXPLORATION, Fight

STATE = opening(BOOK, NewTable(BOOK.id, scenario="thawing_icehouse"), 0)[0]
NAGI = Id("pc_nagi")
PLAYED = STATE.world.pcs.put(NAGI, replace(STATE.world.pcs[NAGI], player="p1"))
HERE = replace(STATE.world, phase=EXPLORATION, pcs=PLAYED)
FIGHT = Fight(Id("doll"), "人形", 2, 9)


def all_failed(world: Any) -> Any:
    """The world in which everybody has failed on every open card."""
    cards = world.cards
    for key, card in cards.items():
        cards = cards.put(key, replace(card, failed=world.here))
    return replace(world, cards=cards)


def all_down(world: Any) -> Any:
    """The world in which nobody can act."""
    pcs = world.pcs
    for key, me in pcs.items():
        pcs = pcs.put(key, replace(me, unconscious=True))
    return replace(world, pcs=pcs)


MOMENTS = {
    "introduction": STATE.world,
    "exploring": HERE,
    "retrying": all_failed(HERE),
    "fight": replace(HERE, fight=FIGHT),
    "battle": replace(HERE, battle=Id("doll")),
    "nobody": all_down(HERE),
    "epilogue": replace(HERE, phase=EPILOGUE),
}


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("seat", [GM, "p1"])
def test_every_moment_has_its_hint(name: str, seat: str) -> None:
    seen = view(BOOK, MOMENTS[name], seat, STATE.reading)
    assert moment(seen) == name
    section, _, key = guide(seen).text.key.partition(".")  # type: ignore[union-attr]
    for lang in LANGS:
        assert BOOK.texts.has(lang, section, key)
        assert BOOK.texts.has(lang, "panel", "guide")


def test_the_gm_finds_the_next_act_first() -> None:
    for name, act in (("introduction", "begin_exploration"), ("battle", "end_fight"), ("exploring", "explore")):
        assert BOOK.page is not None
        hand = BOOK.page(view(BOOK, MOMENTS[name], GM, STATE.reading)).hand
        assert hand[1].names[0] == act  # type: ignore[union-attr]

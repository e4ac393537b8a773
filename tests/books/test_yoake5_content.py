"""The starter set of yoake5 and its scenarios: what fits together, what can be paid, and what a wrong file is told."""

from collections import Counter

import pytest

from takusen.rulebook.book import installed
from takusen.rulebook.toml import BadFile
from takusen.rules import Table
from takusen.table.opening import NewTable, opening
from takusen.table.views import view
from takusen_books.yoake5.amiss import all_amiss
from takusen_books.yoake5.blocks import PASSIVE
from takusen_books.yoake5.catalogue import catalogue
from takusen_books.yoake5.ledger import KINDS
from takusen_books.yoake5.world import Character, World

BOOK = installed()["yoake5"]
KNOWN = catalogue(BOOK.usual)


def begun(scenario: str, layers: tuple[str, ...] = ()) -> World:
    state, _ = opening(BOOK, NewTable(book="yoake5", scenario=scenario, layers=layers), 0)
    world: World = state.world
    return world


def test_every_entry_is_sound() -> None:
    assert list(all_amiss(BOOK.usual.content)) == []


def test_the_starter_set_is_large_enough_to_play() -> None:
    assert len(KNOWN.skills) >= 60
    assert len(KNOWN.items) >= 40
    assert len(KNOWN.foes) >= 10
    assert len(KNOWN.emotions) >= 12
    assert sum(foe.boss for foe in KNOWN.foes.values()) == 2
    timings = Counter(skill.timing for skill in KNOWN.skills.values())
    assert {PASSIVE, "setup", "move", "minor", "major", "cleanup", "preplay", "after"} <= set(timings)


@pytest.mark.parametrize("layers", [(), ("majo@2018-10-01",), ("majo@2019-04-19",)])
def test_ready_characters_are_made_by_the_reading_of_the_table(layers: tuple[str, ...]) -> None:
    world = begun("after_closing_time", layers)
    assert len(world.characters) == len(KNOWN.ready)
    for one, me in world.characters.items():
        assert me.experience >= 0
        assert me.money >= 0
        assert me.lp == me.max_lp > 0
        assert me.hp > 0
        assert not me.making
        assert folded(world, one) == (me.experience, me.money, me.max_lp, me.tickets)
    assert any(me.money > 800_000 for me in world.characters.values()) == bool(layers)


def folded(world: World, one: str) -> tuple[int, int, int, Table[str, int]]:
    """What a history adds up to."""
    me = Character("")
    for entry in next(kept for key, kept in world.histories.items() if key == one).records:
        me = KINDS[entry.kind](me, entry)
    return me.experience, me.money, me.max_lp, me.tickets


def test_an_evening_has_scenes_and_a_fight_in_rows() -> None:
    world = begun("rift_over_exams")
    assert list(world.scenes) == ["windows", "training_ground", "rift"]
    assert world.guide
    rows = {foe: (row, hidden) for foe, row, hidden in world.encounters["herald"].foes}
    assert rows["rift_scout"] == (2, True)


WRONG = """
[meta]
title = "夜"
[[encounter]]
id = "one"
title = "戦い"
foes = [{ foe = "ink_imps" }]
"""


def test_a_foe_that_nobody_knows_is_named_with_its_line_and_mend() -> None:
    with pytest.raises(BadFile) as wrong:
        opening(BOOK, NewTable(book="yoake5", source=WRONG, file="mine.toml"), 0)
    told = str(wrong.value)
    assert "mine.toml" in told
    assert "ink_imps" in told
    assert "nearest is ink_imp." in told


@pytest.mark.parametrize("seat", ["gm", "p1", "w1"])
def test_the_gm_alone_reads_the_guide_scenes_and_fights(seat: str) -> None:
    shown = repr(BOOK.page(view(BOOK, begun("rift_over_exams"), seat, BOOK.usual)))
    for told in ("指を差し入れている", "寮を出ると決める場面", "rift_scout", "先ぶれの群れ"):
        assert (told in shown) == (seat == "gm")

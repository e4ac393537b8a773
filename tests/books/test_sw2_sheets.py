"""Sheets of other tools as characters of the dungeon."""

from pathlib import Path

import pytest

from takusen.interop.reading import read
from takusen.log.codec import plain, typed
from takusen.log.table import Table
from takusen.rulebook.sheet import Amount, Part, Sheet
from takusen_books.sw2_dungeon import BOOK
from takusen_books.sw2_dungeon.sheets import adopt
from takusen_books.sw2_dungeon.world import PC, Monster

RIKKA = Sheet(
    tool="charasheet",
    system="SW2.0",
    name="リッカ",
    race="人間",
    level=5,
    abilities=Table({"器用度": 12, "敏捷度": 11, "筋力": 18, "生命力": 13, "知力": 20, "精神力": 20}),
    bonuses=Table({"器用度": 2, "敏捷度": 1, "筋力": 3, "生命力": 2, "知力": 4, "精神力": 3}),
    skills=Table({"ソーサラー": 5, "占い師": 2, "スカウト": 0}),
    gauges=Table({"HP": Amount(20, 28), "MP": Amount(None, 20), "穢れ度": Amount(1, 5)}),
    values=Table({"防護点": "3", "生命抵抗力": "9", "精神抵抗力": "8"}),
    items=Table({"救命草": 2, "縄": 0}),
)


def test_what_is_printed_wins() -> None:
    adopted = adopt(RIKKA, "p1")
    assert (adopted.collection, adopted.notes) == ("pcs", ())
    me: PC = adopted.value
    assert (me.name, me.player, me.level, me.intellect) == ("リッカ", "p1", 5, 20)
    assert me.bonuses == Table({"intellect": 4})
    assert me.base("ソーサラー", "intellect") == 9
    assert (me.hp, me.hp_max, me.mp, me.mp_max, me.armour) == (20, 28, 20, 20, 3)
    assert (me.fortitude, me.willpower) == (9, 0)
    assert (me.resistance("fortitude"), me.resistance("willpower")) == (9, 8)
    assert me.skills == Table({"ソーサラー": 5, "占い師": 2})
    assert me.items == Table({"救命草": 2})
    assert me.memo == "穢れ度 1/5"


def test_what_is_not_printed_follows_the_formulas() -> None:
    bare = Sheet(tool="ytsheet", system="SW2.0", name="x", abilities=RIKKA.abilities, skills=RIKKA.skills)
    me: PC = adopt(bare, "gm").value
    assert (me.hp_max, me.mp_max, me.player) == (28, 20, "")
    assert me.bonus("intellect") == 3


def test_a_sheet_of_another_game_comes_in_with_a_note() -> None:
    other = Sheet(tool="ccfolia", game="ある探索ゲーム", name="ミナト", gauges=Table({"HP": Amount(11, 12)}))
    adopted = adopt(other, "p2")
    assert [note.key for note in adopted.notes] == ["phrase.other_system"]
    assert (adopted.value.hp, adopted.value.hp_max) == (11, 12)
    newer = Sheet(tool="ytsheet", system="SW2.5", name="x", asked=("HP",))
    assert [note.key for note in adopt(newer, "p2").notes] == ["phrase.from_sw25", "phrase.fill_in"]


def test_a_monster_comes_to_the_monsters() -> None:
    wolf = Sheet(
        tool="ytsheet",
        system="SW2.0",
        kind="monster",
        name="狼",
        level=2,
        gauges=Table({"HP": Amount(None, 18)}),
        parts=(Part("牙", hit="4", damage="2d6+2"),),
        memo="群れで狩る",
    )
    adopted = adopt(wolf, "gm")
    found: Monster = adopted.value
    assert (adopted.collection, found.level, found.hp, found.met) == ("monsters", 2, 18, False)
    assert found.block == "群れで狩る\n牙 4 2d6+2"


def real(shared: Path) -> list[Path]:
    folder = shared / "cases/real_inputs"
    kinds = ("ytsheet_json", "ytsheet_monster", "ytsheet_text", "charasheet_json", "charasheet_txt", "ccfolia_json")
    return [path for kind in (*kinds, "udonarium_xml") for path in sorted((folder / kind).iterdir())]


def test_every_real_sheet_is_adopted_and_can_be_logged(shared: Path) -> None:
    files = real(shared)
    adopted = [adopt(sheet, "p1") for path in files for sheet in sheets(path)]
    assert len(adopted) >= len(files) * 3 // 4
    for one in adopted:
        assert typed(plain(one.value), type(one.value)) == one.value
        for note in one.notes:
            section, _, key = note.key.partition(".")
            assert all(BOOK.texts.has(lang, section, key) for lang in ("ja", "en"))


def sheets(path: Path) -> tuple[Sheet, ...]:
    """The sheets in a file; none in one that only tells how it should be refused."""
    found = read(path.read_bytes())
    return found if isinstance(found, tuple) else ()


@pytest.mark.parametrize("seat", ["gm", "p1"])
def test_a_sheet_is_the_seat_s_that_brings_it(seat: str) -> None:
    assert adopt(RIKKA, seat).value.player == ("" if seat == "gm" else seat)

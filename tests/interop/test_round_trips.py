"""What is written is read again, and what is thrown at the readers never breaks them."""

from __future__ import annotations

import json
from time import thread_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from takusen.interop import ccfolia, own, palette, udonarium
from takusen.interop.reading import read
from takusen.interop.text import named
from takusen.log.table import Table
from takusen.rulebook.sheet import ABILITIES, SW20, Amount, Icon, Remark, Sheet
from tests.interop import samples
from tests.interop.reading import one
from tests.interop.test_readers import TEXTS

LABEL = st.text("力技体心術弾札波あいうABCxyz0123", min_size=1, max_size=8)
NAME = st.text(min_size=1, max_size=20).map(lambda text: named(text)[0]).filter(bool)
AMOUNT = st.builds(lambda now, more: Amount(now, now + more), st.integers(0, 900), st.integers(1, 90))
SCORES = st.dictionaries(st.sampled_from(ABILITIES), st.integers(1, 60), min_size=6).map(Table)


@st.composite
def sheets(draw: Any) -> Sheet:
    """Characters with all that pieces carry."""
    abilities = draw(SCORES)
    return Sheet(
        tool="text",
        system=SW20,
        name=draw(NAME),
        level=5,
        abilities=abilities,
        bonuses=Table((name, score // 6) for name, score in abilities.items()),
        skills=Table({"ファイター": 5, "スカウト": draw(st.integers(1, 5))}),
        gauges=Table({"HP": draw(AMOUNT), "MP": draw(AMOUNT)}),
        values=Table(draw(st.dictionaries(LABEL.map(lambda one: f"値{one}"), st.integers(0, 99).map(str), max_size=4))),
        palette=draw(st.sampled_from(["2d6+{スカウト} 探索", "k20[10]+{値A}\n//値A=3", ":HP-1"])),
        colour="#123456",
        icon=draw(st.sampled_from([None, Icon(samples.PNG, "image/png")])),
    )


@given(sheets())
def test_a_piece_of_ccfolia_holds_the_character(sheet: Sheet) -> None:
    again = one(ccfolia.written(sheet))
    _same(sheet, again)


@given(sheets())
def test_a_zip_of_udonarium_holds_the_character(sheet: Sheet) -> None:
    again = one(udonarium.written(sheet))
    _same(sheet, again)
    assert again.icon == sheet.icon


def _same(sheet: Sheet, again: Sheet) -> None:
    for field in ("name", "level", "abilities", "bonuses", "skills", "gauges", "colour"):
        assert getattr(again, field) == getattr(sheet, field), field
    assert sheet.values.items() <= again.values.items()
    assert again.palette.startswith(sheet.palette.split("\n")[0])


@given(sheets())
def test_our_own_form_holds_everything(sheet: Sheet) -> None:
    assert read(own.written((sheet, sheet))) == (sheet, sheet)


@pytest.mark.parametrize("name", ["ccfolia", "udonarium"])
def test_what_only_the_tool_knows_goes_back(name: str) -> None:
    sheet = one(TEXTS[name])
    written = ccfolia.written(sheet) if name == "ccfolia" else udonarium.written(sheet)
    again = one(written)
    if name == "ccfolia":
        assert sheet.unknown["ccfolia"].items() <= again.unknown["ccfolia"].items()
    else:
        assert again.unknown == sheet.unknown


def test_what_changed_is_written_and_the_rest_goes_back() -> None:
    sheet = one(TEXTS["ccfolia"])
    changed = replace(sheet, gauges=sheet.gauges.put("HP", Amount(3, 18)), name="コトハ")
    data = json.loads(ccfolia.written(changed))["data"]
    assert (data["name"], data["futureKey"], data["secret"]) == ("コトハ", {"deep": [1, None]}, True)
    assert data["status"][:2] == [{"label": "HP", "value": 3, "max": 18}, {"label": "MP", "value": 9, "max": "9"}]
    piece = one(TEXTS["udonarium"])
    moved = replace(piece, gauges=piece.gauges.put("HP", Amount(1, 20)), palette="2d6")
    again = one(udonarium.written(moved))
    assert (again.gauges["HP"], again.palette) == (Amount(1, 20), "2d6")
    assert "buff-palette" in again.unknown["udonarium"]
    assert 'hideInventory="true"' in again.unknown["udonarium"]


def test_a_sheet_without_a_palette_gets_one_that_rolls() -> None:
    text = palette.written(one(TEXTS["ytsheet"]))
    assert "k32[11]+9 ダメージ／石割りの斧2H" in text
    assert "//冒険者レベル=4" in text
    assert "2d6+9 命中力／角（頭部）" in palette.written(one(TEXTS["ytsheet_monster"]))


# fuzz ----------------------------------------------------------------------------------------------------------------

ANYTHING = st.one_of(st.text(max_size=400), st.binary(max_size=400))
PIECES = st.sampled_from(sorted(TEXTS.values()))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
KEYED = st.dictionaries(st.text(max_size=4), SCALARS, max_size=3)
ODD = st.recursive(SCALARS | KEYED, lambda inside: st.lists(inside, max_size=3))


@given(ANYTHING)
def test_anything_at_all_is_read_or_refused(thing: bytes | str) -> None:
    _read_or_refused(thing)


@given(PIECES, st.integers(0, 4000), st.text(max_size=6), st.integers(0, 300))
def test_damaged_sheets_are_read_or_refused(text: str, at: int, put: str, gone: int) -> None:
    _read_or_refused(text[:at] + put + text[at + gone :])
    _read_or_refused((text[:at] + text[at + gone :]).encode("cp932", "replace"))


@given(st.sampled_from(["ytsheet", "charasheet", "ytsheet_monster"]), st.data())
def test_sheets_with_odd_values_are_read_or_refused(name: str, data: Any) -> None:
    made = getattr(samples, name)()
    for key in data.draw(st.lists(st.sampled_from(sorted(made)), max_size=6)):
        made[key] = data.draw(ODD)
    _read_or_refused(json.dumps(made))


@given(st.dictionaries(st.sampled_from(sorted(samples.ccfolia()["data"])), ODD, max_size=5))
def test_pieces_with_odd_values_are_read_or_refused(odd: dict[str, Any]) -> None:
    _read_or_refused(json.dumps(samples.ccfolia(**odd)))


def _read_or_refused(thing: bytes | str) -> None:
    found = read(thing)
    if isinstance(found, Remark):
        assert found.key.startswith("sheet_")
        return
    for sheet in found:
        bare = replace(sheet, unknown={})
        assert read(own.written((bare,))) == (bare,)
        ccfolia.written(sheet)
        udonarium.written(sheet)
        palette.written(sheet)


LONG = 300_000
SLOW = (
    "[", "{", '{"a":', '[{"a":', "<data>", "：", "A：", "■", "《", "|漢《", "<b ", "&lt;", '"', '\\"', "1/", "(",
    "□[", "-", " ", "2d6 ＞ ", "\n", "　", "[a]□", "ver.", "【力】1+", "Lv ", "x×", "命中力:", "攻撃方法:",
    "/ ", "a: ", "あ\n", "1 Lv / ",
)  # fmt: skip
HEADS = {
    "nothing": "",
    "archive": "キャラクター名:\n■能力値■\n■レベル・技能■\n",
    "ytsheet": "●能力値\n●レベル・技能\n",
    "monster": "攻撃方法:打撃点 先制値: 移動速度:\n",
    "json": '{"kind":"character","data":{"name":"',
    "xml": "<character>",
    "labels": "名前：あ\nHP：1\nMP：2\n",
    "log": "[21:10] あ：い\n",
    "bracketed": "【筋力】1+1=2\n【知力】1+1=2\n【器用度】1+1=2\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_long_runs_of_anything_end_within_a_second(head: str) -> None:
    for part in SLOW:
        text = head + part * (LONG // len(part))
        for given_text in (text, text.replace("\n", " ") + "\n" + text[:1000]):
            began = thread_time()
            read(given_text)
            assert thread_time() - began < 1.0, (head, part)


@settings(max_examples=20)
@given(PIECES, st.integers(2, 400))
def test_a_sheet_repeated_ends_within_a_second(text: str, times: int) -> None:
    began = thread_time()
    read((text * times)[:LONG])
    assert thread_time() - began < 1.0

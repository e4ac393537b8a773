"""Faults that users of other tools reported, each kind as it should be here."""

from __future__ import annotations

import json

import pytest

from takusen.interop import ccfolia, dice_log, palette, udonarium
from takusen.interop.text import number
from takusen.log.signs import length
from takusen.table import palette as palettes
from takusen.table.variables import Variables, expand
from tests.interop import samples
from tests.interop.reading import one


def test_b17_helper_variables_reach_the_other_tool() -> None:
    sheet = one(
        samples.text_of(
            samples.ytsheet(chatPalette="2d+{命中}+{命中修正} 斧\n//命中={ファイター}+{器用B}\n//命中修正=+1")
        )
    )
    params = {one["label"]: one["value"] for one in json.loads(ccfolia.written(sheet))["data"]["params"]}
    assert (params["命中"], params["命中修正"]) == ("6", "1")


def test_b17_a_palette_that_stands_alone_has_all_its_variables() -> None:
    data = samples.ccfolia(
        commands="2d+{命中1}+{命中修正}", params=[{"label": "命中1", "value": "4"}, {"label": "命中修正", "value": ""}]
    )
    text = palette.written(one(samples.text_of(data)))
    variables = Variables(palettes.parse(text).defined, {})
    assert expand("2d+{命中1}+{命中修正}", variables).missing == ()


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"characterName": "", "aka": "灰色の人"}, "灰色の人"),
        ({"characterName": " \u3000\u200b", "aka": "", "namePlate": "レン"}, "レン"),
        ({"characterName": "", "type": "m", "monsterName": "霧の獣"}, "霧の獣"),
        ({"characterName": None}, ""),
    ],
)
def test_b19_a_nameless_sheet_takes_another_name_or_asks(fields: dict[str, str], name: str) -> None:
    sheet = one(samples.text_of(samples.ytsheet(**fields)))
    assert sheet.name == name
    assert ("name" in sheet.asked) is not bool(name)


def test_b20_an_unknown_skill_stays_with_its_level_and_is_told() -> None:
    sheet = one(samples.text_of(samples.ytsheet(lvZzz="3")))
    assert sheet.skills["Zzz"] == 3
    assert ("sheet_skill_unknown", {"skill": "Zzz", "level": 3}) in [(one.key, dict(one.params)) for one in sheet.notes]
    assert not sheet.differences


def test_b23_the_adventurers_level_is_the_printed_one() -> None:
    sheet = one(samples.text_of(samples.ytsheet(level="", lvSco="2")))
    assert sheet.level == 4


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("１２", 12), ("+３", 3), ("−2", -2), ("1,320", 1320), ("⑫", 12), ("+-1", -1), (" 4 ", 4), ("4\u200b", 4),
        ("7.0", 7), ("12.5", None), ("1e3", None), ("", None), ("―", None), ("14+1d", None), ("1,32", None),
        ("9" * 12, None), (True, None), (None, None), (3.0, 3), (2.5, None), ([], None),
    ],
)  # fmt: skip
def test_b26_numbers_as_people_write_them(text: object, value: int | None) -> None:
    assert number(text) == value


def test_b58_colour_marks_go_and_entities_are_resolved_once() -> None:
    log = dice_log.read("[21:17] ミナ：<font color='#f00'>赤</font> &lt;b&gt; &amp;lt;")
    assert [(line.time, line.speaker, line.text) for line in log.lines] == [("21:17", "ミナ", "赤 <b> &lt;")]
    sheet = one(samples.text_of(samples.ytsheet(freeNote="&lt;font color=red&gt;赤&lt;/font&gt; 5 &lt; 6")))
    assert sheet.memo == "赤 5 < 6"


@pytest.mark.parametrize("name", ["👩‍👩‍👧‍👦の旅団", "𠮷野家", "はﾟ", "🇯🇵🇯🇵", "🎲"])
def test_b59_emoji_and_rare_letters_stay_whole(name: str) -> None:
    sheet = one(samples.text_of(samples.ccfolia(name=name)))
    assert sheet.name == name
    assert json.loads(ccfolia.written(sheet))["data"]["name"] == name
    assert one(udonarium.written(sheet)).name == name
    long = one(samples.text_of(samples.ccfolia(name=name * 60))).name
    assert (name * 60).startswith(long.rstrip("…"))
    assert length(long) <= 41


def test_b63_pictures_of_one_name_are_each_their_own() -> None:
    other = samples.PNG + b"other"
    icons = []
    for picture in (samples.PNG, other):
        files = {"data.xml": samples.UDONARIUM.format(icon="map").encode(), "map.png": picture}
        again = one(udonarium.written(one(samples.zipped(files))))
        assert again.icon is not None
        icons.append(again.icon.data)
    assert icons == [samples.PNG, other]

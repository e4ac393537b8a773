"""Sheets of every tool, with all that is odd about them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from takusen.interop.reading import read
from takusen.rulebook.sheet import Amount, Remark
from tests.interop import samples
from tests.interop.reading import one, refused, several

TEXTS = {
    "ytsheet": samples.text_of(samples.ytsheet()),
    "ytsheet_monster": samples.text_of(samples.ytsheet_monster()),
    "ytsheet_text": samples.YTSHEET_TEXT,
    "monster_text": samples.MONSTER_TABLE,
    "charasheet": samples.text_of(samples.charasheet()),
    "charasheet_text": samples.CHARASHEET_TEXT,
    "ccfolia": samples.text_of(samples.ccfolia()),
    "udonarium": samples.UDONARIUM.format(icon=""),
    "other": samples.ARIANRHOD,
}


# ゆとシートⅡ ------------------------------------------------------------------------------------------------------


def test_a_character_of_ytsheet() -> None:
    sheet = one(TEXTS["ytsheet"])
    assert (sheet.name, sheet.ruby, sheet.player, sheet.race) == ("琥珀のレン", "こはく", "ためし", "ドワーフ")
    assert sheet.abilities["筋力"] == 24  # with what is added outside the tool's own total
    assert dict(sheet.skills) == {"ファイター": 4, "プリースト": 3}
    assert (sheet.values["鍛冶屋"], sheet.values["信仰"], sheet.values["防護点"]) == ("3", "炎の神", "6")
    assert sheet.feats == ("全力攻撃Ⅰ", "武器習熟Ａ／アックス")
    assert dict(sheet.items) == {"救命草": 2, "魔香草": 3, "たいまつ": 6}
    assert [(weapon.name, weapon.critical) for weapon in sheet.weapons] == [("石割りの斧", "11")]
    assert (sheet.memo, sheet.colour) == ("一行目\n二行目", "#aa5500")
    assert dict(sheet.gauges) == {"HP": Amount(29, 29), "MP": Amount(24, 24), "防護": Amount(6)}
    assert not sheet.differences
    assert not sheet.asked


def test_printed_totals_win_and_the_differences_are_listed() -> None:
    sheet = one(samples.text_of(samples.ytsheet(hpTotal="40", bonusStr="3", weapon1AccTotal="9")))
    assert sheet.gauges["HP"].max == 40
    found = {difference.label: (difference.printed, difference.computed) for difference in sheet.differences}
    assert found == {
        "HP": (40, 29),
        "筋力ボーナス": (3, 4),
        "石割りの斧 命中力": (9, 5),
        "石割りの斧 追加ダメージ": (9, 8),
    }


@pytest.mark.parametrize(("key", "value"), [("hpTotal", "三十"), ("hpTotal", "?"), ("hpTotal", "")])
def test_hp_that_is_no_number_is_asked_for(key: str, value: str) -> None:
    sheet = one(samples.text_of(samples.ytsheet(**{key: value}, unitStatus=[{"HP": "0/0"}])))
    assert sheet.asked == ("HP",)
    assert sheet.gauges["HP"] == Amount()


def test_a_monster_of_parts() -> None:
    sheet = one(TEXTS["ytsheet_monster"])
    assert (sheet.kind, sheet.name, sheet.level, sheet.initiative) == ("monster", "霧の角獣", 6, 12)
    assert {label: amount.max for label, amount in sheet.gauges.items()} == {
        "HP": 40, "MP": 11, "頭部:HP": 40, "頭部:MP": 11, "前脚A:HP": 30, "前脚B:HP": 30,
    }  # fmt: skip
    assert sheet.values["戦利品"] == "自動 角のかけら\n2〜9 なし"
    assert [note.key for note in sheet.notes] == ["sheet_parts"]


def test_a_monster_without_a_core_has_the_hp_of_all_its_parts() -> None:
    sheet = one(samples.text_of(samples.ytsheet_monster(coreParts="なし")))
    assert sheet.gauges["HP"].max == 100
    unknown = one(samples.text_of(samples.ytsheet_monster(coreParts="", status2Hp="?")))
    assert unknown.asked == ("HP",)


def test_a_character_of_ytsheet_as_text() -> None:
    sheet = one(TEXTS["ytsheet_text"])
    assert dict(sheet.abilities) == {"器用度": 13, "敏捷度": 16, "筋力": 14, "生命力": 15, "知力": 14, "精神力": 16}
    assert (sheet.gauges["HP"].max, sheet.level, dict(sheet.items)) == (26, 2, {"救命草": 4})
    assert [(one.label, one.printed, one.computed) for one in sheet.differences] == [("MP", 21, 22)]


def test_a_monster_in_a_table() -> None:
    sheet = one(TEXTS["monster_text"])
    assert (sheet.name, sheet.aliases) == ("門の番人", ("苔むした石像",))
    assert {label: amount.max for label, amount in sheet.gauges.items()} == {
        "HP": 44, "MP": 0, "上半身:HP": 44, "下半身:HP": 38,
    }  # fmt: skip
    assert (sheet.values["知名度"], sheet.values["弱点値"], sheet.values["生命抵抗力固定値"]) == ("9", "14", "14")


def test_several_monsters_in_one_file() -> None:
    both = several(f"{samples.MONSTER_TABLE}\n----------\n{samples.MONSTER_TABLE.replace('門の番人', '橋の番人')}")
    assert [sheet.name for sheet in both] == ["門の番人", "橋の番人"]


def test_a_tool_that_sends_an_error_is_quoted() -> None:
    found = refused('{"result":"データが開けませんでした"}')
    assert (found.key, dict(found.params)) == ("sheet_tool_says", {"text": "データが開けませんでした"})


def test_another_game_of_ytsheet() -> None:
    data = {
        "result": "OK", "ver": "1.2", "characterName": "ナオ", "level": "3", "sheetDescriptionS": "ワークス:学生",
        "unitStatus": [{"HP": "27/30"}, {"侵蝕": "33"}, {"状態": "平静"}], "sheetURL": "https://sheet.example/dx3/?id=1",
    }  # fmt: skip
    sheet = one(samples.text_of(data))
    assert (sheet.system, dict(sheet.gauges)) == ("other", {"HP": Amount(27, 30), "侵蝕": Amount(33)})
    assert [note.key for note in sheet.notes] == ["sheet_unknown_game"]


# キャラクター保管所 ------------------------------------------------------------------------------------------------


def test_a_character_of_the_archive() -> None:
    sheet = one(TEXTS["charasheet"])
    assert (sheet.name, sheet.system, sheet.level) == ("ナギ", "SW2.0", 3)
    assert dict(sheet.skills) == {"シューター": 3, "プリースト": 2, "フェアリーテイマー": 1}
    assert [weapon.name for weapon in sheet.weapons] == ["短弓", "石"]
    assert dict(sheet.items) == {"矢": 12, "救命草": 2}
    assert (sheet.memo, sheet.values["信仰"], sheet.feats) == ("覚え\n書き", "風の神", ("狙撃",))
    assert not sheet.differences


def test_the_later_edition_is_known_by_its_skills() -> None:
    assert one(samples.text_of(samples.charasheet(V_GLv26="2"))).system == "SW2.5"
    assert one(samples.text_of(samples.charasheet(tokugi_mode="5"))).system == "SW2.5"


def test_another_game_of_the_archive() -> None:
    data = {"pc_name": "ケイ", "game": "coc", "HP": "12", "MP": "9", "SAN": "55", "shuzoku": "教授", "NP1": "10"}
    sheet = one(samples.text_of(data))
    assert sheet.system == "other"
    assert {label: amount.now for label, amount in sheet.gauges.items()} == {"HP": 12, "MP": 9, "SAN": 55}


def test_seven_skills_one_with_a_slash_and_a_god_and_one_that_nobody_knows() -> None:
    sheet = one(TEXTS["charasheet_text"])
    assert len(sheet.skills) == 8
    assert (sheet.level, sheet.skills["プリースト"], sheet.skills["星読み"]) == (13, 13, 3)
    assert sheet.values["信仰"] == "大地の神"
    assert [(note.key, dict(note.params)) for note in sheet.notes] == [
        ("sheet_skill_detail", {"skill": "プリースト", "detail": "大地の神"}),
        ("sheet_skill_unknown", {"skill": "星読み", "level": 3}),
    ]


def test_the_tables_of_the_archives_text() -> None:
    sheet = one(TEXTS["charasheet_text"])
    assert (sheet.gauges["HP"].max, sheet.values["先制力"], sheet.values["回避力"]) == (71, "12", "9")
    assert (sheet.values["敏捷度修正"], sheet.values["知力成長"]) == ("1", "4")
    weapon = sheet.weapons[0]
    assert (weapon.name, weapon.usage, weapon.hit, weapon.rate, weapon.critical) == ("長い杖", "2H", "0", "14", "12")
    assert not sheet.differences


def test_narrow_gaps_are_told_from_wide_ones_by_the_sums() -> None:
    """Empty columns are three wide on some pages and four on others."""
    narrow = samples.CHARASHEET_TEXT.replace("成長           2       4      →計:6", "成長         2      4   →計:6")
    narrow = narrow.replace("特技          15   0", "特技        15   0")
    assert narrow != samples.CHARASHEET_TEXT
    assert read(narrow) == read(samples.CHARASHEET_TEXT)


def test_an_ability_that_does_not_add_up_is_told() -> None:
    sheet = one(samples.CHARASHEET_TEXT.replace("=合計= 15  15  18  17  22  20", "=合計= 15  15  18  19  22  20"))
    assert ("生命力", 19, 17) in [(one.label, one.printed, one.computed) for one in sheet.differences]


def test_a_text_cut_off_in_the_middle_gives_what_is_there() -> None:
    whole = samples.CHARASHEET_TEXT
    sheet = one(whole[: whole.index("■戦闘特技")])
    assert (sheet.name, sheet.gauges["HP"].max, len(sheet.skills)) == ("イツキ", 71, 8)


# pieces --------------------------------------------------------------------------------------------------------------


def test_a_piece_of_ccfolia() -> None:
    sheet = one(TEXTS["ccfolia"])
    assert (sheet.name, sheet.system, sheet.initiative) == ("コト", "SW2.0", 9)
    assert dict(sheet.gauges) == {"HP": Amount(12, 18), "MP": Amount(9, 9), "残弾": Amount()}
    assert dict(sheet.skills) == {"スカウト": 2}


@pytest.mark.parametrize(
    "wrapped",
    [
        "これです↓\n{}\n（どうぞ）",
        "cb({});",
        "/**/ callback_1 ( {} ) ;",
        "[{}]",
        "```json\n{}\n```",
    ],
)
def test_json_is_found_in_whatever_surrounds_it(wrapped: str) -> None:
    assert one(wrapped.replace("{}", TEXTS["ccfolia"])).name == "コト"


def test_json_with_doubled_quotes_and_commas_too_many() -> None:
    doubled = '名前,駒\nコト,"' + TEXTS["ccfolia"].replace('"', '""') + '"'
    assert one(doubled).name == "コト"
    assert one('{"kind":"character","data":{"name":"コト","status":[],"commands":"",},}').name == "コト"
    assert one(json.dumps(TEXTS["ccfolia"])).name == "コト"  # a text of JSON in a text of JSON


def test_a_bare_piece_and_several_at_once() -> None:
    assert one(samples.text_of(samples.ccfolia()["data"])).name == "コト"
    both = several(samples.text_of([samples.ccfolia(), samples.ccfolia(name="トウ")]))
    assert [sheet.name for sheet in both] == ["コト", "トウ"]


def test_an_exported_room_gives_its_characters() -> None:
    room = {"meta": {}, "entities": {"room": {}, "characters": {"a": samples.ccfolia()["data"]}}}
    assert one(samples.zipped({"__data.json": samples.text_of(room).encode()})).name == "コト"


def test_a_character_of_udonarium() -> None:
    sheet = one(TEXTS["udonarium"])
    assert dict(sheet.gauges) == {"HP": Amount(7, 20), "MP": Amount(11, 11)}
    assert (sheet.memo, sheet.colour, sheet.level) == ("一行目\n二行目 <b>", "#654321", 3)
    assert sheet.palette.endswith("//命中1=5")


def test_a_picture_comes_by_the_hash_of_what_it_is() -> None:
    files = {"ツグミ/ツグミ.xml": samples.UDONARIUM.format(icon="ab12").encode(), "ツグミ/ab12.png": samples.PNG}
    sheet = one(samples.zipped(files))
    assert sheet.icon is not None
    assert (sheet.icon.media, sheet.icon.data) == ("image/png", samples.PNG)
    files["ツグミ/ab12.png"] = b"<script>"
    assert one(samples.zipped(files)).icon is None


def test_buffs_of_a_piece_are_values_and_no_gauges() -> None:
    buff = '<data name="バフ"><data type="numberResource" currentValue="0" name="命中修正">10</data></data>'
    sheet = one(TEXTS["udonarium"].replace('<data name="技能">', f'{buff}<data name="技能">'))
    assert "命中修正" not in sheet.gauges
    assert sheet.values["命中修正"] == "0"


# other texts ---------------------------------------------------------------------------------------------------------


def test_a_sheet_of_another_game_as_text() -> None:
    sheet = one(TEXTS["other"])
    assert (sheet.name, sheet.player, sheet.game) == ("ミオ", "ためし", "アリアンロッドRPG")
    assert dict(sheet.gauges) == {"HP": Amount(40, 44), "MP": Amount(20, 20), "フェイト": Amount(5, 5)}
    assert (sheet.values["行動済"], sheet.values["隠密"]) == ("□", "■")


def test_abilities_printed_as_sums() -> None:
    sheet = one(
        "キャラクター名: カナ\n【種族】ナイトメア 【性別】女性\n【器用度】 14+ 0+ 1= 15 [器用度ボーナス:2]\n"
        "【筋 力】 13+ 0+ 0= 0 [筋 力ボーナス:2]\n【知 力】 20+ 2+ 0= 22 [知 力ボーナス:3]\n"
        "【HP】19\n【MP】28\n[冒険者レベル:2] [コンジャラー:2]\n"
    )
    assert (sheet.name, sheet.race, sheet.level) == ("カナ", "ナイトメア", 2)
    assert dict(sheet.abilities) == {"器用度": 15, "筋力": 13, "知力": 22}
    assert [one.label for one in sheet.differences] == ["筋力"]
    assert (dict(sheet.skills), sheet.gauges["HP"]) == ({"コンジャラー": 2}, Amount(19, 19))


def test_numbers_of_another_games_tables_are_read() -> None:
    sheet = one(
        "キャラクター名:ハル\n職業:学生\n■能力値■\n     STR CON POW DEX HP  MP  SAN\n"
        "作成時 11  12  11  10  12  11  55\n成長等\n=合計= 11  12  11  10  12  11  55\n■技能■\n目星 図書館 アイデア\n"
    )
    assert {label: amount.now for label, amount in sheet.gauges.items()} == {"HP": 12, "MP": 11, "SAN": 55}
    assert (sheet.values["STR"], sheet.values["POW"], sheet.game) == ("11", "11", "クトゥルフ神話TRPG")


def test_a_piece_with_a_god_beside_its_priest() -> None:
    params = [
        {"label": "冒険者レベル", "value": "13"},
        {"label": "プリースト/月の神", "value": "13"},
        {"label": "セージ", "value": "9"},
    ]
    sheet = one(samples.text_of(samples.ccfolia(params=params)))
    assert dict(sheet.skills) == {"プリースト": 13, "セージ": 9}
    assert (sheet.level, sheet.values["信仰"]) == (13, "月の神")


def test_a_palette_with_much_talk_in_it_is_one() -> None:
    talk = "「行くぞ！」\n「まだまだ」\n「ここは通さない」\n"
    assert one(f"### ■台詞\n{talk}### ■戦闘\n2d6+5 命中\n").tool == "palette"
    assert refused(talk).key == "sheet_unknown"


def test_a_palette_alone_asks_whose_it_is() -> None:
    sheet = one("◆戦闘\n2d6+{命中} 命中力\n//命中=5\n:HP-3")
    assert (sheet.tool, sheet.asked) == ("palette", ("name",))


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("", "sheet_empty"),
        (" \n\u3000\ufeff", "sheet_empty"),
        (b"", "sheet_empty"),
        (samples.PNG, "sheet_picture"),
        (bytes(range(256)) * 4, "sheet_binary"),
        ("明日は卓の日です。", "sheet_unknown"),
        ('{"a": 1}', "sheet_json_unknown"),
        ('{"kind": "character", "data": {', "sheet_json_broken"),
        ("<?xml version='1.0'?><room></room>", "sheet_xml_nobody"),
        ("<?xml version='1.0'?><character>", "sheet_xml_broken"),
        ('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><character>&b;</character>', "sheet_xml_doctype"),
        ("<html><body></body></html>", "sheet_page"),
        ("[21:10] GM：はじめます\n[21:11] 2d6+3 ＞ 9[4,5]+3 ＞ 12\n[21:12] よし", "sheet_is_a_log"),
        (b"PK\x03\x04rubbish", "sheet_zip_broken"),
        (samples.zipped({"a.xml": b"<room></room>"}), "sheet_zip_nobody"),
        (samples.zipped({"../a.xml": b"<character></character>"}), "sheet_zip_path"),
        (samples.zipped({"/etc/a.xml": b"<character></character>"}), "sheet_zip_path"),
        (samples.zipped({"a\\..\\b.xml": b"<character></character>"}), "sheet_zip_path"),
        (samples.zipped({"a.xml": b"<character>" + b" " * 9_000_000}), "sheet_too_large"),
        (samples.zipped({f"{at}.xml": b"" for at in range(600)}), "sheet_too_large"),
        ("a" * 4_000_001, "sheet_too_large"),
        ("<character>" * 200 + "</character>" * 200, "sheet_too_large"),
    ],
)
def test_what_is_no_sheet_is_refused_with_a_reason(given: bytes | str, key: str) -> None:
    assert refused(given).key == key


@pytest.mark.parametrize(
    "encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932", "euc_jp", "iso2022_jp_ext"]
)
@pytest.mark.parametrize("name", ["charasheet_text", "ytsheet_text", "ytsheet"])
def test_any_encoding_reads_the_same(encoding: str, name: str) -> None:
    text = TEXTS[name].replace("―", "-").replace("⑪", "11").replace("Ⅰ", "1")
    assert read(text.encode(encoding, "replace")) == read(text)


@pytest.mark.parametrize("name", ["charasheet_text", "ytsheet_text", "monster_text", "other"])
def test_line_ends_blanks_and_marks_that_nobody_sees_change_nothing(name: str) -> None:
    text = TEXTS[name]
    assert read("\ufeff" + text.replace("\n", "\r\n")) == read(text)
    assert read(text.replace("：", "：\u200b")) == read(text)


def test_full_width_reads_the_same() -> None:
    wide = str.maketrans("0123456789:/~", "０１２３４５６７８９：／～")
    narrow, full = one(TEXTS["charasheet_text"]), one(TEXTS["charasheet_text"].translate(wide))
    for field in ("abilities", "bonuses", "skills", "gauges", "level", "initiative", "weapons"):
        assert getattr(narrow, field) == getattr(full, field), field


# what is empty or odd ------------------------------------------------------------------------------------------------

MAKERS = {"ytsheet": samples.ytsheet, "charasheet": samples.charasheet}


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_any_key_may_be_empty_null_or_absent(maker: Any) -> None:
    """Nothing but the sheet's own mark is needed, and what is empty is neither 0 nor "null"."""
    for key in maker():
        for value in ("", None, [], {}, ["", None]):
            found = read(samples.text_of(maker(**{key: value})))
            assert isinstance(found, Remark) or "null" not in str(found[0].values)
        less = maker()
        del less[key]
        read(samples.text_of(less))


def test_a_piece_with_holes() -> None:
    for holes in (
        {"iconUrl": None, "status": None, "params": None},
        {"status": [None, {}, {"label": None}, {"label": "HP"}, "HP", {"label": "HP", "value": None, "max": ""}]},
        {"params": [{"label": "A", "value": None}, {"label": "B"}, {"label": "", "value": "1"}], "commands": None},
        {"name": None, "memo": 3, "initiative": "速い", "faces": None},
    ):
        sheet = one(samples.text_of(samples.ccfolia(**holes)))
        assert sheet.gauges.get("HP", Amount()).now in (None, 12)
    less = samples.ccfolia()
    for key in ("params", "status", "memo", "iconUrl"):
        del less["data"][key]
    assert one(samples.text_of(less)).name == "コト"

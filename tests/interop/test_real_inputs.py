"""The real inputs beside the repository read as their list says."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from takusen.interop import ccfolia, dice_log, palette, udonarium
from takusen.interop.reading import read
from takusen.rulebook.sheet import ABILITIES, Remark, Sheet
from takusen.table import palette as palettes
from takusen.table.variables import Variables
from tests.interop.reading import one, refused, several

ROOT = Path(os.environ.get("TAKUSEN_SHARED") or Path(__file__).parents[3] / "shared") / "cases" / "real_inputs"
FILES = sorted(str(one.relative_to(ROOT)) for one in ROOT.glob("*/*")) or ["absent"]
LOGS = ("dice_log/", "kataribe/")
NOT_READ = ("charasheet_txt/11", "ytsheet_json/08", "odd_foreign/02", *LOGS)


@pytest.fixture
def real(shared: Path) -> Path:
    """The folder of real inputs."""
    return shared / "cases" / "real_inputs"


def expected(real: Path) -> dict[str, Any]:
    """What a right reading holds, by file."""
    found: dict[str, Any] = json.loads((real / "expected.json").read_text())
    return found


def _hp(sheet: Sheet, label: str) -> int | None:
    return sheet.gauges[label].max


FIGURES = {
    "system": lambda sheet: sheet.system,
    "race": lambda sheet: sheet.race,
    "level": lambda sheet: sheet.level,
    "hp": lambda sheet: _hp(sheet, "HP"),
    "mp": lambda sheet: _hp(sheet, "MP"),
    "str": lambda sheet: [sheet.abilities[name] for name in ABILITIES],
    "bonus": lambda sheet: [sheet.bonuses[name] for name in ABILITIES],
    "skills": lambda sheet: dict(sheet.skills),
    "initiative": lambda sheet: sheet.initiative,
    "move": lambda sheet: sheet.number("移動力"),
    "lore": lambda sheet: sheet.number("魔物知識"),
    "defence": lambda sheet: sheet.number("防護点"),
    "evade": lambda sheet: sheet.number("回避力"),
    "sin": lambda sheet: sheet.number("穢れ度"),
    "status": lambda sheet: {label: amount.now for label, amount in sheet.gauges.items()},
    "commands": lambda sheet: sum(line.kind == "command" for line in palettes.parse(sheet.palette).lines),
    "variables": lambda sheet: len(palettes.parse(sheet.palette).defined),
}
IN_PROSE = {"note", "outcome", "same_as", "results", "values"}


@pytest.mark.parametrize("name", FILES)
def test_a_sheet_holds_the_figures_that_are_listed(real: Path, name: str) -> None:
    listed = expected(real).get(name, {})
    assert set(listed) <= {"name", *FIGURES} | IN_PROSE
    if name.startswith(NOT_READ):
        assert isinstance(read((real / name).read_bytes()), Remark)
        return
    for sheet in several((real / name).read_bytes()):
        told = f"{sheet.name} (ruby {sheet.ruby})" if "ruby" in listed.get("name", "") else sheet.name
        assert told == listed.get("name", told)
        assert {key: FIGURES[key](sheet) for key in listed if key in FIGURES} == {
            key: value for key, value in listed.items() if key in FIGURES
        }


def test_the_same_sheet_in_another_form_is_the_same(real: Path) -> None:
    for name, listed in expected(real).items():
        if "same_as" in listed:
            mine, other = one((real / name).read_bytes()), one((real / listed["same_as"]).read_bytes())
            same = ("name", "ruby", "system", "level", "abilities", "bonuses")
            assert [getattr(mine, field) for field in same] == [getattr(other, field) for field in same], name
            assert dict(mine.skills) == dict(other.skills)
            assert {mine.gauges[each] == other.gauges[each] for each in ("HP", "MP")} == {True}


def test_columns_with_gaps_are_read_by_place(real: Path) -> None:
    values = one((real / "charasheet_txt/01.txt").read_bytes()).values
    grown = {label: text for label, text in values.items() if label.endswith(("成長", "修正"))}
    assert grown == {
        "敏捷度成長": "2", "筋力成長": "2", "生命力成長": "1", "精神力成長": "1", "器用度修正": "3", "筋力修正": "2",
    }  # fmt: skip


def test_a_critical_value_that_never_ends_is_left_out(real: Path) -> None:
    sheet = one((real / "charasheet_txt/04.txt").read_bytes())
    assert [weapon.critical for weapon in sheet.weapons] == ["11", ""]
    assert [note.key for note in sheet.notes] == ["sheet_critical"]
    assert "[-1]" not in palette.written(sheet)


def test_another_game_comes_in_as_a_free_character(real: Path) -> None:
    sheet = one((real / "charasheet_txt/07.txt").read_bytes())
    assert {label: amount.max for label, amount in sheet.gauges.items()} == {"HP": 36, "MP": 21, "フェイト": 5}
    assert sheet.system == "other"
    assert [note.key for note in sheet.notes] == ["sheet_other_game"]


def test_pages_are_refused_with_their_own_words(real: Path) -> None:
    for name, words in (("ytsheet_json/08.json", "データがありません"), ("charasheet_txt/11.txt", "非公開です。")):
        found = refused((real / name).read_bytes())
        assert found.key == "sheet_page_says"
        assert words in str(dict(found.params)["text"])


def test_unknown_numbers_are_asked_for(real: Path) -> None:
    for name in ("ytsheet_json/06.json", "ccfolia_json/03.json"):
        sheet = one((real / name).read_bytes())
        assert "HP" in sheet.asked
        assert sheet.gauges["HP"].now is None
    armed, nameless = several((real / "ytsheet_monster/01.txt").read_bytes())
    assert (armed.name, armed.level, armed.gauges["HP"].max, armed.parts[0].damage) == ("銃使いの番人", 9, 45, "2d")
    assert nameless.asked == ("HP",)


def test_a_staff_without_a_skill_hits_as_printed(real: Path) -> None:
    sheet = one((real / "ytsheet_json/01.json").read_bytes())
    assert [(weapon.hit, weapon.damage, weapon.critical) for weapon in sheet.weapons] == [("1", "0", "12")]
    assert not sheet.differences


def test_values_of_a_palette_come_out(real: Path) -> None:
    listed = expected(real)["ytsheet_palette/07.txt"]["values"]
    defined = palettes.parse(one((real / "ytsheet_palette/07.txt").read_bytes()).palette).defined
    assert {name: Variables(defined, {}).number(name) for name in listed} == listed


def test_totals_printed_as_nothing_are_told(real: Path) -> None:
    sheet = one((real / "odd_foreign/03.txt").read_bytes())
    assert [(one.printed, one.computed) for one in sheet.differences if one.label == "器用度"] == [(0, 14)]
    assert "sheet_zero_totals" in [note.key for note in sheet.notes]
    assert dict(sheet.skills) == {"ソーサラー": 2}


def test_rule_versions_and_boxes_of_another_game_are_kept(real: Path) -> None:
    sheets = several((real / "altonelico/02.txt").read_bytes())
    assert [sheet.values["版"] for sheet in sheets] == ["ver.5β.01", "ver.1.4", "ver.2.1", "[ツール用 ver.8.1]"]
    assert sheets[0].values["年齢"] == "18歳"
    assert (sheets[1].gauges["HP"].now, sheets[1].gauges["HP"].max) == (32, 38)
    assert (sheets[3].values["防御"], sheets[3].values["詠唱状態"]) == ("□", "■")


def test_results_of_logs_are_read(real: Path) -> None:
    log = dice_log.read((real / "dice_log/01.txt").read_text())
    ratings = [roll for roll in log.rolls if roll.rating]
    assert [roll.result for roll in ratings] == expected(real)["dice_log/01.txt"]["results"]
    assert [roll.adds_up for roll in ratings] == [True, True, None]
    assert [line.text for line in log.lines if line.speaker == "ＫＰ"] == ["赤い文字 と $ポーション+K20 と 2d6+{器用B}"]
    told = dice_log.read((real / "kataribe/01.txt").read_text()).rolls
    assert [(roll.command, roll.result, roll.verdict) for roll in told] == [
        ("2d6", 5, ""),
        ("2d6", 9, ""),
        ("2d6<8", 6, "success"),
        ("2d6<8", 12, "failure"),
        ("2d6", 7, "success"),
        ("2d6<6", 5, "success"),
    ]


def test_the_picture_comes_along_and_goes_back(real: Path) -> None:
    sheet = one((real / "udonarium_xml/05.zip").read_bytes())
    assert sheet.icon is not None
    assert sheet.icon.media == "image/png"
    again = one(udonarium.written(sheet))
    assert (again.icon, again.unknown) == (sheet.icon, sheet.unknown)


@pytest.mark.parametrize("name", [one for one in FILES if one.startswith("ccfolia_json/")] or ["absent"])
def test_a_piece_goes_back_as_it_came(real: Path, name: str) -> None:
    sheet = one((real / name).read_bytes())
    data = json.loads(ccfolia.written(sheet))["data"]
    assert sheet.unknown["ccfolia"].items() <= data.items()

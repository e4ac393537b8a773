"""Pieces and sheets of this game at a table of artonelico: in, and out again with what has changed since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from takusen.rulebook.sheet import Amount
from tests.interop.reading import one
from tests.web.conftest import Server, Table
from tests.web.test_sheets import entity, out, shown, taken

PIECE = json.dumps(
    {
        "kind": "character",
        "data": {
            "name": "ミスズ",
            "memo": "赤い髪",
            "status": [{"label": "HP", "value": 31, "max": 55}, {"label": "BG", "value": 2, "max": 0}],
            "params": [
                {"label": "CL", "value": "2"},
                {"label": "筋力", "value": "１Ｄ"},
                {"label": "詩力", "value": "4D+2"},
                {"label": "得意料理", "value": "焼き菓子"},
            ],
            "commands": "{詩力} 詩力で判定",
            "externalUrl": "",
        },
    },
    ensure_ascii=False,
)


@pytest.fixture
def table(server: Server) -> Table:
    """A table with two players."""
    made = server.open(book="artonelico", scenario="", players=2)
    for seat in ("p1", "p2"):
        made.ok(seat, "sit", name=f"{seat}さん")
    return made


def test_what_cant_be_read_is_told_in_words(table: Table) -> None:
    page = shown(table, "p1", PIECE).text
    for text in ("HP", "55", "2Dにしました：耐久、素早さ、感知、集中、幸運", "メモに入れました：得意料理"):
        assert text in page


def test_a_piece_comes_in_and_goes_out(table: Table) -> None:
    assert taken(table, "p1", PIECE).status_code == 303
    mine = entity(table, "p1", "ミスズ")
    page = table.page("p1")
    assert "<small>→ 4D+2</small>" in page
    table.ok("p1", "say", channel="in", name="ミスズ", text="{詩力}>=10 詩力で判定")
    assert "4D6+2" in table.page("p2")
    table.ok("gm", "edit", path=f"fighters.{mine}.hp", to=20)
    table.ok("gm", "edit", path=f"fighters.{mine}.abilities.strength", to="2D")
    sheet = one(out(table, "p1", mine, "/ccfolia.json").text)
    assert sheet.gauges["HP"] == Amount(20, 55)
    assert (sheet.values["筋力"], sheet.values["詩力"]) == ("2D", "4D+2")
    assert "{詩力} 詩力で判定" in sheet.palette


def test_a_character_made_here_goes_out_with_a_palette(table: Table) -> None:
    table.ok("p1", "add", name="ヨミ")
    mine = entity(table, "p1", "ヨミ")
    table.ok("p1", "declare", act="choose_origin", args={"actor": mine, "origin": "singer"})
    table.ok("p1", "declare", act="learn", args={"actor": mine, "skill": "deep_breath"})
    sheet = one(out(table, "p1", mine, "/ccfolia.json").text)
    assert (sheet.values["詩力"], sheet.values["深呼吸"], sheet.gauges["HP"]) == ("3D", "1", Amount(50, 50))
    assert "{詩力} 詩力" in sheet.palette


def test_the_real_sheets_come_in_one_by_one(table: Table, shared: Path) -> None:
    text = (shared / "cases/real_inputs/altonelico/02.txt").read_text(encoding="utf-8")
    page = shown(table, "p1", text).text
    assert "ver.5β.01のシートです" in page
    assert "[詠唱状態]に印がありますが" in page
    assert taken(table, "p1", text).status_code == 303
    assert "ユーディ" in table.page("p2")

"""Real palettes, every line sent: it rolls, or says what is missing, or stays the text that it is."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from tests.web.conftest import Server, Table
from tests.web.test_sheets import taken

FOLDER = "cases/real_inputs"
SAID = {"palette_missing", "change_needs_amount", "no_such_value", "not_the_gm"}
"""How a line of a palette may be refused."""


def opened(server: Server, book: str, system: str) -> Table:
    table = server.open(book=book, scenario="", players=1)
    table.ok("p1", "sit", name="さくら")
    table.ok("gm", "set_dice", system=system)
    return table


def sent(table: Table) -> Counter[str]:
    """Tap every line of the palette; gives what came of them."""
    panel = table.page("p1", "/palette")
    called = re.search(r'data-name="([^"]*)"', panel)
    assert called is not None
    name = unescape(called[1])
    came: Counter[str] = Counter()
    for line in re.findall(r'class="line" name="text" value="([^"]*)" data-into', panel):
        before = table.page("p1").count('class="dice tossed')
        told = table.do("p1", "say", text=unescape(line), channel="in", name=name).json()
        rolled = table.page("p1").count('class="dice tossed') > before
        assert told.get("ok") or told["refused"] in SAID, (line, told)
        came[str(told.get("refused", "rolled" if rolled else "said"))] += 1
    typed = re.findall(r'<span class="typed">(.*?)</span>', table.page("p1"))
    assert [one for one in typed if "{" in one] == []
    return came


@pytest.mark.parametrize("book", ["free", "sw2_dungeon"])
def test_a_piece_of_ccfolia_rolls_with_its_parameters(server: Server, shared: Path, book: str) -> None:
    table = opened(server, book, "SwordWorld2.5")
    text = (shared / FOLDER / "ccfolia_json/01.json").read_text(encoding="utf-8-sig")
    assert taken(table, "p1", text).status_code == 303
    assert sent(table) == {"rolled": 22, "said": 1}


@pytest.mark.parametrize(
    ("name", "came"),
    [
        ("01", {"rolled": 11}),
        ("02", {"rolled": 18, "said": 2}),
        ("04", {"rolled": 11, "palette_missing": 4, "said": 1}),
        ("06", {"rolled": 22}),
        ("07", {"rolled": 8}),
        ("08", {"rolled": 5, "palette_missing": 1, "said": 2, "change_needs_amount": 2, "no_such_value": 1}),
        ("09", {"rolled": 15}),
    ],
)
def test_a_palette_of_ytsheet(server: Server, shared: Path, name: str, came: dict[str, int]) -> None:
    table = opened(server, "free", "SwordWorld2.0")
    table.ok("p1", "add", name="ルカ", kind="characters", numbers={"HP": 24})
    entity = re.search(r'data-entity="(\w+)"', table.page("p1"))
    assert entity is not None
    text = (shared / FOLDER / f"ytsheet_palette/{name}.txt").read_text(encoding="utf-8-sig")
    table.ok("p1", "set_palette", entity=entity[1], text=text)
    assert sent(table) == came

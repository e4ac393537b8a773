"""Drawn cards on pages: the GM reads and replaces them, a rule's page tells those of its examples."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.opening import NewTable
from takusen.web.app import create_app
from takusen.web.build import base_of
from tests.engine.camp import BOOK

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def house() -> House:
    outside = Outside(lambda count, sides: (1,) * count, lambda: 1_700_000_000_000, lambda: "table0000000")
    return House(MemoryStore(), {"camp": BOOK}, b"0" * 32, outside)


async def test_the_gm_replaces_a_card_by_the_form_on_its_line(house: House) -> None:
    room = await house.open_table(NewTable("camp", "夜", players=2))
    for seat, one in (("gm", c.Sit("ジム")), ("p1", c.Sit("一")), ("p1", c.Take("s1"))):
        assert await room.do(seat, one) is None
    assert await room.do("p1", c.Declare("scout", {"of": "s1"})) is None
    assert room.state.world.struck == ("rain",)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(house)), base_url="http://t") as http:
        page = (await http.get(base_of(room, "gm"), params={"lang": "ja"})).text
        line = re.search(r'<li id="l\d+" class="drawn part".*?</li>', page, re.S)
        assert line is not None
        assert "アキの災いの山" in line[0]
        form = {
            unescape(name): unescape(value) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', line[0])
        }
        cards = [unescape(one) for one in re.findall(r'<option value="([^"]*)"', line[0])]
        assert cards == ['"rain"', '"wolf"']
        data = {**form, "value:json": cards[1], "reason": "狼の夜"}
        answer = await http.post(f"{base_of(room, 'gm')}/do", data=data)
        assert answer.status_code == 303, answer.text
        page = (await http.get(base_of(room, "gm"), params={"lang": "ja"})).text
        assert re.search(r'class="drawn ruled part".*?狼の夜', page, re.S)
        player = (await http.get(base_of(room, "p1"), params={"lang": "ja"})).text
        assert "狼" not in player
    assert room.state.world.struck == ("wolf",)


async def test_a_rules_page_tells_the_cards_of_its_examples(house: House) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(house)), base_url="http://t") as http:
        page = (await http.get("/books/camp/rules/C-02", params={"lang": "ja"})).text
    assert "引いたカード" in page
    assert "<b>狼</b>" in page

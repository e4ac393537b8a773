"""Candidates side by side and a book's charts, in the panel in which an act is composed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from takusen.server.house import House
from takusen.server.room import Outside, Room
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.opening import NewTable
from takusen.web.app import create_app
from takusen.web.build import base_of
from tests.engine.camp import BOOK

pytestmark = pytest.mark.anyio
PICKED = {"act": "forage", "args.place": "stream"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Camp:
    """A table with two players, and a browser."""

    def __init__(self, http: httpx.AsyncClient, room: Room) -> None:
        self.http, self.room = http, room

    async def composed(self, seat: str, **query: Any) -> str:
        """The panel as markup."""
        answer = await self.http.get(base_of(self.room, seat) + "/compose", params={**query, "lang": "ja"})
        assert answer.status_code == 200, answer.text
        return answer.text

    async def told(self, seat: str, **query: Any) -> dict[str, Any]:
        """The panel as JSON."""
        headers = {"accept": "application/json"}
        answer = await self.http.get(base_of(self.room, seat) + "/compose", params=query, headers=headers)
        told: dict[str, Any] = answer.json()
        return told


@pytest.fixture
async def camp() -> AsyncIterator[Camp]:
    outside = Outside(lambda count, sides: (1,) * count, lambda: 1_700_000_000_000, lambda: "table0000000")
    house = House(MemoryStore(), {"camp": BOOK}, b"0" * 32, outside)
    room = await house.open_table(NewTable("camp", "夜", players=2))
    begin: list[tuple[str, c.Command]] = [("gm", c.Sit("ジム")), ("p1", c.Sit("一")), ("p1", c.Take("s1"))]
    begin += [("gm", c.Edit("scouts.s3.stamina", 0)), ("gm", c.Edit("scouts.s2.skill", 9))]
    for seat, one in begin:
        assert await room.do(seat, one) is None, one
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(house)), base_url="http://t") as http:
        yield Camp(http, room)


async def test_every_candidate_is_a_row(camp: Camp) -> None:
    panel = await camp.composed("gm", **PICKED)
    rows = re.findall(r"<tr class=\"([a-z ]*)\">(.*?)</tr>", panel, re.S)
    assert [classes.split() for classes, _ in rows] == [[], ["best", "chosen"], []]
    texts = [re.sub(r"<[^>]*>", " ", row) for _, row in rows]
    assert "アキ" in texts[0]
    assert "83.3%" in texts[0]
    assert "ハル ★" in texts[1]
    assert "100.0%" in texts[1]
    assert "疲れていて動けません" in texts[2]
    assert [("耳で" in text, "目で" in text) for text in texts] == [(True, False), (False, True), (False, False)]
    assert '<input type="hidden" name="args.of" value="s2">' in panel
    assert 'value="declare"' in panel


async def test_a_row_leads_to_the_act_with_its_candidate(camp: Camp) -> None:
    panel = await camp.composed("gm", **PICKED, best="missed", **{"policy.night": "sleep"})
    (query, *_) = (unescape(one) for one in re.findall(r'data-query="([^"]*)"', panel))
    assert parse_qs(query)["best"] == ["missed"]
    assert parse_qs(query)["policy.night"] == ["sleep"]
    answer = await camp.http.get(f"{base_of(camp.room, 'gm')}/compose?{query}")
    assert '<input type="hidden" name="args.of" value="s1">' in answer.text
    assert re.search(r'<tr class=" chosen">\s*<th scope="row"><a [^>]*aria-current="true">アキ', answer.text)
    page = await camp.http.get(f"{base_of(camp.room, 'gm')}?{query}")
    assert '<input type="hidden" name="args.of" value="s1">' in page.text


async def test_a_player_sees_why_others_cannot_be_sent(camp: Camp) -> None:
    panel = await camp.composed("p1", **PICKED)
    assert panel.count("ほかの人が動かしています") == 2
    assert '<input type="hidden" name="args.of" value="s1">' in panel


async def test_before_the_place_is_picked_nobody_is_compared(camp: Camp) -> None:
    panel = await camp.composed("gm", act="forage")
    assert 'class="odds"' not in panel
    assert 'value="stream"' in panel


async def test_charts_of_the_book(camp: Camp) -> None:
    panel = await camp.composed("gm", **PICKED)
    assert panel.count('<details class="series"') == 2
    assert "出目の合計" in panel
    assert "焚き火は3です。" in panel
    assert '<th scope="row">11</th><td style="--v:16.67%" title="1/36"><span>2.8%</span></td>' in panel
    assert '<th scope="row">見つからない</th><td style="--v:0%" title="0"><span>0.0%</span></td>' in panel


async def test_all_of_it_as_json(camp: Camp) -> None:
    told = await camp.told("gm", **PICKED)
    odds = told["odds"]
    assert [(one["value"], one["best"], one["chosen"]) for one in odds["rivals"]] == [
        ("s1", False, False),
        ("s2", True, True),
        ("s3", False, False),
    ]
    assert odds["rivals"][0]["args"] == {"place": "stream", "of": "s1", "how": "ears"}
    assert odds["rivals"][2]["refused"][0] == "tired"
    assert odds["series"][0]["bars"][0][2] == "1/36"
    assert told["complete"]


async def test_the_measure_decides_who_is_best(camp: Camp) -> None:
    for best in ("found", "missed"):
        told = await camp.told("gm", **PICKED, best=best)
        assert [one["value"] for one in told["odds"]["rivals"] if one["best"]] == ["s2"]

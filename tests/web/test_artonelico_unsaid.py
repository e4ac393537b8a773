"""Twins of the unsaid difficulty: two tables that differ only in it give players the same bytes."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.table.opening import NewTable
from takusen.web import app as web_app
from takusen.web.app import create_app
from takusen.web.build import base_of
from takusen_books.artonelico import BOOK

JSON = {"accept": "application/json"}
PATHS = ("", "/export.txt", "/export.json", "/export.html", "/compose?act=check", "/compose?act=contest")


async def played(called: bool, difficulty: int) -> dict[str, Any]:
    """What both players, and a watcher, get of a table at which a check of an unsaid difficulty is made."""
    outside = Outside(lambda count, sides: (4,) * count, lambda: 1_700_000_000_000, lambda: "table0000000")
    house = House(MemoryStore(), {"artonelico": BOOK}, b"0" * 32, outside)
    room = await house.open_table(NewTable("artonelico", "双子", players=2))
    got: dict[str, Any] = {}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(house)), base_url="http://t") as http:

        async def do(seat: str, **fields: Any) -> None:
            answer = await http.post(f"{base_of(room, seat)}/do", json=fields, headers=JSON)
            got[f"{len(got)} {seat} {fields['do']}"] = (answer.status_code, answer.text if seat != "gm" else "")
            assert answer.status_code == 200, answer.text

        async def look() -> None:
            for seat in ("p1", "p2", "w1"):
                for path in PATHS:
                    mark = "&" if "?" in path else "?"
                    answer = await http.get(f"{base_of(room, seat)}{path}{mark}lang=ja&later=1")
                    got[f"{len(got)} {seat} {path}"] = answer.text
                    got[f"{len(got)} {seat} {path} size"] = len(answer.content)

        for seat, one in (("gm", ""), ("p1", "miori"), ("p2", "kaji")):
            await do(seat, do="sit", name=seat)
            if one:
                await do(seat, do="take", entity=one)
        if called:
            args = {"members": ["miori", "kaji"], "ability": "perception", "difficulty": difficulty, "how": "unsaid"}
            await do("gm", do="declare", act="call_check", args=args)
            await look()
            await do("p1", do="answer", prompt="miori.1", answer="roll")
            await do("p2", do="answer", prompt="kaji.1", answer="let_be")
        else:
            args = {"actor": "miori", "ability": "perception", "difficulty": 0}
            await do("p1", do="declare", act="check", args=args)
            await look()
            await do("gm", do="answer", prompt="gm.1", answer={"difficulty": difficulty, "how": "unsaid"})
        await look()
    return got


@pytest.mark.parametrize("called", [True, False], ids=["called", "left open"])
def test_nobody_but_the_gm_learns_it(called: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_app, "token_hex", lambda size: "0" * size)
    one, other = (asyncio.run(played(called, difficulty)) for difficulty in (3, 35))
    assert one.keys() == other.keys()
    for key, text in one.items():
        assert other[key] == text, key


def test_the_gm_does() -> None:
    async def story() -> str:
        house = House(MemoryStore(), {"artonelico": BOOK}, b"0" * 32, Outside(lambda count, sides: (4,) * count))
        room = await house.open_table(NewTable("artonelico", "双子", players=2))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(house)), base_url="http://t") as http:
            args = {"members": ["kaji"], "ability": "luck", "difficulty": 35, "how": "unsaid"}
            base = base_of(room, "gm")
            await http.post(f"{base}/do", json={"do": "declare", "act": "call_check", "args": args}, headers=JSON)
            await http.post(f"{base}/do", json={"do": "answer", "prompt": "kaji.1", "answer": "roll"}, headers=JSON)
            return (await http.get(f"{base}/export.txt?lang=ja")).text

    told = asyncio.run(story())
    assert "難易度35" in told
    assert "カジの判定は失敗" in told

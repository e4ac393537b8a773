"""Twins of the dungeon: two scenarios that differ only in what players don't know give them the same bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.table.opening import NewTable
from takusen.web import app as web_app
from takusen.web.build import base_of
from takusen.web.stream import Broadcast, View
from takusen_books.sw2_dungeon import BOOK

HEAD = """
[meta]
id = "twin"
title = "双子の洞"
lead = "ふたつの洞は、よく似ている。"

[[card]]
id = "gate"
title = "門"
front = "閉じた門。"
start = true
check = {{ target = 12 }}
fail = [{fail}]
back = "門が開いた。"
success = [{{ do = "open", cards = ["hall"] }}]
{note}

[[card]]
id = "hall"
title = "広間"
front = "静かな広間。"
restriction = {{ text = "鍵が要る。", treasures = ["key"] }}
success = [{{ do = "ending", ending = "end" }}{success}]
back = "{back}"
{route}

[[card]]
id = "side"
title = "脇道"
front = "細い脇道。"
start = true
success = [{{ do = "treasure", treasure = "key" }}]
{dead_end}

[[treasure]]
id = "key"
name = "鍵"

[[ending]]
id = "end"
title = "{ending}"
text = "{ending}"

[[monster]]
id = "beast"
name = "{monster}"
level = {level}

[[threshold]]
tp = 4
title = "{threshold}"
text = "{threshold}"
effects = [{event}]

[[threshold]]
tp = 8
fails = true
ending = "end"
"""
TROUBLE = '\n[[trouble]]\nid = "t{n}"\ntitle = "{word}{n}"\ntext = "{word}"\neffects = [{effect}]\n'
MORE = """
[[card]]
id = "vault7919"
title = "宝物庫7919"
front = "7919"
back = "7919"

[[treasure]]
id = "gem7919"
name = "宝玉7919"

[[ending]]
id = "end7919"
title = "結末7919"
text = "7919"

[[monster]]
id = "m7919"
name = "魔物7919"
level = 9
# 覚え書き7919
"""
PLAIN = {"fail": "", "note": "", "success": "", "back": "裏", "route": "", "dead_end": "", "ending": "おわり"}
PLAIN |= {"monster": "けもの", "level": "1", "threshold": "4", "event": ""}
ODD = {
    "fail": '{ do = "danger_sense", target = 13, fail = [{ do = "damage", plus = 791 }] }, { do = "trouble" }',
    "note": 'note = "秘密7919"\non_route = true',
    "success": ', { do = "flag", name = "f7919" }',
    "back": "裏7919",
    "route": "on_route = true\nstays_open = true\ndead_end = true",
    "dead_end": "dead_end = false",
    "ending": "おわり7919",
    "monster": "けもの7919",
    "level": "19",
    "threshold": "閾値7919",
    "event": '{ do = "fight", monster = "beast" }',
}


def scenario(odd: bool) -> str:
    """One of the twins."""
    word, effect = ("秘密7919", '{ do = "tp", delta = 3, reason = "7919" }') if odd else ("こまりごと", "")
    troubles = "".join(TROUBLE.format(n=n, word=word, effect=effect) for n in range(13))
    return HEAD.format(**(ODD if odd else PLAIN)) + troubles + (MORE if odd else "")


Op = tuple[str, str, dict[str, Any]]
"""Who, "do" or "get", and its fields."""


def declare(by: str, act: str, **args: Any) -> Op:
    return by, "do", {"do": "declare", "act": act, "args": args}


def composed(by: str, act: str, **args: Any) -> Op:
    return by, "get", {"path": "/compose", "act": act, **{f"args.{name}": value for name, value in args.items()}}


NAGI = {"representative": "pc_nagi", "skill": "スカウト"}
SEEN: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "ジム"}),
    ("p1", "do", {"do": "sit", "name": "一"}),
    ("p1", "do", {"do": "take", "entity": "pc_nagi"}),
    ("p2", "do", {"do": "sit", "name": "二"}),
    ("p2", "do", {"do": "take", "entity": "pc_gald"}),
    composed("p1", "explore"),
    declare("p1", "explore", card="gate", **NAGI),
    declare("gm", "begin_exploration"),
    *(composed("p1", "explore", card=card, **NAGI) for card in ("gate", "hall", "side", "vault7919", "nothing")),
    *(composed("p2", "explore", card="gate", representative=one) for one in ("pc_gald", "pc_nagi")),
    *(composed("p1", act) for act in ("retry", "rest", "abbreviated", "check", "use_item", "cast", "loot", "conclude")),
    declare("p1", "explore", card="vault7919", **NAGI),
    declare("p1", "explore", card="hall", **NAGI),
    declare("p1", "retry", card="gate"),
    declare("p1", "conclude", ending="end7919"),
    declare("p1", "gm_tp", card="gate", reason="?"),
    declare("p1", "explore", card="gate", **NAGI),
    ("p2", "get", {"path": ""}),
    declare("p1", "explore", card="gate", **NAGI),
    composed("p1", "explore", card="hall", representative="pc_nagi"),
    ("gm", "do", {"do": "edit", "path": "cards.gate.title", "to": "開いた門"}),
    ("gm", "do", {"do": "edit", "path": "pcs.pc_nagi.hp", "to": 9}),
    ("p1", "do", {"do": "say", "text": "！探索 脇道 ナギ"}),
    declare("p1", "explore", card="side", representative="pc_nagi"),
    composed("p1", "explore", card="hall", representative="pc_nagi"),
    *(("p1", "get", {"path": path}) for path in ("/scenario.toml", "/entity/vault7919", "/entity/beast", "/options")),
    *((seat, "get", {"path": path}) for seat in ("p1", "w1") for path in ("", "/export.txt", "/export.html")),
]


class Twin:
    """One of the tables, and what the players and the watcher get from it."""

    def __init__(self, odd: bool) -> None:
        self.odd, self.step, self.got = odd, 0, list[tuple[str, bytes]]()
        outside = Outside(
            lambda count, sides: (5,) * count, lambda: 1_700_000_000_000 + self.step, lambda: "table0000000"
        )
        self.house = House(MemoryStore(), {BOOK.id: BOOK}, b"0" * 32, outside)

    async def play(self) -> list[tuple[str, bytes]]:
        """Carry out the session."""
        self.room = await self.house.open_table(NewTable(BOOK.id, "双子", source=scenario(self.odd), players=2))
        broadcast = Broadcast(self.room)
        watches = {seat: broadcast.join(View(seat, "ja"), 0) for seat in ("p1", "w1")}
        async with self.client() as http:
            for self.step, op in enumerate(SEEN):
                await self.carry_out(http, op)
                for _ in range(3):
                    await asyncio.sleep(0)
                for seat, watch in watches.items():
                    pushed = len(watch.chunks)
                    self.got.append((f"{seat} is pushed {pushed} after {op}", watch.taken() if pushed else b""))
        return self.got

    @asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(app=web_app.create_app(self.house))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
            yield http

    async def carry_out(self, http: httpx.AsyncClient, op: Op) -> None:
        by, kind, fields = op
        base = base_of(self.room, by)
        if kind == "do":
            answer = await http.post(f"{base}/do", json=fields, headers={"accept": "application/json"})
        else:
            query = urlencode({"lang": "ja"} | {name: value for name, value in fields.items() if name != "path"})
            answer = await http.get(f"{base}{fields['path']}?{query}")
        assert answer.status_code < 500, answer.text
        if by != "gm":
            self.got.append((f"{by} gets {answer.status_code} for {fields}", answer.content))


@pytest.fixture(autouse=True)
def _no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms' tokens are random and tell nothing: here they are all alike."""
    monkeypatch.setattr(web_app, "token_hex", lambda count: "0" * count * 2)


def test_what_a_scenario_hides_is_in_no_byte_that_players_get() -> None:
    odd, plain = asyncio.run(Twin(True).play()), asyncio.run(Twin(False).play())
    for (what, mine), (other_what, other) in zip(odd, plain, strict=True):
        assert what == other_what
        assert mine == other, what
        asked = "7919" in what
        assert asked or b"7919" not in mine, what
    story = dict(odd)["p1 gets 200 for {'path': '/export.txt'}"].decode()
    assert "門が開いた" in story
    assert "鍵" in story

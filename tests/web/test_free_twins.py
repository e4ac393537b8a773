"""Twins of a free table: what is hidden, closed, secret or given to another changes no byte that a seat gets."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.opening import NewTable
from takusen.web import app as web_app
from takusen.web.build import base_of
from takusen.web.forms import command
from takusen.web.stream import Broadcast, View
from takusen_books.free import BOOK
from tests.web.test_pictures import picture
from tests.web.test_twins import difference

JSON = {"accept": "application/json", "accept-language": "ja"}
WATCHED = ("p2", "w1")
Op = tuple[str, str, dict[str, Any]]

BEGIN: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "さくら"}),
    ("p1", "do", {"do": "sit", "name": "葵"}),
    ("p2", "do", {"do": "sit", "name": "湊"}),
    ("p1", "do", {"do": "add", "name": "ルカ", "numbers": {"HP": 24}}),
    ("p2", "do", {"do": "add", "name": "ミナ", "numbers": {"HP": 31}}),
    ("gm", "do", {"do": "add", "name": "狼", "numbers": {"HP": 9}}),
    ("gm", "do", {"do": "add", "name": "水車小屋", "kind": "scenes"}),
    ("gm", "do", {"do": "add", "name": "手紙7919", "kind": "notes"}),
    ("gm", "do", {"do": "edit", "path": "notes.手紙7919.seats", "to": ["p1"]}),
    ("p1", "do", {"do": "edit", "path": "characters.ルカ.closed", "to": True}),
]
SEEN: list[Op] = [
    ("p2", "do", {"do": "shift", "path": "characters.ミナ.gauges.HP.now", "by": -3}),
    ("gm", "do", {"do": "shift", "path": "characters.狼.gauges.HP.now", "by": -2}),
    ("p2", "do", {"do": "put", "path": "characters.ミナ.states", "key": "毒", "to": {}}),
    ("p2", "do", {"do": "remove", "path": "characters.ミナ.states.毒"}),
    ("p1", "do", {"do": "edit", "path": "characters.ルカ.memo", "to": "人間"}),
    ("p1", "do", {"do": "put", "path": "characters.ルカ.states", "key": "加護", "to": {}}),
    ("gm", "do", {"do": "declare", "act": "enter_scene", "args": {"scene": "水車小屋"}}),
    ("p2", "do", {"do": "edit", "path": "characters.ルカ.gauges.HP.now", "to": 1}),
    ("p2", "do", {"do": "edit", "path": "characters.密偵.memo", "to": "x"}),
    ("p2", "do", {"do": "edit", "path": "notes.手紙7919.text", "to": "x"}),
    ("p2", "do", {"do": "take_down", "of": "密偵"}),
    ("p2", "do", {"do": "describe", "of": "手紙7919", "alt": "x"}),
    ("p2", "do", {"do": "take", "entity": "密偵"}),
    *(("p2", "do", {"do": "undo", "to": n}) for n in (8, 9, 10, 11, 12)),
    ("p2", "do", {"do": "say", "text": "静かに", "channel": "in", "name": "ミナ"}),
    ("gm", "do", {"do": "say", "text": "風", "channel": "story"}),
    ("p2", "hang", {"of": "ミナ", "colour": "#00ff00"}),
    ("p2", "hang", {"of": "密偵", "colour": "#00ff00"}),
    ("p2", "hang", {"of": "ルカ", "colour": "#00ff00"}),
    ("p1", "hang", {"of": "ルカ", "colour": "#0000ff"}),
    ("gm", "hang", {"of": "", "colour": "#ff0000"}),
    *(("p2", "get", {"path": path}) for path in ("/entity/密偵", "/entity/ルカ", "/entity/ミナ", "/entity/手紙7919")),
    *(("p2", "get", {"path": f"/pictures/{n:016x}"}) for n in (5, 14, 16, 18)),
    ("w1", "get", {"path": "/export.html"}),
    ("p2", "get", {"path": "/lines", "before": "9"}),
    ("gm", "do", {"do": "declare", "act": "lay_board", "args": {}}),
    ("p2", "do", {"do": "edit", "path": "characters.ミナ.square", "to": "3-4"}),
    ("gm", "do", {"do": "edit", "path": "characters.狼.square", "to": "2-2"}),
    ("p2", "do", {"do": "edit", "path": "characters.密偵.square", "to": "1-1"}),
    ("gm", "do", {"do": "edit", "path": "board", "to": {"rows": 6, "columns": 7, "terrain": {"1-1": "wall"}}}),
    ("gm", "hang", {"of": "/board", "colour": "#00ffff"}),
    ("p2", "hang", {"of": "/board", "colour": "#00ffff"}),
]
HIDDEN: list[Op] = [
    ("gm", "do", {"do": "add", "name": "密偵", "fields": {"hidden": True}, "numbers": {"HP": 7919}}),
    ("gm", "do", {"do": "edit", "path": "characters.密偵.memo", "to": "屋根の上7919"}),
    ("gm", "do", {"do": "put", "path": "characters.密偵.states", "key": "毒7919", "to": {}}),
    ("gm", "do", {"do": "shift", "path": "characters.密偵.gauges.HP.now", "by": -7}),
    ("gm", "hang", {"of": "密偵", "colour": "#101010", "alt": "黒い影7919"}),
    ("gm", "do", {"do": "edit", "path": "characters.密偵.square", "to": "4-4"}),
    ("gm", "do", {"do": "edit", "path": "characters.密偵.size", "to": 2}),
    ("p1", "do", {"do": "edit", "path": "characters.ルカ.secret", "to": "王の娘7919"}),
    ("p1", "do", {"do": "shift", "path": "characters.ルカ.gauges.HP.now", "by": -7}),
    ("p1", "do", {"do": "put", "path": "characters.ルカ.values", "key": "器用7919", "to": "14"}),
    ("p1", "do", {"do": "rename", "path": "characters.ルカ.gauges.HP", "to": "命7919"}),
    ("gm", "do", {"do": "edit", "path": "notes.手紙7919.text", "to": "真夜中7919"}),
    ("gm", "hang", {"of": "手紙7919", "colour": "#fefefe"}),
    ("gm", "do", {"do": "add", "name": "洞窟7919", "kind": "scenes"}),
    ("gm", "hang", {"of": "洞窟7919", "colour": "#303030"}),
    ("gm", "do", {"do": "take_down", "of": "密偵"}),
]


class Twin:
    """A table, and all that two of its seats get."""

    def __init__(self, odd: bool) -> None:
        self._odd, self._step = odd, 0
        self.got: list[tuple[str, bytes]] = []
        outside = Outside(
            lambda count, sides: (1,) * count,
            lambda: 1_700_000_000_000 + self._step * 1000,
            lambda: "table0000000",
            new_picture_id=lambda: f"{self._step:016x}",
        )
        self._house = House(MemoryStore(), {"free": BOOK}, b"0" * 32, outside)

    async def play(self, ops: list[tuple[Op, bool]]) -> list[tuple[str, bytes]]:
        """Carry out a session, its hidden part in the odd one alone."""
        app = web_app.create_app(self._house)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://table") as self._http:
            self._room = await self._house.open_table(NewTable("free", "双子", players=2))
            broadcast = Broadcast(self._room)
            watches = {seat: broadcast.join(View(seat, "ja"), 0) for seat in WATCHED}
            for self._step, (op, hidden) in enumerate(ops):
                if self._odd or not hidden:
                    await self._carry_out(op, hidden)
                for _ in range(3):
                    await asyncio.sleep(0)
                for seat, watch in watches.items():
                    self.got.append((f"{seat} after {op}: {len(watch.chunks)}", watch.taken() if watch.chunks else b""))
            for seat in WATCHED:
                for path in ("", "/export.txt", "/export.html"):
                    await self._get(seat, {"path": path})
        return self.got

    def _named(self, text: str) -> str:
        """Names of entities as the ids that they have now; of none, as an id that nobody has."""
        for one, name in self._room.state.book.entities(self._room.state.world).items():
            text = text.replace(name, one)
        return text.replace("密偵", "n00000000")

    async def _carry_out(self, op: Op, hidden: bool) -> None:
        by, kind, fields = op
        if kind == "get":
            await self._get(by, {**fields, "path": self._named(fields["path"])})
        elif kind == "hang":
            await self._hang(by, hidden, **fields)
        else:
            told = {
                name: self._named(value) if name in ("path", "of", "entity") else value
                for name, value in fields.items()
            }
            if "args" in told:
                told["args"] = {name: self._named(value) for name, value in told["args"].items()}
            await (self._room.do(by, command(told)) if hidden else self._do(by, fields, told))

    async def _do(self, by: str, fields: dict[str, Any], told: dict[str, Any]) -> None:
        answer = await self._http.post(f"{base_of(self._room, by)}/do", json=told, headers=JSON)
        assert answer.status_code in (200, 409, 422), answer.text
        if by in WATCHED:
            self.got.append((f"{by} is told of {fields}", answer.content))

    async def _hang(self, by: str, hidden: bool, of: str, colour: str, alt: str = "") -> None:
        if hidden:
            await self._room.hang(by, self._named(of), alt, picture(colour=colour))
            return
        answer = await self._http.post(
            f"{base_of(self._room, by)}/pictures",
            data={"of": self._named(of)},
            files={"picture": ("a.png", picture(colour=colour), "image/png")},
            headers=JSON,
        )
        if by in WATCHED:
            self.got.append((f"{by} hangs {of}", answer.content))

    async def _get(self, by: str, fields: dict[str, Any]) -> None:
        query = {name: value for name, value in fields.items() if name != "path"}
        answer = await self._http.get(base_of(self._room, by) + fields["path"], params={"lang": "ja", **query})
        self.got.append((f"{by} gets", json.dumps(dict(answer.headers)).encode() + answer.content))


@pytest.fixture(autouse=True)
def _no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms' tokens are random and tell nothing: here they are all alike."""
    monkeypatch.setattr(web_app, "token_hex", lambda count: "0" * count * 2)


def assert_twins(ops: list[tuple[Op, bool]]) -> None:
    """The two tables give the same bytes, and nothing hidden is in them."""
    session = [*((op, False) for op in BEGIN), *ops]
    odd, plain = (asyncio.run(Twin(one).play(session)) for one in (True, False))
    for (what, mine), (other_what, other) in zip(odd, plain, strict=True):
        assert what == other_what
        assert mine == other, f"{what}: {difference(mine, other)}"
        assert b"7919" not in mine, what


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(
        st.one_of(st.sampled_from([(op, False) for op in SEEN]), st.sampled_from([(op, True) for op in HIDDEN])),
        min_size=4,
        max_size=24,
    )
)
def test_a_random_session(ops: list[tuple[Op, bool]]) -> None:
    assert_twins(ops)


def test_everything_hidden_between_all_that_is_seen() -> None:
    seen, hidden = [(op, False) for op in SEEN], [(op, True) for op in HIDDEN]
    assert_twins([one for pair in zip(seen, hidden * 3, strict=False) for one in pair])


def test_what_is_shown_at_last_is_seen() -> None:
    """The tables differ where they should: the test above would notice."""

    async def shown() -> list[str]:
        twin = Twin(True)
        await twin.play([(op, False) for op in BEGIN] + [(op, True) for op in HIDDEN[:5]])
        room = twin._room
        spy = next(one for one, name in BOOK.entities(room.state.world).items() if name == "密偵")
        before = [shown.alt for shown in web_app.table_model(room, "p2", "ja", {}).pictures.values()]
        await room.do("gm", c.Edit(f"characters.{spy}.hidden", False))
        return before + [shown.alt for shown in web_app.table_model(room, "p2", "ja", {}).pictures.values()]

    assert asyncio.run(shown()) == ["黒い影7919"]

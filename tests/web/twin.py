"""Twins: tables that differ only in what players may not know, and all that players get from one of them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any
from urllib.parse import urlencode

import httpx

from takusen.rulebook.book import RuleBook
from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.table.opening import NewTable
from takusen.web import app as web_app
from takusen.web.build import base_of
from takusen.web.stream import Broadcast, View

Op = tuple[str, str, dict[str, Any]]
"""Who, "do", "get", "answer" or "withdraw", and its fields; an answer goes to the first question on the page, and what
is withdrawn is the first that waits, if anything does."""
Got = list[tuple[str, bytes]]


def declare(by: str, act: str, **args: Any) -> Op:
    """A declaration."""
    return by, "do", {"do": "declare", "act": act, "args": args}


def composed(by: str, act: str, **args: Any) -> Op:
    """A look at an act with some picks."""
    return by, "get", {"path": "/compose", "act": act, **{f"args.{name}": value for name, value in args.items()}}


class Twin:
    """One of the tables, and what the players and the watcher get from it."""

    def __init__(self, book: RuleBook, source: str) -> None:
        self.step, self.got, rolls = 0, Got(), count(1)
        outside = Outside(
            lambda many, sides: tuple((next(rolls) * 5 + at) % sides + 1 for at in range(many)),
            lambda: 1_700_000_000_000 + self.step,
            lambda: "table0000000",
        )
        self.house = House(MemoryStore(), {book.id: book}, b"0" * 32, outside)
        self._wish = NewTable(book.id, "双子", source=source, players=2)

    async def play(self, ops: Iterable[Op]) -> Got:
        """Carry out a session; gives all that anybody but the GM has got."""
        self.room = await self.house.open_table(self._wish)
        broadcast = Broadcast(self.room)
        watches = {seat: broadcast.join(View(seat, "ja"), 0) for seat in ("p1", "w1")}
        async with self.client() as http:
            for self.step, op in enumerate(ops):
                await self.carry_out(http, op)
                for _ in range(3):
                    await asyncio.sleep(0)
                for seat, watch in watches.items():
                    pushed = len(watch.chunks)
                    self.got.append((f"{seat} is pushed {pushed} after {op}", watch.taken() if pushed else b""))
        return self.got

    @asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        """A browser without a window."""
        transport = httpx.ASGITransport(app=web_app.create_app(self.house))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
            yield http

    async def carry_out(self, http: httpx.AsyncClient, op: Op) -> None:
        """Send one command, or look at one page."""
        by, kind, fields = op
        base = base_of(self.room, by)
        if kind == "answer":
            asked = re.search(r'name="prompt" value="([^"]+)"', (await http.get(base)).text)
            assert asked is not None
            fields = {"do": "answer", "prompt": asked[1], **fields}
        if kind == "withdraw":
            waits = re.search(
                r'value="withdraw"><input type="hidden" name="of:int" value="(\d+)"', (await http.get(base)).text
            )
            kind, fields = "do", {"do": "withdraw", "of": int(waits[1]) if waits else 0}
        if kind in ("do", "answer"):
            answer = await http.post(f"{base}/do", json=fields, headers={"accept": "application/json"})
        else:
            query = urlencode({"lang": "ja"} | {name: value for name, value in fields.items() if name != "path"})
            answer = await http.get(f"{base}{fields['path']}?{query}")
        assert answer.status_code < 500, answer.text
        if by != "gm":
            self.got.append((f"{by} gets {answer.status_code} for {fields}", answer.content))


def same(
    book: RuleBook, sources: tuple[str, str], ops: list[Op], secret: str, kind: type[Twin] = Twin
) -> dict[str, bytes]:
    """What players get of the first of two twins, which is byte for byte what they get of the second; of the `secret`
    word nothing, unless they ask for it themselves."""
    odd, plain = (asyncio.run(kind(book, source).play(ops)) for source in sources)
    for (what, mine), (other_what, other) in zip(odd, plain, strict=True):
        assert what == other_what
        assert mine == other, what
        assert secret in what or secret.encode() not in mine, what
    return dict(odd)

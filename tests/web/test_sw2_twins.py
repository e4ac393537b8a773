"""Twins of the dungeon: two scenarios that differ only in what has not been found give a player the same bytes."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx

from takusen.rulebook.book import installed
from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.table.opening import NewTable
from takusen.web import app as web_app
from takusen.web.build import base_of
from takusen.web.stream import Broadcast, View, Watch
from tests.books.sw2_scenarios import SMALL

BOTH = '{ ja = "秘密7919", en = "Secret 7919" }'
DRAWN = 3
"""The trouble that comes up with these dice."""
CHANGES = (
    ('front = { ja = "石の扉がある。", en = "There is a stone door." }', f"front = {BOTH}\nnote = {BOTH}"),
    ('text = { ja = "銀貨がいる。", en = "It wants the coin." }', f"text = {BOTH}"),
    ('name = { ja = "銀貨", en = "A silver coin" }', f"name = {BOTH}\nprice = 7919"),
    ("level = 1", "level = 19"),
    ('text = { ja = "外は朝だった。", en = "It is morning outside." }', f"text = {BOTH}\nwhen = {BOTH}"),
    ("\ntp = 4\n", f"\ntp = 4\ntitle = {BOTH}\ntext = {BOTH}\n"),
    ('{ do = "trouble" },\n]\nsuccess = [', '{ do = "trouble" },\n]\nback = ' + BOTH + "\nsuccess = ["),
    (
        'success = [{ do = "ending", ending = "home" }]',
        'success = [{ do = "ending", ending = "home" }, { do = "trouble" }]',
    ),
    *((f'"こまりごと{n}", en = "Nuisance {n}"', f'"秘密{n}", en = "Secret {n}"') for n in range(13) if n != DRAWN),
)


def odd() -> str:
    """The scenario with all that is hidden changed, but for what the session comes to."""
    text = SMALL
    for right, wrong in CHANGES:
        assert right in text, right
        text = text.replace(right, wrong, 1)
    return text


def declare(act: str, **args: Any) -> dict[str, Any]:
    return {"do": "declare", "act": act, "args": args}


TOKEN = re.compile(rb'name="token" value="[0-9a-f]+"')
"""What makes each composed declaration its own."""
STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("p1", {"do": "sit", "name": "ゆい"}),
    ("p2", {"do": "sit", "name": "けん"}),
    ("gm", {"do": "take", "entity": "pc_nagi", "seat": "p1"}),
    ("gm", {"do": "take", "entity": "pc_gald", "seat": "p2"}),
    ("p1", declare("explore", card="mouth", representative="pc_nagi", skill="スカウト")),
    ("gm", declare("begin_exploration")),
    ("p1", declare("explore", card="hall", representative="pc_nagi")),
    ("p1", declare("open_card", card="hall")),
    ("p1", {"do": "edit", "path": "cards.hall.open", "to": True}),
    ("p2", declare("explore", card="mouth", representative="pc_gald", skill="平目")),
    ("p1", declare("retry", card="mouth")),
    ("gm", declare("event_tp", delta=1, reason="待つ")),
    ("p1", declare("check", actor="pc_nagi", skill="スカウト", ability="intellect", target=9)),
    ("p1", {"do": "say", "text": "さて", "channel": "in", "name": "ナギ"}),
)
PAGES = ("", "?act=explore", "?act=explore&args.card=mouth&args.representative=pc_nagi", "/export.html", "/export.txt")


async def played(source: str) -> list[tuple[str, bytes]]:
    """All that a player and the watcher get in a session; all dice show 1."""
    outside = Outside(
        lambda count, sides: (4, 3, *(1,) * count)[:count], lambda: 1_700_000_000_000, lambda: "table0000000"
    )
    house = House(MemoryStore(), installed(), b"0" * 32, outside)
    got: list[tuple[str, bytes]] = []
    transport = httpx.ASGITransport(app=web_app.create_app(house))
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
        room = await house.open_table(NewTable("sw2_dungeon", "双子", source=source, players=2))
        broadcast = Broadcast(room)
        watches: dict[str, Watch] = {seat: broadcast.join(View(seat, "ja"), 0) for seat in ("p1", "w1")}
        for by, fields in STEPS:
            headers = {"accept": "application/json", "accept-language": "ja"}
            answer = await http.post(f"{base_of(room, by)}/do", json=fields, headers=headers)
            got += [(f"{by} is told of {fields}", answer.content)] if by != "gm" else []
            for _ in range(3):
                await asyncio.sleep(0)
            got += [
                (f"{seat} is pushed after {fields}", watch.taken()) for seat, watch in watches.items() if watch.chunks
            ]
        for seat in ("p1", "w1"):
            for path in PAGES:
                for lang in ("ja", "en"):
                    page = await http.get(base_of(room, seat) + path, headers={"accept-language": lang})
                    got.append((f"{seat} gets {path}", TOKEN.sub(b"", page.content)))
    return got


def test_what_has_not_been_found_is_not_sent() -> None:
    one, other = (asyncio.run(played(source)) for source in (SMALL, odd()))
    assert [what for what, _ in one] == [what for what, _ in other]
    for (what, sent), (_, twin) in zip(one, other, strict=True):
        assert sent == twin, what
        assert b"7919" not in twin
    assert any("失敗".encode() in sent for _, sent in one)

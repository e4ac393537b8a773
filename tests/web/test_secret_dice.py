"""Two tables whose secret rolls alone differ, in value and in number of dice: to all others they are the same."""

from __future__ import annotations

import asyncio
from itertools import count

import httpx
import pytest

from takusen.interop.bcdice.pool import Dice
from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.table.opening import NewTable
from takusen.web import app as web_app
from takusen.web.stream import Broadcast, View
from takusen_books.bayside23 import BOOK

JSON = {"accept": "application/json"}
PATHS = ("?later=1", "/export.txt", "/export.html", "/export.ccfolia.html", "/lines?before=99", "/compose?act=rest")
FEW, MANY = (1,), (6, 6, 5, 5, 1, 2)
"""The latter are critical again and again, so that a rating roll takes more dice."""

TALK = {"do": "say", "text": "ところで", "channel": "out"}


def said(text: str, **more: object) -> dict[str, object]:
    return {"do": "say", "text": text, **more}


async def got(
    faces: tuple[int, ...], steps: list[tuple[str, dict[str, object]]], viewers: tuple[str, ...]
) -> list[bytes]:
    """All that the viewers get while a session goes on whose dice show these faces again and again."""
    clock = count(1_700_000_000_000, 1000)
    outside = Outside(clock=lambda: next(clock), new_id=lambda: "table0000000")
    dice = Dice(lambda wanted: [faces[at % len(faces)] - 1 for at in range(wanted)])
    house = House(MemoryStore(), {BOOK.id: BOOK}, b"0" * 32, outside, dice)
    room = await house.open_table(NewTable(BOOK.id, "双子", scenario="harbor_lantern", players=2))
    app = web_app.create_app(house)
    keys = {seat: room.key(room.state.seats[seat]) for seat in room.state.seats}
    broadcast = Broadcast(room)
    watches = {seat: broadcast.join(View(seat, "ja"), 0) for seat in viewers}
    pieces: list[bytes] = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://table") as http:
        for seat, command in steps:
            answer = await http.post(f"/t/{room.table}/{keys[seat]}/do", json=command, headers=JSON)
            pieces += [answer.content] if seat in viewers else []
            await asyncio.sleep(0.01)
            pieces += [watch.taken() if watch.chunks else b"" for watch in watches.values()]
        for seat in viewers:
            for path in PATHS:
                answer = await http.get(f"/t/{room.table}/{keys[seat]}{path}")
                pieces.append(answer.content)
    return [_without_tokens(piece) for piece in pieces]


def _without_tokens(piece: bytes) -> bytes:
    """Forms carry random tokens."""
    start, *rest = piece.split(b'name="token" value="')
    return start + b"".join(part.partition(b'"')[2] for part in rest)


STEPS: list[tuple[str, dict[str, object]]] = [
    ("gm", {"do": "sit", "name": "ジム"}),
    ("p1", {"do": "sit", "name": "一"}),
    ("p2", {"do": "sit", "name": "二"}),
    ("gm", {"do": "set_dice", "system": "SwordWorld2.0"}),
    ("p1", said("SK20+10")),
    ("p2", TALK),
    ("p1", said("k20", secret=True)),
    ("p1", said("Sx3 K10@9 罠")),
    ("p2", TALK),
    ("gm", said("S2D6>=7 見張り")),
    ("p2", said("こんばんは")),
]


@pytest.mark.parametrize("viewers", [("p2", "w1"), ("gm",)])
def test_twins_that_differ_in_secret_dice_alone(viewers: tuple[str, ...]) -> None:
    steps = [step for step in STEPS if step[0] not in viewers or "S2D6" not in str(step)]
    few, many = (asyncio.run(got(faces, steps, viewers)) for faces in (FEW, MANY))
    for one, other in zip(few, many, strict=True):
        assert one == other
    assert any("シークレットダイスを振りました".encode() in piece for piece in few)


def test_the_roller_does_see_it() -> None:
    few, many = (asyncio.run(got(faces, STEPS, ("p1",))) for faces in (FEW, MANY))
    assert few != many

"""The connected pages of a room, in one process: what they are sent, when they end, when all is forgotten."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from typing import Any

import httpx
import pytest
from starlette.types import Message

from takusen.server.chat import Chat
from takusen.server.room import Room
from takusen.table import commands as c
from takusen.table.opening import NewTable
from takusen.web import outlook, stream
from takusen.web.app import Web, create_app, told
from takusen.web.build import base_of
from takusen.web.entities import entities
from takusen.web.models import TableModel
from takusen.web.render import Renderer
from takusen.web.stream import Broadcast, View, Watch
from tests.web.conftest import Fixed, house_of

OLD = -1e9


async def opened() -> tuple[Room, Broadcast]:
    """A room with two seats taken."""
    room = await house_of(Fixed()).open_table(NewTable("bayside23", scenario="harbor_lantern"))
    for seat in ("gm", "p1"):
        await room.do(seat, c.Sit(seat))
    return room, Broadcast(room)


def sent(watch: Watch) -> list[dict[str, Any]]:
    """The events that a page has got by now."""
    return [json.loads(row[6:]) for row in watch.taken().decode().split("\n\n") if row.startswith("data: ")]


def panels(watch: Watch) -> dict[str, str]:
    """The panels that a page has got by now."""
    return {one["name"]: one["html"] for one in sent(watch) if one["t"] == "panel"}


async def moved(room: Room) -> None:
    """Something that changes what all see."""
    scene = next(one for one in room.state.world.scenes if one != room.state.world.scene)
    assert await room.do("gm", c.Declare("enter_scene", {"scene": scene})) is None


def test_a_page_that_joins_in_the_same_tick_takes_nothing_from_the_others() -> None:
    async def go() -> None:
        room, broadcast = await opened()
        first = broadcast.join(View("w1", "ja"), 0)
        seen = panels(first)
        await moved(room)
        second = broadcast.join(View("w1", "ja"), 0)
        await asyncio.sleep(0)
        seen |= panels(first)
        assert seen == panels(second)
        await moved(room)
        await asyncio.sleep(0)
        later = panels(first)
        assert later
        assert later == panels(second)

    asyncio.run(go())


def test_who_comes_and_goes_costs_the_others_no_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PRESENCE", 0.0)
    drawn: list[str] = []
    plain = Renderer.panel

    def noted(self: Renderer, name: str, model: TableModel) -> str:
        drawn.append(f"{model.seat.id} {name}")
        return plain(self, name, model)

    async def go() -> None:
        room, broadcast = await opened()
        monkeypatch.setattr(Renderer, "panel", noted)
        gm, other = broadcast.join(View("gm", "ja"), 0), broadcast.join(View("w1", "ja"), 0)
        await asyncio.sleep(0.01)
        gm.taken(), other.taken(), drawn.clear()
        assert await room.do("gm", c.Say("はじめます")) is None
        player = broadcast.join(View("p1", "ja"), 0)
        await asyncio.sleep(0.01)
        assert [one for one in drawn if not one.startswith("p1 ")] == ["gm people", "gm seats"]
        assert "接続中" in panels(gm)["people"]
        assert panels(other) == {}
        drawn.clear()
        broadcast.leave(player)
        await asyncio.sleep(0.01)
        assert drawn == ["gm people", "gm seats"]
        assert panels(gm).keys() == {"people", "seats"}

    asyncio.run(go())


def test_a_renewed_link_ends_its_streams() -> None:
    async def go() -> None:
        room, broadcast = await opened()
        old, other = broadcast.join(View("p1", "ja"), 0), broadcast.join(View("w1", "ja"), 0)
        old.taken(), other.taken()
        assert await room.do("gm", c.Renew("p1")) is None
        assert await room.do("gm", c.Say("秘密の相談")) is None
        assert await room.do("gm", c.Edit("fighters.rin.note", "秘密の覚え書き")) is None
        await asyncio.sleep(0)
        assert [one["t"] for one in sent(old)] == ["reload"]
        assert old.gone
        assert "秘密の相談" in str(sent(other))
        assert not other.gone
        late = broadcast.join(View("p1", "ja"), 0)
        assert [one["t"] for one in sent(late)] == ["reload"]
        fresh = broadcast.join(View("p1", "ja", turn=1), 0)
        assert "秘密の相談" in str(sent(fresh))
        for watch in (old, late, other):
            broadcast.leave(watch)
        assert broadcast.here == {"p1": 1}

    asyncio.run(go())


def test_a_page_that_takes_nothing_is_told_to_load_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BACKLOG_BYTES", 1000)
    watch = Watch(View("w1", "ja"))
    for _ in range(3):
        watch.push(b"x" * 600)
        watch.taken()
    assert not watch.gone
    for _ in range(3):
        watch.push(b"x" * 600)
    assert watch.gone
    assert watch.taken() == stream.event("reload")


def test_a_swept_room_is_let_go() -> None:
    async def go() -> None:
        house = house_of(Fixed())
        web = Web(house)
        room: Room | None = await house.open_table(NewTable("bayside23"))
        assert room is not None
        live = web.live(room)
        assert web.live(room) is live
        watch = live.broadcast.join(View("gm", "ja"), 0)
        room.used = web._swept = OLD
        web._sweep()
        assert await house.room(room.table) is room, "a watched room stays"
        live.broadcast.leave(watch)
        room.used = web._swept = OLD
        gone = weakref.ref(room)
        web._sweep()
        room = live = watch = None  # type: ignore[assignment]
        await asyncio.to_thread(str)  # the thread that loaded it still holds its last result
        gc.collect()
        assert gone() is None

    asyncio.run(go())


def test_the_old_room_of_a_late_request_is_not_mixed_up_with_the_new_one() -> None:
    async def go() -> None:
        house = house_of(Fixed())
        web = Web(house)
        old = await house.open_table(NewTable("bayside23"))
        web.live(old)
        old.used = OLD
        house.sweep(set())
        new = await house.room(old.table)
        assert new is not None
        assert web.live(new).broadcast._room is new

    asyncio.run(go())


def test_a_story_told_apart_is_the_same_story() -> None:
    async def go() -> None:
        room, _ = await opened()
        assert await room.do("p1", c.Say("はじめ")) is None
        said = room.state.seq
        assert await room.do("gm", c.Edit("fighters.rin.life", 2)) is None
        edited = room.state.seq
        assert await room.do("p1", c.Amend(said, "なおし")) is None
        assert await room.do("gm", c.Undo(edited)) is None
        for seat in room.state.seats:
            feed = room.feed(seat)
            assert told(room.state.book, seat, room.entries) == feed.lines(0, feed.count)

    asyncio.run(go())


async def fighting(client: httpx.AsyncClient) -> str:
    """The GM's address at a table that fights."""
    wish = {"book": "bayside23", "scenario": "harbor_lantern"}
    gm = (await client.post("/new", json=wish, headers={"accept": "application/json"})).json()["seats"]["gm"]
    await client.post(f"{gm}/do", json={"do": "sit", "name": "GM"})
    args = {"members": ["rin", "fog_monk"]}
    answer = await client.post(f"{gm}/do", json={"do": "declare", "act": "start_fight", "args": args})
    assert answer.status_code == 303, answer.text
    return str(gm)


def test_a_forecast_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook, "played", lambda *given: 1 / 0)

    async def go() -> str:
        transport = httpx.ASGITransport(create_app(house_of(Fixed())))
        async with httpx.AsyncClient(transport=transport, base_url="http://t") as client:
            gm = await fighting(client)
            assert "不具合" not in (await client.get(f"{gm}/forecast")).text
            await client.post(f"{gm}/forecast", data={"runs:int": "10"})
            await asyncio.sleep(0.2)
            return (await client.get(f"{gm}/forecast")).text

    assert "こちらの不具合で、予測が途中で止まりました" in asyncio.run(go())


def test_no_forecast_goes_on_after_the_server_or_its_room(monkeypatch: pytest.MonkeyPatch) -> None:
    running: list[bool] = []

    def endless(*given: Any) -> Any:
        running.append(True)
        while given[-1](outlook.Result()):
            pass
        running.pop()

    monkeypatch.setattr(outlook, "played", endless)

    async def until(wanted: int) -> None:
        for _ in range(500):
            if len(running) == wanted:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{len(running)} forecasts run")

    async def swept() -> None:
        house = house_of(Fixed())
        web, room = Web(house), await house.open_table(NewTable("bayside23", scenario="harbor_lantern"))
        await room.do("gm", c.Declare("start_fight", {"members": ["rin", "fog_monk"]}))
        web.live(room).outlook.start("gm", outlook.Wish(10))
        await until(1)
        room.used = web._swept = OLD
        web._sweep()
        await until(0)

    async def stopped() -> None:
        app = create_app(house_of(Fixed()))
        told: list[str] = []
        orders: asyncio.Queue[Message] = asyncio.Queue()

        async def send(message: Message) -> None:
            told.append(message["type"])

        life = asyncio.create_task(app({"type": "lifespan"}, orders.get, send))  # type: ignore[arg-type]
        orders.put_nowait({"type": "lifespan.startup"})
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t") as client:
            await client.post(f"{await fighting(client)}/forecast", data={"runs:int": "10"})
        await until(1)
        orders.put_nowait({"type": "lifespan.shutdown"})
        await life
        assert told == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
        await until(0)

    asyncio.run(swept())
    asyncio.run(stopped())


def test_the_gm_page_asks_for_names_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> int:
        room, _ = await opened()
        asked = 0
        plain = room.state.book.entities

        def counted(world: Any) -> Any:
            nonlocal asked
            asked += 1
            return plain(world)

        monkeypatch.setattr(room.state.book, "entities", counted)
        assert len(entities(room.state)) > 10
        return asked

    assert asyncio.run(go()) == 1


def test_a_number_of_too_many_values_is_chosen_without_a_chart() -> None:
    async def go() -> tuple[str, str]:
        house = house_of(Fixed())
        transport = httpx.ASGITransport(create_app(house))
        async with httpx.AsyncClient(transport=transport, base_url="http://t") as client:
            gm = await fighting(client)
            room = await house.room(gm.split("/")[2])
            assert room is not None
            who = ("rin", "fog_monk") if room.state.world.fight.turn == "friends" else ("fog_monk", "rin")
            await room.do("gm", c.Edit(f"fighters.{who[0]}.skills", {"x": 90}))
            query = {"act": "attack", "args.attacker": who[0], "args.target": who[1], "args.skill": "x"}
            query |= {"lang": "ja", "args.traits:list": next(iter(room.state.world.fighters[who[0]].traits))}
            open_page = (await client.get(f"{base_of(room, 'gm')}/compose", params=query)).text
            chosen = (await client.get(f"{gm}/compose", params={**query, "args.force:int": "70"})).text
            return open_page, chosen

    for page in asyncio.run(go()):
        assert "選べる数が多すぎる" in page
        assert 'type="number" inputmode="numeric" name="args.force:int"' in page
        assert 'class="bars"' not in page
    assert 'class="measures"' in page


def test_what_goes_wrong_at_a_table_leads_back_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        transport = httpx.ASGITransport(create_app(house_of(Fixed())), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://t") as client:
            gm = await fighting(client)
            monkeypatch.setattr(Chat, "take", lambda *given: 1 / 0)
            broken = await client.post(f"{gm}/do", data={"do": "say", "text": "はい"})
            wrong = await client.post(f"{gm}/do", data={"do": "act"})
            nowhere = await client.get(f"{gm}/nothing")
            assert [broken.status_code, wrong.status_code, nowhere.status_code] == [500, 422, 404]
            for page in (broken, wrong, nowhere):
                assert f'<a class="button strong" href="{gm}">卓に戻る</a>' in page.text
            for path in (f"{gm[:-3]}xyz", f"{gm[:-3]}xyz/links", "/nothing"):
                page = await client.get(path)
                assert page.status_code == 404
                assert "卓に戻る" not in page.text

    asyncio.run(go())

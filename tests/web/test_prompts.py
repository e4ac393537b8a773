"""Several people asked at once, on their pages: each sees its own prompt, nobody another's answer."""

from __future__ import annotations

import re

import httpx
import pytest

from takusen.server.house import House
from takusen.server.room import Outside, Room
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.opening import NewTable
from takusen.web.app import create_app
from takusen.web.build import base_of, prompts_model, table_model
from takusen.web.render import renderer
from takusen.web.stream import Broadcast, View, Watch
from tests.engine.camp import BOOK

pytestmark = pytest.mark.anyio
SEATS = ("gm", "p1", "p2", "w1")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def house() -> House:
    outside = Outside(lambda count, sides: (1,) * count, lambda: 1_700_000_000_000, lambda: "table0000000")
    return House(MemoryStore(), {"camp": BOOK}, b"0" * 32, outside)


async def night(house: House) -> Room:
    """Two players with a scout each, a third that nobody plays; all are asked."""
    room = await house.open_table(NewTable("camp", "夜", players=2))
    begin: list[tuple[str, c.Command]] = [("gm", c.Sit("ジム")), ("p1", c.Sit("一")), ("p2", c.Sit("二"))]
    begin += [("p1", c.Take("s1")), ("p2", c.Take("s2")), ("gm", c.Declare("rest", {}))]
    for seat, one in begin:
        assert await room.do(seat, one) is None, one
    return room


def panel(room: Room, seat: str, name: str = "prompt", lang: str = "ja") -> str:
    return renderer(lang, BOOK).panel(name, table_model(room, seat, lang, {}))


def shown(room: Room, seat: str) -> list[str]:
    """The prompts that a seat may answer."""
    return list(dict.fromkeys(re.findall(r'name="prompt" value="([^"]+)"', panel(room, seat))))


def waits_for(room: Room, seat: str) -> tuple[str, ...]:
    model = prompts_model(room, seat)
    return model.waiting_for if model else ()


async def test_each_seat_is_shown_its_own_and_the_gm_all(house: House) -> None:
    room = await night(house)
    assert {seat: shown(room, seat) for seat in SEATS} == {
        "gm": ["s3.1", "s1.1", "s2.1"],
        "p1": ["s1.1"],
        "p2": ["s2.1"],
        "w1": [],
    }
    assert {seat: waits_for(room, seat) for seat in SEATS} == {
        "gm": (),
        "p1": ("二", "GM"),
        "p2": ("一", "GM"),
        "w1": ("一", "二", "GM"),
    }
    assert "今夜はどうする？（アキ）" in panel(room, "p1")
    assert panel(room, "gm").count("GMが代わりに答えられます") == 2
    for seat in SEATS:
        assert "伏せられます" in panel(room, seat)
        assert "stay sealed" in panel(room, seat, lang="en")


async def test_who_has_answered_waits_for_the_others_by_name(house: House) -> None:
    room = await night(house)
    assert "data-asked" in panel(room, "p1")
    assert await room.do("p1", c.Answer("s1.1", "sleep")) is None
    assert "data-asked" not in panel(room, "p1")
    assert "二、GMの返事を待っています" in panel(room, "p1")
    assert waits_for(room, "p2") == ("GM",)
    assert waits_for(room, "w1") == ("二", "GM")
    assert await room.do("gm", c.Answer("s3.1", "sleep")) is None
    assert waits_for(room, "p1") == waits_for(room, "w1") == ("二",)
    assert shown(room, "gm") == ["s2.1"]
    assert await room.do("p2", c.Answer("s2.1", "watch")) is None
    assert [panel(room, seat) for seat in SEATS] == [""] * 4


async def test_somebody_out_of_sight_is_asked_without_a_word_to_others(house: House) -> None:
    room = await night(house)
    assert await room.do("gm", c.Abort()) is None
    assert await room.do("gm", c.Edit("scouts.s3.hidden", True)) is None
    assert await room.do("gm", c.Declare("rest", {})) is None
    assert shown(room, "gm") == ["s3.2", "s1.2", "s2.2"]
    assert waits_for(room, "p1") == ("二",)
    assert await room.do("gm", c.Edit("scouts.s2.hidden", True)) is None
    assert "伏せられます" not in panel(room, "p1")
    assert await room.do("gm", c.Edit("scouts.s2.hidden", False)) is None
    for seat, prompt in (("p1", "s1.2"), ("p2", "s2.2")):
        assert await room.do(seat, c.Answer(prompt, "sleep")) is None
    assert panel(room, "p1") == panel(room, "w1") == ""
    assert shown(room, "gm") == ["s3.2"]


async def test_an_act_that_cannot_go_on_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await night(house)
    monkeypatch.setattr(BOOK.acts["rest"], "body", lambda t: t.ask_all(()))
    room._prompts = None
    assert "行動が途中で止まっています" in panel(room, "p1")
    assert 'value="restart"' in panel(room, "gm")
    assert 'value="restart"' not in panel(room, "p1")


class Pages:
    """All that the seats other than p1 get of a table, while p1 answers early."""

    def __init__(self, room: Room) -> None:
        self.room, broadcast = room, Broadcast(room)
        self.watches: dict[str, Watch] = {seat: broadcast.join(View(seat, "ja"), 0) for seat in ("gm", "p2", "w1")}
        for watch in self.watches.values():
            watch.taken()
        self._broadcast = broadcast

    async def got(self, http: httpx.AsyncClient) -> dict[str, list[bytes]]:
        """What each seat's stream sent, and its pages and exports."""
        self._broadcast._push_panels()
        told: dict[str, list[bytes]] = {}
        for seat, watch in self.watches.items():
            told[seat] = list(watch.chunks)
            watch.taken()
            base = base_of(self.room, seat)
            for path in ("", "/export.txt", "/export.html", "/lines?before=99", "/compose?act=scout"):
                answer = await http.get(base + path, params={"later": "1"} if not path else None)
                told[seat].append(re.sub(rb'name="token" value="[0-9a-f]+"', b"", answer.content))
        return told


async def told_of(house: House, answers: list[tuple[str, str, str]]) -> dict[str, list[bytes]]:
    room = await night(house)
    pages = Pages(room)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(house)), base_url="http://t") as http:
        told = await pages.got(http)
        for seat, prompt, answer in answers:
            assert await room.do(seat, c.Answer(prompt, answer)) is None
            told = {one: told[one] + more for one, more in (await pages.got(http)).items()}
    return told


@pytest.mark.parametrize("by", ["p1", "gm"])
async def test_twins_an_early_answer_tells_nobody_what_it_says(by: str) -> None:
    def fresh() -> House:
        outside = Outside(lambda count, sides: (1,) * count, lambda: 1_700_000_000_000, lambda: "table0000000")
        return House(MemoryStore(), {"camp": BOOK}, b"0" * 32, outside)

    more = [("gm", "s3.1", "watch")]
    one, other = [await told_of(fresh(), [(by, "s1.1", answer), *more]) for answer in ("sleep", "watch")]
    assert one == other
    assert any(b"panel" in chunk for chunk in one["p2"])


async def test_an_early_answer_changes_but_the_waiting(house: House) -> None:
    room = await night(house)
    before = {name: panel(room, "p2", name) for name in ("head", "stage", "hand", "more", "waiting")}
    asked = panel(room, "p2")
    assert await room.do("p1", c.Answer("s1.1", "sleep")) is None
    assert {name: panel(room, "p2", name) for name in before} == before
    assert panel(room, "p2") == asked.replace("一、GMの返事", "GMの返事")


async def test_a_tool_answers_by_the_prompts_id(house: House) -> None:
    room = await night(house)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(house)), base_url="http://t") as http:

        async def do(seat: str, prompt: str) -> dict[str, object]:
            data = {"do": "answer", "prompt": prompt, "answer": "sleep"}
            answer = await http.post(f"{base_of(room, seat)}/do", json=data, headers={"accept": "application/json"})
            return {"status": answer.status_code, **answer.json()}

        assert (await do("p2", "s2.1"))["status"] == 200
        assert (await do("p2", "s2.1"))["refused"] == "prompt_gone"
        assert (await do("p2", "s1.1"))["refused"] == "not_asked"
        assert (await do("gm", "s1.1"))["status"] == 200
        assert (await do("gm", "s3.1"))["status"] == 200
    assert room.state.floor is None

"""Windows, standing answers and policies on the pages: forms that work, both languages, nothing hidden told."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takusen.server.house import House
from takusen.server.letting import Letting
from takusen.server.room import Outside, Room
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.opening import NewTable
from takusen.web.app import create_app
from takusen.web.build import base_of, table_model
from takusen.web.render import PANELS, renderer
from takusen.web.stream import Broadcast, View
from tests.engine.ford import BOOK

pytestmark = pytest.mark.anyio
SHADOW = re.compile("影狼|shadow|Shadow")
STRIKE = c.Declare("strike", {"of": "grey", "target": "aki"})
BLOW = c.Declare("strike", {"of": "aki", "target": "grey"})


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Ford:
    """A table at the ford: Aki is p1's, Haru p2's."""

    def __init__(self, room: Room, http: httpx.AsyncClient) -> None:
        self.room, self.http = room, http

    async def do(self, seat: str, command: c.Command) -> None:
        assert await self.room.do(seat, command) is None

    async def post(self, seat: str, **fields: Any) -> httpx.Response:
        return await self.http.post(
            f"{base_of(self.room, seat)}/do", json=fields, headers={"accept": "application/json"}
        )

    async def form(self, seat: str, pairs: list[tuple[str, str]]) -> httpx.Response:
        content = "&".join(f"{httpx.QueryParams({name: value})}" for name, value in pairs)
        headers = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json"}
        return await self.http.post(f"{base_of(self.room, seat)}/do", content=content, headers=headers)

    async def story(self, seat: str, lang: str = "ja") -> str:
        return (await self.http.get(f"{base_of(self.room, seat)}/export.txt?lang={lang}")).text

    def panel(self, name: str, seat: str, lang: str = "ja") -> str:
        return renderer(lang, BOOK).panel(name, table_model(self.room, seat, lang, {}))

    def ids(self) -> list[str]:
        return [prompt_id(self.room.state, one) for one in open_prompts(self.room.state)]

    def forms(self, name: str, seat: str) -> list[list[tuple[str, str]]]:
        """What each form of a panel would send as it stands."""
        made = []
        for form in re.findall(r"<form.*?</form>", self.panel(name, seat), re.S):
            fields = re.findall(r'<(?:input|button)[^>]*name="([^"]+)"[^>]*value="([^"]*)"([^>]*)>', form)
            pairs = [
                (unescape(key), unescape(value))
                for key, value, rest in fields
                if f'type="radio" name="{key}" value="{value}"' not in form or "checked" in rest
            ]
            made.append(pairs)
        return made


async def opened(lang: str = "ja") -> Ford:
    outside = Outside(lambda count, sides: (3,) * count, lambda: 1_700_000_000_000, lambda: "table0000000")
    house = House(MemoryStore(), {"ford": BOOK}, b"0" * 32, outside)
    room = await house.open_table(NewTable("ford", "渡し", players=2, lang=lang))
    http = httpx.AsyncClient(transport=httpx.ASGITransport(create_app(house)), base_url="http://test")
    ford = Ford(room, http)
    for seat, one in (("gm", c.Sit("ジム")), ("p1", c.Sit("一")), ("p2", c.Sit("二"))):
        await ford.do(seat, one)
    await ford.do("p1", c.Take("aki"))
    await ford.do("p2", c.Take("haru"))
    return ford


@pytest.fixture
async def ford() -> Ford:
    return await opened()


# the GM's one form ---------------------------------------------------------------------------------------------------


async def test_the_gm_answers_for_all_in_one_form(ford: Ford) -> None:
    await ford.do("p1", BLOW)
    page = ford.panel("prompt", "gm")
    assert page.count('class="ask') == 1
    assert page.count("checked") == 2
    joint = next(form for form in ford.forms("prompt", "gm") if ("do", "answer_all") in form)
    assert (await ford.form("gm", joint)).status_code == 200
    assert ford.room.state.world.fighters["grey"].life == 6
    assert (await ford.form("gm", joint)).json()["refused"] == "prompt_gone"


async def test_one_button_answers_by_policy(ford: Ford) -> None:
    await ford.do("p1", BLOW)
    form = next(form for form in ford.forms("prompt", "gm") if ("do", "answer_by_policy") in form)
    assert (await ford.form("gm", form)).status_code == 200
    assert ford.room.state.floor is None


async def test_a_choice_in_the_form(ford: Ford) -> None:
    await ford.do("p1", BLOW)
    pairs = [(r"answers.grey\.1:json", '"pass"'), (r"answers.shadow\.1:json", '"cover"'), ("do", "answer_all")]
    assert (await ford.form("gm", pairs)).status_code == 200
    assert ford.room.state.world.fighters["shadow"].life == 3


async def test_the_gm_may_still_settle_it_and_sees_each_player_apart(ford: Ford) -> None:
    await ford.do("p1", BLOW)
    form = next(form for form in ford.forms("prompt", "gm") if ("do", "abort") in form)
    assert (await ford.form("gm", form)).status_code == 200
    await ford.do("gm", STRIKE)
    assert ford.panel("prompt", "gm").count('class="ask instead"') == 2
    assert "strong" not in ford.panel("prompt", "gm")
    assert "answer_all" not in ford.panel("prompt", "gm")


# standing answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("always", [False, True])
async def test_a_player_leaves_an_answer_and_takes_it_back(ford: Ford, always: bool) -> None:
    await ford.do("gm", STRIKE)
    assert "このターンは聞かない" in ford.panel("prompt", "p1")
    assert "このターンは聞かない" not in ford.panel("prompt", "gm")
    stand = [form for form in ford.forms("prompt", "p1") if ("do", "stand") in form]
    assert (await ford.form("p1", stand[always])).status_code == 200
    assert ford.ids() == ["haru.1"]
    hand = ford.panel("hand", "p1")
    assert ("ずっと" in hand) is always
    assert "打撃への反応：パス" in hand
    assert "決めておいた返事" not in ford.panel("hand", "p2")
    assert "決めておいた返事" not in ford.panel("hand", "gm")
    (unstand,) = [form for form in ford.forms("hand", "p1") if ("do", "unstand") in form]
    assert (await ford.form("p1", unstand)).status_code == 200
    assert "決めておいた返事" not in ford.panel("hand", "p1")
    assert (await ford.form("p1", unstand)).json()["refused"] == "not_standing"


async def test_how_the_log_reads() -> None:
    for lang, told in (
        ("ja", "アキの「打撃への反応」は、決めておいた返事「パス」で済みました"),
        ("en", "Aki had the standing answer “Pass”: Reacting to blows"),
    ):
        ford = await opened(lang)
        await ford.do("p1", c.Stand("aki", "blow", "pass"))
        await ford.do("gm", STRIKE)
        pages = {
            seat: await ford.http.get(f"{base_of(ford.room, seat)}/export.txt?lang={lang}") for seat in ("p1", "p2")
        }
        assert told in pages["p1"].text
        assert told[:12] not in pages["p2"].text


async def test_through_the_api(ford: Ford) -> None:
    told = await ford.post("p1", do="stand", of="aki", label="blow", answer="pass", always=True)
    assert told.json() == {"ok": True}
    told = await ford.post("p2", do="stand", of="aki", label="blow", answer="pass")
    assert told.json()["refused"] == "not_yours"
    told = await ford.post("p1", do="unstand", of="aki", label="blow")
    assert told.json() == {"ok": True}


# own acts ------------------------------------------------------------------------------------------------------------


async def test_an_own_act_comes_between_and_can_be_taken_back(ford: Ford) -> None:
    await ford.do("gm", STRIKE)
    await ford.do("p1", c.Declare("buy", {"of": "aki"}))
    assert ford.panel("waiting", "p1").strip() == ""
    assert "取り消す：薬草を買う" in ford.panel("hand", "p1")
    assert ford.ids() == ["aki.1", "haru.1"]


# who is waited for ---------------------------------------------------------------------------------------------------


async def test_who_is_waited_for(ford: Ford) -> None:
    assert "宣言待ち：アキ、ハル、GM" in ford.panel("head", "p1")
    await ford.do("p1", c.Declare("breathe", {"of": "aki"}))
    assert "宣言待ち：ハル、GM" in ford.panel("head", "p1")
    assert "ハル、GMの宣言を待っています" in ford.panel("prompt", "p1")
    assert "宣言を待っています" not in ford.panel("prompt", "p2")
    await ford.do("gm", STRIKE)
    assert "返事待ち：アキ、ハル" in ford.panel("head", "p2")
    assert "To answer: アキ, ハル" in ford.panel("head", "p2", "en")
    await ford.do("p1", c.Answer("aki.1", "pass"))
    assert "返事待ち：ハル" in ford.panel("head", "gm")


async def test_the_hidden_are_never_waited_for(ford: Ford) -> None:
    await ford.do("gm", c.Edit("fighters.grey.wards", 0))
    await ford.do("p1", BLOW)
    assert ford.ids() == ["shadow.1"]
    assert "返事待ち：GM" in ford.panel("head", "gm")
    for seat in ("p1", "p2"):
        assert "宣言待ち：アキ、ハル、GM" in ford.panel("head", seat)
        assert "返事" not in ford.panel("prompt", seat)
        for name in PANELS:
            assert not SHADOW.search(ford.panel(name, seat))


@pytest.mark.parametrize("ops", [("p1", "gm"), ("gm", "p1", "gm"), ("gm", "gm", "p1", "p1", "gm", "p1")])
async def test_twins_a_hidden_one_with_a_reaction_changes_no_byte(ops: tuple[str, ...]) -> None:
    got = []
    for wards in (0, 1):
        ford = await opened()
        await ford.do("gm", c.Edit("fighters.shadow.wards", wards))
        await ford.do("gm", c.Stand("shadow", "blow", "pass", always=True))
        await ford.do("gm", c.Stand("grey", "blow", "pass", always=True))
        broadcast = Broadcast(ford.room)
        watches = [broadcast.join(View(seat, "ja"), 0) for seat in ("p1", "p2")]
        told: list[Any] = []
        for seat in ops:
            refused = await ford.room.do(seat, BLOW if seat == "p1" else STRIKE)
            told.append(refused if seat != "gm" else None)
            await asyncio.sleep(0)
            told += [(len(watch.chunks), watch.taken()) for watch in watches]
            told += [ford.panel(name, one) for name in PANELS for one in ("p1", "p2")]
        told.append((await ford.http.get(f"{base_of(ford.room, 'p1')}/export.html")).text)
        got.append(told)
    assert got[0] == got[1]


KINDS = ("strike", "blow", "answer", "answer", "stand", "unstand", "buy", "breathe", "let", "undo", "policy")


async def played(wards: int, ops: list[tuple[str, int]]) -> list[Any]:
    """What p1 and p2 get of a session; the hidden wolf has a reaction or none, which is passed by a standing answer."""
    ford = await opened()
    await ford.do("gm", c.Edit("fighters.shadow.wards", wards))
    await ford.do("gm", c.Stand("shadow", "blow", "pass", always=True))
    broadcast = Broadcast(ford.room)
    watches = [broadcast.join(View(seat, "ja"), 0) for seat in ("p1", "p2")]
    told: list[Any] = []
    for kind, n in ops:
        state = ford.room.state
        known = [one for one in open_prompts(state) if one.of != "shadow"]
        prompt = known[n % len(known)] if known else None
        who = ("aki", "haru")[n % 2]
        seat, command = {
            "strike": ("gm", c.Declare("strike", {"of": "grey", "target": who})),
            "blow": (f"p{n % 2 + 1}", c.Declare("strike", {"of": who, "target": "grey"})),
            "answer": (
                state.responder(prompt.of) if prompt else "gm",
                c.Answer(prompt_id(state, prompt) if prompt else "", ("pass", "ward", "cover")[n % 3]),
            ),
            "stand": (f"p{n % 2 + 1}", c.Stand(who, "blow", ("pass", "ward")[n % 2], always=n > 3)),
            "unstand": (f"p{n % 2 + 1}", c.Unstand(who, "blow")),
            "buy": (f"p{n % 2 + 1}", c.Declare("buy", {"of": who})),
            "breathe": (f"p{n % 2 + 1}", c.Declare("breathe", {"of": who})),
            "let": ("gm", c.LetPlay()),
            "undo": ("gm", c.Undo(state.past.seq if state.past else 0)),
            "policy": ("gm", c.Autoplay("grey", ("fierce", "")[n % 2])),
        }[kind]
        refused = await ford.room.do(seat, command)
        told.append(refused if seat != "gm" else None)
        await asyncio.sleep(0)
        told += [(len(watch.chunks), watch.taken()) for watch in watches]
        told += [ford.panel(name, one) for name in PANELS for one in ("p1", "p2")]
    return told


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 5)), min_size=3, max_size=14))
def test_twins_in_a_random_session(ops: list[tuple[str, int]]) -> None:
    assert asyncio.run(played(0, ops)) == asyncio.run(played(1, ops))


# policies ------------------------------------------------------------------------------------------------------------


async def test_policies_play_until_a_player_is_needed(ford: Ford) -> None:
    Letting(ford.room, pause=0)
    form = next(form for form in ford.forms("gm", "gm") if ("acts:int", "20") in form)
    assert (await ford.form("gm", form)).status_code == 200
    assert ford.ids() == ["aki.1", "haru.1"]
    for _ in range(100):
        if ford.room.state.letting is None:
            break
        await asyncio.sleep(0)
    assert ford.room.state.letting is None
    page = await ford.story("gm")
    assert "ここから方針「最初の相手を打つ」に任せます（あと19手まで）" in page
    assert "方針に任せた進行：参加者の番になりました。" in page


async def test_they_can_be_stopped_between_two_acts(ford: Ford) -> None:
    letting = Letting(ford.room, pause=60)
    await ford.do("gm", c.LetPlay(acts=5))
    assert "あと4手まで" in ford.panel("gm", "gm")
    assert all("手まで" not in ford.panel(name, "p1") for name in PANELS)
    (stop,) = [form for form in ford.forms("gm", "gm") if ("do", "stop_play") in form]
    assert (await ford.form("gm", stop)).status_code == 200
    assert ford.room.state.letting is None
    letting.stop()


async def test_a_server_that_starts_anew_goes_on(ford: Ford) -> None:
    for one in ("aki", "haru", "grey", "shadow"):
        await ford.do("gm", c.Take(one))
        await ford.do("gm", c.Edit(f"fighters.{one}.wards", 0))
    await ford.do("gm", c.LetPlay(acts=100))
    acts = len(ford.room.entries)
    Letting(ford.room, pause=0)
    for _ in range(5000):
        if ford.room.state.letting is None:
            break
        await asyncio.sleep(0)
    assert BOOK.over(ford.room.state.world)
    assert len(ford.room.entries) > acts


async def test_one_act_by_the_form(ford: Ford) -> None:
    form = next(form for form in ford.forms("gm", "gm") if form == [("do", "let_play")])
    assert (await ford.form("gm", form)).status_code == 200
    assert ford.room.state.floor is not None
    assert '<span class="tag">方針</span>' in (await ford.http.get(f"{base_of(ford.room, 'gm')}?lang=ja")).text
    assert '<span class="tag">方針</span>' not in (await ford.http.get(f"{base_of(ford.room, 'p1')}?lang=ja")).text

"""Many at once: nothing is lost, nothing happens twice, everybody sees one order."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import httpx

from takusen.server.house import House
from takusen.server.room import Room
from takusen.store import SqliteStore
from takusen.table import commands as c
from takusen.table.opening import NewTable
from takusen_books.bayside23 import BOOK
from tests.web.conftest import JSON, Server, Table

SIX = ("rin", "soma", "shiho", "genji", "suzu", "saegusa")
SKILLS = {
    "rin": "格闘",
    "soma": "護身術",
    "shiho": "破魔の弓",
    "genji": "銛さばき",
    "suzu": "爪さばき",
    "saegusa": "急所突き",
}


class Listener(threading.Thread):
    """One page's stream, read until its server goes away."""

    def __init__(self, table: Table, seat: str, url: str) -> None:
        super().__init__(daemon=True)
        self._address = f"{url}{table.seats[seat]}/events?after=0"
        self.lines: dict[int, str] = {}
        self.order: list[int] = []
        self.ready = threading.Event()

    def run(self) -> None:
        """Read."""
        try:
            with httpx.stream("GET", self._address, timeout=None) as stream:
                for row in stream.iter_lines():
                    if row.startswith("data: "):
                        self._take(json.loads(row[6:]))
        except httpx.HTTPError:
            pass

    def _take(self, event: dict[str, str]) -> None:
        if event["t"] == "line":
            self.lines[int(event["n"])] = re.sub(r"\s*data-by=\"[^\"]*\"", "", event["html"])
            self.order.append(int(event["n"]))
        elif event["t"] == "ready":
            self.ready.set()


def declared_at_once(server: Server, table: Table, act: str) -> dict[str, tuple[int, str]]:
    """Six declarations in the same moment; each one's status and reason."""
    told: dict[str, tuple[int, str]] = {}
    start = threading.Barrier(6)

    def declare(seat: str, hero: str) -> None:
        with httpx.Client(base_url=server.url) as http:
            http.get("/health")
            start.wait()
            args = (
                {"actor": hero, "traits": [], "skill": SKILLS[hero], "difficulty": 12}
                if act == "check"
                else {"actor": hero}
            )
            body = {"do": "declare", "act": act, "args": args, "token": f"{seat} {act}"}
            answer = http.post(f"{table.seats[seat]}/do", json=body, headers=JSON)
            told[seat] = (answer.status_code, answer.json().get("refused", ""))

    threads = [threading.Thread(target=declare, args=(f"p{n + 1}", hero)) for n, hero in enumerate(SIX)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return told


def told_lines(table: Table, seat: str) -> list[str]:
    """The seat's log as a fresh page shows it."""
    return [
        re.sub(r"\s*data-by=\"[^\"]*\"", "", one)
        for one in re.findall(r"<li id=\"l\d+\".*?</li>(?=<li id=\"l|</ol>)", table.page(seat), re.S)
    ]


def test_six_declare_in_the_same_moment(own_server: Server) -> None:
    table = own_server.open(players=6).seated(SIX)
    listeners = {seat: Listener(table, seat, own_server.url) for seat in ("p1", "p4", "w1")}
    for one in listeners.values():
        one.start()
        assert one.ready.wait(10)
    told = declared_at_once(own_server, table, "check")
    assert set(told.values()) == {(200, "")}
    before = {seat: table.story(seat) for seat in ("gm", *listeners)}
    waiting = int(table.http.get(table.seats["gm"], params={"lang": "ja"}).text.count('value="withdraw"'))
    opened = len(re.findall(r'<li id="l\d+" class="act', table.page("gm")))
    assert opened + waiting == 6
    own_server.kill()
    own_server.start()
    assert {seat: table.story(seat) for seat in ("gm", *listeners)} == before
    for seat, one in listeners.items():
        fresh = told_lines(table, seat)
        assert one.order[: len(fresh)] == sorted(one.order[: len(fresh)])
        assert [re.sub(r"<time.*?</time>", "", one.lines[n]) for n in sorted(one.lines)] == [
            re.sub(r"<time.*?</time>", "", li) for li in fresh
        ]
    again = declared_at_once(own_server, table, "check")
    assert set(again.values()) == {(200, "")}, "the tokens make them the same declarations"
    for _ in range(60):
        if not table.prompt("gm") and 'value="withdraw"' not in table.page("gm"):
            break
        if table.prompt("gm"):
            table.settle()
        for of in re.findall(r'value="confirm"><input type="hidden" name="of:int" value="(\d+)"', table.page("gm")):
            table.ok("gm", "confirm", of=int(of))
    story = table.story("w1")
    for hero in SIX:
        name = re.search(rf'id="fig-{hero}".*?<span class="who"[^>]*>(\w+)<', table.page("w1"), re.S)
        assert name is not None
        assert story.count(f"{name[1]}の行動判定。") == 1
    assert len(re.findall(r'<li id="l\d+" class="act', table.page("w1"))) == 6


def test_in_a_fight_each_is_taken_or_told_why(own_server: Server) -> None:
    table = own_server.open(players=6).fighting(SIX)
    told = declared_at_once(own_server, table, "pass_turn")
    story = table.story("gm")
    for status, reason in told.values():
        assert (status == 200) == (reason == "")
        assert reason in ("", "already_acted", "not_your_turn")
    passed = len(re.findall(r'<li id="l\d+" class="act"', table.page("gm"))) - 1
    assert passed == sum(status == 200 for status, _ in told.values())
    own_server.kill()
    own_server.start()
    assert table.story("gm") == story


def test_two_processes_take_turns_on_one_file(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "log.sqlite") for _ in range(2)]
    houses = [House(store, {"bayside23": BOOK}, b"0" * 32) for store in stores]

    async def play() -> list[Room]:
        first = await houses[0].open_table(NewTable("bayside23", players=2))
        second = await houses[1].room(first.table)
        assert second is not None
        rooms = [first, second]
        for n in range(20):
            assert await rooms[n % 2].do("gm", c.Say(f"その{n}")) is None
        refused = await asyncio.gather(
            *(rooms[n % 2].do("gm", c.Say(f"同時{n}", token=f"同時{n // 2}")) for n in range(20)),
            *(rooms[n].do(f"p{n + 1}", c.Take("rin")) for n in range(2)),
        )
        assert sorted(str(one and one.reason) for one in refused[20:]) == ["None", "not_free"]
        assert set(refused[:20]) == {None}
        for room in rooms:
            await room.do("gm", c.Say("おわり"))
        return rooms

    rooms = asyncio.run(play())
    logs = [[room_entry.body for room_entry in room.entries] for room in rooms]
    shorter = min(map(len, logs))
    assert logs[0][:shorter] == logs[1][:shorter]
    said = [body.text for body in logs[1] if isinstance(body, c.Say) or hasattr(body, "text")]
    assert len([text for text in said if text.startswith("同時")]) == 10
    for store in stores:
        store.close()


def test_a_second_server_on_one_folder_is_refused_in_words(own_server: Server) -> None:
    """Two would not hear of each other's lines."""
    other = [sys.executable, "-m", "takusen.cli", "serve", "--port", "0", "--data", str(own_server.data)]
    words = {**os.environ, "LANG": "en_US.UTF-8"}
    ran = subprocess.run(other, capture_output=True, text=True, timeout=60, env=words, check=False)
    assert ran.returncode == 2
    assert str(own_server.data) in ran.stderr
    assert "Traceback" not in ran.stderr
    table = own_server.open()
    table.ok("gm", "say", text="おわり")

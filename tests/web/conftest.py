"""A real server in a process of its own, and a house inside the test."""

from __future__ import annotations

import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvicorn

from takusen.rulebook.book import RuleBook
from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.web.app import create_app
from takusen_books.bayside23 import BOOK

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

JSON = {"accept": "application/json"}
HEROES = ("rin", "soma", "suzu")
UNDERLINGS = ("fog_monk", "rustclaw", "weeping_lantern")
PROGRAM = str(Path(sys.executable).with_name("takusen"))


class Table:
    """A table on a running server: its seats' addresses, and commands as JSON."""

    def __init__(self, http: httpx.Client, opened: dict[str, Any]) -> None:
        self.http, self.id, self.seats = http, opened["table"], dict(opened["seats"])

    def do(self, seat: str, do: str, /, **fields: Any) -> httpx.Response:
        """Send a command."""
        return self.http.post(f"{self.seats[seat]}/do", json={"do": do, **fields}, headers=JSON)

    def ok(self, seat: str, do: str, /, **fields: Any) -> None:
        """Send a command that must pass."""
        answer = self.do(seat, do, **fields)
        assert answer.status_code == 200, answer.text

    def refused(self, seat: str, do: str, /, **fields: Any) -> str:
        """Send a command that must not pass; gives the reason."""
        answer = self.do(seat, do, **fields)
        assert answer.status_code in (409, 422), answer.text
        told = answer.json()
        assert told["text"]
        assert told["text"] != told["refused"]
        return str(told["refused"])

    def page(self, seat: str, path: str = "", **query: Any) -> str:
        """A page of a seat."""
        answer = self.http.get(self.seats[seat] + path, params={"lang": "ja", "later": "1", **query})
        assert answer.status_code == 200, answer.text[:300]
        return answer.text

    def story(self, seat: str) -> str:
        """The log as text."""
        return self.page(seat, "/export.txt")

    def prompt(self, seat: str) -> str:
        """The id of the prompt that a seat is shown, "" for none."""
        found = re.search(r'name="prompt" value="([^"]+)"', self.page(seat))
        return found[1] if found else ""

    def seated(self, heroes: tuple[str, ...] = HEROES) -> Table:
        """With a player at each of the heroes."""
        for seat, hero in zip((one for one in self.seats if one[0] == "p"), heroes, strict=False):
            self.ok(seat, "sit", name=f"{seat}さん")
            self.ok(seat, "take", entity=hero)
        return self

    def fighting(self, heroes: tuple[str, ...] = HEROES) -> Table:
        """In a fight in which the friends' side is first."""
        self.seated(heroes)
        self.ok("gm", "declare", act="start_fight", args={"members": [*heroes, *UNDERLINGS]})
        while re.search(r'class="now"[^>]*>敵', self.page("gm")):
            self.ok("gm", "undo", to=self.line("gm", "act"))
            self.ok("gm", "declare", act="start_fight", args={"members": [*UNDERLINGS, *heroes]})
            heroes = heroes[::-1]
        return self

    def line(self, seat: str, kind: str) -> int:
        """The number of the latest line of a kind that still counts."""
        found = re.findall(rf'<li id="l(\d+)" class="{kind}(?: part)?"', self.page(seat))
        return int(found[-1])

    def forecast(self, runs: int, seat: str = "gm", **wished: str) -> str:
        """Forecast the fight for a seat and wait for it; gives the page."""
        answer = self.http.post(f"{self.seats[seat]}/forecast", data={"runs:int": str(runs), **wished})
        assert answer.status_code == 303
        self.forecasted(seat)
        return self.page(seat, "/forecast")

    def forecasted(self, seat: str) -> Any:
        """A seat's forecast as data, once it is done."""
        for _ in range(600):
            shown = self.http.get(f"{self.seats[seat]}/forecast", headers=JSON).json()
            if not shown["running"]:
                return shown
            sleep(0.05)
        raise AssertionError("the forecast doesn't end")

    def settle(self, limit: int = 60) -> None:
        """Answer every open prompt with what its policy proposes, as the GM."""
        for _ in range(limit):
            page = self.page("gm")
            prompt = re.search(r'name="prompt" value="([^"]+)"', page)
            if prompt is None:
                return
            proposed = re.search(r'name="answer:json" value="([^"]*)"', page)
            assert proposed is not None
            form = {"do": "answer", "prompt": prompt[1], "answer:json": proposed[1].replace("&#34;", '"')}
            assert self.http.post(f"{self.seats['gm']}/do", data=form, headers=JSON).status_code == 200
        raise AssertionError("the prompts don't end")


class Server:
    """A server that can be killed and started again on the same data and port."""

    def __init__(self, data: Path) -> None:
        self.data, self.port, self._process, self._http = data, 0, None, None
        self.log = data.parent / f"{data.name}.log"

    _process: subprocess.Popen[bytes] | None
    _http: httpx.Client | None

    def start(self, file_limit: int = 0) -> Server:
        """Start it and wait until it answers; `file_limit` is the size to which files may grow."""
        if not self.port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        arguments = [PROGRAM, "serve", "--port", str(self.port), "--data", str(self.data)]
        limits: Callable[[], None] | None = None
        if file_limit:
            limits = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))  # noqa: E731
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                arguments,
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "LANG": "en_US.UTF-8"},
                preexec_fn=limits,  # noqa: PLW1509 - it only sets a limit
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert b"http://" in line, self.log.read_text()[-2000:]
        return self

    def kill(self) -> None:
        """End it without a warning."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def told_to_stop(self, how: signal.Signals) -> int:
        """Ask it to end and wait; gives its exit code."""
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(timeout=20)

    def stop(self) -> None:
        """End it, if it runs."""
        if self._http is not None:
            self._http.close()
        if self._process is not None and self._process.poll() is None:
            self.kill()

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def http(self) -> httpx.Client:
        """A client that keeps no cookies between requests."""
        if self._http is None:
            self._http = httpx.Client(base_url=self.url, timeout=30, headers={"accept-language": "ja"})
        self._http.cookies.clear()
        return self._http

    def open(self, **wish: Any) -> Table:
        """A new table at which the GM sits."""
        wish = {"book": "bayside23", "scenario": "harbor_lantern", "players": 3, "title": "試しの卓", **wish}
        answer = self.http.post("/new", json=wish, headers=JSON)
        assert answer.status_code == 201, answer.text
        made = Table(self.http, answer.json())
        made.ok("gm", "sit", name="ジム" if wish.get("lang", "ja") == "ja" else "Jim")
        return made

    @property
    def traces(self) -> str:
        """What the server wrote to its standard error."""
        return self.log.read_text(errors="replace")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that don't kill it; it must never have met an error that it didn't expect."""
    made = Server(tmp_path_factory.mktemp("served") / "data").start()
    yield made
    made.stop()
    assert "Traceback" not in made.traces, made.traces[-6000:]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server to kill."""
    made = Server(tmp_path / "data").start()
    yield made
    made.stop()


class Fixed:
    """Entropy, a clock and ids that are the same in every house."""

    def __init__(self, seed: int = 0) -> None:
        self._seed, self._rolled, self._time = seed, 0, count(1_700_000_000_000, 1000)

    def faces(self, number: int, sides: int) -> tuple[int, ...]:
        """Faces that depend on the seed and on how many were rolled."""
        self._rolled += 1
        return tuple(
            (self._seed * 7919 + self._rolled * 31 + each * 17 + self._rolled**2) % sides + 1 for each in range(number)
        )

    @property
    def outside(self) -> Outside:
        """For a house."""
        return Outside(self.faces, lambda: next(self._time), lambda: "table0000000")


@contextmanager
def serving(books: dict[str, RuleBook[Any]], face: int) -> Iterator[str]:
    """The address of a server inside the test, whose dice all show `face`."""
    outside = Outside(lambda count, sides: (min(sides, face),) * count)
    app = create_app(House(MemoryStore(), books, b"0" * 32, outside))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


@contextmanager
def opened_at(address: str, seats: dict[str, tuple[str, str]], **wish: Any) -> Iterator[Table]:
    """A new table of a server: at its seats people of these names, with these characters, "" for none."""
    with httpx.Client(base_url=address, headers={"accept-language": "ja"}) as http:
        answer = http.post("/new", json=wish, headers=JSON)
        assert answer.status_code == 201, answer.text
        made = Table(http, answer.json())
        for seat, (name, entity) in seats.items():
            made.ok(seat, "sit", name=name)
            if entity:
                made.ok(seat, "take", entity=entity)
        yield made


def page_at(
    browser: Browser, table: Table, seat: str, width: int = 360, scheme: str = "light", lang: str = "ja"
) -> Page:
    """A browser at a seat."""
    context = browser.new_context(
        viewport={"width": width, "height": 740 if width == 360 else 780},
        locale=lang,
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(str(table.http.base_url.join(table.seats[seat])))
    page.wait_for_selector("body[data-live=yes]")
    return page


def house_of(fixed: Fixed) -> House:
    """A house in memory."""
    return House(MemoryStore(), {"bayside23": BOOK}, b"0" * 32, fixed.outside)

"""Chat load: rooms with viewers, posts at random moments; what a second of the server's CPU delivers, and how late.

`python -m bench.load --adapter floor --rooms 100 --seconds 20` starts the server itself; with `--url` and `--pid` it
loads one that runs already. The exit status is 1 if anything was lost, came twice, in two orders, or in another room.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import urllib.request
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic, perf_counter, process_time, sleep
from typing import NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

import uvloop

ROOT = Path(__file__).parents[1]
QUIET, BUSY = 0.3, 2.0  # posts a second in a room
BUSY_SHARE = 10  # every tenth room is busy
PATIENCE = 30.0
GRACE = 5.0  # for what is still under way after the last post
TOKEN = re.compile(rb"zq(\d+)x(\d+)z")  # what a post carries, found again in whatever the server makes of it
TOKEN_MOST = 32

Seen = list[tuple[int, int]]
P = TypeVar("P", bound=asyncio.Protocol)


# --- what is asked of a server


class Room(NamedTuple):
    """A room as the server names it, and what lets each viewer in (a cookie, a key; empty where nobody asks)."""

    id: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Adapter:
    """How to talk to one kind of server. Requests are whole HTTP/1.1 messages, to be sent on kept connections."""

    command: Callable[[int, str], Sequence[str]]  # port, folder for its files -> what starts it
    open_rooms: Callable[[str, int, int], list[Room]]  # base URL, rooms, viewers
    watch: Callable[[Room, int], bytes]  # room, number of the viewer
    say: Callable[[Room, int, str], bytes]  # room, number of the viewer, text
    ready: bytes  # in a stream: from here on nothing is missed


def get(path: str, *headers: str) -> bytes:
    """A GET request."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def post(path: str, body: bytes, *headers: str) -> bytes:
    """A POST request."""
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


FLOOR = Adapter(
    command=lambda port, folder: [
        *(sys.executable, "-m", "bench.peers.sse_floor"),
        *("--port", str(port), "--db", os.path.join(folder, "floor.db")),
    ],
    open_rooms=lambda _base, rooms, _viewers: [Room(f"r{n}") for n in range(rooms)],
    watch=lambda room, _viewer: get(f"/rooms/{room.id}/events"),
    say=lambda room, _viewer, text: post(f"/rooms/{room.id}/say", json.dumps({"text": text}).encode()),
    ready=b": hello\n\n",
)

PLAYERS = 5


def _open_tables(base: str, rooms: int, viewers: int) -> list[Room]:
    """Tables of bayside23 whose viewers are the GM, the players and, for the rest, the watch link."""
    return [_open_table(base, viewers) for _ in range(rooms)]


def _open_table(base: str, viewers: int) -> Room:
    seats = _asked(f"{base}/new", {"book": "bayside23", "scenario": "harbor_lantern", "players": PLAYERS})["seats"]
    players = [f"p{n + 1}" for n in range(PLAYERS)]
    for seat in ("gm", *players):
        _asked(f"{base}{seats[seat]}/do", {"do": "sit", "name": seat})
    taken = ["gm", *players][:viewers]
    keys = [seats[seat] for seat in taken] + [seats["w1"]] * (viewers - len(taken))
    return Room(seats["gm"].split("/")[2], tuple(keys))


def _asked(url: str, data: dict[str, object]) -> dict[str, dict[str, str]]:
    headers = {"content-type": "application/json", "accept": "application/json"}
    request = urllib.request.Request(url, json.dumps(data).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        told: dict[str, dict[str, str]] = json.load(answer)
        return told


def _say_here(room: Room, viewer: int, text: str) -> bytes:
    key = room.keys[viewer % (1 + PLAYERS)]
    body = json.dumps({"do": "say", "text": text, "channel": "out"}).encode()
    return post(f"{key}/do", body, "Content-Type: application/json", "Accept: application/json")


TAKUSEN = Adapter(
    command=lambda port, folder: [
        *(sys.executable, "-c", "from takusen.cli import main; raise SystemExit(main())", "serve"),
        *("--port", str(port), "--data", folder),
    ],
    open_rooms=_open_tables,
    watch=lambda room, viewer: get(f"{room.keys[viewer]}/events?after=0"),
    say=_say_here,
    ready=b'"t":"ready"',
)

ADAPTERS = {"floor": FLOOR, "takusen": TAKUSEN}


# --- the load


class Planned(NamedTuple):
    """A post: its moment in seconds from the start, its room, its number there."""

    at: float
    room: int
    number: int


def plan(rooms: int, seconds: float, seed: int) -> list[Planned]:
    """Posts at random moments, as many as the rates say."""
    rng = Random(seed)
    return sorted(one for room in range(rooms) for one in _plan_room(rng, room, seconds))


def _plan_room(rng: Random, room: int, seconds: float) -> Iterator[Planned]:
    rate = QUIET if room % BUSY_SHARE else BUSY
    at, number = rng.expovariate(rate), 0
    while at < seconds:
        yield Planned(at, room, number)
        at, number = at + rng.expovariate(rate), number + 1


@dataclass
class Traffic:
    """What was sent and what came back."""

    sent: dict[tuple[int, int], float] = field(default_factory=dict)
    delays: "array[float]" = field(default_factory=lambda: array("d"))
    answered: int = 0
    failed: int = 0


class Viewer(asyncio.Protocol):
    """One open stream."""

    def __init__(self, traffic: Traffic, request: bytes, ready: bytes) -> None:
        self.seen: Seen = []
        self.joined = asyncio.get_running_loop().create_future()
        self._traffic = traffic
        self._request = request
        self._ready = ready
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        cast(asyncio.WriteTransport, transport).write(self._request)

    def data_received(self, data: bytes) -> None:
        """Note every post found."""
        now = perf_counter()
        text = self._tail + data
        if not self.joined.done():
            self._join(text)
            return
        end = 0
        for found in TOKEN.finditer(text):
            one = int(found[1]), int(found[2])
            self.seen.append(one)
            self._traffic.delays.append(now - self._traffic.sent[one])
            end = found.end()
        self._tail = text[max(end, len(text) - TOKEN_MOST) :]

    def connection_lost(self, exc: Exception | None) -> None:
        """A stream that is refused never gets ready."""
        if not self.joined.done():
            self.joined.set_exception(ConnectionError(f"no stream: {self._tail[:200]!r}"))

    def _join(self, text: bytes) -> None:
        self._tail = text
        if self._ready in text and text.startswith(b"HTTP/1.1 200"):
            self._tail = text.partition(self._ready)[2][-TOKEN_MOST:]
            self.joined.set_result(None)


class Poster(asyncio.Protocol):
    """The kept connection on which one room's posts go out, without waiting for answers."""

    transport: asyncio.WriteTransport

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way out."""
        self.transport = cast(asyncio.WriteTransport, transport)

    def data_received(self, data: bytes) -> None:
        """Count the answers by their first digit."""
        text = self._tail + data
        digits = re.findall(rb"HTTP/1\.1 (\d)", text)
        self._traffic.answered += len(digits)
        self._traffic.failed += len(digits) - digits.count(b"2")
        self._tail = text[-9:]


@dataclass(frozen=True)
class Report:
    """What came of it; times in milliseconds, CPU in seconds."""

    rooms: int
    viewers: int
    seconds: float
    posts: int
    failed_posts: int
    deliveries: int
    lost: int
    twice: int
    strays: int
    rooms_in_two_orders: int
    server_cpu: float
    client_cpu: float
    deliveries_per_cpu_second: float
    p50: float
    p95: float

    @property
    def sound(self) -> bool:
        """Whether every viewer got everything of the room once, and all in one order."""
        return not (self.failed_posts or self.lost or self.twice or self.strays or self.rooms_in_two_orders)


@dataclass(frozen=True)
class Question:
    """How much load, on what."""

    adapter: Adapter
    url: str
    pids: Sequence[int]
    rooms: int = 100
    viewers: int = 9
    seconds: float = 20.0
    seed: int = 1


async def drive(question: Question) -> Report:
    """Join all rooms, post as planned, wait for the last delivery."""
    rooms = question.adapter.open_rooms(question.url, question.rooms, question.viewers)
    traffic = Traffic()
    audiences = [[await _join(question, traffic, room, n) for n in range(question.viewers)] for room in rooms]
    posters = [await _connect(question.url, lambda: Poster(traffic)) for _ in rooms]
    before = cpu_seconds(question.pids), process_time()
    posts = await _post(question, traffic, rooms, posters)
    await _settle(traffic, posts, posts * question.viewers)
    server, client = cpu_seconds(question.pids) - before[0], process_time() - before[1]
    return judge(question, traffic, [[viewer.seen for viewer in audience] for audience in audiences], server, client)


async def _connect(url: str, make: Callable[[], P]) -> P:
    place = urlsplit(url)
    return (await asyncio.get_running_loop().create_connection(make, place.hostname or "", place.port or 80))[1]


async def _join(question: Question, traffic: Traffic, room: Room, number: int) -> Viewer:
    ask = question.adapter
    viewer = await _connect(question.url, lambda: Viewer(traffic, ask.watch(room, number), ask.ready))
    await asyncio.wait_for(viewer.joined, PATIENCE)
    return viewer


async def _post(question: Question, traffic: Traffic, rooms: list[Room], posters: list[Poster]) -> int:
    planned = plan(question.rooms, question.seconds, question.seed)
    start = perf_counter()
    for one in planned:
        await asyncio.sleep(max(0.0, start + one.at - perf_counter()))
        viewer, text = one.number % question.viewers, f"hello zq{one.room}x{one.number}z, 卓の皆さん"
        request = question.adapter.say(rooms[one.room], viewer, text)
        if posters[one.room].transport.is_closing():  # servers end a connection that was idle for some seconds
            posters[one.room] = await _connect(question.url, lambda: Poster(traffic))
        traffic.sent[one.room, one.number] = perf_counter()
        posters[one.room].transport.write(request)
    return len(planned)


async def _settle(traffic: Traffic, posts: int, deliveries: int) -> None:
    until = monotonic() + GRACE
    while monotonic() < until and (traffic.answered < posts or len(traffic.delays) < deliveries):
        await asyncio.sleep(0.01)


def judge(question: Question, traffic: Traffic, audiences: list[list[Seen]], server: float, client: float) -> Report:
    """What the viewers of each room have seen, in order, against what was sent."""
    posts, deliveries = len(traffic.sent), len(traffic.delays)
    distinct = sum(len(set(seen)) for audience in audiences for seen in audience)
    delays = sorted(traffic.delays) or [0.0]
    return Report(
        rooms=question.rooms,
        viewers=question.viewers,
        seconds=question.seconds,
        posts=posts,
        failed_posts=posts - traffic.answered + traffic.failed,
        deliveries=deliveries,
        lost=posts * question.viewers - distinct,
        twice=deliveries - distinct,
        strays=sum(one[0] != room for room, audience in enumerate(audiences) for seen in audience for one in seen),
        rooms_in_two_orders=sum(any(seen != audience[0] for seen in audience) for audience in audiences),
        server_cpu=round(server, 2),
        client_cpu=round(client, 2),
        deliveries_per_cpu_second=round(deliveries / server) if server else 0,
        p50=round(delays[len(delays) // 2] * 1000, 2),
        p95=round(delays[len(delays) * 95 // 100] * 1000, 2),
    )


# --- the server under load


def cpu_seconds(pids: Sequence[int]) -> float:
    """What the processes have used so far, all threads, in user and kernel."""
    return sum(_ticks(pid) for pid in pids) / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> int:
    with open(f"/proc/{pid}/stat") as file:
        numbers = file.read().rpartition(")")[2].split()
    return int(numbers[11]) + int(numbers[12])


@contextmanager
def started(adapter: Adapter) -> Iterator[tuple[str, int]]:
    """Start the server in a folder that is thrown away; its URL and process id."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        process = subprocess.Popen(adapter.command(port, folder), cwd=ROOT)
        try:
            _await_port(port)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def _await_port(port: int) -> None:
    until = monotonic() + PATIENCE
    while monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


def run(question: Question) -> Report:
    """Drive the load from this process."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(drive(question))


def main() -> int:
    """Run one load and print its report as JSON."""
    parser = argparse.ArgumentParser(description="Load a chat server with rooms, viewers and posts.")
    parser.add_argument("--adapter", choices=ADAPTERS, default="floor")
    parser.add_argument("--url", help="a server that runs already; otherwise one is started")
    parser.add_argument("--pid", type=int, nargs="+", default=[], help="its processes, whose CPU is counted")
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--viewers", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    allow_many_sockets()
    adapter = ADAPTERS[asked.adapter]
    load = partial(Question, adapter, rooms=asked.rooms, viewers=asked.viewers, seconds=asked.seconds, seed=asked.seed)
    if asked.url:
        report = run(load(url=asked.url, pids=asked.pid))
    else:
        with started(adapter) as (url, pid):
            report = run(load(url=url, pids=[pid]))
    print(json.dumps(asdict(report), indent=1))
    return 0 if report.sound else 1


def allow_many_sockets() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    sys.exit(main())

"""The least that a durable chat server does: a commit for each post, then one ready-made event to all who watch.

`python -m bench.peers.sse_floor --port N --db FILE`
"""

import argparse
import asyncio
import json
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

_TABLE = """CREATE TABLE IF NOT EXISTS posts (
    room TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (room, seq)
) WITHOUT ROWID"""


class Post(NamedTuple):
    """Something said in a room, and the request that waits for it to be kept."""

    room: str
    body: bytes
    kept: asyncio.Future[int]


class Floor:
    """The rooms with their watchers, and the one thread that writes."""

    def __init__(self, db: str) -> None:
        self._db = db
        self._posts: SimpleQueue[Post | None] = SimpleQueue()
        self._watchers: defaultdict[str, set[asyncio.Queue[bytes]]] = defaultdict(set)

    @asynccontextmanager
    async def running(self, _: Starlette) -> AsyncIterator[None]:
        """Write as long as the server runs."""
        writer = Thread(target=self._write, args=(asyncio.get_running_loop(),))
        writer.start()
        yield
        self._posts.put(None)
        writer.join()

    async def say(self, request: Request) -> Response:
        """POST /rooms/{id}/say"""
        text = json.loads(await request.body())["text"]
        kept = asyncio.get_running_loop().create_future()
        self._posts.put(Post(request.path_params["id"], json.dumps({"text": text}).encode(), kept))
        return Response(str(await kept))

    async def events(self, request: Request) -> Response:
        """GET /rooms/{id}/events"""
        stream = self._stream(request.path_params["id"])
        return StreamingResponse(stream, media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def _stream(self, room: str) -> AsyncIterator[bytes]:
        mine: asyncio.Queue[bytes] = asyncio.Queue()
        self._watchers[room].add(mine)
        try:
            yield b": hello\n\n"
            while True:
                yield await mine.get()
        finally:
            self._watchers[room].discard(mine)

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        db = sqlite3.connect(self._db, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(_TABLE)
        last = defaultdict[str, int](int, db.execute("SELECT room, max(seq) FROM posts GROUP BY room").fetchall())
        while post := self._posts.get():
            last[post.room] += 1
            db.execute("INSERT INTO posts VALUES (?, ?, ?)", (post.room, last[post.room], post.body))
            loop.call_soon_threadsafe(self._publish, post, last[post.room])
        db.close()

    def _publish(self, post: Post, seq: int) -> None:
        event = b"id: %d\ndata: %b\n\n" % (seq, post.body)
        for watcher in self._watchers[post.room]:
            watcher.put_nowait(event)
        if not post.kept.done():
            post.kept.set_result(seq)


def application(db: str) -> Starlette:
    """The server over one file."""
    floor = Floor(db)
    routes = [
        Route("/rooms/{id}/say", floor.say, methods=["POST"]),
        Route("/rooms/{id}/events", floor.events),
    ]
    return Starlette(routes=routes, lifespan=floor.running)


def main() -> None:
    """Serve on the loopback address until stopped."""
    parser = argparse.ArgumentParser(description="A bare, durable SSE chat server, to measure others against.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--db", required=True)
    asked = parser.parse_args()
    uvicorn.run(
        application(asked.db),
        port=asked.port,
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=1,
    )


if __name__ == "__main__":
    main()

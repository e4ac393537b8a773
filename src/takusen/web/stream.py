"""Live delivery: what changed is rendered once per distinct view and the same bytes go to all who share it."""

import asyncio
from typing import Any, NamedTuple

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from takusen.log.audience import GM
from takusen.server.room import Change, Room, talk_only
from takusen.table.story import Line
from takusen.web.build import base_of, in_company, table_model
from takusen.web.models import TableModel
from takusen.web.render import COMPANY, Renderer, panels_of, table_renderer

HEARTBEAT = 20.0
PRESENCE = 1.0
"""How long, in seconds, until the pages are told who came or went; a reload within it is no change."""
BARE_SEND = "takusen.send"
"""Where the scope keeps the server's own `send`, past the layers that only the start of a response needs."""
BEAT = b": \n\n"
AGAIN = 60
CATCH_UP = 400
BACKLOG = 2_000
BACKLOG_BYTES = 4_000_000


class View(NamedTuple):
    """All that a rendered panel depends on beside the state: a seat, a language and, for the GM's links, the server's
    address; and the `turn` of the link, which ends when the seat gets a new one.
    """

    seat: str
    lang: str
    origin: str = ""
    turn: int = 0


class Look(NamedTuple):
    """How the panels of a view look: after how many changes, with whom there."""

    changes: int
    here: frozenset[str]
    model: TableModel
    panels: dict[str, str]


def event(kind: str, **fields: Any) -> bytes:
    """One server-sent event."""
    return b"data: " + msgspec.json.encode({"t": kind, **fields}) + b"\n\n"


class Watch:
    """One connected page."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.chunks: list[bytes] = []
        self._size = 0
        self._waiting: asyncio.Future[None] | None = None
        self.gone = False

    def push(self, chunk: bytes) -> None:
        """Queue bytes; a page that doesn't take them is told to load anew."""
        if len(self.chunks) > BACKLOG or self._size > BACKLOG_BYTES:
            self.end()
        if not self.gone:
            self.chunks.append(chunk)
            self._size += len(chunk)
        self._wake()

    def end(self) -> None:
        """Tell the page to load anew, in place of all that is queued, and then nothing more."""
        if not self.gone:
            self.chunks, self.gone = [event("reload")], True
        self._wake()

    def leave(self) -> None:
        """The page has gone, or is let go."""
        self.gone = True
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def some(self) -> bytes:
        """All that is queued as soon as there is something; nothing once the page is gone."""
        if not self.chunks and not self.gone:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self.taken()

    def taken(self) -> bytes:
        """All that is queued."""
        chunks, self.chunks, self._size = self.chunks, [], 0
        return chunks[0] if len(chunks) == 1 else b"".join(chunks)


class Broadcast:
    """The connected pages of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._watches: dict[View, list[Watch]] = {}
        self._looks: dict[View, Look] = {}
        self._changes = 0
        self._sent: dict[View, dict[str, str]] = {}
        self._due = False
        self._beat: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        room.listen(self._changed)

    @property
    def here(self) -> dict[str, int]:
        """How many pages each seat has open."""
        count: dict[str, int] = {}
        for view, watches in self._watches.items():
            count[view.seat] = count.get(view.seat, 0) + len(watches)
        return count

    # changes -----------------------------------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        rendered: dict[tuple[str, str, Line], bytes] = {}
        if not talk_only(change):
            self._turned()
        for view, watches in self._watches.items():
            for line in change.lines.get(view.seat, ()):
                chunk = self._line(view, line, rendered)
                for watch in watches:
                    watch.push(chunk)

    def _turned(self) -> None:
        """The panels may look different now, and a seat may have a new link."""
        self._changes += 1
        for view, watches in self._watches.items():
            if self._is_over(view):
                for watch in watches:
                    watch.end()
        if not self._due and self._watches:
            self._due = True
            asyncio.get_running_loop().call_soon(self._push_panels)

    def _is_over(self, view: View) -> bool:
        """Whether the seat has a newer link than the one through which a view was reached."""
        return self._room.state.seats[view.seat].turn != view.turn

    def _line(self, view: View, line: Line, rendered: dict[tuple[str, str, Line], bytes]) -> bytes:
        key = (view.lang, self._tools(view), line)
        chunk = rendered.get(key)
        if chunk is None:
            chunk = rendered[key] = event("line", n=line.n, html=self._renderer(view.lang).line(line, key[1]))
        return chunk

    def _tools(self, view: View) -> str:
        """Where the tools in the GM's lines post to; "" for others."""
        return base_of(self._room, GM) if view.seat == GM else ""

    def _renderer(self, lang: str) -> Renderer:
        return table_renderer(lang, self._room.state)

    def _push_panels(self) -> None:
        """Send each page the panels that look different now; a burst of changes costs one rendering."""
        self._due = False
        for view in self._watches:
            self._bring_up_to_date(view)

    def _bring_up_to_date(self, view: View) -> dict[str, str]:
        """Send the pages of a view what looks different from what they were sent last; gives the panels as they are."""
        before, panels = self._sent.get(view, {}), self.panels(view)
        self._sent[view] = panels
        for name, html in panels.items():
            if before.get(name) != html:
                chunk = event("panel", name=name, html=html)
                for watch in self._watches.get(view, ()):
                    watch.push(chunk)
        return panels

    def panels(self, view: View) -> dict[str, str]:
        """The panels of a view as they look now: rendered once after each change, and of who comes and goes only those
        that tell it to the GM."""
        here = frozenset(self.here) if view.seat == GM else frozenset[str]()
        known = self._looks.get(view)
        if known is None or known.changes != self._changes:
            known = self._looks[view] = self._anew(view, here)
        elif known.here != here:
            known = self._looks[view] = self._in_company(view, known, here)
        return known.panels

    def _anew(self, view: View, here: frozenset[str]) -> Look:
        model = table_model(self._room, view.seat, view.lang, here, view.origin, lines=0)
        page = self._renderer(view.lang)
        return Look(self._changes, here, model, {name: page.panel(name, model) for name in panels_of(model)})

    def _in_company(self, view: View, known: Look, here: frozenset[str]) -> Look:
        model, page = in_company(known.model, here), self._renderer(view.lang)
        fresh = {name: page.panel(name, model) for name in COMPANY}
        return known._replace(here=here, model=model, panels=known.panels | fresh)

    # connections -------------------------------------------------------------------------------------------------

    def end(self) -> None:
        """Disconnect every page, when the server stops; they come back by themselves."""
        for watches in self._watches.values():
            for watch in watches:
                watch.leave()

    def join(self, view: View, after: int) -> Watch:
        """Connect a page: it gets what it missed since line `after`, its panels, then everything new."""
        watch = Watch(view)
        if self._is_over(view):
            watch.end()
            return watch
        panels = self._bring_up_to_date(view)
        self._watches.setdefault(view, []).append(watch)
        watch.push(self._greeting(view, after, panels))
        self._company_changed()
        if self._beat is None:
            self._beat = asyncio.get_running_loop().call_later(HEARTBEAT, self._heartbeat)
        return watch

    def _company_changed(self) -> None:
        """Tell the pages soon who is here now: all who come and go at about the same time cost one rendering."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        self._push_panels()

    def _heartbeat(self) -> None:
        """Keep idle connections open, and find those that are dead."""
        self._beat = None
        for watches in self._watches.values():
            for watch in watches:
                watch.push(BEAT)
        if self._watches:
            self._beat = asyncio.get_running_loop().call_later(HEARTBEAT, self._heartbeat)

    def _greeting(self, view: View, after: int, panels: dict[str, str]) -> bytes:
        feed = self._room.feed(view.seat)
        if feed.count - after > CATCH_UP or after > feed.count:
            return event("reload")
        lines = feed.lines(max(0, after - AGAIN), AGAIN + CATCH_UP)
        parts = [self._line(view, line, {}) for line in lines]
        parts += [event("panel", name=name, html=html) for name, html in panels.items()]
        return b"".join([*parts, event("ready", count=feed.count)])

    def leave(self, watch: Watch) -> None:
        """Disconnect a page."""
        view = watch.view
        left = [one for one in self._watches.get(view, ()) if one is not watch]
        if left:
            self._watches[view] = left
        else:
            self._watches.pop(view, None)
            self._looks.pop(view, None)
            self._sent.pop(view, None)
        if self._watches:
            self._company_changed()
        else:
            self._stop_timers()

    def _stop_timers(self) -> None:
        """Let the room go: nobody looks any more."""
        for timer in (self._beat, self._presence):
            if timer is not None:
                timer.cancel()
        self._beat = self._presence = None


class Events(Response):
    """A page's stream as a response. Written on the bare protocol: it is the hot path of the server."""

    media_type = "text/event-stream"

    def __init__(self, broadcast: Broadcast, view: View, after: int) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(headers=headers)
        del self.headers["content-length"]
        self._broadcast, self._view, self._after = broadcast, view, after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the page goes away."""
        watch = self._broadcast.join(self._view, self._after)
        gone = asyncio.create_task(self._until_gone(receive, watch))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            send = scope[BARE_SEND]
            while not watch.gone or watch.chunks:
                await send({"type": "http.response.body", "body": await watch.some(), "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            self._broadcast.leave(watch)

    @staticmethod
    async def _until_gone(receive: Receive, watch: Watch) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        watch.leave()

"""The page on which the GM brings content of the group's own to a table that is open."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from takusen.interop.scenario import scenario_of
from takusen.log.audience import GM
from takusen.play.handles import Refused
from takusen.rulebook.toml import BadFile
from takusen.server.chat import Reply
from takusen.server.room import Room
from takusen.table import commands as c
from takusen.table.bringing import kept_files
from takusen.table.state import Seat
from takusen.web.build import base_of, table_model
from takusen.web.errors import reply_json
from takusen.web.files import Upload, posted
from takusen.web.forms import UPLOAD_LIMIT
from takusen.web.render import table_renderer
from takusen.web.requests import language, wants_json

NAME_LIMIT = 200
SeatOf = Callable[[Request], Awaitable[tuple[Room, Seat]]]


class ContentPages:
    """The routes of content at a table."""

    def __init__(self, seat_of: SeatOf) -> None:
        self._seat_of = seat_of

    def routes(self, table: str) -> list[Route]:
        """The routes below a seat's address."""
        return [
            Route(f"{table}/content", self.show, methods=["GET"]),
            Route(f"{table}/content", self.bring, methods=["POST"]),
        ]

    async def _gm(self, request: Request) -> Room:
        """The room, for the GM of a book that takes content. Raises HTTPException."""
        room, seat = await self._seat_of(request)
        if seat.id != GM or room.state.book.bring is None:
            raise HTTPException(404, "no_such_page")
        return room

    async def show(self, request: Request) -> Response:
        """The form."""
        return _page(request, await self._gm(request))

    async def bring(self, request: Request) -> Response:
        """What was sent comes to the table, or the form comes back with what is wrong."""
        room = await self._gm(request)
        values, files = await posted(request, UPLOAD_LIMIT)
        refused = await _brought(room, values, files.get("upload", []))
        if wants_json(request):
            return reply_json(request, room.state, Reply(refused))
        if refused is None:
            return RedirectResponse(base_of(room, GM), 303)
        return _page(request, room, refused, values)


async def _brought(room: Room, values: Mapping[str, Any], files: list[Upload]) -> Refused | None:
    """Bring what a form holds; files go before pasted text."""
    name, text = (str(values.get(field, "")) for field in ("file", "source"))
    try:
        if files:
            sent = [(file.name, file.data) for file in files]
            name, text = await asyncio.to_thread(scenario_of, sent, True)
    except BadFile as wrong:
        return Refused.because("bad_file", file=wrong.name, line=wrong.line, what=wrong.what, mend=wrong.mend)
    return await room.do(GM, c.Bring(text, name[:NAME_LIMIT]))


def _page(
    request: Request, room: Room, refused: Refused | None = None, given: Mapping[str, Any] | None = None
) -> Response:
    lang = language(request)
    page = table_renderer(lang, room.state)
    wrong = page.refusal(refused.reason, dict(refused.params)) if refused else ""
    html = page.content(table_model(room, GM, lang, {}), wrong, given or {}, tuple(kept_files(room.state)))
    return HTMLResponse(html, 422 if refused else 200, headers={"cache-control": "no-store"})

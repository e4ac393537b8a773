"""The page on which a deck comes to a table, and the search for cards in the server's library."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from takusen.interop.refusal import NoSheet
from takusen.interop.text import decoded
from takusen.library.decklist import TEXT_LIMIT
from takusen.play.handles import Refused
from takusen.server.chat import Reply
from takusen.server.room import Room
from takusen.server.shelf import Misread, look_up
from takusen.store.library import Found, Library
from takusen.table.decks import BringDeck, holders, need_holder
from takusen.table.draft import Refusal
from takusen.table.state import Seat
from takusen.web.build import base_of, table_model
from takusen.web.errors import reply_json
from takusen.web.files import posted
from takusen.web.forms import DECK_LIMIT
from takusen.web.render import Renderer, table_renderer
from takusen.web.requests import language, wants_json

TYPED_LIMIT = 200
PAGE = 20
PAGES = 10_000
SHOWN = 30
"""So many lines that can't be read are told."""

SeatOf = Callable[[Request], Awaitable[tuple[Room, Seat]]]


class Draft(msgspec.Struct, frozen=True):
    """What a form of a deck holds: for whom, the list, and what is searched for."""

    of: str = ""
    text: str = ""
    typed: str = ""


class DeckPages:
    """The routes of decks at a table, and of the cards there are."""

    def __init__(self, seat_of: SeatOf, library: Library) -> None:
        self._seat_of, self._library = seat_of, library

    def routes(self, table: str) -> list[Route]:
        """The routes below a seat's address."""
        return [
            Route(f"{table}/deck", self.show, methods=["GET"]),
            Route(f"{table}/deck", self.take, methods=["POST"]),
            Route(f"{table}/cards", self.cards, methods=["GET"]),
        ]

    async def cards(self, request: Request) -> Response:
        """The cards of which a name holds what is typed: as data, or as markup for our own script."""
        room, _ = await self._seat_of(request)
        typed, page = request.query_params.get("q", "")[:TYPED_LIMIT], _page_of(request)
        found = await self._found(typed, page)
        if wants_json(request):
            cards = [msgspec.to_builtins(card) for card in found.cards]
            return JSONResponse({"cards": cards, "more": found.more}, headers={"cache-control": "no-store"})
        html = table_renderer(language(request), room.state).cards(typed, found)
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def show(self, request: Request) -> Response:
        """The form."""
        room, seat = await self._holder(request)
        return await self._page(request, room, seat, _draft(request.query_params))

    async def take(self, request: Request) -> Response:
        """The deck comes to the table, or the form comes back: with what is wrong, or with a line more or other."""
        room, seat = await self._holder(request)
        values, files = await posted(request, DECK_LIMIT)
        draft = _draft(values)
        if "upload" in files:
            draft = msgspec.structs.replace(draft, text=_listed(files["upload"][0].data))
        helped = _helped(draft, values)
        if helped is not None:
            return await self._page(request, room, seat, helped)
        return await self._brought(request, room, seat, draft)

    async def _brought(self, request: Request, room: Room, seat: Seat, draft: Draft) -> Response:
        refused, wrong = await self._bring(room, seat, draft)
        if wants_json(request):
            return _answer(request, room, refused, wrong)
        if refused is None:
            return RedirectResponse(base_of(room, seat.id), 303)
        return await self._page(request, room, seat, draft, refused, wrong)

    async def _bring(self, room: Room, seat: Seat, draft: Draft) -> tuple[Refused | None, tuple[Misread, ...]]:
        """The refusal, if any, and the lines at fault."""
        try:
            need_holder(room.state, seat.id, draft.of)
        except Refusal as refusal:
            return refusal.refused, ()
        cards, wrong = await asyncio.to_thread(look_up, self._library, draft.text)
        if wrong:
            return Refused.because("deck_wrong", count=len(wrong)), wrong
        return await room.do(seat.id, BringDeck(draft.of, draft.text, cards)), ()

    async def _holder(self, request: Request) -> tuple[Room, Seat]:
        """The room and the seat, of a book that takes decks, for who may bring one. Raises HTTPException."""
        room, seat = await self._seat_of(request)
        if not holders(room.state, seat.id):
            raise HTTPException(404, "no_such_page")
        return room, seat

    async def _found(self, typed: str, page: int = 1) -> Found:
        return await asyncio.to_thread(self._library.search, typed, (page - 1) * PAGE, PAGE)

    async def _page(
        self,
        request: Request,
        room: Room,
        seat: Seat,
        draft: Draft,
        refused: Refused | None = None,
        wrong: tuple[Misread, ...] = (),
    ) -> Response:
        lang = language(request)
        page = table_renderer(lang, room.state)
        html = page.deck(
            table_model(room, seat.id, lang, {}),
            draft,
            holders(room.state, seat.id),
            await self._found(draft.typed),
            await asyncio.to_thread(self._library.count),
            page.refusal(refused.reason, dict(refused.params)) if refused else "",
            wrong[:SHOWN],
        )
        return HTMLResponse(html, 422 if refused else 200, headers={"cache-control": "no-store"})


def _draft(values: Mapping[str, Any]) -> Draft:
    of, text, typed = (str(values.get(name, "")) for name in ("of", "text", "q"))
    return Draft(of[:TYPED_LIMIT], text[: TEXT_LIMIT + 1], typed[:TYPED_LIMIT])


def _listed(data: bytes) -> str:
    """The text of a file with a list; "" where it is no text."""
    try:
        return decoded(data)
    except NoSheet:
        return ""


def _helped(draft: Draft, values: Mapping[str, Any]) -> Draft | None:
    """The form after one of its small buttons; None if the deck is to be brought."""
    if "search" in values:
        return draft
    if "put" in values:
        name = str(values["put"])[:400]
        return msgspec.structs.replace(draft, text=f"{draft.text.rstrip()}\n1 {name}\n".lstrip("\n"))
    number, _, change = str(values.get("mend", "")).partition(":")
    was, arrow, now = change.partition("\t")
    if not arrow or not number.isdecimal():
        return None
    lines = draft.text.splitlines()
    at = int(number[:6]) - 1
    if at in range(len(lines)):
        lines[at] = lines[at].replace(was, now) if was in lines[at] else f"1 {now}"
    return msgspec.structs.replace(draft, text="\n".join(lines))


def _page_of(request: Request) -> int:
    page = request.query_params.get("page", "1")
    return min(int(page), PAGES) if page.isascii() and page.isdecimal() and 0 < len(page) < 6 and int(page) else 1


def _answer(request: Request, room: Room, refused: Refused | None, wrong: tuple[Misread, ...]) -> Response:
    """The answer to a tool, with every line at fault."""
    lang = language(request)
    if refused is None or not wrong:
        return reply_json(request, room.state, Reply(refused))
    page = table_renderer(lang, room.state)
    text = page.refusal(refused.reason, dict(refused.params))
    lines = [_told(page, one, lang) for one in wrong]
    return JSONResponse({"refused": refused.reason, "text": text, "lines": lines}, 409)


def _told(page: Renderer, one: Misread, lang: str) -> dict[str, Any]:
    near = [card.called(lang) for card in one.near]
    return {"line": one.line, "text": one.text, "why": one.why, "told": page.misread(one), "near": near}

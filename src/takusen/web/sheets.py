"""Sheets at a table: pasted or dropped, looked at, brought in, and taken to other tools."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from takusen.interop import ccfolia, own, palette, udonarium
from takusen.interop.reading import Read, read
from takusen.log.audience import GM
from takusen.log.entries import Added
from takusen.log.paths import steps
from takusen.play.handles import Id, Refused
from takusen.rulebook.sheet import Amount, Icon, Remark, Sheet
from takusen.rulebook.shown import Word
from takusen.server.chat import Reply
from takusen.server.pictures import BadPicture
from takusen.server.room import Room
from takusen.table import commands as c
from takusen.table.draft import Refusal
from takusen.table.notation import folded
from takusen.table.palettes import written_by
from takusen.table.pictures import pictures_of
from takusen.table.sheets import adopted_as, exported_by
from takusen.table.state import Seat
from takusen.table.views import view
from takusen.web.build import base_of, table_model
from takusen.web.errors import reply_json
from takusen.web.files import attached, posted
from takusen.web.forms import BadRequest, whole
from takusen.web.render import Renderer, table_renderer
from takusen.web.requests import language, wants_json
from takusen.web.sheet_out import at_table, palette_for
from takusen.web.sheet_words import SheetWords
from takusen.web.words import Words

UPLOAD_LIMIT = 10_000_000
KEPT_LIMIT = 5_000_000
SHOWN = 20
WATCHER = "watcher"
SeatOf = Callable[[Request], Awaitable[tuple[Room, Seat]]]


class PreviewModel(msgspec.Struct, frozen=True):
    """A sheet that was read, as it is shown before it comes to the table.

    `wanted` are the labels that must be filled in, `own` is the whole sheet for the way back, `refused` says why the
    table's book doesn't take it, `namesake` that somebody at the table is called so. What is only a `palette` can be
    written for one of the seat's `owners` instead.
    """

    name: str
    called: str
    own: str
    rows: tuple[tuple[str, str], ...]
    differences: tuple[str, ...]
    notes: tuple[str, ...]
    words: tuple[Word, ...]
    wanted: tuple[str, ...]
    refused: str
    namesake: bool
    values: tuple[tuple[str, str], ...]
    palette: str = ""
    owners: tuple[tuple[str, str], ...] = ()


class SheetPages:
    """The routes of sheets at a table."""

    def __init__(self, seat_of: SeatOf) -> None:
        self._seat_of = seat_of

    def routes(self, table: str) -> list[Route]:
        """The routes below a seat's address."""
        return [
            Route(f"{table}/sheet", self.bring, methods=["GET"]),
            Route(f"{table}/sheet", self.show, methods=["POST"]),
            Route(f"{table}/sheet/take", self.take, methods=["POST"]),
            Route(f"{table}/sheet/{{entity}}", self.out),
            Route(f"{table}/sheet/{{entity}}/{{form}}", self.file),
        ]

    async def _player(self, request: Request) -> tuple[Room, Seat]:
        """The room and a seat that plays. Raises HTTPException."""
        room, seat = await self._seat_of(request)
        if seat.kind == WATCHER:
            raise HTTPException(404, "no_such_page")
        return room, seat

    # bringing in ---------------------------------------------------------------------------------------------------

    async def bring(self, request: Request) -> Response:
        """The form for a sheet."""
        room, seat = await self._player(request)
        return _page(request, room, seat)

    async def show(self, request: Request) -> Response:
        """What was pasted or sent, to be looked at before it comes to the table."""
        room, seat = await self._player(request)
        values, files = await posted(request, UPLOAD_LIMIT)
        given: bytes | str = files["file"][0].data if "file" in files else str(values.get("text", ""))
        found = await asyncio.to_thread(read, given)
        if wants_json(request):
            return _told(found, language(request))
        return _page(request, room, seat, found=found)

    async def take(self, request: Request) -> Response:
        """A sheet that was looked at comes to the table."""
        room, seat = await self._player(request)
        values, _ = await posted(request, KEPT_LIMIT, KEPT_LIMIT)
        sheet, refused = _filled(_sent(values), values)
        refused = refused or await room.do(seat.id, _adopt(room, seat, sheet, str(values.get("seat", ""))))
        if refused is None and sheet.icon is not None:
            await _hung(room, seat.id, sheet)
        if wants_json(request):
            return reply_json(request, room.state, Reply(refused))
        if refused is None:
            return RedirectResponse(base_of(room, seat.id), 303)
        return _page(request, room, seat, (sheet,), refused)

    # taking out ----------------------------------------------------------------------------------------------------

    async def _own(self, request: Request) -> tuple[Room, Seat, Sheet]:
        """A sheet that the seat may take to other tools. Raises HTTPException 404 alike for one that isn't there."""
        room, seat = await self._player(request)
        one = Id(request.path_params["entity"][:64])
        if one not in exported_by(room.state, seat.id):
            raise HTTPException(404, "no_such_page")
        sheet = at_table(room.state, seat.id, one)
        hangs = pictures_of(room.state, seat.id).get(one)
        picture = await room.picture(seat.id, hangs.id) if hangs else None
        return room, seat, replace(sheet, icon=Icon(picture.data, picture.media)) if picture else sheet

    async def out(self, request: Request) -> Response:
        """The forms in which a character goes to other tools."""
        room, seat, sheet = await self._own(request)
        lang = language(request)
        html = table_renderer(lang, room.state).sheet_out(
            table_model(room, seat.id, lang, {}), request.path_params["entity"], sheet.name, ccfolia.written(sheet)
        )
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def file(self, request: Request) -> Response:
        """A character as a file of another tool."""
        _, _, sheet = await self._own(request)
        form = request.path_params["form"]
        if form == "udonarium.zip":
            data = await asyncio.to_thread(udonarium.written, sheet)
            return attached(f"{sheet.name}.zip", "character.zip", data, "application/zip")
        if form == "palette.txt":
            return attached(f"{sheet.name}.txt", "palette.txt", palette.written(sheet).encode(), "text/plain")
        if form == "ccfolia.json":
            return attached(f"{sheet.name}.json", "ccfolia.json", ccfolia.written(sheet).encode(), "application/json")
        raise HTTPException(404, "no_such_page")


# what was sent -------------------------------------------------------------------------------------------------------


def _sent(values: dict[str, Any]) -> Sheet:
    """The one sheet that a page kept. Raises BadRequest."""
    found = read(str(values.get("sheet", "")))
    if isinstance(found, Remark) or len(found) != 1:
        raise BadRequest("bad_request")
    return found[0]


def _filled(sheet: Sheet, values: dict[str, Any]) -> tuple[Sheet, Refused | None]:
    """With the name and the numbers that a person filled in; what is still not known must not come in as nothing."""
    sheet = replace(sheet, name=str(values.get("name", "")).strip() or sheet.name)
    numbers = values.get("numbers", {})
    for label in sheet.asked:
        text = str(numbers.get(label, "")).strip() if isinstance(numbers, dict) else ""
        try:
            number = whole(text) if text else 0
        except BadRequest as wrong:
            return sheet, Refused.because(wrong.key, **wrong.params)
        if number > 0:
            sheet = replace(sheet, gauges=sheet.gauges.put(label, Amount(number, number)))
        elif label != "name":
            return sheet, Refused.because("sheet_lacks", what=label)
    return replace(sheet, asked=()), None


def _adopt(room: Room, seat: Seat, sheet: Sheet, wished: str) -> c.Adopt:
    owner = wished if seat.id == GM else seat.id
    return c.Adopt(sheet, palette_for(room.state, sheet, owner), wished)


async def _hung(room: Room, seat: str, sheet: Sheet) -> None:
    """Hang the picture that came with a sheet; one that can't be taken is left out, as its character matters more."""
    added = (entry.body for entry in reversed(room.entries) if isinstance(entry.body, Added) and entry.by == seat)
    body = next(added, None)
    if body is not None and sheet.icon is not None:
        with suppress(BadPicture):
            await room.hang(seat, steps(body.path)[1], sheet.name, sheet.icon.data)


# what is shown -------------------------------------------------------------------------------------------------------


def _told(found: Read, lang: str) -> Response:
    if isinstance(found, Remark):
        sentence = SheetWords(Words(lang)).remark(found)
        return JSONResponse({"refused": found.key, "params": dict(found.params), "text": sentence}, 422)
    return Response(own.written(found), media_type="application/json")


def _page(
    request: Request, room: Room, seat: Seat, found: Read = (), refused: Refused | None = None
) -> Response:  # fmt: skip
    lang = language(request)
    page = table_renderer(lang, room.state)
    said = SheetWords(Words(lang), page.name_word)
    wrong = said.remark(found) if isinstance(found, Remark) else ""
    if refused is not None:
        wrong = page.refusal(refused.reason, dict(refused.params))
    sheets = () if isinstance(found, Remark) else found[:SHOWN]
    previews = tuple(_preview(room, seat, sheet, said, page) for sheet in sheets)
    html = page.sheet_in(table_model(room, seat.id, lang, {}), previews, wrong, UPLOAD_LIMIT)
    return HTMLResponse(html, 422 if wrong else 200, headers={"cache-control": "no-store"})


def _preview(room: Room, seat: Seat, sheet: Sheet, said: SheetWords, page: Renderer) -> PreviewModel:
    words, refused = _taken_as(room, seat, sheet)
    return PreviewModel(
        name=sheet.name,
        called=said.called(sheet),
        own=own.written((sheet,)),
        rows=tuple(said.rows(sheet)),
        differences=said.differences(sheet),
        notes=said.notes(sheet, told=bool(words)),
        words=words,
        wanted=tuple(one for one in sheet.asked if one != "name"),
        refused=page.refusal(refused.reason, dict(refused.params)) if refused else "",
        namesake=folded(sheet.name) in _names(room, seat),
        values=tuple(sheet.values.items()),
        palette=sheet.palette if sheet.tool == palette.TOOL else "",
        owners=tuple(written_by(room.state, seat.id).items()),
    )


def _taken_as(room: Room, seat: Seat, sheet: Sheet) -> tuple[tuple[Word, ...], Refused | None]:
    """What the table's book tells of a sheet, or why it takes none."""
    try:
        return adopted_as(room.state, sheet, "" if seat.id == GM else seat.id).notes, None
    except Refusal as refusal:
        return (), refusal.refused


def _names(room: Room, seat: Seat) -> Iterator[str]:
    """What those are called whom the seat sees."""
    seen = view(room.state.book, room.state.world, seat.id, room.state.reading)
    return (folded(name) for name in room.state.book.entities(seen.world).values())

"""The web application: the pages of a table. What they show is the builder's, how they look the renderer's."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from takusen.interop.bcdice.systems import systems
from takusen.log.entries import Entry
from takusen.rulebook.book import RuleBook
from takusen.server.chat import Chat, Reply
from takusen.server.house import House
from takusen.server.letting import Letting
from takusen.server.room import Room
from takusen.table.draft import WATCHER
from takusen.table.feed import Feed
from takusen.table.sheets import exported_by
from takusen.table.state import Seat
from takusen.table.story import Line
from takusen.table.views import view
from takusen.web import pictures, typed
from takusen.web.build import base_of, option_models, scenario_of, table_model
from takusen.web.campaign import CampaignPages
from takusen.web.compose import Composer
from takusen.web.content import ContentPages
from takusen.web.decks import DeckPages
from takusen.web.dice import DicePages
from takusen.web.entities import entity_fields, entity_of
from takusen.web.errors import HANDLERS, reply_json
from takusen.web.files import toml_file
from takusen.web.forms import command, from_form
from takusen.web.front import Front
from takusen.web.house import HousePages
from takusen.web.models import WISHES
from takusen.web.outlook import Outlook
from takusen.web.palettes import PaletteModel, palette_model
from takusen.web.render import EXPORTS, table_renderer
from takusen.web.requests import body_of, flat, language, origin_of, wants_json
from takusen.web.secured import Secured
from takusen.web.sheets import SheetPages
from takusen.web.stream import Broadcast, Events, View
from takusen.web.wishes import ask

HERE = Path(__file__).parent
SWEEP = 60.0


class Live(NamedTuple):
    """What goes with a room in memory: its connected pages, what is being composed, its forecast, and policies that
    play."""

    room: Room
    broadcast: Broadcast
    composer: Composer
    outlook: Outlook
    letting: Letting


class Web:
    """The pages of the tables of one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._chat = Chat(house.dice)
        self._live: dict[str, Live] = {}
        self._swept = time.monotonic()

    def routes(self) -> list[Route]:
        """The routes of a table."""
        table = "/t/{table}/{key}"
        return [
            Route(f"{table}/do", self.do, methods=["POST"]),
            Route(table, self.table),
            Route(f"{table}/links", self.links),
            Route(f"{table}/options", self.options),
            Route(f"{table}/scenario.toml", self.scenario),
            Route(f"{table}/dice", self.dice),
            Route(f"{table}/dice/help", self.dice_help),
            Route(f"{table}/forecast", self.forecast, methods=["GET", "POST"]),
            Route(f"{table}/entity/{{entity}}", self.entity),
            Route(f"{table}/pictures", self.take_picture, methods=["POST"]),
            Route(f"{table}/pictures/{{picture}}", self.picture),
            Route(f"{table}/events", self.events),
            Route(f"{table}/compose", self.compose),
            Route(f"{table}/lines", self.lines),
            Route(f"{table}/palette", self.palette),
            Route(f"{table}/palette/{{entity}}", self.write_palette),
            Route(f"{table}/compare", self.compare),
            Route(f"{table}/export.{{kind}}", self.export),
            *SheetPages(self._seat).routes(table),
            *ContentPages(self._seat).routes(table),
            *CampaignPages(self._seat, self._house.campaigns).routes(table),
            *HousePages(self._seat).routes(table),
            *DeckPages(self._seat, self._house.library).routes(table),
        ]

    # finding things ----------------------------------------------------------------------------------------------

    async def _seat(self, request: Request) -> tuple[Room, Seat]:
        """The room and seat of a link. Raises HTTPException 404 alike for a wrong table and a wrong key."""
        room = await self._house.room(request.path_params["table"][:64])
        seat = room.seat_of(request.path_params["key"][:64]) if room else None
        if room is None or seat is None:
            raise HTTPException(404, "no_such_link")
        self._sweep()
        return room, seat

    def _sweep(self) -> None:
        if time.monotonic() - self._swept > SWEEP:
            self._swept = time.monotonic()
            for table in self._house.sweep({table for table, live in self._live.items() if live.broadcast.here}):
                self._forget(table)

    def _forget(self, table: str) -> None:
        live = self._live.pop(table, None)
        if live is not None:
            live.outlook.stop()
            live.letting.stop()

    def live(self, room: Room) -> Live:
        """What goes with a room."""
        live = self._live.get(room.table)
        if live is None or live.room is not room:
            self._forget(room.table)
            outlook = Outlook(room, self._house.crew)
            live = Live(room, Broadcast(room), Composer(room), outlook, Letting(room))
            self._live[room.table] = live
        return live

    def end_streams(self) -> None:
        """Let go of every connected page, so that a server which stops need not wait for them."""
        for live in self._live.values():
            live.broadcast.end()

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """While the server runs; at its end no forecast goes on."""
        yield
        for table in list(self._live):
            self._forget(table)
        self._house.crew.close()

    # a table -----------------------------------------------------------------------------------------------------

    async def table(self, request: Request) -> Response:
        """A seat's page."""
        room, seat = await self._seat(request)
        return HTMLResponse(await self._page(request, room, seat), headers={"cache-control": "no-store"})

    async def _page(self, request: Request, room: Room, seat: Seat, wrong: str = "") -> str:
        lang = language(request)
        origin = origin_of(request) if seat.kind == "gm" else ""
        model = table_model(room, seat.id, lang, self.live(room).broadcast.here, origin)
        page = table_renderer(lang, room.state)
        choosing = seat.kind == "player" and not model.mine and model.free and "later" not in request.query_params
        if seat.kind != "watcher" and (not seat.name or choosing):
            return page.sit(model, wrong)
        composed = await self._composed(request, room, seat, lang)
        palette = _palette(request, room, seat, lang)
        return page.table(model, composed, token_hex(12), wrong, palette, "palette" in request.query_params)

    async def _composed(self, request: Request, room: Room, seat: Seat, lang: str) -> Any:
        query = from_form(request.query_params.multi_items())
        composer = self.live(room).composer
        act, given = str(query.pop("act", "")), query.pop("args", {})
        wishes = flat(query)
        text = wishes.get("typed", "")
        if text:
            acts, named = composer.words(seat.id, lang)
            act, given = typed.read(text, acts, named, lambda one, picks: composer.attempt(seat.id, one, picks))
        return (
            await composer.model(seat.id, lang, act, given if isinstance(given, dict) else {}, wishes) if act else None
        )

    async def compose(self, request: Request) -> Response:
        """The compose panel alone."""
        room, seat = await self._seat(request)
        lang = language(request)
        model = await self._composed(request, room, seat, lang)
        if model is None:
            return HTMLResponse("")
        if wants_json(request):
            return Response(msgspec.json.encode(model, enc_hook=str), media_type="application/json")
        return HTMLResponse(table_renderer(lang, room.state).compose(model, base_of(room, seat.id), token_hex(12)))

    async def palette(self, request: Request) -> Response:
        """The palette panel alone."""
        room, seat = await self._seat(request)
        lang = language(request)
        html = table_renderer(lang, room.state).palette(_palette(request, room, seat, lang), base_of(room, seat.id))
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def write_palette(self, request: Request) -> Response:
        """The page on which a palette is written."""
        room, seat = await self._seat(request)
        lang, entity = language(request), request.path_params["entity"]
        model = palette_model(room, seat.id, lang, entity) if seat.kind != "watcher" else None
        if model is None or model.entity != entity:
            raise HTTPException(404, "no_such_page")
        html = table_renderer(lang, room.state).palette_edit(model, base_of(room, seat.id))
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def _gm_page(self, request: Request) -> tuple[Room, str, Any]:
        """The room, the language and the GM's model. Raises HTTPException for any other seat."""
        room, seat = await self._seat(request)
        if seat.kind != "gm":
            raise HTTPException(404, "no_such_page")
        lang = language(request)
        return room, lang, table_model(room, seat.id, lang, self.live(room).broadcast.here, origin_of(request))

    async def entity(self, request: Request) -> Response:
        """The editor of one entity, for the GM and for whoever plays it."""
        room, seat = await self._seat(request)
        lang, state = language(request), room.state
        seen = view(state.book, state.world, seat.id, state.reading)
        entity = entity_of(state, seen, request.path_params["entity"])
        if entity is None or seat.kind == WATCHER:
            raise HTTPException(404, "no_such_page")
        model = table_model(room, seat.id, lang, {})
        out = entity.id in exported_by(state, seat.id)
        html = table_renderer(lang, state).entity(model, entity, entity_fields(state, seen, entity), out)
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def options(self, request: Request) -> Response:
        """The table's readings of the open points, for the GM."""
        room, lang, model = await self._gm_page(request)
        html = table_renderer(lang, room.state).options(model, option_models(room.state, lang))
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def dice(self, request: Request) -> Response:
        """The table's dice system, who reads secret rolls, and charts of its own, for the GM."""
        room, lang, model = await self._gm_page(request)
        html = table_renderer(lang, room.state).table_dice(model, room.state.dice)
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def dice_help(self, request: Request) -> Response:
        """How the dice of this table are written."""
        room, _ = await self._seat(request)
        return RedirectResponse(f"/dice/{room.state.dice_system}", 303)

    async def forecast(self, request: Request) -> Response:
        """How the fight is likely to go, as far as the seat sees; a POST asks for a forecast or stops it."""
        room, seat = await self._seat(request)
        if seat.kind == WATCHER:
            raise HTTPException(404, "no_such_page")
        outlook, base = self.live(room).outlook, base_of(room, seat.id)
        if request.method == "POST":
            ask(outlook, seat.id, await body_of(request))
            return RedirectResponse(f"{base}/forecast", 303)
        lang, shown = language(request), outlook.model(seat.id)
        if wants_json(request):
            return JSONResponse(msgspec.to_builtins(shown), headers={"cache-control": "no-store"})
        model = table_model(room, seat.id, lang, self.live(room).broadcast.here, origin_of(request))
        if shown.possible:
            await asyncio.to_thread(self._house.crew.warm)
            shown = msgspec.structs.replace(shown, midway=model.prompts is not None)
        html = table_renderer(lang, room.state).forecast(model, shown)
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def scenario(self, request: Request) -> Response:
        """The scenario that the table began with, for the GM."""
        room, seat = await self._seat(request)
        text = scenario_of(room.state)
        if seat.kind != "gm" or not text:
            raise HTTPException(404, "no_such_page")
        return toml_file(room.state.scenario, text)

    async def links(self, request: Request) -> Response:
        """The links of all seats, for the GM."""
        room, lang, model = await self._gm_page(request)
        return HTMLResponse(table_renderer(lang, room.state).links(model), headers={"cache-control": "no-store"})

    async def do(self, request: Request) -> Response:
        """Carry out a command."""
        room, seat = await self._seat(request)
        self.live(room)
        data = await body_of(request)
        if data.get("do") == "say" and typed.is_typed(str(data.get("text", ""))):
            return self._to_compose(request, room, seat, str(data.get("text", "")))
        reply = await self._chat.take(room, seat.id, command(_without_wishes(data)))
        if data.get("do") == "sit" and reply.refused is None and room.state.is_campaign and not wants_json(request):
            return RedirectResponse(f"{base_of(room, seat.id)}/campaign", 303)
        return await self._answered(request, room, seat, reply)

    async def _answered(self, request: Request, room: Room, seat: Seat, reply: Reply) -> Response:
        """What came of it: to a script as JSON, to a browser without one as its page."""
        if wants_json(request):
            return reply_json(request, room.state, reply)
        told = reply.refused or reply.hint
        if told is None:
            return RedirectResponse(base_of(room, seat.id), 303)
        sentence = table_renderer(language(request), room.state).refusal(told.reason, dict(told.params))
        page = await self._page(request, room, room.state.seats[seat.id], sentence)
        return HTMLResponse(page, 409 if reply.refused else 200)

    async def take_picture(self, request: Request) -> Response:
        """Take in a picture."""
        room, seat = await self._seat(request)
        return await self._answered(request, room, seat, Reply(await pictures.taken_in(room, seat.id, request)))

    async def picture(self, request: Request) -> Response:
        """A picture."""
        room, seat = await self._seat(request)
        return await pictures.shown(room, seat.id, request)

    def _to_compose(self, request: Request, room: Room, seat: Seat, text: str) -> Response:
        query = urlencode({"typed": text})
        if wants_json(request):
            return JSONResponse({"compose": query})
        return RedirectResponse(f"{base_of(room, seat.id)}?{query}", 303)

    async def events(self, request: Request) -> Response:
        """The live stream of a seat's page."""
        room, seat = await self._seat(request)
        after = request.query_params.get("after", "0")
        start = int(after) if after.isdecimal() and len(after) < 10 else 0
        origin = origin_of(request) if seat.kind == "gm" else ""
        return Events(self.live(room).broadcast, View(seat.id, language(request), origin, seat.turn), start)

    async def lines(self, request: Request) -> Response:
        """Earlier lines: up to 100 before line `before`."""
        room, seat = await self._seat(request)
        before = request.query_params.get("before", "")
        end = int(before) if before.isdecimal() and len(before) < 10 else 1
        start = max(0, end - 101)
        page, tools = table_renderer(language(request), room.state), base_of(room, "gm") if seat.kind == "gm" else ""
        lines = room.feed(seat.id).lines(start, end - 1 - start)
        return HTMLResponse("".join(page.line(line, tools) for line in lines))

    async def compare(self, request: Request) -> Response:
        """What an open point's readings do to the odds, for the GM."""
        room, seat = await self._seat(request)
        if seat.kind != "gm":
            raise HTTPException(404, "no_such_page")
        name = request.query_params.get("option", "")
        if name not in room.state.book.texts.options:
            raise HTTPException(404, "no_such_page")
        table = await asyncio.to_thread(self.live(room).composer.compared, name)
        lang = language(request)
        return HTMLResponse(table_renderer(lang, room.state).compare(name, table, base_of(room, seat.id)))

    async def export(self, request: Request) -> Response:
        """The log as the seat saw it: as a page, as text, or as CCFOLIA saves it."""
        room, seat = await self._seat(request)
        kind = request.path_params["kind"]
        if kind not in EXPORTS:
            raise HTTPException(404, "no_such_page")
        lang = language(request)
        model = table_model(room, seat.id, lang, {})
        book, entries = room.state.book, room.entries[:]
        page = table_renderer(lang, room.state)
        text = await asyncio.to_thread(lambda: page.exported(kind, model, told(book, seat.id, entries)))
        media = "text/plain" if kind == "txt" else "text/html"
        name = f"takusen-{seat.id}.{kind}"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(text, media_type=f"{media}; charset=utf-8", headers=headers)


# small things --------------------------------------------------------------------------------------------------------


def told(book: RuleBook, seat: str, entries: list[Entry]) -> tuple[Line, ...]:
    """A seat's whole story up to the last entry, with nothing of the room's, so that it can be told in a thread."""
    feed = Feed(book.widest, seat)
    lines = {line.n: line for entry in entries for line in feed.add(entry)}
    return tuple(lines.values())


def _palette(request: Request, room: Room, seat: Seat, lang: str) -> PaletteModel | None:
    """The palette that a page asks for by `palette`."""
    wished = request.query_params.get("palette", "")
    return palette_model(room, seat.id, lang, wished) if seat.kind != "watcher" else None


def _without_wishes(data: dict[str, Any]) -> dict[str, Any]:
    """A declaration without what its form holds for the odds alone."""
    if data.get("do") != "declare":
        return data
    return {name: value for name, value in data.items() if name not in WISHES}


def create_app(house: House, card_pictures: str = "") -> Secured:
    """The application over a house, with `card_pictures` the address of cards' pictures, "" for none.

    The dice systems are read now, so that nobody waits for them."""
    systems()
    front, dice, web = Front(house), DicePages(), Web(house)
    routes = [
        *web.routes(),
        *front.routes(),
        *dice.routes(),
        Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
    ]
    app = Starlette(routes=routes, exception_handlers=HANDLERS, lifespan=web.lifespan)
    return Secured(app, web.end_streams, card_pictures)

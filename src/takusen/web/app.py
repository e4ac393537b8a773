"""The web application: routes and security headers. Pages are the renderer's, models the builder's."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from operator import itemgetter
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlencode

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from takusen.log.codec import Unreadable
from takusen.log.entries import Entry
from takusen.play.handles import Refused
from takusen.rulebook.book import BadEdit, RuleBook
from takusen.rulebook.odds import UnknownPolicy
from takusen.rulebook.texts import LANGS, Lang
from takusen.rulebook.toml import BadFile
from takusen.server.house import House, UnknownBook
from takusen.server.room import Room
from takusen.store.protocol import StoreError
from takusen.table import commands as c
from takusen.table.draft import Refusal
from takusen.table.examples import Example, read_examples
from takusen.table.fold import NoTable
from takusen.table.opening import NewTable
from takusen.table.state import Seat
from takusen.table.story import Feed, Line
from takusen.web import faults, typed
from takusen.web.build import base_of, entity_fields, option_models, table_model
from takusen.web.compose import Composer
from takusen.web.forms import BODY_LIMIT, BadRequest, command, from_form, from_json
from takusen.web.outlook import Outlook
from takusen.web.render import renderer
from takusen.web.stream import BARE_SEND, Broadcast, Events, View
from takusen.web.words import Words

HERE = Path(__file__).parent
ODDS_WISHES = ("best", "guess", "policy")
SWEEP = 60.0
HEADERS = {
    b"content-security-policy": b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-robots-tag": b"noindex",
}


class Secured:
    """Adds the security headers to every response, and hands the bare `send` on for what is sent often."""

    def __init__(self, app: ASGIApp, end_streams: Callable[[], None]) -> None:
        self._app, self.end_streams = app, end_streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""

        added = [*HEADERS.items(), *_remembered(scope)]

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *added]
            await send(message)

        if scope["type"] == "http":
            scope[BARE_SEND] = send
        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def _remembered(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The cookie that keeps a language chosen by `?lang=`."""
    if b"text/html" not in dict(scope.get("headers", ())).get(b"accept", b""):
        return []
    query = parse_qs(scope.get("query_string", b"").decode("ascii", "replace"))
    chosen = query.get("lang", [""])[0]
    if chosen not in LANGS:
        return []
    return [(b"set-cookie", f"lang={chosen}; Path=/; Max-Age=31536000; SameSite=Lax".encode())]


def credits_text() -> str:
    """The credits that ship with the package."""
    return (HERE / "credits.md").read_text(encoding="utf-8")


class Live(NamedTuple):
    """What goes with a room in memory: its connected pages, what is being composed, and its forecast."""

    room: Room
    broadcast: Broadcast
    composer: Composer
    outlook: Outlook


class Web:
    """The routes over one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._live: dict[str, Live] = {}
        self._shown: dict[str, tuple[Example, ...]] = {}
        self._swept = time.monotonic()

    def routes(self) -> list[Route | Mount]:
        """All routes."""
        table = "/t/{table}/{key}"
        return [
            Route("/", self.home),
            Route("/new", self.new, methods=["GET"]),
            Route("/new", self.create, methods=["POST"]),
            Route("/demo", self.demo, methods=["POST"]),
            Route("/books/{book}", self.rules),
            Route("/books/{book}/rules", self.rules),
            Route("/books/{book}/rules/{rule}", self.rule),
            Route("/credits", self.credits),
            Route("/health", self.health),
            Route(table, self.table),
            Route(f"{table}/links", self.links),
            Route(f"{table}/options", self.options),
            Route(f"{table}/forecast", self.forecast, methods=["GET", "POST"]),
            Route(f"{table}/entity/{{entity}}", self.entity),
            Route(f"{table}/do", self.do, methods=["POST"]),
            Route(f"{table}/events", self.events),
            Route(f"{table}/compose", self.compose),
            Route(f"{table}/lines", self.lines),
            Route(f"{table}/compare", self.compare),
            Route(f"{table}/export.{{kind}}", self.export),
            Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
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

    def live(self, room: Room) -> Live:
        """What goes with a room."""
        live = self._live.get(room.table)
        if live is None or live.room is not room:
            self._forget(room.table)
            live = self._live[room.table] = Live(room, Broadcast(room), Composer(room), Outlook(room))
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

    def _book(self, request: Request) -> RuleBook:
        book = self._house.books.get(request.path_params["book"])
        if book is None:
            raise HTTPException(404, "no_such_page")
        return book

    def _examples(self, book: RuleBook) -> tuple[Example, ...]:
        """The book's worked examples, read once."""
        if book.id not in self._shown:
            files = book.example_files().items()
            self._shown[book.id] = tuple(
                one for name, text in files if "[[example]]" in text for one in read_examples(name, text)
            )
        return self._shown[book.id]

    # pages outside a table ---------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        """The first page."""
        return HTMLResponse(renderer(language(request), None).home(self._house.books.values(), LANGS))

    async def new(self, request: Request) -> Response:
        """The form for a new table."""
        return self._new_page(request, dict(request.query_params), None)

    def _new_page(self, request: Request, values: Mapping[str, Any], wrong: str | None) -> Response:
        book = self._house.books.get(str(values.get("book", ""))) or next(iter(self._house.books.values()))
        page = renderer(language(request), book)
        html = page.new_table(book, book.scenarios.values(), book.texts.options.values(), wrong, values)
        return HTMLResponse(html, 422 if wrong else 200)

    async def create(self, request: Request) -> Response:
        """Open a table and show its links."""
        values = await body_of(request)
        try:
            wish = msgspec.convert(_wish(values), NewTable, strict=False)
            room = await self._house.open_table(wish)
        except BadFile as wrong:
            return self._new_page(request, values, faults.told(wrong, language(request)))
        except Refusal as wrong:
            sentence = renderer(language(request), None).refusal(wrong.refused.reason, dict(wrong.refused.params))
            return self._new_page(request, values, sentence)
        except (BadEdit, UnknownBook, msgspec.ValidationError) as wrong:
            raise BadRequest("bad_request", why=str(wrong)[:200]) from None
        if wants_json(request):
            return JSONResponse(
                {"table": room.table, "seats": {one: base_of(room, one) for one in room.state.seats}}, 201
            )
        return RedirectResponse(f"{base_of(room, 'gm')}/links", 303)

    async def demo(self, request: Request) -> Response:
        """A table that one person can play at once."""
        values = await body_of(request)
        book = self._house.books.get(str(values.get("book", "bayside23")))
        if book is None or book.demo is None:
            raise HTTPException(404, "no_such_page")
        wished = str(values.get("lang", ""))
        lang = wished if wished in LANGS else language(request)
        wish = NewTable(
            book.id,
            title=renderer(lang, book).js_words()["demo_title"],
            scenario=book.demo.scenario,
            lang=lang,
            players=1,
        )
        room = await self._house.open_table(wish)
        for seat, one in demo_commands(book, Words(lang)("あなた")):
            await room.do(seat, one)
        return RedirectResponse(base_of(room, "p1"), 303)

    async def rules(self, request: Request) -> Response:
        """The rules of a book."""
        book = self._book(request)
        return HTMLResponse(renderer(language(request), book).rules(book))

    async def rule(self, request: Request) -> Response:
        """One rule with its worked examples."""
        book = self._book(request)
        rule = book.texts.rules.get(request.path_params["rule"])
        if rule is None:
            raise HTTPException(404, "no_such_page")
        examples = [one for one in self._examples(book) if rule.id in one.rules]
        return HTMLResponse(renderer(language(request), book).rule(book, rule.id, examples))

    async def credits(self, request: Request) -> Response:
        """Whose work this stands on."""
        return HTMLResponse(renderer(language(request), None).credits(credits_text()))

    async def health(self, request: Request) -> Response:
        """For whoever watches the server."""
        return PlainTextResponse("ok")

    # a table -----------------------------------------------------------------------------------------------------

    async def table(self, request: Request) -> Response:
        """A seat's page."""
        room, seat = await self._seat(request)
        return HTMLResponse(await self._page(request, room, seat), headers={"cache-control": "no-store"})

    async def _page(self, request: Request, room: Room, seat: Seat, wrong: str = "") -> str:
        lang = language(request)
        origin = origin_of(request) if seat.kind == "gm" else ""
        model = table_model(room, seat.id, lang, self.live(room).broadcast.here, origin)
        page = renderer(lang, room.state.book)
        choosing = seat.kind == "player" and not model.mine and model.free and "later" not in request.query_params
        if seat.kind != "watcher" and (not seat.name or choosing):
            return page.sit(model, wrong)
        return page.table(model, await self._composed(request, room, seat, lang), token_hex(12), wrong)

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
        return HTMLResponse(renderer(lang, room.state.book).compose(model, base_of(room, seat.id), token_hex(12)))

    async def _gm_page(self, request: Request) -> tuple[Room, str, Any]:
        """The room, the language and the GM's model. Raises HTTPException for any other seat."""
        room, seat = await self._seat(request)
        if seat.kind != "gm":
            raise HTTPException(404, "no_such_page")
        lang = language(request)
        return room, lang, table_model(room, seat.id, lang, self.live(room).broadcast.here, origin_of(request))

    async def entity(self, request: Request) -> Response:
        """The GM's editor of one entity."""
        room, lang, model = await self._gm_page(request)
        entity = next((one for one in model.gm.entities if one.id == request.path_params["entity"]), None)
        if entity is None:
            raise HTTPException(404, "no_such_page")
        html = renderer(lang, room.state.book).entity(model, entity, entity_fields(room.state, entity))
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def options(self, request: Request) -> Response:
        """The table's readings of the open points, for the GM."""
        room, lang, model = await self._gm_page(request)
        html = renderer(lang, room.state.book).options(model, option_models(room.state, lang))
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def forecast(self, request: Request) -> Response:
        """How the fight is likely to go, for the GM; a POST starts it anew or, with 0 runs, stops it."""
        room, lang, model = await self._gm_page(request)
        outlook = self.live(room).outlook
        if request.method == "POST":
            runs = (await body_of(request)).get("runs")
            outlook.start(runs if isinstance(runs, int) else 0)
            return RedirectResponse(f"{base_of(room, 'gm')}/forecast", 303)
        html = renderer(lang, room.state.book).forecast(model, outlook.model())
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def links(self, request: Request) -> Response:
        """The links of all seats, for the GM."""
        room, lang, model = await self._gm_page(request)
        return HTMLResponse(renderer(lang, room.state.book).links(model), headers={"cache-control": "no-store"})

    async def do(self, request: Request) -> Response:
        """Carry out a command."""
        room, seat = await self._seat(request)
        lang = language(request)
        data = await body_of(request)
        if data.get("do") == "say" and typed.is_typed(str(data.get("text", ""))):
            return self._to_compose(request, room, seat, str(data.get("text", "")))
        refused = await room.ask(seat.id, command(_without_wishes(data)))
        if wants_json(request):
            return refused_json(room.state.book, lang, refused)
        if refused is None:
            return RedirectResponse(base_of(room, seat.id), 303)
        sentence = renderer(lang, room.state.book).refusal(refused.reason, dict(refused.params))
        return HTMLResponse(await self._page(request, room, room.state.seats[seat.id], sentence), 409)

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
        page, tools = renderer(language(request), room.state.book), base_of(room, "gm") if seat.kind == "gm" else ""
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
        return HTMLResponse(renderer(lang, room.state.book).compare(name, table, base_of(room, seat.id)))

    async def export(self, request: Request) -> Response:
        """The log as the seat saw it, as a page or as text."""
        room, seat = await self._seat(request)
        kind = request.path_params["kind"]
        if kind not in ("html", "txt"):
            raise HTTPException(404, "no_such_page")
        lang = language(request)
        model = table_model(room, seat.id, lang, {})
        book, entries = room.state.book, room.entries[:]
        page = renderer(lang, book)
        render = page.export if kind == "html" else page.export_text
        text = await asyncio.to_thread(lambda: render(model, told(book, seat.id, entries)))
        media = "text/html" if kind == "html" else "text/plain"
        name = f"takusen-{seat.id}.{kind}"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(text, media_type=f"{media}; charset=utf-8", headers=headers)


# small things --------------------------------------------------------------------------------------------------------


def demo_commands(book: RuleBook, name: str) -> list[tuple[str, c.Command]]:
    """What sets up a demo table: who sits where, who is played by policy, and how it begins."""
    demo = book.demo
    assert demo is not None
    done: list[tuple[str, c.Command]] = [("gm", c.Sit("GM")), ("p1", c.Sit(name))]
    done += [("gm", c.Take(one, "p1")) for one in demo.mine]
    done += [("gm", c.Autoplay(one, demo.policy)) for one in (*demo.foes, "gm")]
    return done + [("gm", c.Declare(act, dict(args))) for act, args in demo.declare]


def told(book: RuleBook, seat: str, entries: list[Entry]) -> tuple[Line, ...]:
    """A seat's whole story up to the last entry, with nothing of the room's, so that it can be told in a thread."""
    feed = Feed(book, seat)
    lines = {line.n: line for entry in entries for line in feed.add(entry)}
    return tuple(lines.values())


def _without_wishes(data: dict[str, Any]) -> dict[str, Any]:
    """A declaration without what its form holds for the odds alone."""
    if data.get("do") != "declare":
        return data
    return {name: value for name, value in data.items() if name not in ODDS_WISHES}


def refused_json(book: RuleBook, lang: str, refused: Refused | None) -> Response:
    """The answer to a tool or to our own script."""
    if refused is None:
        return JSONResponse({"ok": True})
    sentence = renderer(lang, book).refusal(refused.reason, dict(refused.params))
    return JSONResponse({"refused": refused.reason, "text": sentence}, 409)


def wants_json(request: Request) -> bool:
    """Whether the answer should be JSON."""
    return "application/json" in request.headers.get("accept", "")


def language(request: Request) -> Lang:
    """The viewer's language: `?lang=`, the cookie, then what the browser prefers; Japanese first."""
    wished = request.query_params.get("lang") or request.cookies.get("lang", "")
    liked = [_liked(part) for part in request.headers.get("accept-language", "").lower().split(",")[:20]]
    by_weight = sorted(liked, key=itemgetter(0), reverse=True)
    return next((lang for wish in (wished, *map(itemgetter(1), by_weight)) for lang in LANGS if lang == wish), "ja")


def _liked(part: str) -> tuple[float, str]:
    """How much a browser prefers a language, and which."""
    lang, _, weight = part.partition(";q=")
    try:
        return float(weight or 1), lang.strip()[:2]
    except ValueError:
        return 0.0, lang.strip()[:2]


def origin_of(request: Request) -> str:
    """Where the browser reached this server."""
    return f"{request.url.scheme}://{request.headers.get('host', request.url.netloc)}"


async def body_of(request: Request) -> dict[str, Any]:
    """The data of a request's body, JSON or form. Raises BadRequest."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > BODY_LIMIT:
            raise BadRequest("too_long", limit=BODY_LIMIT, length=size)
        parts.append(part)
    body = b"".join(parts)
    if request.headers.get("content-type", "").startswith("application/json"):
        data = from_json(body)
        if not isinstance(data, dict):
            raise BadRequest("bad_request", why="JSON")
        return data
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=500)
    except (UnicodeDecodeError, ValueError):
        raise BadRequest("bad_request", why="form") from None
    return from_form(pairs)


def flat(data: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested form data as dotted names."""
    flattened: dict[str, str] = {}
    for name, value in data.items():
        flattened |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: str(value)}
    return flattened


def _wish(values: dict[str, Any]) -> dict[str, Any]:
    """A new table's form as a wish: unchanged options stay unsaid."""
    kept = {name: value for name, value in values.items() if name in NewTable.__struct_fields__ and value != ""}
    options = kept.get("options")
    if isinstance(options, dict):
        kept["options"] = {name: int(v) if str(v).isdecimal() else v for name, v in options.items() if v != ""}
    return kept


Handler = Callable[[Request, Exception], Awaitable[Response]]


def _failing(status: int, key: str, words: Callable[[Any], dict[str, Any]] = lambda wrong: {}) -> Handler:
    async def handler(request: Request, wrong: Exception) -> Response:
        return _error(request, status, key, words(wrong))

    return handler


def _error(request: Request, status: int, key: str, params: dict[str, Any]) -> Response:
    page = renderer(language(request), None)
    sentence = page.refusal(key, params)
    if wants_json(request):
        return JSONResponse({"refused": key, "text": sentence}, status)
    return HTMLResponse(page.error(status, sentence, str(params.get("mend", ""))), status)


async def _http(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    key = wrong.detail if wrong.status_code == 404 and "_" in wrong.detail else "no_such_page"
    return _error(request, wrong.status_code, key, {})


async def _bad_request(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, BadRequest)
    return _error(request, 422, wrong.key, wrong.params)


def create_app(house: House) -> Secured:
    """The application over a house."""
    web = Web(house)
    handlers: dict[Any, Any] = {
        HTTPException: _http,
        BadRequest: _bad_request,
        UnknownPolicy: _failing(422, "not_offered", lambda wrong: {"value": str(wrong)}),
        StoreError: _failing(503, "store_error"),
        NoTable: _failing(500, "unreadable_table", lambda wrong: {"why": str(wrong)}),
        Unreadable: _failing(500, "unreadable_table", lambda wrong: {"why": str(wrong)}),
        ClientDisconnect: _failing(400, "bad_request", lambda wrong: {"why": ""}),
        Exception: _failing(500, "our_fault"),
    }
    app = Starlette(routes=web.routes(), exception_handlers=handlers, lifespan=web.lifespan)
    return Secured(app, web.end_streams)

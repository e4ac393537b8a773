"""The pages outside a table: the first page, new tables, rules, credits."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from takusen.interop.scenario import decoded, scenario_of
from takusen.rulebook.book import RuleBook
from takusen.rulebook.edits import BadEdit
from takusen.rulebook.texts import LANGS
from takusen.rulebook.toml import BadFile
from takusen.server.house import House, UnknownBook
from takusen.table import commands as c
from takusen.table.draft import Refusal
from takusen.table.example import Example, read_examples
from takusen.table.opening import NewTable
from takusen.web import faults
from takusen.web.build import base_of
from takusen.web.files import Upload, posted, toml_file
from takusen.web.forms import UPLOAD_LIMIT, BadRequest, mistaken
from takusen.web.house import book_page
from takusen.web.render import renderer
from takusen.web.requests import body_of, language, wants_json
from takusen.web.words import Words

LINE_SHOWN = 200
HERE = Path(__file__).parent


def credits_text() -> str:
    """The credits that ship with the package."""
    return (HERE / "credits.md").read_text(encoding="utf-8")


class Front:
    """The routes that need no table, over one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._shown: dict[str, tuple[Example, ...]] = {}

    def routes(self) -> list[Route]:
        """The routes outside a table."""
        return [
            Route("/", self.home),
            Route("/new", self.new, methods=["GET"]),
            Route("/new", self.create, methods=["POST"]),
            Route("/demo", self.demo, methods=["POST"]),
            Route("/books/{book}", self.rules),
            Route("/books/{book}/rules", self.rules),
            Route("/books/{book}/rules/{rule}", self.rule),
            Route("/books/{book}/values", self.values),
            Route("/books/{book}/pages.css", self.style),
            Route("/books/{book}/scenarios/{scenario}.toml", self.scenario),
            Route("/credits", self.credits),
            Route("/health", self.health),
        ]

    async def home(self, request: Request) -> Response:
        """The first page."""
        return HTMLResponse(renderer(language(request), None).home(self._house.books.values(), LANGS))

    async def new(self, request: Request) -> Response:
        """The form for a new table."""
        return self._new_page(request, dict(request.query_params), None)

    def _new_page(self, request: Request, values: Mapping[str, Any], wrong: str | None, line: str = "") -> Response:
        book = self._house.books.get(str(values.get("book", ""))) or next(iter(self._house.books.values()))
        page = renderer(language(request), book)
        html = page.new_table(book, self._house.books.values(), wrong, values, line)
        return HTMLResponse(html, 422 if wrong else 200)

    async def create(self, request: Request) -> Response:
        """Open a table and show its links."""
        values, files = await posted(request, UPLOAD_LIMIT)
        try:
            several = self._takes_pieces(str(values.get("book", "")))
            values |= own_layers(values, files.get("house", []))
            values |= await asyncio.to_thread(own_scenario, values, files.get("upload", []), several)
            wish = msgspec.convert(_wish(values), NewTable, strict=False)
            room = await self._house.open_table(wish)
        except BadFile as wrong:
            return self._broken(request, values, wrong)
        except Refusal as wrong:
            sentence = renderer(language(request), None).refusal(wrong.refused.reason, dict(wrong.refused.params))
            if wants_json(request):
                return JSONResponse({"refused": wrong.refused.reason, "text": sentence}, 422)
            return self._new_page(request, values, sentence)
        except BadEdit:
            raise BadRequest("bad_request", field="options", why="choice") from None
        except UnknownBook:
            raise BadRequest("bad_request", field="book", why="choice") from None
        except msgspec.ValidationError as wrong:
            raise mistaken(wrong) from None
        if wants_json(request):
            return JSONResponse(
                {"table": room.table, "seats": {one: base_of(room, one) for one in room.state.seats}}, 201
            )
        return RedirectResponse(f"{base_of(room, 'gm')}/links", 303)

    def _takes_pieces(self, book: str) -> bool:
        """Whether a book takes a scenario in several files."""
        return book in self._house.books and self._house.books[book].bring is not None

    def _broken(self, request: Request, values: Mapping[str, Any], wrong: BadFile) -> Response:
        """What is wrong with a scenario, on the form with all that was filled in."""
        sentence = faults.told(wrong, language(request))
        if wants_json(request):
            return JSONResponse({"refused": "bad_file", "text": sentence}, 422)
        lines = str(values.get("source", "")).splitlines()
        return self._new_page(request, values, sentence, "".join(lines[wrong.line - 1 : wrong.line])[:LINE_SHOWN])

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
        """The rules of a book that has any, with those of the layers that `with` names."""
        book = self._book(request).under(request.query_params.get("with", "").split(","))
        if not book.texts.rules:
            raise HTTPException(404, "no_such_page")
        return HTMLResponse(renderer(language(request), book).rules(book))

    async def rule(self, request: Request) -> Response:
        """One rule, of the book or of layers that come with it, with its worked examples."""
        book = self._book(request).widest
        rule = book.texts.rules.get(request.path_params["rule"])
        if rule is None:
            raise HTTPException(404, "no_such_page")
        examples = [one for one in self._examples(book) if one.public and rule.id in one.rules]
        return HTMLResponse(renderer(language(request), book, book.titles(book.usual)).rule(book, rule.id, examples))

    async def values(self, request: Request) -> Response:
        """Every value of a book with its origin, under a layer that comes with it, and what differs from another."""
        book, asked = self._book(request), request.query_params
        html = book_page(book, language(request), asked.get("layer", ""), asked.get("than", ""))
        return HTMLResponse(html)

    async def scenario(self, request: Request) -> Response:
        """A scenario that the book ships, as it is written: somebody's own may begin with it."""
        text = self._book(request).scenario_texts.get(request.path_params["scenario"])
        if text is None:
            raise HTTPException(404, "no_such_page")
        return toml_file(request.path_params["scenario"], text)

    async def style(self, request: Request) -> Response:
        """How the panels look that a book draws itself, and packages over it."""
        return PlainTextResponse(self._book(request).widest.texts.style, media_type="text/css")

    async def credits(self, request: Request) -> Response:
        """Whose work this stands on."""
        return HTMLResponse(renderer(language(request), None).credits(credits_text()))

    async def health(self, request: Request) -> Response:
        """For whoever watches the server."""
        return PlainTextResponse("ok")

    def _book(self, request: Request) -> RuleBook:
        book = self._house.books.get(request.path_params["book"])
        if book is None:
            raise HTTPException(404, "no_such_page")
        return book

    def _examples(self, book: RuleBook) -> tuple[Example, ...]:
        """The book's worked examples, read once."""
        if book.id not in self._shown:
            files = [book.example_files(), *(one.texts.folder("examples") for one in book.laid)]
            texts = [(name, text) for each in files for name, text in each.items() if "[[example]]" in text]
            self._shown[book.id] = tuple(one for name, text in texts for one in read_examples(name, text))
        return self._shown[book.id]


def demo_commands(book: RuleBook, name: str) -> list[tuple[str, c.Command]]:
    """What sets up a demo table: who sits where, who is played by policy, and how it begins."""
    demo = book.demo
    assert demo is not None
    done: list[tuple[str, c.Command]] = [("gm", c.Sit("GM")), ("p1", c.Sit(name))]
    done += [("gm", c.Take(one, "p1")) for one in demo.mine]
    done += [("gm", c.Declare(act, dict(args))) for act, args in demo.declare]
    return done + [("gm", c.Autoplay(one, demo.policy)) for one in (*demo.foes, "gm")]


def own_scenario(values: Mapping[str, Any], files: Sequence[Upload], several: bool) -> dict[str, str]:
    """What a form says of a scenario of somebody's own: files go before pasted text. Raises BadFile."""
    if files:
        name, text = scenario_of([(file.name, file.data) for file in files], several)
        return {"source": text, "file": name}
    source = str(values.get("source", ""))
    return {"source": source.replace("\r\n", "\n")} if source else {}


def own_layers(values: Mapping[str, Any], files: Sequence[Upload]) -> dict[str, Any]:
    """What a form says of house rules: those that come with the book, and files. Raises BadFile."""
    chosen = values.get("layers", {})
    given = chosen if isinstance(chosen, dict) else {}
    house = {file.name: decoded(file.name, file.data) for file in files} or values.get("house", {})
    labels = chosen if isinstance(chosen, list) else [label for label in given.values() if label]
    return {"layers": labels, "house": house if isinstance(house, dict) else {}}


def _wish(values: dict[str, Any]) -> dict[str, Any]:
    """A new table's form as a wish: unchanged options stay unsaid."""
    kept = {name: value for name, value in values.items() if name in NewTable.__struct_fields__ and value != ""}
    if kept.get("campaign"):
        kept.pop("scenario", None)
    options = kept.get("options")
    if isinstance(options, dict):
        kept["options"] = {name: int(v) if str(v).isdecimal() else v for name, v in options.items() if v != ""}
    return kept

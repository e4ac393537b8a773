"""House rules in the browser: where each value comes from, what another layer changes, and the table's own rules."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from takusen.interop.scenario import decoded
from takusen.log.audience import GM
from takusen.log.table import Table
from takusen.play.handles import Refused
from takusen.rulebook.book import RuleBook
from takusen.rulebook.content import Value
from takusen.rulebook.differences import Difference, differences, spelt
from takusen.rulebook.layers import OWN, Layer, read_layer
from takusen.rulebook.stacking import Resolved, Stack
from takusen.rulebook.toml import BadFile
from takusen.server.chat import Reply
from takusen.server.room import Room
from takusen.table.draft import Refusal, refuse
from takusen.table.house import Move, bannable, command_of, liftable, move_to
from takusen.table.own_rules import exported, patches, with_patch, without_patch
from takusen.table.retold import retold
from takusen.table.state import Seat, State
from takusen.web.build import base_of, table_model
from takusen.web.errors import reply_json
from takusen.web.files import Upload, posted, toml_file
from takusen.web.forms import UPLOAD_LIMIT
from takusen.web.lines import rule_name
from takusen.web.render import renderer
from takusen.web.requests import language, wants_json
from takusen.web.retelling import Report, report

SeatOf = Callable[[Request], Awaitable[tuple[Room, Seat]]]
NAME_LIMIT = 120
NO_STORE = {"cache-control": "no-store"}


class Origin(msgspec.Struct, frozen=True):
    """A value as the page shows it: what it is, the layers it came through (with what they made of it), and why.

    `table` is the part of the content that it stands in, `path` what files call it.
    """

    table: str
    name: str
    path: str
    value: str
    layers: tuple[tuple[str, str], ...]
    why: str = ""
    changed: bool = False


class Changed(msgspec.Struct, frozen=True):
    """A value that is another under other layers."""

    kind: str
    name: str
    path: str
    before: str
    after: str
    layer: str
    why: str


def origins(book: RuleBook, made: Resolved, lang: str) -> dict[str, tuple[Origin, ...]]:
    """All values by kind, with where they come from."""
    found: dict[str, list[Origin]] = {}
    for (kind, name), value in made.slots():
        found.setdefault(kind, []).append(_origin(book, kind, name, value, lang))
    return {kind: tuple(listed) for kind, listed in found.items()}


def _origin(book: RuleBook, kind: str, name: str, value: Value, lang: str) -> Origin:
    steps = tuple((one.layer, shown(book, kind, name, one, lang)) for one in value.trace)
    why = value.why[lang] if value.why else ""
    called, path = named(book, kind, name, lang), "" if kind == "option" else name
    return Origin(name.partition(".")[0], called, path, steps[0][1], steps, why, not book.says(value))


def named(book: RuleBook, kind: str, name: str, lang: str) -> str:
    """What a value is called: an option by its question, a rule by its titles, what belongs to an entry of the content
    by the entry's name, all else by its path."""
    if kind == "option":
        return book.widest.texts.options[name].question[lang]
    if kind == "wrap":
        return rule_name(book.widest, lang, name)
    _, _, inside = name.partition(".")
    entry, _, field = inside.partition(".")
    titles = book.titles(book.usual)
    return f"{titles[entry][lang]} {_field(book, field, lang)}".strip() if entry in titles else name


def _field(book: RuleBook, field: str, lang: str) -> str:
    """What the book calls a field of an entry, else its path."""
    known = book.widest.texts
    return known.say(lang, "field", field) if known.has(lang, "field", field) else field


def shown(book: RuleBook, kind: str, name: str, value: Value | None, lang: str) -> str:
    """A value in words, where it is a reading of an option."""
    if kind == "option" and value:
        choices = book.widest.texts.options[name].choices
        return next(one.label[lang] for one in choices if one.value == value.value)
    return spelt(value)


def changed(book: RuleBook, found: tuple[Difference, ...], lang: str) -> tuple[Changed, ...]:
    """Differences for a page."""
    return tuple(
        Changed(
            one.kind,
            named(book, one.kind, one.name, lang),
            "" if one.kind == "option" else one.name,
            shown(book, one.kind, one.name, one.before, lang),
            shown(book, one.kind, one.name, one.after, lang),
            one.after.layer if one.after else "",
            one.after.why[lang] if one.after and one.after.why else "",
        )
        for one in found
    )


def book_page(book: RuleBook, lang: str, label: str, against: str) -> str:
    """A book's values under a layer that comes with it, and what differs from another. Raises HTTPException."""
    made, other = (book.resolved(_stack(book, one)) for one in (label, against))
    worded = book.under(tuple(book.shipped[one].id for one in (label, against) if one))
    found = changed(worded, differences(other, made), lang)
    values = origins(worded, made, lang)
    return renderer(lang, worded).values(book, values, tuple(book.shipped.values()), label, against, found)


def _stack(book: RuleBook, label: str) -> Stack:
    if label and label not in book.shipped:
        raise HTTPException(404, "no_such_page")
    return Stack((book.shipped[label],)) if label else Stack()


class HousePages:
    """The routes of a table's house rules."""

    def __init__(self, seat_of: SeatOf) -> None:
        self._seat_of = seat_of

    def routes(self, table: str) -> list[Route]:
        """The routes below a seat's address."""
        return [
            Route(f"{table}/house", self.show, methods=["GET"]),
            Route(f"{table}/house", self.move, methods=["POST"]),
            Route(f"{table}/house/{{layer}}.toml", self.file),
        ]

    async def show(self, request: Request) -> Response:
        """Every value with its origin, for all; the GM's tools."""
        room, seat = await self._seat_of(request)
        return _page(request, room, seat)

    async def file(self, request: Request) -> Response:
        """A layer of the table as a file; the table's own with all that it has set itself."""
        room, _ = await self._seat_of(request)
        wanted, state = request.path_params["layer"], room.state
        if wanted == OWN:
            return toml_file("house", exported(state, date.today().isoformat()))
        found = next((one for one in state.stack.layers if one.id == wanted), None)
        if found is None:
            raise HTTPException(404, "no_such_page")
        return toml_file(found.id, found.text)

    async def move(self, request: Request) -> Response:
        """Show what one step changes or, where that was shown, take it."""
        room, seat = await self._seat_of(request)
        if seat.id != GM:
            raise HTTPException(404, "no_such_page")
        values, files = await posted(request, UPLOAD_LIMIT)
        try:
            values |= _brought(files.get("upload", []))
            move = move_to(room.state, drafted(room.state, values))
        except BadFile as wrong:
            return _refused(request, room, seat, _bad(wrong), values)
        except Refusal as wrong:
            return _refused(request, room, seat, wrong.refused, values)
        if values.get("retell"):
            told = await asyncio.to_thread(retold, room.books, tuple(room.entries), move.stack)
            found = report(told, renderer(language(request), told.state.book))
            return _page(request, room, seat, move=move, given=values, retold=found)
        if values.get("pin") != move.pin or not values.get("sure"):
            return _page(request, room, seat, move=move, given=values)
        refused = await room.do(GM, command_of(move, str(values.get("reason", ""))))
        if refused or wants_json(request):
            return _refused(request, room, seat, refused, values)
        return RedirectResponse(f"{base_of(room, GM)}/house", 303)


def _bad(wrong: BadFile) -> Refused:
    return Refused.because("bad_file", file=wrong.name, line=wrong.line, what=wrong.what, mend=wrong.mend)


def _brought(files: list[Upload]) -> dict[str, str]:
    """What a form's file holds. Raises BadFile."""
    return {"file": files[0].name, "source": decoded(files[0].name, files[0].data)} if files else {}


def drafted(state: State, values: Mapping[str, Any]) -> Stack:
    """The layers after one step of the GM's. Raises BadFile, Refusal."""
    step, stack = str(values.get("step", "")), state.stack
    path = str(values.get("path", ""))
    if step in ("lay", "bring"):
        layer = _new_layer(state, values)
        kept = tuple(one for one in stack.layers if one.id != layer.id)
        return msgspec.structs.replace(stack, layers=(*kept, layer))
    if step == "lift":
        return msgspec.structs.replace(stack, layers=tuple(one for one in stack.layers if one.id != path))
    if step == "number" and path in stack.named:
        return msgspec.structs.replace(stack, values=Table(stack.values | {path: _number(values.get("to"))}))
    if step in ("change", "ban", "lift_ban"):
        return with_patch(state, step.removesuffix("_ban"), path, values.get("to"))
    if step in ("drop_change", "drop_ban"):
        return without_patch(state, step.removeprefix("drop_"), path)
    raise refuse("not_offered", value=step[:40])


def _number(given: Any) -> int:
    text = str(given).strip()
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise refuse("not_a_number", text=text[:40])
    return int(text)


def _new_layer(state: State, values: Mapping[str, Any]) -> Layer:
    """A layer that comes with the book, or one that was sent. Raises BadFile, Refusal."""
    if values.get("step") == "bring":
        name = str(values.get("file", "")).strip()[:NAME_LIMIT] or "house.toml"
        return read_layer(name, str(values.get("source", "")).replace("\r\n", "\n"))
    label = str(values.get("path", ""))
    if label not in state.book.shipped:
        raise refuse("not_offered", value=label[:40])
    return state.book.shipped[label]


def _refused(request: Request, room: Room, seat: Seat, refused: Refused | None, values: Mapping[str, Any]) -> Response:
    if wants_json(request):
        return reply_json(request, room.state, Reply(refused))
    return _page(request, room, seat, refused, given=values)


def _page(
    request: Request,
    room: Room,
    seat: Seat,
    refused: Refused | None = None,
    move: Move | None = None,
    given: Mapping[str, Any] | None = None,
    retold: Report | None = None,
) -> Response:
    lang, state = language(request), room.state
    page, book = renderer(lang, state.book), state.book
    values = origins(book, book.resolved(state.stack, state.chosen, strict=False), lang)
    html = page.house(
        table_model(room, seat.id, lang, {}),
        state,
        values,
        wrong=page.refusal(refused.reason, dict(refused.params)) if refused else "",
        move=move,
        changes=changed(book, move.changes, lang) if move else (),
        given=given or {},
        retold=retold,
        own=patches(state),
        numbers=tuple(p for p, value in state.reading.content.items() if isinstance(value, int | float | str)),
        bannable=bannable(state),
        liftable=liftable(state),
    )
    return HTMLResponse(html, 422 if refused else 200, headers=NO_STORE)

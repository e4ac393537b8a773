"""Refusals and failures as responses, in words."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from takusen.log.codec import Unreadable
from takusen.rulebook.odds import UnknownPolicy
from takusen.server.chat import Reply
from takusen.store.protocol import StoreError
from takusen.table.fold import NoTable
from takusen.table.state import State
from takusen.web.forms import BadRequest
from takusen.web.render import renderer, table_renderer
from takusen.web.requests import language, wants_json
from takusen.web.rolls import shaped

NO_WAY_BACK = ("no_such_link", "unreadable_table")
DONE = b'{"ok":true}'


def reply_json(request: Request, state: State, reply: Reply) -> Response:
    """The answer to a tool or to our own script."""
    told = reply.refused or reply.hint
    if told is None and reply.roll is None:
        return Response(DONE, media_type="application/json")
    rolled = {"roll": shaped(reply.roll)} if reply.roll else {}
    if told is None:
        return JSONResponse({"ok": True, **rolled})
    sentence = table_renderer(language(request), state).refusal(told.reason, dict(told.params))
    if reply.refused is None:
        return JSONResponse({"ok": True, "hint": told.reason, "text": sentence, **rolled})
    fits = {name: value for name, value in told.params if name == "fits"}
    return JSONResponse({"refused": told.reason, "text": sentence, **fits}, 409)


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
    back = "" if key in NO_WAY_BACK else _table_of(request)
    return HTMLResponse(page.error(status, sentence, str(params.get("mend", "")), back), status)


def _table_of(request: Request) -> str:
    """The table that a page belongs to; "" for none, and for the table's own page."""
    here = request.url.path.split("/")
    return "/".join(here[:4]) if here[1:2] == ["t"] and len(here) > 4 else ""


async def _http(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    key = wrong.detail if wrong.status_code == 404 and "_" in wrong.detail else "no_such_page"
    return _error(request, wrong.status_code, key, {})


async def _bad_request(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, BadRequest)
    return _error(request, 422, wrong.key, wrong.params)


HANDLERS: dict[Any, Any] = {
    HTTPException: _http,
    BadRequest: _bad_request,
    UnknownPolicy: _failing(422, "bad_request", lambda wrong: {"field": "policy", "why": "choice"}),
    StoreError: _failing(503, "store_error"),
    NoTable: _failing(500, "unreadable_table"),
    Unreadable: _failing(500, "unreadable_table"),
    ClientDisconnect: _failing(400, "bad_request"),
    Exception: _failing(500, "our_fault"),
}

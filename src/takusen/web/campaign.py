"""The pages of a campaign: its characters, its tables, a character's history, and the way to and from a file."""

from collections.abc import Awaitable, Callable, Sequence
from secrets import token_hex
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from takusen.log.audience import GM
from takusen.log.entries import Edited, LayersSet, Opened, OptionSet, Recalled, Reverted, SessionsLet
from takusen.play.handles import Id, Refused
from takusen.rulebook.campaigns import CampaignOf, Standing
from takusen.rulebook.pages import View
from takusen.server.campaigns import Campaigns
from takusen.server.chat import Reply
from takusen.server.room import Room
from takusen.table.campaign import TakeIn
from takusen.table.draft import WATCHER
from takusen.table.state import Seat, State
from takusen.table.views import view
from takusen.web.build import base_of, campaign_model
from takusen.web.errors import reply_json
from takusen.web.files import attached, posted
from takusen.web.forms import command
from takusen.web.render import table_renderer
from takusen.web.requests import body_of, language, wants_json

SeatOf = Callable[[Request], Awaitable[tuple[Room, Seat]]]
T = TypeVar("T")
SHOWN, ROWS = 20, 40
AUDITED = (Edited, LayersSet, OptionSet, Recalled, Reverted, SessionsLet)
UPLOAD_LIMIT = 2_000_000
NO_STORE = {"cache-control": "no-store"}


class Pages(msgspec.Struct, frozen=True):
    """Which page of a list is shown, from 1, and of how many."""

    at: int
    of: int


class Member(msgspec.Struct, frozen=True):
    """A character on the list: who plays it, at which table it is ("" for at home), what the book tells of it."""

    id: str
    name: str
    player: str
    mine: bool
    at: str
    standing: Standing


class Tabled(msgspec.Struct, frozen=True):
    """A table of the campaign: its title, who runs it, who is there, whether the reader runs it, and what it
    may hold."""

    table: str
    title: str
    gm: str
    members: tuple[str, ...]
    mine: bool
    flags: tuple[str, ...] = ()


def paged(items: Sequence[T], wished: str, size: int) -> tuple[Sequence[T], Pages]:
    """The part of a list that a page number asks for; the nearest there is."""
    count = max(1, -(-len(items) // size))
    at = min(max(int(wished), 1), count) if wished.isdecimal() and len(wished) < 7 else 1
    return items[(at - 1) * size : at * size], Pages(at, count)


class CampaignPages:
    """The routes of campaigns."""

    def __init__(self, seat_of: SeatOf, campaigns: Campaigns) -> None:
        self._seat_of, self._campaigns = seat_of, campaigns

    def routes(self, table: str) -> list[Route]:
        """The routes below a seat's address."""
        return [
            Route(f"{table}/campaign", self.show, methods=["GET"]),
            Route(f"{table}/campaign/do", self.do, methods=["POST"]),
            Route(f"{table}/campaign/open", self.open, methods=["POST"]),
            Route(f"{table}/campaign/go", self.go, methods=["POST"]),
            Route(f"{table}/campaign/take", self.take, methods=["POST"]),
            Route(f"{table}/campaign/audit", self.audit, methods=["GET"]),
            Route(f"{table}/campaign/{{one}}", self.character, methods=["GET"]),
            Route(f"{table}/campaign/{{one}}/character.json", self.written, methods=["GET"]),
        ]

    async def _campaign(self, request: Request) -> tuple[Room, Seat, CampaignOf]:
        """The campaign and the seat. Raises HTTPException."""
        room, seat = await self._seat_of(request)
        hooks = room.state.book.campaign
        if hooks is None or not room.state.is_campaign:
            raise HTTPException(404, "no_such_page")
        return room, seat, hooks

    async def show(self, request: Request) -> Response:
        """The campaign's page; a table of one leads its players there."""
        room, seat = await self._seat_of(request)
        if room.state.campaign and seat.kind == "player":
            return await self._home(room, seat)
        room, seat, _ = await self._campaign(request)
        return _page(request, room, seat)

    async def _home(self, room: Room, seat: Seat) -> Response:
        home = await self._campaigns.home(room)
        if home is None or seat.id not in home.state.seats:
            raise HTTPException(404, "no_such_page")
        return RedirectResponse(f"{base_of(home, seat.id)}/campaign", 303)

    async def do(self, request: Request) -> Response:
        """Carry out a command, and come back to the campaign's page."""
        room, seat, _ = await self._campaign(request)
        refused = await room.ask(seat.id, command(await body_of(request)))
        if refused or wants_json(request):
            return _refused(request, room, seat, refused)
        return RedirectResponse(f"{base_of(room, seat.id)}/campaign", 303)

    async def open(self, request: Request) -> Response:
        """Open a table, and go there."""
        room, seat, _ = await self._campaign(request)
        data = await body_of(request)
        title, scenario, token = (str(data.get(name, ""))[:200] for name in ("title", "scenario", "token"))
        chosen = data.get("flags", [])
        flags = tuple(map(str, chosen)) if isinstance(chosen, list) else ()
        came = await self._campaigns.open(room, seat.id, title, scenario, token or token_hex(8), flags)
        if isinstance(came, Refused):
            return _refused(request, room, seat, came)
        return await self._entered(request, room, seat, came)

    async def go(self, request: Request) -> Response:
        """Go to a table, with a character if one is named."""
        room, seat, _ = await self._campaign(request)
        data = await body_of(request)
        of, table = str(data.get("of", ""))[:200], str(data.get("table", ""))[:200]
        refused = await self._campaigns.lend(room, seat.id, of, table) if of else None
        return _refused(request, room, seat, refused) if refused else await self._entered(request, room, seat, table)

    async def _entered(self, request: Request, home: Room, seat: Seat, table: str) -> Response:
        came = await self._campaigns.enter(home, seat.id, table)
        if isinstance(came, Refused):
            return _refused(request, home, seat, came)
        room, there = came
        return RedirectResponse(base_of(room, there), 303)

    async def take(self, request: Request) -> Response:
        """A character comes in from a file."""
        room, seat, _ = await self._campaign(request)
        values, files = await posted(request, UPLOAD_LIMIT)
        data = files["file"][0].data.decode(errors="replace") if files.get("file") else str(values.get("text", ""))
        refused = await room.do(seat.id, TakeIn(data))
        if refused or wants_json(request):
            return _refused(request, room, seat, refused)
        return RedirectResponse(f"{base_of(room, seat.id)}/campaign", 303)

    async def character(self, request: Request) -> Response:
        """A character's page: its history, the latest first."""
        room, seat, hooks = await self._campaign(request)
        state, seen, one = _known(request, room, seat)
        rows, pages = paged(hooks.rows(seen.world, seen.reading, one), request.query_params.get("page", ""), ROWS)
        member = _member(state, seen, hooks, one)
        html = table_renderer(language(request), state).campaign_character(
            base_of(room, seat.id), member, tuple(rows), pages, _may_keep(seen, one)
        )
        return HTMLResponse(html, headers=NO_STORE)

    async def audit(self, request: Request) -> Response:
        """Everything that was decided, corrected or called home, with who and when; for the organiser."""
        room, seat, hooks = await self._campaign(request)
        if seat.id != GM:
            raise HTTPException(404, "no_such_page")
        numbers, pages = paged(audited(room, hooks), request.query_params.get("page", ""), ROWS)
        lines = [line for n in numbers for line in room.feed(GM).lines(n - 1, 1)]
        page = table_renderer(language(request), room.state)
        return HTMLResponse(page.campaign_audit(base_of(room, GM), lines, pages), headers=NO_STORE)

    async def written(self, request: Request) -> Response:
        """A character as a file, with its history."""
        room, seat, hooks = await self._campaign(request)
        state, seen, one = _known(request, room, seat)
        if not _may_keep(seen, one):
            raise HTTPException(404, "no_such_page")
        name = state.book.entities(seen.world)[one]
        return attached(f"{name}.json", "character.json", hooks.written(state.world, one).encode(), "application/json")


def audited(room: Room, hooks: CampaignOf) -> list[int]:
    """The numbers of the organiser's lines that an audit shows, the latest first: acts, each above what came of it,
    edits, and what was set or called home."""
    feed, groups = room.feed(GM), dict[int, list[int]]()
    for n in range(1, feed.count + 1):
        entry = feed.entry(n)
        if entry is None:
            continue
        body, of = entry.body, getattr(entry.body, "of", 0)
        if isinstance(body, AUDITED) or (isinstance(body, Opened) and body.act in hooks.audited):
            groups[entry.seq] = [n]
        elif isinstance(of, int) and of in groups:
            groups[of].append(n)
    return [n for group in reversed(groups.values()) for n in group]


def _may_keep(seen: View[Any], one: Id) -> bool:
    return seen.gm or seen.mine(one)


def _known(request: Request, room: Room, seat: Seat) -> tuple[State, View[Any], Id]:
    """A character that a seat knows. Raises HTTPException alike for one that isn't there."""
    state, one = room.state, Id(request.path_params["one"][:64])
    seen = view(state.book, state.world, seat.id, state.reading)
    if one not in state.book.entities(seen.world) or not state.book.playable(seen.world, one):
        raise HTTPException(404, "no_such_page")
    return state, seen, one


def _refused(request: Request, room: Room, seat: Seat, refused: Refused | None) -> Response:
    if wants_json(request):
        return reply_json(request, room.state, Reply(refused))
    return _page(request, room, seat, refused)


def _member(state: State, seen: View[Any], hooks: CampaignOf, one: Id) -> Member:
    owner = state.seats.get(state.book.owner(seen.world, one))
    loan = state.lent.get(one)
    return Member(
        one,
        state.book.entities(seen.world)[one],
        owner.name if owner else "",
        seen.mine(one),
        state.sessions[loan.table].title if loan else "",
        hooks.standing(seen, one),
    )


def members(state: State, seen: View[Any]) -> tuple[Member, ...]:
    """The characters of a campaign, as a seat sees them: its own first."""
    hooks = state.book.campaign
    assert hooks is not None
    known = (one for one in state.book.entities(seen.world) if state.book.playable(seen.world, one))
    listed = [_member(state, seen, hooks, one) for one in known]
    return tuple(sorted(listed, key=lambda one: not (one.mine and not seen.gm)))


def tables(state: State, seen: View[Any]) -> tuple[Tabled, ...]:
    """The tables of a campaign, the latest first."""
    names = state.book.entities(seen.world)
    there: dict[str, list[str]] = {}
    for of, loan in state.lent.items():
        if Id(of) in names:
            there.setdefault(loan.table, []).append(names[Id(of)])
    return tuple(
        Tabled(
            table,
            one.title,
            state.seats[one.gm].name or one.gm.upper(),
            tuple(there.get(table, ())),
            seen.seat in (GM, one.gm),
            one.flags,
        )
        for table, one in reversed(state.sessions.items())
    )


def _page(request: Request, room: Room, seat: Seat, refused: Refused | None = None) -> Response:
    state, lang = room.state, language(request)
    seen = view(state.book, state.world, seat.id, state.reading)
    hooks = state.book.campaign
    assert hooks is not None
    page, asked = table_renderer(lang, state), request.query_params
    listed = members(state, seen)
    roster, roster_pages = paged(listed, asked.get("roster", ""), SHOWN)
    sessions, session_pages = paged(tables(state, seen), asked.get("tables", ""), SHOWN)
    html = page.campaign(
        model=campaign_model(room, seat.id, lang),
        gm=seen.gm,
        roster=roster,
        roster_pages=roster_pages,
        own=[one for one in listed if one.mine and not seen.gm],
        at_home=[one for one in listed if one.mine and not one.at and not one.standing.waits],
        sessions=sessions,
        session_pages=session_pages,
        panels=hooks.panels(seen),
        may_open=seat.kind != WATCHER and (seen.gm or state.sessions_let),
        sessions_let=state.sessions_let,
        flags=hooks.flags,
        scenarios=tuple(state.book.scenarios.values()),
        token=token_hex(8),
        wrong=page.refusal(refused.reason, dict(refused.params)) if refused else "",
    )
    return HTMLResponse(html, 409 if refused else 200, headers=NO_STORE)

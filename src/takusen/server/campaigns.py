"""Campaigns on a server: their tables are made, entered and settled with. Whatever a stop left undone between two logs
is done when either of them is loaded, and after each change of a table."""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from hashlib import sha256
from weakref import WeakValueDictionary

from takusen.log.audience import GM
from takusen.play.handles import Refused
from takusen.rulebook.stacking import Stack
from takusen.server.room import Room, talk_only
from takusen.store.protocol import StoreError
from takusen.table.campaign import SERVER, Join, Lend, OpenSession, due
from takusen.table.draft import WATCHER
from takusen.table.fold import NoTable
from takusen.table.house import filed
from takusen.table.opening import NewTable
from takusen.table.state import Session, State

FindRoom = Callable[[str], Awaitable[Room | None]]
MakeRoom = Callable[[str, NewTable, str, Stack], Awaitable[Room]]
ROUNDS = 5
SPECTATOR = "w1"


def session_id(secret: bytes, campaign: str, seat: str, token: str) -> str:
    """The id of the table that a seat opens by a form: the same one however often the form is sent."""
    return hmac.new(secret, f"{campaign}/{seat}/session/{token}".encode(), sha256).hexdigest()[:16]


def pinned(home: State, session: Session) -> NewTable:
    """How a campaign's table begins: with the campaign's book, house rules and readings."""
    return NewTable(
        home.book.id,
        title=session.title,
        scenario=session.scenario,
        lang="en" if home.lang == "en" else "ja",
        players=0,
        options=dict(home.chosen),
        house=filed(home.stack.layers),
    )


class Campaigns:
    """What goes on between campaigns and their tables, over a way to find rooms and one to make them."""

    def __init__(self, secret: bytes, find: FindRoom, make: MakeRoom) -> None:
        self._secret, self._find, self._make = secret, find, make
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    # what people do ----------------------------------------------------------------------------------------------

    async def open(
        self, home: Room, seat: str, title: str, scenario: str, token: str, flags: tuple[str, ...] = ()
    ) -> Refused | str:
        """A new table of a campaign; gives its id."""
        table = session_id(self._secret, home.table, seat, token)
        if scenario and scenario not in home.state.book.scenario_texts:
            return Refused.because("not_offered", value=scenario[:40])
        refused = await home.do(seat, OpenSession(table, title, scenario, flags))
        if refused:
            return refused
        await self.session(home, table)
        return table

    async def session(self, home: Room, table: str) -> Room | None:
        """A campaign's table, made if a stop came between the campaign's word and its first entries."""
        known = home.state.sessions.get(table)
        if known is None:
            return None
        async with self._turns.setdefault(table, asyncio.Lock()):
            return await self._find(table) or await self._make(
                table, pinned(home.state, known), home.table, home.state.stack
            )

    async def enter(self, home: Room, seat: str, table: str) -> tuple[Room, str] | Refused:
        """The table and the seat there of somebody who has one in the campaign."""
        room = await self.session(home, table)
        if room is None:
            return Refused("gone")
        runs, name = home.state.sessions[table].gm, home.state.seats[seat].name
        if home.state.seats[seat].kind == WATCHER:
            return room, SPECTATOR
        there = GM if seat in (GM, runs) else seat
        refused = await room.do(SERVER, Join(there, name)) if there != GM or seat == runs else None
        return refused or (room, there)

    async def lend(self, home: Room, seat: str, of: str, table: str) -> Refused | None:
        """Somebody goes to a table with a character."""
        room = await self.session(home, table)
        if room is None:
            return Refused("gone")
        if room.state.floor is not None:
            return Refused("floor_taken")
        refused = await home.do(seat, Lend(of, table))
        if refused is None:
            await self.settle(room)
        return refused

    # between two logs --------------------------------------------------------------------------------------------

    async def home(self, session: Room) -> Room | None:
        """The campaign that a table belongs to."""
        return await self._find(session.state.campaign)

    async def settle(self, session: Room) -> None:
        """Do what is missing between a table and its campaign."""
        home = await self._find(session.state.campaign)
        if home is None:
            return
        async with self._turns.setdefault(f"{session.table}/settle", asyncio.Lock()):
            for _ in range(ROUNDS):
                if not await self._step(home, session):
                    return

    async def _step(self, home: Room, session: Room) -> bool:
        """Carry out what is due; whether anything came of it."""
        before = home.state.seq, session.state.seq
        for one in due(home.state, session.state, session.table):
            await self._seat(home, session, getattr(one.command, "of", ""))
            await (home if one.at_home else session).do(SERVER, one.command)
        return (home.state.seq, session.state.seq) != before

    async def _seat(self, home: Room, session: Room, of: str) -> None:
        """Whoever plays somebody who comes has a seat at the table."""
        seat = home.state.seats.get(home.state.book.owner(home.state.world, of))
        if of in home.state.lent and seat is not None and seat.id not in session.state.seats:
            await session.do(SERVER, Join(seat.id, seat.name))

    def watch(self, room: Room) -> None:
        """Keep a room settled from now on. Needs a running event loop."""
        if room.state.campaign:
            room.listen(lambda change: None if talk_only(change) else self._soon(room))
            self._soon(room)
        elif room.state.is_campaign and room.state.lent:
            self._spawn(self._settle_all(room))

    def _soon(self, session: Room) -> None:
        if session.state.floor is None:
            self._spawn(self.settle(session))

    async def _settle_all(self, home: Room) -> None:
        for table in sorted({loan.table for loan in home.state.lent.values()}):
            room = await self.session(home, table)
            if room is not None:
                await self.settle(room)

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(_kept_quiet(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _kept_quiet(work: Awaitable[None]) -> None:
    """What can't be written or read now is done at the next chance."""
    try:
        await work
    except (StoreError, NoTable):
        logging.getLogger(__name__).exception("a campaign and its table are not settled yet")

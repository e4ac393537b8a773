"""The house: all tables of one server."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress

from takusen.interop.bcdice.pool import Dice
from takusen.log.codec import encode
from takusen.rulebook.book import RuleBook
from takusen.rulebook.stacking import Stack
from takusen.server.campaigns import Campaigns
from takusen.server.crew import Crew
from takusen.server.room import Outside, Room
from takusen.store.library import Library
from takusen.store.library_memory import MemoryLibrary
from takusen.store.protocol import Conflict, Store
from takusen.table.opening import NewTable, opening

IDLE = 600.0


class UnknownBook(Exception):
    """A table was wished for with a book that is not installed."""


class House:
    """Opens tables, finds them by id, and forgets idle ones; the log keeps them."""

    def __init__(
        self,
        store: Store,
        books: Mapping[str, RuleBook],
        secret: bytes,
        outside: Outside | None = None,
        dice: Dice | None = None,
        library: Library | None = None,
    ) -> None:
        self._outside = outside or Outside()
        self.dice, self.crew = dice or Dice(), Crew()
        self.store, self.books, self.secret = store, dict(books), secret
        self.library: Library = library or MemoryLibrary()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.campaigns = Campaigns(secret, self.room, self._open)

    async def open_table(self, wish: NewTable) -> Room:
        """A new table. Raises UnknownBook, BadFile, BadEdit, Refusal, StoreError."""
        return await self._open(self._outside.new_id(), wish)

    async def _open(self, table: str, wish: NewTable, campaign: str = "", pinned: Stack | None = None) -> Room:
        """A new table of that id, or the one that is there by now."""
        book = self.books.get(wish.book)
        if book is None:
            raise UnknownBook(wish.book)
        rows = await asyncio.to_thread(_first_rows, book, wish, self._outside.clock(), campaign, pinned)
        with suppress(Conflict):
            await asyncio.wrap_future(self.store.append(table, 1, rows))
        room = await self.room(table)
        assert room is not None
        return room

    async def room(self, table: str) -> Room | None:
        """The room of a table, loaded if need be; None for no such table. Raises NoTable, Unreadable, StoreError."""
        found = self._rooms.get(table)
        if found is not None:
            found.used = time.monotonic()
            return found
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
        try:
            return await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)

    async def _load(self, table: str) -> Room | None:
        rows = await asyncio.to_thread(lambda: [row for _, row in self.store.read(table)])
        if not rows:
            return None
        made = await self._made(table, rows)
        room = self._rooms.setdefault(table, made)
        if room is made:
            self.campaigns.watch(room)
        return room

    async def _made(self, table: str, rows: list[bytes]) -> Room:
        return await asyncio.to_thread(Room, table, self.store, self.books, self.secret, rows, self._outside)

    def sweep(self, busy: set[str]) -> list[str]:
        """Forget rooms that nobody watches and nobody has used for ten minutes; gives their tables."""
        late = time.monotonic() - IDLE
        idle = [name for name, room in self._rooms.items() if name not in busy and room.used < late]
        for table in idle:
            del self._rooms[table]
        return idle


def _first_rows(book: RuleBook, wish: NewTable, at: int, campaign: str, pinned: Stack | None) -> list[bytes]:
    """The entries of a new table as they are stored."""
    return [encode(entry) for entry in opening(book, wish, at, campaign, pinned)[1]]

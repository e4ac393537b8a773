"""A table that is open on this server: its state in memory, one command at a time, everything durable first."""

import asyncio
import hmac
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from secrets import randbelow

import msgspec

from takusen.log.codec import decode, encode
from takusen.log.entries import Amended, Concealed, Entry, PaletteSet, Revealed, Said, Tossed
from takusen.play.handles import Prompt, Refused
from takusen.play.live import Entropy
from takusen.rulebook.book import RuleBook
from takusen.server.keys import key_of, new_table_id
from takusen.server.pictures import MEDIA, prepared
from takusen.store.protocol import Conflict, Picture, Store
from takusen.table.commands import Amend, Command, Confirm, Reveal, Undo, Withdraw
from takusen.table.decide import decide
from takusen.table.draft import Refusal
from takusen.table.feed import Feed
from takusen.table.floor import Stuck, open_prompts
from takusen.table.fold import fold, folded
from takusen.table.pictures import Hang, need_place, need_room, pictures_of
from takusen.table.state import Seat, State
from takusen.table.story import Line

RETRIES = 20
TALK = Said | Amended | Tossed | Concealed | Revealed | PaletteSet


def system_entropy(count: int, sides: int) -> tuple[int, ...]:
    """Faces from the system's own randomness."""
    return tuple(randbelow(sides) + 1 for _ in range(count))


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Outside(msgspec.Struct, frozen=True):
    """What comes from outside of the pure table: dice, the time, and ids that nobody can guess."""

    entropy: Entropy = system_entropy
    clock: Callable[[], int] = now
    new_id: Callable[[], str] = new_table_id
    new_picture_id: Callable[[], str] = new_table_id


class Change(msgspec.Struct, frozen=True):
    """What listeners get after a commit: the entries, and each known seat's new and changed lines."""

    entries: tuple[Entry, ...]
    lines: dict[str, tuple[Line, ...]]


class Room:
    """One open table."""

    def __init__(
        self,
        table: str,
        store: Store,
        books: Mapping[str, RuleBook],
        secret: bytes,
        rows: list[bytes],
        outside: Outside | None = None,
    ) -> None:
        """Raises NoTable, Unreadable."""
        self._outside = outside or Outside()
        self.table, self.books, self._store, self._secret = table, books, store, secret
        self.entries = [decode(row) for row in rows]
        self.state = folded(books, self.entries)
        self._feeds: dict[str, Feed] = {}
        self._keys: dict[tuple[str, int], str] = {}
        self._lock = asyncio.Lock()
        self._listeners: list[Callable[[Change], None]] = []
        self._prompts: tuple[State, tuple[Prompt, ...], str] | None = None
        self.used = time.monotonic()

    # seats -------------------------------------------------------------------------------------------------------

    def key(self, seat: Seat) -> str:
        """The secret of a seat's link as it is now."""
        known = (seat.id, seat.turn)
        if known not in self._keys:
            self._keys[known] = key_of(self._secret, self.table, seat)
        return self._keys[known]

    def seat_of(self, key: str) -> Seat | None:
        """The seat whose link carries this key."""
        for seat in self.state.seats.values():
            if hmac.compare_digest(self.key(seat).encode(), key.encode()):
                return seat
        return None

    # commands ----------------------------------------------------------------------------------------------------

    async def do(self, seat: str, command: Command, pictures: Sequence[Picture] = ()) -> Refused | None:
        """Decide, append with the pictures it speaks of, then fold and publish. Gives the refusal, if any.

        On StoreError nothing happened.
        """
        self.used = time.monotonic()
        async with self._lock:
            for _ in range(RETRIES):
                decision = decide(self.state, seat, command, self._outside.clock(), self._outside.entropy)
                if decision.refused or not decision.entries:
                    return decision.refused
                rows = [encode(entry) for entry in decision.entries]
                try:
                    written = self._store.append(self.table, self.state.seq + 1, rows, pictures)
                    await _kept(written)
                except Conflict:
                    self._catch_up()
                    continue
                if decision.prompts:
                    self._prompts = (decision.state, decision.prompts, "")
                self._took(decision.entries, decision.state)
                return None
        return Refused("busy")

    async def ask(self, seat: str, command: Command) -> Refused | None:
        """`do` for a command from outside, which speaks of entries by the numbers of the seat's own lines."""
        if isinstance(command, Amend):
            entry = self.feed(seat).entry(command.to)
            if entry is None or not isinstance(entry.body, Said) or entry.by != seat:
                return Refused("not_yours")
            command = Amend(entry.seq, command.text)
        elif isinstance(command, Confirm | Withdraw | Reveal):
            command = type(command)(self._seq(seat, command.of))
        elif isinstance(command, Undo):
            command = Undo(self._seq(seat, command.to), command.reason)
        return await self.do(seat, command)

    async def hang(self, seat: str, of: str, alt: str, data: bytes) -> Refused | None:
        """Take in a picture that somebody sent, and set it. Gives the refusal, if any. Raises BadPicture."""
        try:
            need_place(self.state, seat, of)
            need_room(self.state, seat, 1)
        except Refusal as refusal:
            return refusal.refused
        made = await asyncio.to_thread(prepared, data)
        picture = Picture(self._outside.new_picture_id(), MEDIA, made.data, made.small)
        size = len(made.data) + len(made.small)
        return await self.do(seat, Hang(of, picture.id, alt, made.wide, made.high, size), (picture,))

    async def picture(self, seat: str, picture: str) -> Picture | None:
        """A picture that a seat sees now; None for any other, there or not."""
        if all(shown.id != picture for shown in pictures_of(self.state, seat).values()):
            return None
        return await asyncio.to_thread(self._store.picture, self.table, picture)

    def _seq(self, seat: str, n: int) -> int:
        """The seq behind a seat's line, 0 for none."""
        entry = self.feed(seat).entry(n)
        return entry.seq if entry else 0

    def _catch_up(self) -> None:
        """Take in what another process wrote."""
        for _, row in self._store.read(self.table, self.state.seq + 1):
            entry = decode(row)
            self._took((entry,), fold(self.state, entry))

    def _took(self, entries: tuple[Entry, ...], after: State) -> None:
        self.state = after
        self.entries += entries
        change = Change(entries, {seat: self._told(seat, entries) for seat in self._feeds})
        for listener in list(self._listeners):
            listener(change)

    def _told(self, seat: str, entries: tuple[Entry, ...]) -> tuple[Line, ...]:
        feed = self._feeds[seat]
        return tuple(one for entry in entries for one in feed.add(entry))

    # reading -----------------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Call `listener` after each commit, in order. It must not block."""
        self._listeners.append(listener)

    def feed(self, seat: str) -> Feed:
        """The seat's story up to now."""
        feed = self._feeds.get(seat)
        if feed is None:
            feed = self._feeds[seat] = Feed(self.state.book.widest, seat)
        feed.catch_up(self.entries[feed.taken :])
        return feed

    def prompts(self) -> tuple[tuple[Prompt, ...], str]:
        """The open prompts and, if the procedure can't go on, why; worked out once per state."""
        if self._prompts is None or self._prompts[0] is not self.state:
            try:
                self._prompts = (self.state, open_prompts(self.state), "")
            except Stuck as stuck:
                self._prompts = (self.state, (), str(stuck))
        return self._prompts[1:]


async def _kept(written: Future[None]) -> None:
    """Wait until something is written, which goes on if nobody waits any more. Raises what the store raises."""
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    written.add_done_callback(lambda _: None if loop.is_closed() else loop.call_soon_threadsafe(over.set))
    await over.wait()
    written.result()


def talk_only(change: Change) -> bool:
    """Whether a change is nothing but talk, which no panel shows."""
    return all(isinstance(entry.body, TALK) for entry in change.entries)

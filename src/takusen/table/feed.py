"""The story of one seat: its lines by number, which are taken back, and which are changed."""

from collections.abc import Iterable

import msgspec

from takusen.log.audience import GM, may_see
from takusen.log.entries import (
    Aborted,
    Added,
    Amended,
    Answered,
    Became,
    Body,
    Brought,
    Concealed,
    Declared,
    Disclosed,
    Drawn,
    Dropped,
    Edited,
    Entry,
    Opened,
    Revealed,
    Reverted,
    Rolled,
    Said,
    SeatTaken,
    Settled,
    Tossed,
)
from takusen.rulebook.book import RuleBook
from takusen.table.story import Line, Params, line, named_in

TALK = (Said, Tossed, Revealed, Concealed)
"""What people say while an act goes on, without coming between its lines."""
TAKEN_BACK = (Opened, Rolled, Drawn, Became, Settled, Answered, Edited, Added, Brought, Disclosed, Aborted)


class Feed:
    """The story of one seat: numbers its lines from 1 and knows which are taken back or changed.

    Numbers count only what the seat may read, so a gap tells nothing. `count` is the last number, `taken` how many
    entries went in.
    """

    def __init__(self, book: RuleBook, seat: str) -> None:
        self.book, self.seat = book, seat
        self.count = self.taken = 0
        self._numbers: dict[int, int] = {}
        self._shown: list[Entry] = []
        self._undone: set[int] = set()
        self._amended: dict[int, str] = {}
        self._revealed: set[int] = set()
        self._under: list[int] = [0]
        self._names: dict[str, str] = {GM: "GM"}

    def add(self, entry: Entry) -> tuple[Line, ...]:
        """Take in one entry; gives the earlier lines that it changes and its own line, if the seat gets one.

        A seat that saw nothing of what is taken back sees nothing of the taking back.
        """
        if isinstance(entry.body, Said):
            return (msgspec.structs.replace(self._line(entry), n=self.count),) if self._heard(entry) else ()
        made = line(self.book, entry, self.seat)
        changed = self._noted(entry.body)
        if made is None or (isinstance(entry.body, Reverted) and not changed):
            return changed
        self._put(entry, made.of)
        return (*changed, self._numbered(made, entry))

    def catch_up(self, entries: Iterable[Entry]) -> None:
        """Take in what nobody is told any more, as `add` does: most of it is talk, of which no line is made."""
        for entry in entries:
            if isinstance(entry.body, Said):
                self._heard(entry)
            else:
                self.add(entry)

    def _heard(self, entry: Entry) -> bool:
        """Take in talk, which changes no line and belongs to no act; whether the seat reads it."""
        self.taken += 1
        if not may_see(self.seat, entry.see):
            return False
        self._put(entry, 0)
        return True

    def _put(self, entry: Entry, of: int) -> None:
        self.count += 1
        self._numbers[entry.seq] = self.count
        self._shown.append(entry)
        self._under.append(self._under[-1] if isinstance(entry.body, TALK) else of)

    def _noted(self, body: Body) -> tuple[Line, ...]:
        self.taken += 1
        if isinstance(body, SeatTaken):
            self._names[body.seat] = body.name
        return self._changed(body)

    def _changed(self, body: Body) -> tuple[Line, ...]:
        if isinstance(body, Reverted):
            gone = [old for old in self._since(body.to) if self._goes(old.body)]
            fresh = [old for old in gone if old.seq not in self._undone]
            self._undone.update(old.seq for old in fresh)
            return tuple(self._again(old) for old in fresh)
        if isinstance(body, Amended):
            self._amended[body.to] = body.text
            return self._line_at(body.to)
        if isinstance(body, Revealed):
            self._revealed.add(body.of)
            return self._line_at(body.of)
        return ()

    def _line_at(self, seq: int) -> tuple[Line, ...]:
        """The line of an entry as it is now, if the seat has one."""
        return tuple(self._again(old) for old in self._since(seq) if old.seq == seq)

    def _goes(self, body: Body) -> bool:
        """Whether a Reverted takes this kind of entry back; talk, seats and settings stay."""
        return isinstance(body, TAKEN_BACK) and not (isinstance(body, Edited) and self.book.is_seating(body.path))

    def _since(self, seq: int) -> list[Entry]:
        at = len(self._shown)
        while at and self._shown[at - 1].seq >= seq:
            at -= 1
        return self._shown[at:]

    def lines(self, after: int, limit: int) -> tuple[Line, ...]:
        """Up to `limit` lines with numbers above `after`, in order."""
        return tuple(self._again(entry) for entry in self._shown[after : after + limit])

    def entry(self, n: int) -> Entry | None:
        """The entry behind a line number."""
        return self._shown[n - 1] if 1 <= n <= self.count else None

    def number(self, seq: int) -> int:
        """The number of an entry's line, 0 if the seat has none."""
        return self._numbers.get(seq, 0)

    def _again(self, entry: Entry) -> Line:
        return self._numbered(self._line(entry), entry)

    def _line(self, entry: Entry) -> Line:
        made = line(self.book, entry, self.seat)
        assert made is not None
        return made

    def _head(self, seq: int) -> Line | None:
        """The line of an act, not yet numbered."""
        n = self._numbers.get(seq)
        return line(self.book, self._shown[n - 1], self.seat) if n else None

    def _numbered(self, made: Line, entry: Entry) -> Line:
        seq, head = entry.seq, self._head(made.of)
        n = self._numbers[seq]
        return msgspec.structs.replace(
            self._told(made, entry),
            n=n,
            of=self._numbers.get(made.of, 0),
            text=self._amended.get(seq, made.text),
            again=head.key if head and made.of not in (seq, self._under[n - 1]) else "",
            framed=head is not None and head.kind == "heading",
            kind="amended" if seq in self._amended else made.kind,
            undone=seq in self._undone,
            reveal=made.reveal and seq not in self._revealed,
        )

    def _told(self, made: Line, entry: Entry) -> Line:
        """A line with the names of seats, and with what it takes back or withdraws."""
        body, by = entry.body, self._names.get(entry.by, entry.by)
        if isinstance(body, Opened | Declared):
            return msgspec.structs.replace(made, name=made.name or ("" if made.kind == "heading" else by))
        if isinstance(body, Dropped | Reverted):
            head = self._head(body.of if isinstance(body, Dropped) else body.to)
            what = (
                (("what_kind", head.kind), ("what", head.key), ("whose", head.name or self._names.get(head.by, "")))
                if head
                else ()
            )
            return msgspec.structs.replace(made, name=by, params=(*made.params, *what))
        if isinstance(body, Edited):
            return msgspec.structs.replace(made, params=self._seats_named(made.params, self.book.is_seating(body.path)))
        return made

    def _seats_named(self, params: Params, seating: bool) -> Params:
        """Parameters in which who plays something, and lists of seats, are names."""
        return tuple(
            (name, named_in(value, self._names) if seating or isinstance(value, tuple) else value)
            for name, value in params
        )

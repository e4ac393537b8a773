"""What every store promises, and the words in which it says that it could not."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from typing import Protocol

_RESTORE = "keep it aside, with the -wal and -shm files beside it, and put a copy from before in its place"


class StoreError(Exception):
    """What the store could not do, in plain words, and in `mend` what helps."""

    def __init__(self, message: str, mend: str) -> None:
        super().__init__(message, mend)
        self.message = message
        self.mend = mend

    def __str__(self) -> str:
        return self.message


class Conflict(StoreError):
    """The writer named a number that is not the next free one: somebody else was faster."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"{seq} is not the next number of table {table}", "read on from what you have, then try again")
        self.table = table
        self.seq = seq


class Damaged(StoreError):
    """The file at `path` cannot be trusted as a log; `what` says why."""

    def __init__(self, path: str, what: str, mend: str = _RESTORE) -> None:
        super().__init__(f"{path}: {what}", mend)
        self.path = path
        self.what = what


class ReadOnly(StoreError):
    """Nothing can be written just now (disk full, or no rights); reads go on."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path} cannot be written: {why}", "make room on the disk, or give the right to write there")
        self.path = path
        self.why = why


class Closed(StoreError):
    """The store was closed before this was asked."""

    def __init__(self) -> None:
        super().__init__("the store is closed", "open it again")


class Store(Protocol):
    """An append-only log of bytes per table, numbered from 1 without gaps. Any thread may call any of it."""

    def append(self, table: str, seq: int, rows: Sequence[bytes]) -> Future[None]:
        """Write `rows` as `seq`, `seq + 1`, ...: all of them or none, durable when the future resolves.

        Every failure comes through the future: `Conflict` if `seq` is not exactly the next free number,
        `ReadOnly`, `Damaged`, `Closed`. Appends of one caller are carried out in the order they were made,
        so the next may be made before the last has resolved. One that is cancelled in time writes nothing.
        """

    def read(self, table: str, since: int = 1) -> Iterator[tuple[int, bytes]]:
        """Every row from number `since` on, in order; rows that arrive meanwhile may come too."""

    def last(self, table: str) -> int:
        """The highest number of the table; 0 if it has no row."""

    def tables(self, after: str = "", limit: int = 100) -> list[str]:
        """Ids of tables that have rows, in order of code points: the first `limit` behind `after`."""

    def close(self) -> None:
        """Finish what was appended and let go of everything; closing twice does no harm."""

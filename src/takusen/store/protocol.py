"""What every store promises, and the words in which it says that it could not."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from takusen.store import words


class StoreError(Exception):
    """What the store could not do, and in `mend` what helps.

    `text` and `mend` are msgids into which `params` go; as a string it is English.
    """

    def __init__(self, text: str, mend: str, **params: object) -> None:
        super().__init__(text, mend)
        self.text = text
        self.mend = mend
        self.params = params

    def __str__(self) -> str:
        return words.ENGLISH.get(self.text, self.text).format(**self.params)


class Conflict(StoreError):
    """The writer named a number that is not the next free one: somebody else was faster."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(words.NOT_NEXT, "手元のつづきを読んでから、もう一度どうぞ", table=table, seq=seq)
        self.table = table
        self.seq = seq


class Damaged(StoreError):
    """The file at `path` cannot be trusted as a log; `text` says why."""

    def __init__(self, text: str, path: str, mend: str = words.RESTORE, **params: object) -> None:
        super().__init__(text, mend, path=path, **params)
        self.path = path


class ReadOnly(StoreError):
    """Nothing can be written just now (disk full, or no rights); reads go on."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(words.UNWRITABLE, words.ROOM, path=path, why=why)
        self.path = path
        self.why = why


class Closed(StoreError):
    """The store was closed before this was asked."""

    def __init__(self) -> None:
        super().__init__(words.CLOSED, "開き直してください")


class Picture(NamedTuple):
    """A picture of a table's under an id that nobody can guess, whole and small."""

    id: str
    media: str
    data: bytes
    small: bytes


class Store(Protocol):
    """An append-only log of bytes per table, numbered from 1 without gaps. Any thread may call any of it."""

    def append(self, table: str, seq: int, rows: Sequence[bytes], pictures: Sequence[Picture] = ()) -> Future[None]:
        """Write `rows` as `seq`, `seq + 1`, ..., and the `pictures` they speak of: all of it or nothing, durable when
        the future resolves.

        Every failure comes through the future: `Conflict` if `seq` is not exactly the next free number,
        `ReadOnly`, `Damaged`, `Closed`. Appends of one caller are carried out in the order they were made,
        so the next may be made before the last has resolved. One that is cancelled in time writes nothing.
        """

    def read(self, table: str, since: int = 1) -> Iterator[tuple[int, bytes]]:
        """Every row from number `since` on, in order; rows that arrive meanwhile may come too."""

    def picture(self, table: str, picture: str) -> Picture | None:
        """A table's picture by its id; None for one that it doesn't have."""

    def last(self, table: str) -> int:
        """The highest number of the table; 0 if it has no row."""

    def tables(self, after: str = "", limit: int = 100) -> list[str]:
        """Ids of tables that have rows, in order of code points: the first `limit` behind `after`."""

    def close(self) -> None:
        """Finish what was appended and let go of everything; closing twice does no harm."""

"""The log in one SQLite file: one writer that commits many appends at once, readers that never wait for it."""

import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count, repeat
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple

from takusen.store import sqlite_pictures, words
from takusen.store.protocol import Closed, Conflict, Damaged, Picture
from takusen.store.sqlite_file import in_words, open_file, open_reading
from takusen.store.sqlite_readers import Readers

_BATCH = 500  # appends in one transaction
_PAGE = 200  # rows read at once; no transaction stays open between pages
_KNOWN = 50_000  # tables whose last number the writer keeps
_MAX_SEQ = 2**63 - 1

_INSERT = "INSERT INTO log (table_id, seq, body) VALUES (?, ?, ?)"
_LAST = "SELECT coalesce(max(seq), 0) FROM log WHERE table_id = ?"
_ROWS = "SELECT seq, body FROM log WHERE table_id = ? AND seq >= ? ORDER BY seq LIMIT ?"
_TABLES = """WITH RECURSIVE ids(id) AS (
    SELECT min(table_id) FROM log WHERE table_id > ?
    UNION ALL SELECT (SELECT min(table_id) FROM log WHERE table_id > ids.id) FROM ids WHERE ids.id IS NOT NULL
) SELECT id FROM ids WHERE id IS NOT NULL LIMIT ?"""
_NEXT = "SELECT min(table_id) FROM log WHERE table_id > ?"
_BEFORE = "SELECT max(table_id) FROM log WHERE table_id < ?"
_END = b""  # behind every text
_GAPS = """SELECT table_id, count(*), max(seq) FROM log
    GROUP BY table_id HAVING min(seq) <> 1 OR max(seq) <> count(*)"""


class SqliteStore:
    """`Store` in the file at `path`, made if it is new. Several processes may have the same file open.

    With `reading`, the file has to be there, and nothing is written.
    """

    def __init__(self, path: str | Path, reading: bool = False) -> None:
        self._path = Path(path)
        db, mode = open_reading(self._path) if reading else open_file(self._path)
        self._readers = Readers(self._path, mode)
        self._writer = _Writer(self._path, db)

    def append(self, table: str, seq: int, rows: Sequence[bytes], pictures: Sequence[Picture] = ()) -> Future[None]:
        """See `Store.append`."""
        return self._writer.put(_Append(table, seq, tuple(rows), tuple(pictures), Future()))

    def read(self, table: str, since: int = 1) -> Iterator[tuple[int, bytes]]:
        """See `Store.read`; a missing row raises `Damaged`."""
        start = max(since, 1)
        return self._follow(table, start, self._page(table, start))

    def picture(self, table: str, picture: str) -> Picture | None:
        """See `Store.picture`."""
        with self._readers.one() as db:
            return sqlite_pictures.find(db, table, picture)

    def last(self, table: str) -> int:
        """See `Store.last`."""
        with self._readers.one() as db:
            last: int = db.execute(_LAST, (table,)).fetchone()[0]
        return last

    def tables(self, after: str = "", limit: int = 100) -> list[str]:
        """See `Store.tables`."""
        with self._readers.one() as db:
            return [table for (table,) in db.execute(_TABLES, (after, limit))]

    def every_table(self) -> Iterator[str]:
        """The ids of all tables. Where damage hides some, raises `Damaged` after those that can be reached."""
        known = ""
        try:
            while page := self.tables(known):
                yield from page
                known = page[-1]
        except Damaged:
            yield from self._around_damage(known)
            raise

    def _around_damage(self, known: str) -> Iterator[str]:
        for table in self._walk(_NEXT, known):
            yield table
            known = table
        for table in self._walk(_BEFORE, _END):
            if table <= known:
                return
            yield table

    def _walk(self, query: str, place: str | bytes) -> Iterator[str]:
        with suppress(Damaged):
            while True:
                with self._readers.one() as db:
                    (found,) = db.execute(query, (place,)).fetchone()
                if not isinstance(found, str):
                    return
                yield found
                place = found

    def verify(self) -> list[Damaged]:
        """Read the whole file and name what is wrong with it; nothing if it is sound."""
        found: list[Damaged] = []
        try:
            with self._readers.one() as db:
                found.extend(_faults(db, str(self._path)))
        except Damaged as damage:
            found.append(damage)
        return found

    def close(self) -> None:
        """See `Store.close`."""
        self._readers.close()  # first, so that the last connection may fold the -wal file into the log
        self._writer.close()

    def _follow(self, table: str, seq: int, page: list[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
        while page:
            for found, body in page:
                if found != seq:
                    raise Damaged(words.GAP, str(self._path), table=table, seq=seq, found=found)
                yield found, body
                seq += 1
            page = self._page(table, seq) if len(page) == _PAGE else []

    def _page(self, table: str, seq: int) -> list[tuple[int, bytes]]:
        with self._readers.one() as db:
            return db.execute(_ROWS, (table, min(seq, _MAX_SEQ), _PAGE)).fetchall()


def _faults(db: sqlite3.Connection, path: str) -> Iterator[Damaged]:
    for (said,) in db.execute("PRAGMA quick_check"):
        if said != "ok":
            yield Damaged(words.BROKEN, path, why=" ".join(said.split()))
    for table, rows, last in db.execute(_GAPS):
        yield Damaged(words.COUNT, path, table=table, rows=rows, last=last)
    yield from sqlite_pictures.faults(db, path)


class _Append(NamedTuple):
    table: str
    seq: int
    rows: tuple[bytes, ...]
    pictures: tuple[Picture, ...]
    done: Future[None]


class _Writer:
    """The one thread that writes. What piles up while it waits for the disk goes into its next transaction."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self._path = path
        self._db = db
        self._lasts: dict[str, int] = {}
        self._version = 0
        self._queue: SimpleQueue[_Append | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name=f"store {path.name}", daemon=True)
        self._thread.start()

    def put(self, one: _Append) -> Future[None]:
        with self._lock:
            if self._closed:
                one.done.set_exception(Closed())
            else:
                self._queue.put(one)
        return one.done

    def close(self) -> None:
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            batch = self._gather()
            going = batch[-1] is not None
            self._commit([one for one in batch if one and one.done.set_running_or_notify_cancel()])
        self._db.close()

    def _gather(self) -> list[_Append | None]:
        batch = [self._queue.get()]
        with suppress(Empty):
            while batch[-1] and len(batch) < _BATCH:
                batch.append(self._queue.get_nowait())
        return batch

    def _commit(self, batch: list[_Append]) -> None:
        try:
            fits = self._transaction(batch)
        except sqlite3.OperationalError as error:  # the file as a whole: full, locked, no rights
            self._roll_back()
            self._fail(batch, error)
        except Exception as error:  # one of them: the others must not go down with it
            self._roll_back()
            self._alone(batch, error)
        else:
            _settle(batch, fits)

    def _transaction(self, batch: list[_Append]) -> list[bool]:
        self._db.execute("BEGIN IMMEDIATE")
        self._notice_others()
        fits = [self._insert(one) for one in batch]
        self._db.execute("COMMIT")
        return fits

    def _notice_others(self) -> None:
        """Forget the last numbers if another process has written since they were read."""
        version = self._db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version or len(self._lasts) > _KNOWN:
            self._lasts.clear()
        self._version = version

    def _insert(self, one: _Append) -> bool:
        if one.seq != self._last(one.table) + 1:
            return False
        self._db.executemany(_INSERT, zip(repeat(one.table), count(one.seq), one.rows))
        for picture in one.pictures:
            sqlite_pictures.insert(self._db, one.table, picture)
        self._lasts[one.table] += len(one.rows)
        return True

    def _last(self, table: str) -> int:
        if table not in self._lasts:
            self._lasts[table] = self._db.execute(_LAST, (table,)).fetchone()[0]
        return self._lasts[table]

    def _roll_back(self) -> None:
        self._lasts.clear()
        with suppress(sqlite3.Error):
            self._db.rollback()

    def _alone(self, batch: list[_Append], error: Exception) -> None:
        if len(batch) == 1:
            self._fail(batch, error)
            return
        for one in batch:
            self._commit([one])

    def _fail(self, batch: list[_Append], error: Exception) -> None:
        for one in batch:
            one.done.set_exception(in_words(self._path, error) if isinstance(error, sqlite3.Error) else error)


def _settle(batch: list[_Append], fits: list[bool]) -> None:
    for one, fit in zip(batch, fits, strict=True):
        if fit:
            one.done.set_result(None)
        else:
            one.done.set_exception(Conflict(one.table, one.seq))

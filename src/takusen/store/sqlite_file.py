"""SQLite files of ours: how one is opened, how it is known as what it is, and what its errors mean in words."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from takusen.store import sqlite_pictures, words
from takusen.store.protocol import Damaged, ReadOnly, StoreError

APPLICATION = 0x74616B75  # "taku"
SCHEMA = 2
WITHOUT_PICTURES = 1
IMMUTABLE = "ro&immutable=1"
PATIENCE = 10.0  # seconds to wait for another process that is writing

_TABLE = """CREATE TABLE IF NOT EXISTS log (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID"""
_IDENTITY = """SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema),
    (SELECT group_concat(name) FROM pragma_table_info(?)) FROM pragma_application_id, pragma_user_version"""


class Kind(NamedTuple):
    """A kind of file: the marks by which it is known, the columns of its main table, and what makes a new one."""

    application: int
    schemas: tuple[int, ...]
    table: str
    columns: str
    made: tuple[str, ...]
    other: str

    @property
    def schema(self) -> int:
        """The newest that is known."""
        return self.schemas[-1]


LOG = Kind(
    APPLICATION,
    (WITHOUT_PICTURES, SCHEMA),
    "log",
    "table_id,seq,body",
    (_TABLE, *sqlite_pictures.TABLES),
    words.NO_LOG,
)

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_UNREADABLE = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}
_UNWRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_IOERR,
}


def in_words(path: Path, error: sqlite3.Error) -> StoreError:
    """The store's own error for one of SQLite's."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code & 0xFF in _DAMAGE or code in _UNREADABLE or (not code and "decode" in str(error)):
        return Damaged(words.BROKEN, str(path), why=error)
    if code & 0xFF in _UNWRITABLE:
        return ReadOnly(str(path), str(error))
    if code & 0xFF == sqlite3.SQLITE_BUSY:
        return StoreError(words.LOCKED, "もう一度試すか、ほかのプログラムを止めてください", path=path)
    return StoreError(words.SAID, "SQLite の言うことを見てください", path=path, why=error)


@contextmanager
def worded(path: Path) -> Iterator[None]:
    """What SQLite says against the statements inside is put into words."""
    try:
        yield
    except sqlite3.Error as error:
        raise in_words(path, error) from None


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection of SQLite's `mode` ("rwc", "ro") in which transactions are begun by hand."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def open_file(path: Path, kind: Kind = LOG) -> tuple[sqlite3.Connection, str]:
    """A connection to the file at `path`, made if it is new, and the mode in which readers are to open it.

    Without the right to write, it is opened for reading; its writes then fail.
    """
    _check_place(path)
    there = path.exists()
    try:
        return _open(path, "rwc", kind), "ro"
    except ReadOnly as refusal:
        if not there:
            for made in (path, _wal(path), path.with_name(path.name + "-shm")):
                made.unlink(missing_ok=True)
        return _open_unwritable(path, refusal, kind)


def open_reading(path: Path, kind: Kind = LOG) -> tuple[sqlite3.Connection, str]:
    """The same for a file that is there and that nothing shall be written to, nor a file be made beside."""
    _check_place(path)
    if not _wal(path).exists():  # nobody has it open
        return _open(path, IMMUTABLE, kind), IMMUTABLE
    return _open_unwritable(path, ReadOnly(str(path), "the -wal file beside it has to be read in"), kind)


def _check_place(path: Path) -> None:
    if not os.path.isdir(path.parent):
        mend = "フォルダーを作るか、ほかの場所を指定してください"
        raise StoreError(words.NO_FOLDER, mend, path=path, folder=path.parent)
    if not _allowed(path.parent, os.X_OK) or (path.exists() and not _allowed(path, os.R_OK)):
        raise StoreError(words.UNREADABLE, words.READING, path=path)
    if os.path.isdir(path):
        raise Damaged(words.FOLDER, str(path), words.ANOTHER_FILE)
    if _size(path) == 1:  # SQLite takes it for a new file
        raise Damaged(words.NO_END, str(path))
    if _size(path) == 0 < _size(_wal(path)):
        raise Damaged(words.EMPTIED, str(path))


def _allowed(path: Path, right: int) -> bool:
    """Opening and closing it to see would let go of SQLite's locks."""
    return os.access(path, right, effective_ids=os.access in os.supports_effective_ids)


def _open_unwritable(path: Path, refusal: ReadOnly, kind: Kind) -> tuple[sqlite3.Connection, str]:
    if not _size(path):
        raise refusal
    try:
        return _open(path, "ro", kind), "ro"
    except ReadOnly:
        if _size(_wal(path)):  # it holds rows that an immutable reader would miss
            raise refusal from None
    return _open(path, IMMUTABLE, kind), IMMUTABLE


def _open(path: Path, mode: str, kind: Kind) -> sqlite3.Connection:
    with worded(path), ExitStack() as undo:
        db = connect(path, mode)
        undo.callback(db.close)
        if not (mode == "rwc" and _is_blank(db, kind)):
            _recognise(db, path, kind)
        if mode == "rwc":
            _prepare(db, kind)
        undo.pop_all()
    return db


def _is_blank(db: sqlite3.Connection, kind: Kind) -> bool:
    return bool(db.execute(_IDENTITY, (kind.table,)).fetchone()[:3] == (0, 0, 0))


def _recognise(db: sqlite3.Connection, path: Path, kind: Kind) -> None:
    application, schema, _, columns = db.execute(_IDENTITY, (kind.table,)).fetchone()
    if application != kind.application:
        raise Damaged(words.OTHERS, str(path), words.ANOTHER_FILE)
    if schema > kind.schema:
        raise Damaged(words.NEWER, str(path), "takusen を新しくしてください", schema=schema, known=kind.schema)
    if schema not in kind.schemas or columns != kind.columns:
        raise Damaged(kind.other, str(path), known=kind.schema)
    if _is_cut(db, path):
        raise Damaged(words.NO_END, str(path))


def _is_cut(db: sqlite3.Connection, path: Path) -> bool:
    """SQLite itself takes the missing part of a last page for zeros. Pages may still be in the -wal file, though."""
    (length,) = db.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()
    return not _size(_wal(path)) and _size(path) < length


def _prepare(db: sqlite3.Connection, kind: Kind) -> None:
    _set_wal(db)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA journal_size_limit = 67108864")
    if db.execute("PRAGMA user_version").fetchone() == (kind.schema,):
        return
    db.execute("BEGIN IMMEDIATE")
    for made in kind.made:
        db.execute(made)
    db.execute(f"PRAGMA application_id = {kind.application}")
    db.execute(f"PRAGMA user_version = {kind.schema}")
    db.execute("COMMIT")


def _set_wal(db: sqlite3.Connection) -> None:
    """SQLite does not wait by itself when two processes make the same file at the same moment."""
    until = monotonic() + PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.01)


def _wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _size(path: Path) -> int:
    return os.path.getsize(path) if os.path.exists(path) else 0

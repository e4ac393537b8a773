"""Reading connections to an SQLite file, lent to one thread at a time."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from takusen.store.protocol import Closed
from takusen.store.sqlite_file import connect, worded

_IDLE = 8  # reading connections kept


class Readers:
    """Reading connections, lent to one thread at a time."""

    def __init__(self, path: Path, mode: str) -> None:
        self._path = path
        self._mode = mode
        self._idle: list[sqlite3.Connection] = []
        self._lock = Lock()
        self._closed = False

    @contextmanager
    def one(self) -> Iterator[sqlite3.Connection]:
        """A connection for a few statements."""
        with worded(self._path):
            db = self._take()
            try:
                yield db
            finally:
                self._give(db)

    def close(self) -> None:
        """Let go of them; those lent go when they come back."""
        with self._lock:
            self._closed = True
            while self._idle:
                self._idle.pop().close()

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise Closed
            if self._idle:
                return self._idle.pop()
        return connect(self._path, self._mode)

    def _give(self, db: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed and len(self._idle) < _IDLE:
                self._idle.append(db)
                return
        db.close()

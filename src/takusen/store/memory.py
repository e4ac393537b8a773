"""A store that forgets: for tests, examples and tables that nobody wants to keep."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from threading import Lock

from takusen.store.protocol import Closed, Conflict, Picture


class MemoryStore:
    """The contract of `Store` over plain lists."""

    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}
        self._pictures: dict[tuple[str, str], Picture] = {}
        self._lock = Lock()
        self._closed = False

    def append(self, table: str, seq: int, rows: Sequence[bytes], pictures: Sequence[Picture] = ()) -> Future[None]:
        """See `Store.append`; the future is always settled already."""
        future: Future[None] = Future()
        try:
            self._extend(table, seq, rows, pictures)
        except (Closed, Conflict) as refusal:
            future.set_exception(refusal)
        else:
            future.set_result(None)
        return future

    def read(self, table: str, since: int = 1) -> Iterator[tuple[int, bytes]]:
        """See `Store.read`."""
        start = max(since, 1)
        with self._lock:
            rows = self._open().get(table, [])[start - 1 :]
        return enumerate(rows, start)

    def picture(self, table: str, picture: str) -> Picture | None:
        """See `Store.picture`."""
        with self._lock:
            self._open()
            return self._pictures.get((table, picture))

    def last(self, table: str) -> int:
        """See `Store.last`."""
        with self._lock:
            return len(self._open().get(table, ()))

    def tables(self, after: str = "", limit: int = 100) -> list[str]:
        """See `Store.tables`."""
        with self._lock:
            ids = sorted(self._open())
        start = bisect_right(ids, after)
        return ids[start : start + limit]

    def close(self) -> None:
        """See `Store.close`."""
        with self._lock:
            self._closed = True

    def _open(self) -> dict[str, list[bytes]]:
        if self._closed:
            raise Closed
        return self._logs

    def _extend(self, table: str, seq: int, rows: Sequence[bytes], pictures: Sequence[Picture]) -> None:
        with self._lock:
            log = self._open().get(table, [])
            if seq != len(log) + 1:
                raise Conflict(table, seq)
            if rows:
                self._logs.setdefault(table, log).extend(rows)
            self._pictures |= {(table, one.id): one for one in pictures}

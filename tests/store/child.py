"""What the store tests run in processes of their own: `python -m tests.store.child flood|race PATH ...`."""

import os
import sys
from concurrent.futures import Future
from functools import partial
from itertools import count

from takusen.store import Conflict, SqliteStore

TABLES = 5
ROWS = 3  # of one append
AHEAD = 40  # appends under way


def flood(path: str) -> None:
    """Append until killed; say each append that is durable, as `table seq`."""
    store = SqliteStore(path)
    pending: list[Future[None]] = []
    for n in count():
        table, seq = f"t{n % TABLES}", n // TABLES * ROWS + 1
        pending.append(store.append(table, seq, [b"%d" % (seq + k) * 40 for k in range(ROWS)]))
        pending[-1].add_done_callback(partial(_say, f"{table} {seq}\n"))
        if len(pending) > AHEAD:
            pending.pop(0).result()


def _say(what: str, done: Future[None]) -> None:
    if not done.exception():
        os.write(1, what.encode())


def race(path: str, me: str, rows: int) -> None:
    """Append that many rows of one's own to a table that others write to as well."""
    store = SqliteStore(path)
    for n in range(rows):
        _insist(store, f"{me} {n}".encode())
    store.close()


def _insist(store: SqliteStore, body: bytes) -> None:
    while True:
        try:
            store.append("t", store.last("t") + 1, [body]).result()
            return
        except Conflict:
            continue


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["flood", path]:
            flood(path)
        case ["race", path, me, rows]:
            race(path, me, int(rows))

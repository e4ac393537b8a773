"""The data folder of a server: its log and the tables in it."""

from collections.abc import Iterator
from pathlib import Path

from takusen.cli.words import Wrong
from takusen.store.protocol import Store
from takusen.store.sqlite import SqliteStore

FILE = "takusen.sqlite"
PAGE = 500


def store_in(folder: Path) -> SqliteStore:
    """The store in a data folder, made if it isn't there. Raises Wrong, StoreError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise Wrong("{folder} を作れません: {why}", folder=folder, why=wrong.strerror) from None
    return SqliteStore(folder / FILE)


def store_there(folder: Path) -> SqliteStore:
    """The store of a data folder that is there already. Raises Wrong, StoreError."""
    file = folder / FILE
    try:
        size = file.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        raise Wrong(
            "{folder} に {file} がありません。serve --data に渡したフォルダーを指定してください。",
            folder=folder,
            file=FILE,
        ) from None
    except (OSError, ValueError) as wrong:
        raise Wrong("{file} を読めません: {why}", file=file, why=wrong) from None
    if size == 0:
        raise Wrong("{file} は空です。まだどの卓も書かれていません。", file=file)
    return SqliteStore(file)


def tables_in(store: Store) -> Iterator[str]:
    """The ids of all tables, a page at a time."""
    page = store.tables(limit=PAGE)
    while page:
        yield from page
        page = store.tables(after=page[-1], limit=PAGE)

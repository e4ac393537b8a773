"""The data folder of a server: its log and the tables in it, and its library."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from takusen.cli.words import Wrong, why
from takusen.store.library_sqlite import SqliteLibrary
from takusen.store.sqlite import SqliteStore

FILE = "takusen.sqlite"
LIBRARY = "library.sqlite"


@contextmanager
def store_in(folder: Path) -> Iterator[SqliteStore]:
    """The store in a data folder, made if it isn't there, for one server alone. Raises Wrong, StoreError."""
    _make(folder)
    with _alone(folder), closing(SqliteStore(folder / FILE)) as store:
        yield store


def library_in(folder: Path) -> SqliteLibrary:
    """The library of a data folder, made if it isn't there; a server may have it open. Raises Wrong, StoreError."""
    _make(folder)
    return SqliteLibrary(folder / LIBRARY)


def library_there(folder: Path) -> SqliteLibrary:
    """The library of a data folder, to be read alone. Raises Wrong, StoreError."""
    file = folder / LIBRARY
    try:
        size = file.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        size = 0
    except (OSError, ValueError) as wrong:
        raise Wrong("{file} を読めません: {why}", file=file, why=why(wrong)) from None
    if size == 0:
        raise Wrong("{folder} の書庫は空です。library import FILE でカードを入れてください。", folder=folder)
    return SqliteLibrary(file, reading=True)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as wrong:
        raise Wrong("{folder} を作れません: {why}", folder=folder, why=why(wrong)) from None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Locks the folder itself: the lock ends with the process, however that ends, and leaves no file behind."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    try:
        held = os.open(folder, os.O_RDONLY)
    except OSError as wrong:
        raise Wrong("{file} を読めません: {why}", file=folder, why=why(wrong)) from None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise Wrong(
            "{folder} では別の takusen serve が動いています。"
            "それを止めるか、--data でほかのフォルダーを指定してください。",
            folder=folder,
        ) from None
    except OSError:
        pass  # a disk that knows no locks
    try:
        yield
    finally:
        os.close(held)


def store_there(folder: Path) -> SqliteStore:
    """The store of a data folder that is there already, to be read alone. Raises Wrong, StoreError."""
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
        raise Wrong("{file} を読めません: {why}", file=file, why=why(wrong)) from None
    if size == 0:
        raise Wrong("{file} は空です。まだどの卓も書かれていません。", file=file)
    return SqliteStore(file, reading=True)

"""Pictures in the SQLite file: what is the same is kept once, under its hash; tables know it by their own ids."""

import sqlite3
from collections.abc import Iterator
from hashlib import sha256

from takusen.store import words
from takusen.store.protocol import Damaged, Picture

TABLES = (
    "CREATE TABLE IF NOT EXISTS blob (hash BLOB NOT NULL UNIQUE, body BLOB NOT NULL)",
    """CREATE TABLE IF NOT EXISTS picture (
    table_id TEXT NOT NULL, picture_id TEXT NOT NULL, media TEXT NOT NULL, full BLOB NOT NULL, small BLOB NOT NULL,
    PRIMARY KEY (table_id, picture_id)
) WITHOUT ROWID""",
)

_KEEP = "INSERT OR IGNORE INTO blob (hash, body) VALUES (?, ?)"
_NAME = "INSERT INTO picture (table_id, picture_id, media, full, small) VALUES (?, ?, ?, ?, ?)"
_FIND = """SELECT media, whole.body, thumb.body FROM picture
    JOIN blob AS whole ON whole.hash = picture.full JOIN blob AS thumb ON thumb.hash = picture.small
    WHERE table_id = ? AND picture_id = ?"""
_LOST = """SELECT table_id, picture_id FROM picture
    WHERE full NOT IN (SELECT hash FROM blob) OR small NOT IN (SELECT hash FROM blob)"""


def insert(db: sqlite3.Connection, table: str, picture: Picture) -> None:
    """Write a picture in the transaction that is open."""
    hashes = [sha256(body).digest() for body in (picture.data, picture.small)]
    db.executemany(_KEEP, zip(hashes, (picture.data, picture.small), strict=True))
    db.execute(_NAME, (table, picture.id, picture.media, *hashes))


def find(db: sqlite3.Connection, table: str, picture: str) -> Picture | None:
    """A table's picture; None for one that it doesn't have."""
    if not _there(db):
        return None
    found = db.execute(_FIND, (table, picture)).fetchone()
    return Picture(picture, *found) if found else None


def faults(db: sqlite3.Connection, path: str) -> Iterator[Damaged]:
    """Pictures whose bytes are gone or are not what they were."""
    if not _there(db):
        return
    for table, picture in db.execute(_LOST):
        yield Damaged(words.PICTURE, path, table=table, picture=picture)
    for key, body in db.execute("SELECT hash, body FROM blob"):
        if sha256(body).digest() != key:
            yield Damaged(words.PICTURE, path, table="?", picture=key.hex()[:12])


def _there(db: sqlite3.Connection) -> bool:
    """Whether the file has pictures; one of an earlier takusen that is only read has none."""
    return bool(db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'picture'").fetchone()[0])

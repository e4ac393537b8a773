"""The library in one SQLite file. A file of cards is taken in by one transaction."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from takusen.library.keys import BEGINS, EXACT, INSIDE, WORD, keys_of
from takusen.library.merging import Record, merged
from takusen.library.names import folded, id_of_name, is_named, words_of
from takusen.rulebook.card import Card
from takusen.store import words
from takusen.store.library import Found, Tally
from takusen.store.protocol import Damaged
from takusen.store.sqlite_file import Kind, connect, open_file, open_reading, worded
from takusen.store.sqlite_readers import Readers

LIBRARY = Kind(
    0x74616B6C,  # "takl"
    (1,),
    "card",
    "n,id,name,body",
    (
        """CREATE TABLE IF NOT EXISTS card (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, body BLOB NOT NULL
)""",
        "CREATE INDEX IF NOT EXISTS card_name ON card (name)",
        """CREATE TABLE IF NOT EXISTS name (
    key TEXT NOT NULL, n INTEGER NOT NULL, face INTEGER NOT NULL, PRIMARY KEY (key, n)
) WITHOUT ROWID""",
        "CREATE INDEX IF NOT EXISTS name_card ON name (n)",
    ),
    words.NO_LIBRARY,
)
PAGE = 200
MOST_WORDS = 8

_BY_ID = "SELECT n, body FROM card WHERE id = ?"
_BY_NAME = "SELECT n, body FROM card WHERE name = ? ORDER BY id LIMIT 1"
_NAMED = """SELECT body FROM (SELECT n, min(face) AS face FROM name WHERE key = ? GROUP BY n) JOIN card USING (n)
    ORDER BY name <> ?, face, name, id"""
_SEARCH = f"""SELECT body FROM (
    SELECT n, min(CASE WHEN key = :typed THEN {EXACT} WHEN substr(key, 1, length(:typed)) = :typed THEN {BEGINS}
        WHEN instr(' ' || key, ' ' || :first) THEN {WORD} ELSE {INSIDE} END * 1000 + length(key)) AS fit, key
    FROM name WHERE {{holds}} GROUP BY n
) JOIN card USING (n) ORDER BY fit, key, id LIMIT :limit OFFSET :offset"""
_ADD = "INSERT INTO card (id, name, body) VALUES (?, ?, ?)"
_CHANGE = "UPDATE card SET id = ?, name = ?, body = ? WHERE n = ?"
_PAGE = "SELECT name, id, body FROM card WHERE (name, id) > (?, ?) ORDER BY name, id LIMIT ?"


class SqliteLibrary:
    """`Library` in the file at `path`, made if it is new. Several processes may have the same file open.

    With `reading`, the file has to be there, and nothing is written.
    """

    def __init__(self, path: str | Path, reading: bool = False) -> None:
        self._path = Path(path)
        self._held, mode = open_reading(self._path, LIBRARY) if reading else open_file(self._path, LIBRARY)
        self._readers = Readers(self._path, mode)

    @contextmanager
    def taking(self) -> Iterator["_Intake"]:
        """See `Library.taking`."""
        with worded(self._path), closing(connect(self._path, "rw")) as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield _Intake(db)
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    with suppress(sqlite3.Error):
                        db.rollback()

    def card(self, id: str) -> Card | None:
        """See `Library.card`."""
        found = self._cards(_BY_ID.replace("n, ", ""), (id,))
        return found[0] if found else None

    def named(self, name: str) -> tuple[Card, ...]:
        """See `Library.named`."""
        return self._cards(_NAMED, (folded(name), name))

    def search(self, typed: str, offset: int = 0, limit: int = 20) -> Found:
        """See `Library.search`."""
        found = words_of(typed)[:MOST_WORDS]
        if not found:
            return Found((), False)
        holds = " AND ".join(f"instr(key, :w{at})" for at in range(len(found)))
        asked = {f"w{at}": word for at, word in enumerate(found)}
        asked |= {"typed": " ".join(found), "first": found[0]}
        cards = self._cards(_SEARCH.format(holds=holds), asked | {"limit": limit + 1, "offset": offset})
        return Found(cards[:limit], len(cards) > limit)

    def keys(self) -> tuple[tuple[str, str], ...]:
        """See `Library.keys`."""
        with self._readers.one() as db:
            return tuple(db.execute("SELECT key, id FROM name JOIN card USING (n) ORDER BY key, id"))

    def cards(self) -> Iterator[Card]:
        """See `Library.cards`."""
        last = ("", "")
        while True:
            with self._readers.one() as db:
                page = db.execute(_PAGE, (*last, PAGE)).fetchall()
            for name, id, body in page:
                yield self._decoded(body)
                last = (name, id)
            if len(page) < PAGE:
                return

    def count(self) -> int:
        """See `Library.count`."""
        with self._readers.one() as db:
            return int(db.execute("SELECT count(*) FROM card").fetchone()[0])

    def verify(self) -> list[Damaged]:
        """Read the whole file and name what is wrong with it; nothing if it is sound."""
        found: list[Damaged] = []
        try:
            with self._readers.one() as db:
                said = [" ".join(row[0].split()) for row in db.execute("PRAGMA quick_check")]
            found += [Damaged(words.BROKEN, str(self._path), why=one) for one in said if one != "ok"]
            for _ in self.cards():
                pass
        except Damaged as damage:
            found.append(damage)
        return found

    def close(self) -> None:
        """See `Library.close`."""
        self._readers.close()
        self._held.close()  # last, so that it may fold the -wal file into the library

    def _cards(self, query: str, asked: Sequence[object] | dict[str, object]) -> tuple[Card, ...]:
        with self._readers.one() as db:
            rows = db.execute(query, asked).fetchall()
        return tuple(self._decoded(body) for (body,) in rows)

    def _decoded(self, body: bytes) -> Card:
        try:
            return DECODER.decode(body)
        except msgspec.MsgspecError as wrong:
            raise Damaged(words.BROKEN, str(self._path), why=wrong) from None


DECODER = msgspec.json.Decoder(Card)
ENCODER = msgspec.json.Encoder()


class _Intake(Tally):
    """One transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__()
        self._db = db

    def put(self, record: Record) -> None:
        found = self._known(record.card)
        card = merged(DECODER.decode(found[1]) if found else None, record)
        body = ENCODER.encode(card)
        if found is None:
            self._name(self._db.execute(_ADD, (card.id, card.name, body)).lastrowid, card)
        elif found[1] != body:
            self._db.execute(_CHANGE, (card.id, card.name, body, found[0]))
            self._db.execute("DELETE FROM name WHERE n = ?", found[:1])
            self._name(found[0], card)
        self.count(card.id, "added" if found is None else "same" if found[1] == body else "changed")

    def _name(self, n: int | None, card: Card) -> None:
        rows = ((key, n, is_face) for key, is_face in keys_of(card))
        self._db.executemany("INSERT INTO name (key, n, face) VALUES (?, ?, ?)", rows)

    def _known(self, card: Card) -> tuple[int, bytes] | None:
        found = self._db.execute(_BY_ID, (card.id,)).fetchone()
        if found is None and is_named(card.id):
            found = self._db.execute(_BY_NAME, (card.name,)).fetchone()
        elif found is None:
            found = self._db.execute(_BY_ID, (id_of_name(card.name),)).fetchone()
        return tuple(found) if found else None

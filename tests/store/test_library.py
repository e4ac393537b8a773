"""The libraries keep their contract; what SQLite's alone promises stands below."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from takusen.library.merging import Record
from takusen.library.names import id_of_name
from takusen.store import Damaged, StoreError
from takusen.store.library import Library
from takusen.store.library_memory import MemoryLibrary
from takusen.store.library_sqlite import SqliteLibrary
from takusen.store.sqlite import SqliteStore
from tests.store.library_contract import BELL, GATE, LibraryContract, card, take


class TestMemory(LibraryContract):
    @pytest.fixture
    def library(self) -> Library:
        return MemoryLibrary()


class TestSqlite(LibraryContract):
    @pytest.fixture
    def library(self, tmp_path: Path) -> Library:
        return SqliteLibrary(tmp_path / "library.sqlite")


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_an_id_takes_the_place_of_a_name(kind: str, tmp_path: Path) -> None:
    library = MemoryLibrary() if kind == "memory" else SqliteLibrary(tmp_path / "library.sqlite")
    take(library, card(id_of_name("Gate of Embers"), "Gate of Embers", "燠の門"))
    take(library, card("a1", "Gate of Embers"))
    assert [(one.id, one.name_ja) for one in library.cards()] == [("a1", "燠の門")]
    library.close()


def test_it_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    library = SqliteLibrary(path)
    take(library, GATE)
    library.close()
    assert [one.name for one in tmp_path.iterdir()] == ["library.sqlite"]
    reading = SqliteLibrary(path, reading=True)
    assert list(reading.cards()) == [GATE]
    assert reading.verify() == []
    reading.close()


def test_what_another_process_takes_in_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    one, other = SqliteLibrary(path), SqliteLibrary(path)
    take(other, BELL)
    assert list(one.cards()) == [BELL]
    one.close()
    other.close()


def test_other_files_are_refused(tmp_path: Path) -> None:
    log, text = tmp_path / "log.sqlite", tmp_path / "text.sqlite"
    SqliteStore(log).close()
    text.write_text("no database at all " * 100)
    for path in (log, text):
        with pytest.raises(Damaged):
            SqliteLibrary(path)
    SqliteLibrary(tmp_path / "library.sqlite").close()
    with pytest.raises(Damaged):
        SqliteStore(tmp_path / "library.sqlite")


def test_a_body_that_is_no_card_is_told(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    library = SqliteLibrary(path)
    take(library, GATE)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE card SET body = '[1]'")
    db.close()
    with pytest.raises(Damaged):
        library.card("a1")
    assert len(library.verify()) == 1
    library.close()


def test_two_writers_wait_for_each_other_or_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("takusen.store.sqlite_file.PATIENCE", 0.05)
    path = tmp_path / "library.sqlite"
    one, other = SqliteLibrary(path), SqliteLibrary(path)
    with one.taking() as intake:
        intake.put(Record(GATE))
        with pytest.raises(StoreError):
            take(other, BELL)
    assert list(other.cards()) == [GATE]
    one.close()
    other.close()


IMPORT = """
import json, sys
from takusen.server.shelf import take_in
from takusen.store.library_sqlite import SqliteLibrary
library = SqliteLibrary(sys.argv[1])
with open(sys.argv[2], "rb") as file:
    taken = take_in(library, file)
with open("/proc/self/status") as status:
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(json.dumps([sum(taken.counts), taken.left, peak]))
"""
"""The peak is this process's own: `ru_maxrss` begins with that of the process it was forked from."""
MEGABYTE = 1024


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")
@pytest.mark.parametrize(
    ("name", "cards", "left"),
    [
        ("atomic_2022_ja.json.gz", 23_517, {"no_card": 189}),
        ("scryfall_oracle_2019.json.gz", 19_770, {"no_card": 260}),
    ],
)
def test_real_files_come_in_with_little_memory(
    shared: Path, tmp_path: Path, name: str, cards: int, left: dict[str, int]
) -> None:
    command = [sys.executable, "-c", IMPORT, str(tmp_path / "library.sqlite"), str(shared / "cases/mtg" / name)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ), timeout=100)
    taken, skipped, memory = json.loads(ran.stdout)
    assert (taken, skipped) == (cards, left)
    assert memory < 300 * MEGABYTE

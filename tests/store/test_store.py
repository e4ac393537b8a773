"""Every store keeps the contract; the SQLite one also survives kills, damage, missing rights and other processes."""

import ast
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule

from takusen.store import (
    Conflict,
    Damaged,
    MemoryStore,
    Picture,
    ReadOnly,
    SqliteStore,
    Store,
    StoreError,
    sqlite_file,
    words,
)
from tests.store import child
from tests.store.contract import PATIENCE, StoreContract, bodies, write

ROOT = Path(__file__).parents[2]
NOBODY = 65534


class TestMemoryStore(StoreContract):
    """The contract, in memory."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        with closing(MemoryStore()) as store:
            yield store


class TestSqliteStore(StoreContract):
    """The contract, in a file."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        with closing(SqliteStore(tmp_path / "log.db")) as store:
            yield store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


@pytest.fixture
def full(path: Path) -> Path:
    """A log with some pages in it, closed."""
    with closing(SqliteStore(path)) as store:
        write(store, "t", 1, *(b"%d" % n * 100 for n in range(1, 301)))
        write(store, "u", 1, b"a", b"b", b"c")
    return path


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


# --- opening again, other processes


def test_a_log_outlives_its_store(full: Path) -> None:
    with closing(SqliteStore(str(full))) as store:
        assert store.last("t") == 300
        write(store, "t", 301, b"next")
        assert bodies(store, "t", 300) == [b"300" * 100, b"next"]
        assert store.verify() == []


def test_closing_leaves_one_file(full: Path) -> None:
    assert os.listdir(full.parent) == ["log.db"]


def test_any_name_makes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "卓 #1?mode=ro%20.db"
    with closing(SqliteStore(path)) as store:
        write(store, "t", 1, b"a")
    assert path.stat().st_size > 0


def test_every_commit_is_synced(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        ask = store._writer._db.execute
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_row_of_another_writer_is_noticed(path: Path) -> None:
    with closing(SqliteStore(path)) as one, closing(SqliteStore(path)) as two:
        write(one, "t", 1, b"one")
        assert isinstance(two.append("t", 1, [b"two"]).exception(PATIENCE), Conflict)
        write(two, "t", 2, b"two")
        assert isinstance(one.append("t", 2, [b"one"]).exception(PATIENCE), Conflict)
        write(one, "t", 3, b"one")
        assert bodies(one, "t") == bodies(two, "t") == [b"one", b"two", b"one"]


def test_an_append_that_sqlite_cannot_take_spares_the_others(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        pending = [store.append(table, 1, [b"a"]) for table in ("t", "\ud800", "u")]
        assert [type(one.exception(PATIENCE)) for one in pending] == [type(None), UnicodeEncodeError, type(None)]
        assert store.tables() == ["t", "u"]


def spawn(*args: str) -> subprocess.Popen[bytes]:
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    return subprocess.Popen([sys.executable, "-m", "tests.store.child", *args], env=env, stdout=subprocess.PIPE)


def test_racing_processes_make_one_log(path: Path) -> None:
    racers, rows = 3, 100
    processes = [spawn("race", str(path), str(me), str(rows)) for me in range(racers)]
    assert [process.wait(PATIENCE * 2) for process in processes] == [0] * racers
    with closing(SqliteStore(path)) as store:
        written = [body.split() for body in bodies(store, "t")]
        assert store.verify() == []
    assert len(written) == racers * rows
    for me in range(racers):
        assert [int(n) for racer, n in written if int(racer) == me] == list(range(rows))


@pytest.mark.parametrize("moment", [0.02, 0.1, 0.3, 0.5])
def test_a_kill_loses_nothing_acknowledged_and_halves_nothing(path: Path, moment: float) -> None:
    process = spawn("flood", str(path))
    assert process.stdout
    first = process.stdout.readline()
    time.sleep(moment)
    process.kill()
    said = [line.split() for line in [first, *process.stdout.read().split(b"\n")[:-1]]]
    process.wait()
    process.stdout.close()
    assert said
    with closing(SqliteStore(path)) as store:
        assert store.verify() == []
        kept = {table: bodies(store, table) for table in store.tables()}
    for table, seq in said:
        assert len(kept[table.decode()]) >= int(seq) + child.ROWS - 1
    for rows in kept.values():
        assert len(rows) % child.ROWS == 0
        assert rows == [b"%d" % n * 40 for n in range(1, len(rows) + 1)]


# --- damage


def test_a_file_cut_anywhere_is_damaged(full: Path) -> None:
    whole = full.read_bytes()
    for length in [2, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097, len(whole) // 2, len(whole) - 4096, len(whole) - 1]:
        full.write_bytes(whole[:length])
        with pytest.raises(Damaged) as caught:
            SqliteStore(full)
        assert caught.value.path == str(full)
        assert "{" not in str(caught.value)
        assert full.read_bytes() == whole[:length]


@pytest.mark.parametrize("content", [b"hello", b"x" * 10_000, b"\x00" * 8192, b"SQLite format 3\x00" + b"\xff" * 8000])
def test_what_is_no_database_is_damaged_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(Damaged):
        SqliteStore(path)
    assert path.read_bytes() == content


def test_spoilt_pages_are_found(full: Path) -> None:
    whole = full.read_bytes()
    with closing(sqlite3.connect(full)) as db:
        pictures = [page for (page,) in db.execute("SELECT rootpage FROM sqlite_schema WHERE tbl_name <> 'log'")]
    for page in set(range(1, len(whole) // 4096)) - {page - 1 for page in pictures}:
        full.write_bytes(whole[: page * 4096] + b"\xff" * 4096 + whole[(page + 1) * 4096 :])
        with closing(SqliteStore(full)) as store:
            assert store.verify()
            with pytest.raises(Damaged):
                list(store.read("t"))


def test_a_spoilt_table_leaves_the_others_usable(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        for table in "abcdefgh":
            write(store, table, 1, *[b"x" * 500] * 60)
    whole = path.read_bytes()
    path.write_bytes(whole[:-4096] + b"\xff" * 4096)
    usable, failed = 0, 0
    with closing(SqliteStore(path)) as store:
        for one in [store.append(table, 61, [b"y"]) for table in "abcdefgh"]:
            error = one.exception(PATIENCE)
            assert error is None or isinstance(error, Damaged)
            usable, failed = usable + (error is None), failed + (error is not None)
    assert usable


def test_a_missing_row_is_damage(full: Path) -> None:
    sql(full, "DELETE FROM log WHERE table_id = 't' AND seq = 250")
    with closing(SqliteStore(full)) as store:
        reading = store.read("t", 240)
        with pytest.raises(Damaged, match="no row 250"):
            list(reading)
        assert [str(fault) for fault in store.verify()] == [f"{full}: table t has 299 rows, but its last is number 300"]
        assert len(bodies(store, "t", 251)) == 50
        assert len(bodies(store, "u")) == 3


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    sql(path, "CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(Damaged, match="another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_newer_log_is_refused_with_words(full: Path) -> None:
    sql(full, f"PRAGMA user_version = {sqlite_file.SCHEMA + 1}")
    with pytest.raises(Damaged, match="newer takusen") as caught:
        SqliteStore(full)
    assert words.ENGLISH[caught.value.mend] == "update takusen"


def test_a_log_from_before_pictures_gets_room_for_them(full: Path) -> None:
    sql(full, "DROP TABLE blob")
    sql(full, "DROP TABLE picture")
    sql(full, "PRAGMA user_version = 1")
    with closing(SqliteStore(full, reading=True)) as store:
        assert store.picture("t", "p1") is None
        assert store.verify() == []
    with closing(SqliteStore(full)) as store:
        store.append("new", 1, [b"a"], [Picture("p1", "image/webp", b"x", b"y")]).result(PATIENCE)
        assert store.picture("new", "p1") == Picture("p1", "image/webp", b"x", b"y")
        assert len(bodies(store, "t")) == 300


@pytest.mark.parametrize("spoil", ["UPDATE blob SET body = 'z' WHERE body = 'x'", "DELETE FROM blob WHERE body = 'y'"])
def test_a_spoilt_picture_is_found(path: Path, spoil: str) -> None:
    with closing(SqliteStore(path)) as store:
        store.append("t", 1, [b"a"], [Picture("p1", "image/webp", b"x", b"y")]).result(PATIENCE)
    sql(path, spoil.replace("'x'", "x'78'").replace("'y'", "x'79'").replace("'z'", "x'7a'"))
    with closing(SqliteStore(path)) as store:
        assert [str(fault) for fault in store.verify()] != []


def test_equal_pictures_are_kept_once(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        for n in range(20):
            store.append(f"t{n}", 1, [b"a"], [Picture("p", "image/webp", b"x" * 100_000, b"y")]).result(PATIENCE)
    assert path.stat().st_size < 400_000


@pytest.mark.parametrize("spoil", ["PRAGMA user_version = 0", "DROP TABLE log", "ALTER TABLE log ADD COLUMN x"])
def test_another_schema_is_refused(full: Path, spoil: str) -> None:
    sql(full, spoil)
    with pytest.raises(Damaged, match="no log of schema"):
        SqliteStore(full)


def test_an_empty_file_becomes_a_log(path: Path) -> None:
    path.touch()
    with closing(SqliteStore(path)) as store:
        write(store, "t", 1, b"a")


def test_an_emptied_file_beside_what_was_last_written_is_damaged(path: Path) -> None:
    path.touch()
    path.with_name("log.db-wal").write_bytes(b"x" * 5000)
    with pytest.raises(Damaged, match="empty"):
        SqliteStore(path)
    assert path.with_name("log.db-wal").stat().st_size == 5000


def test_a_place_that_cannot_hold_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        SqliteStore(tmp_path / "nowhere" / "log.db")
    with pytest.raises(StoreError, match="folder"):
        SqliteStore(tmp_path)


def test_every_message_is_there_in_both_languages() -> None:
    assert set(words.ENGLISH) >= {text for name, text in vars(words).items() if name.isupper() and name != "ENGLISH"}
    used = {
        one.value
        for file in (ROOT / "src/takusen/store").glob("*.py")
        for one in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and re.search("[ぁ-ん]", one.value)
    }
    assert used | {words.SAID} == set(words.ENGLISH)
    for text, english in words.ENGLISH.items():
        assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", english))


def test_reading_writes_nothing(full: Path, tmp_path: Path) -> None:
    before = full.read_bytes()
    with closing(SqliteStore(full, reading=True)) as store:
        assert store.tables() == ["t", "u"]
        assert isinstance(store.append("u", 4, [b"d"]).exception(PATIENCE), ReadOnly)
        assert os.listdir(full.parent) == ["log.db"]
    assert full.read_bytes() == before
    blank = tmp_path / "blank.db"
    sql(blank, "CREATE TABLE x (y)", "DROP TABLE x")
    before = blank.read_bytes()
    with pytest.raises(Damaged, match="another program"):
        SqliteStore(blank, reading=True)
    assert blank.read_bytes() == before


def test_reading_beside_a_writer_sees_what_it_wrote(path: Path) -> None:
    with closing(SqliteStore(path)) as writer, closing(SqliteStore(path, reading=True)) as reader:
        write(writer, "t", 1, b"a")
        assert bodies(reader, "t") == [b"a"]


@pytest.mark.parametrize("page", range(1, 16))
def test_tables_behind_damage_are_found_from_the_other_end(path: Path, page: int) -> None:
    with closing(SqliteStore(path)) as store:
        for table in "abc":
            write(store, table, 1, *[b"x" * 400] * 40)
    whole = path.read_bytes()
    path.write_bytes(whole[: page * 4096] + b"\xff" * 64 + whole[page * 4096 + 64 :])
    found: list[str] = []
    with closing(SqliteStore(path)) as store:
        assert store.verify()
        try:
            found.extend(store.every_table())
        except Damaged:
            pass
        else:
            assert found == ["a", "b", "c"]
    assert len(set(found)) == len(found)
    assert page == 1 or len(found) >= 2  # page 1 is the root: everything is behind it


# --- no room, no rights, no turn


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that everybody may read."""
    place = Path(tempfile.mkdtemp(prefix="takusen-"))
    place.chmod(0o755)
    yield place
    place.chmod(0o755)
    shutil.rmtree(place)


@contextmanager
def without_rights(place: Path) -> Iterator[None]:
    """Nothing in the folder can be changed by this process, even where the tests run as root."""
    root = os.geteuid() == 0
    for one in place.iterdir():
        one.chmod(0o444)
    place.chmod(0o555)
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        place.chmod(0o755)
        for one in place.iterdir():
            one.chmod(0o644)


def assert_only_readable(path: Path, rows: list[bytes]) -> None:
    with closing(SqliteStore(path)) as store:
        assert bodies(store, "t") == rows
        assert isinstance(store.append("t", len(rows) + 1, [b"x"]).exception(PATIENCE), ReadOnly)
        assert bodies(store, "t") == rows
        assert store.verify() == []


def test_without_rights_reads_go_on(open_place: Path) -> None:
    path = open_place / "log.db"
    with closing(SqliteStore(path)) as store:
        write(store, "t", 1, b"a", b"b")
    with without_rights(open_place):
        assert_only_readable(path, [b"a", b"b"])
    with closing(SqliteStore(path)) as store:
        write(store, "t", 3, b"c")


def test_without_rights_on_the_file_alone_reads_go_on(open_place: Path) -> None:
    path = open_place / "log.db"
    with closing(SqliteStore(path)) as store:
        write(store, "t", 1, b"a", b"b")
    with without_rights(open_place):
        if os.getuid() == 0:
            os.seteuid(0)
            open_place.chmod(0o777)
            os.seteuid(NOBODY)
        else:
            open_place.chmod(0o755)
        assert_only_readable(path, [b"a", b"b"])


def test_without_rights_what_another_process_writes_is_read(open_place: Path) -> None:
    path = open_place / "log.db"
    with closing(SqliteStore(path)) as writer:
        write(writer, "t", 1, b"a")
        with without_rights(open_place), closing(SqliteStore(path)) as store:
            assert bodies(store, "t") == [b"a"]
            write(writer, "t", 2, b"b")
            assert bodies(store, "t") == [b"a", b"b"]
            assert isinstance(store.append("t", 3, [b"x"]).exception(PATIENCE), ReadOnly)


def test_without_rights_nothing_that_was_left_behind_is_overlooked(open_place: Path) -> None:
    path, copy = open_place / "log.db", open_place / "copy.db"
    with closing(SqliteStore(path)) as store:
        write(store, "t", 1, b"a")
        shutil.copy(path, copy)
        shutil.copy(open_place / "log.db-wal", open_place / "copy.db-wal")
    with without_rights(open_place), pytest.raises(ReadOnly):
        SqliteStore(copy)
    with closing(SqliteStore(copy)) as store:
        assert bodies(store, "t") == [b"a"]


def test_without_rights_nothing_is_made(open_place: Path) -> None:
    with without_rights(open_place), pytest.raises(ReadOnly) as caught:
        SqliteStore(open_place / "log.db")
    assert caught.value.mend


def test_without_the_right_to_read_that_is_what_is_said(open_place: Path) -> None:
    path = open_place / "log.db"
    SqliteStore(path).close()
    with without_rights(open_place):
        for one, mode in ((path, 0), (open_place, 0o600)):
            if os.getuid() == 0:
                os.seteuid(0)
            one.chmod(mode)
            if os.getuid() == 0:
                os.seteuid(NOBODY)
            with pytest.raises(StoreError, match="no right to read") as caught:
                SqliteStore(path)
            assert caught.value.mend == words.READING


@pytest.mark.parametrize("room", [0, 4096, 5000, 12000])
def test_a_first_start_on_a_full_disk_leaves_nothing(path: Path, room: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(ReadOnly):
            SqliteStore(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert os.listdir(path.parent) == []
    SqliteStore(path).close()


def test_on_a_full_disk_reads_go_on_and_writes_come_back(path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with closing(SqliteStore(path)) as store:
        write(store, "t", 1, b"a")
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
        try:
            pending = [store.append("t", 2, [b"x" * 1_000_000]), store.append("t", 3, [b"y"])]
            assert isinstance(pending[0].exception(PATIENCE), ReadOnly)
            assert isinstance(pending[1].exception(PATIENCE), ReadOnly | Conflict)
            assert bodies(store, "t") == [b"a"]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        write(store, "t", 2, b"x" * 1_000_000, b"y")
        assert store.verify() == []


def test_a_file_locked_for_long_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.1)
    with closing(SqliteStore(path)) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        write(store, "t", 1, b"a")
        other.execute("BEGIN IMMEDIATE")
        error = store.append("t", 2, [b"b"]).exception(PATIENCE)
        assert isinstance(error, StoreError)
        assert "locked" in str(error)
        assert bodies(store, "t") == [b"a"]
        other.execute("ROLLBACK")
        write(store, "t", 2, b"b")


# --- against a model


class MemoryMachine(RuleBasedStateMachine):
    """Any sequence of calls gives what a dict of lists gives."""

    ids = Bundle("ids")

    def __init__(self) -> None:
        super().__init__()
        self.store = self.open()
        self.model: dict[str, list[bytes]] = {}

    def open(self) -> Store:
        return MemoryStore()

    def teardown(self) -> None:
        self.store.close()

    @initialize(target=ids)
    def begin(self) -> str:
        return "t"

    @rule(target=ids, table=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=3))
    def name(self, table: str) -> str:
        return table

    @rule(table=ids, rows=st.lists(st.binary(max_size=5), max_size=4))
    def append(self, table: str, rows: list[bytes]) -> None:
        log = self.model.setdefault(table, [])
        write(self.store, table, len(log) + 1, *rows)
        log.extend(rows)

    @rule(wanted=st.lists(st.tuples(ids, st.integers(-2, 2), st.lists(st.binary(max_size=2), max_size=2)), max_size=8))
    def append_many(self, wanted: list[tuple[str, int, list[bytes]]]) -> None:
        pending = []
        for table, off, rows in wanted:
            log = self.model.setdefault(table, [])
            pending.append((off, self.store.append(table, len(log) + 1 + off, rows)))
            log.extend(rows if off == 0 else [])
        for off, one in pending:
            assert isinstance(one.exception(PATIENCE), Conflict if off else type(None))

    @rule(table=ids, since=st.integers(-1, 12))
    def read(self, table: str, since: int) -> None:
        rows = list(enumerate(self.model.get(table, []), 1))
        assert list(self.store.read(table, since)) == rows[max(since, 1) - 1 :]

    @rule(after=st.one_of(st.just(""), ids), limit=st.integers(0, 5))
    def tables(self, after: str, limit: int) -> None:
        known = sorted(table for table, rows in self.model.items() if rows and table > after)
        assert self.store.tables(after, limit) == known[:limit]

    @invariant()
    def every_last_number_agrees(self) -> None:
        for table, rows in self.model.items():
            assert self.store.last(table) == len(rows)


class SqliteMachine(MemoryMachine):
    """The same, with restarts and a second writer of the same file."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.other: Store | None = None
        super().__init__()

    def open(self) -> Store:
        return SqliteStore(Path(self.folder.name) / "log.db")

    def teardown(self) -> None:
        assert isinstance(self.store, SqliteStore)
        assert self.store.verify() == []
        super().teardown()
        if self.other:
            self.other.close()
        self.folder.cleanup()

    @rule()
    def restart(self) -> None:
        self.store.close()
        self.store = self.open()

    @rule()
    @precondition(lambda self: self.other is None)
    def second_writer(self) -> None:
        self.other = self.open()

    @rule()
    @precondition(lambda self: self.other is not None)
    def take_turns(self) -> None:
        assert self.other
        self.store, self.other = self.other, self.store


TestMemoryModel = MemoryMachine.TestCase
TestMemoryModel.settings = settings(max_examples=100, deadline=None)
TestSqliteModel = SqliteMachine.TestCase
TestSqliteModel.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)

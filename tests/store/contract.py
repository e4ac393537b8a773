"""What every store must do: one class of tests, run over each of them with a `store` fixture."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier

import pytest

from takusen.store import Closed, Conflict, Picture, Store

PATIENCE = 30.0


def write(store: Store, table: str, seq: int, *rows: bytes) -> None:
    """Append and wait until it is durable."""
    store.append(table, seq, rows).result(PATIENCE)


def bodies(store: Store, table: str, since: int = 1) -> list[bytes]:
    """The rows without their numbers."""
    return [body for _, body in store.read(table, since)]


class StoreContract:
    """Inherit it, and give a fixture `store`."""

    def test_rows_get_the_numbers_that_follow(self, store: Store) -> None:
        write(store, "t", 1, b"a", b"b")
        write(store, "t", 3, b"c")
        assert list(store.read("t")) == [(1, b"a"), (2, b"b"), (3, b"c")]
        assert store.last("t") == 3

    def test_a_table_that_nobody_wrote_is_empty(self, store: Store) -> None:
        assert list(store.read("t")) == []
        assert store.last("t") == 0
        assert store.tables() == []

    @pytest.mark.parametrize("since", [-1, 0, 1])
    def test_reading_from_before_the_first_row_gives_all(self, store: Store, since: int) -> None:
        write(store, "t", 1, b"a", b"b")
        assert list(store.read("t", since)) == [(1, b"a"), (2, b"b")]

    @pytest.mark.parametrize("since", [4, 5, 2**63, 2**80])
    def test_reading_from_behind_the_last_row_gives_nothing(self, store: Store, since: int) -> None:
        write(store, "t", 1, b"a", b"b", b"c")
        assert list(store.read("t", since)) == []

    def test_reading_since_a_row_starts_with_it(self, store: Store) -> None:
        write(store, "t", 1, *(b"%d" % n for n in range(1, 1001)))
        assert list(store.read("t", 998)) == [(998, b"998"), (999, b"999"), (1000, b"1000")]
        assert bodies(store, "t") == [b"%d" % n for n in range(1, 1001)]

    @pytest.mark.parametrize("seq", [-1, 0, 1, 2, 4, 2**63, 2**80])
    def test_any_other_number_conflicts_and_writes_nothing(self, store: Store, seq: int) -> None:
        write(store, "t", 1, b"a", b"b")
        refused = store.append("t", seq, [b"x"]).exception(PATIENCE)
        assert isinstance(refused, Conflict)
        assert (refused.table, refused.seq) == ("t", seq)
        assert refused.args[0]
        assert refused.mend
        assert bodies(store, "t") == [b"a", b"b"]
        write(store, "t", 3, b"c")

    def test_the_first_row_is_number_one(self, store: Store) -> None:
        assert isinstance(store.append("t", 2, [b"x"]).exception(PATIENCE), Conflict)
        assert store.tables() == []

    def test_an_append_of_nothing_checks_the_number_only(self, store: Store) -> None:
        write(store, "t", 1)
        assert store.tables() == []
        assert isinstance(store.append("t", 2, []).exception(PATIENCE), Conflict)
        write(store, "t", 1, b"a")

    def test_a_conflict_spares_the_appends_around_it(self, store: Store) -> None:
        asked = [("t", 1), ("u", 1), ("t", 1), ("t", 2), ("u", 3), ("u", 2), ("t", 3)]
        pending = [store.append(table, seq, [b"%d" % n]) for n, (table, seq) in enumerate(asked)]
        refused = [n for n, one in enumerate(pending) if one.exception(PATIENCE)]
        assert refused == [2, 4]
        assert bodies(store, "t") == [b"0", b"3", b"6"]
        assert bodies(store, "u") == [b"1", b"5"]

    def test_appends_may_be_made_ahead(self, store: Store) -> None:
        pending = [store.append("t", seq, [b"%d" % seq]) for seq in range(1, 2001)]
        assert [one.exception(PATIENCE) for one in pending] == [None] * 2000
        assert bodies(store, "t") == [b"%d" % seq for seq in range(1, 2001)]

    def test_what_has_resolved_can_be_read(self, store: Store) -> None:
        for seq in range(1, 51):
            write(store, "t", seq, b"%d" % seq)
            assert list(store.read("t", seq)) == [(seq, b"%d" % seq)]

    def test_a_cancelled_append_writes_all_or_nothing(self, store: Store) -> None:
        pending = [store.append(f"t{n}", 1, [b"a", b"b"]) for n in range(200)]
        cancelled = [one.cancel() for one in pending]
        write(store, "last", 1, b"z")
        for n, gone in enumerate(cancelled):
            assert store.last(f"t{n}") == (0 if gone else 2)

    @pytest.mark.parametrize("body", [b"", b"\x00", b"\xff\xfe", "卓宣".encode(), b"x" * 3_000_000])
    def test_bytes_come_back_as_they_were(self, store: Store, body: bytes) -> None:
        write(store, "t", 1, body)
        assert bodies(store, "t") == [body]

    def test_a_picture_comes_with_its_rows(self, store: Store) -> None:
        picture = Picture("p1", "image/webp", b"whole", b"small")
        store.append("t", 1, [b"a"], [picture]).result(PATIENCE)
        assert store.picture("t", "p1") == picture
        assert store.picture("t", "p2") is None
        assert store.picture("u", "p1") is None
        assert bodies(store, "t") == [b"a"]

    def test_a_picture_of_refused_rows_is_not_kept(self, store: Store) -> None:
        write(store, "t", 1, b"a")
        refused = store.append("t", 1, [b"b"], [Picture("p1", "image/webp", b"x", b"y")])
        assert isinstance(refused.exception(PATIENCE), Conflict)
        assert store.picture("t", "p1") is None

    def test_pictures_of_equal_bytes_are_each_their_own(self, store: Store) -> None:
        same = [Picture(f"p{n}", "image/webp", b"x" * 2_000_000, b"small") for n in range(3)]
        store.append("t", 1, [b"a"], same[:2]).result(PATIENCE)
        store.append("u", 1, [b"a"], same[2:]).result(PATIENCE)
        assert [store.picture(table, one.id) for table, one in zip("ttu", same, strict=True)] == same
        assert store.picture("u", "p0") is None

    @pytest.mark.parametrize("table", ["a b", "卓", "'; --", "a%", "A", "\U0001f3b2", "x" * 500])
    def test_any_text_names_a_table(self, store: Store, table: str) -> None:
        write(store, table, 1, b"mine")
        write(store, table + "0", 1, b"other")
        assert bodies(store, table) == [b"mine"]
        assert store.tables() == sorted([table, table + "0"])

    def test_tables_are_paged_in_order(self, store: Store) -> None:
        names = sorted(f"t{n}" for n in range(250))
        for one in [store.append(name, 1, [b"a", b"b"]) for name in reversed(names)]:
            one.result(PATIENCE)
        assert store.tables() == names[:100]
        assert store.tables(limit=3) == names[:3]
        assert store.tables(after=names[99]) == names[100:200]
        assert store.tables(after=names[240], limit=100) == names[241:]
        assert store.tables(after="t1!", limit=1) == ["t10"]
        assert store.tables(after="u") == []
        assert store.tables(limit=0) == []

    def test_of_many_threads_exactly_one_gets_a_number(self, store: Store) -> None:
        threads, rounds = 8, 25
        won: list[tuple[int, int]] = []
        gate = Barrier(threads)

        def run(me: int) -> None:
            for seq in range(1, rounds + 1):
                gate.wait(PATIENCE)
                if store.append("t", seq, [b"%d" % me]).exception(PATIENCE) is None:
                    won.append((seq, me))

        _together(run, threads)
        assert [seq for seq, _ in sorted(won)] == list(range(1, rounds + 1))
        assert bodies(store, "t") == [b"%d" % me for _, me in sorted(won)]

    def test_reads_beside_writes_see_whole_appends_in_order(self, store: Store) -> None:
        done: list[Future[None]] = []

        def run(me: int) -> None:
            if me == 0:
                done.extend(store.append("t", seq, [b"a", b"b", b"c"]) for seq in range(1, 901, 3))
                return
            while (seen := len(bodies(store, "t"))) < 900:
                assert seen % 3 == 0 or seen > 199  # one page is one moment; a longer read is not

        _together(run, 3)
        assert not any(one.exception(PATIENCE) for one in done)

    def test_a_read_begun_early_goes_on(self, store: Store) -> None:
        write(store, "t", 1, *[b"a"] * 1000)
        reading = store.read("t")
        assert next(reading) == (1, b"a")
        write(store, "t", 1001, b"b")
        assert [seq for seq, _ in reading][:999] == list(range(2, 1001))

    def test_closing_finishes_what_was_appended(self, store: Store) -> None:
        pending = [store.append("t", seq, [b"a"]) for seq in range(1, 101)]
        store.close()
        assert all(one.done() and one.exception() is None for one in pending)

    def test_after_closing_nothing_is_done(self, store: Store) -> None:
        write(store, "t", 1, b"a")
        store.close()
        store.close()
        assert isinstance(store.append("t", 2, [b"b"]).exception(PATIENCE), Closed)
        with pytest.raises(Closed):
            store.read("t")
        with pytest.raises(Closed):
            store.last("t")
        with pytest.raises(Closed):
            store.tables()


def _together(run: Callable[[int], None], threads: int) -> None:
    """Run it in several threads, and pass on what went wrong in any."""
    with ThreadPoolExecutor(threads) as pool:
        for one in [pool.submit(run, me) for me in range(threads)]:
            one.result(PATIENCE)

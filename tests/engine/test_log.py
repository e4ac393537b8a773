"""`Table`, the codec, upcasters, and the golden logs."""

import json
import pickle
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.log import upcast
from takusen.log.audience import may_see
from takusen.log.codec import Unreadable, decode, digest_bytes, encode, plain, typed
from takusen.log.entries import AnyBody, Became, Edited, Entry, Said, TableOpened
from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.rulebook.book import RuleBook, installed
from takusen.table.fold import NoTable, folded
from takusen.table.story import line
from takusen_books.bayside23.strife import LifeLost
from tests.engine.golden import GOLDEN, Golden, digest, missing
from tests.engine.sessions import Session
from tests.engine.tables import Game

keys, values = st.text(max_size=3), st.integers()
maps = st.dictionaries(keys, values, max_size=5)
plainest = st.none() | st.booleans() | st.integers(-9, 9)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)


class TestTable:
    """An immutable mapping in order of insertion."""

    @given(maps, keys, values)
    def test_put_copies_and_keeps_order(self, items: dict[str, int], key: str, value: int) -> None:
        before = Table(items)
        after = before.put(key, value)
        assert dict(before) == items
        assert dict(after) == {**items, key: value}
        assert list(after) == list({**items, key: value})
        assert (after == before) == (items.get(key) == value and key in items)

    @given(maps)
    def test_equal_contents_hash_alike(self, items: dict[str, int]) -> None:
        table, turned = Table(items), Table(dict(reversed(items.items())))
        assert table == turned
        assert hash(table) == hash(turned)
        assert {table: 1}[turned] == 1
        assert table == items

    def test_it_cannot_be_changed(self) -> None:
        table = Table({"a": 1})
        for change in (
            lambda: table.update(b=2),
            lambda: table.pop("a"),
            lambda: table.setdefault("b", 2),
            lambda: table.__setitem__("b", 2),
            lambda: table.__delitem__("a"),
            table.clear,
            table.popitem,
        ):
            with pytest.raises(TypeError):
                change()
        assert table == {"a": 1}
        assert pickle.loads(pickle.dumps(table)) == table

    @given(maps, keys)
    def test_without(self, items: dict[str, int], key: str) -> None:
        assert dict(Table(items).without(key)) == {k: v for k, v in items.items() if k != key}

    @given(maps)
    def test_a_later_change_of_the_source_does_not_show(self, items: dict[str, int]) -> None:
        table = Table(items)
        known = dict(table)
        items["new"] = 1
        assert dict(table) == known

    @given(st.dictionaries(keys, maps, max_size=3))
    def test_it_survives_json(self, nested: dict[str, dict[str, int]]) -> None:
        table = Table({key: Table(inner) for key, inner in nested.items()})
        assert plain(table) == nested
        back = typed(plain(table), Table[str, Table[str, int]])
        assert back == table
        assert all(isinstance(inner, Table) for inner in back.values())


def bodies() -> st.SearchStrategy[Any]:
    """Any entry body, filled by the types of its fields."""
    return st.one_of([st.builds(kind, **{n: _of(h) for n, h in _hints(kind).items()}) for kind in get_args(AnyBody)])


def _hints(kind: type) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _of(hint: Any) -> st.SearchStrategy[Any]:
    simple: dict[Any, st.SearchStrategy[Any]] = {
        str: texts,
        int: st.integers(-(2**53), 2**53),
        bool: st.booleans(),
        Any: st.recursive(plainest | texts, lambda inner: st.lists(inner, max_size=2)),
    }
    if hint in simple:
        return simple[hint]
    arguments = get_args(hint)
    if str(hint).startswith("dict"):
        return st.dictionaries(texts, _of(arguments[1]), max_size=2)
    if arguments and arguments[-1] is ...:
        return st.lists(_of(arguments[0]), max_size=3).map(tuple)
    if str(hint).startswith("typing.Literal"):
        return st.sampled_from(arguments)
    return st.one_of([_of(one) for one in arguments])


entries = st.builds(
    Entry,
    seq=st.integers(1, 10**6),
    at=st.integers(0, 2**45),
    by=texts,
    body=bodies(),
    see=st.sampled_from(["all", "gm", ("p1",), ()]),
)


class TestCodec:
    """Entries survive the log, and what is no entry is told."""

    @given(entries)
    def test_round_trip(self, entry: Entry) -> None:
        row = encode(entry)
        assert encode(decode(row)) == row
        assert decode(row) == entry

    @given(st.binary(max_size=40) | st.recursive(plainest, st.lists).map(lambda value: json.dumps(value).encode()))
    def test_anything_else_is_unreadable(self, row: bytes) -> None:
        with pytest.raises(Unreadable):
            decode(row)

    @pytest.mark.parametrize(
        "body",
        ["{}", "[]", '{"type":"said"}', '{"type":"none_such"}', '{"type":[],"shape":{}}', '{"type":"said","text":3}'],
    )
    def test_an_entry_with_an_odd_body_is_unreadable(self, body: str) -> None:
        with pytest.raises(Unreadable):
            decode(f'{{"seq":1,"at":1,"by":"gm","body":{body}}}'.encode())

    def test_unknown_fields_of_a_later_release_are_passed_over(self) -> None:
        row = b'{"seq":1,"at":1,"by":"gm","body":{"type":"said","text":"x","mood":"glad"},"later":1}'
        assert decode(row).body == Said(text="x")

    @given(maps)
    def test_equal_values_have_equal_digests(self, items: dict[str, int]) -> None:
        assert digest_bytes(Table(items)) == digest_bytes(dict(reversed(items.items())))


class TestUpcast:
    """Entries of earlier releases get today's shape, step by step."""

    def test_steps_are_applied_oldest_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        steps = {
            ("talked", 0): lambda body: {**body, "shape": 1, "words": body["t"]},
            ("talked", 1): lambda body: {"type": "said", "text": body["words"]},
        }
        monkeypatch.setattr(upcast, "UPCASTERS", steps)
        row = b'{"seq":1,"at":1,"by":"gm","body":{"type":"talked","t":"hello"}}'
        assert decode(row).body == Said(text="hello")

    def test_the_old_is_brought_up_even_where_it_would_decode(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(upcast, "UPCASTERS", {("said", 0): lambda body: {**body, "name": body["speaker"]}})
        row = b'{"seq":1,"at":1,"by":"p1","body":{"type":"said","text":"x","speaker":"Rin"}}'
        assert decode(row).body == Said(text="x", name="Rin")

    def test_what_is_written_today_is_not_brought_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(upcast, "UPCASTERS", {("said", 0): lambda body: {**body, "text": "old"}})
        entry = Entry(1, 1, "p1", Said(text="new"))
        assert decode(encode(entry)) == entry


class TestBookUpcast:
    """Facts and edits of earlier releases of a book."""

    def entries(self, *bodies: Any) -> list[Entry]:
        game = Game("given.toml#duel")
        return [*game.entries, *(Entry(len(game.entries) + 1 + n, 0, "gm", body) for n, body in enumerate(bodies))]

    def test_facts_and_paths_get_todays_shape(self, monkeypatch: pytest.MonkeyPatch) -> None:
        book = Game("given.toml#duel").book
        monkeypatch.setattr(book, "_upcasters", {("life_lost", 0): lambda told: {**told, "left": told["rest"]}})
        monkeypatch.setattr(book, "_moved", {"people.": lambda path, value: (f"fighters.{path[7:]}", value + 1)})
        lost = Became(fact={"type": "life_lost", "target": "oni", "amount": 1, "rest": 3}, parts={"rest": "gm"})
        state = folded({book.id: book}, self.entries(lost, Edited(path="people.rin.life", to=1)))
        assert (state.world.fighters["oni"].life, state.world.fighters["rin"].life) == (3, 2)
        told = book.told(LifeLost(Id("oni"), 1, 2))
        assert book.today(told) == plain(LifeLost(Id("oni"), 1, 2))
        assert told["shape"] == 1

    def test_what_an_upcaster_makes_of_a_closed_field_stays_closed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        book = Game("given.toml#duel").book
        monkeypatch.setattr(book, "_upcasters", {("life_lost", 0): lambda told: {**told, "left": told["rest"]}})
        lost = Became(fact={"type": "life_lost", "target": "oni", "amount": 1, "rest": 3}, parts={"rest": "gm"})
        seen, whole = (line(book, Entry(9, 0, "gm", lost, "all"), seat) for seat in ("p1", "gm"))
        assert seen is not None
        assert whole is not None
        assert "left" not in dict(seen.params)
        assert dict(whole.params)["left"] == 3

    @pytest.mark.parametrize(
        "body", [Became(fact={"type": "life_lost", "target": "oni"}), Edited(path="fighters.oni.gone", to=1)]
    )
    def test_what_still_fails_names_the_entry_and_the_mend(self, body: Any) -> None:
        entries = self.entries(body)
        with pytest.raises(NoTable, match=rf"entry {entries[-1].seq} .* Put back the version"):
            folded(installed(), entries)


@pytest.mark.parametrize(
    ("seat", "audience", "sees"),
    [
        ("gm", "gm", True), ("gm", "all", True), ("p1", "all", True), ("p1", "gm", False), ("p1", ("p1",), True),
        ("gm", ("p1",), False), ("p2", ("p1",), False), ("p", ("p1",), False), ("gm", ("gm", "p1"), True),
    ],
)  # fmt: skip
def test_audience(seat: str, audience: Any, sees: bool) -> None:
    assert may_see(seat, audience) is sees


# golden logs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.jsonl")), ids=lambda file: file.stem)
def test_every_released_log_folds_to_what_it_was(file: Path) -> None:
    golden = msgspec.json.decode(file.with_suffix(".json").read_bytes(), type=Golden)
    read = [decode(row) for row in file.read_bytes().splitlines()]
    assert len(read) == golden.entries
    assert digest(folded(installed(), read)) == golden.digest


def test_golden_logs_hold_every_kind_of_entry() -> None:
    rows = (row for file in GOLDEN.glob("*.jsonl") for row in file.read_bytes().splitlines())
    assert missing(map(decode, rows)) == set()


@pytest.mark.parametrize("book", installed().values(), ids=lambda book: book.id)
def test_unknown_facts_are_kept_and_change_nothing(book: RuleBook) -> None:
    session = Session(book, Random(3)).play(20)
    told = {"type": "fact_of_tomorrow", "of": "rin"}
    strange = decode(encode(Entry(session.state.seq + 1, 0, "gm", typed({"type": "became", "fact": told}, AnyBody))))
    assert folded(installed(), [*session.entries, strange]).world == session.state.world
    assert isinstance(session.entries[0].body, TableOpened)

"""`takusen doctor`: every log of a data folder decodes, folds and replays, or what is wrong with it."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from takusen.cli.folder import LIBRARY, store_there
from takusen.cli.named import books
from takusen.cli.words import mend_of, of_store, why, words
from takusen.log.codec import Unreadable, decode
from takusen.log.entries import Closed, Entry, TableOpened
from takusen.rulebook.book import RuleBook
from takusen.server.keys import SECRET_LENGTH
from takusen.store.library_sqlite import SqliteLibrary
from takusen.store.protocol import Damaged, Store, StoreError
from takusen.table.floor import Stuck, open_prompts, replay_fault
from takusen.table.fold import fold, opened
from takusen.table.state import State

SECRET = "secret"
STEP = 1_000


class Finding(msgspec.Struct, frozen=True):
    """What is wrong in a table ("" for the folder's own files), at which entry, and what to do.

    A `harmless` one is worth knowing and no fault.
    """

    table: str
    seq: int
    what: str
    mend: str
    harmless: bool = False


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("doctor", help=words()("データのフォルダーを調べる"))
    made.add_argument("data", type=Path, metavar="DIR", help=words()("データのフォルダー"))
    made.add_argument("--json", action="store_true", help=words()("JSONで出す"))
    made.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Examine a data folder; 1 if anything is wrong."""
    results = list(_told(_results(given.data), given.json))
    failed = sum(any(not one.harmless for one in found) for _, found in results)
    if given.json:
        findings = [msgspec.to_builtins(one) for _, found in results for one in found]
        counts = {"passed": len(results) - failed, "failed": failed}
        print(json.dumps(counts | {"findings": findings}, ensure_ascii=False, indent=1))
    else:
        print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


Examined = Iterator[tuple[str, list[Finding]]]


def _told(results: Examined, quiet: bool) -> Examined:
    """Pass the results on and print each finding."""
    for table, found in results:
        for one in found if not quiet else ():
            place = f"{one.table}:{one.seq}: " if one.seq else one.table and f"{one.table}: "
            print(f"{'note' if one.harmless else 'FAILED'} {place}{one.what}\n  {one.mend}")
        yield table, found


def _results(folder: Path) -> Examined:
    """The folder's own files first, as table "", then every table, with what is wrong with it."""
    secret = [*_of_library(folder / LIBRARY), *_of_secret(folder / SECRET)]
    try:
        store = store_there(folder)
    except Damaged as damage:
        yield "", [_of_file(damage), *secret]
        return
    with closing(store):
        damages = store.verify()
        tables: list[str] = []
        try:
            tables.extend(store.every_table())
        except Damaged as damage:
            damages.append(damage)
        yield "", [*dict.fromkeys(map(_of_file, damages)), *secret]
        known = books()
        for table in tables:
            yield table, list(_survived(table, store, known))


def _of_file(damage: Damaged) -> Finding:
    return Finding("", 0, of_store(damage), mend_of(damage))


def _of_library(path: Path) -> Iterator[Finding]:
    """What is wrong with the cards, if there are any."""
    if not path.exists():
        return
    try:
        library = SqliteLibrary(path, reading=True)
    except StoreError as wrong:
        yield Finding("", 0, of_store(wrong), mend_of(wrong))
        return
    with closing(library):
        yield from map(_of_file, library.verify())


def _of_secret(path: Path) -> Iterator[Finding]:
    """What is wrong with the key that all links are made from."""
    try:
        size = len(path.read_bytes())
    except FileNotFoundError:
        what = words()("{file} がありません。次に始めるとき作られ、すべての卓のリンクが新しくなります。", file=path)
    except OSError as wrong:
        what = words()("{file} を読めません: {why}", file=path, why=why(wrong))
    else:
        if size == SECRET_LENGTH:
            return
        what = words()("{file} は{size}バイトです（正しくは{right}）。", file=path, size=size, right=SECRET_LENGTH)
    yield Finding("", 0, what, words()("控えがあれば戻してください。なければ、新しいリンクを配ることになります。"))


def _survived(table: str, store: Store, books: dict[str, RuleBook]) -> Iterator[Finding]:
    """What is wrong with a table; one that can't be examined to its end is a finding, whatever it raises."""
    backup = words()("フォルダーを丸ごと控えてから、前の控えに戻してください。ほかの卓はそのまま使えます。")
    try:
        yield from table_findings(table, store, books)
    except _NoBook as wrong:
        what = words()("ルールブック {name} が入っていません。", name=wrong)
        mend = words()(
            "足りないルールブックを入れてください。入っているのは {books} です。", books=", ".join(books) or "-"
        )
        yield Finding(table, 1, what, mend)
    except StoreError as wrong:
        yield Finding(table, 0, of_store(wrong), mend_of(wrong))
    except _At as at:
        yield Finding(table, at.seq, at.what, backup)
    except Exception as wrong:  # the other tables are still to be examined
        yield Finding(table, 0, f"{type(wrong).__name__}: {wrong}", backup)


class _At(Exception):
    """The log can't be read on from an entry."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(what)
        self.seq, self.what = seq, what


class _NoBook(Exception):
    """The rule book of this name isn't installed."""


def table_findings(table: str, store: Store, books: dict[str, RuleBook]) -> Iterator[Finding]:
    """Fold a table's log entry by entry and replay what closes. Raises StoreError, _At, _NoBook."""
    state: State | None = None
    for seq, row in store.read(table):
        _progress(table, seq)
        entry = _decoded(seq, row)
        if state and isinstance(entry.body, Closed):
            yield from _replayed(table, state, entry)
        state = _folded(state, entry, books)
    if state:
        yield from _prompt(table, state)


def _decoded(seq: int, row: bytes) -> Entry:
    try:
        entry = decode(row)
    except Unreadable as wrong:
        raise _At(seq, words()("読めない記録です: {why}", why=wrong)) from None
    if entry.seq != seq:
        raise _At(seq, words()("記録の番号が {seq} になっています。", seq=entry.seq))
    return entry


def _folded(state: State | None, entry: Entry, books: dict[str, RuleBook]) -> State:
    if state is None:
        if not isinstance(entry.body, TableOpened):
            raise _At(entry.seq, words()("最初の記録が卓の始まりではありません。"))
        if entry.body.book not in books:
            raise _NoBook(entry.body.book)
    try:
        return fold(state, entry) if state else opened(books, entry)
    except Exception as wrong:  # a damaged log may break the fold in any way
        raise _At(entry.seq, words()("盤面にできない記録です: {why}", why=f"{type(wrong).__name__}: {wrong}")) from None


def _replayed(table: str, state: State, entry: Entry) -> Iterator[Finding]:
    floor = state.beside or state.floor
    if floor is None:
        yield Finding(table, entry.seq, words()("始まりのない終わりです。"), _report(table))
        return
    wrong = replay_fault(state, floor)
    if not wrong:
        return
    what = words()("{act} をやりなおすと記録と食い違います: {why}", act=floor.opened.act, why=wrong)
    if floor.opened.pin != state.book.pin(state.reading):
        mend = words()("ルールブックが新しくなっています。結果は事実として残るので、何もしなくてかまいません。")
        yield Finding(table, floor.seq, what, mend, harmless=True)
    else:
        yield Finding(table, floor.seq, what, _report(table))


def _prompt(table: str, state: State) -> Iterator[Finding]:
    floor = state.floor
    if floor is None:
        return
    try:
        lost = not open_prompts(state)
        why = words()("問いが残っていません。")
    except Stuck as stuck:
        lost, why = True, str(stuck)
    except Exception as wrong:  # a broken rule may raise anything
        lost, why = True, f"{type(wrong).__name__}: {wrong}"
    if lost:
        what = words()("途中の {act} を続けられません: {why}", act=floor.opened.act, why=why)
        mend = words()("卓を開き、GMが「やりなおす」か「やめる」を選んでください。")
        yield Finding(table, floor.seq, what, mend)


def _report(table: str) -> str:
    return words()(
        "卓はそのまま続けられます。takusen export {table} --format json の出力を添えて知らせてください。", table=table
    )


def _progress(table: str, seq: int) -> None:
    if seq % STEP == 1 and sys.stderr.isatty():
        print(f"{table} {seq}", end="\r", file=sys.stderr)

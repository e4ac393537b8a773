"""`takusen export`: a table's log as one seat may read it."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from takusen.cli.folder import store_there
from takusen.cli.named import books
from takusen.cli.output import write
from takusen.cli.words import Wrong, of_store, words
from takusen.log.audience import GM, may_see
from takusen.log.codec import decode, encode, plain
from takusen.log.entries import TableOpened, Tossed
from takusen.server.room import Room
from takusen.store.protocol import Store, StoreError
from takusen.store.sqlite import SqliteStore
from takusen.web.build import table_model
from takusen.web.render import Renderer

NO_KEYS = b""
"""Exports carry no working link."""


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("export", help=words()("卓のログを書き出す"))
    made.add_argument("table", nargs="?", default="", metavar="TABLE")
    made.add_argument("--data", type=Path, required=True, metavar="DIR")
    made.add_argument("--list", action="store_true", help=words()("卓の一覧"))
    made.add_argument("--seat", default=GM, help=words()("どの席から見たログか"))
    made.add_argument("--format", choices=("txt", "html", "ccfolia", "json"), default="txt")
    made.add_argument("-o", "--output", type=Path, metavar="FILE", help=words()("書き出す先"))
    made.add_argument("--json", action="store_true", help=words()("一覧をJSONで"))
    made.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Write a table's log, or list the tables."""
    if bool(given.table) == given.list:
        raise Wrong("卓の番号か --list のどちらかを指定してください。")
    with closing(store_there(given.data)) as store:
        if given.list:
            _list(store, given.json)
        else:
            _write(exported(store, given.table, given.seat, given.format), given.output)
    return 0


class Listed(msgspec.Struct, frozen=True):
    """A table in the list; one that can't be read has neither title nor book, and in `wrong` why."""

    table: str
    entries: int
    opened: str = ""
    book: str = ""
    title: str = ""
    wrong: str = ""


def _list(store: SqliteStore, as_json: bool) -> None:
    for table in store.every_table():
        one = _listed(store, table)
        if as_json:
            print(json.dumps(msgspec.to_builtins(one), ensure_ascii=False))
        else:
            print("\t".join((one.table, one.opened, one.book, str(one.entries), one.title or one.wrong)))


def _listed(store: Store, table: str) -> Listed:
    count = 0
    try:
        count = store.last(table)
        entry = decode(next(store.read(table))[1])
        day = datetime.fromtimestamp(entry.at / 1000).astimezone().isoformat(sep=" ", timespec="minutes")
        if isinstance(entry.body, TableOpened):
            return Listed(table, count, day, entry.body.book, entry.body.title)
        reason = words()("最初の記録が卓の始まりではありません。")
    except StoreError as wrong:
        reason = of_store(wrong)
    except Exception as wrong:  # a damaged log may break this in any way
        reason = str(wrong)
    return Listed(table, count, wrong=words()("読めません: {why}", why=reason))


def exported(store: Store, table: str, seat: str, form: str) -> Iterator[str]:
    """The log in parts. As JSON, one object a line: the lines that a seat reads, or for the GM every entry but the
    secret rolls of others.

    Raises Wrong, StoreError.
    """
    room = room_of(store, table)
    if seat not in room.state.seats:
        raise Wrong("席 {seat} はありません。あるのは {seats} です。", seat=seat, seats=", ".join(room.state.seats))
    feed = room.feed(seat)
    lines = feed.lines(0, feed.count)
    if form == "json":
        entries = (entry for entry in room.entries if not isinstance(entry.body, Tossed) or may_see(GM, entry.see))
        rows = map(encode, entries) if seat == GM else (msgspec.json.encode(plain(one)) for one in lines)
        yield from (row.decode() + "\n" for row in rows)
        return
    renderer = Renderer(words().lang, room.state.book)
    model = table_model(room, seat, words().lang, {})
    yield renderer.exported("ccfolia.html" if form == "ccfolia" else form, model, lines)


def room_of(store: Store, table: str) -> Room:
    """A table as its log has it. Raises Wrong, StoreError."""
    rows = [row for _, row in store.read(table)]
    if not rows:
        raise Wrong("卓 {table} はありません。--list で一覧が出ます。", table=table)
    try:
        return Room(table, store, books(), NO_KEYS, rows)
    except Exception as wrong:  # a damaged log may break the fold in any way
        raise Wrong(
            "卓 {table} を読めません: {why}。takusen doctor で調べてください。", table=table, why=wrong
        ) from None


def _write(parts: Iterator[str], output: Path | None) -> None:
    if output is None:
        sys.stdout.writelines(parts)
        return
    write(output, "".join(parts).encode())

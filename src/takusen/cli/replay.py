"""`takusen replay`: what a log would have been under other house rules."""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from takusen.cli.folder import store_there
from takusen.cli.layers import layer_named
from takusen.cli.named import books, bytes_of
from takusen.cli.words import Wrong, words
from takusen.log.codec import Unreadable, decode, plain
from takusen.log.entries import Entry, TableOpened
from takusen.rulebook.book import RuleBook
from takusen.rulebook.stacking import Stack
from takusen.table.fold import NoTable, folded
from takusen.table.retold import Retold, retold
from takusen.web.render import renderer
from takusen.web.retelling import report

LONGEST = 256 * 1024 * 1024


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("replay", help=words()("記録を別のハウスルールでやり直してみる"))
    made.add_argument("log", metavar="LOG", help=words()("export --format json のファイルか、卓の番号"))
    made.add_argument("--data", type=Path, metavar="DIR", help=words()("卓のあるフォルダー"))
    layer = words()("ハウスルール（ID、ID@版、ファイル）。なければ記録のとおり、ルールブックの名前ならなし")
    made.add_argument("--with", dest="layers", action="append", default=[], metavar="LAYER", help=layer)
    made.add_argument("--json", action="store_true", help=words()("JSONで出す"))
    made.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Tell a log again and say what is another."""
    entries = _from_table(given.log, given.data) if given.data else _from_file(Path(given.log))
    book = _book_of(entries)
    try:
        stack = _stack(book, given.layers) if given.layers else folded(books(), entries).stack
        found = retold(books(), entries, stack, _progress)
    except NoTable as wrong:
        raise Wrong("{log} はやり直せません: {why}", log=given.log, why=wrong) from None
    print(json.dumps(_as_json(found), ensure_ascii=False) if given.json else _as_text(found, stack))
    return 0


def _from_file(path: Path) -> list[Entry]:
    """The entries of an exported log. Raises Wrong."""
    found: list[Entry] = []
    for number, row in enumerate(bytes_of(path, LONGEST).splitlines(), 1):
        if row.strip():
            try:
                found.append(decode(row))
            except Unreadable as wrong:
                raise Wrong(
                    "{file} の{line}行目は、卓の記録ではありません: {why}", file=path, line=number, why=wrong
                ) from None
    return found


def _from_table(table: str, data: Path) -> list[Entry]:
    """The entries of a table. Raises Wrong, StoreError."""
    with closing(store_there(data)) as store:
        try:
            return [decode(row) for _, row in store.read(table)]
        except Unreadable as wrong:
            raise Wrong("{log} はやり直せません: {why}", log=table, why=wrong) from None


def _book_of(entries: Sequence[Entry]) -> RuleBook:
    """The book of a log. Raises Wrong."""
    first = entries[0].body if entries else None
    if not isinstance(first, TableOpened):
        raise Wrong("この記録は卓の始まりから始まっていません。export --format json で書き出したものを使ってください。")
    found = books().get(first.book)
    if found is None:
        raise Wrong(
            "ルールブック {name} はありません。あるのは {books} です。", name=first.book, books=", ".join(books())
        )
    return found


def _stack(book: RuleBook, names: Sequence[str]) -> Stack:
    """The layers that are named; the book's own name is for none. Raises Wrong, BadFile."""
    return Stack(tuple(layer_named(book, one) for one in names if one != book.id))


def _as_text(found: Retold, stack: Stack) -> str:
    told = report(found, renderer(words().lang, found.state.book))
    laid = ", ".join(one.label for one in stack.layers) or words()("ハウスルールなし")
    lines = [f"{one.act}: {one.told}" for one in told.lines]
    values = [f"{path}: {before} → {after}" for path, before, after in told.values]
    ends = [words()("終わりの盤面の違い"), *values] if values else [words()("終わりの盤面は同じです。")]
    return "\n".join([laid, *told.counts, *(["", *lines] if lines else []), "", *ends])


def _as_json(found: Retold) -> dict[str, Any]:
    values = [{"path": one.path, "before": plain(one.before), "after": plain(one.after)} for one in found.values]
    return {"acts": msgspec.to_builtins(found.acts), "missing": found.missing, "values": values}


def _progress(done: int, of: int) -> bool:
    if sys.stderr.isatty() and (done % 500 == 0 or done == of):
        print(f"{done}/{of}", end="\r" if done < of else "\n", file=sys.stderr)
    return True

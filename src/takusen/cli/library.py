"""`takusen library`: the cards of a server are taken in, searched, and what a book makes of them is shown."""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from takusen.cli.folder import library_in, library_there
from takusen.cli.library_words import left, refused
from takusen.cli.named import book_named, books
from takusen.cli.words import Wrong, why, words
from takusen.interop.card_file import read_cards
from takusen.interop.refusal import NoCards
from takusen.rulebook.book import RuleBook
from takusen.rulebook.card import Card, CardFace, Recognised
from takusen.server.shelf import Taken, take_in
from takusen.store.library import Library

EVERY, RARELY = 0.2, 10.0
"""Seconds between two words on how far a file is read, to a terminal and to anything else."""

PAGE = 20


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("library", help=words()("カードの書庫"))
    inside = made.add_subparsers(dest="what", required=True, metavar="import|search|show|effects")
    taking = inside.add_parser("import", help=words()("カードのファイルを書庫に入れる"))
    taking.add_argument("files", nargs="+", metavar="FILE", help=words()("ファイル。- なら標準入力"))
    taking.set_defaults(run=run_import)
    searching = inside.add_parser("search", help=words()("カードを名前で探す"))
    searching.add_argument("words", nargs="+", metavar="WORDS", help=words()("日本語か英語の名前の一部"))
    searching.add_argument("--page", type=int, default=1, metavar="N", help=words()("何ページ目か"))
    searching.set_defaults(run=run_search)
    showing = inside.add_parser("show", help=words()("カードと、ルールブックの読み方を表示する"))
    showing.add_argument("name", metavar="NAME", help=words()("日本語か英語の名前"))
    showing.set_defaults(run=run_show)
    reading = inside.add_parser("effects", help=words()("ルールブックが読み取る効果を、面ごとに一行で出す"))
    reading.add_argument("file", nargs="?", metavar="FILE", help=words()("カードのファイル。なければ書庫のすべて"))
    reading.set_defaults(run=run_effects)
    for one in (showing, reading):
        one.add_argument("--book", default="", help=words()("どのルールブックで読むか"))
    for one in (searching, showing):
        one.add_argument("--json", action="store_true", help=words()("JSONで"))
    reading.add_argument("--jsonl", action="store_true", help=words()("一行にひとつのJSONで"))
    for one in (taking, searching, showing, reading):
        one.add_argument("--data", type=Path, default=Path("takusen-data"), help=words()("データのフォルダー"))


# import --------------------------------------------------------------------------------------------------------------


def run_import(given: argparse.Namespace) -> int:
    """Take files in, each whole or not at all."""
    failed = 0
    with closing(library_in(given.data)) as library:
        for name in given.files:
            try:
                print(_told(name, _taken(library, name), library.count()))
            except NoCards as wrong:
                failed += 1
                what, mend = refused(wrong)
                print(
                    words()("{file}: {what}。{mend}。何も入れていません。", file=name, what=what, mend=mend),
                    file=sys.stderr,
                )
    return 2 if failed else 0


def _taken(library: Library, name: str) -> Taken:
    with _opened(name) as (file, size), _Progress(name, size) as progress:
        return take_in(library, file, progress)


def _told(name: str, taken: Taken, total: int) -> str:
    added, changed, same = taken.counts
    lines = [
        words()(
            "{file}: 新しいカード {added}枚、変わったカード {changed}枚、そのままのカード {same}枚（書庫は {total}枚）",
            file=name,
            added=added,
            changed=changed,
            same=same,
            total=total,
        )
    ]
    if changed:
        lines.append(
            "  " + words()("変わったカードは、いまのファイルの文章になりました。前のファイルを入れ直すと戻ります。")
        )
    for reason, count in sorted(taken.left.items()):
        lines.append("  " + words()("入れなかったもの: {what} {count}件", what=left(reason), count=count))
    return "\n".join(lines)


@contextmanager
def _opened(name: str) -> Iterator[tuple[BinaryIO, int]]:
    """A file and its size, 0 where that isn't known. Raises Wrong."""
    if name == "-":
        yield sys.stdin.buffer, 0
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - what goes wrong later is no fault of opening it
    except (OSError, ValueError) as wrong:
        raise Wrong("{file} を読めません: {why}", file=name, why=why(wrong)) from None
    with file:
        yield file, os.fstat(file.fileno()).st_size


class _Progress:
    """Says on the error stream how much of a file is read; on a terminal in one line that goes away."""

    def __init__(self, name: str, size: int) -> None:
        self._name, self._size = name, size
        self._terminal = sys.stderr.isatty()
        self._due = time.monotonic() + (0 if self._terminal else RARELY)

    def __enter__(self) -> Callable[[int], None]:
        return self._read

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            sys.stderr.write("\r\x1b[K")

    def _read(self, read: int) -> None:
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + (EVERY if self._terminal else RARELY)
        told = words()(
            "{file}: {read} / {size} MB",
            file=self._name,
            read=_mega(read),
            size=_mega(self._size) if self._size else "?",
        )
        sys.stderr.write(f"\r\x1b[K{told}" if self._terminal else f"{told}\n")
        sys.stderr.flush()


def _mega(count: int) -> str:
    return f"{count / 1_000_000:.1f}"


# search and show -----------------------------------------------------------------------------------------------------


def run_search(given: argparse.Namespace) -> int:
    """List the cards of which a name holds the words."""
    if given.page < 1:
        raise Wrong("--page は1からです。")
    with closing(library_there(given.data)) as library:
        found = library.search(" ".join(given.words), (given.page - 1) * PAGE, PAGE)
    for card in found.cards:
        print(json.dumps(_plain(card), ensure_ascii=False) if given.json else _line(card))
    if not found.cards:
        print(words()("見つかりません。"), file=sys.stderr)
    elif found.more:
        print(words()("続きは --page {page} で。", page=given.page + 1), file=sys.stderr)
    return 0 if found.cards else 1


def _plain(card: Card) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(card)
    return plain


def _line(card: Card) -> str:
    types = " // ".join(face.type_line for face in card.faces)
    return "\t".join((card.name, card.name_ja, card.faces[0].mana_cost or "", types))


def run_show(given: argparse.Namespace) -> int:
    """Show a card, and what a book reads out of it."""
    book = _recogniser(given.book, wanted=bool(given.book))
    with closing(library_there(given.data)) as library:
        found = library.named(given.name) or library.search(given.name, 0, 1).cards
    if not found:
        raise Wrong("「{name}」というカードは書庫にありません。library search で探せます。", name=given.name)
    if given.json:
        read = [_effects(book, face) for face in found[0].faces] if book else []
        print(json.dumps(_plain(found[0]) | {"effects": read}, ensure_ascii=False))
    else:
        print("\n".join(_shown(found[0], book)))
    return 0


def _shown(card: Card, book: RuleBook | None) -> Iterator[str]:
    for face in card.faces:
        yield "  ".join(filter(None, (face.name, face.name_ja, face.mana_cost)))
        yield "  ".join(filter(None, (face.type_line, face.type_ja, _numbers(face))))
        yield from (f"  {line}" for text in (face.text, face.text_ja) for line in text.splitlines())
        if book is not None:
            yield from _read_out(book, face)


def _numbers(face: CardFace) -> str:
    return f"{face.power}/{face.toughness}" if face.power or face.toughness else face.loyalty or face.defense


def _read_out(book: RuleBook, face: CardFace) -> Iterator[str]:
    read = _recognised(book, face)
    yield words()("{book} の読み方:", book=book.id)
    labels = read.labels()
    yield from (f"  {_called(book, label)}" for label in labels)
    if not labels:
        yield "  " + _unread(face)
    if read.unsure:
        yield "  " + words()("確かではないので、GMにたずねます。")
    yield from ("  " + words()("迷い: {doubt}", doubt=doubt) for doubt in read.doubts)


def _unread(face: CardFace) -> str:
    """Why there is no effect: nothing is written, or what is written is left to people."""
    if face.text.strip():
        return words()("この文章から読み取れる効果はありません。書いてあることは、GMと相談して手で進めます。")
    return words()("効果の文章がありません。")


def _called(book: RuleBook, label: dict[str, Any]) -> str:
    """What is read out, by the book's word for it where it has one, and its details as `effects` prints them."""
    kind, lang = str(label.get("kind", "")), words().lang
    plain = json.dumps(label, ensure_ascii=False)
    return f"{book.texts.say(lang, 'effect', kind)}  {plain}" if book.texts.has(lang, "effect", kind) else plain


# effects -------------------------------------------------------------------------------------------------------------


def run_effects(given: argparse.Namespace) -> int:
    """Print what a book reads out of every face."""
    book = _recogniser(given.book, wanted=True)
    assert book is not None
    for card in _cards_of(given.file, given.data):
        for face in card.faces:
            found = _effects(book, face)
            print(json.dumps(found, ensure_ascii=False) if given.jsonl else _kinds(found))
    return 0


def _cards_of(file: str | None, folder: Path) -> Iterator[Card]:
    """The cards of a file, or of the library. Raises Wrong."""
    if file is None:
        with closing(library_there(folder)) as library:
            yield from library.cards()
        return
    try:
        with _opened(file) as (opened, _):
            yield from (read.card for read in read_cards(opened) if not isinstance(read, str))
    except NoCards as wrong:
        what, mend = refused(wrong)
        raise Wrong("{file}: {what}。{mend}。", file=file, what=what, mend=mend) from None


def _effects(book: RuleBook, face: CardFace) -> dict[str, Any]:
    read = _recognised(book, face)
    whole = face.full_name or face.name
    return {
        "name": whole,
        "face": face.name if face.name != whole else None,
        "labels": read.labels(),
        "unsure": read.unsure,
    }


def _kinds(found: dict[str, Any]) -> str:
    kinds = ", ".join(str(label.get("kind", "?")) for label in found["labels"])
    return "\t".join((found["name"], found["face"] or "", kinds, "?" if found["unsure"] else ""))


def _recognised(book: RuleBook, face: CardFace) -> Recognised:
    assert book.recognise is not None
    return book.recognise(face)


def _recogniser(name: str, wanted: bool) -> RuleBook | None:
    """The book that reads cards: the one named, or the only one that can. Raises Wrong where one is wanted in vain."""
    if name:
        book = book_named(name)
        if book.recognise is None:
            raise Wrong("ルールブック {name} はカードを読みません。", name=name)
        return book
    able = [book for book in books().values() if book.recognise is not None]
    if len(able) == 1:
        return able[0]
    if wanted and not able:
        raise Wrong("カードを読むルールブックが入っていません。")
    if wanted:
        raise Wrong(
            "どのルールブックで読むか、--book で指定してください: {books}", books=", ".join(one.id for one in able)
        )
    return None

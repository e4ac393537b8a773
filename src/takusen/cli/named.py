"""What people name on the command line: books, files, options, `name=value`."""

import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from takusen.cli.words import Wrong, why
from takusen.interop.scenario import decoded
from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.edits import BadEdit
from takusen.rulebook.packages import LayerPackage
from takusen.rulebook.toml import SIZE_LIMIT, BadFile

LONGEST_NUMBER = 18
LONGEST_FILE = 4 * SIZE_LIMIT


@cache
def books() -> dict[str, RuleBook]:
    """The installed books by name. Raises Wrong where one can't be loaded."""
    try:
        return installed()
    except Exception as wrong:  # a book that others wrote may raise anything
        raise Wrong("入っているルールブックを読み込めません: {why}", why=_said(wrong)) from wrong


def _said(wrong: BaseException) -> str:
    return f"{type(wrong).__name__}: {wrong}"


def book_named(name: str) -> RuleBook:
    """An installed book. Raises Wrong with the names there are."""
    found = books().get(name)
    if found is None:
        raise Wrong("ルールブック {name} はありません。あるのは {books} です。", name=name, books=", ".join(books()))
    return found


def packages() -> dict[str, tuple[RuleBook, LayerPackage]]:
    """The installed packages of layers that have folders of their own, with their books, by the folder's name."""
    found = ((book, one) for book in books().values() for one in book.packages if one.package != book.package)
    return {one.name: (book, one) for book, one in found}


def package_named(name: str) -> tuple[RuleBook, LayerPackage] | None:
    """A package of layers by its name, with its book's before it (`yoake5.majo`), or by the id of a layer; None where
    there is none."""
    for short, (book, package) in packages().items():
        if name in (short, f"{book.id}.{short}", *package.ids):
            return book, package
    return None


def bytes_of(path: Path, limit: int = LONGEST_FILE) -> bytes:
    """What a file holds, which may be a pipe. Raises Wrong."""
    try:
        with path.open("rb") as file:
            read = file.read(limit + 1)
    except (OSError, ValueError) as wrong:
        raise Wrong("{file} を読めません: {why}", file=path, why=why(wrong)) from None
    if len(read) > limit:
        raise Wrong("{file} は長すぎます。", file=path)
    return read


def text_of(path: Path) -> str:
    """The text of a file. Raises Wrong."""
    try:
        return decoded(str(path), bytes_of(path)).replace("\r\n", "\n")
    except BadFile:
        raise Wrong("{file} は文章のファイルではありません。UTF-8で保存してください。", file=path) from None


def number(text: str) -> int | None:
    """A text as a whole number; None if it is none of a sensible length."""
    text = unicodedata.normalize("NFKC", text)  # a Japanese keyboard gives ８ as readily as 8
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER else None


def pairs(given: Iterable[str]) -> dict[str, str]:
    """`name=value` arguments. Raises Wrong."""
    read: dict[str, str] = {}
    for pair in given:
        name, mark, value = (part.strip() for part in pair.partition("="))
        if not mark or not name:
            raise Wrong("「{pair}」は 名前=値 の形で書いてください。", pair=pair)
        if name in read:
            raise Wrong("{name} が二度書かれています。", name=name)
        read[name] = value
    return read


def options_from(book: RuleBook, given: Iterable[str]) -> dict[str, str | int]:
    """`option=choice` arguments. Raises Wrong naming the choices there are."""
    read: dict[str, str | int] = {}
    for name, text in pairs(given).items():
        as_number = number(text)
        read[name] = text if as_number is None else as_number
        try:
            book.reading({name: read[name]})
        except BadEdit:
            option = book.texts.options.get(name)
            known = ", ".join(str(one.value) for one in option.choices) if option else ", ".join(book.texts.options)
            text = f"{name}={text}"
            raise Wrong("{text} はありません。選べるのは {known} です。", text=text, known=known) from None
    return read

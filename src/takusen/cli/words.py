"""Words of the command line, in the language of the terminal."""

import locale
import os
from collections.abc import Iterable
from functools import cache
from typing import Any

from takusen.rulebook.book import BadEdit, RuleBook, installed
from takusen.web.words import Words


class Wrong(Exception):
    """A command that can't be carried out; the text says what to do."""


@cache
def words() -> Words:
    """The catalog for the terminal's language: Japanese where it says so, else English."""
    told = os.environ.get("TAKUSEN_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    told = told or (locale.getlocale()[0] or "")
    return Words("ja" if told.lower().startswith("ja") else "en")


def book_named(name: str) -> RuleBook:
    """An installed book. Raises Wrong with the names there are."""
    books = installed()
    if name not in books:
        raise Wrong(words()("ルールブック {name} はありません。あるのは {books} です。", name=name, books=", ".join(sorted(books))))
    return books[name]


def pairs(given: Iterable[str]) -> dict[str, Any]:
    """`name=value` arguments. Raises Wrong."""
    read: dict[str, Any] = {}
    for pair in given:
        name, mark, value = pair.partition("=")
        if not mark or not name:
            raise Wrong(words()("「{pair}」は 名前=値 の形で書いてください。", pair=pair))
        read[name.strip()] = value.strip()
    return read


def options_from(book: RuleBook, given: Iterable[str]) -> dict[str, str | int]:
    """`option=choice` arguments. Raises Wrong naming the choices there are."""
    read: dict[str, str | int] = {}
    for name, text in pairs(given).items():
        value: str | int = int(text) if text.lstrip("-").isdecimal() else text
        try:
            book.reading({name: value})
        except BadEdit:
            option = book.texts.options.get(name)
            known = [str(one.value) for one in option.choices] if option else list(book.texts.options)
            raise Wrong(words()("{name}={value} はありません。選べるのは {known} です。", name=name, value=text, known=", ".join(known))) from None
        read[name] = value
    return read

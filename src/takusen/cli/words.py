"""Words of the command line, in the language of the terminal."""

import errno
import locale
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from babel.messages.pofile import read_po

from takusen.store.protocol import StoreError
from takusen.store.words import ENGLISH
from takusen.web.words import Words

ERRORS = {
    errno.EACCES: "権利がありません。ファイルとフォルダーの権利を確かめてください。",
    errno.EPERM: "権利がありません。ファイルとフォルダーの権利を確かめてください。",
    errno.EISDIR: "フォルダーです。ファイルを指定してください。",
    errno.ENOTDIR: "途中にフォルダーでないものがあります。場所を確かめてください。",
    errno.ENOENT: "見つかりません。名前と場所を確かめてください。",
    errno.EEXIST: "もうあります。ほかの名前にしてください。",
    errno.ENAMETOOLONG: "名前が長すぎます。短くしてください。",
    errno.ENOSPC: "ディスクがいっぱいです。空けてからもう一度どうぞ。",
    errno.EDQUOT: "ディスクがいっぱいです。空けてからもう一度どうぞ。",
    errno.EFBIG: "ディスクがいっぱいです。空けてからもう一度どうぞ。",
    errno.EROFS: "書きこめないディスクです。ほかの場所を指定してください。",
}
"""What the system says against a file, and what helps."""


class Wrong(Exception):
    """A command that can't be carried out; the text, a msgid with what goes into it, says what to do."""

    def __init__(self, text: str, /, **params: Any) -> None:
        super().__init__(words()(text, **params))


class Said(Words):
    """The web layer's catalog with the command line's own beside it."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self._texts = {**self._texts, **catalog(lang), **(ENGLISH if lang == "en" else {})}


def catalog(lang: str) -> Mapping[str, str]:
    """The command line's own words, Japanese msgid -> text; empty for Japanese itself."""
    if lang == "ja":
        return {}
    with files("takusen.cli").joinpath(f"locale/{lang}/LC_MESSAGES/cli.po").open("rb") as file:
        return {str(one.id): str(one.string) for one in read_po(file, locale=lang) if one.id and one.string}


@cache
def words() -> Words:
    """The catalog for the terminal's language: Japanese where it says so, else English."""
    told = (os.environ.get(name) for name in ("TAKUSEN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    lang = next(filter(None, told), "") or locale.getlocale()[0] or ""
    return Said("ja" if lang.lower().startswith("ja") else "en")


def why(wrong: OSError | ValueError) -> str:
    """What is wrong with a file, and what to do."""
    if not isinstance(wrong, OSError):
        return words()("名前に使えない字があります。")
    told = ERRORS.get(wrong.errno or 0)
    return words()(told) if told else wrong.strerror or str(wrong)


def of_store(wrong: StoreError) -> str:
    """What a store could not do."""
    return words()(wrong.text, **wrong.params)


def mend_of(wrong: StoreError) -> str:
    """What helps against it."""
    return words()(wrong.mend, **wrong.params)

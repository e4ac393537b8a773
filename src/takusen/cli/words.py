"""Words of the command line, in the language of the terminal."""

import locale
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from babel.messages.pofile import read_po

from takusen.web.words import Words


class Wrong(Exception):
    """A command that can't be carried out; the text, a msgid with what goes into it, says what to do."""

    def __init__(self, text: str, /, **params: Any) -> None:
        super().__init__(words()(text, **params))


class Said(Words):
    """The web layer's catalog with the command line's own beside it."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self._texts = {**self._texts, **catalog(lang)}


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

"""Texts that a page shows: as they are, or words of the book by key."""

from typing import Any

import msgspec


class Word(msgspec.Struct, frozen=True):
    """A text of the book's `lang` files by key, such as `panel.friends`, with what goes into it: words again, names of
    things such as `item` or `skill`, which the book may word, and whatever is shown as it is.
    """

    key: str
    params: tuple[tuple[str, Any], ...] = ()


class Listed(msgspec.Struct, frozen=True):
    """Texts in a row, between them the reader's comma."""

    parts: tuple["str | Word", ...]


Shown = str | Word | Listed

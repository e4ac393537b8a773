"""What is read out of a clause, and the sentences that clauses are read from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from takusen_books.mtg_trpg.recognise.noun import Noun
from takusen_books.mtg_trpg.recognise.tokens import Words, words

LONGEST: Final = 220
"""Words of one sentence; what is longer is no card's text and is read in pieces."""
_SENTENCE: Final = re.compile(r"[.;!?](?:\s+|$)|\n")


class Item(msgspec.Struct, frozen=True):
    """A noun phrase of a clause with the preposition before it (none: the plain object)."""

    role: str
    noun: Noun


class Clause(msgspec.Struct):
    """One verb with its subject, objects and circumstances. A condition is a clause without a verb.

    `also` is a second subject; `carried` tells that the subject is the one of the clause before. `when` is the word
    that opened the condition it stands under, `each` that it is done once for each of something, `per` that an amount
    counts something, `price` that it is a cost instead of another.
    """

    verb: str
    subject: Noun | None = None
    also: Noun | None = None
    carried: bool = False
    items: list[Item] = msgspec.field(default_factory=list)
    modal: str = ""
    negative: bool = False
    optional: bool = False
    until: tuple[str, ...] = ()
    while_: tuple[str, ...] = ()
    instead: bool = False
    divided: bool = False
    price: bool = False
    delayed: str = ""
    when: str = ""
    condition: tuple[str, ...] = ()
    per: bool = False
    each: bool = False
    words: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


def sentences(text: str) -> Iterator[Words]:
    """The sentences of a text as words; a monstrous one comes in pieces."""
    for part in _SENTENCE.split(text):
        row = words(part)
        for start in range(0, len(row.low), LONGEST):
            yield row.cut(start, start + LONGEST)

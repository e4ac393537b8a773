"""What is read out of a noun phrase."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from takusen_books.mtg_trpg.recognise.labels import Controller, Number
from takusen_books.mtg_trpg.recognise.vocabulary import NUMBERS

SELF: Final = "~"
Count = tuple[Number, Number]
"""How many at least and at most."""


class Noun(msgspec.Struct):
    """One noun phrase. `det` says how it picks what it means; `head` is its main word in the singular.

    `way` marks what points back by what happened (`chosen this way`); `inner` are the phrases within this one, and
    `adjectives` also hold the words that open its clauses.
    """

    det: str
    head: str = ""
    kinds: tuple[str, ...] = ()
    count: Count | None = None
    controller: Controller = "any"
    excl: tuple[str, ...] = ()
    restricted: bool = False
    plural: bool = False
    owner: Noun | None = None
    card: bool = False
    token: bool = False
    zones: tuple[str, ...] = ()
    zone_owner: Noun | None = None
    way: bool = False
    other: bool = False
    counter: str = ""
    inner: tuple[Noun, ...] = ()
    words: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()

    @property
    def player(self) -> bool:
        """Whether it means players and nobody else."""
        return self.det == "you" or self.kinds == ("player",)

    @property
    def buried(self) -> bool:
        """Whether it means cards that were put into a graveyard: `creature cards put into a graveyard this way`."""
        return self.card and "exiled" not in self.adjectives and any(one.head == "graveyard" for one in self.inner)


class Unit(msgspec.Struct):
    """One part of `artifact or nonblack creature`: its type and what narrows it."""

    kind: str
    head: str
    excl: tuple[str, ...] = ()
    restricted: bool = False
    plural: bool = False
    card: bool = False
    token: bool = False
    words: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()

    @property
    def other(self) -> bool:
        """Whether it shuts out something: `each other creature`."""
        return "other" in self.adjectives or "another" in self.adjectives

    @property
    def counter(self) -> str:
        """Which counter it is, if it is one that changes power and toughness."""
        if self.head != "counter":
            return ""
        return next((word for word in self.adjectives if "/" in word), "")


class Determiner(NamedTuple):
    """What stands before the adjectives: which, how many, whether another; and where the rest begins."""

    det: str
    many: Count | None
    other: bool
    after: int


ALL: Final = Noun("all", plural=True)
"""Many of something: what a verb in the plural goes with."""
YOU: Final = Noun("you", "player", kinds=("player",))


def number(word: str) -> Number | None:
    """A number as a card writes it."""
    if word in NUMBERS:
        return NUMBERS[word]
    if word.isdecimal() and len(word) < 5:
        return int(word)
    return "X" if word in {"x", "y", "z"} else None

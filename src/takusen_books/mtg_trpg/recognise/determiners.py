"""Reading a row of words, and how many of something it speaks of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container

from takusen_books.mtg_trpg.recognise.noun import Count, Determiner, Noun, Unit, number
from takusen_books.mtg_trpg.recognise.tokens import Words
from takusen_books.mtg_trpg.recognise.vocabulary import ORDINALS, TYPE_WORDS

_LOOSE = frozenset({"bare", "the", "whose", "each"})
"""What a number may stand after."""


class RowReader(ABC):
    """A row of words, and what its readers know of each other."""

    def __init__(self, words: Words) -> None:
        self.raw, self.low = words
        self.size = len(self.low)

    def word(self, at: int) -> str:
        """The word there in small letters; a full stop after the end."""
        return self.low[at] if at < self.size else "."

    def over(self, at: int, words: Container[str]) -> int:
        """The place after all words from there on that are among some."""
        while at < self.size and self.low[at] in words:
            at += 1
        return at

    @abstractmethod
    def noun(self, at: int, subject: bool = False) -> tuple[Noun, int] | None:
        """The noun phrase that begins there and the place after it."""

    @abstractmethod
    def unit(self, at: int) -> tuple[Unit, int] | None:
        """The adjectives and types that begin there and the place after them."""

    @abstractmethod
    def finite(self, at: int, subject: Noun | None) -> bool:
        """Whether a verb with a subject before it stands there."""

    @abstractmethod
    def starts_clause(self, at: int) -> bool:
        """Whether something with a verb of its own begins there."""


class DeterminerReader(RowReader):
    """Reads quantities and the other words before the adjectives."""

    def quantity(self, at: int) -> tuple[Count, int] | None:
        """How many: `up to two`, `any number of`, `one or two`, `X`, `a`, `that many`."""
        word, following = self.word(at), self.word(at + 1)
        if word == "up" and following == "to":
            return self._up_to(at + 2)
        if word == "any" and following == "number":
            return (0, "X"), at + 3 if self.word(at + 2) == "of" else at + 2
        if word in {"that", "as"} and following in {"many", "much"}:
            return ("X", "X"), at + 2
        if word in {"twice", "half"}:
            return self._part(at)
        return self._range(at)

    def _up_to(self, at: int) -> tuple[Count, int] | None:
        if self.word(at) in {"twice", "that"}:
            return (0, "X"), at + 2
        upper = number(self.word(at))
        return None if upper is None else ((0, upper), at + 1)

    def _part(self, at: int) -> tuple[Count, int] | None:
        """`twice X`, `half that many`, `half the creatures`: a number that varies."""
        if self.word(at) == "half" and self.word(at + 1) == "the" and self.word(at + 2) in TYPE_WORDS:
            return ("X", "X"), at + 2
        if number(self.word(at + 1)) is None and self.word(at + 1) not in {"the", "that", "its"}:
            return ("X", "X"), at + 1
        rest = self.quantity(at + 1)
        return None if rest is None else (("X", "X"), rest[1])

    def _range(self, at: int) -> tuple[Count, int] | None:
        first = number(self.word(at))
        if first is None:
            return None
        if self.word(at + 1) == "or" and self.word(at + 2) in {"more", "fewer", "less"}:
            return (first, "X"), at + 3
        if self.word(at + 1) in {"plus", "minus", "times"}:
            rest = self.quantity(at + 2)
            if rest is not None:
                return ("X", "X"), rest[1]
        last, after = first, at + 1
        while True:
            step = self.over(after, {"or", ","})
            upper = number(self.word(step)) if step > after else None
            if upper is None or self.word(step) in {"a", "an"}:
                return (first, last), after
            last, after = upper, step + 1

    def determiner(self, at: int) -> Determiner:
        """Everything before the adjectives."""
        known = Determiner("bare", None, False, at)
        while True:
            after = self._counted(known) or self._further(known)
            if after is None:
                return known
            known = after

    def _counted(self, known: Determiner) -> Determiner | None:
        at = known.after
        if known.many is not None or known.det not in _LOOSE:
            return None
        found = self.quantity(at)
        if found is None or (self.word(at) in {"x", "y"} and known.det != "bare" and self.word(at + 1) == "is"):
            return None
        return Determiner("count" if known.det == "bare" else known.det, found[0], known.other, found[1])

    def _further(self, known: Determiner) -> Determiner | None:
        det, count, other, at = known
        word = self.word(at)
        if word in {"target", "targets"} and det != "target" and self._follows_target(at + 1):
            return Determiner("target", count, other, at + 1)
        if word in {"another", "other"}:
            single = word == "another" and det == "bare"
            return Determiner("count" if single else det, (1, 1) if single else count, True, at + 1)
        if word in {"each", "all", "every", "both", "any", "no"} and det == "bare" and count is None:
            return Determiner({"both": "those", "every": "each"}.get(word, word), count, other, at + 1)
        if word in {"the", "that", "those", "this", "these"} and det in {"bare", "all", "each"} and count is None:
            kept = det if word == "the" and det != "bare" else {"these": "those"}.get(word, word)
            return Determiner(kept, count, other, at + 1)
        if word in ORDINALS and self.word(at + 1) == "target":
            return Determiner(det, count, other, at + 1)
        if det == "the" and word in {"top", "bottom"} and number(self.word(at + 1)) is not None:
            return Determiner(det, count, other, at + 1)
        return None

    def _follows_target(self, at: int) -> bool:
        word = self.word(at)
        if word in {"other", "another"}:
            return self.word(at + 1) != "than"
        return self.unit(at) is not None or number(word) is not None

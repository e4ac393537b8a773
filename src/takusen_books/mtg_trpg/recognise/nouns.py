"""Noun phrases, read where they stand."""

from __future__ import annotations

from typing import Final

import msgspec

from takusen_books.mtg_trpg.recognise.modifiers import ModifierReader
from takusen_books.mtg_trpg.recognise.noun import SELF, YOU, Determiner, Noun
from takusen_books.mtg_trpg.recognise.tokens import Words
from takusen_books.mtg_trpg.recognise.units import joined
from takusen_books.mtg_trpg.recognise.vocabulary import (
    ADVERBS,
    BASE,
    BE_FORMS,
    HEADS,
    JOINERS,
    MODALS,
    NOT_IMPERATIVE,
    PLURAL_FORMS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    STOPS,
    THIRD,
    TYPE_WORDS,
)

DEEPEST: Final = 24
"""So many phrases may stand within each other."""
_LINKING: Final = frozenset({"then", "also", "instead", "otherwise", "perpetually"})
_RATHER_NOUNS: Final = frozenset({"counters", "lands", "copies", "names"})
_NOT_AFTER_VERBS: Final = frozenset({"'s", ".", "step", "counter", "counters", "spell", "abilities"})
"""What never follows an instruction's verb, so that the word before is a noun."""
_ALONE: Final = frozenset(
    {"investigate", "proliferate", "explore", "shuffle", "draw", "connive", "populate", "transform"}
)
"""Instructions that need no object."""
_ENDS: Final = PREPOSITIONS | STOPS | JOINERS | BE_FORMS | MODALS | {"'s"}


class NounReader(ModifierReader):
    """Reads noun phrases out of a row of words; what it has once read at a place it knows."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._known: dict[tuple[int, bool], tuple[Noun, int] | None] = {}
        self._clauses: dict[int, bool] = {}
        self._depth = 0

    def noun(self, at: int, subject: bool = False) -> tuple[Noun, int] | None:
        """The noun phrase that begins there and the place after it; a subject may be joined by `and`."""
        key = (at, subject)
        if key not in self._known:
            if self._depth > DEEPEST or at >= self.size:
                return None
            self._depth += 1
            self._known[key] = self._read(at, subject)
            self._depth -= 1
        return self._known[key]

    def _read(self, at: int, subject: bool) -> tuple[Noun, int] | None:
        found = self._pronoun(at) or self._of_group(at) or self._phrase(at, subject)
        if found is None:
            return None
        noun, after = self._possessed(*found)
        return noun, self.narrowed(noun, after, subject)

    def _pronoun(self, at: int) -> tuple[Noun, int] | None:
        word = self.word(at)
        if word == SELF:
            return Noun("self", "self", count=(1, 1)), at + 1
        if word in {"you", "yourself"}:
            return msgspec.structs.replace(YOU), at + 1
        if word in PRONOUNS and not (word == "her" and self._headed(at + 1)):
            plural = word in {"them", "they", "themselves"}
            return Noun("they" if plural else "it", word, plural=plural, count=(1, 1)), at + 1
        if word in POSSESSIVES:
            owner = POSSESSIVES[word]
            holder = msgspec.structs.replace(YOU) if owner == "you" else Noun(owner, owner, plural=owner == "they")
            return self._owned(holder, at + 1)
        return None

    def _headed(self, at: int) -> bool:
        return self.word(at) in HEADS or self.word(at) in TYPE_WORDS

    def _owned(self, owner: Noun, at: int) -> tuple[Noun, int] | None:
        """What belongs to somebody: `its controller`, `your graveyard`, `that player's hand`."""
        found = self._phrase(at, False)
        if found is None:
            return None
        noun, after = found
        noun.owner = owner
        noun.det = "whose" if noun.det == "bare" else noun.det
        return noun, after

    def _possessed(self, noun: Noun, after: int) -> tuple[Noun, int]:
        while self.word(after) == "'s":
            found = self._owned(noun, after + 1)
            if found is None:
                return noun, after + 1
            noun, after = found
        return noun, after

    def _of_group(self, at: int) -> tuple[Noun, int] | None:
        """`each of up to two target creatures`, `one of them`, `any number of those creatures`."""
        whole = self.word(at) in {"each", "all", "both", "half"} and self.word(at + 1) == "of"
        opened = (None, at + 1) if whole else self.quantity(at)
        if opened is None or self.word(opened[1]) != "of":
            return None
        inner = self.noun(opened[1] + 1)
        if inner is None:
            return None
        noun = msgspec.structs.replace(inner[0])
        if opened[0] is not None and noun.det in {"that", "those", "they", "the", "it"}:
            noun.count, noun.way = opened[0], True
        return noun, inner[1]

    def _phrase(self, at: int, subject: bool) -> tuple[Noun, int] | None:
        known = self.determiner(at)
        det, count, other, after = known
        word = self.word(after)
        if word in {"target", "targets"} and det not in {"the", "that", "those"}:
            whoever = Noun("target", "target", ("any",), count or (1, 1), other=other, plural=word == "targets")
            return whoever, after + 1
        if self.word(after - 1) == "less" and count is not None:
            return Noun(det, count=count), after
        attached = self._attached(after, det)
        unit = self.unit(after) or (self.odd_unit(after) if det != "bare" else None)
        if unit is None:
            return self._headless(known, at)
        units, after = self.units(unit, subject)
        noun = joined("attached" if attached else det, count, other, units)
        noun.restricted = noun.restricted and not attached
        return noun, after

    def _attached(self, at: int, det: str) -> bool:
        named = self.word(at) in {"enchanted", "equipped", "fortified"}
        return det == "bare" and named and self.word(at + 1) not in PLURAL_FORMS

    def _headless(self, known: Determiner, at: int) -> tuple[Noun, int] | None:
        """`that`, `those`, `two of ...`, or a word nobody knows after a determiner."""
        det, count, other, after = known
        if after == at:
            return None
        word = self.word(after)
        if after - 1 > at and self.adjective(after - 1):
            last = self.word(after - 1)
            return Noun(det, "" if det == "the" and last == "other" else last, count=count, other=other), after
        if word in _ENDS:
            plural = det in {"those", "all"}
            return None if det == "bare" and not other else (Noun(det, count=count, other=other, plural=plural), after)
        if (det == "count" and word in THIRD) or (det in {"that", "this"} and (word in THIRD or word in BASE)):
            return None
        if det == "count" and word in {"a", "an", "you", "your", "that", "target", "they", SELF}:
            return Noun(det, count=count), after
        return self._unknown(known)

    def _unknown(self, known: Determiner) -> tuple[Noun, int]:
        det, count, other, at = known
        while self.adjective(at):
            at += 1
        if self.word(at) in STOPS or self.word(at) in PREPOSITIONS:
            return Noun(det, count=count, other=other), at
        return Noun(det, self.word(at), count=count, other=other), min(at + 1, self.size)

    # -- verbs, as far as nouns must know them

    def finite(self, at: int, subject: Noun | None) -> bool:
        """Whether a verb with a subject before it stands there."""
        word = self.word(self.over(at, ADVERBS))
        if word in MODALS or word in BE_FORMS or word in {"have", "had"}:
            return True
        if word in THIRD:
            return word not in _RATHER_NOUNS
        if subject is None or word not in BASE or word == "target":
            return False
        return subject.plural or subject.det in {"you", "they", "those", "all"} or subject.head == "any"

    def starts_clause(self, at: int) -> bool:
        """Whether something with a verb of its own begins there."""
        if at not in self._clauses:
            self._clauses[at] = False
            self._clauses[at] = self._starts_clause(self.over(at, _LINKING))
        return self._clauses[at]

    def _starts_clause(self, at: int) -> bool:
        word = self.word(at)
        if word in {"if", "when", "whenever", "unless", "until"} or word in MODALS:
            return True
        if word in BASE and word not in NOT_IMPERATIVE:
            return self.word(at + 1) not in _NOT_AFTER_VERBS or word in _ALONE
        if word in THIRD and word not in _RATHER_NOUNS:
            return True
        found = self.noun(at, True)
        return found is not None and self.finite(found[1], found[0])

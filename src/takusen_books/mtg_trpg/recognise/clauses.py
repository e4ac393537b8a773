"""From a text to its clauses: who does what to whom, under which circumstances."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from takusen_books.mtg_trpg.recognise.nouns import Noun, NounReader, number
from takusen_books.mtg_trpg.recognise.tokens import Words, words
from takusen_books.mtg_trpg.recognise.vocabulary import (
    ADVERBS,
    BASE,
    BE_FORMS,
    JOINERS,
    MODALS,
    NOT_IMPERATIVE,
    PREPOSITIONS,
    THIRD,
)

LONGEST: Final = 220
"""Words of one sentence; what is longer is no card's text and is read in pieces."""

_SENTENCE: Final = re.compile(r"[.;!?](?:\s+|$)|\n")
_ADJUNCTS: Final = frozenset(
    {"until", "unless", "if", "when", "whenever", "where", "rather", "except", "as", "only", "because", "by"}
)
_MANNERS: Final = frozenset({"random", "once", "tapped", "attacking", "attached", "rounded", "face", "just"})
"""Words after the verb that tell how, and nothing that matters here."""
_PREDICATES: Final = BE_FORMS | {"control", "controls", "own", "owns", "has", "have", "contains"}
"""What stands after these in a condition only describes, and nothing later points back at it."""
_PASSED: Final = ADVERBS - {"each", "both", "all", "instead"}
NEGATIVES: Final = frozenset(
    [
        "can't",
        "couldn't",
        "wouldn't",
        "won't",
        "doesn't",
        "don't",
        "didn't",
        "isn't",
        "aren't",
        "wasn't",
        "weren't",
        "hasn't",
        "haven't",
        "cannot",
    ]
)


class Item(msgspec.Struct, frozen=True):
    """A noun phrase of a clause with the preposition before it (none: the plain object)."""

    role: str
    noun: Noun


class Clause(msgspec.Struct):
    """One verb with its subject, objects and circumstances. A condition is a clause without a verb."""

    verb: str
    subject: Noun | None = None
    also: Noun | None = None
    carried: bool = False
    items: list[Item] = msgspec.field(default_factory=list)
    modal: str = ""
    negative: bool = False
    passive: bool = False
    until: tuple[str, ...] = ()
    while_: tuple[str, ...] = ()
    optional: bool = False
    unless: bool = False
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
    sentence: int = 0

    def objects(self) -> list[Noun]:
        """What the verb acts on directly."""
        return [item.noun for item in self.items if item.role == ""]

    def with_role(self, *roles: str) -> list[Noun]:
        """The noun phrases after one of these prepositions."""
        return [item.noun for item in self.items if item.role in roles]


def sentences(text: str) -> Iterator[Words]:
    """The sentences of a text as words; a monstrous one comes in pieces."""
    for part in _SENTENCE.split(text):
        row = words(part)
        for start in range(0, len(row.low), LONGEST):
            yield row.cut(start, start + LONGEST)


class ClauseReader:
    """Reads the clauses of one sentence from left to right."""

    def __init__(self, row: Words, number: int) -> None:
        self.nouns = NounReader(row)
        self.low = row.low
        self.size = len(row.low)
        self.number = number
        self.clauses: list[Clause] = []
        self.subject: Noun | None = None
        self.delayed = ""
        self.when = ""
        self.condition: tuple[str, ...] = ()
        self.instead = False
        self.each = False
        self.until: tuple[str, ...] = ()

    def word(self, at: int) -> str:
        """The word there; nothing after the end."""
        return self.nouns.word(at)

    def read(self) -> list[Clause]:
        """All clauses of the sentence, conditions among them, in the order they stand."""
        at = 0
        while at < self.size:
            after = self._opening(at)
            at = after if after is not None else self._clause(at)
        return self.clauses

    # -- what opens a clause

    def _opening(self, at: int) -> int | None:
        word = self.low[at]
        if word in JOINERS or word in {"then", "but", "also", "otherwise", "—", "perpetually", "so", ":", "•"}:
            return at + 1
        if word == "instead":
            self.instead = True
            return at + 1
        if word in {"if", "when", "whenever"}:
            return self._conditional(at, word)
        if word in {"as", "while", "during", "at", "after", "before", "in", "with"}:
            return self._conditional(at, word)
        if word == "unless":
            return self._unless(at)
        if word == "until":
            after = self._span(at)
            self.until = self.low[at:after]
            return after
        if word == "for" and self.word(at + 1) == "each":
            self.each = True
            return self._conditional(at, "for each")
        if word == "for" and self.low[at + 1 : at + 4] == ("any", "number", "of"):
            self.each = True
            return self._conditional(at, "for any")
        if word == "where":
            return self._span(at)
        return None

    def _conditional(self, at: int, word: str) -> int:
        end = self.condition_end(at)
        body = self.low[at:end]
        clause = Clause("", when=word, words=body, condition=body, sentence=self.number)
        clause.items = [Item("", noun) for noun in self._nouns_between(at + 1, end)]
        self.clauses.append(clause)
        if word == "at":
            self.delayed = " ".join(body)
        elif word != "for each":
            self.condition = body
            self.when = word
        return end

    def condition_end(self, at: int) -> int:
        """Where a condition ends: before the comma after which a clause begins."""
        first, verb = 0, self.low[at] not in {"if", "when", "whenever"}
        at += 1
        while at < self.size:
            verb = verb or self._verb_word(self.low[at])
            if self.low[at] == "," and at + 1 < self.size:
                first = first or at
                if verb and self._main_clause(at + 1, self.word(at + 1)):
                    return at
            elif self.low[at] == "—":
                return at
            at += 1
        return first or self.size

    def _verb_word(self, word: str) -> bool:
        return word in THIRD or word in BE_FORMS or word in MODALS or word in BASE or word.endswith("ed")

    def _main_clause(self, at: int, word: str) -> bool:
        if word in {"then", "instead", "if", "you", "when", "whenever", "for", "until", "at", "rather"}:
            return word != "you" or self.nouns.starts_clause(at) or self.nouns.word(at + 1) in BASE
        if word in THIRD or word in MODALS:
            return False
        return self.nouns.starts_clause(at)

    def _nouns_between(self, at: int, end: int) -> list[Noun]:
        found: list[Noun] = []
        while at < end:
            noun = self.nouns.noun(at)
            if noun is not None and noun[1] > at:
                if self.low[at - 1] not in _PREDICATES:
                    found.append(noun[0])
                at = noun[1]
            else:
                at += 1
        return found

    def _unless(self, at: int) -> int:
        if self.clauses:
            self.clauses[-1].unless = True
        end = self._span(at)
        self.clauses.append(Clause("", when="unless", words=self.low[at:end], sentence=self.number))
        return self.size if end >= self.size else end

    def _span(self, at: int) -> int:
        """Over words that say nothing of their own, to where the next clause begins."""
        at += 1
        while at < self.size:
            if self.low[at] in {",", "and"} and self._new_clause(at):
                return at
            if self.low[at] == "for" and self.word(at + 1) == "each":
                return at
            at += 1
        return at

    def _new_clause(self, at: int) -> bool:
        step = at
        while self.word(step) in JOINERS or self.word(step) in {"then", "but"}:
            step += 1
        if self.word(step) in {"each", "instead"} and step > at:
            return self.nouns.starts_clause(step)
        return self.nouns.starts_clause(step)

    # -- a clause

    def _clause(self, at: int) -> int:
        start = at
        subject, also, after = self._subject(at)
        verb = self._verb(after)
        if verb is None:
            return self._no_verb(at, subject, after)
        clause, after = verb
        clause.sentence = self.number
        if subject is None:
            clause.subject, clause.carried = self._carried(clause, after)
        else:
            clause.subject, clause.also = subject, also
            self.subject = subject
        self._mark(clause)
        if clause.verb in {"have", "let", "cause", "make"} and self._delegated(clause, after):
            self.clauses.append(clause)
            return after
        self.clauses.append(clause)
        end = self._complement(clause, after)
        clause.words = self.low[start:end]
        return max(end, start + 1)

    def _mark(self, clause: Clause) -> None:
        clause.delayed, clause.when = self.delayed, self.when
        clause.condition, clause.each = self.condition, self.each
        clause.instead, clause.until = self.instead, self.until

    def _subject(self, at: int) -> tuple[Noun | None, Noun | None, int]:
        """The subject, a second one joined to it, and where the verb may stand."""
        word = self.word(at)
        if word in BASE and word not in NOT_IMPERATIVE and not self._noun_use(at):
            return None, None, at
        found = self.nouns.noun(at, True)
        if found is None:
            return None, None, at
        noun, after = found
        while self.word(after) == "or" and noun.det == "self":
            other = self.nouns.noun(after + 1, True)
            if other is None:
                break
            after = other[1]
        return self._joined_subject(noun, after)

    def _joined_subject(self, noun: Noun, after: int) -> tuple[Noun, Noun | None, int]:
        """`~ and target creature get -1/-1`: both do it."""
        if self.word(after) == "and" and not self.nouns.finite(after, noun):
            other = self.nouns.noun(after + 1, True)
            if other and self.nouns.finite(other[1], Noun("all", plural=True)):
                return noun, other[0], other[1]
        return noun, None, after

    def _noun_use(self, at: int) -> bool:
        return self.word(at) == "target"

    def _verb(self, at: int) -> tuple[Clause, int] | None:
        clause = Clause("")
        while at < self.size:
            word = self.low[at]
            if word in ADVERBS:
                clause.instead = clause.instead or word == "instead"
                self.instead = self.instead or word == "instead"
            elif word in MODALS:
                clause.modal = clause.modal or word
                clause.optional = clause.optional or word == "may"
                clause.negative = clause.negative or word in NEGATIVES
            else:
                break
            at += 1
        word = self.word(at)
        base = THIRD.get(word) or (word if word in BASE else "be" if word in BE_FORMS else "")
        if not base:
            return None
        clause.verb = base
        clause.negative = clause.negative or word in NEGATIVES
        return clause, at + 1

    def _carried(self, clause: Clause, after: int) -> tuple[Noun | None, bool]:
        """The subject of a verb without one: the last subject's, or you for an instruction."""
        finite = self.low[after - 1] in THIRD or clause.modal or self.low[after - 1] in BE_FORMS
        if finite or (self.subject is not None and (self.subject.plural or self.subject.det == "you")):
            return self.subject, True
        return None, False

    def _delegated(self, clause: Clause, after: int) -> bool:
        """`you may have ~ deal ...`: the clause that follows is read with its own subject."""
        if clause.verb == "have" and not (clause.optional or clause.subject is None or clause.subject.det == "you"):
            return False
        found = self.nouns.noun(after)
        return found is not None and self.word(found[1]) in BASE

    def _no_verb(self, at: int, subject: Noun | None, after: int) -> int:
        """Words without a verb: kept as something that was named."""
        end = max(after, at + 1)
        if subject is not None:
            previous = self.clauses[-1] if self.clauses else None
            if self.word(end) in BASE and self.word(end) not in PREPOSITIONS and self._acts(end):
                return self._bare_infinitive(subject, end)
            if previous is not None and previous.verb:
                previous.items.append(Item("and", subject))
        return end

    def _acts(self, at: int) -> bool:
        return self.low[at] in BASE

    def _bare_infinitive(self, subject: Noun, at: int) -> int:
        clause = Clause(self.low[at], subject=subject, sentence=self.number)
        self.subject = subject
        self._mark(clause)
        clause.optional = True
        self.clauses.append(clause)
        end = self._complement(clause, at + 1)
        clause.words = self.low[at:end]
        return end

    # -- what stands after the verb

    def _complement(self, clause: Clause, at: int) -> int:
        role = ""
        skipped: list[str] = []
        while at < self.size:
            word = self.low[at]
            if word in JOINERS or word in {"then", "but", "•"}:
                if self._new_clause(at):
                    break
                at += 1
                continue
            circumstance = self._circumstance(clause, at)
            if circumstance is not None:
                at = circumstance
                continue
            if word in PREPOSITIONS:
                role = word
                at += 1
                continue
            found = self.nouns.noun(at)
            if found is not None and found[1] > at:
                noun, after = found
                if noun.head == "damage":
                    role = ""
                clause.items.append(Item(role, noun))
                role = role if noun.head != "damage" else ""
                at = after
                if noun.zones or noun.head in {"damage", "counter"}:
                    role = ""
                continue
            skipped.append(word)
            at += 1
        clause.skipped = tuple(skipped)
        return at

    def _circumstance(self, clause: Clause, at: int) -> int | None:
        """Over durations, conditions and the like after the verb, which the clause keeps."""
        word, following = self.low[at], self.word(at + 1)
        if (word == "for" and following == "as") or (word == "as" and following == "long"):
            end = self._span(at)
            clause.while_ = self.low[at:end]
            return end
        if word == "for" and following == "each":
            clause.per = True
            found = self.nouns.noun(at + 1)
            return found[1] if found else at + 2
        if word == "equal" and following == "to":
            return self._equal(clause, at + 2)
        if word in _PASSED or word in _MANNERS or (word == "second" and following == "from"):
            return at + (2 if word in {"rounded", "face"} else 1)
        if word in {"divided", "distributed"}:
            return self._divided(clause, at)
        return self._adjunct(clause, at, word)

    def _adjunct(self, clause: Clause, at: int, word: str) -> int | None:
        """An adjunct that reaches to the next clause."""
        if word == "instead":
            clause.instead = True
            return self._span(at) if self.word(at + 1) == "of" else at + 1
        if word not in _ADJUNCTS and not (word == "at" and self._time(at + 1)):
            return None
        end = self._span(at)
        if word == "until":
            clause.until = self.low[at:end]
            clause.items += [Item("until", noun) for noun in self._nouns_between(at + 1, end)]
        elif word == "at":
            clause.delayed = " ".join(self.low[at:end])
        elif word in {"if", "when", "whenever"}:
            clause.condition = self.low[at:end]
        clause.instead = clause.instead or "instead" in self.low[at:end]
        clause.unless = clause.unless or word == "unless"
        clause.price = clause.price or word == "rather"
        return end

    def _time(self, at: int) -> bool:
        return self.word(at) == "end" or self.word(at + 1) in {"beginning", "end", "next"}

    def _divided(self, clause: Clause, at: int) -> int:
        """Over `divided as you choose` to the `among` after it."""
        clause.divided = True
        for step in range(at, min(at + 12, self.size)):
            if self.low[step] in {"among", "between"}:
                return step
        return at + 1

    def _equal(self, clause: Clause, at: int) -> int:
        clause.items.append(Item("equal", Noun("the", "value")))
        while self.word(at) in {"twice", "half", "three", "times"}:
            at += 1
        if number(self.word(at)) is not None and self.word(at + 1) in {"plus", "minus"}:
            at += 2
        found = self.nouns.noun(at)
        after = found[1] if found else at + 1
        while self.word(after) in {"plus", "minus", "or", "times"} and not self.nouns.starts_clause(after + 1):
            more = self.nouns.noun(after + 1)
            after = more[1] if more else after + 2
        return after


def clauses(text: str) -> list[Clause]:
    """All clauses of a text."""
    found: list[Clause] = []
    for place, row in enumerate(sentences(text)):
        found += ClauseReader(row, place).read()
    return found

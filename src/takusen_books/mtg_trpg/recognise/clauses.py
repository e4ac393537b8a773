"""From a text to its clauses: who does what to whom, under which circumstances."""

from __future__ import annotations

from typing import Final

from takusen_books.mtg_trpg.recognise.circumstances import CircumstanceReader
from takusen_books.mtg_trpg.recognise.clause import Clause, Item, sentences
from takusen_books.mtg_trpg.recognise.noun import ALL, Noun
from takusen_books.mtg_trpg.recognise.tokens import Words
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

_JOINTS: Final = JOINERS | {"then", "but", "•", "—"}
NEGATIVES: Final = frozenset(word for word in MODALS | BE_FORMS if word.endswith("n't")) | {"cannot"}


class ClauseReader(CircumstanceReader):
    """Reads the clauses of one sentence from left to right."""

    def __init__(self, row: Words) -> None:
        super().__init__(row)
        self.subject: Noun | None = None

    def read(self) -> list[Clause]:
        """All clauses of the sentence, conditions among them, in the order they stand."""
        at = 0
        while at < self.size:
            after = self.opening(at)
            at = after if after is not None else self._clause(at)
        return self.clauses

    def _clause(self, at: int) -> int:
        subject, also, after = self._subject(at)
        clause = Clause("", subject=subject, also=also)
        begun = self._verb(clause, after)
        if begun is None:
            return self._no_verb(at, subject, after)
        if subject is None:
            clause.subject, clause.carried = self._carried(clause, begun)
            clause.negative = clause.negative or self._still_negative(at)
        else:
            self.subject = subject
        self._add(clause)
        if clause.verb in {"have", "let", "cause", "make"} and self._delegated(clause, begun):
            return begun
        return self._finish(clause, at, begun)

    def _add(self, clause: Clause) -> None:
        """Add a clause, under what holds for the whole sentence."""
        standing = self.standing
        clause.delayed, clause.when, clause.condition = standing.delayed, standing.when, standing.condition
        clause.each, clause.instead, clause.until = standing.each, standing.instead, standing.until
        clause.while_ = standing.while_
        self.clauses.append(clause)

    def _finish(self, clause: Clause, start: int, begun: int) -> int:
        end = self._complement(clause, begun)
        clause.words = self.low[start:end]
        return max(end, start + 1)

    # -- the subject

    def _subject(self, at: int) -> tuple[Noun | None, Noun | None, int]:
        """The subject, a second one joined to it, and where the verb may stand."""
        word = self.word(at)
        if word in BASE and word not in NOT_IMPERATIVE:
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
            if other and self.nouns.finite(other[1], ALL):
                return noun, other[0], other[1]
        return noun, None, after

    def _carried(self, clause: Clause, begun: int) -> tuple[Noun | None, bool]:
        """The subject of a verb without one: the last subject's, or you for an instruction."""
        written = self.low[begun - 1]
        finite = written in THIRD or written in BE_FORMS or clause.modal
        if finite or (self.subject is not None and (self.subject.plural or self.subject.det == "you")):
            return self.subject, True
        return None, False

    def _still_negative(self, at: int) -> bool:
        """`can't pay life or sacrifice creatures`: the second isn't done either."""
        return self.word(at - 1) == "or" and at > 0 and bool(self.clauses) and self.clauses[-1].negative

    # -- the verb

    def _verb(self, clause: Clause, at: int) -> int | None:
        """The verb with its modals and adverbs, into the clause; and the place after it."""
        while self.word(at) in ADVERBS or self.word(at) in MODALS:
            self._before_verb(clause, self.low[at])
            at += 1
        word = self.word(at)
        clause.verb = THIRD.get(word) or (word if word in BASE else "be" if word in BE_FORMS else "")
        clause.negative = clause.negative or word in NEGATIVES
        return at + 1 if clause.verb else None

    def _before_verb(self, clause: Clause, word: str) -> None:
        if word in MODALS:
            clause.modal = clause.modal or word
            clause.optional = clause.optional or word == "may"
            clause.negative = clause.negative or word in NEGATIVES
        self.standing.instead = self.standing.instead or word == "instead"

    def _delegated(self, clause: Clause, after: int) -> bool:
        """`you may have ~ deal ...`: the clause that follows is read with its own subject."""
        if clause.verb == "have" and not (clause.optional or clause.subject is None or clause.subject.det == "you"):
            return False
        found = self.nouns.noun(after)
        return found is not None and self.word(found[1]) in BASE

    def _no_verb(self, at: int, subject: Noun | None, after: int) -> int:
        """Words without a finite verb: a bare infinitive, or something that the clause before also names."""
        end = max(after, at + 1)
        if subject is None:
            return end
        if self.word(end) in BASE:
            self.subject = subject
            clause = Clause(self.low[end], subject=subject, optional=True)
            self._add(clause)
            return self._finish(clause, end, end + 1)
        if self.clauses and self.clauses[-1].verb:
            self.clauses[-1].items.append(Item("and", subject))
        return end

    # -- what stands after the verb

    def _complement(self, clause: Clause, at: int) -> int:
        role = ""
        skipped: list[str] = []
        while at < self.size:
            word = self.low[at]
            if word in _JOINTS:
                if self.new_clause(at):
                    break
                at += 1
                continue
            around = self.circumstance(clause, at)
            found = self.nouns.noun(at) if around is None and word not in PREPOSITIONS else None
            if around is not None:
                at = around
            elif word in PREPOSITIONS:
                role, at = word, at + 1
            elif found is not None and found[1] > at:
                role = self._item(clause, role, found[0])
                at = found[1]
            else:
                skipped.append(word)
                at += 1
        clause.skipped = tuple(skipped)
        return at

    def _item(self, clause: Clause, role: str, noun: Noun) -> str:
        """Keep a noun phrase; the preposition before it also holds for what is joined to it."""
        self._alike(clause, noun)
        clause.items.append(Item("" if noun.head == "damage" else role, noun))
        return "" if noun.zones or noun.head in {"damage", "counter"} else role

    def _alike(self, clause: Clause, noun: Noun) -> None:
        """`target creature you control or creature card in your graveyard`: the second is picked as the first is."""
        if noun.det == "bare" and noun.kinds and not noun.plural and not noun.player:
            before = next((item.noun for item in reversed(clause.items) if item.noun.kinds), None)
            if before is not None and before.det in {"target", "count"} and not before.plural:
                noun.det, noun.count = before.det, before.count


def clauses(text: str) -> list[Clause]:
    """All clauses of a text."""
    return [clause for row in sentences(text) for clause in ClauseReader(row).read()]

"""Conditions, durations, times: what stands around a clause."""

from __future__ import annotations

from typing import Final

from takusen_books.mtg_trpg.recognise.clause import Clause, Item
from takusen_books.mtg_trpg.recognise.noun import Noun, number
from takusen_books.mtg_trpg.recognise.nouns import NounReader
from takusen_books.mtg_trpg.recognise.tokens import Words
from takusen_books.mtg_trpg.recognise.vocabulary import ADVERBS, BASE, BE_FORMS, JOINERS, MODALS, ORDINALS, THIRD

_ADJUNCTS: Final = frozenset(
    {"until", "unless", "if", "when", "whenever", "where", "rather", "except", "as", "only", "because", "by"}
)
_MANNERS: Final = (ADVERBS - {"each", "both", "all", "instead"}) | {
    "random", "once", "tapped", "attacking", "attached", "rounded", "face", "just", "beneath",
}  # fmt: skip
"""Words after the verb that tell how, and nothing that matters here."""
_PREDICATES: Final = BE_FORMS | {"control", "controls", "own", "owns", "has", "have", "contains"}
"""What stands after these in a condition only describes, and nothing later points back at it."""
_LINKS: Final = JOINERS | {"then", "but", "also", "otherwise", "—", "perpetually", "so", ":", "•"}
_IF: Final = frozenset({"if", "when", "whenever"})
_MEANWHILE: Final = frozenset({"as", "while", "during", "at", "after", "before", "in", "with"})
_AFTER_CONDITION: Final = _IF | {"then", "instead", "for", "until", "at", "rather"}


class CircumstanceReader:
    """Reads what stands around clauses, and remembers what holds for the rest of the sentence."""

    def __init__(self, row: Words) -> None:
        self.nouns = NounReader(row)
        self.low = row.low
        self.size = len(row.low)
        self.clauses: list[Clause] = []
        self.standing = Clause("")

    def word(self, at: int) -> str:
        """The word there; a full stop after the end."""
        return self.nouns.word(at)

    # -- before a clause

    def opening(self, at: int) -> int | None:
        """Over what may stand before a clause; nothing if the clause begins there."""
        word = self.low[at]
        if word in _LINKS:
            return at + 1
        if word == "instead":
            self.standing.instead = True
            return at + 1
        if self.low[at : at + 4] == ("for", "as", "long", "as"):
            after = self.span(at)
            self.standing.while_ = self.low[at:after]
            return after
        if word in _IF or word in _MEANWHILE or self.low[at : at + 2] == ("each", "time"):
            return self._conditional(at, "whenever" if word == "each" else word)
        if word == "until":
            after = self.span(at)
            self.standing.until = self.low[at:after]
            return after
        if word == "for" and (self.word(at + 1) == "each" or self.low[at + 1 : at + 4] == ("any", "number", "of")):
            self.standing.each = True
            return self._conditional(at, f"for {self.word(at + 1)}")
        return self.span(at) if word in {"where", "unless"} else None

    def _conditional(self, at: int, word: str) -> int:
        end = self._condition_end(at)
        body = self.low[at:end]
        items = [Item("", noun) for noun in self._nouns_between(at + 1, end)]
        self.clauses.append(Clause("", when=word, words=body, condition=body, items=items))
        if word == "at":
            self.standing.delayed = _later(body)
        elif word != "for each":
            self.standing.condition, self.standing.when = body, word
        return end

    def _condition_end(self, at: int) -> int:
        """Where a condition ends: before the comma after which a clause begins."""
        first, verb = 0, self.low[at] not in _IF and self.low[at] != "each"
        for step in range(at + 1, self.size):
            verb = verb or _verbal(self.low[step])
            if self.low[step] == "—":
                return step
            if self.low[step] == "," and step + 1 < self.size:
                first = first or step
                if verb and self._main_clause(step + 1):
                    return step
        return first or self.size

    def _main_clause(self, at: int) -> bool:
        word = self.word(at)
        if word == "you":
            return self.nouns.starts_clause(at) or self.word(at + 1) in BASE
        if word in THIRD or word in MODALS:
            return False
        return word in _AFTER_CONDITION or self.nouns.starts_clause(at)

    def _nouns_between(self, at: int, end: int) -> list[Noun]:
        found: list[Noun] = []
        while at < end:
            noun = self.nouns.noun(at)
            if noun is None or noun[1] <= at:
                at += 1
                continue
            if self.low[at - 1] not in _PREDICATES:
                found.append(noun[0])
            at = noun[1]
        return found

    def span(self, at: int) -> int:
        """Over words that say nothing of their own, to where the next clause begins."""
        for step in range(at + 1, self.size):
            if self.low[step] in {",", "and"} and self.new_clause(step):
                return step
            if self.low[step] == "for" and self.word(step + 1) == "each":
                return step
        return self.size

    def new_clause(self, at: int) -> bool:
        """Whether a clause begins after the joint that stands there."""
        return self.nouns.starts_clause(self.nouns.over(at, JOINERS | {"then", "but", "—"}))

    # -- after a verb

    def circumstance(self, clause: Clause, at: int) -> int | None:
        """Over durations, conditions and the like after the verb, which the clause keeps."""
        word, following = self.low[at], self.word(at + 1)
        if (word == "for" and following == "as") or (word == "as" and following == "long"):
            end = self.span(at)
            clause.while_ = self.low[at:end]
            return end
        if word == "for" and following == "each":
            clause.per = True
            found = self.nouns.noun(at + 1)
            return found[1] if found else at + 2
        if word == "equal" and following == "to":
            return self._equal(clause, at + 2)
        if word in _MANNERS or (word in ORDINALS and following == "from"):
            return at + (2 if word in {"rounded", "face"} else 1)
        if word in {"divided", "distributed"}:
            return self._divided(clause, at)
        return self._adjunct(clause, at, word)

    def _adjunct(self, clause: Clause, at: int, word: str) -> int | None:
        """An adjunct that reaches to the next clause."""
        if word == "instead":
            clause.instead = True
            return self.span(at) if self.word(at + 1) == "of" else at + 1
        if word not in _ADJUNCTS and not (word == "at" and self._time(at + 1)):
            return None
        end = self.span(at)
        if word in {"until", "except"}:
            clause.until = self.low[at:end] if word == "until" else clause.until
            clause.items += [Item(word, noun) for noun in self._nouns_between(at + 1, end)]
        elif word == "at":
            clause.delayed = _later(self.low[at:end])
        elif word in _IF:
            clause.condition = self.low[at:end]
        clause.instead = clause.instead or "instead" in self.low[at:end]
        clause.price = clause.price or word == "rather"
        return end

    def _time(self, at: int) -> bool:
        return self.word(at) == "end" or self.word(at + 1) in {"beginning", "end", "next"}

    def _divided(self, clause: Clause, at: int) -> int:
        """Over `divided as you choose` to the `among` after it."""
        clause.divided = True
        ahead = range(at, min(at + 12, self.size))
        return next((step for step in ahead if self.low[step] in {"among", "between"}), at + 1)

    def _equal(self, clause: Clause, at: int) -> int:
        """Over what an amount is equal to."""
        clause.items.append(Item("equal", Noun("the", "value")))
        at = self.nouns.over(at, {"twice", "half", "three", "times"})
        if number(self.word(at)) is not None and self.word(at + 1) in {"plus", "minus"}:
            at += 2
        found = self.nouns.noun(at)
        after = found[1] if found else at + 1
        if self.word(after - 1) == "times":
            return self.span(after)
        while self.word(after) in {"plus", "minus", "or", "times"} and not self.nouns.starts_clause(after + 1):
            more = self.nouns.noun(after + 1)
            after = more[1] if more else after + 2
        return after


def _later(words: tuple[str, ...]) -> str:
    """A time that comes only once, after what is done now; the beginning of each upkeep is none."""
    once = "next" in words or "turn's" in words or {"end", "combat"} <= {*words}
    return " ".join(words) if once else ""


def _verbal(word: str) -> bool:
    return word in THIRD or word in BE_FORMS or word in MODALS or word in BASE or word.endswith("ed")

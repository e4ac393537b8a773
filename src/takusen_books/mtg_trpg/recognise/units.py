"""Adjectives and types: `nonblack artifact creature`, `artifact, creature, or land card`."""

from __future__ import annotations

from takusen_books.mtg_trpg.recognise.determiners import DeterminerReader
from takusen_books.mtg_trpg.recognise.noun import Count, Noun, Unit
from takusen_books.mtg_trpg.recognise.vocabulary import (
    BE_FORMS,
    CARD_TYPES,
    COLOURS,
    HEADS,
    JOINERS,
    MODALS,
    NOT_COUNTERS,
    ORDINALS,
    PERMANENT_TYPES,
    PLAYERS,
    PLURAL_FORMS,
    PREPOSITIONS,
    STATES,
    STOPS,
    SUBTYPES,
    TYPE_WORDS,
    ZONES,
)

_OPENING = frozenset({"other", "another", "target", "the", "token", "top", "bottom"})
"""Adjectives that rather begin a noun phrase than follow another adjective."""
_NEVER_ADJECTIVES = PREPOSITIONS | STOPS | MODALS | BE_FORMS | {"a", "an", "target", "each", "your", "that", "you"}
_HARMLESS = frozenset({"other", "another", "token", "additional", "chosen"})
"""Adjectives that narrow nothing."""


def type_of(word: str) -> str:
    """The card type that a word names, subtypes folded; a spell's type is just a card's."""
    if word in TYPE_WORDS:
        kind = TYPE_WORDS[word]
        return "card" if kind in CARD_TYPES else kind
    return SUBTYPES.get(word, "")


def kind_of(last: str, head: str) -> str:
    """What kind of thing the last word of a unit names; nothing for hands, damage and the like."""
    if head in PERMANENT_TYPES:
        return head
    if head in CARD_TYPES:
        return "card"
    if head in PLAYERS:
        return "player"
    return SUBTYPES[last] if last in SUBTYPES and last not in HEADS else ""


def exclusions(adjectives: list[str]) -> tuple[tuple[str, ...], bool]:
    """Types that `non...` shuts out, and whether any adjective narrows the rest."""
    excl: list[str] = []
    narrowed = False
    for word in adjectives:
        bare = word[3:].lstrip("-") if word.startswith("non") else ""
        if bare in PERMANENT_TYPES:
            excl.append(bare)
        elif word not in _HARMLESS and word not in ORDINALS:
            narrowed = True
    return tuple(excl), narrowed


def made_unit(adjectives: list[str], words: tuple[str, ...]) -> Unit:
    """A unit from its adjectives and its types and nouns."""
    last = words[-1]
    head = TYPE_WORDS.get(last) or HEADS.get(last) or last
    kind = kind_of(last, head)
    typed = [kind for kind in map(type_of, words[:-1]) if kind]
    card, token = head == "card", head == "token"
    if card or token or head == "commander":
        kind = typed[-1] if typed else "card" if card else "permanent"
        kind = "card" if card and kind == "player" else kind
    excl, narrowed = exclusions(adjectives)
    subtype = kind != "" and any(word in SUBTYPES for word in words if word not in TYPE_WORDS)
    several = len(set(typed)) > (1 if card or token else 0)
    restricted = narrowed or subtype or several
    plural = last in PLURAL_FORMS
    return Unit(kind, head, excl, restricted, plural, card, token or "token" in words, words, tuple(adjectives))


def joined(det: str, count: Count | None, other: bool, units: list[Unit]) -> Noun:
    """One noun phrase from its units."""
    last = units[-1]
    card = any(unit.card for unit in units)
    if len(units) > 1:
        units = [unit for unit in units if unit.head != "battle"] or units
    plural = last.plural or (count is not None and count[1] != 1)
    if det == "bare" and count is None and last.head == "player" and not plural:
        det = "the"
    return Noun(
        det,
        last.head,
        tuple(dict.fromkeys(unit.kind for unit in units if unit.kind and last.head != "spell")),
        count,
        "opponent" if all(unit.head == "opponent" for unit in units) else "any",
        tuple(dict.fromkeys(excl for unit in units for excl in unit.excl)),
        any(unit.restricted for unit in units),
        plural,
        card=card,
        token=any(unit.token for unit in units),
        zones=tuple(unit.head for unit in units) if last.head in ZONES else (),
        other=other or any(unit.other for unit in units),
        counter=last.counter,
        words=tuple(word for unit in units for word in unit.words),
        adjectives=tuple(word for unit in units for word in unit.adjectives),
    )


class UnitReader(DeterminerReader):
    """Reads adjectives and types."""

    def adjective(self, at: int) -> bool:
        """Whether an adjective stands there."""
        word = self.word(at)
        if word in COLOURS or word in STATES or (word in ORDINALS and self.word(at + 1) != "from"):
            return True
        if self.word(at + 1) in {"counter", "counters"} and word.isalpha() and word not in NOT_COUNTERS:
            return True
        if word.startswith("non") and len(word) > 4:
            return True
        return ("/" in word and word != "and/or") or (word[0] == "{" and len(word) > 2)

    def noun_word(self, at: int) -> bool:
        """Whether a type, a subtype with its capital, or a noun of the game stands there."""
        word = self.word(at)
        if word in TYPE_WORDS or word in HEADS:
            return True
        return word in SUBTYPES and at < self.size and self.raw[at][:1].isupper()

    def unit(self, at: int) -> tuple[Unit, int] | None:
        """The adjectives and types that begin there and the place after them."""
        adjectives: list[str] = []
        while at < self.size and self.adjective(at):
            adjectives.append(self.low[at])
            at = self._adjective_joint(at + 1)
        after = self._types(at)
        if after == at and adjectives and self.word(at - 1) in HEADS:
            adjectives.pop()
            at -= 1
        return None if after == at else (made_unit(adjectives, self.low[at:after]), after)

    def _types(self, at: int) -> int:
        after = at
        while after < self.size and (self.noun_word(after) or (after > at and self._amid(after))):
            after += 1
            if HEADS.get(self.low[after - 1]) in PLAYERS:
                break
        return after

    def _amid(self, at: int) -> bool:
        """A token's adjective amid its types (`artifact token creature`), or `costs`, a verb except after `mana`."""
        if self.word(at) == "costs":
            return self.word(at - 1) == "mana"
        return self.word(at) in {"token", "nontoken"} and self.noun_word(at + 1)

    def _adjective_joint(self, at: int) -> int:
        """After an adjective: over `or`, `and`, a comma to the next adjective."""
        step = self.over(at, JOINERS)
        return step if step > at and self.adjective(step) and self.word(step) not in _OPENING else at

    def odd_unit(self, at: int) -> tuple[Unit, int] | None:
        """After a determiner an unknown word before a type is an adjective."""
        word = self.word(at)
        if not word.isalpha() or word in _NEVER_ADJECTIVES:
            return None
        found = self.unit(at + 1) if self.noun_word(at + 1) or self.adjective(at + 1) else None
        if found is None or not (found[0].kind or found[0].card):
            return None
        found[0].restricted = True
        return found

    def units(self, first: tuple[Unit, int], subject: bool) -> tuple[list[Unit], int]:
        """`artifact, creature, or land`: all parts that have no determiner of their own."""
        units, after = [first[0]], first[1]
        while True:
            step = self.over(after, JOINERS)
            found = self.unit(step) if step > after else None
            if found is None or not self._joins(units[-1], found, after, step, subject):
                return units, after
            units.append(found[0])
            after = found[1]

    def _joins(self, before: Unit, found: tuple[Unit, int], after: int, step: int, subject: bool) -> bool:
        """Whether a unit after a joint belongs to the same phrase."""
        if not _of_one_sort(before, found[0]):
            return False
        if set(self.low[after:step]) == {","} and self.word(found[1]) not in JOINERS:
            return False
        return self.word(after) == "or" or subject or not self._clause_after(step)

    def _clause_after(self, at: int) -> bool:
        found = self.noun(at, True)
        return found is not None and self.finite(found[1], found[0])


def _of_one_sort(before: Unit, unit: Unit) -> bool:
    """Permanents go with players and cards, zones with zones."""
    if before.head in ZONES or unit.head in ZONES:
        return before.head in ZONES and unit.head in ZONES
    return bool(before.kind) == bool(unit.kind) or "spell" in {before.head, unit.head}

"""What follows a noun and narrows it: whose, of what, where, which."""

from __future__ import annotations

from typing import Final

from takusen_books.mtg_trpg.recognise.labels import Controller
from takusen_books.mtg_trpg.recognise.noun import ALL, SELF, Noun
from takusen_books.mtg_trpg.recognise.units import UnitReader
from takusen_books.mtg_trpg.recognise.vocabulary import (
    AUXILIARIES,
    BE_FORMS,
    COMPARED,
    CONTACTS,
    HOLDERS,
    JOINERS,
    MODALS,
    NAME_PARTS,
    OPENERS,
    PARTICIPLES,
    PAST,
    PLAYERS,
    PRONOUNS,
    STATES,
    STOPS,
    VALUES,
    WITHIN_RELATIVE,
    ZONES,
)

_HOLD: Final = frozenset({"control", "controls", "own", "owns", "controlled", "owned"})
_HOLD_NOT: Final = frozenset({"don't", "doesn't", "neither"})
_HOLD_ON: Final = _HOLD_NOT | {"control", "controls", "own", "owns", "nor"}
_OF_OTHERS: Final = frozenset({"type", "color", "name", "word", "kind", "colors", "types", "sort", "number"})
"""`creature of the chosen type`: what only narrows."""
_WHOLES: Final = VALUES | {"owner", "controller", "top", "bottom", "rest", "half", "choice", "copy", "card"}
"""Nouns whose `of` belongs to them."""
_NARROWABLE: Final = frozenset({"card", "spell", "damage", "counter", "source", "type"})
_FIXED: Final = frozenset(
    {"put", "equal", "attached", "dealt", "protection", "enters", "entered", "dies", "onto", "there", "due", "damage"}
)
"""A preposition after one of these belongs to it."""


class ModifierReader(UnitReader):
    """Reads what follows a noun, and keeps in the noun what matters of it."""

    def narrowed(self, noun: Noun, after: int, subject: bool) -> int:
        """The place after all that narrows a noun which ends there."""
        for _ in range(8):
            end = self._modifier(noun, after, subject)
            if end is None:
                break
            after = end
        return after

    def _modifier(self, noun: Noun, at: int, subject: bool) -> int | None:
        word = self.word(at)
        controlled = self.held(noun, at)
        if controlled is not None:
            return controlled
        if word == "of":
            return self._of(noun, at + 1)
        if word == "among" and noun.head in VALUES:
            found = self.noun(at + 1)
            return found[1] if found else None
        if word == "at" and self.word(at + 1) == "random" and noun.kinds:
            return at + 2
        if word == "in" or self.low[at : at + 3] == ("on", "the", "battlefield"):
            return self._where(noun, at + 1)
        if word in {"you", "they"} and self._did(at + 1):
            noun.restricted = noun.way = True
            return self._deeds(at + 1)
        return self._clause(noun, at, subject)

    def _clause(self, noun: Noun, at: int, subject: bool) -> int | None:
        """A clause that narrows the noun, with or without a word that opens it."""
        word = self.word(at)
        if word in CONTACTS and self.word(at + 1) in AUXILIARIES and noun.kinds and not subject:
            noun.restricted = True
            return self._relative(noun, at, 1, at + 2)
        narrowable = noun.kinds or noun.det in {"it", "they", "those", "that"} or noun.head in _NARROWABLE
        return self._which(noun, at) if word in PARTICIPLES and narrowable else None

    # -- whose, of what, where

    def held(self, noun: Noun, at: int) -> int | None:
        """`you control`, `an opponent controls`, `you don't control`, `they own`."""
        word = self.word(at)
        nobody = word not in HOLDERS and word not in PRONOUNS
        if nobody or noun.head in ZONES or noun.head in VALUES or not (noun.head or noun.kinds):
            return None
        found = self._holder(at)
        if found is None:
            return None
        who, after = found
        negative = self.word(after) in _HOLD_NOT
        after = self.over(after, _HOLD_NOT | {"both"})
        if self.word(after) not in _HOLD:
            return None
        noun.controller = _controller(who, negative)
        noun.inner += (who,)
        return self._held_further(after + 1)

    def _holder(self, at: int) -> tuple[Noun, int] | None:
        """Who it is that holds something; also `that player or that planeswalker's controller`."""
        found = self.noun(at, True)
        if found is None or not _somebody(found[0]):
            return None
        more = self.noun(found[1] + 1, True) if self.word(found[1]) == "or" else None
        return (found[0], more[1]) if more is not None and more[0].head in PLAYERS else found

    def _held_further(self, at: int) -> int:
        """`you own but don't control`."""
        while self.word(at) in _HOLD_ON or (self.word(at) in {"and", "but", "or"} and self.word(at + 1) in _HOLD_ON):
            at += 1
        return at

    def _of(self, noun: Noun, at: int) -> int | None:
        found = self.noun(at)
        if found is None:
            return None
        part, after = found
        if part.zones and noun.card:
            self._lies(noun, part)
        elif part.head in _OF_OTHERS or (not part.kinds and noun.kinds and part.head != "choice"):
            noun.restricted = True
        elif noun.head in _WHOLES or "top" in noun.adjectives or "bottom" in noun.adjectives:
            self._belonging(noun, part)
        elif part.head != "choice":
            return None
        return after

    def _belonging(self, noun: Noun, part: Noun) -> None:
        if part.zones:
            self._lies(noun, part)
        else:
            noun.inner += (part,)
        if noun.head in PLAYERS:
            noun.owner, noun.det = part, "whose"

    def _lies(self, noun: Noun, zone: Noun) -> None:
        noun.zones, noun.zone_owner = zone.zones, zone.owner
        noun.inner += (zone,)

    def _where(self, noun: Noun, at: int) -> int | None:
        found = self.noun(at)
        if found is None or not found[0].zones:
            return None
        if not noun.zones:
            self._lies(noun, found[0])
            noun.zone_owner = noun.zone_owner or found[0]
        return found[1]

    # -- which

    def _which(self, noun: Noun, at: int) -> int | None:
        """A relative clause or the like; it ends where the sentence goes on."""
        word = self.word(at)
        if not self._opens(at):
            return None
        noun.adjectives += (word,)
        if word == "named":
            noun.restricted = True
            return self._proper_name(at + 1)
        verbs, after = self._first_verb(at + 1) if word in {"that", "who", "which", "whose"} else (1, at + 1)
        after = self._relative(noun, at, verbs, after)
        if noun.kinds == ("permanent",) and self.low[at : at + 2] == ("that", "is"):
            self._described(noun, at + 2)
        if "attached" in self.low[at:after]:
            noun.adjectives += ("attached",)
        noun.restricted = noun.restricted or not (word == "not" and noun.way)
        return after

    def _opens(self, at: int) -> bool:
        word, following = self.word(at), self.word(at + 1)
        if word != "that":
            return word not in OPENERS or following in OPENERS[word]
        plain = following in AUXILIARIES or following in {"share", "shares"}
        return plain or self._past(at + 1) or self.finite(at + 1, None) or self._subject_verb(at + 1)

    def _subject_verb(self, at: int) -> bool:
        found = self.noun(at)
        return found is not None and (self.finite(found[1], found[0]) or self.word(found[1]) in {"cast", "put"})

    def _past(self, at: int) -> bool:
        word = self.word(at)
        return word in PAST or (word.endswith("ed") and word not in STATES)

    def _did(self, at: int) -> bool:
        """A verb in the past, after somebody who did it."""
        word = self.word(self.over(at, {"have", "had"}))
        return word in PAST or word.endswith("ed")

    def _deeds(self, at: int) -> int:
        """Over such verbs: `have cast`, `cycled or discarded`."""
        after = self.over(at, {"have", "had"}) + 1
        return self._deeds(after + 1) if self.word(after) == "or" and self._did(after + 1) else after

    def _first_verb(self, at: int) -> tuple[int, int]:
        """Over the verb that follows `that` at once; a clause with a subject of its own has it later."""
        if self._past(at):
            return 1, at + 1
        if self.word(at) in {"you", "they"} or self.word(at - 1) == "whose" or not self.finite(at, ALL):
            return 0, at
        return 1, self.over(at, MODALS | BE_FORMS | {"have", "has", "had"}) + 1

    def _relative(self, noun: Noun, start: int, verbs: int, at: int) -> int:
        """To the end of a clause that narrows the noun: it has one verb, a second is the sentence's."""
        trails = self.word(start) in {"with", "without"}
        while at < self.size and not self._stops(at):
            trailing = trails and noun.controller == "any" and at > start + 1
            end = self.held(noun, at) if trailing else None
            if end is None and self._another_verb(noun, at, verbs):
                verbs += 1
                if verbs > 1:
                    break
                end = self.over(at + 1, BE_FORMS | {"had", "have", "dealt", "put"})
            at = end or self._inside(noun, at, start)
        return at

    def _another_verb(self, noun: Noun, at: int, verbs: int) -> bool:
        return self.low[at - 1] not in WITHIN_RELATIVE and self.finite(at, noun if verbs else None)

    def _inside(self, noun: Noun, at: int, start: int) -> int:
        """Over a noun phrase of the relative clause, or a word of it."""
        inner = self.noun(at) if self.low[at] not in {"and", "or"} else None
        if inner is None or inner[1] <= at:
            return at + 1
        noun.inner += (inner[0],)
        noun.way = noun.way or (inner[0].head == "way" and "not" not in self.low[start:at])
        return inner[1]

    def _described(self, noun: Noun, at: int) -> None:
        """`permanent that's an artifact or a creature`: the kinds come after."""
        kinds: tuple[str, ...] = ()
        while True:
            found = self.noun(at)
            if found is None or found[0].det != "count" or found[0].player:
                break
            kinds += found[0].kinds
            at = self.over(found[1], JOINERS)
        noun.kinds = kinds or noun.kinds

    def _proper_name(self, at: int) -> int:
        """Over the name of a card; small words and commas belong to it before another capital."""
        while True:
            step = self.over(at, NAME_PARTS)
            if step >= self.size or not (self.raw[step][:1].isupper() or self.raw[step] == SELF):
                return at
            at = step + 1

    def _stops(self, at: int) -> bool:
        """Whether the clause that narrows a noun can't go on there."""
        word, following = self.low[at], self.word(at + 1)
        if word in {"equal", "as", "if", "at"}:
            return word != "equal" and self.low[at - 1] not in COMPARED
        if word == "," or word in STOPS:
            return True
        if word in {"to", "into", "from", "under", "on", "for"}:
            return self._goal(at)
        if word == "and" and (following in {"each", "target", "all", "another", "any"} or self._damage(at + 1)):
            return True
        return word in {"and", "or", "but"} and self.starts_clause(at + 1)

    def _damage(self, at: int) -> bool:
        quantity = self.quantity(at)
        return quantity is not None and self.word(quantity[1]) == "damage"

    def _goal(self, at: int) -> bool:
        """Whether a preposition here belongs to the main verb: `to its owner's hand`, `from your graveyard`."""
        word, following = self.low[at], self.word(at + 1)
        if word == "under":
            return True
        if word == "for":
            return following in {"as", "each"}
        if self.low[at - 1] in _FIXED:
            return False
        if word == "to" and following in {"each", "any", "target"}:
            return True
        found = self.noun(at + 1)
        return found is not None and bool(found[0].zones or {"top", "bottom"} & {*found[0].words})


def _somebody(noun: Noun) -> bool:
    """Players, a pronoun, or `the other` of two players."""
    other = noun.det == "the" and noun.other and not noun.kinds
    return noun.player or noun.det in {"they", "it"} or noun.head in PLAYERS or other


def _controller(who: Noun, negative: bool) -> Controller:
    if who.det == "you":
        return "not_you" if negative else "you"
    return "opponent" if who.controller == "opponent" and who.det != "target" else "specific"

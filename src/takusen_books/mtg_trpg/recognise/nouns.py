"""Noun phrases: quantity, target, adjectives, types, whose, where, which."""

from __future__ import annotations

from typing import Final

import msgspec

from takusen_books.mtg_trpg.recognise.labels import Controller, Number
from takusen_books.mtg_trpg.recognise.tokens import Words
from takusen_books.mtg_trpg.recognise.vocabulary import (
    ADVERBS,
    AUXILIARIES,
    BASE,
    BE_FORMS,
    CARD_TYPES,
    COLOURS,
    COMPARED,
    CONTACTS,
    EITHER_NUMBER,
    HEADS,
    HOLDERS,
    JOINERS,
    MODALS,
    NAME_PARTS,
    NOT_COUNTERS,
    NOT_IMPERATIVE,
    NUMBERS,
    OPENERS,
    ORDINALS,
    PARTICIPLES,
    PAST,
    PERMANENT_TYPES,
    PLAYERS,
    PLURAL_FORMS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    STATES,
    STOPS,
    SUBTYPES,
    THIRD,
    TYPE_WORDS,
    VALUES,
    WITHIN_RELATIVE,
    ZONES,
)

DEEPEST: Final = 24
SELF: Final = "~"


class Noun(msgspec.Struct):
    """One noun phrase. `det` says how it picks what it means; `head` is its main word in the singular."""

    det: str
    head: str = ""
    kinds: tuple[str, ...] = ()
    count: tuple[Number, Number] | None = None
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
    start: int = 0

    @property
    def player(self) -> bool:
        """Whether it means players and nobody else."""
        return self.det == "you" or (self.kinds == ("player",))

    @property
    def thing(self) -> bool:
        """Whether it means something that a card is or becomes."""
        return self.det in {"self", "it"} or (bool(self.kinds) and not self.player)


class _Unit(msgspec.Struct):
    """One part of `artifact or nonblack creature`: its type and what narrows it."""

    kind: str
    head: str
    excl: tuple[str, ...] = ()
    restricted: bool = False
    plural: bool = False
    card: bool = False
    token: bool = False
    opponent: bool = False
    counter: str = ""
    other: bool = False
    words: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()


def number(word: str) -> Number | None:
    """A number as a card writes it."""
    if word in NUMBERS:
        return NUMBERS[word]
    if word.isdigit() and len(word) < 5:
        return int(word)
    return "X" if word in {"x", "y", "z"} else None


class NounReader:
    """Reads noun phrases out of a row of words; what it has once read at a place it knows."""

    def __init__(self, words: Words) -> None:
        self.raw, self.low = words
        self.size = len(self.low)
        self._known: dict[tuple[int, bool], tuple[Noun, int] | None] = {}
        self._clauses: dict[int, bool] = {}
        self._depth = 0

    def word(self, at: int) -> str:
        """The word there in small letters; nothing after the end."""
        return self.low[at] if at < self.size else "."

    # -- a noun phrase as a whole

    def noun(self, at: int, subject: bool = False) -> tuple[Noun, int] | None:
        """The noun phrase that begins there and the place after it."""
        key = (at, subject)
        if key not in self._known:
            if self._depth > DEEPEST or at >= self.size:
                return None
            self._depth += 1
            try:
                self._known[key] = self._noun(at, subject)
            finally:
                self._depth -= 1
        return self._known[key]

    def _noun(self, at: int, subject: bool) -> tuple[Noun, int] | None:
        found = self._pronoun(at) or self._of_group(at) or self._phrase(at, subject)
        if found is None:
            return None
        noun, after = found
        noun.start = at
        noun, after = self._possessed(noun, after)
        return self._narrowed(noun, after, subject)

    def _pronoun(self, at: int) -> tuple[Noun, int] | None:
        word = self.word(at)
        if word == SELF:
            return Noun("self", "self", count=(1, 1)), at + 1
        if word in {"you", "yourself"}:
            return Noun("you", "player", kinds=("player",)), at + 1
        if word in PRONOUNS and not (word == "her" and self._headed(at + 1)):
            plural = word in {"them", "they", "themselves"}
            return Noun("they" if plural else "it", word, plural=plural, count=(1, 1)), at + 1
        if word in POSSESSIVES:
            owner = POSSESSIVES[word]
            kind = (
                Noun("you", "player", kinds=("player",))
                if owner == "you"
                else Noun(owner, owner, plural=owner == "they")
            )
            return self._owned(kind, at + 1)
        return None

    def _headed(self, at: int) -> bool:
        return self.word(at) in HEADS or self.word(at) in TYPE_WORDS

    def _owned(self, owner: Noun, at: int) -> tuple[Noun, int] | None:
        """What belongs to somebody: `its controller`, `your graveyard`, `that player's hand`."""
        found = self._phrase(at, False, whose=owner)
        if found is None:
            return None
        noun, after = found
        noun.owner = owner
        if noun.det == "bare":
            noun.det = "whose"
        return noun, after

    def _possessed(self, noun: Noun, after: int) -> tuple[Noun, int]:
        while self.word(after) == "'s":
            found = self._owned(noun, after + 1)
            if found is None:
                return noun, after + 1
            owned, end = found
            owned.start = noun.start
            noun, after = owned, end
        return noun, after

    def _of_group(self, at: int) -> tuple[Noun, int] | None:
        """`each of up to two target creatures`, `one of them`, `any number of those creatures`."""
        opened = self._quantity(at)
        if opened is None:
            word = self.word(at)
            if word in {"each", "all", "both", "half"} and self.word(at + 1) == "of":
                opened = (("all", None), at + 1)
            else:
                return None
        (_, count), after = opened
        if self.word(after) != "of":
            return None
        inner = self.noun(after + 1)
        if inner is None:
            return None
        noun = msgspec.structs.replace(inner[0])
        if count is not None and noun.det in {"that", "they", "the", "it"}:
            noun.count = count
            noun.way = True
        return noun, inner[1]

    # -- determiners

    def _quantity(self, at: int) -> tuple[tuple[str, tuple[Number, Number] | None], int] | None:
        """How many: `up to two`, `any number of`, `one or two`, `X`, `a`, `that many`."""
        word, following = self.word(at), self.word(at + 1)
        if word == "up" and following == "to":
            upper = number(self.word(at + 2))
            if self.word(at + 2) == "twice":
                return ("count", (0, "X")), at + 4
            if self.word(at + 2) == "that":
                return ("count", (0, "X")), at + 4
            return (("count", (0, upper)), at + 3) if upper is not None else None
        if word == "any" and following == "number":
            return ("count", (0, "X")), at + 3 if self.word(at + 2) == "of" else at + 2
        if word in {"that", "as"} and following in {"many", "much"}:
            return ("count", ("X", "X")), at + 2
        if word in {"twice", "half"} and number(following) is None and following not in {"the", "that", "its"}:
            return ("count", ("X", "X")), at + 1
        if word in {"twice", "half"}:
            rest = self._quantity(at + 1)
            return (("count", ("X", "X")), rest[1]) if rest else None
        return self._range(at)

    def _range(self, at: int) -> tuple[tuple[str, tuple[Number, Number] | None], int] | None:
        first = number(self.word(at))
        if first is None:
            return None
        last, after = first, at + 1
        if self.word(after) == "or" and self.word(after + 1) in {"more", "fewer", "less"}:
            return ("count", (first, "X")), after + 2
        if self.word(after) in {"plus", "minus", "times"}:
            rest = self._quantity(after + 1)
            if rest:
                return ("count", ("X", "X")), rest[1]
        while True:
            step = after
            while self.word(step) in {"or", ","}:
                step += 1
            upper = number(self.word(step)) if step > after else None
            if upper is None or self.word(step) in {"a", "an"}:
                return ("count", (first, last)), after
            last, after = upper, step + 1

    def _determined(self, at: int) -> tuple[str, tuple[Number, Number] | None, bool, int]:
        """Everything before the adjectives: which (`det`), how many, whether another, and where the rest begins."""
        det, count, other = "bare", None, False
        while True:
            word = self.word(at)
            quantity = self._quantity(at) if count is None and det in {"bare", "the", "whose", "each"} else None
            if quantity and not (word in {"x", "y"} and det != "bare" and self.word(at + 1) == "is"):
                det = "count" if det == "bare" else det
                count, at = quantity[0][1], quantity[1]
            elif word in {"target", "targets"} and det != "target" and self._follows_target(at + 1):
                det, at = "target", at + 1
            elif word in {"another", "other"}:
                other, at = True, at + 1
                if word == "another" and det == "bare":
                    det, count = "count", (1, 1)
            elif word in {"each", "all", "every", "both", "any", "no"} and det == "bare" and count is None:
                det, at = {"both": "those", "every": "each"}.get(word, word), at + 1
            elif word in {"the", "that", "those", "this", "these"} and det in {"bare", "all", "each"} and count is None:
                if word != "the" or det == "bare":
                    det = {"these": "those"}.get(word, word)
                at += 1
            elif det == "the" and word in {"top", "bottom"} and number(self.word(at + 1)) is not None:
                at += 1
            else:
                return det, count, other, at

    def _follows_target(self, at: int) -> bool:
        if self.word(at) == "other" and self.word(at + 1) == "than":
            return False
        return self._unit(at) is not None or self.word(at) in {"another", "other"} or number(self.word(at)) is not None

    # -- types and adjectives

    def _adjective(self, at: int) -> bool:
        word = self.word(at)
        if word in COLOURS or word in STATES or (word in ORDINALS and self.word(at + 1) != "from"):
            return True
        if self.word(at + 1) in {"counter", "counters"} and word.isalpha() and word not in NOT_COUNTERS:
            return True
        if word.startswith("non") and len(word) > 4:
            return True
        return ("/" in word and word != "and/or") or (word[0] == "{" and len(word) > 2)

    def _noun_word(self, at: int) -> bool:
        word = self.word(at)
        if word in TYPE_WORDS or word in HEADS:
            return True
        return word in SUBTYPES and at < self.size and self.raw[at][:1].isupper()

    def _unit(self, at: int) -> tuple[_Unit, int] | None:
        adjectives: list[str] = []
        after = at
        while after < self.size:
            if self._adjective(after):
                adjectives.append(self.low[after])
                after += 1
                after = self._adjective_joint(after)
            else:
                break
        nouns = after
        while after < self.size and (self._noun_word(after) or self._inner_adjective(after, nouns)):
            after += 1
            if HEADS.get(self.low[after - 1]) in PLAYERS:
                break
        if after == nouns and adjectives and self.word(after - 1) in HEADS:
            adjectives.pop()
            nouns -= 1
        if after == nouns:
            return None
        return self._made_unit(adjectives, nouns, after), after

    def _odd_unit(self, at: int) -> tuple[_Unit, int] | None:
        """After a determiner an unknown word before a type is an adjective."""
        word = self.word(at)
        if not word.isalpha() or word in PREPOSITIONS or word in STOPS or word in MODALS or word in BE_FORMS:
            return None
        found = self._unit(at + 1) if self._noun_word(at + 1) or self._adjective(at + 1) else None
        if found is None or not (found[0].kind or found[0].card):
            return None
        found[0].restricted = True
        return found

    def _inner_adjective(self, at: int, nouns: int) -> bool:
        """A token's or a card's adjective amid its types: `artifact token creature`."""
        return at > nouns and self.word(at) in {"token", "nontoken"} and self._noun_word(at + 1)

    def _adjective_joint(self, at: int) -> int:
        """After an adjective: over `or`, `and`, a comma to the next adjective."""
        step = at
        while self.word(step) in JOINERS:
            step += 1
        return step if step > at and self._adjective(step) and not self._bare_state(step) else at

    def _bare_state(self, at: int) -> bool:
        """An adjective that is a noun phrase's beginning rather than a second adjective."""
        return self.word(at) in {"other", "another", "target", "the", "token", "top", "bottom"}

    def _made_unit(self, adjectives: list[str], start: int, end: int) -> _Unit:
        words = self.low[start:end]
        last = words[-1]
        head = TYPE_WORDS.get(last) or HEADS.get(last) or last
        kind = self._kind(last, head, start == end - 1)
        card = token = False
        types = [self._type_of(word) for word in words[:-1]]
        typed = [t for t in types if t]
        if head in {"card", "token", "commander"}:
            card, token = head == "card", head == "token"
            kind = typed[-1] if typed else ("card" if card else "permanent")
            if card and kind == "player":
                kind = "card"
        excl, narrowed = self._exclusions(adjectives)
        subtype = any(word in SUBTYPES for word in words if word not in TYPE_WORDS) and kind != ""
        counters = [a for a in adjectives if "/" in a] if head == "counter" else []
        if head == "opponent":
            kind = "player"
        return _Unit(
            kind,
            head,
            excl,
            narrowed or subtype or len(set(typed)) > (1 if card or token else 0),
            last in PLURAL_FORMS or (last in EITHER_NUMBER and False),
            card,
            token or "token" in words,
            head == "opponent",
            counters[0] if counters else "",
            "other" in adjectives or "another" in adjectives,
            tuple(words),
            tuple(adjectives),
        )

    def _type_of(self, word: str) -> str:
        if word in TYPE_WORDS:
            kind = TYPE_WORDS[word]
            return "card" if kind in CARD_TYPES else kind
        return SUBTYPES.get(word, "")

    def _kind(self, last: str, head: str, alone: bool) -> str:
        if head in PERMANENT_TYPES:
            return head
        if head in CARD_TYPES:
            return "card"
        if head in PLAYERS:
            return "player"
        if last in SUBTYPES and last not in HEADS:
            return SUBTYPES[last]
        return ""

    def _exclusions(self, adjectives: list[str]) -> tuple[tuple[str, ...], bool]:
        """Types that `non...` shuts out, and whether any adjective narrows the rest."""
        excl: list[str] = []
        narrowed = False
        for word in adjectives:
            bare = word[3:].lstrip("-") if word.startswith("non") else ""
            if bare in PERMANENT_TYPES:
                excl.append(bare)
            elif word not in {"other", "another", "token", "additional", "chosen"} and word not in ORDINALS:
                narrowed = True
        return tuple(excl), narrowed

    # -- the phrase

    def _phrase(self, at: int, subject: bool, whose: Noun | None = None) -> tuple[Noun, int] | None:
        det, count, other, after = self._determined(at)
        if (det == "any" and self.word(after) == "target") or (det == "target" and self.word(after - 1) == "targets"):
            pass
        if self.word(after) in {"target", "targets"} and det not in {"the", "that", "those"}:
            return Noun(
                "target", "target", ("any",), count or (1, 1), other=other, plural=self.word(after) == "targets"
            ), after + 1
        attached = self._attached(after, det)
        unit = self._unit(after) or (self._odd_unit(after) if det != "bare" else None)
        if unit is None:
            return self._headless(det, count, other, at, after)
        units, after = self._units(unit, subject or (det == "bare" and False))
        noun = self._joined(det, count, other, units)
        if attached:
            noun.det = "attached"
        return noun, after

    def _attached(self, at: int, det: str) -> bool:
        return (
            det == "bare"
            and self.word(at) in {"enchanted", "equipped", "fortified"}
            and self.word(at + 1) not in PLURAL_FORMS
        )

    def _headless(
        self, det: str, count: tuple[Number, Number] | None, other: bool, at: int, after: int
    ) -> tuple[Noun, int] | None:
        """`that`, `those`, `two of ...`, or a word nobody knows after a determiner."""
        if after == at:
            return None
        word = self.word(after)
        if self._adjective(after - 1) and after - 1 > at:
            return Noun(det, self.word(after - 1), count=count, other=other), after
        if (
            word in PREPOSITIONS
            or word in STOPS
            or word in JOINERS
            or word in BE_FORMS
            or word in MODALS
            or word == "'s"
        ):
            if det in {"those", "that"} or other or det == "all":
                return Noun(det, "", count=count, other=other, plural=det in {"those", "all"}), after
            return None if det == "bare" else (Noun(det, "", count=count), after)
        if det == "count" and word in THIRD:
            return None
        if det == "count" and (word in {"a", "an", "you", "your", "that", "target", "they"} or word == SELF):
            return Noun(det, "", count=count), after
        if det in {"that", "this"} and (word in THIRD or word in BASE):
            return None
        adjective = after
        while self._adjective(adjective):
            adjective += 1
        if self.word(adjective) in STOPS or self.word(adjective) in PREPOSITIONS:
            return Noun(det, "", count=count, other=other), adjective
        return Noun(det, self.word(adjective), count=count, other=other), min(adjective + 1, self.size)

    def _units(self, first: tuple[_Unit, int], subject: bool) -> tuple[list[_Unit], int]:
        """`artifact, creature, or land`: all parts that have no determiner of their own."""
        units, after = [first[0]], first[1]
        while True:
            step = after
            joined = False
            while self.word(step) in JOINERS:
                joined = joined or self.word(step) != ","
                step += 1
            if step == after:
                return units, after
            found = self._unit(step)
            if found is None or not self._belongs(units[-1], found[0]):
                return units, after
            if not joined and self.word(found[1]) not in {",", "or", "and", "and/or"}:
                return units, after
            if self.word(after) != "or" and not subject and self._clause_after(step):
                return units, after
            units.append(found[0])
            after = found[1]

    def _belongs(self, before: _Unit, unit: _Unit) -> bool:
        """Whether two parts can be of one phrase: permanents with players and cards, zones with zones."""
        zone = before.head in ZONES
        if zone or unit.head in ZONES:
            return zone and unit.head in ZONES
        return bool(before.kind) == bool(unit.kind) or "spell" in {before.head, unit.head}

    def _clause_after(self, at: int) -> bool:
        found = self.noun(at, True)
        return found is not None and self.finite(found[1], found[0])

    def _joined(self, det: str, count: tuple[Number, Number] | None, other: bool, units: list[_Unit]) -> Noun:
        last = units[-1]
        card = any(unit.card for unit in units)
        if len(units) > 1:
            units = [unit for unit in units if unit.head != "battle"] or units
        kinds = list(dict.fromkeys(unit.kind for unit in units if unit.kind and last.head != "spell"))
        plural = last.plural or (count is not None and count[1] != 1)
        zones = tuple(unit.head for unit in units) if last.head in ZONES else ()
        words = tuple(word for unit in units for word in unit.words)
        if det == "bare" and count is None and last.head == "player" and not plural:
            det = "the"
        return Noun(
            det,
            last.head,
            tuple(kinds),
            count,
            "opponent" if all(unit.opponent for unit in units) else "any",
            tuple(dict.fromkeys(e for unit in units for e in unit.excl)),
            any(unit.restricted for unit in units),
            plural,
            None,
            card,
            any(unit.token for unit in units),
            zones,
            None,
            False,
            other or any(unit.other for unit in units),
            last.counter,
            (),
            words,
            tuple(word for unit in units for word in unit.adjectives),
        )

    # -- what follows a noun and narrows it

    def _narrowed(self, noun: Noun, after: int, subject: bool) -> tuple[Noun, int]:
        for _ in range(8):
            end = self._modifier(noun, after, subject)
            if end is None:
                return noun, after
            after = end
        return noun, after

    def _modifier(self, noun: Noun, at: int, subject: bool) -> int | None:
        word = self.word(at)
        controlled = self._whose(noun, at)
        if controlled is not None:
            return controlled
        if word == "of":
            return self._of(noun, at)
        if word == "among" and noun.head in VALUES:
            found = self.noun(at + 1)
            return found[1] if found else None
        if word == "in" or (word == "on" and self.word(at + 1) == "the" and self.word(at + 2) == "battlefield"):
            return self._where(noun, at)
        if word in {"you", "they"} and self._past(at + 1):
            noun.restricted = noun.way = True
            return at + 2
        return self._clause_modifier(noun, at, subject)

    def _clause_modifier(self, noun: Noun, at: int, subject: bool) -> int | None:
        """A clause that narrows the noun, with or without a word that opens it."""
        word = self.word(at)
        if word in CONTACTS and self.word(at + 1) in AUXILIARIES and noun.kinds and not subject:
            noun.restricted = True
            return self._relative(noun, at, 1, at + 2)
        if word in PARTICIPLES and (
            noun.kinds
            or noun.det in {"it", "they", "those", "that"}
            or noun.head in {"card", "spell", "damage", "counter", "source", "type"}
        ):
            return self._which(noun, at)
        return None

    def _whose(self, noun: Noun, at: int) -> int | None:
        """`you control`, `an opponent controls`, `you don't control`, `they own`."""
        word = self.word(at)
        if word not in HOLDERS and word not in PRONOUNS:
            return None
        found = self.noun(at, True) if noun.head not in ZONES else None
        if found is None or not (found[0].player or found[0].det in {"they", "it"} or found[0].head in PLAYERS):
            return None
        who, after = found
        negative = self.word(after) in {"don't", "doesn't"}
        both = self.word(after) == "both"
        after += negative + both
        if self.word(after) not in {"control", "controls", "own", "owns", "controlled", "owned"}:
            return None
        noun.controller = self._controller(who, negative)
        noun.inner += (who,)
        after += 1
        while self.word(after) in {"and", "but", "don't", "doesn't", "control", "controls", "own", "owns"}:
            if self.word(after) in {"and", "but"} and self.word(after + 1) not in {
                "don't",
                "doesn't",
                "control",
                "controls",
                "own",
                "owns",
            }:
                break
            after += 1
        return after

    def _controller(self, who: Noun, negative: bool) -> Controller:
        if who.det == "you":
            return "not_you" if negative else "you"
        if who.controller == "opponent" and who.det != "target":
            return "opponent"
        return "specific"

    def _of(self, noun: Noun, at: int) -> int | None:
        whole = noun.head in VALUES or noun.head in {
            "owner",
            "controller",
            "top",
            "bottom",
            "rest",
            "half",
            "choice",
            "copy",
        }
        found = self.noun(at + 1)
        if found is None:
            return None
        part, after = found
        if part.head in {"choice"}:
            return after
        if part.zones and noun.card:
            noun.zones, noun.zone_owner = part.zones, part.owner
            noun.inner += (part,)
            return after
        if part.head in {"type", "color", "name", "word", "kind", "colors", "types", "sort", "number"} or (
            not part.kinds and noun.kinds
        ):
            noun.restricted = True
            return after
        if whole or noun.head == "card" or "top" in noun.adjectives or "bottom" in noun.adjectives:
            noun.inner += (part,)
            if noun.head in PLAYERS:
                noun.owner = part
                noun.det = "whose"
            if part.zones:
                noun.zones, noun.zone_owner = part.zones, part.owner
            return after
        return None

    def _where(self, noun: Noun, at: int) -> int | None:
        found = self.noun(at + 1)
        if found is None or not found[0].zones:
            return None
        zone, after = found
        if not noun.zones:
            noun.zones, noun.zone_owner = zone.zones, zone.owner or zone
            noun.inner += (zone,)
        return after

    def _which(self, noun: Noun, at: int) -> int | None:
        """A relative clause or the like; it ends where the sentence goes on."""
        word = self.word(at)
        if not self._relative_start(at):
            return None
        start, verbs = at, 1
        noun.adjectives += (word,)
        if word == "named":
            noun.restricted = True
            return self._proper_name(at + 1)
        at += 1
        if word in {"that", "who", "which", "whose"}:
            verbs, at = self._first_verb(at)
        at = self._relative(noun, start, verbs, at)
        if noun.kinds == ("permanent",) and word == "that" and self.word(start + 1) == "is":
            self._described(noun, start + 2)
        if "attached" in self.low[start:at]:
            noun.adjectives += ("attached",)
        noun.restricted = noun.restricted or not (word == "not" and noun.way)
        return at

    def _relative(self, noun: Noun, start: int, verbs: int, at: int) -> int:
        word = self.word(start)
        while at < self.size and not self._relative_stop(at):
            end = self._whose(noun, at) if self._trailing_controller(noun, word, start, at) else None
            if end is None and self._second_verb(noun, at, verbs):
                verbs += 1
                if verbs > 1:
                    break
                end = self._verb_group(at)
            at = end or self._inside(noun, at, start)
        return at

    def _trailing_controller(self, noun: Noun, word: str, start: int, at: int) -> bool:
        """`creatures with flying you don't control`: the controller may come last."""
        return word in {"with", "without"} and noun.controller == "any" and at > start + 1

    def _second_verb(self, noun: Noun, at: int, verbs: int) -> bool:
        return self.low[at - 1] not in WITHIN_RELATIVE and self.finite(at, noun if verbs else None)

    def _verb_group(self, at: int) -> int:
        at += 1
        while self.word(at) in BE_FORMS or self.word(at) in {"had", "have", "dealt", "put"}:
            at += 1
        return at

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
        found = self.noun(at)
        if found is not None and found[0].det == "count" and found[0].kinds and not found[0].player:
            noun.kinds = found[0].kinds

    def _proper_name(self, at: int) -> int:
        """Over the name of a card; small words and commas belong to it before another capital."""
        while at < self.size:
            step = at
            while self.word(step) in NAME_PARTS and step < self.size:
                step += 1
            if step >= self.size or (not self.raw[step][:1].isupper() and self.raw[step] != SELF):
                return at
            at = step + 1
        return at

    def _first_verb(self, at: int) -> tuple[int, int]:
        """Over the verb that follows `that` at once; a clause with a subject of its own has it later."""
        if self._past(at):
            return 1, at + 1
        if self.word(at) in {"you", "they"} or not self.finite(at, Noun("all", plural=True)):
            return 0, at
        while self.word(at) in MODALS or self.word(at) in BE_FORMS or self.word(at) in {"been", "had", "have", "has"}:
            at += 1
        return 1, at + 1

    def _relative_start(self, at: int) -> bool:
        word, following = self.word(at), self.word(at + 1)
        if word == "that":
            auxiliary = following in {"is", "was", "were", "are", "had"}
            shared = following in {"share", "shares"}
            return auxiliary or shared or self._past(at + 1) or self.finite(at + 1, None) or self._subject_verb(at + 1)
        return word not in OPENERS or following in OPENERS[word]

    def _past(self, at: int) -> bool:
        word = self.word(at)
        return word in PAST or (word.endswith("ed") and word not in STATES)

    def _subject_verb(self, at: int) -> bool:
        found = self.noun(at)
        return found is not None and (self.finite(found[1], found[0]) or self.word(found[1]) in {"cast", "put"})

    def _relative_stop(self, at: int) -> bool:
        token = self.low[at]
        if token in {"equal", "as", "if", "at"}:
            return token != "equal" and self.low[at - 1] not in COMPARED
        if token == ",":
            return True
        if token in STOPS:
            return True
        if token in {"to", "into", "from", "under", "on", "for"}:
            return self._goal(at)
        if token == "and" and self.word(at + 1) in {"each", "target", "all", "another", "any"}:
            return True
        if token in {"and", "or", "but"}:
            return self.starts_clause(at + 1) or (token == "and" and self._amount_next(at + 1))
        return False

    def _amount_next(self, at: int) -> bool:
        quantity = self._quantity(at)
        return quantity is not None and self.word(quantity[1]) == "damage"

    def _goal(self, at: int) -> bool:
        """Whether a preposition here belongs to the main verb: `to its owner's hand`, `from your graveyard`."""
        if self.low[at] in {"into", "from", "on", "to"} and self.low[at - 1] in {
            "put",
            "equal",
            "attached",
            "dealt",
            "protection",
            "enters",
            "entered",
            "dies",
            "onto",
            "there",
            "due",
            "damage",
        }:
            return False
        found = self.noun(at + 1)
        if self.low[at] == "under":
            return True
        if self.low[at] == "for":
            return self.word(at + 1) in {"as", "each"}
        if self.low[at] == "to" and self.word(at + 1) in {"each", "any", "target"}:
            return True
        return found is not None and bool(found[0].zones or "top" in found[0].words or "bottom" in found[0].words)

    # -- verbs, as far as nouns must know them

    def finite(self, at: int, subject: Noun | None) -> bool:
        """Whether a verb with a subject before it stands there."""
        while self.word(at) in ADVERBS and at < self.size:
            at += 1
        word = self.word(at)
        if word in MODALS or word in BE_FORMS or word in {"have", "had"}:
            return True
        if word in THIRD:
            return word not in {"counters", "lands", "copies", "names"}
        if subject is None:
            return False
        plural = subject.plural or subject.det in {"you", "they", "those", "all"} or subject.head == "any"
        return plural and word in BASE and word != "target"

    def starts_clause(self, at: int) -> bool:
        """Whether something with a verb of its own begins there."""
        if at not in self._clauses:
            self._clauses[at] = False
            self._clauses[at] = self._starts_clause(at)
        return self._clauses[at]

    def _starts_clause(self, at: int) -> bool:
        while self.word(at) in {"then", "also", "instead", "otherwise", "perpetually"} and at < self.size:
            at += 1
        word = self.word(at)
        if word in {"if", "when", "whenever", "unless", "until"} or word in MODALS:
            return True
        if word in BASE and word not in NOT_IMPERATIVE:
            return self.word(at + 1) not in {
                "'s",
                ".",
                "step",
                "counter",
                "counters",
                "spell",
                "abilities",
            } or word in {
                "investigate",
                "proliferate",
                "explore",
                "shuffle",
                "draw",
                "connive",
                "populate",
                "transform",
            }
        if word in THIRD and word not in {"counters", "copies", "lands"}:
            return True
        found = self.noun(at, True)
        return found is not None and self.finite(found[1], found[0])

"""What noun phrases mean: new things as they are named, and back references to what stands before them."""

from __future__ import annotations

from typing import Final

import msgspec

from takusen_books.mtg_trpg.recognise.labels import Controller, Number, Scope
from takusen_books.mtg_trpg.recognise.noun import Noun
from takusen_books.mtg_trpg.recognise.vocabulary import PLAYERS, SUBTYPES

REMEMBERED: Final = 40
"""So many things back a text can refer to."""


class Meaning(msgspec.Struct):
    """What a noun phrase points at, and where that is (`battlefield`, a zone, `stack`, `made`)."""

    scope: Scope
    kinds: tuple[str, ...] = ()
    count: tuple[Number, Number] | None = (1, 1)
    controller: Controller = "any"
    restricted: bool = False
    excl: tuple[str, ...] = ()
    place: str = "battlefield"
    plural: bool = False
    card: bool = False
    words: tuple[str, ...] = ()
    source: str = "effect"
    chosen: bool = False
    known: bool = True
    effect: int | None = None

    @property
    def player(self) -> bool:
        """Whether players are meant."""
        return self.kinds == ("player",)


_SCOPES: Final[dict[str, Scope]] = {
    "target": "target",
    "each": "all",
    "all": "all",
    "count": "choose",
    "attached": "attached",
    "self": "self",
    "you": "you",
    "any": "choose",
}
_PLAYER_SCOPES: Final[dict[str, Scope]] = {
    "target": "target",
    "each": "each",
    "all": "each",
    "count": "choose",
    "you": "you",
    "any": "referenced",
    "attached": "referenced",
}
BACKWARD: Final = frozenset({"it", "they", "that", "those", "the", "this", "whose"})


class Discourse:
    """Remembers what a text has named so far, the newest last.

    `subject` is what a back reference just now can't mean; `they` tells what `they` and `them` may be: things, players,
    or any of both.
    """

    def __init__(self) -> None:
        self.named: list[Meaning] = []
        self.subject: Meaning | None = None
        self.they = "things"
        self.together: list[Meaning] = []

    def note(self, noun: Noun, source: str, place: str = "") -> Meaning | None:
        """Remember what a noun phrase (and what is inside it) names, and give its meaning."""
        for inner in noun.inner:
            if inner.head != "way":
                self.note(inner, source)
        if noun.owner is not None:
            self.note(noun.owner, source)
        meaning = self.meaning(noun, place)
        if meaning is None:
            return None
        if meaning.source == "effect" and source != "effect" and noun.det not in BACKWARD:
            meaning.source = source
            self._referenced(meaning)
        if not meaning.known:
            return meaning
        self.named.append(meaning)
        del self.named[:-REMEMBERED]
        return meaning

    def _referenced(self, meaning: Meaning) -> None:
        """What a condition names is whatever it was, not something that anybody picks."""
        if meaning.source in {"condition", "made"} and meaning.scope in {"choose", "all", "each"}:
            meaning.scope = "referenced"
            meaning.count = (1, 1)

    def meaning(self, noun: Noun, place: str = "") -> Meaning | None:
        """What a noun phrase means here; nothing if it is no thing, card or player."""
        if noun.det == "the" and self._superlative(noun):
            noun = msgspec.structs.replace(noun, det="count", count=(1, 1))
        special = self._special(noun)
        if special is not None:
            return special
        lies = noun.buried or (noun.card and bool(noun.zones))
        if noun.det in BACKWARD or (noun.way and noun.det != "target" and not noun.player and not lies):
            return self.back(noun)
        if noun.det == "self":
            return Meaning("self", ("self",), place=place or "battlefield")
        if noun.player:
            return self._players(noun)
        return self._things(noun, place) if noun.kinds else None

    def _special(self, noun: Noun) -> Meaning | None:
        """Phrases that mean something else than their words: owners, the rest, cards of a library, spells."""
        if noun.head in {"controller", "owner"}:
            return self._whose(noun)
        if noun.head == "rest":
            return self._rest()
        if noun.det == "the" and noun.card and noun.zones:
            return Meaning("referenced", noun.kinds, place=noun.zones[0], plural=noun.plural, card=True)
        if noun.det == "whose" and noun.head == "opponent":
            return Meaning("each", ("player",), None, "opponent", plural=True)
        if noun.head == "spell" and not noun.kinds and noun.det not in BACKWARD:
            return Meaning(_SCOPES.get(noun.det, "all"), ("spell",), place="stack", plural=noun.plural)
        if noun.det in {"all", "each"} and self._attached_to_it(noun):
            return Meaning("referenced", noun.kinds, restricted=True, known=False)
        return None

    def _attached_to_it(self, noun: Noun) -> bool:
        """`all Auras attached to that creature`: what these are hangs on something named before."""
        return "attached" in noun.adjectives and any(
            part.det in BACKWARD or part.det in {"self", "attached"} for part in noun.inner
        )

    def _superlative(self, noun: Noun) -> bool:
        inner = [word for part in noun.inner for word in (*part.adjectives, part.head)]
        return bool({"least", "greatest", "lowest", "highest", "most"} & {*inner, *noun.adjectives})

    def _rest(self) -> Meaning | None:
        """Those of a kind that were not picked."""
        for meaning in reversed(self.named):
            if not meaning.player and meaning.scope in {"choose", "all"}:
                return msgspec.structs.replace(meaning, scope="all", count=None, restricted=True)
        return None

    def _players(self, noun: Noun) -> Meaning:
        scope = _PLAYER_SCOPES.get(noun.det, "each" if noun.plural else "referenced")
        count = noun.count or ((1, 1) if scope in {"target", "choose", "you"} else None)
        return Meaning(
            scope, ("player",), count, noun.controller, noun.restricted, plural=noun.plural, words=noun.words
        )

    def _things(self, noun: Noun, place: str) -> Meaning:
        scope = _SCOPES.get(noun.det) or "all"
        count = None if scope == "all" else noun.count or (1, 1)
        controller = self._each_ones(noun) if noun.controller == "specific" else noun.controller
        zone = place or self._place(noun)
        return Meaning(
            scope,
            noun.kinds,
            count,
            controller,
            noun.restricted,
            noun.excl,
            zone,
            noun.plural,
            noun.card,
            noun.words,
        )

    def _each_ones(self, noun: Noun) -> Controller:
        """`for each opponent, target creature that player controls`: an opponent's."""
        meant = [self.back(part) for part in noun.inner if part.player and part.det == "that"]
        opponents = any(who is not None and who.source == "each" and who.controller == "opponent" for who in meant)
        return "opponent" if opponents else "specific"

    def _place(self, noun: Noun) -> str:
        if noun.zones:
            return "graveyard" if "graveyard" in noun.zones else noun.zones[0]
        return "card" if noun.card else "battlefield"

    def _whose(self, noun: Noun) -> Meaning:
        """`its controller`, `that creature's owner`: a player that depends on something named before."""
        return Meaning("referenced", ("player",), (1, 1), restricted=True, words=("controller",))

    # -- back references

    def back(self, noun: Noun) -> Meaning | None:
        """What `it`, `that creature`, `those cards`, `the player` point back at."""
        if noun.zones or noun.head in {"damage", "counter"}:
            return None
        chosen = "chosen" in noun.adjectives
        for meaning in reversed(self.named):
            if self._fits(noun, meaning) and (meaning.chosen or not chosen) and meaning is not self.subject:
                return self._again(noun, meaning)
        if noun.det == "they" and self.they != "players":
            self.they = "things"
            noun = msgspec.structs.replace(noun, det="it")
            return self.back(noun)
        return self._unknown(noun)

    def _unknown(self, noun: Noun) -> Meaning | None:
        """What points at nothing that the text has named."""
        if noun.player or noun.head in PLAYERS:
            return Meaning("referenced", ("player",), restricted=True, known=False)
        if not noun.kinds and noun.det not in {"it", "they"}:
            return None
        kinds, place = noun.kinds or ("unknown",), "card" if noun.card else "battlefield"
        return Meaning("referenced", kinds, restricted=True, known=False, card=noun.card, place=place)

    def _again(self, noun: Noun, meaning: Meaning) -> Meaning:
        again = msgspec.structs.replace(meaning)
        if noun.card and not meaning.card and meaning.place == "battlefield":
            again.place = "graveyard"
            again.scope = "self" if meaning.scope == "self" else "referenced"
        counted = meaning.source == "condition" and meaning.plural and bool(noun.kinds) and not noun.card
        some = meaning.scope in {"all", "choose"} or counted
        if noun.way and noun.count is not None and some:
            again.scope, again.count = "choose", noun.count
        return again

    def _fits(self, noun: Noun, meaning: Meaning) -> bool:
        if noun.player:
            return meaning.player and meaning.scope != "you"
        if noun.det == "they":
            return self._they(meaning)
        if meaning.player and "player" not in noun.kinds:
            return False
        if noun.token and meaning.source != "made":
            return False
        if "exiled" in noun.adjectives and meaning.place != "exile":
            return False
        if noun.det == "it":
            return not meaning.plural or meaning.source == "condition"
        return self._same_kind(noun, meaning)

    def _they(self, meaning: Meaning) -> bool:
        if meaning.player:
            return self.they != "things" and meaning.scope != "you"
        return self.they != "players" and (meaning.plural or meaning.count != (1, 1))

    def _many(self, noun: Noun, meaning: Meaning) -> bool:
        """Whether something said of one is meant of a whole mass that was named."""
        return not noun.plural and meaning.scope in {"all", "each"} and meaning.source == "effect" and not noun.way

    def _same_kind(self, noun: Noun, meaning: Meaning) -> bool:
        if not noun.kinds:
            other = noun.other and not noun.head and meaning.count != (1, 1) and meaning.place != "exile"
            return noun.way or noun.det in {"that", "those"} or other
        if meaning.scope == "self":
            return (
                noun.card
                and noun.det == "that"
                and not any(
                    one.place == "exile" and one.effect is not None and one.scope != "self" for one in self.named
                )
            )
        if noun.det == "that" and self._many(noun, meaning):
            return False
        if noun.card:
            return meaning.card or not {"any", "player", "self"} & {*meaning.kinds}
        if "player" in noun.kinds and not ("any" in meaning.kinds or len(meaning.kinds) > 1):
            return False
        if set(noun.kinds) & set(meaning.kinds):
            return True
        if "permanent" in noun.kinds or set(meaning.kinds) & {"permanent", "any"}:
            return True
        return bool(_subtypes(noun.words) & _subtypes(meaning.words))


def _subtypes(words: tuple[str, ...]) -> set[str]:
    return {word.rstrip("s") for word in words if word in SUBTYPES}

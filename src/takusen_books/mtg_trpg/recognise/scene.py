"""The place where effects come together while a face is read."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from takusen_books.mtg_trpg.recognise.abilities import Ability, Option
from takusen_books.mtg_trpg.recognise.clause import Clause
from takusen_books.mtg_trpg.recognise.labels import Context, Controller, Effect, Kind
from takusen_books.mtg_trpg.recognise.noun import Noun
from takusen_books.mtg_trpg.recognise.references import BACKWARD, Discourse, Meaning
from takusen_books.mtg_trpg.recognise.vocabulary import TYPE_WORDS

SOURCES: Final = {
    "create": "made",
    "conjure": "made",
    "counter": "stack",
    "copy": "made",
    "cast": "stack",
    "play": "hand",
}
"""Verbs whose objects come from somewhere else than what they say."""
OF_PLAYERS: Final = frozenset(
    {"discard", "sacrifice", "draw", "reveal", "lose", "choose", "pay", "put", "return", "shuffle"}
)
"""Verbs whose subject `they` is players."""
_OWN: Final = frozenset({"itself", "themselves", "himself", "herself"})
"""What points back at the subject of its clause."""


class Part(msgspec.Struct):
    """A noun phrase of the present clause with its preposition and what it means (nothing, if it is no thing)."""

    role: str
    noun: Noun
    meaning: Meaning | None


class Scene:
    """One face while it is read: effects found, doubts, and what the present ability has named."""

    def __init__(self) -> None:
        self.effects: list[Effect] = []
        self.doubts: list[str] = []
        self.discourse = Discourse()
        self.ability = Ability(0, "spell", ())
        self.option = Option("")
        self.clause = Clause("")
        self.subject: Meaning | None = None
        self.also: Meaning | None = None
        self.parts: list[Part] = []
        self.grave: list[str] = []
        self.prices: set[int] = set()
        self.conditions: list[tuple[str, ...]] = []

    def begin(self, ability: Ability, option: Option, discourse: Discourse) -> None:
        """Turn to an ability or one of its modes."""
        self.ability, self.option, self.discourse = ability, option, discourse

    def doubt(self, reason: str, grave: bool = False) -> None:
        """Say that a person should look at this; a grave doubt counts even where no effect was found."""
        for doubts in (self.doubts, self.grave) if grave else (self.doubts,):
            if reason not in doubts:
                doubts.append(reason)

    def add(self, kind: Kind, meaning: Meaning, **fields: Any) -> None:
        """Write down an effect on what is meant, unless that is a token that the text has just made."""
        if meaning.source == "made":
            return
        effect = Effect(
            kind=kind,
            scope=meaning.scope,
            targets_kind=meaning.kinds or ("unknown",),
            count=meaning.count,
            controller=meaning.controller,
            restricted=meaning.restricted or meaning.scope in {"self", "you", "referenced"},
            excl=meaning.excl,
            ctx=self._context(),
            modal=self.option.number >= 0,
            ability=self.ability.index,
            mode=self.option.number,
            delayed=bool(self.clause.delayed),
            unsure=not meaning.known and meaning.scope != "referenced",
        )
        if fields:
            effect = msgspec.structs.replace(effect, **fields)
        self.effects.append(effect)
        self.conditions.append(self.clause.condition)
        meaning.effect = len(self.effects) - 1

    def _context(self) -> Context:
        """How the ability comes about; `when you do` makes a trigger out of what is said for always."""
        reflexive = self.ability.ctx == "static" and self.clause.when in {"when", "whenever"}
        return "triggered" if reflexive else self.ability.ctx

    def change(self, index: int, **fields: Any) -> None:
        """Correct an effect that was written down before."""
        self.effects[index] = msgspec.structs.replace(self.effects[index], **fields)

    def paid(self) -> None:
        """`If you do`: something of your own that you could exile or return just before was only a price."""
        last = self.effects[-1] if self.effects else None
        if last is None or last.scope != "choose" or last.controller != "you" or not self.clause.optional:
            return
        if (self.clause.verb, last.kind) in {("exile", "grave_exile"), ("return", "bounce")}:
            self.prices.add(len(self.effects) - 1)

    def turn(self, clause: Clause) -> None:
        """Go to a clause: what its noun phrases mean, in the order they stand, is settled here."""
        self.clause = clause
        self._turn_subject(clause)
        self.discourse.they = "any" if clause.verb == "deal" else "things"
        self.parts = []
        for item in clause.items:
            self.discourse.subject = self.subject if self._other(item.noun) else None
            if item.role == "until":
                self._until(item.noun)
            else:
                meaning = self._meaning(clause, item.noun)
                self.parts += [Part(item.role, item.noun, one) for one in self._with_others(item.noun, meaning)]
        self.discourse.subject = None
        self._join()
        self._except()

    def _join(self) -> None:
        """Remember what was picked together: `choose target land and target artifact`."""
        picked = [meaning for meaning in self.objects() if meaning.scope in {"target", "choose"} and not meaning.player]
        if len(picked) > 1 and self.clause.verb == "choose":
            self.discourse.together = picked

    def _with_others(self, noun: Noun, meaning: Meaning | None) -> list[Meaning | None]:
        """What `them` means, if it points at the last of some things picked together: all of them."""
        together = self.discourse.together
        if meaning is None or noun.kinds or noun.det != "they" or not together:
            return [meaning]
        last = together[-1]
        if (last.kinds, last.count, last.scope) != (meaning.kinds, meaning.count, meaning.scope):
            return [meaning]
        return [*together]

    def _except(self) -> None:
        """`all permanents except for artifacts and Walls`: types are shut out, anything else narrows."""
        for part in self.parts:
            if part.role == "except" and part.meaning is not None:
                types = tuple(TYPE_WORDS[word] for word in part.noun.words if word in TYPE_WORDS)
                for meaning in self.objects():
                    meaning.excl += tuple(kind for kind in types if kind not in meaning.kinds)
                    meaning.restricted = meaning.restricted or len(types) < len(part.noun.words)

    def _turn_subject(self, clause: Clause) -> None:
        self.discourse.they = "players" if clause.verb in OF_PLAYERS else "things"
        self.subject = self.also = None
        if clause.subject is not None and clause.carried:
            self.subject = self.discourse.meaning(clause.subject)
        elif clause.subject is not None:
            self.subject = self.discourse.note(clause.subject, "effect")
        if clause.also is not None:
            self.also = self.discourse.note(clause.also, "effect")

    def _meaning(self, clause: Clause, noun: Noun) -> Meaning | None:
        """What a noun phrase after the verb means, with what the clause adds to it."""
        if noun.head in _OWN and self.subject is not None:
            return self.subject
        place, controller = self._origin(clause)
        taken = place if noun.card or noun.det == "self" else ""
        if noun.buried and noun.det not in BACKWARD:
            taken = "graveyard"
        if clause.verb == "become" and noun.det == "count":
            return None
        meaning = self.discourse.note(noun, SOURCES.get(clause.verb, "effect"), taken)
        if meaning is None:
            return None
        if place and meaning.place == "card":
            meaning.place = place
        meaning.chosen = meaning.chosen or clause.verb == "choose"
        meaning.plural = meaning.plural or (meaning.source == "made" and (clause.each or clause.per))
        if clause.verb == "search" and noun.card and self._searched_graveyard(clause):
            meaning.place = "graveyard"
        if clause.per and clause.verb == "choose" and meaning.scope == "target":
            meaning.count = (0, "X")
        if clause.each and meaning.scope == "target" and not meaning.player:
            none_is_enough = clause.when == "for any" or (meaning.count is not None and meaning.count[0] == 0)
            meaning.count = (0 if none_is_enough else "X", "X")
        if noun.card and meaning.place == "graveyard" and meaning.controller == "any":
            meaning.controller = controller if place else self._zone_controller(noun.zone_owner)
        return meaning

    def _other(self, noun: Noun) -> bool:
        """Whether a back reference can't mean the subject of its own clause (that would be `itself`)."""
        return noun.det in {"that", "those", "it", "they"} and noun.head not in {"itself", "themselves"}

    def _until(self, noun: Noun) -> None:
        """`until you reveal a land card`: the card is one of a library."""
        meaning = self.discourse.note(noun, "made", "library" if noun.card else "")
        if meaning is not None and noun.card:
            meaning.place = "library"

    def _searched_graveyard(self, clause: Clause) -> bool:
        """Whether somebody else's graveyard is searched; your own is only where a card may also be."""
        lying = [item.noun for item in clause.items if "graveyard" in item.noun.zones]
        return any(noun.owner is None or noun.owner.det != "you" for noun in lying)

    def _origin(self, clause: Clause) -> tuple[str, Controller]:
        """Where the clause takes its things from, and whose place that is."""
        for item in clause.items:
            if item.role == "from" and item.noun.zones:
                zones = item.noun.zones
                return ("graveyard" if "graveyard" in zones else zones[0]), self._zone_controller(item.noun.owner)
        return "", "any"

    def _zone_controller(self, owner: Noun | None) -> Controller:
        if owner is None:
            return "any"
        if owner.det == "you":
            return "you"
        if owner.controller == "opponent":
            return "opponent"
        return "any" if owner.head in {"graveyard", "player"} and owner.det in {"count", "bare", "all"} else "specific"

    def objects(self) -> list[Meaning]:
        """The things (or players) that the present clause acts on directly."""
        return [part.meaning for part in self.parts if part.role in {"", "and"} and part.meaning is not None]

    def having(self, *roles: str) -> list[Part]:
        """The parts after one of these prepositions."""
        return [part for part in self.parts if part.role in roles]

    def goal(self, *zones: str) -> Part | None:
        """The part that names one of these zones as the place where something goes."""
        for part in self.parts:
            if part.role in {"to", "into", "onto", "on", "in", "under"} and set(part.noun.zones) & set(zones):
                return part
        return None

    def mine(self) -> list[int]:
        """The effects of the present ability, as places in `effects`."""
        return [i for i, effect in enumerate(self.effects) if effect.ability == self.ability.index]

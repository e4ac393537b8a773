"""Places, people, things, cards, decks and PCs as files write them: the schema, and what is wrong with it."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from takusen.rules import Both, Card, CardFace, Fault, Id, Table

from .mana import COLOURS, cost_of, value_of
from .typeline import TypeLine, type_line
from .world import (
    CREATURE,
    ENCHANTMENT,
    LAND,
    NOBODY,
    NOTHING,
    NOWHERE,
    PLANESWALKER,
    Control,
    Pc,
    Permanent,
    Place,
    Seal,
)

EMPTY = Both("")
Key = Annotated[Id, msgspec.Meta(pattern=r"^[\w\-]{1,40}$")]
"""The id of a thing in a file: letters, digits, - and _."""
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Size = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Copies = Annotated[int, msgspec.Meta(ge=1, le=99)]
Shield = Literal["W", "U", "B", "R", "G", "all"]
Where = tuple[str, str, str]
"""What is wrong: where, what, and the mend."""
SYMBOLS = re.compile(r"(?:\{[^{}\s]{1,5}\})*")
KINDS_OF_MANA = re.compile(r"[WUBRGC]*")
LINE = "Write it as on a card, such as Legendary Creature — Human Knight."
MARKS = 3
"""How many cards of a deck are marked (MT-28)."""


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what stands in content files: unknown keys are refused."""


class PlaceText(Content, frozen=True, kw_only=True):
    """A place, and the place that it is in; one that is in no other is a plane."""

    id: Key
    name: Both
    inside: Id = NOWHERE
    text: Both = EMPTY
    secret: Both = EMPTY
    sees: tuple[Id, ...] = ()
    hidden: bool = False

    def place(self, lang: str) -> Place:
        """The place in one language."""
        return Place(
            name=self.name[lang],
            inside=self.inside,
            text=self.text[lang],
            sees=self.sees,
            hidden=self.hidden,
            secret=self.secret[lang],
        )


class PermanentText(Content, frozen=True, kw_only=True):
    """Somebody or something (MT-02). Its rightful place is where it is, unless `home` names another."""

    id: Key
    name: Both
    type: Both = Both("クリーチャー", "Creature")
    text: Both = EMPTY
    secret: Both = EMPTY
    counts_as: Literal["", PLANESWALKER, "player"] = ""  # type: ignore[valid-type]
    cost: str = ""
    colours: str | None = None
    allegiance: Literal["friend", "neutral", "enemy"] = "neutral"
    hostile: bool = False
    controller: Id = NOBODY
    place: Id = NOWHERE
    home: Id = NOWHERE
    holder: Id = NOBODY
    interior: Id = NOWHERE
    power: Size = 0
    toughness: Size = 0
    loyalty: Count = 0
    life: Count = 20
    hand: Count = 7
    damage: Count = 0
    counters: dict[str, Count] = {}
    hexproof: bool = False
    shroud: bool = False
    indestructible: bool = False
    ward: str = ""
    protection: tuple[Shield, ...] = ()
    regeneration: Count = 0
    tapped: bool = False
    produces: str = ""
    remains: bool = False
    ruined: bool = False
    moved: bool = False
    care: bool = False
    sealed_by: Id = NOTHING
    sealed_until: Both = EMPTY
    hidden: bool = False
    shown: bool = False

    @property
    def sealed(self) -> bool:
        """Whether it is sealed from the start (MT-10)."""
        return bool(self.sealed_by or self.sealed_until["ja"])

    def line(self, lang: str) -> TypeLine:
        """What its type line says."""
        return type_line(self.type[lang])

    def permanent(self, lang: str) -> Permanent:
        """It in one language."""
        line = self.line(lang)
        return Permanent(
            name=self.name[lang],
            types=line.types,
            subtypes=line.subtypes,
            text=self.text[lang],
            legendary=line.legendary,
            token=line.token,
            as_planeswalker=self.counts_as == PLANESWALKER,
            as_player=self.counts_as == "player",
            colours=colours_of(self.cost) if self.colours is None else self.colours,
            cost=self.cost,
            allegiance=self.allegiance,
            hostile=self.hostile,
            control=Control(self.controller) if self.controller else None,
            zone="sealed" if self.sealed else "graveyard" if self.remains else "battlefield",
            place=NOWHERE if self.sealed else self.place,
            home=self.home or self.place,
            holder=self.holder,
            interior=self.interior,
            seal=Seal(self.sealed_by, place=self.place, event=self.sealed_until[lang]) if self.sealed else None,
            ruin="destroyed" if self.ruined else "",
            moved=self.moved,
            power=self.power,
            toughness=self.toughness,
            loyalty=self.loyalty,
            life=self.life,
            hand=self.hand,
            damage=self.damage,
            counters=Table(self.counters),
            hexproof=self.hexproof,
            shroud=self.shroud,
            indestructible=self.indestructible,
            ward=self.ward,
            protection=self.protection,
            regeneration=self.regeneration,
            tapped=self.tapped,
            produces=self.produces,
            care=self.care,
            hidden=self.hidden,
            shown=self.shown,
            secret=self.secret[lang],
        )

    def faults(self) -> Iterator[Where]:
        """What is wrong with it by itself."""
        yield from line_faults(self.type)
        yield from cost_faults("cost", self.cost)
        yield from mana_faults("colours", self.colours or "")
        yield from mana_faults("produces", self.produces)
        if not (self.place or self.holder):
            yield "place", "it is nowhere", "Write its `place`, or its `holder`."
        if self.remains and self.sealed:
            yield "remains", "what is sealed leaves no remains", "Remove one of the two."
        if not next(line_faults(self.type), None):
            yield from self._of_type(self.line("en"))

    def _of_type(self, line: TypeLine) -> Iterator[Where]:
        """What doesn't go with its type."""
        if not line.permanent:
            yield "type", "instants and sorceries lie nowhere", "Write a type that can be in a place."
        elif CREATURE in line.types and self.toughness < 1 and not (self.remains or self.counts_as):
            yield "toughness", "a creature needs a `toughness` of 1 or more", "Add the missing line."
        elif self.interior and LAND not in line.types:
            yield "interior", "only a land has an `interior`", "Make it a land, or remove the line."
        elif self.ruined and not {LAND, ENCHANTMENT} & {*line.types}:
            yield "ruined", "only lands and enchantments go out of use", "Write `remains` for people and things."
        elif self.counts_as == PLANESWALKER and not self.loyalty:
            yield "loyalty", "whoever counts as a planeswalker needs a `loyalty`", "Add the missing line."


class CardText(Content, frozen=True, kw_only=True):
    """A made-up card, written as cards are. Its English text is what its effects are read from."""

    id: Key
    name: Both
    cost: str = ""
    type: Both
    text: Both = EMPTY
    power: Size | None = None
    toughness: Size | None = None
    loyalty: Count | None = None

    def record(self) -> Card:
        """The card as a library has it."""
        face = CardFace(
            name=self.name["en"],
            full_name=self.name["en"],
            name_ja=self.name["ja"],
            mana_cost=self.cost or None,
            mana_value=float(value_of(self.cost)),
            type_line=self.type["en"],
            type_ja=self.type["ja"],
            text=self.text["en"],
            text_ja=self.text["ja"],
            colours=colours_of(self.cost),
            power=written(self.power),
            toughness=written(self.toughness),
            loyalty=written(self.loyalty),
        )
        return Card(id=self.id, name=face.name, name_ja=face.name_ja, mana_value=face.mana_value, faces=(face,))

    def faults(self) -> Iterator[Where]:
        """What is wrong with it."""
        yield from line_faults(self.type)
        yield from cost_faults("cost", self.cost)
        if not next(line_faults(self.type), None):
            yield from self._of_type(type_line(self.type["en"]))

    def _of_type(self, line: TypeLine) -> Iterator[Where]:
        """What its type asks for."""
        if CREATURE in line.types and (self.power is None or self.toughness is None):
            yield "toughness", "a creature card needs `power` and `toughness`", "Add the missing line."
        elif PLANESWALKER in line.types and self.loyalty is None:
            yield "loyalty", "a planeswalker card needs a `loyalty`", "Add the missing line."
        elif not self.cost and LAND not in line.types:
            yield "cost", "a card that is no land needs a `cost`", "Add the missing line; {0} is a cost."


class DeckText(Content, frozen=True, kw_only=True):
    """A ready deck: how many of which cards, by their ids."""

    id: Key
    cards: dict[Id, Copies]


class PcText(Content, frozen=True, kw_only=True):
    """A player's planeswalker. The opening hand is drawn at the table, unless `hand` lists it; what is `in_play` lies
    on the battlefield from the start."""

    id: Key
    name: Both
    text: Both = EMPTY
    place: Id = NOWHERE
    life: Annotated[int, msgspec.Meta(ge=1, le=99)] = 20
    deck: Id = NOTHING
    items: tuple[Id, ...] = ()
    marked: tuple[Id, ...] = ()
    hand: tuple[Id, ...] = ()
    in_play: dict[Id, Copies] = {}

    def pc(self, lang: str, deck: DeckText) -> Pc:
        """The PC in one language, with the cards of a deck."""
        left = Counter(deck.cards) - Counter(self.hand) - Counter(self.in_play)
        library = Table((self.holds(one), count) for one, count in left.items())
        return Pc(
            name=self.name[lang],
            text=self.text[lang],
            life=self.life,
            place=self.place,
            hand=tuple(map(self.holds, self.hand)),
            hand_size=len(self.hand),
            library=library,
            library_size=sum(library.values()),
            command=tuple(map(self.holds, self.items)),
            marked=tuple(map(self.holds, self.marked)),
        )

    def holds(self, card: Id) -> Id:
        """The id of a card as this PC's."""
        return Id(f"{self.id}-{card}")

    def faults(self) -> Iterator[Where]:
        """What is wrong with it by itself."""
        if len(self.marked) not in (0, MARKS):
            yield "marked", f"{MARKS} cards of a deck are marked, or none yet", "Correct the value."
        if (self.hand or self.marked or self.in_play) and not self.deck:
            yield "deck", "`hand`, `marked` and `in_play` need a `deck`", "Add the missing line."


# what is wrong -------------------------------------------------------------------------------------------------------


def written(number: int | None) -> str:
    """A number as cards have it."""
    return "" if number is None else str(number)


def colours_of(cost: str) -> str:
    """The colours in a mana cost."""
    return "".join(colour for colour in COLOURS if colour in cost)


def line_faults(both: Both) -> Iterator[Where]:
    """What can't be read of a type line, in one of its languages or between them."""
    read = []
    for lang in ("ja", "en"):
        try:
            read.append(type_line(both[lang]).types)
        except ValueError as wrong:
            yield "type", f"`{str(wrong)[:40]}` is no type" if str(wrong) else "there is no type", LINE
            return
    if set(read[0]) != set(read[1]):
        yield "type", "its types differ between the languages", LINE


def cost_faults(place: str, cost: str) -> Iterator[Where]:
    """What can't be read of a mana cost."""
    beyond = cost_of(cost).beyond
    if beyond or not SYMBOLS.fullmatch(cost):
        what = f"{{{beyond[0]}}}" if beyond else cost[:40]
        yield place, f"`{what}` is no mana cost", "Write symbols in braces, such as {2}{W}{W}."


def mana_faults(place: str, kinds: str) -> Iterator[Where]:
    """What is wrong with letters for kinds of mana."""
    if not KINDS_OF_MANA.fullmatch(kinds):
        yield place, f"`{kinds[:40]}` names no colours", "Write letters of WUBRGC, such as WU."


def placed(kind: str, number: int, faults: Iterator[Where]) -> Iterator[Fault]:
    """What is wrong with one thing of a file, as the reader of files tells it."""
    for place, what, mend in faults:
        yield Fault(f"{kind}[{number}].{place}", what, mend)

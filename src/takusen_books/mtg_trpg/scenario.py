"""Scenes of a group's own: what files may hold, what must fit together, and how it comes to the table."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec.structs import replace

from takusen.rules import Both, Fact, Fault, Id, Table

from .entering import permanent
from .record import card_from
from .setting import CardSet, GuideSet, PcSet, PermanentSet, PlaceSet, StoryBegun
from .world import NOTHING, NOWHERE, Permanent, World
from .written import (
    EMPTY,
    CardText,
    Content,
    DeckText,
    Key,
    PcText,
    PermanentText,
    PlaceText,
    Where,
    placed,
)

KINDS = ("place", "permanent", "card", "deck", "pc")
NO_DECK = DeckText(id=Id("none"), cards={})


class Meta(Content, frozen=True):
    """Head of a scenario; a file that adds to a table needs none. All read the `lead`, the GM alone the `guide`."""

    title: Both = EMPTY
    id: Key = Id("mine")
    source: str = ""
    summary: Both = EMPTY
    lead: Both = EMPTY
    guide: Both = EMPTY


class Scenario(Content, frozen=True):
    """A scenario, or what a group adds to its table."""

    meta: Meta = Meta()
    place: tuple[PlaceText, ...] = ()
    permanent: tuple[PermanentText, ...] = ()
    card: tuple[CardText, ...] = ()
    deck: tuple[DeckText, ...] = ()
    pc: tuple[PcText, ...] = ()

    def __post_init__(self) -> None:
        wrong = next(self._faults(), None)
        if wrong:
            raise wrong

    def facts(self, lang: str, stock: "Stock") -> tuple[Fact, ...]:
        """What lies on the table with it, in one language; `stock` has the cards and decks that PCs may name."""
        stock = stock.with_those_of(self)
        begun = (StoryBegun(self.meta.title[lang], self.meta.lead[lang]),) if self.meta.lead[lang] else ()
        guide = (GuideSet(self.meta.guide[lang]),) if self.meta.guide[lang] else ()
        return (
            *begun,
            *guide,
            *(PlaceSet(one.id, one.place(lang)) for one in self.place),
            *(PermanentSet(one.id, self._put(one, lang)) for one in self.permanent),
            *chain.from_iterable(stock.brought(one, lang) for one in self.pc),
        )

    def _put(self, one: PermanentText, lang: str) -> Permanent:
        """Somebody or something where it is; what has no place of its own is where its holder is."""
        me = one.permanent(lang)
        holders = {other.id: other.place for other in self.permanent} | {other.id: other.place for other in self.pc}
        at = holders.get(one.holder, one.holder if one.holder in {other.id for other in self.place} else NOWHERE)
        return me if me.place or one.sealed else replace(me, place=at, home=me.home or at)

    def _faults(self) -> Iterator[Fault]:
        """What is wrong with the file by itself."""
        used: set[str] = set()
        for kind in KINDS:
            for number, one in enumerate(getattr(self, kind)):
                if one.id in used:
                    yield Fault(f"{kind}[{number}].id", f"`{one.id}` stands twice", "Give it an id of its own.")
                used.add(one.id)
                yield from placed(kind, number, one.faults() if hasattr(one, "faults") else iter(()))


class Stock:
    """Cards and decks by their ids."""

    def __init__(self, cards: Mapping[Id, CardText], decks: Mapping[Id, DeckText]) -> None:
        self.cards, self.decks = cards, decks

    def with_those_of(self, scenario: Scenario) -> "Stock":
        """The stock with what a file has, which goes before what was there."""
        cards = {**self.cards, **{one.id: one for one in scenario.card}}
        return Stock(cards, {**self.decks, **{one.id: one for one in scenario.deck}})

    def brought(self, pc: PcText, lang: str) -> Iterator[Fact]:
        """The facts by which a PC comes to the table with its cards."""
        deck = self.decks.get(pc.deck, NO_DECK)
        cards = {one: card_from(self.cards[one].record(), pc.id, lang, one in pc.items) for one in used(pc, deck)}
        me = pc.pc(lang, deck)
        yield from (CardSet(pc.holds(one), card) for one, card in cards.items())
        yield PcSet(pc.id, me)
        for one, count in pc.in_play.items():
            world = World(pcs=Table({pc.id: me}), cards=Table({pc.holds(one): cards[one]}))
            out = permanent(world, pc.holds(one), 0, pc.id)
            yield from (PermanentSet(Id(f"{pc.holds(one)}-{number}"), out) for number in range(1, count + 1))


def used(pc: PcText, deck: DeckText) -> tuple[Id, ...]:
    """The cards that a PC has, each once."""
    return tuple(dict.fromkeys((*deck.cards, *pc.items)))


# what must fit together ----------------------------------------------------------------------------------------------


def misfits(scenario: Scenario, world: World, stock: Stock) -> Iterator[Fault]:
    """What a file speaks of that neither it nor the table has, and what can't be together."""
    stock = stock.with_those_of(scenario)
    there = known(scenario, world, stock)
    for kind, number, place, sort, one in named(scenario):
        if one and one not in there[sort]:
            what = f"`{one}` is the id of no {' or '.join(SORTS[sort])}"
            yield Fault(f"{kind}[{number}].{place}", what, f"Add a [[{SORTS[sort][0]}]] of that id, or correct it.")
    for number, place_text in enumerate(scenario.place):
        yield from placed("place", number, looped(place_text.id, inner(scenario, world)))
    for number, pc in enumerate(scenario.pc):
        yield from placed("pc", number, short(pc, stock.decks.get(pc.deck, NO_DECK)))


SORTS = {
    "place": ("place",),
    "permanent": ("permanent",),
    "card": ("card",),
    "deck": ("deck",),
    "pc": ("pc",),
    "somebody": ("permanent", "pc", "place"),
    "controller": ("pc", "permanent"),
}
"""What an id may be of, the likeliest first."""


def known(scenario: Scenario, world: World, stock: Stock) -> dict[str, set[str]]:
    """The ids that there are, by what they may stand for."""
    there: dict[str, set[str]] = {
        "place": {*world.places, *(one.id for one in scenario.place)},
        "permanent": {*world.permanents, *(one.id for one in scenario.permanent)},
        "pc": {*world.pcs, *(one.id for one in scenario.pc)},
        "card": {*stock.cards},
        "deck": {*stock.decks},
    }
    return there | {sort: set[str]().union(*(there[one] for one in kinds)) for sort, kinds in SORTS.items()}


def named(scenario: Scenario) -> Iterator[tuple[str, int, str, str, Id]]:
    """Every id that is spoken of: by which thing of which kind, where, and what it must be of."""
    for kind, fields in REFERENCES.items():
        for number, one in enumerate(getattr(scenario, kind)):
            for field, sort in fields.items():
                yield from ((kind, number, place, sort, Id(key)) for place, key in listed(field, getattr(one, field)))


REFERENCES = {
    "place": {"inside": "place", "sees": "place"},
    "permanent": {
        "place": "place",
        "home": "place",
        "interior": "place",
        "holder": "somebody",
        "controller": "controller",
        "sealed_by": "permanent",
    },
    "deck": {"cards": "card"},
    "pc": {"place": "place", "deck": "deck", "items": "card"},
}
"""The fields that hold ids, and of what."""


def listed(field: str, value: Any) -> Iterator[tuple[str, str]]:
    """The ids in a field, and where in the file each stands."""
    if isinstance(value, dict):
        yield from ((f"{field}.{key}", key) for key in value)
    elif isinstance(value, tuple):
        yield from ((f"{field}[{number}]", key) for number, key in enumerate(value))
    else:
        yield field, value


def inner(scenario: Scenario, world: World) -> dict[Id, Id]:
    """For every place the one around it."""
    return {one: place.inside for one, place in world.places.items()} | {one.id: one.inside for one in scenario.place}


def looped(one: Id, inside: Mapping[Id, Id]) -> Iterator[Where]:
    """A place that is inside itself."""
    at, seen = inside.get(one, NOTHING), set[Id]()
    while at and at not in seen:
        if at == one:
            yield "inside", f"`{one}` is inside itself", "Let the outermost place be in no other."
        seen.add(at)
        at = inside.get(at, NOTHING)


def short(pc: PcText, deck: DeckText) -> Iterator[Where]:
    """Cards that a PC has more of than its deck."""
    out = Counter(pc.in_play)
    for field, counted in (("in_play", out), ("hand", out + Counter(pc.hand)), ("marked", Counter(pc.marked))):
        for card, count in counted.items():
            if count > deck.cards.get(card, 0):
                yield field, f"the deck holds `{card}` {deck.cards.get(card, 0)} times", "Correct the value."

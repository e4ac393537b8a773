"""Facts of PCs: their life, their cards, their mana, the scene they are in."""

from typing import Any, Literal

from msgspec.structs import replace

from takusen.rules import EVERYONE, Audience, Id, Table

from .fact import Open, of_pc, own
from .world import NOWHERE, Pc, Scene, World

CardZone = Literal["hand", "library", "top", "bottom", "graveyard", "exile", "command"]
"""Where a card of a PC's is: of the library it is known to be on top, at the bottom, or anywhere in it."""
OPEN_ZONES = ("graveyard", "exile", "command")


def without(cards: tuple[Id, ...], card: Id) -> tuple[Id, ...]:
    """The cards, one copy of one of them less."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def counted(pc: Pc) -> Pc:
    """The PC with the counts that others see in step with its cards."""
    size = sum(pc.library.values()) + len(pc.top) + len(pc.bottom)
    return replace(pc, hand_size=len(pc.hand), library_size=size)


def resized(pc: Pc, zone: CardZone, by: int) -> Pc:
    """The PC with so many more cards counted in a zone; who doesn't see the cards themselves can still count them."""
    if zone == "hand":
        return replace(pc, hand_size=pc.hand_size + by)
    return replace(pc, library_size=pc.library_size + by) if zone in ("library", "top", "bottom") else pc


def put(pc: Pc, card: Id, to: CardZone) -> Pc:
    """The PC with a card more in a zone; what comes on top is first."""
    pc = resized(pc, to, 1)
    if to == "library":
        return replace(pc, library=pc.library.put(card, pc.library.get(card, 0) + 1))
    there = getattr(pc, to)
    return replace(pc, **{to: (card, *there) if to == "top" else (*there, card)})


def taken(pc: Pc, card: Id, source: CardZone) -> Pc:
    """The PC with a card less in a zone."""
    pc = resized(pc, source, -1)
    if source == "library":
        return replace(pc, library=pc.library.put(card, pc.library[card] - 1))
    return replace(pc, **{source: without(getattr(pc, source), card)})


def with_pc(world: World, one: Id, pc: Pc) -> World:
    """The world with one PC."""
    return replace(world, pcs=world.pcs.put(one, pc))


def known(world: World, *cards: Id) -> World:
    """The world in which everybody knows these cards."""
    for card in cards:
        world = replace(world, cards=world.cards.put(card, replace(world.cards[card], shown=True)))
    return world


# life ----------------------------------------------------------------------------------------------------------------


class LifeChanged(Open, frozen=True):
    """A PC gains or loses life."""

    of: Id
    amount: int
    life: int

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, life=self.life)


class PcOut(Open, frozen=True):
    """A PC without life takes no part any more: in this scene, or in the scenario."""

    of: Id
    lost: bool

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, out=True, lost=self.lost)


class PcRecovered(Open, frozen=True):
    """A PC can take part again."""

    of: Id

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, out=False)


class PcMoved(Open, frozen=True):
    """A PC is in another place."""

    of: Id
    place: Id

    def see(self, world: World) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, place=self.place)


class GoingRefused(Open, frozen=True):
    """The GM doesn't let a PC go."""

    of: Id


# cards ---------------------------------------------------------------------------------------------------------------


class ReasonGiven(Open, frozen=True):
    """Why a player does something with cards by hand."""

    of: Id
    text: str


class CardDrawn(Open, frozen=True):
    """A PC draws a card, which only its player and the GM know."""

    of: Id
    card: Id
    source: CardZone = "library"

    def parts(self, world: World) -> dict[str, Audience]:
        return {"card": own(world, self.of), "source": own(world, self.of)}

    def apply(self, world: World) -> World:
        return with_pc(world, self.of, put(taken(world.pcs[self.of], self.card, self.source), self.card, "hand"))


class CardsDrawn(Open, frozen=True):
    """A PC draws several cards, which only its player and the GM know; each with where in the library it was."""

    of: Id
    count: int
    cards: tuple[Id, ...]
    sources: tuple[CardZone, ...]

    def parts(self, world: World) -> dict[str, Audience]:
        return {"cards": own(world, self.of), "sources": own(world, self.of)}

    def apply(self, world: World) -> World:
        pc = world.pcs[self.of]
        for card, source in zip(self.cards, self.sources, strict=True):
            pc = put(taken(pc, card, source), card, "hand")
        return with_pc(world, self.of, pc)


class LibraryEmpty(Open, frozen=True):
    """There is no card left to draw."""

    of: Id


class CardDiscarded(Open, frozen=True):
    """A card goes from a hand to the graveyard."""

    of: Id
    card: Id

    def apply(self, world: World) -> World:
        pc = put(taken(world.pcs[self.of], self.card, "hand"), self.card, "graveyard")
        return known(with_pc(world, self.of, pc), self.card)


class CardMilled(Open, frozen=True):
    """A card goes from a library to the graveyard."""

    of: Id
    card: Id
    source: CardZone = "library"

    def parts(self, world: World) -> dict[str, Audience]:
        return {"source": own(world, self.of)}

    def apply(self, world: World) -> World:
        pc = put(taken(world.pcs[self.of], self.card, self.source), self.card, "graveyard")
        return known(with_pc(world, self.of, pc), self.card)


class CardRevealed(Open, frozen=True):
    """Everybody sees a card; it stays where it is."""

    of: Id
    card: Id

    def apply(self, world: World) -> World:
        return known(world, self.card)


class CardWent(Open, frozen=True):
    """A card goes openly from one zone of a PC to another."""

    of: Id
    card: Id
    source: CardZone
    to: CardZone

    def apply(self, world: World) -> World:
        pc = put(taken(world.pcs[self.of], self.card, self.source), self.card, self.to)
        return known(with_pc(world, self.of, pc), self.card)


class CardPutAway(Open, frozen=True):
    """A card goes from one zone to another unseen by the others."""

    of: Id
    card: Id
    source: CardZone
    to: CardZone

    def parts(self, world: World) -> dict[str, Audience]:
        return {"card": own(world, self.of)}

    def apply(self, world: World) -> World:
        return with_pc(world, self.of, put(taken(world.pcs[self.of], self.card, self.source), self.card, self.to))


class LeftToCards(Open, frozen=True):
    """A permanent goes back to its owner as a card, into one of its zones."""

    of: Id
    pc: Id
    card: Id
    to: CardZone

    def apply(self, world: World) -> World:
        me = replace(
            world.permanents[self.of],
            zone="left",
            place=NOWHERE,
            holder=Id(""),
            control=None,
            seal=None,
            tapped=False,
            damage=0,
            modifiers=(),
            counters=Table(),
        )
        world = replace(world, permanents=world.permanents.put(self.of, me))
        return known(with_pc(world, self.pc, put(world.pcs[self.pc], self.card, self.to)), self.card)


class CardTaken(Open, frozen=True):
    """A card leaves a zone to become a permanent, or to be cast; it is put somewhere by the fact that follows."""

    of: Id
    card: Id
    source: CardZone

    def apply(self, world: World) -> World:
        return known(with_pc(world, self.of, taken(world.pcs[self.of], self.card, self.source)), self.card)


class LibraryShuffled(Open, frozen=True):
    """Nobody knows the place of any card of a library any more; `library` counts them."""

    of: Id
    library: Table[Id, int]

    def parts(self, world: World) -> dict[str, Audience]:
        return {"library": own(world, self.of)}

    def apply(self, world: World) -> World:
        pc = replace(world.pcs[self.of], library=self.library, top=(), bottom=())
        return with_pc(world, self.of, counted(pc))


class CardsMarked(Open, frozen=True):
    """The cards that decide an action check by themselves are chosen (MT-28); the others don't know which."""

    of: Id
    cards: tuple[Id, ...]

    def parts(self, world: World) -> dict[str, Audience]:
        return {"cards": own(world, self.of)}

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, marked=self.cards)


# mana ----------------------------------------------------------------------------------------------------------------


class ManaAdded(Open, frozen=True):
    """Mana comes into a PC's pool; so much of the colour is there now."""

    of: Id
    colour: str
    amount: int
    total: int

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, mana=world.pcs[self.of].mana.put(self.colour, self.total))


class ManaEmptied(Open, frozen=True):
    """Unused mana is gone as the scene ends."""

    of: Id

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, mana=Table())


class LandPlayed(Open, frozen=True):
    """A PC has played its land of this scene."""

    of: Id

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, land_played=True)


class CastCounted(Open, frozen=True):
    """An item card has been cast so many times from the command zone."""

    of: Id
    card: Id
    times: int

    def apply(self, world: World) -> World:
        return of_pc(world, self.of, cast_before=world.pcs[self.of].cast_before.put(self.card, self.times))


# scenes --------------------------------------------------------------------------------------------------------------


class SceneStarted(Open, frozen=True):
    """A scene is on, which is one turn (MT-26)."""

    place: Id
    present: tuple[Id, ...]
    number: int

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return replace(world, scene=Scene(self.place, self.present), scenes=self.number)


class TurnBegan(Open, frozen=True):
    """A PC's turn begins with the scene: what it controls untaps, and it may play a land and attack again."""

    of: Id
    scene: int
    untapped: tuple[Id, ...] = ()

    def apply(self, world: World) -> World:
        permanents = dict(world.permanents)
        for one in self.untapped:
            permanents[one] = replace(permanents[one], tapped=False)
        world = replace(world, permanents=Table(permanents))
        return of_pc(world, self.of, turn=self.scene, land_played=False, attacked=False, mana=Table())


class JoinedScene(Open, frozen=True):
    """A PC comes into the scene."""

    of: Id
    present: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return in_scene(world, present=self.present)


class LeftScene(Open, frozen=True):
    """A PC leaves the scene."""

    of: Id
    present: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return in_scene(world, present=self.present)


class ReachSet(Open, frozen=True):
    """The GM says how far spells reach in this scene at most (MT-21); nowhere: as far as the eye can see."""

    place: Id

    def apply(self, world: World) -> World:
        return in_scene(world, reach=self.place)


class SceneEnded(Open, frozen=True):
    """A scene is over: so many recovered, so many keep their wounds."""

    number: int
    healed: int
    stayed: int

    def apply(self, world: World) -> World:
        return replace(world, scene=None)


def in_scene(world: World, **fields: Any) -> World:
    """The world with fields of the scene set."""
    return replace(world, scene=replace(world.here_now(), **fields))

"""Facts by which places, permanents, PCs and cards come to the table."""

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .cards import Card
from .world import Pc, Permanent, Place, World


class PlaceSet(Fact, frozen=True):
    """A place is part of the world."""

    id: Id
    place: Place

    def see(self, world: World) -> Audience:
        return self.place.seen(world)

    def apply(self, world: World) -> World:
        return replace(world, places=world.places.put(self.id, self.place))


class PermanentSet(Fact, frozen=True):
    """Somebody or something is part of the world; the whole of it is the GM's alone, pages show what is open."""

    id: Id
    permanent: Permanent

    def see(self, world: World) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, permanents=world.permanents.put(self.id, self.permanent))


class PcSet(Fact, frozen=True):
    """A PC is at the table; the cards are for its player and the GM."""

    id: Id
    pc: Pc

    def see(self, world: World) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, pcs=world.pcs.put(self.id, self.pc))


class CardSet(Fact, frozen=True):
    """A card belongs to a PC's deck, or is an item card."""

    id: Id
    card: Card

    def see(self, world: World) -> Audience:
        return self.card.seen(world)

    def apply(self, world: World) -> World:
        return replace(world, cards=world.cards.put(self.id, self.card))


class StoryBegun(Fact, frozen=True):
    """What the table plays."""

    title: str
    text: str = ""

    def see(self, world: World) -> Audience:
        return EVERYONE


class GuideSet(Fact, frozen=True):
    """What the GM is told about the scenario: what goes on, what may happen, and the secrets."""

    text: str

    def see(self, world: World) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, guide=self.text)

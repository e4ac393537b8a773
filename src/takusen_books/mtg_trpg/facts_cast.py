"""Facts of casting: what is cast and paid for, what the GM rules, and what comes to nothing."""

from typing import Literal

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id, Table

from .fact import Open, changed
from .facts_pc import CardWent
from .world import NOTHING, NOWHERE, Ruling, World


def unseen_targets(world: World, targets: tuple[Id, ...]) -> dict[str, Audience]:
    """Targets among whom somebody is hidden are the GM's to know."""
    hidden = any(one in world.permanents and world.permanents[one].seen(world) == GM for one in targets)
    return {"targets": GM} if hidden else {}


# casting -------------------------------------------------------------------------------------------------------------


class CardCast(Open, frozen=True):
    """A PC casts a card: which face of it, at whom, with which X."""

    of: Id
    card: Id
    face: str
    targets: tuple[Id, ...] = ()
    x: int = 0

    def parts(self, world: World) -> dict[str, Audience]:
        return unseen_targets(world, self.targets)

    def apply(self, world: World) -> World:
        return replace(world, cards=world.cards.put(self.card, replace(world.cards[self.card], shown=True)))


class AbilityUsed(Open, frozen=True):
    """An ability of a permanent is used, at whom; `scene` is the one in which its loyalty was."""

    of: Id
    by: Id
    text: str
    targets: tuple[Id, ...] = ()
    scene: int = 0

    def parts(self, world: World) -> dict[str, Audience]:
        return unseen_targets(world, self.targets)

    def apply(self, world: World) -> World:
        return changed(world, self.of, activated=self.scene)


class CardSpent(CardWent, frozen=True):
    """A card that was cast is put where used cards go."""


class Paid(Open, frozen=True):
    """Mana is paid: what is tapped for it, what stays in the pool, and the life that is left."""

    of: Id
    cost: str
    tapped: tuple[Id, ...]
    left: Table[str, int]
    lost: int
    life: int

    def apply(self, world: World) -> World:
        permanents = dict(world.permanents)
        for one in self.tapped:
            permanents[one] = replace(permanents[one], tapped=True)
        me = replace(world.pcs[self.of], mana=self.left, life=self.life)
        return replace(world, permanents=Table(permanents), pcs=world.pcs.put(self.of, me))


Hindrance = Literal[
    "counts_as_player", "counts_as_planeswalker", "no_player", "other_kind",
    "has_hexproof", "has_shroud", "has_protection", "beyond_sight", "beyond_reach",
]  # fmt: skip
"""What may stand against a target without its being open to all."""


class CastHeld(Open, frozen=True):
    """The GM finds that it can't be cast like this, and may keep to itself why; nothing is paid, the card stays where
    it is."""

    of: Id
    card: str
    why: Literal["teammates", "not_fitting", "cost_unpaid", "not_due", "untold"] | Hindrance
    target: Id = NOTHING


class Countered(Open, frozen=True):
    """Ward: what it demands isn't paid, and the spell comes to nothing."""

    of: Id
    card: str
    target: Id


class AbilityCountered(Countered, frozen=True):
    """Ward: what it demands isn't paid, and the ability comes to nothing; what it is an ability of stays."""


class WardMet(Open, frozen=True):
    """Ward: what it demands is paid."""

    of: Id
    target: Id


class RangeSet(Fact, frozen=True):
    """The GM says how far it reaches (MT-22); `inside` are the PCs' own, which are hit in any case."""

    card: str
    place: Id
    inside: tuple[Id, ...]

    def see(self, world: World) -> Audience:
        return EVERYONE

    def parts(self, world: World) -> dict[str, Audience]:
        place = world.places.get(self.place)
        return {"place": GM} if place is not None and place.seen(world) == GM else {}


# what comes of it ----------------------------------------------------------------------------------------------------


class NothingHappened(Open, frozen=True):
    """It has no effect here, for this reason."""

    of: Id
    why: Literal["not_moved", "in_place", "protected", "itself", "gone", "no_target", "ruled", "already_so", "lost"]


class LeftToTable(Fact, frozen=True):
    """What the table doesn't do by itself: done by hand, as the GM says, or left undone."""

    card: str
    text: str
    answer: Literal["by_hand", "nothing"]

    def see(self, world: World) -> Audience:
        return EVERYONE


class CarriedOff(Open, frozen=True):
    """It is somewhere far away, gone for this scenario at least as the GM says (MT-08)."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, zone="fled", place=NOWHERE, control=None)


class Beaten(Open, frozen=True):
    """An NPC treated as a player has no life left; what becomes of it follows."""

    of: Id


class Fought(Open, frozen=True):
    """Two creatures fight."""

    of: Id
    target: Id


# rulings -------------------------------------------------------------------------------------------------------------


class Ruled(Fact, frozen=True):
    """The GM has answered; the latest answers may be kept as precedents."""

    ruling: Ruling
    asked: tuple[Ruling, ...]

    def see(self, world: World) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, asked=self.asked)


class PrecedentUsed(Fact, frozen=True):
    """The GM isn't asked again: it was decided before."""

    question: str
    about: Id
    answer: Id

    def see(self, world: World) -> Audience:
        return EVERYONE

    def parts(self, world: World) -> dict[str, Audience]:
        return {"about": GM, "answer": GM}


class PrecedentKept(Fact, frozen=True):
    """A ruling is kept as a precedent."""

    id: Id
    ruling: Ruling
    question: str = ""
    about: Id = NOTHING
    answer: Id = NOTHING

    def see(self, world: World) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, precedents=world.precedents.put(self.id, self.ruling))


class PrecedentDropped(Fact, frozen=True):
    """A precedent holds no more."""

    id: Id
    question: str = ""
    about: Id = NOTHING
    answer: Id = NOTHING

    def see(self, world: World) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, precedents=world.precedents.without(self.id))

"""Facts of permanents and places: what befalls them, where they go, who controls them."""

from typing import Any, Literal

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Id, Table

from .fact import Open, changed, numbers, of_place
from .stats import MINUS, PLUS
from .world import NOBODY, NOTHING, NOWHERE, Control, Modifier, Permanent, Seal, World

Ruin = Literal["destroyed", "exiled", "exiled_until"]


class Somewhere(Open, frozen=True):
    """A fact with a place, which those don't learn who don't know the place."""

    def see(self, world: Any) -> Audience:
        known = world.permanents.get(getattr(self, "of", NOBODY))
        return known.seen(world) if known else EVERYONE

    def parts(self, world: Any) -> dict[str, Audience]:
        place = world.places.get(getattr(self, "place", NOWHERE))
        return {"place": place.seen(world)} if place and place.seen(world) == GM else {}


# where ---------------------------------------------------------------------------------------------------------------


class EnteredBattlefield(Open, frozen=True):
    """A card or a token comes onto the battlefield as a permanent."""

    of: Id
    permanent: Permanent

    def see(self, world: World) -> Audience:
        return self.permanent.seen(world)

    def parts(self, world: World) -> dict[str, Audience]:
        return {} if self.permanent.owner or self.permanent.controller else {"permanent": GM}

    def apply(self, world: World) -> World:
        return replace(world, permanents=world.permanents.put(self.of, self.permanent))


class Moved(Somewhere, frozen=True):
    """Somebody or something is in another place, perhaps by force (MT-07)."""

    of: Id
    place: Id
    forced: bool = False

    def apply(self, world: World) -> World:
        return changed(world, self.of, place=self.place, moved=self.forced)


class Followed(Somewhere, frozen=True):
    """What somebody carries, or what lies on it, goes along."""

    of: Id
    place: Id
    holder: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, place=self.place)


class PlaceMoved(Open, frozen=True):
    """A place lies inside another one now."""

    place: Id
    inside: Id

    def apply(self, world: World) -> World:
        return replace(
            world, places=world.places.put(self.place, replace(world.places[self.place], inside=self.inside))
        )


class StayedAtHome(Open, frozen=True):
    """It is already at its rightful place: nothing happens (MT-06)."""

    of: Id


class Taken(Open, frozen=True):
    """A thing has a holder, a ward lies on something; with nobody, it lies free."""

    of: Id
    holder: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, holder=self.holder)


# the end of a permanent ----------------------------------------------------------------------------------------------


class Destroyed(Open, frozen=True):
    """It is destroyed; what becomes of it follows."""

    of: Id


class Died(Open, frozen=True):
    """It dies without being destroyed: no toughness, no loyalty, a sacrifice, nothing left to lie on."""

    of: Id
    why: Literal["toughness", "loyalty", "sacrificed", "bearer_gone"]


class Endured(Open, frozen=True):
    """It is indestructible."""

    of: Id


class Regenerated(Open, frozen=True):
    """It regenerates instead: tapped, and its damage is gone."""

    of: Id
    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "left")

    def apply(self, world: World) -> World:
        return changed(world, self.of, tapped=True, damage=0, regeneration=self.left)


class ShieldBroken(Open, frozen=True):
    """A shield counter goes instead."""

    of: Id
    counters: Table[str, int]

    def apply(self, world: World) -> World:
        return changed(world, self.of, counters=self.counters)


def gone(world: World, one: Id, **fields: Any) -> World:
    """The world in which a permanent has left the battlefield."""
    return changed(world, one, control=None, tapped=False, attacked=False, care=False, days=0, **fields)


class WentToGraveyard(Somewhere, frozen=True):
    """The remains lie in a place: it counts as in the teammate's graveyard (MT-03)."""

    of: Id
    place: Id

    def apply(self, world: World) -> World:
        return gone(world, self.of, zone="graveyard", place=self.place, seal=None, burned=False)


class Burned(Open, frozen=True):
    """The remains are gone: it counts as in the teammate's exile (MT-03)."""

    of: Id

    def apply(self, world: World) -> World:
        return gone(world, self.of, zone="exile", place=NOWHERE, burned=True)


class Exiled(Open, frozen=True):
    """It is gone without trace (MT-09)."""

    of: Id

    def apply(self, world: World) -> World:
        return gone(world, self.of, zone="exile", place=NOWHERE, seal=None)


class Vanished(Open, frozen=True):
    """A token, or a ward that leaves no remains, is no more."""

    of: Id

    def apply(self, world: World) -> World:
        return gone(world, self.of, zone="exile", place=NOWHERE, seal=None)


class Fled(Open, frozen=True):
    """Badly wounded it gets away, and doesn't return in this scenario (MT-04); with a seal, until that ends (MT-10)."""

    of: Id
    seal: Seal | None = None

    def apply(self, world: World) -> World:
        return gone(world, self.of, zone="fled", place=NOWHERE, seal=self.seal)


class Sealed(Open, frozen=True):
    """It is sealed somewhere out of the world (MT-10)."""

    of: Id
    seal: Seal

    def apply(self, world: World) -> World:
        return gone(world, self.of, zone="sealed", place=NOWHERE, seal=self.seal)


class SealEnded(Open, frozen=True):
    """What held a seal is gone, or its event has happened (MT-11)."""

    of: Id
    why: Literal["source", "event"]

    def apply(self, world: World) -> World:
        return changed(world, self.of, seal=None)


class Unsealed(Somewhere, frozen=True):
    """It appears where the owner of the card is that had sealed it (MT-11)."""

    of: Id
    place: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, zone="battlefield", place=self.place, seal=None)


class CameBack(Somewhere, frozen=True):
    """Somebody who had fled or gone is there again, as the GM says."""

    of: Id
    place: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, zone="battlefield", place=self.place, seal=None, burned=False)


class StayedAway(Open, frozen=True):
    """Somebody who had escaped doesn't return in this scenario."""

    of: Id


class Revived(Somewhere, frozen=True):
    """It lives again, in a place (MT-24, MT-25)."""

    of: Id
    place: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, zone="battlefield", place=self.place, burned=False)


class MadeAnew(Open, frozen=True):
    """It is a new object: without counters, with the damage and the modifiers that it keeps."""

    of: Id
    damage: int = 0
    modifiers: tuple[Modifier, ...] = ()

    def apply(self, world: World) -> World:
        return changed(world, self.of, damage=self.damage, modifiers=self.modifiers, counters=Table(), tapped=False)


# facilities ----------------------------------------------------------------------------------------------------------


class PutOutOfUse(Open, frozen=True):
    """A facility can't be used any more; whoever is in it is unharmed (MT-05, MT-12)."""

    of: Id
    how: Ruin
    seal: Seal | None = None

    def apply(self, world: World) -> World:
        return changed(world, self.of, ruin=self.how, seal=self.seal)


class Restored(Open, frozen=True):
    """A facility can be used as before."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, ruin="", seal=None)


# damage, modifiers, counters -----------------------------------------------------------------------------------------


class Damaged(Open, frozen=True):
    """It is dealt damage."""

    of: Id
    amount: int
    damage: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, damage=self.damage)


class DamageHealed(Open, frozen=True):
    """Damage goes away; `left` stays."""

    of: Id
    amount: int
    left: int = 0

    def apply(self, world: World) -> World:
        return changed(world, self.of, damage=self.left)


class DamageStayed(Open, frozen=True):
    """Damage stays beyond the scene (MT-13)."""

    of: Id
    damage: int


class LoyaltyChanged(Open, frozen=True):
    """A planeswalker has another loyalty."""

    of: Id
    amount: int
    loyalty: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "loyalty")

    def apply(self, world: World) -> World:
        return changed(world, self.of, loyalty=self.loyalty)


class NpcLifeChanged(Open, frozen=True):
    """An NPC treated as a player gains or loses life."""

    of: Id
    amount: int
    life: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "life")

    def apply(self, world: World) -> World:
        return changed(world, self.of, life=self.life)


class NpcHandChanged(Open, frozen=True):
    """An NPC treated as a player has more or fewer cards in hand."""

    of: Id
    amount: int
    hand: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "hand")

    def apply(self, world: World) -> World:
        return changed(world, self.of, hand=self.hand)


class Modified(Open, frozen=True):
    """Power and toughness change for a while."""

    of: Id
    modifier: Modifier

    def apply(self, world: World) -> World:
        return changed(world, self.of, modifiers=(*world.permanents[self.of].modifiers, self.modifier))


class ModifiersEnded(Open, frozen=True):
    """Modifiers of power and toughness end, by so much in all; those `left` go on."""

    of: Id
    power: int
    toughness: int
    left: tuple[Modifier, ...] = ()

    def apply(self, world: World) -> World:
        return changed(world, self.of, modifiers=self.left)


class ModifiersEased(Open, frozen=True):
    """Power and toughness recover by so much (MT-15)."""

    of: Id
    power: int
    toughness: int
    left: tuple[Modifier, ...] = ()

    def apply(self, world: World) -> World:
        return changed(world, self.of, modifiers=self.left)


class ModifiersStayed(Open, frozen=True):
    """Minus modifiers stay beyond the scene (MT-15)."""

    of: Id
    power: int
    toughness: int


class CounterPut(Open, frozen=True):
    """Counters are put on it; `total` of the kind are there now."""

    of: Id
    counter: str
    amount: int
    total: int

    def apply(self, world: World) -> World:
        counters = world.permanents[self.of].counters.put(self.counter, self.total)
        return changed(world, self.of, counters=counters)


class CounterRemoved(Open, frozen=True):
    """Counters are taken off it; `total` of the kind are left."""

    of: Id
    counter: str
    amount: int
    total: int

    def apply(self, world: World) -> World:
        counters = world.permanents[self.of].counters.put(self.counter, self.total)
        return changed(world, self.of, counters=counters)


class CountersCancelled(Open, frozen=True):
    """As many +1/+1 as -1/-1 counters go."""

    of: Id
    amount: int
    plus: int
    minus: int

    def apply(self, world: World) -> World:
        counters = world.permanents[self.of].counters.put(PLUS, self.plus).put(MINUS, self.minus)
        return changed(world, self.of, counters=counters)


class ShieldRaised(Open, frozen=True):
    """A regeneration shield waits for the next destruction; so many are there now."""

    of: Id
    shields: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "shields")

    def apply(self, world: World) -> World:
        return changed(world, self.of, regeneration=self.shields)


class ShieldsFaded(Open, frozen=True):
    """Regeneration shields are gone as the scene ends."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, regeneration=0)


class Tapped(Open, frozen=True):
    """It is tapped."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, tapped=True)


class Untapped(Open, frozen=True):
    """It is untapped."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, tapped=False)


# control and allegiance ----------------------------------------------------------------------------------------------


class ControlTaken(Open, frozen=True):
    """Somebody takes control of it (MT-18 to MT-20)."""

    of: Id
    by: Id
    control: Control

    def apply(self, world: World) -> World:
        return changed(world, self.of, control=self.control)


class ControlEnded(Open, frozen=True):
    """The control of it that somebody had is over."""

    of: Id
    by: Id = NOTHING

    def apply(self, world: World) -> World:
        return changed(world, self.of, control=None)


class DeclaredHostile(Open, frozen=True):
    """The GM says whether an NPC of an openly hostile force counts as an opponent's (MT-27)."""

    of: Id
    on: bool

    def apply(self, world: World) -> World:
        return changed(world, self.of, hostile=self.on)


class Ordered(Open, frozen=True):
    """A PC has somebody under its control do something, without a word or a gesture (MT-18)."""

    of: Id
    by: Id
    text: str


class ThingCalled(Open, frozen=True):
    """A thing comes to the hand of the PC who controls it (MT-19)."""

    of: Id
    by: Id
    place: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, place=self.place, holder=self.by)


class FacilityUsed(Open, frozen=True):
    """A PC uses an ability of a facility under its control (MT-20)."""

    of: Id
    by: Id
    text: str


class ConsentRefused(Open, frozen=True):
    """An NPC doesn't want to be controlled."""

    of: Id
    by: Id


# what the GM does ----------------------------------------------------------------------------------------------------


class CareSet(Open, frozen=True):
    """Somebody is properly cared for from now on, or no longer (MT-13)."""

    of: Id
    on: bool

    def apply(self, world: World) -> World:
        return changed(world, self.of, care=self.on, days=0)


class CareCounted(Open, frozen=True):
    """So many days of care have passed since the last whole week."""

    of: Id
    days: int

    def see(self, world: World) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return changed(world, self.of, days=self.days)


class DaysPassed(Open, frozen=True):
    """Days go by."""

    days: int
    day: int

    def apply(self, world: World) -> World:
        return replace(world, day=self.day)


class NumbersShown(Open, frozen=True):
    """The GM shows the numbers of an NPC or thing."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, shown=True)


class CameIntoSight(Open, frozen=True):
    """Somebody or something hidden is seen."""

    of: Id

    def see(self, world: World) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return changed(world, self.of, hidden=False)


class WentOutOfSight(Open, frozen=True):
    """Somebody or something is nowhere to be seen."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, hidden=True)


class PlaceShown(Open, frozen=True):
    """A place comes to be known."""

    place: Id

    def see(self, world: World) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return of_place(world, self.place, hidden=False)

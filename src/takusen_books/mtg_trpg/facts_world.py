"""Facts of permanents and places: what befalls them, where they go, who controls them."""

from typing import Any, Literal

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Id, Table

from .fact import Open, changed, numbers, of_place
from .world import NOBODY, NOWHERE, Modifier, Permanent, Seal, World

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
    name: str

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


# what the GM does ----------------------------------------------------------------------------------------------------


class CareBegun(Open, frozen=True):
    """Somebody is properly cared for from now on (MT-13)."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, care=True, days=0)


class CareEnded(Open, frozen=True):
    """Somebody is properly cared for no longer."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, care=False, days=0)


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

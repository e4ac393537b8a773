"""What the GM does with the world: who is hostile, what is seen, what is mended (MT-05, MT-12, MT-27)."""

from takusen.rules import Id, Offer, Play, Refused, act

from .facts_state import DeclaredHostile, DeclaredPeaceful
from .facts_world import CameIntoSight, NumbersShown, PlaceShown, Restored, WentOutOfSight
from .remains import is_facility
from .world import World


@act("MT-27", by="gm")
def declare_hostile(t: Play[World], of: tuple[Id, ...], on: bool) -> None:
    """NPCs of an openly hostile force count as an opponent's, or no longer."""
    for one in of:
        t.emit(DeclaredHostile(one) if on else DeclaredPeaceful(one))


@declare_hostile.offer
def _(o: Offer[World]) -> None:
    if o.option("hostile_npc_side") == "always_teammate":
        o.refuse("always_teammate")
    on = o.pick("on", (True, False))
    able = tuple(one for one, me in o.world.here() if not me.owner and me.hostile != on)
    o.some("of", able, at_most=len(able), at_least=1)


@act("MT-05", by="gm")
def repair(t: Play[World], of: Id) -> None:
    """A destroyed facility is rebuilt; one that was exiled can't be, by ordinary means (MT-12)."""
    t.emit(Restored(of))


@repair.offer
def _(o: Offer[World]) -> None:
    ruins = tuple(one for one, me in o.world.here() if is_facility(me) and me.ruin)
    if not ruins:
        o.refuse("no_ruin")
    o.pick("of", ruins, unless=lambda one: beyond_repair(o.world, one))


def beyond_repair(world: World, one: Id) -> Refused | None:
    """Why a facility can't be mended."""
    return Refused("beyond_repair") if world.permanents[one].ruin != "destroyed" else None


@act("MT-02", by="gm")
def show(t: Play[World], of: Id) -> None:
    """The GM shows somebody, something or a place that was hidden; or else the numbers of what is in sight."""
    if of in t.world.places:
        t.emit(PlaceShown(of))
    else:
        t.emit(CameIntoSight(of) if t.world.permanents[of].hidden else NumbersShown(of))


@show.offer
def _(o: Offer[World]) -> None:
    hidden = tuple(one for one, place in o.world.places.items() if place.hidden and not place.removed)
    closed = tuple(
        one for one, me in o.world.permanents.items() if not me.removed and (me.hidden or not (me.shown or me.owner))
    )
    if not (hidden or closed):
        o.refuse("all_shown")
    o.pick("of", (*closed, *hidden))


@act("MT-02", by="gm")
def hide(t: Play[World], of: Id) -> None:
    """Somebody or something is nowhere to be seen."""
    t.emit(WentOutOfSight(of))


@hide.offer
def _(o: Offer[World]) -> None:
    o.pick("of", tuple(one for one, me in o.world.here() if not (me.hidden or me.owner)))

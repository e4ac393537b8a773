"""Going from place to place: people, things, facilities, PCs (MT-02, MT-06)."""

from collections.abc import Callable, Sequence

import msgspec

from takusen.rules import GM, Id, Offer, Play, Refused, act, policy, rule

from .facts_pc import GoingRefused, LeftScene, PcMoved
from .facts_world import Followed, MadeAnew, Moved, PlaceMoved, PlaceShown, Taken
from .reach import stands
from .world import ENCHANTMENT, NOBODY, Permanent, World

ALLOW, REFUSE = "allow", "refuse"


class Leaving(msgspec.Struct, frozen=True):
    """Who wants to go where."""

    of: Id
    place: Id


@policy("may_go")
def let_go(about: Leaving, open_ones: Sequence[str]) -> str:
    """Whoever wants to go may."""
    return ALLOW


@rule("MT-02", "MT-06", "MT-08")
def go_to(t: Play[World], one: Id, place: Id, forced: bool = False, carried: bool = True) -> None:
    """Somebody or something is in another place, with what lies on it, and with what it carries where it goes by
    itself. A facility takes along the place that it is, and so whoever is in it."""
    me = t.world.permanents[one]
    if me.interior:
        t.emit(PlaceMoved(me.interior, place))
    t.emit(Moved(one, place, forced))
    bring_along(t, one, place, carried)


@rule("MT-26")
def pc_goes(t: Play[World], pc: Id, place: Id) -> None:
    """A PC is in another place; what it carries, and its own cards on the battlefield, are with it."""
    find(t, place)
    t.emit(PcMoved(pc, place))
    for one, me in t.world.here():
        if goes_with(me, pc) and me.place != place:
            t.emit(Followed(one, place, pc))
            bring_along(t, one, place)


def find(t: Play[World], place: Id) -> None:
    """A place where a PC comes, and those around it, are hidden no longer."""
    for one in t.world.around(place):
        if t.world.places[one].hidden:
            t.emit(PlaceShown(one))


def bring_along(t: Play[World], one: Id, place: Id, carried: bool = True) -> None:
    """What somebody carries or what lies on it goes along, with all that is on that in turn."""
    for other, thing in t.world.here():
        if thing.holder == one and thing.place != place and (carried or thing.is_a(ENCHANTMENT)):
            t.emit(Followed(other, place, one))
            bring_along(t, other, place)


def goes_with(me: Permanent, pc: Id) -> bool:
    """Whether a permanent is always where a PC is."""
    return me.holder == pc or (me.owner == pc and me.controller == pc and not me.holder)


def anew(t: Play[World], one: Id) -> None:
    """What comes back is a new object, without damage, modifiers and counters (option damage_after_move)."""
    me = t.world.permanents[one]
    stays = t.option("damage_after_move") == "stay_on_npcs" and not me.owner
    if me.damage or me.modifiers or any(me.counters.values()) or me.tapped:
        t.emit(MadeAnew(one, me.damage, me.modifiers) if stays else MadeAnew(one))


# acts ----------------------------------------------------------------------------------------------------------------


@act("MT-02", by="gm")
def place_at(t: Play[World], of: Id, place: Id) -> None:
    """The GM says where somebody or something is."""
    if of in t.world.pcs:
        pc_goes(t, of, place)
    else:
        let_go_of(t, of, place)
        go_to(t, of, place)


def let_go_of(t: Play[World], thing: Id, place: Id) -> None:
    """A thing that goes where its holder isn't is held no longer."""
    me = t.world.permanents[thing]
    if me.holder and not me.is_a(ENCHANTMENT) and stands(t.world, me.holder) != place:
        t.emit(Taken(thing, NOBODY))


@place_at.offer
def _(o: Offer[World]) -> None:
    pcs = tuple(one for one, pc in o.world.pcs.items() if not pc.removed)
    of = o.pick("of", (*pcs, *(one for one, _ in o.world.here())))
    now = o.world.pcs[of].place if of in o.world.pcs else o.world.permanents[of].place
    o.pick("place", places(o.world), unless=lambda place: Refused("already_there") if place == now else None)


@act("MT-26")
def go(t: Play[World], pc: Id, place: Id, along: tuple[Id, ...]) -> None:
    """A PC goes somewhere, with those under its control that it takes along; where that leads out of the scene, when
    the GM allows it."""
    if leads_out(t.world, place) and t.ask(GM, "may_go", (ALLOW, REFUSE), Leaving(pc, place), let_go) == REFUSE:
        t.emit(GoingRefused(pc))
        return
    pc_goes(t, pc, place)
    for one in along:
        go_to(t, one, place)
    if leads_out(t.world, place):
        leave_scene(t, pc)


def leads_out(world: World, place: Id) -> bool:
    """Whether a place is none of the scene's."""
    return world.scene is None or not world.within(place, world.scene.place)


def leave_scene(t: Play[World], pc: Id) -> None:
    """A PC is in the scene no longer."""
    scene = t.world.scene
    if scene and pc in scene.present:
        t.emit(LeftScene(pc, tuple([one for one in scene.present if one != pc])))


@go.offer
def _(o: Offer[World]) -> None:
    pc = o.pick("pc", o.mine(pcs_able(o.world)), otherwise="not_your_pc")
    now = o.world.pcs[pc].place
    o.pick("place", places(o.world), unless=lambda place: Refused("already_there") if place == now else None)
    led = tuple(one for one, me in o.world.here() if me.controller == pc and me.place == now and not me.owner)
    able = tuple(one for one in led if o.world.permanents[one].is_a("creature"))
    o.some("along", able, at_most=len(able), unless=tapped_out(o.world), suggested=able)


def tapped_out(world: World) -> Callable[[Id], Refused | None]:
    """Why somebody can't come along."""
    return lambda one: Refused("tapped") if world.permanents[one].tapped else None


def places(world: World) -> tuple[Id, ...]:
    """The places that there are."""
    return tuple(one for one, place in world.places.items() if not place.removed)


def pcs_able(world: World) -> tuple[Id, ...]:
    """The PCs who take part."""
    return tuple(one for one, pc in world.pcs.items() if not (pc.removed or pc.out or pc.lost))

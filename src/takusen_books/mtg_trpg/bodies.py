"""What happens to permanents that are destroyed, sent away, exiled or sealed (MT-03 to MT-12)."""

from takusen.rules import Id, Play, rule

from . import remains, seals
from .chart import landing
from .facts_cast import CarriedOff, NothingHappened
from .facts_world import Exiled, Fled, Restored, Revived, Sealed, StayedAtHome, Taken, Vanished
from .moving import anew, go_to
from .plan import Step, Use
from .questions import (
    FAR_AWAY,
    Case,
    as_written,
    carried_off,
    gm,
    is_caught,
    is_no_more,
    slips_away,
)
from .reach import stands
from .world import NOBODY, NOTHING, NOWHERE, Seal, World

FLEES, DIES = "flees", "dies"
SEALS, ESCAPES = "sealed", "escapes"
CEASES, AS_USUAL = "ceases", "as_usual"
TELEPORTS, NOTHING_DONE = "teleports", "nothing"


def case(use: Use, step: Step, one: Id) -> Case:
    """What a question about one target is about."""
    return Case(use.pc, use.name, one, step.text)


# destroy -------------------------------------------------------------------------------------------------------------


@rule("MT-01", "MT-03", "MT-04", "MT-05")
def destroyed(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Destroyed: what becomes of it depends on what it is."""
    remains.destroy(t, one, step.effect.noregen)


# return to hand ------------------------------------------------------------------------------------------------------


@rule("MT-06")
def sent_home(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Sent to its rightful place, on which the GM has the last word; already there, nothing happens."""
    place = rightful(t, use, step, one)
    if place == stands(t.world, one):
        t.emit(StayedAtHome(one))
        return
    let_go(t, one)
    go_to(t, one, place, carried=False)
    anew(t, one)


@rule("MT-07")
def brought_back(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Buildings, walls, wards: nothing happens, but what was moved by force goes back."""
    if not t.world.permanents[one].moved:
        t.emit(NothingHappened(one, "not_moved"))
        return
    go_to(t, one, rightful(t, use, step, one))


@rule("MT-06", "MT-24")
def rightful(t: Play[World], use: Use, step: Step, one: Id) -> Id:
    """The rightful place of somebody or something, as the GM says: home or base, or with its holder."""
    home = t.world.permanents[one].home
    choices = homes(t.world, one)
    place: Id = gm(t, "rightful_place", case(use, step, one), choices, as_written, "" if home else one, home)
    return place


def homes(world: World, one: Id) -> tuple[Id, ...]:
    """The places that could be rightful: what is noted, where its holder is, where it is, and all others around."""
    me = world.permanents[one]
    holder = stands(world, me.holder) if me.holder else NOWHERE
    first = [place for place in (me.home, holder, stands(world, one)) if place in world.places]
    plane = world.plane(first[0]) if first else NOWHERE
    others = [place for place in world.places if not plane or world.within(place, plane)]
    return tuple(dict.fromkeys([*first, *(place for place in others if not world.places[place].removed)]))


def let_go(t: Play[World], one: Id) -> None:
    """What is carried off by magic is in nobody's hands, and lies on nothing."""
    if t.world.permanents[one].holder:
        t.emit(Taken(one, NOBODY))


@rule("MT-01")
def token_gone(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A token of the world leaves the battlefield: it is no more, or the GM treats it like anybody else."""
    answer = gm(t, "token_gone", case(use, step, one), (CEASES, AS_USUAL), is_no_more, step.effect.kind)
    if answer == CEASES:
        t.emit(Vanished(one))
    else:
        AS_ANYBODY[step.effect.kind](t, use, step, one)


# into the library ----------------------------------------------------------------------------------------------------


@rule("MT-08")
def teleported(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Somewhere else in the same plane: where, says the GM or the book's chart (option tuck_place)."""
    place = landing(t, case(use, step, one))
    let_go(t, one)
    if place == FAR_AWAY:
        t.emit(CarriedOff(one))
    else:
        go_to(t, one, place, forced=True, carried=False)
        anew(t, one)


@rule("MT-08")
def land_teleported(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A building, field or ward (option tuck_land): teleported like anything else, or nothing happens."""
    reading = t.option("tuck_land")
    if reading == "gm":
        reading = gm(t, "land_tucked", case(use, step, one), (TELEPORTS, NOTHING_DONE), carried_off, "")
    if reading == TELEPORTS:
        teleported(t, use, step, one)
    else:
        t.emit(NothingHappened(one, "ruled"))


# exile ---------------------------------------------------------------------------------------------------------------


@rule("MT-09")
def vanished(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Gone without trace."""
    t.emit(Exiled(one))


@rule("MT-09")
def walker_exiled(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """An NPC treated as a planeswalker flees badly wounded, or dies without remains (option planeswalker_exiled)."""
    reading = t.option("planeswalker_exiled")
    if reading == "gm":
        reading = gm(t, "walker_exiled", case(use, step, one), (FLEES, DIES), slips_away)
    t.emit(Fled(one) if reading == FLEES else Exiled(one))


@rule("MT-09")
def land_exiled(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A building or field is out of use for good, or vanishes (option exile_land); whoever is there is unharmed."""
    if t.option("exile_land") == "vanishes":
        t.emit(Exiled(one))
    else:
        remains.put_out_of_use(t, one, "exiled")


# exile until ---------------------------------------------------------------------------------------------------------


def seal_of(world: World, use: Use, step: Step) -> Seal:
    """What holds a seal: the permanent in use, or else an event in words; it is its owner whom the sealed comes to."""
    place, owner = world.pcs[use.pc].place, world.cards[use.card].of if use.card in world.cards else use.pc
    held = world.permanents.get(use.permanent)
    if held is not None and held.here and step.effect.duration in ("source_leaves", ""):
        return Seal(use.permanent, owner, place)
    return Seal(NOTHING, owner, place, event=step.text or use.name)


@rule("MT-10", "MT-12")
def sealed(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Sealed in another dimension; a building or field is out of use for as long."""
    seals.seal(t, one, seal_of(t.world, use, step))


@rule("MT-10")
def walker_sealed(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """An NPC treated as a planeswalker may barely escape (option planeswalker_until); away in either case."""
    reading = t.option("planeswalker_until")
    if reading == "gm":
        reading = gm(t, "walker_until", case(use, step, one), (SEALS, ESCAPES), is_caught)
    how = seal_of(t.world, use, step)
    t.emit(Sealed(one, how) if reading == SEALS else Fled(one, how))


# exile and return ----------------------------------------------------------------------------------------------------


@rule("MT-01")
def blinked(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Exiled and returned under its owner's control, where it was: at once, or at the end of the scene."""
    place = stands(t.world, one)
    if step.effect.duration in ("", "immediate"):
        t.emit(Exiled(one))
        t.emit(Revived(one, place))
        anew(t, one)
    else:
        t.emit(Sealed(one, Seal(NOTHING, NOBODY, place, event=seals.END_STEP)))


@rule("MT-01", "MT-12")
def land_blinked(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A building or field that is exiled and returned stands where it stood, and can be used as before."""
    if t.world.permanents[one].ruin:
        t.emit(Restored(one))
    else:
        t.emit(NothingHappened(one, "in_place"))


# cards of PCs --------------------------------------------------------------------------------------------------------


@rule("MT-01")
def to_hand(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A PC's permanent goes to its owner's hand."""
    remains.leave(t, one, "hand")


@rule("MT-01")
def to_library(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A PC's permanent goes into its owner's library."""
    position = step.effect.position
    remains.leave(t, one, "top" if position == "top" else "bottom" if position == "bottom" else "library")


@rule("MT-01")
def to_exile(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A PC's permanent goes to exile."""
    remains.leave(t, one, "exile")


AS_ANYBODY = {
    "bounce": sent_home,
    "tuck": teleported,
    "exile": vanished,
    "exile_until": sealed,
    "blink": blinked,
}
"""What happens to a token that the GM treats like any other NPC or thing."""

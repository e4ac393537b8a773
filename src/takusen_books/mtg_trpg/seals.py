"""Exile until something happens: who is sealed, and how it ends (MT-10 to MT-12)."""

from collections.abc import Sequence

from takusen.rules import Id, Offer, Play, act, policy, rule

from .facts_world import CameBack, Restored, Sealed, SealEnded, StayedAway, Unsealed, Vanished
from .moving import anew, places
from .questions import Case, gm
from .remains import is_facility, put_out_of_use
from .world import NOBODY, NOWHERE, Permanent, Seal, World

STAYS_AWAY = "stays_away"
END_STEP = "next_end_step"
"""The event of what is gone only until the scene ends."""


@policy("walker_returns")
def stays_away(about: Case, open_ones: Sequence[str]) -> str:
    """Whoever has escaped doesn't return in this scenario."""
    return STAYS_AWAY


@rule("MT-10", "MT-12")
def seal(t: Play[World], one: Id, how: Seal) -> None:
    """Seal somebody or something; a facility is of no use for as long, whoever is in it unaffected."""
    me = t.world.permanents[one]
    if me.owner and not me.card:
        t.emit(Vanished(one))
    elif is_facility(me):
        put_out_of_use(t, one, "exiled_until", how)
    else:
        t.emit(Sealed(one, how))


@rule("MT-11", "MT-12")
def unseal(t: Play[World], one: Id, event: bool = False) -> None:
    """A seal ends: a facility can be used again where it stands, anything else appears where the owner of the card
    is that had sealed it. It is nobody's friend or enemy more than before."""
    me = t.world.permanents[one]
    place = where_to(t.world, me)
    t.emit(SealEnded(one, "event" if event else "source"))
    if is_facility(me):
        t.emit(Restored(one))
    elif me.zone == "fled":
        walker_comes_back(t, one)
    else:
        t.emit(Unsealed(one, place))
        anew(t, one)


@rule("MT-10")
def walker_comes_back(t: Play[World], one: Id) -> None:
    """A planeswalker that had escaped the seal stays away for this scenario (option escaped_walker_returns)."""
    answer = STAYS_AWAY
    if t.option("escaped_walker_returns") == "gm":
        answer = gm(t, "walker_returns", Case(NOBODY, "", one), (*places(t.world), STAYS_AWAY), stays_away)
    t.emit(StayedAway(one) if answer == STAYS_AWAY else CameBack(one, Id(answer)))


def where_to(world: World, me: Permanent) -> Id:
    """Where something sealed appears: with the owner of the card, else where it was sealed."""
    if me.seal is None:
        return NOWHERE
    owner = world.pcs.get(me.seal.owner)
    return owner.place if owner and owner.place else me.seal.place


def ended(world: World) -> tuple[Id, ...]:
    """What was sealed by a permanent that isn't on the battlefield any more."""
    return tuple([one for one, me in world.permanents.items() if me.seal and is_over(world, me.seal)])


@rule("MT-01", "MT-26")
def returns_at_end(t: Play[World]) -> None:
    """What was exiled until the next end step is back where it was, as the scene ends."""
    away = tuple([one for one, me in t.world.permanents.items() if me.seal and me.seal.event == END_STEP])
    for one in away:
        unseal(t, one, event=True)


def is_over(world: World, how: Seal) -> bool:
    """Whether the permanent that holds a seal has left the battlefield."""
    return bool(how.by) and not world.permanents[how.by].here


@act("MT-10", "MT-11", by="gm")
def event_happens(t: Play[World], of: Id) -> None:
    """The event happens for which something was sealed."""
    unseal(t, of, event=True)


@event_happens.offer
def _(o: Offer[World]) -> None:
    waiting = tuple(one for one, me in o.world.permanents.items() if me.seal and not me.seal.by)
    if not waiting:
        o.refuse("no_event_seal")
    o.pick("of", waiting)


@act("MT-04", "MT-09", "MT-10", by="gm")
def bring_back(t: Play[World], of: Id, place: Id) -> None:
    """Somebody who had fled or was gone is there again: in another scenario, or because the GM says so."""
    t.emit(CameBack(of, place))
    anew(t, of)


@bring_back.offer
def _(o: Offer[World]) -> None:
    away = tuple(one for one, me in o.world.permanents.items() if is_away(me))
    if not away:
        o.refuse("nobody_away")
    o.pick("of", away)
    o.pick("place", places(o.world))


def is_away(me: Permanent) -> bool:
    """Whether it belongs to the world and has left it without a seal."""
    return me.zone in ("fled", "exile") and not (me.owner or me.seal or me.removed)

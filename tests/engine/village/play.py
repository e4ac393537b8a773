"""What is done in the village: going somewhere, and playing cards at who is in sight, or at all around."""

from collections.abc import Sequence

import msgspec

from takusen.rules import Id, Offer, Play, Refused, act, policy

from .facts import Fell, Hurt, Played, Went
from .world import World

FORCE = 2


class Wide(msgspec.Struct, frozen=True):
    """What a GM goes by who says how far a card reaches."""

    card: Id
    area: Id


@policy("reach")
def only_here(about: Wide, open_ones: Sequence[Id]) -> Id:
    """No farther than where it is played."""
    return open_ones[0]


@policy("discard")
def first_card(about: Wide, open_ones: Sequence[Id]) -> Id:
    """The first one."""
    return open_ones[0]


@act()
def go(t: Play[World], actor: Id, area: Id) -> None:
    """Go somewhere in sight; whoever the GM moves goes anywhere."""
    t.emit(Went(actor, area))


@go.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(o.world.folk), unless=lambda one: is_out(o.world, one))
    here = o.world.folk[actor].area
    o.pick("area", o.world.areas, unless=lambda one: too_far(o, here, one))


@act()
def play(t: Play[World], actor: Id, card: Id, targets: tuple[Id, ...]) -> None:
    """Play a card: at one whom the player sees, or at all in an area that the GM names."""
    here = t.world.folk[actor].area
    t.emit(Played(actor, card))
    if t.world.cards[card].wide:
        area = t.ask("gm", "reach", t.world.around(here), Wide(card, here), only_here)
        targets = tuple(one for one, me in t.world.folk.items() if area in t.world.around(me.area) and not me.out)
    for one in targets:
        t.emit(Hurt(one, FORCE))
        if t.world.folk[one].life <= FORCE:
            t.emit(Fell(one))


@play.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(one for one, me in o.world.folk.items() if me.hand_size))
    card = o.pick("card", o.world.folk[actor].hand)
    targets = () if o.world.cards[card].wide else tuple(o.world.folk)
    o.some("targets", targets, 1, len(targets) and 1, unless=lambda one: out_of_sight(o.world, actor, one))


def is_out(world: World, one: Id) -> Refused | None:
    """Why somebody does nothing."""
    return Refused.because("is_out") if world.folk[one].out else None


def too_far(o: Offer[World], here: Id, area: Id) -> Refused | None:
    """Why somebody can't go there at once."""
    return None if o.seat == "gm" or area in o.world.near(here) else Refused.because("too_far")


def out_of_sight(world: World, actor: Id, one: Id) -> Refused | None:
    """Why a card can't be played at somebody."""
    if world.folk[one].out:
        return Refused.because("is_out")
    return None if world.folk[one].area in world.near(world.folk[actor].area) else Refused.because("out_of_sight")

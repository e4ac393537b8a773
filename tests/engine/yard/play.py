"""What is done in the yard: moving, striking who is near, throwing at an area, leaping aside."""

from collections.abc import Iterator, Sequence

import msgspec

from takusen.rules import (
    Id,
    Offer,
    Play,
    Refused,
    Square,
    act,
    area,
    covered,
    distance,
    policy,
    reachable,
)

from .facts import Downed, Moved
from .world import World

STAY = "stay"
FAR, WIDE = 6, 3


class Near(msgspec.Struct, frozen=True):
    """What somebody who is startled knows."""

    square: Square


@policy("leap")
def stay(about: Near, open_ones: Sequence[str]) -> str:
    """Stay where one is."""
    return STAY


@act()
def move(t: Play[World], actor: Id, square: Square) -> None:
    """Go to another square."""
    t.emit(Moved(actor, square))


@move.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(o.world.fighters), unless=lambda one: is_out(o.world, one))
    o.pick("square", o.world.board.squares(), unless=lambda square: cannot_end(o.world, actor, square))


@act()
def strike(t: Play[World], actor: Id, target: Id) -> None:
    """Take down who stands beside one."""
    t.emit(Downed(target))


@strike.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(o.world.fighters), unless=lambda one: is_out(o.world, one))
    others = tuple(one for one in o.world.fighters if one != actor)
    o.pick("target", others, unless=lambda one: cannot_reach(o.world, actor, one))


@act()
def throw(t: Play[World], actor: Id, square: Square) -> None:
    """Take down all around a square."""
    for one in hit(t.world, square):
        t.emit(Downed(one))


@throw.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(o.world.fighters), unless=lambda one: is_out(o.world, one))
    here = o.world.fighters[actor].square
    near = tuple(one for one in o.world.board.squares() if 0 < distance(here, 1, one, 1) <= FAR)
    o.pick("square", near, area=WIDE)


@act(by="gm")
def startle(t: Play[World], target: Id) -> None:
    """Who is startled may leap aside."""
    me = t.world.fighters[target]
    ways = (*reachable(t.world.board, me.square, me.size, 1, taken(t.world, target)), STAY)
    there = t.ask(target, "leap", ways, Near(me.square), stay)
    if there != STAY:
        t.emit(Moved(target, Square(there)))


def is_out(world: World, one: Id) -> Refused | None:
    """Why somebody does nothing."""
    return Refused.because("is_out") if world.fighters[one].out else None


def taken(world: World, but: Id) -> frozenset[Square]:
    """Squares on which others stand."""
    others = (me for one, me in world.fighters.items() if one != but and me.square)
    return frozenset(square for me in others for square in covered(me.square, me.size))


def cannot_end(world: World, actor: Id, square: Square) -> Refused | None:
    """Why somebody can't go there."""
    me = world.fighters[actor]
    if not taken(world, actor).isdisjoint(covered(square, me.size)):
        return Refused.because("is_taken")
    if square not in reachable(world.board, me.square, me.size, me.steps):
        return Refused.because("too_far")
    return None


def cannot_reach(world: World, actor: Id, target: Id) -> Refused | None:
    """Why somebody can't be struck."""
    me, them = world.fighters[actor], world.fighters[target]
    if them.out:
        return Refused.because("is_out")
    return Refused.because("too_far") if distance(me.square, me.size, them.square, them.size) > 1 else None


def hit(world: World, square: Square) -> Iterator[Id]:
    """Who stands in the area around a square."""
    inside = area(square, WIDE)
    for one, me in world.fighters.items():
        if any(here in inside for here in covered(me.square, me.size)):
            yield one

"""Scenes of many and scenes from stubs (MJ-63, MJ-64)."""

from collections.abc import Sequence

import msgspec

from takusen.rules import Id, Offer, Play, Question, act, policy, rule
from takusen_books.yoake5.bonds import (
    AFFINITY,
    DECLINE,
    KINDS,
    TAKE,
    VALUES,
    actor_in,
    give,
    noted,
    others,
    scene_gives,
    ticket_spent,
)
from takusen_books.yoake5.ledger import Recorded
from takusen_books.yoake5.world import World

from .drama import stub_spent

TICKET, STUBS = "ticket", "stubs"
MOST_GUESTS = 5
SCENE_TICKETS = {"one_kind": (AFFINITY,), "separate_kinds": ("goodwill", "hostility")}


class Gathering(msgspec.Struct, frozen=True):
    """What a scene of many gives to somebody in it: of which value, towards whom."""

    of: Id
    others: tuple[Id, ...]
    value: str


@policy("bonds")
def accept_all(about: Gathering, open_ones: Sequence[str]) -> str:
    """What the scene gives is taken."""
    return TAKE


POLICIES = (accept_all,)


@act("MJ-63", "MJ-64")
def joint_scene(t: Play[World], actor: Id, means: str, value: str, guests: tuple[Id, ...], payer: Id) -> None:
    """A scene between characters: opened with a ticket or with a stub of each of two, and a stub for each guest more,
    whoever pays it. All gain of one value towards each other, or decline."""
    first, more = guests[0], len(guests) - 1
    if means == TICKET:
        ticket = next(one for one in scene_tickets(t.option("ticket_names"), t.world, actor, value))
        t.emit(Recorded(actor, ticket_spent(t.world, ticket)))
        noted(t, (actor, first), ticket)
    else:
        for one in (actor, first):
            t.emit(Recorded(one, (stub_spent(t.world, "joint_scene"),)))
        noted(t, (actor, first), AFFINITY)
    if more:
        t.emit(Recorded(payer, tuple(stub_spent(t.world, "joint_scene") for _ in range(more))))
    all_gain(t, (actor, *guests), value)


@joint_scene.offer
def _(o: Offer[World]) -> None:
    actor = actor_in(o)
    there = others(o.world, actor)
    if not there:
        o.refuse("nobody_there")
    means = o.pick("means", (TICKET, STUBS))
    value = o.pick("value", VALUES)
    if means == TICKET and not scene_tickets(o.option("ticket_names"), o.world, actor, value):
        o.refuse("no_scene_ticket")
    guests = o.some("guests", there, at_most=MOST_GUESTS, at_least=1)
    payer = o.pick("payer", (actor, *guests))
    for one in dict.fromkeys((actor, guests[0], payer)):
        need = (means == STUBS) * (one in (actor, guests[0])) + (len(guests) - 1) * (one == payer)
        if o.world.characters[one].stubs < need:
            o.refuse("too_few_stubs", who=o.world.characters[one].name, need=need)


def scene_tickets(names: str, world: World, one: Id, value: str) -> tuple[str, ...]:
    """The tickets of somebody's that open such a scene."""
    held = world.characters[one].tickets
    return tuple(ticket for ticket in SCENE_TICKETS[names] if ticket in held and value in KINDS[ticket])


@rule("MJ-63")
def all_gain(t: Play[World], ones: tuple[Id, ...], value: str) -> None:
    """All gain towards each other: each may decline for each other one, or only for all of them."""
    if t.option("multi_scene_refusal") == "per_pair":
        scene_gives(t, ones, value, "joint_scene")
        return
    circles = [(one, tuple(other for other in ones if other != one)) for one in ones]
    asked = [Question(one, "bonds", (TAKE, DECLINE), Gathering(one, rest, value), accept_all) for one, rest in circles]
    answers = t.ask_all(tuple(asked))
    taken = [(one, other) for (one, rest), got in zip(circles, answers, strict=True) if got == TAKE for other in rest]
    give(t, taken, value, "joint_scene")

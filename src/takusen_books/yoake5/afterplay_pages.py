"""What is shown of the after-play: its steps by number, what is done and what comes next (YA-13, YA-14)."""

import msgspec

from takusen.rules import Custom, Id, View

from .afterplay import experience_tickets
from .limits import excess, held
from .session import BONDS, REWARD, STEPS
from .world import AFTERPLAY, World


class Step(msgspec.Struct, frozen=True):
    """A step of the after-play, and whether it is done, next or still to come."""

    name: str
    at: str


class Above(msgspec.Struct, frozen=True):
    """Towards whom too much is held: what, and how much has to go."""

    whom: str
    hostility: int
    goodwill: int
    by: int


class Walk(msgspec.Struct, frozen=True):
    """Somebody's way through the after-play."""

    id: Id
    name: str
    mine: bool
    steps: tuple[Step, ...]
    step: str
    tickets: int
    above: tuple[Above, ...]


class Afterplay(msgspec.Struct, frozen=True):
    """The ways of all who took part, the viewer's own first; the reward, once the GM has said it."""

    people: tuple[Walk, ...]
    reward: int
    rewarded: bool
    gm: bool


def afterplay_panels(v: View[World]) -> tuple[Custom, ...]:
    """The after-play, while it is on."""
    now = v.world.session
    if now is None or now.part != AFTERPLAY:
        return ()
    there = [one for one in now.members if one in v.world.characters and not v.world.characters[one].dead]
    there.sort(key=lambda one: not v.mine(one))
    people = tuple(walk(v, one) for one in there)
    return (Custom("afterplay", Afterplay(people, now.reward, now.rewarded, v.gm)),)


def walk(v: View[World], one: Id) -> Walk:
    """How far somebody is."""
    me, mine = v.world.characters[one], v.mine(one) or (v.gm and not v.world.characters[one].player)
    over = above(v, one) if me.step == BONDS else ()
    tickets = len(experience_tickets(v.world, one)) if me.step == REWARD and mine else 0
    return Walk(one, me.name, mine, steps_of(me.step), me.step, tickets, over)


def steps_of(step: str) -> tuple[Step, ...]:
    """All steps but the last, which only says that the others are done."""
    now = STEPS.index(step) if step in STEPS else 0
    return tuple(
        Step(name, "past" if place < now else "now" if place == now else "later")
        for place, name in enumerate(STEPS[:-1])
    )


def above(v: View[World], one: Id) -> tuple[Above, ...]:
    """Towards whom somebody holds too much."""
    found = []
    for whom, by in excess(v.world, v.reading, one):
        other, bond = v.world.characters.get(whom), held(v.world, one, whom)
        found.append(Above(other.name if other else bond.name, bond.hostility, bond.goodwill, by))
    return tuple(found)

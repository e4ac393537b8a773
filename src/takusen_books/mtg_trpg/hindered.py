"""What stands against a target that players can't see: the GM says what comes of the card (MT-02, MT-21, MT-23)."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from takusen.rules import Id, Play, is_hidden, policy, rule

from .aiming import warded_off
from .facts_cast import CastHeld, Hindrance
from .plan import Step, Use
from .questions import gm
from .reach import FOR_PLAYERS, nature_open, place_open, why_not
from .recognise import Effect
from .world import World

TOLD, UNTOLD, IN_VAIN, WORKS = "tell_why", "keep_secret", "in_vain", "works"
SHIELDS: Mapping[str, Hindrance] = {
    "hexproof": "has_hexproof",
    "shroud": "has_shroud",
    "protected": "has_protection",
    "out_of_sight": "beyond_sight",
    "out_of_reach": "beyond_reach",
}
"""What the GM may wave aside, by the refusal: it is of the right kind, but something keeps it safe."""


class Unaware(msgspec.Struct, frozen=True):
    """Which PC uses which card on whom, not knowing what stands against it."""

    pc: Id
    card: str
    of: Id
    why: Hindrance


@policy("unaware")
def kept_secret(about: Unaware, open_ones: Sequence[str]) -> str:
    """It can't be done, and nobody is told why."""
    return UNTOLD


@rule("MT-02", "MT-21", "MT-23")
def cleared(t: Play[World], use: Use, step: Step) -> Step | None:
    """An effect with those targets spared on whom it is lost; None where it is all taken back, before anything is
    paid."""
    spared: list[Id] = []
    for one in step.targets:
        answer = asked(t, use, step, one)
        if answer == IN_VAIN:
            spared.append(one)
        elif answer != WORKS:
            why = hindrance(t.world, use, step.effect, one) if answer == TOLD else None
            t.emit(CastHeld(use.pc, use.name, why or "untold", one))
            return None
    return replace(step, spared=tuple(spared)) if spared else step


def asked(t: Play[World], use: Use, step: Step, one: Id) -> str:
    """What the GM says: nothing is paid, with the reason or without; paid in vain; or it works all the same, as it does
    where nothing unseen stands against it."""
    why = hindrance(t.world, use, step.effect, one)
    if why is None:
        return WORKS
    choices = (TOLD, UNTOLD, IN_VAIN, *((WORKS,) if why in SHIELDS.values() else ()))
    answer: str = gm(t, "unaware", Unaware(use.pc, use.name, one, why), choices, kept_secret, one)
    return answer


def hindrance(world: World, use: Use, effect: Effect, one: Id) -> Hindrance | None:
    """What stands against a target that isn't open to all; who looks ahead doesn't come to know."""
    if (nature_open(world, one) and place_open(world, one)) or unknown(world, one):
        return None
    found = why_not(world, use.pc, one, effect) or warded_off(world, one, effect, use.colours)
    if found is None:
        return None
    return SHIELDS.get(found.reason) or of_kind(world, effect, one)


def unknown(world: World, one: Id) -> bool:
    """Whether this is looked at from a seat that can't see it."""
    me = world.permanents[one]
    return is_hidden(me.as_player) or is_hidden(me.place)


def of_kind(world: World, effect: Effect, one: Id) -> Hindrance:
    """Why it is of the wrong kind."""
    me = world.permanents[one]
    if me.as_player:
        return "counts_as_player"
    if effect.kind in FOR_PLAYERS:
        return "no_player"
    return "counts_as_planeswalker" if me.as_planeswalker else "other_kind"

"""What people do at the camp."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from takusen.rules import Chance, Id, Offer, Play, Question, Refused, act, policy, rule, total

from .facts import Burned, Found, Missed, Slept, Struck
from .world import World


@rule("C-01")
def finds(t: Chance, of: Id, skill: int) -> bool:
    """2d6 + skill, 8 or more."""
    return t.roll("search", total(2, 6), of) + skill >= 8


@act("C-01", "C-02")
def scout(t: Play[World], of: Id) -> None:
    """Go out and look; whoever finds nothing may meet trouble."""
    if finds(t, of, t.world.scouts[of].skill):
        t.emit(Found(of))
        return
    t.emit(Missed(of, t.world.scouts[of].stamina - 1))
    if t.world.pile:
        trouble = t.draw("trouble", t.world.pile, of)
        place = t.world.pile.index(trouble)
        t.emit(Struck(trouble, t.world.pile[:place] + t.world.pile[place + 1 :]))


@scout.offer
def _(o: Offer[World]) -> None:
    o.pick("of", o.mine(tuple(o.world.scouts)), unless=lambda one: tired(o.world, one))


def tired(world: World, one: Id) -> Refused | None:
    """Why a scout can't go."""
    return Refused.because("tired") if world.scouts[one].stamina < 1 else None


# the night -----------------------------------------------------------------------------------------------------------

Night = Literal["sleep", "watch"]


class Evening(msgspec.Struct, frozen=True):
    """What a scout knows before the night."""

    of: Id
    stamina: int


@policy("night")
def sleep_when_tired(about: Evening, open_ones: Sequence[Night]) -> Night:
    """Whoever has less than 2 stamina sleeps."""
    return "sleep" if about.stamina < 2 else "watch"


@policy("night")
def sleep(about: Evening, open_ones: Sequence[Night]) -> Night:
    """Always sleep."""
    return "sleep"


@rule("C-03")
def watched(t: Play[World]) -> bool:
    """Every scout chooses at once; true if somebody keeps watch."""
    who = tuple(t.world.scouts)
    choices: tuple[Night, ...] = ("sleep", "watch")
    nights = t.ask_all(
        tuple(
            Question(one, "night", choices, Evening(one, t.world.scouts[one].stamina), sleep_when_tired) for one in who
        )
    )
    for one, night in zip(who, nights, strict=True):
        if night == "sleep":
            t.emit(Slept(one, t.world.scouts[one].stamina + t.option("sleep_gives")))
    return "watch" in nights


@act("C-03", by="gm")
def rest(t: Play[World]) -> None:
    """A night at the fire; nobody's watch costs a log of it."""
    t.emit(Burned(t.world.fire if watched(t) else t.world.fire - 1))

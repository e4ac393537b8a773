"""What people do at the camp."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from takusen.rules import (
    Chance,
    Id,
    Measure,
    Memo,
    OddsOf,
    Offer,
    Play,
    Question,
    Refused,
    Series,
    Word,
    act,
    policy,
    rule,
    total,
)

from .facts import Burned, Found, Missed, Slept, Struck
from .world import Scout, World


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


# food ----------------------------------------------------------------------------------------------------------------

NEEDED = {"stream": 8, "hill": 10}


@rule("C-04")
def reaches(t: Chance, of: Id, bonus: int, needed: int) -> bool:
    """2d6 + bonus against what a place needs."""
    return t.roll("search", total(2, 6), of) + bonus >= needed


@act("C-02", "C-04")
def forage(t: Play[World], place: str, of: Id, how: str) -> None:
    """Look for food; a failure costs stamina, and trouble comes."""
    if reaches(t, of, bonus(t.world.scouts[of], how), NEEDED[place]):
        t.emit(Found(of))
        return
    t.emit(Missed(of, t.world.scouts[of].stamina - 1))
    if t.world.pile:
        t.emit(Struck(t.draw("trouble", t.world.pile, of), t.world.pile[1:]))


def bonus(me: Scout, how: str) -> int:
    """What a way of looking adds."""
    return me.skill if how == "eyes" else me.stamina


@forage.offer
def _(o: Offer[World]) -> None:
    o.pick("place", tuple(NEEDED))
    me = o.world.scouts[o.pick("of", tuple(o.world.scouts), unless=lambda one: not_now(o, one))]
    o.pick("how", ("eyes", "ears"), suggested=("eyes",) if me.skill >= me.stamina else ("ears",))


def not_now(o: Offer[World], one: Id) -> Refused | None:
    """Whoever is another player's is shown, but can't be sent."""
    return tired(o.world, one) if o.mine((one,)) else Refused.because("not_yours")


def totals(world: World, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
    """What the roll may come to."""
    more = bonus(world.scouts[args["of"]], args["how"])
    dist = total(2, 6).dist()
    bars = tuple((roll + more, Fraction(weight, dist.whole)) for roll, weight in dist.items())
    return (
        Series(Word("phrase.totals"), bars, Word("phrase.fire", (("fire", world.fire),))),
        Series(Word("phrase.outcomes"), ((Word("phrase.found"), Fraction(1, 3)), (Word("phrase.missed"), Fraction(0)))),
    )


FORAGE = OddsOf(
    "forage",
    (
        Measure("found", "chance", lambda facts, args: int(any(isinstance(fact, Found) for fact in facts))),
        Measure("missed", "chance", lambda facts, args: int(any(isinstance(fact, Missed) for fact in facts)), False),
    ),
    over="of",
    best=("found", "missed"),
    until=(Missed,),
    series=totals,
)


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
    who: tuple[Id, ...] = tuple(t.world.scouts)
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

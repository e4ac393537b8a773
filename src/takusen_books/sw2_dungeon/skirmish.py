"""TP as a track with its thresholds, and a 省略戦闘 as a comparison of who might represent (SD-14, SD-18)."""

from fractions import Fraction

import msgspec

from takusen.rules import Id, Shown, View, Word

from .board import percent, skill_word
from .fights import short_of_mp, usable
from .players import best_try, fight_chance
from .rolls import Read
from .streak import Streak
from .world import UNSKILLED, World

LONGEST = 20


class Tick(msgspec.Struct, frozen=True):
    """One TP of the track: whether it has passed, and what stands there."""

    tp: int
    passed: bool
    threshold: str = ""
    title: str = ""


class Clock(msgspec.Struct, frozen=True):
    """The whole track."""

    tp: int
    ticks: tuple[Tick, ...]
    phase: Word


def clock(v: View[World]) -> Clock:
    """TP against its thresholds, as far as the last of them."""
    stops = {one.tp: one for one in v.world.thresholds.values()}
    last = min(max(stops, default=0), LONGEST)
    ticks = tuple(
        Tick(
            tp,
            v.world.tp >= tp,
            ("fails" if stops[tp].fails else "event") if tp in stops else "",
            stops[tp].title if tp in stops and (stops[tp].met or v.gm) else "",
        )
        for tp in range(1, last + 1)
    )
    return Clock(v.world.tp, ticks, Word(f"phrase.{v.world.phase}"))


# 省略戦闘 -----------------------------------------------------------------------------------------------------------


class Candidate(msgspec.Struct, frozen=True):
    """Somebody who might represent: the best skill and ability, the chance of one try, and what to expect till success.

    `win` is the chance of success before falling; all chances in percent.
    """

    id: Id
    name: str
    skill: Shown
    ability: Word | None
    chance: int
    tries: str
    hp: str
    mp: str
    win: int
    using: str
    by: str
    bar: str = ""
    mine: bool = False
    best: bool = False


class Skirmish(msgspec.Struct, frozen=True):
    """The fight that is on. `hopeless` tells that nobody here can reach the target number."""

    name: str
    level: int
    target: int
    tries: int
    candidates: tuple[Candidate, ...]
    hopeless: bool


def skirmish(v: View[World]) -> Skirmish | None:
    """The fight that is on, with everybody's chances."""
    fight = v.world.fight
    if fight is None:
        return None
    made = tuple(candidate(v, one) for one in v.world.here)
    top = max((one.chance for one in made if not one.bar), default=-1)
    marked = tuple(msgspec.structs.replace(one, best=not one.bar and one.chance == top > 0) for one in made)
    return Skirmish(fight.name, fight.level, fight.target, fight.tries, marked, top <= 0)


def candidate(v: View[World], one: Id) -> Candidate:
    """One character's prospects."""
    t, me = Read(v.reading), v.world.pc(one)
    skill, ability = best_try(t, v.world, one)
    found = Streak(t, v.world, one, skill, fight_chance(t, v.world, one, skill, ability))
    hp, mp = found.expected()
    return Candidate(
        id=one,
        name=me.name,
        skill=skill_word(v, skill),
        ability=Word(f"choice.{ability}") if skill != UNSKILLED else None,
        chance=percent(found.chance),
        tries=brief(found.tries) if found.tries is not None else "∞",
        hp=brief(hp),
        mp=brief(mp),
        win=percent(found.win),
        using=skill,
        by=ability if skill != UNSKILLED else "",
        bar=bar(v, one),
        mine=v.mine(one) or v.gm,
    )


def bar(v: View[World], one: Id) -> str:
    """Why somebody can't represent."""
    t = Read(v.reading)
    if not v.world.pc(one).able:
        return "down"
    skills = usable(t, v.world, one)
    if not skills:
        return "no_skill" if t.option("abbreviated_unskilled") == "barred" else ""
    return "mp_short" if all(short_of_mp(t, v.world, one, skill) for skill in skills) else ""


def brief(number: Fraction) -> str:
    """A number with one decimal."""
    return f"{float(number):.1f}"

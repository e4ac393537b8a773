"""The panel of what a fighter's attack and skills would do to whom, side by side."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from takusen.rules import Id, Refused, Shown, View, Word

from .aim import cannot_aim, cannot_strike
from .bar import on_turn
from .foresee import Foreseen, Shot, axis, blows, foreseen, shot, strikes
from .main import foes
from .stats import reach
from .uses import cannot_use, price
from .world import ENEMIES, MAIN, PARTY, World

COSTS = {"hg": "harmo", "bg": "gauge"}


class Art(msgspec.Struct, frozen=True):
    """An attack or skill: cost, power, why it can't be used, what it would do to whom, and who is out of reach."""

    id: str
    act: str
    name: Shown
    cost: tuple[Word, ...]
    code: str
    why: Word | None
    shots: tuple[Shot, ...]
    out_of_reach: tuple[str, ...]


class Person(msgspec.Struct, frozen=True):
    """A fighter with everything that it can strike with."""

    id: Id
    name: str
    mine: bool
    arts: tuple[Art, ...]


class Reckoning(msgspec.Struct, frozen=True):
    """The panel."""

    people: tuple[Person, ...]


def reckoning(v: View[World]) -> Reckoning | None:
    """The viewer's own fighters, for the GM the enemy whose turn it is; None where there is nothing to strike with."""
    battle = v.world.battle
    if battle is None or not battle.turn:
        return None
    people = tuple(person(v, one) for one in concerned(v))
    shown = tuple(one for one in people if one.arts)
    return Reckoning(shown) if shown else None


def concerned(v: View[World]) -> tuple[Id, ...]:
    """Whose blows the viewer decides on."""
    here = on_turn(v.world)
    if v.gm:
        return (here,) if here is not None and v.world.fighter(here).side == ENEMIES else ()
    mine = (one for one in v.world.standing(PARTY) if v.mine(one) and v.world.fighter(one).chant is None)
    return tuple(one for one in mine if here is None or one == here or not v.world.fighter(one).done)


def person(v: View[World], one: Id) -> Person:
    """One fighter."""
    me = v.world.fighter(one)
    skills = (
        skill
        for skill in me.skills
        if skill in v.world.skills and v.world.skills[skill].state == "command" and strikes(v.world.skills[skill])
    )
    return Person(one, me.name, v.gm or v.mine(one), (attack(v, one), *(use(v, one, skill) for skill in skills)))


def attack(v: View[World], one: Id) -> Art:
    """The normal attack."""
    arm = reach(v.world, one)
    near, far = parted(v.world, {each: cannot_strike(v.world, one, arm, each) for each in foes(v.world, one)})
    found = [foreseen(v.world, v.reading, one, None, each) for each in near]
    return Art(
        "attack",
        "attack",
        Word("act.attack"),
        (),
        power(v, one, None),
        not_now(v, one),
        lined(v.world, found, actor=one),
        far,
    )


def use(v: View[World], one: Id, skill: Id) -> Art:
    """A skill."""
    art, world = v.world.skills[skill], v.world
    near, far = parted(world, {each: cannot_aim(world, one, art, each) for each in foes(world, one)})
    found = [foreseen(world, v.reading, one, skill, each) for each in near]
    costs = (
        Word("phrase.costs", (("what", Word(f"field.{COSTS.get(what, what)}")), ("need", need)))
        for what, need in price(world, one, skill).items()
        if need
    )
    why = not_now(v, one) or worded(cannot_use(world, one, skill, "main" if "main" in art.hooks else art.hooks[0]))
    return Art(
        skill,
        "use_skill",
        art.name,
        tuple(costs),
        power(v, one, skill),
        why,
        lined(world, found, actor=one, skill=skill),
        far,
    )


def power(v: View[World], one: Id, art: Id | None) -> str:
    """The dice codes of the blows."""
    return ", ".join(str(code) for code, _, _ in blows(v.world, one, art, one))


def worded(refused: Refused | None) -> Word | None:
    """A reason in words."""
    return Word(f"refused.{refused.reason}", refused.params) if refused else None


def not_now(v: View[World], one: Id) -> Word | None:
    """Why nothing can be struck just now."""
    if v.world.here().phase != MAIN or on_turn(v.world) != one:
        return Word("phrase.on_ones_turn")
    return None


def parted(world: World, refused: dict[Id, Refused | None]) -> tuple[tuple[Id, ...], tuple[str, ...]]:
    """Whom it reaches, and the names of those whom it doesn't."""
    up = tuple(one for one in refused if not world.fighter(one).downed)
    return tuple(one for one in up if not refused[one]), tuple(world.fighter(one).name for one in up if refused[one])


def lined(world: World, found: list[Foreseen], **picks: str) -> tuple[Shot, ...]:
    """A line a target, the best one marked where several can be told."""
    over = axis(one.dist for one in found)
    lines = tuple(shot(world, one, over, **picks, target=one.target) for one in found)
    return tuple(_marked(lines))


def _marked(lines: tuple[Shot, ...]) -> Iterator[Shot]:
    best = max((float(one.mean) for one in lines if one.mean), default=0.0)
    several = sum(bool(one.mean) for one in lines) > 1
    for one in lines:
        yield replace(one, best=several and bool(one.mean) and float(one.mean) == best)

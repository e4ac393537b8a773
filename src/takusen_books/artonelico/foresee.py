"""What a blow, a release or a song would do: exact distributions before anybody rolls (AT-27)."""

from collections.abc import Iterable
from functools import lru_cache, reduce
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from takusen.rules import DiceCode, Dist, Id, Memo, Reading, Word, code, is_hidden

from .arts import Anything, Damage, Skill, Song
from .stats import ability, looking
from .strike import damage, defence
from .terms import read
from .world import NOBODY, World

BARS = 24


class Bar(msgspec.Struct, frozen=True):
    """A bar of a chart: its height against the tallest in percent, and whether so much downs the target."""

    height: int
    fells: bool = False


class Shot(msgspec.Struct, frozen=True):
    """What comes of it for one target; without a mean its defence is closed, and there is the power alone."""

    target: Id
    name: str
    mean: str = ""
    low: int = 0
    high: int = 0
    down: str = ""
    bars: tuple[Bar, ...] = ()
    picks: dict[str, str] = {}
    best: bool = False
    power: str = ""


class Foreseen(NamedTuple):
    """One target with its distribution, None where its numbers are closed, what downs it, and the powers."""

    target: Id
    dist: Dist[int] | None
    fells: int | None
    power: str = ""


@lru_cache(maxsize=16)
def memo_of(reading: Reading) -> Memo:
    """Distributions of a table's reading, kept from page to page."""
    return Memo(reading)


def foreseen(world: World, reading: Reading, by: Id, art: Id | None, target: Id) -> Foreseen:
    """What an art, or without one a normal attack, would do to one target."""
    me, struck = world.fighter(target), blows(world, by, art, target)
    power = ", ".join(str(code) for code, _, _ in struck)
    if not struck or is_hidden(me.abilities):
        return Foreseen(target, None, None, power)
    dists = [loss(world, reading, target, *blow) for blow in struck]
    return Foreseen(target, reduce(summed, dists), max(1, me.hp + me.barrier), power)


def blows(world: World, by: Id, art: Id | None, target: Id) -> list[tuple[DiceCode, str, bool]]:
    """Power, element and piercing of each blow."""
    more = ability(world, by, "power")
    if art is None:
        return [(ability(world, by, "attack") + more, "none", False)]
    effects = (world.skills.get(art) or world.songs[art]).effects
    struck = (one for one in effects if isinstance(one, Damage))
    return [(come_to(world, by, art, one.power, target) + more, one.element, one.pierces) for one in struck]


def come_to(world: World, by: Id, art: Id, text: str, target: Id) -> DiceCode:
    """What a formula of an art comes to for its user and a target."""
    me = world.fighter(by)
    level = me.skills.get(art, 1) if art in world.skills else me.level
    return read(text).code(looking(world, by, level, target))


def loss(world: World, reading: Reading, target: Id, power: DiceCode, element: str, pierces: bool) -> Dist[int]:
    """How much damage one blow does."""
    ward = defence(world, target, element, pierces, code(reading.content["guard.dice"]))
    return memo_of(reading).dist(damage, (NOBODY, power, NOBODY, ward))


def summed(one: Dist[int], other: Dist[int]) -> Dist[int]:
    """Both together."""
    return one.then(lambda first: other.map(lambda second: first + second))


def strikes(art: Skill | Song) -> bool:
    """Whether an art strikes."""
    return any(isinstance(one, Damage) for one in art.effects)


def gauge_up(world: World, one: Id) -> World:
    """The world after one more turn of singing."""
    me = world.fighter(one)
    return replace(world, fighters=world.fighters.put(one, replace(me, gauge=me.gauge + 1)))


# charts --------------------------------------------------------------------------------------------------------------


def axis(dists: Iterable[Dist[int] | None]) -> range:
    """From the least to the most that may come up in any of them, both included."""
    found = [value for dist in dists if dist is not None for value in dist]
    return range(min(found, default=0), max(found, default=0) + 1)


def bars(dist: Dist[int], over: range, fells: int | None) -> tuple[Bar, ...]:
    """A chart over an axis, several values a bar where there are many."""
    wide = -(-len(over) // BARS)
    starts = range(over.start, over.stop, wide)
    weights = [sum(dist.weight(value) for value in range(start, start + wide)) for start in starts]
    top = max(weights)
    return tuple(
        Bar(round(weight * 100 / top) or int(weight > 0), fells is not None and start + wide > fells)
        for start, weight in zip(starts, weights, strict=True)
    )


def shot(world: World, one: Foreseen, over: range, **picks: str) -> Shot:
    """A target's line and chart."""
    name = world.fighter(one.target).name if one.target else ""
    if one.dist is None:
        return Shot(one.target, name, picks=picks, power=one.power)
    mean = f"{float(one.dist.mean(lambda value: value)):.1f}"
    fells = one.fells
    down = "" if fells is None else percent(float(one.dist.chance(lambda value: value >= fells)))
    return Shot(one.target, name, mean, min(one.dist), max(one.dist), down, bars(one.dist, over, fells), picks)


def percent(share: float) -> str:
    """A chance in whole percent; none and certainty are told apart from nearly so."""
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{share:.0%}"


def told(effect: Anything) -> Word | None:
    """What an effect does besides damage, in words; None for what the charts show."""
    kind = effect.__struct_config__.tag
    return None if kind in ("damage", "heal", "barrier", "restore_mp") else Word(f"effect.{kind}")

"""Abilities and other stats with all that modifies them, and formulas over a fighter (AT-06, AT-08, AT-27).

Modifiers come from lasting effects, passive skills and gear. Of a stat's modifiers those that `add` all count, of
those that count by the `highest` the largest help and the largest hindrance do, and one that would `replace` stands in
the stat's place. Two that would replace it by different values are of equal rank: neither does, and both are named.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from takusen.rules import DiceCode, Id, Table, code

from .arts import ABILITIES, Allow, Item, Modify, Range, Skill
from .terms import OWN, Look, read
from .world import NOBODY, Fighter, World

ATTACK, STRENGTH, ENDURANCE, MOVE, HARMONICS = "attack", "strength", "endurance", "move", "harmonics"
ADD, HIGHEST, REPLACE = "add", "highest", "replace"
PERMIT = "permit:"
NOTHING, ONE_DIE = DiceCode(), DiceCode(1)
AIMED = "TARGET_"
LEVELS = frozenset({"SL", "IL", "CL"})


class Always(NamedTuple):
    """What a passive skill or gear does to a stat: under which name, by which formula, while which condition holds."""

    name: str
    amount: str
    stacking: str
    when: str
    level: int
    art: Id


class Part(NamedTuple):
    """One modifier of a stat: whose, how much, how it stacks, and whether it counts; `clashes` with its equals."""

    name: str
    amount: DiceCode
    stacking: str
    art: Id = NOBODY
    counts: bool = True
    clashes: bool = False


# values --------------------------------------------------------------------------------------------------------------


def ability(world: World, one: Id, name: str) -> DiceCode:
    """An ability, or what modifies every power or endurance roll, with all that changes it."""
    me = world.fighters[one]
    if not (me.effects or me.skills or me.items):
        return _base(world, one, me, name)
    if not me.effects:
        settled = _settled(
            one, name, me.level, world.skills, world.items, me.abilities, me.skills, me.items, me.item_levels
        )
        if settled is not None:
            return settled
    base = _base(world, one, me, name)
    parts = _parts(world, one, me, name)
    return _stacked(base, _judged(parts)) if parts else base


@lru_cache(maxsize=16384)
def _settled(
    one: Id,
    name: str,
    level: int,
    skills: Table[Id, Skill],
    items: Table[Id, Item],
    abilities: Table[str, str],
    known: Table[Id, int],
    bag: Table[Id, int],
    ils: Table[Id, int],
) -> DiceCode | None:
    """An ability that nothing changes but skills and gear whose formulas know levels alone; None for any other.

    Forecasts ask for the same few a million times; that they name whose it is lets what is the same be found the same
    without a closer look.
    """
    parts = _always(skills, items, known, bag, ils).get(name, ())
    if any(each.when or set(read(each.amount).names) - LEVELS for each in parts):
        return None
    written = abilities.get(name)
    if written is None and name == ATTACK:
        base = _settled(one, STRENGTH, level, skills, items, abilities, known, bag, ils)
    else:
        base = code(written) if written is not None else NOTHING
    return None if base is None else _stacked(base, _judged([_part(each, level) for each in parts]))


def _part(each: Always, level: int) -> Part:
    look: Look = lambda name: level if name == "CL" else each.level  # noqa: E731
    return Part(each.name, read(each.amount).code(look), each.stacking, each.art)


def _base(world: World, one: Id, me: Fighter, name: str) -> DiceCode:
    written = me.abilities.get(name)
    if written is not None:
        return code(written)
    return ability(world, one, STRENGTH) if name == ATTACK else NOTHING


def steps(world: World, one: Id) -> int:
    """The squares of a move."""
    me = world.fighters[one]
    if not (me.effects or me.skills or me.items):
        return me.move
    parts = _parts(world, one, me, MOVE)
    return max(0, _stacked(DiceCode(0, me.move), _judged(parts)).plus) if parts else me.move


def harmony(world: World, one: Id) -> DiceCode:
    """What a fighter rolls in the harmonics phase (AT-22)."""
    me = world.fighters[one]
    if not (me.effects or me.skills or me.items):
        return ONE_DIE
    parts = _parts(world, one, me, HARMONICS)
    return _stacked(ONE_DIE, _judged(parts)) if parts else ONE_DIE


def permits(world: World, one: Id, what: str) -> bool:
    """Whether something lifts a restriction on chanters (AT-26)."""
    return bool(_parts(world, one, world.fighters[one], PERMIT + what))


def reach(world: World, one: Id) -> Range:
    """How far a normal attack goes: as the weapon does, without one as far as its owner."""
    me = world.fighters[one]
    if not me.items:
        return me.reach
    weapon = _gear(world.items, me.items, me.item_levels).weapon
    return world.items[weapon].range if weapon else me.reach


def trace(world: World, one: Id, name: str) -> tuple[Part, ...]:
    """Who contributes what to a stat, with what counts and what clashes."""
    return _judged(_parts(world, one, world.fighters[one], name))


def clash(world: World, one: Id, name: str) -> tuple[str, ...]:
    """The sources that would put different values in a stat's place."""
    return tuple(part.name for part in trace(world, one, name) if part.clashes)


# modifiers -----------------------------------------------------------------------------------------------------------


def _parts(world: World, one: Id, me: Fighter, stat: str) -> list[Part]:
    """The modifiers of a stat, unjudged."""
    parts = [
        Part(each.name, code(each.amount or "0"), each.stacking, each.of) for each in me.effects if each.stat == stat
    ]
    for each in _always(world.skills, world.items, me.skills, me.items, me.item_levels).get(stat, ()):
        if not each.when or holds(world, one, each.when, each.level):
            parts.append(Part(each.name, coded(world, one, each.amount, each.level), each.stacking, each.art))
    return parts


def _judged(parts: list[Part]) -> tuple[Part, ...]:
    """Which modifiers count."""
    rivals = {part.amount for part in parts if part.stacking == REPLACE}
    ranked = [part for part in parts if part.stacking == HIGHEST]
    best = (
        max((part for part in ranked if _worth(part) > 0), key=_worth, default=None),
        min((part for part in ranked if _worth(part) < 0), key=_worth, default=None),
    )
    return tuple([_verdict(part, len(rivals) > 1, best) for part in parts])


def _worth(part: Part) -> int:
    return int(part.amount.expected * 2)


def _verdict(part: Part, clash: bool, best: tuple[Part | None, ...]) -> Part:
    if part.stacking == REPLACE and clash:
        return part._replace(counts=False, clashes=True)
    if part.stacking == HIGHEST and not any(part is one for one in best):
        return part._replace(counts=False)
    return part


def _stacked(base: DiceCode, parts: tuple[Part, ...]) -> DiceCode:
    counting = [part for part in parts if part.counts]
    found = next((part.amount for part in counting if part.stacking == REPLACE), base)
    for part in counting:
        if part.stacking != REPLACE:
            found += part.amount
    return found


# passive skills and gear ---------------------------------------------------------------------------------------------


class Gear(NamedTuple):
    """The best weapon and armour that somebody carries."""

    weapon: Id = NOBODY
    armour: Id = NOBODY


@lru_cache(maxsize=512)
def _always(
    skills: Table[Id, Skill], items: Table[Id, Item], known: Table[Id, int], bag: Table[Id, int], ils: Table[Id, int]
) -> dict[str, tuple[Always, ...]]:
    """What passive skills and gear do, by stat."""
    found: dict[str, tuple[Always, ...]] = {}
    for stat, one in (*_of_skills(skills, known), *_of_gear(items, bag, ils)):
        found[stat] = (*found.get(stat, ()), one)
    return found


def _of_skills(skills: Table[Id, Skill], known: Table[Id, int]) -> Iterator[tuple[str, Always]]:
    for art, level in known.items():
        skill = skills.get(art)
        if skill and skill.state == "passive":
            yield from _effects(skill, level, art)


def _of_gear(items: Table[Id, Item], bag: Table[Id, int], levels: Table[Id, int]) -> Iterator[tuple[str, Always]]:
    for art in filter(None, _gear(items, bag, levels)):
        item, level = items[art], levels.get(art, 1)
        yield from ((stat, Always(item.name, text, ADD, "", level, art)) for stat, text in _worn(item))
        yield from _effects(item, level, art)


def _worn(item: Item) -> Iterator[tuple[str, str]]:
    yield from ((stat, text) for stat, text in ((ATTACK, item.attack), (ENDURANCE, item.endurance)) if text != "0")


def _effects(art: Skill | Item, level: int, of: Id) -> Iterator[tuple[str, Always]]:
    for effect in art.effects:
        if isinstance(effect, Modify):
            yield effect.stat, Always(art.name, effect.amount, effect.stacking, effect.when, level, of)
        elif isinstance(effect, Allow):
            yield PERMIT + effect.what, Always(art.name, "0", ADD, effect.when, level, of)


@lru_cache(maxsize=512)
def _gear(items: Table[Id, Item], bag: Table[Id, int], levels: Table[Id, int]) -> Gear:
    return Gear(_best(items, bag, levels, "weapon"), _best(items, bag, levels, "armour"))


def _best(items: Table[Id, Item], bag: Table[Id, int], levels: Table[Id, int], kind: str) -> Id:
    """The best of a kind: by its own code, the first of equals."""
    carried = [one for one, count in bag.items() if count > 0 and one in items and items[one].kind == kind]
    return max(carried, key=lambda one: _rated(items[one], levels.get(one, 1)), default=NOBODY)


def _rated(item: Item, level: int) -> int:
    """Twice what gear is worth on average at its level."""
    look: Look = lambda name: level if name == "IL" else 1  # noqa: E731
    return sum(int(read(text).code(look).expected * 2) for text in (item.attack, item.endurance))


# formulas ------------------------------------------------------------------------------------------------------------


def looking(
    world: World,
    one: Id,
    level: int,
    target: Id = NOBODY,
    known: Table[str, int] = Table(),  # noqa: B008
) -> Look:
    """What the names in a formula stand for now."""
    me = world.fighters[one]

    def look(name: str) -> DiceCode | int:
        if name in OWN:
            return int(getattr(me, OWN[name]))
        if name in ABILITIES:
            return ability(world, one, name)
        if name.startswith(AIMED):
            return _numbers(world.fighters[target or one], name.removeprefix(AIMED))
        return known[name] if name in known else _around(world, me, name, level)

    return look


def _numbers(other: Fighter, name: str) -> int:
    return int(other.chant is not None) if name == "SINGING" else int(getattr(other, OWN[name]))


def _around(world: World, me: Fighter, name: str, level: int) -> int:
    if name in ("SL", "IL"):
        return level
    if name == "HG":
        return world.harmo
    if name == "TURN":
        return world.battle.turn if world.battle else 0
    return int(name == "SINGING" and me.chant is not None)


def coded(world: World, one: Id, text: str, level: int) -> DiceCode:
    """The dice code that a formula comes to."""
    return read(text).code(looking(world, one, level))


def amount(world: World, one: Id, text: str, level: int) -> int:
    """The number that a formula comes to."""
    written = read(text, "number")
    return written.number(looking(world, one, level) if written.names else _nothing)


def _nothing(name: str) -> int:
    """What is asked of a formula without names."""
    raise KeyError(name)


def holds(world: World, one: Id, text: str, level: int) -> bool:
    """Whether a condition holds."""
    return read(text, "truth").holds(looking(world, one, level))

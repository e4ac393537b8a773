"""Numbers that content changes, each with all that makes it (YA-04): what one begins with, species, classes, things
worn, skills, states, and the layer that gave each of them."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from takusen.rules import Id, Reading, Table

from .blocks import PASSIVE, Effect, Item
from .catalogue import Catalogue, catalogue
from .forbids import silenced
from .terms import STATS, condition, number
from .world import NOBODY, Belonging, Character, State, World

BASE, CHART, SPECIES, CLASS, ITEM, SKILL, STATE = "base", "chart", "species", "class", "item", "skill", "state"
ABILITIES = ("perception", "dexterity", "intellect", "spirit")
WEAPON_STATS = ("hit", "attack", "magic_attack")
"""What only the weapon in use gives."""
ITEM_FIELDS = {"hit": "hit", "evasion": "evasion", "attack": "attack", "magic_attack": "magic_attack",
               "armour": "armour", "barrier": "barrier", "action_value": "action"}  # fmt: skip
ARMOUR = "armour"
CLOTHES = ("body", "head", "feet")
HIDDEN = "hidden"
LOST = "lost"
"""The state in which what a passive skill does is gone."""
Look = Callable[[str], int]


class Part(NamedTuple):
    """What one source adds: its kind and name, how it stacks with others of its name, the layer that says so, if any,
    and whether it counts."""

    kind: str
    name: str
    amount: int
    stacking: str = "add"
    layer: str = ""
    counts: bool = True


class Traced(NamedTuple):
    """A number and what makes it."""

    total: int
    parts: tuple[Part, ...]


class Pending(NamedTuple):
    """What a passive skill or a thing worn changes, to be worked out as things are now."""

    kind: str
    name: str
    effect: Effect
    level: int
    layer: str


class Build(NamedTuple):
    """What lasts about a character, as far as numbers come from it."""

    species: str
    main: str
    level: int
    classes: Table[str, int]
    base: Table[str, int]
    skills: Table[str, int]
    items: Table[Id, Belonging]
    foe: bool


# what is asked for ---------------------------------------------------------------------------------------------------


def stat(world: World, reading: Reading, one: Id, name: str, weapon: Id = NOBODY) -> Traced:
    """A number of a character's or foe's with what makes it; of several weapons in hand the first gives its numbers,
    or the one that is named."""
    return traced(world.characters[one], reading, name, weapon)


def total(world: World, reading: Reading, one: Id, name: str, weapon: Id = NOBODY) -> int:
    """What a number of somebody's comes to."""
    return traced(world.characters[one], reading, name, weapon).total


def hp_max(world: World, reading: Reading, one: Id) -> int:
    """The most HP that somebody has."""
    return max(1, total(world, reading, one, "hp_max"))


def mp_max(world: World, reading: Reading, one: Id) -> int:
    """The most MP that somebody has."""
    return max(0, total(world, reading, one, "mp_max"))


def weight(world: World, reading: Reading, one: Id) -> int:
    """What all that somebody carries weighs."""
    return total(world, reading, one, "weight")


def carry(world: World, reading: Reading, one: Id) -> int:
    """How much somebody can carry."""
    return max(0, total(world, reading, one, "carry"))


def traced(me: Character, reading: Reading, name: str, weapon: Id = NOBODY) -> Traced:
    """A number of a character as given, tried or real."""
    build = built(me)
    parts = _judged((*_derived(me, build, reading, name), *_lasting(me, build, reading, name, weapon)))
    return Traced(sum(part.amount for part in parts if part.counts), parts)


def built(me: Character) -> Build:
    """What lasts about a character."""
    return Build(me.species, me.main, me.level, me.classes, me.base, me.skills, me.items, bool(me.foe))


def amount(me: Character, reading: Reading, text: str, level: int = 0, of: str = "") -> int:
    """What a formula of the content comes to for a user at that skill level; `of` is the class that teaches it."""
    return number(text).number(looking(me, reading, level, of))


def holds(me: Character, reading: Reading, text: str, level: int = 0, of: str = "") -> bool:
    """Whether a condition of the content holds for a user; none holds always."""
    return not text or condition(text).holds(looking(me, reading, level, of))


def looking(me: Character, reading: Reading, level: int = 0, of: str = "") -> Look:
    """What the names in a formula stand for now."""
    build = built(me)

    def look(name: str) -> int:
        known = _level(build, name, level, of)
        return known if known is not None else _now(me, reading, name)

    return look


def _now(me: Character, reading: Reading, name: str) -> int:
    if name in STATS:
        return traced(me, reading, name).total
    return int(getattr(me, name)) if name in ("hp", "mp", "lp") else int(_condition(me, reading, name))


def _level(build: Build, name: str, level: int, of: str) -> int | None:
    """The levels that a formula may speak of."""
    if name in ("SL", "kills"):
        return level
    if name == "CL":
        return build.classes.get(of, build.level)
    return build.level if name == "ML" else None


def _condition(me: Character, reading: Reading, name: str) -> bool:
    if name == "wounded":
        return me.hp < traced(me, reading, "hp_max").total
    if name == "fighting":
        return me.fighting
    if name == HIDDEN:
        return any(state.name == HIDDEN for state in me.states)
    return wears(me.items, catalogue(reading), name)


def wears(items: Table[Id, Belonging], known: Catalogue, name: str) -> bool:
    """Whether one is `armoured`, or `naked`: with nothing on at all."""
    worn = [known.items[each.item] for each in items.values() if each.worn and each.item in known.items]
    if name == "armoured":
        return any(item.kind == ARMOUR for item in worn)
    return not any(item.slot in CLOTHES for item in worn)


# where parts come from -----------------------------------------------------------------------------------------------


def _derived(me: Character, build: Build, reading: Reading, name: str) -> Iterator[Part]:
    """What a number takes from abilities by its chart; a foe's numbers stand as they are."""
    text = "" if build.foe else reading.content.get(f"charts.derived.{name}", "")
    if text:
        worth = amount(me, reading, text)
        yield Part(CHART, name, worth, layer=reading.sources.get(f"charts.derived.{name}", ""))


def _lasting(me: Character, build: Build, reading: Reading, name: str, weapon: Id) -> Iterator[Part]:
    lost = {state.source for state in me.states if state.name == LOST}
    for each in _always(reading, build, weapon).get(name, ()):
        if each.kind == SKILL and (each.name in lost or silenced(me, reading, each.name)):
            continue
        part = each if isinstance(each, Part) else _worked_out(me, reading, each)
        if part:
            yield part
    yield from (_of_state(state) for state in me.states if state.stat == name)


def _worked_out(me: Character, reading: Reading, each: Pending) -> Part | None:
    """What a passive effect comes to now. Stats in it stand as they are without skills and states: no number is made
    of itself."""
    bare = replace(me, skills=Table(), states=tuple(state for state in me.states if not state.stat))
    of = catalogue(reading).skills[each.name].of if each.kind == SKILL else ""
    if not holds(bare, reading, each.effect.when, each.level, of):
        return None
    worth = amount(bare, reading, each.effect.amount, each.level, of)
    return Part(each.kind, each.name, worth, each.effect.stacking, each.layer)


def _of_state(state: State) -> Part:
    return Part(STATE, state.source or state.name, state.amount, state.stacking)


@lru_cache(maxsize=4096)
def _always(reading: Reading, build: Build, weapon: Id) -> dict[str, tuple[Part | Pending, ...]]:
    """All that lasts about a character, by the number it changes."""
    found: dict[str, tuple[Part | Pending, ...]] = {}
    for name, part in _sources(reading, build, weapon):
        found[name] = (*found.get(name, ()), part)
    return found


def _sources(reading: Reading, build: Build, weapon: Id) -> Iterator[tuple[str, Part | Pending]]:
    known = catalogue(reading)
    yield from ((name, Part(BASE, BASE, worth)) for name, worth in build.base.items() if worth)
    yield from _of_species(reading, known, build.species)
    for one, levels in build.classes.items():
        yield from _of_class(reading, known, one, levels)
    for one, level in build.skills.items():
        skill = known.skills.get(one)
        if skill and skill.timing == PASSIVE:
            yield from _changes(reading, SKILL, f"skills.{one}", one, skill.effects, level)
    yield from _of_items(reading, known, build, weapon)


def _of_species(reading: Reading, known: Catalogue, one: str) -> Iterator[tuple[str, Part]]:
    species = known.species.get(one)
    if species:
        given = {**{f"abilities.{name}": worth for name, worth in species.abilities.items()},
                 "hp": species.hp, "mp": species.mp}  # fmt: skip
        for field, worth in given.items():
            yield _named(field), Part(SPECIES, one, worth, layer=reading.sources.get(f"species.{one}.{field}", ""))


def _of_class(reading: Reading, known: Catalogue, one: str, levels: int) -> Iterator[tuple[str, Part]]:
    """What the levels of a class add."""
    kind = known.classes.get(one)
    if kind:
        given = {**{f"abilities.{name}": worth for name, worth in kind.abilities.items()},
                 "hp": kind.hp, "mp": kind.mp}  # fmt: skip
        for field, worth in given.items():
            layer = reading.sources.get(f"classes.{one}.{field}", "")
            yield _named(field), Part(CLASS, one, worth * levels, layer=layer)


def _named(field: str) -> str:
    """The number that a field of a species or class adds to."""
    return f"{field}_max" if field in ("hp", "mp") else field.removeprefix("abilities.")


def _changes(
    reading: Reading, kind: str, path: str, one: str, effects: Table[str, Effect], level: int
) -> Iterator[tuple[str, Pending]]:
    """What passive effects change for whoever has them."""
    for key, effect in effects.items():
        if effect.kind == "modify" and effect.stat:
            yield effect.stat, Pending(kind, one, effect, level, _layer(reading, f"{path}.effects.{key}"))


def _layer(reading: Reading, path: str) -> str:
    """The layer that says how much an effect is, or when."""
    told = (reading.sources.get(f"{path}.{field}", "") for field in ("amount", "when", "stat"))
    return next(filter(None, told), "")


# things ------------------------------------------------------------------------------------------------------------


def _of_items(reading: Reading, known: Catalogue, build: Build, weapon: Id) -> Iterator[tuple[str, Part | Pending]]:
    wielded = in_use(build.items, known, weapon)
    for own, each in build.items.items():
        item = known.items.get(each.item)
        if item is None:
            continue
        if item.weight and not each.dropped:
            layer = reading.sources.get(f"items.{each.item}.weight", "")
            yield "weight", Part(ITEM, each.item, item.weight * each.count, layer=layer)
        if each.worn and not (each.broken or each.dropped):
            yield from _of_worn(reading, item, each, own == wielded)


def _of_worn(reading: Reading, item: Item, each: Belonging, wielded: bool) -> Iterator[tuple[str, Part | Pending]]:
    one = each.item
    for name, field in ITEM_FIELDS.items():
        worth = getattr(item, field)
        if worth and (wielded or not item.range or name not in WEAPON_STATS):
            yield name, Part(ITEM, one, worth, layer=reading.sources.get(f"items.{one}.{field}", ""))
    yield from ((name, Part(ITEM, one, worth)) for name, worth in each.enchants.items())
    if item.timing == PASSIVE:
        yield from _changes(reading, ITEM, f"items.{one}", one, item.effects, each.kills)


def in_use(items: Table[Id, Belonging], known: Catalogue, weapon: Id = NOBODY) -> Id:
    """The weapon whose numbers count: the one named, else the first in hand; "" for bare hands."""
    if weapon:
        return weapon
    held = (own for own, each in items.items() if each.worn and not (each.broken or each.dropped)
            and each.item in known.items and known.items[each.item].range)  # fmt: skip
    return next(held, NOBODY)


# which count ---------------------------------------------------------------------------------------------------------


def _judged(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Which parts count: of those of one name that don't add up, the highest or the first."""
    if all(part.stacking == "add" for part in parts):
        return parts
    return tuple(part if part is _chosen(parts, part) else part._replace(counts=False) for part in parts)


def _chosen(parts: tuple[Part, ...], part: Part) -> Part:
    """The one that counts among those that stack like a part."""
    if part.stacking == "add":
        return part
    rivals = [one for one in parts if one.name == part.name and one.stacking == part.stacking]
    return max(rivals, key=lambda one: one.amount) if part.stacking == "highest" else rivals[0]

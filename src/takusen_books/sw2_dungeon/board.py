"""The dungeon as a board: cards by the way they were found, with each character's chance (SD-03 to SD-06, SD-09)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from takusen.rules import Id, Listed, Shown, View, Word

from .effects import PARTY, Damage, DangerSense, Heal, Item, Resist, Reveal, points
from .explore import met
from .players import explore_chance
from .rolls import Read
from .world import ADVENTURER, EXPLORATION, UNSKILLED, Card, Check, World

Lines = tuple[tuple[Word, Shown], ...]


class Face(msgspec.Struct, frozen=True):
    """A character before a card: the chance in percent, with which skill, and what bars them."""

    id: Id
    name: str
    chance: int
    skill: Shown
    bar: str = ""
    best: bool = False
    mine: bool = False


class Spot(msgspec.Struct, frozen=True):
    """A card on the board, with those that it brought to light. `state` is open, turned, restricted or shut."""

    id: Id
    title: str
    state: str
    front: str
    skills: tuple[Shown, ...] = ()
    ability: Word | None = None
    target: int = 0
    restriction: str = ""
    together: bool = False
    back: str = ""
    dead_end: bool = False
    faces: tuple[Face, ...] = ()
    failed: tuple[str, ...] = ()
    secret: Lines = ()
    onward: tuple["Spot", ...] = ()


class Board(msgspec.Struct, frozen=True):
    """The whole board. `hidden` are cards that only the GM knows, `open` tells that cards can be explored now."""

    spots: tuple[Spot, ...]
    open: bool
    hidden: tuple[Spot, ...] = ()


def board(v: View[World]) -> Board:
    """The board as a seat sees it."""
    on = {key for key, card in v.world.cards.items() if card.open or card.turned}
    roots = tuple(key for key in on_table(v) if v.world.cards[key].via not in on)
    hidden = tuple(spot(v, key, ()) for key in v.world.cards if key not in on) if v.gm else ()
    now = v.world.phase == EXPLORATION and v.world.fight is None and not v.world.battle
    return Board(tuple(grown(v, key, (key,)) for key in roots), now, hidden)


def on_table(v: View[World]) -> tuple[Id, ...]:
    """The cards that lie there, as the scenario lists them."""
    return tuple(key for key, card in v.world.cards.items() if card.open or card.turned)


def grown(v: View[World], key: Id, way: tuple[Id, ...]) -> Spot:
    """A card with all that lies behind it."""
    onward = (one for one in on_table(v) if v.world.cards[one].via == key and one not in way)
    return spot(v, key, tuple(grown(v, one, (*way, one)) for one in onward))


def spot(v: View[World], key: Id, onward: tuple[Spot, ...]) -> Spot:
    """A card on the board."""
    card, check = v.world.cards[key], v.world.cards[key].check
    state = state_of(v, card)
    return Spot(
        id=key,
        title=card.title,
        state=state,
        front=card.front,
        skills=tuple(skill_word(v, skill) for skill in check.skills) if check else (),
        ability=Word(f"choice.{check.ability}") if check else None,
        target=check.target if check else 0,
        restriction=card.restriction,
        together=card.together,
        back=card.back if card.turned else "",
        dead_end=bool(card.turned and card.dead_end),
        faces=faces(v, card) if state == "open" and card.open else (),
        failed=tuple(v.world.pc(one).name for one in card.failed if one in v.world.pcs),
        secret=secrets(v.world, card) if v.gm else (),
        onward=onward,
    )


def state_of(v: View[World], card: Card) -> str:
    """Whether the card can be explored."""
    by_text = v.reading.options["solved_card"] == "by_text"
    if card.shut:
        return "shut"
    if card.turned and not (by_text and card.stays_open):
        return "turned"
    return "restricted" if card.needs and not met(v.world, card.needs) else "open"


def skill_word(v: View[World], skill: str) -> Shown:
    """A skill in the reader's language, or as the sheet has it."""
    content = v.reading.content
    known = (*content["skills.a_table"], *content["skills.b_table"], ADVENTURER, UNSKILLED)
    return Word(f"skill.{skill}") if skill in known else skill


def faces(v: View[World], card: Card) -> tuple[Face, ...]:
    """Each character before the card, the likeliest of those who may represent marked."""
    barred = card.tried if v.reading.options["area_bar"] == "tried" else card.failed
    made = tuple(face(v, one, card.check, one in barred) for one in v.world.here)
    top = max((one.chance for one in made if not one.bar), default=-1)
    return tuple(msgspec.structs.replace(one, best=not one.bar and one.chance == top) for one in made)


def face(v: View[World], one: Id, check: Check | None, barred: bool) -> Face:
    """One character's chance."""
    me = v.world.pc(one)
    skill, chance = explore_chance(Read(v.reading), v.world, one, check) if check else ("", Fraction(1))
    bar = "down" if not me.able else "failed" if barred else ""
    return Face(one, me.name, percent(chance), skill_word(v, skill) if skill else "", bar, mine=v.mine(one) or v.gm)


def percent(chance: Fraction) -> int:
    """A chance in percent; what is possible is never 0, what is not certain never 100."""
    return min(max(round(float(chance) * 100), 1), 99) if 0 < chance < 1 else int(chance * 100)


# for the GM ----------------------------------------------------------------------------------------------------------


def secrets(world: World, card: Card) -> Lines:
    """What the GM reads of a card before it is turned."""
    marks = ("on_route", "dead_end", "stays_open")
    listed: list[tuple[Word, Shown]] = [
        (Word("field.back"), card.back),
        *(line for one in card.success for line in lines(world, "success", one)),
        *(line for one in card.fail for line in lines(world, "fail", one)),
        *((Word(f"state.{name}"), "✓") for name in marks if getattr(card, name)),
        (Word("field.note"), card.note),
    ]
    return tuple((name, value) for name, value in listed if value)


def lines(world: World, label: str, effect: Any) -> Lines:
    """An effect in a line, and those that hang on its check."""
    first = ((Word(f"field.{label}"), told(world, effect)),)
    if not isinstance(effect, DangerSense | Resist):
        return first
    inner = (("if_failed", effect.fail), ("if_passed", effect.success))
    return first + tuple((Word(f"phrase.{name}"), told(world, one)) for name, listed in inner for one in listed)


def told(world: World, effect: Any) -> Word:
    """An effect in a few words."""
    params = {name: spoken(world, name, getattr(effect, name)) for name in effect.__struct_fields__}
    if isinstance(effect, Damage | Heal):
        params["points"] = points(effect.dice, effect.plus)
    if isinstance(effect, Item):
        params["item"] = effect.name
    part = getattr(effect, "kind", getattr(effect, "gauge", getattr(effect, "by", "")))
    whom = "party" if getattr(effect, "to", "") == PARTY else ""
    key = "_".join(word for word in (effect.__struct_config__.tag, part, whom) if word)
    return Word(f"effect.{key}", tuple(params.items()))


def spoken(world: World, name: str, value: Any) -> Any:
    """A part of an effect as a sentence speaks it."""
    if name in ("cards", "monster", "treasure", "ending"):
        return Listed(tuple(named(world, one) for one in (value if isinstance(value, tuple) else (value,))))
    return len(value) if isinstance(value, tuple) else value


def named(world: World, key: Id) -> str:
    """The name of what an effect speaks of."""
    if key in world.cards:
        return world.cards[key].title
    if key in world.endings:
        return world.endings[key].title
    known = world.monsters.get(key) or world.treasures.get(key)
    return known.name if known else key


def warnings(world: World) -> tuple[tuple[str, dict[str, str]], ...]:
    """What the GM should know of the scenario: cards that nothing opens."""
    opened = {key for one in every_effect(world) if isinstance(one, Reveal) for key in one.cards}
    lost = (card for key, card in world.cards.items() if not card.open and key not in opened)
    return tuple(("unreachable", {"card": card.title}) for card in lost)


def every_effect(world: World) -> Iterator[Any]:
    """All effects of the scenario, with those that hang on checks."""
    lists = (
        *(side for card in world.cards.values() for side in (card.success, card.fail)),
        *(one.effects for one in world.troubles.values()),
        *(one.effects for one in world.thresholds.values()),
    )
    for listed in lists:
        for effect in listed:
            yield effect
            yield from effect.fail + effect.success if isinstance(effect, DangerSense | Resist) else ()

"""The GM's desk: battles that are ready, waves to call, who hides, what players don't know yet, what enemies can do."""

from collections.abc import Iterator

import msgspec

from takusen.rules import Id, Shown, View, Word, is_hidden

from .arts import Skill
from .world import ENEMIES, PREPARE, Battle, Encounter, Fighter, World


class Ready(msgspec.Struct, frozen=True):
    """An encounter that the GM has ready."""

    id: Id
    title: str
    text: str
    foes: tuple[str, ...]
    waves: int


class Wave(msgspec.Struct, frozen=True):
    """Reinforcements still to come: in which turn by themselves (0: only when called), and who."""

    id: Id
    turn: int
    foes: tuple[str, ...]


class Art(msgspec.Struct, frozen=True):
    """A skill of an enemy, and how often it has been used in this turn and this battle."""

    id: Id
    name: str
    text: str
    level: int


class Foe(msgspec.Struct, frozen=True):
    """An enemy as the GM plays it."""

    id: Id
    name: str
    square: str
    hidden: bool
    known: bool
    down: bool
    scan: int
    about: tuple[tuple[Shown, Shown], ...]
    arts: tuple[Art, ...]


class Desk(msgspec.Struct, frozen=True):
    """All of it; without a battle only what could be one."""

    phase: str
    ready: tuple[Ready, ...]
    waves: tuple[Wave, ...]
    foes: tuple[Foe, ...]
    places: bool


def desk(v: View[World]) -> Desk:
    """What the GM has at hand."""
    battle = v.world.battle
    if battle is None:
        return Desk("", tuple(_ready(v.world)), (), (), False)
    return Desk(battle.phase, (), tuple(_waves(v.world, battle)), tuple(_foes(v.world)), battle.phase == PREPARE)


def _ready(world: World) -> Iterator[Ready]:
    for one, encounter in world.encounters.items():
        foes = tuple(foe.name or enemy_name(world, foe.enemy) for foe in encounter.foes)
        yield Ready(one, encounter.title, encounter.text, foes, len(encounter.waves))


def enemy_name(world: World, enemy: Id) -> str:
    """What an enemy of the content is called."""
    return world.enemies[enemy].fighter.name if enemy in world.enemies else str(enemy)


def _waves(world: World, battle: Battle) -> Iterator[Wave]:
    for one, turn in battle.waves.items():
        yield Wave(one, turn, _comers(world, battle, one))


def _comers(world: World, battle: Battle, wave: Id) -> tuple[str, ...]:
    known = world.encounters.get(battle.encounter, Encounter("")).waves
    foes = known[wave].foes if wave in known else ()
    return tuple(foe.name or enemy_name(world, foe.enemy) for foe in foes)


def wave_names(world: World) -> dict[Id, str]:
    """What the waves still to come are called, by who comes; of none where they are out of sight."""
    battle = world.battle
    if battle is None or is_hidden(battle.waves) or is_hidden(battle.encounter):
        return {}
    return {one: "・".join(_comers(world, battle, one)) or str(one) for one in battle.waves}


def _foes(world: World) -> Iterator[Foe]:
    for one, me in world.fighters.items():
        if me.side == ENEMIES and me.fighting and not me.removed:
            yield _foe(world, one, me)


def _foe(world: World, one: Id, me: Fighter) -> Foe:
    texts = ((Word(f"field.{name}"), text) for name in ("pattern", "habit") if (text := getattr(me, name)))
    arts = (_art(world.skills[skill], skill, level) for skill, level in me.skills.items() if skill in world.skills)
    known = me.scanned or me.shown
    return Foe(one, me.name, me.square, me.hidden, known, me.downed, me.scan, tuple(texts), tuple(arts))


def _art(skill: Skill, id: Id, level: int) -> Art:
    return Art(id, skill.name, skill.text, level)

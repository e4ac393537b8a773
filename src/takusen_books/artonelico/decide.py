"""What is to be decided before the main phase: a button each for those who are waited for (AT-16, AT-17)."""

import msgspec

from takusen.rules import Id, View, Word

from .bar import waiting_for
from .chants import COMMAND
from .phases import can_use_any, undecided
from .world import ANNOUNCE, ENEMIES, SONG, World

KEEP = "keep_singing"


class Decider(msgspec.Struct, frozen=True):
    """Somebody who is waited for: acts that need more picks, those that can be declared at once, and which of them
    fits first, "" for none."""

    id: Id
    name: str
    picks: tuple[str, ...]
    at_once: tuple[str, ...]
    first: str


class Decisions(msgspec.Struct, frozen=True):
    """The panel; `enemies` where the GM can pass for their whole side."""

    title: Word
    people: tuple[Decider, ...]
    enemies: bool


def decisions(v: View[World]) -> Decisions | None:
    """What the viewer may decide on now; None where that is nothing."""
    battle = v.world.battle
    if battle is None or battle.phase not in (ANNOUNCE, SONG):
        return None
    waited = waiting_for(v.world)
    people = tuple(decider(v.world, one) for one in waited if concerns(v, one))
    passing = v.gm and may_pass(v.world, waited)
    return Decisions(Word(f"phase.{battle.phase}"), people, passing) if people or passing else None


def concerns(v: View[World], one: Id) -> bool:
    """Whether the viewer decides for somebody; a GM passes for silent enemies all at once."""
    me = v.world.fighter(one)
    return v.mine(one) or (v.gm and not me.player and (me.side != ENEMIES or bool(me.songs)))


def may_pass(world: World, waited: tuple[Id, ...]) -> bool:
    """Whether enemies are waited for, none of whom has a song to be decided on first."""
    foes = [one for one in waited if world.fighter(one).side == ENEMIES]
    return bool(foes) and not any(undecided(world, one) for one in foes)


def decider(world: World, one: Id) -> Decider:
    """One who is waited for."""
    me, phase = world.fighter(one), world.here().phase
    skilled = ("use_skill",) if can_use_any(world, one, COMMAND if phase == SONG else "announce") else ()
    if undecided(world, one):
        return Decider(one, me.name, ("sing", *skilled), (KEEP, "stop_singing"), KEEP)
    sings = ("sing",) if phase == SONG and me.songs and me.chant is None else ()
    return Decider(one, me.name, (*sings, *skilled), ("ready",), "sing" if sings else "")

"""Forecasts: who fights, what is worth comparing now, and the battles that can be tried without a table."""

from collections.abc import Mapping

from takusen.rules import Declaration, Id, Staged

from .aim import cannot_aim
from .chants import is_blue
from .phases import undecided
from .turns import acting
from .world import MAIN, SONG, Fighter, World

BEGINNERS = ("kaji", "renka", "miori", "seren")
"""The four of CL 1 and 2."""
SEASONED = ("renka", "shigure", "seren", "towa")
"""The four of CL 2 and 3."""


def fighting(world: World) -> Mapping[Id, str]:
    """Those in the battle with their sides."""
    return {one: me.side for one, me in world.fighters.items() if me.stands}


def considered(world: World) -> tuple[Declaration, ...]:
    """What singers may ask themselves now: to release, and at whom, or to go on; to keep, to end or to begin a song."""
    phase = world.here().phase if world.battle else ""
    singers = ((one, world.fighters[one]) for one in acting(world))
    thoughts = {MAIN: releases, SONG: chants}.get(phase)
    return tuple(each for one, me in singers for each in thoughts(world, one, me)) if thoughts else ()


def releases(world: World, one: Id, me: Fighter) -> tuple[Declaration, ...]:
    """A red song released now, at each whom it reaches, or held."""
    if me.chant is None or is_blue(world, me.chant):
        return ()
    art = world.songs[me.chant.song]
    foes = [other for other, foe in world.fighters.items() if foe.side != me.side and foe.stands]
    met = [foe for foe in foes if art.target == "square" or cannot_aim(world, one, art, foe) is None]
    aims: list[dict[str, str]] = [
        {"square": world.fighters[foe].square} if art.target == "square" else {"target": foe} for foe in met
    ]
    if art.target in ("self", "none"):
        aims = [{}]
    return (
        *(("release", {"actor": one, **aim}) for aim in aims),
        ("wait", {"actor": one, "action": MAIN}),
    )


def chants(world: World, one: Id, me: Fighter) -> tuple[Declaration, ...]:
    """A song kept or ended; where nothing is sung, each red one begun, or none."""
    if me.chant is not None:
        return (("keep_singing", {"actor": one}), ("stop_singing", {"actor": one})) if undecided(world, one) else ()
    songs = [song for song in me.songs if song in world.songs and world.songs[song].colour == "red"]
    begun = tuple(("sing", {"actor": one, "song": song}) for song in songs)
    return (*begun, ("ready", {"actor": one})) if begun else ()


def staged(encounter: str, members: tuple[str, ...]) -> Staged:
    """An encounter of the starter scenario with ready characters, from its first turn on."""
    return Staged("morning_note", (("start_battle", {"encounter": encounter, "members": members}), ("begin", {})))


STAGED: Mapping[str, Staged] = {
    "pump_room": staged("pump_room", BEGINNERS),
    "pipe_gallery": staged("pipe_gallery", SEASONED),
    "bell_hall": staged("bell_hall", SEASONED),
}

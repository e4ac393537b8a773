"""Policies that play a fighter: quick, always legal, and said in words."""

from collections.abc import Iterable

from takusen.rules import Declaration, Id, Memo, Square, distance, reachable

from .aim import cannot_aim, in_reach
from .arts import Damage, Range, Song
from .chants import RED, cannot_pay, is_blue
from .phases import taken, undecided
from .stats import reach, steps
from .world import ANNOUNCE, ENEMIES, MAIN, SONG, Chant, Fighter, World, other_side

RELEASE_AT = 2
"""The burst gauge at which a singer releases."""


def sensible(world: World, one: Id, memo: Memo) -> Declaration | None:
    """Singers keep a red song until the gauge is at 2 and release it at the weakest; all others strike the weakest in
    reach, and go up to the nearest if nobody is."""
    return played(world, one, RELEASE_AT)


def release_at_once(world: World, one: Id, memo: Memo) -> Declaration | None:
    """The same, but singers release in the turn in which they begin."""
    return played(world, one, 0)


def hold_long(world: World, one: Id, memo: Memo) -> Declaration | None:
    """The same, but singers hold until the gauge is at 4."""
    return played(world, one, 4)


def played(world: World, one: Id, release_at: int) -> Declaration | None:
    """What one declares now."""
    phase = world.here().phase
    me = world.fighters[one]
    if phase == MAIN:
        return main_turn(world, one, me, release_at)
    if phase == SONG and (me.songs or me.chant):
        return song_turn(world, one, me)
    if phase in (ANNOUNCE, SONG):
        return ("ready_enemies", {}) if me.side == ENEMIES and not singing_enemy(world) else ("ready", {"actor": one})
    return None


def singing_enemy(world: World) -> bool:
    """Whether some enemy waited for has a chant to decide on first."""
    waiting = world.here().waiting
    return any(undecided(world, other) for other in waiting if world.fighters[other].side == ENEMIES)


# singing -------------------------------------------------------------------------------------------------------------


def song_turn(world: World, one: Id, me: Fighter) -> Declaration:
    """Keep a song, or begin the first that can be paid for and reaches somebody."""
    if me.chant is not None:
        return (kept_or_not(world, one, me.chant) if undecided(world, one) else "ready", {"actor": one})
    for song in me.songs:
        art = world.songs.get(song)
        if art is None or cannot_pay(world, one, song):
            continue
        aim = aim_of(world, one, art)
        if aim is not None:
            return "sing", {"actor": one, "song": song, **({} if art.colour == RED else aim)}
    return "ready", {"actor": one}


def kept_or_not(world: World, one: Id, chant: Chant) -> str:
    """Keep the song, unless it is red and reaches nobody from here."""
    in_vain = not is_blue(world, chant) and aim_of(world, one, world.songs[chant.song]) is None
    return "stop_singing" if in_vain else "keep_singing"


def aim_of(world: World, one: Id, art: Song) -> dict[str, Id | Square] | None:
    """Where a song goes: an enemy in reach, or the friend who has lost the most; None if nobody is in reach."""
    if art.target in ("self", "none"):
        return {}
    me = world.fighters[one]
    helps = art.target == "ally" or not any(isinstance(each, Damage) for each in art.effects)
    side = me.side if helps else other_side(me.side)
    if art.target == "square":
        fit = [
            each for each in standing(world, side) if in_reach(world, one, art.range, world.fighters[each].square, 1)
        ]
        best = weakest(world, fit)
        return {"square": world.fighters[best].square} if best and world.fighters[best].square else None
    fit = [each for each in standing(world, side) if cannot_aim(world, one, art, each) is None]
    best = most_hurt(world, fit) if helps else weakest(world, fit)
    return {"target": best} if best else None


# the main phase ------------------------------------------------------------------------------------------------------


def main_turn(world: World, one: Id, me: Fighter, release_at: int) -> Declaration:
    """Release a song that has grown enough; strike who is in reach; move if nobody is."""
    if me.chant is not None:
        return singing_turn(world, one, me, release_at)
    arm = reach(world, one)
    target = weakest(world, within(world, one, other_side(me.side), arm))
    if target:
        return "attack", {"actor": one, "target": target}
    square = "" if me.standby_used else step_towards(world, one, me, arm)
    return ("move", {"actor": one, "square": square}) if square else ("wait", {"actor": one, "action": MAIN})


def singing_turn(world: World, one: Id, me: Fighter, release_at: int) -> Declaration:
    """Release, or keep for another turn."""
    assert me.chant is not None
    if not is_blue(world, me.chant) and me.gauge >= release_at:
        aim = aim_of(world, one, world.songs[me.chant.song])
        if aim is not None:
            return "release", {"actor": one, **aim}
    return "wait", {"actor": one, "action": MAIN}


def standing(world: World, side: str) -> list[Id]:
    """Those of a side who stand."""
    return [other for other, me in world.fighters.items() if me.side == side and me.stands]


def within(world: World, one: Id, side: str, arm: Range) -> list[Id]:
    """Those of a side within a range."""
    fighters = world.fighters
    return [
        other
        for other in standing(world, side)
        if in_reach(world, one, arm, fighters[other].square, fighters[other].size)
    ]


def weakest(world: World, among: list[Id]) -> Id:
    """Whoever has the least HP left."""
    return min(among, key=lambda other: world.fighters[other].hp, default=Id(""))


def most_hurt(world: World, among: list[Id]) -> Id:
    """Whoever has lost the most HP."""
    lost = {other: world.fighters[other].hp_max - world.fighters[other].hp for other in among}
    return max(among, key=lambda other: lost[other], default=Id(""))


def step_towards(world: World, one: Id, me: Fighter, arm: Range) -> Square | str:
    """The square that brings somebody nearest to an enemy; "" where there is none."""
    if not me.square:
        return ""
    foes = [world.fighters[other] for other in standing(world, other_side(me.side))]
    ways = reachable(world.board, me.square, me.size, steps(world, one), taken(world, one))
    now = away(me.square, me.size, foes)
    best = min(ways, key=lambda square: (away(square, me.size, foes), ways[square]), default=me.square)
    return best if away(best, me.size, foes) < now else ""


def away(square: Square, size: int, foes: Iterable[Fighter]) -> int:
    """How far the nearest enemy is."""
    return min((distance(square, size, foe.square, foe.size) for foe in foes if foe.square), default=0)

"""Policies that play a fighter: quick, always legal, and said in words."""

from collections.abc import Sequence
from functools import lru_cache

from takusen.rules import Board, Declaration, Id, Memo, Square, covered, distance, reachable

from .aim import aimed, bridged, cannot_aim, harms
from .arts import Heal, Range, Song
from .chants import RED, cannot_pay, is_blue
from .phases import undecided
from .stats import reach, steps
from .world import ANNOUNCE, ENEMIES, MAIN, NOBODY, NOWHERE, SONG, Chant, Fighter, World, other_side

Place = tuple[Square, int]
"""Where a body stands and how large it is."""
FAR = 1_000
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
    phase, me = world.here().phase, world.fighters[one]
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
    """Keep the song, unless it is red and reaches nobody from here, or blue and would heal nobody who is hurt."""
    song = world.songs[chant.song]
    blue = is_blue(world, chant)
    in_vain = heals_nobody(world, one, song, chant.target) if blue else aim_of(world, one, song) is None
    return "stop_singing" if in_vain else "keep_singing"


def heals_nobody(world: World, one: Id, art: Song, target: Id) -> bool:
    """Whether a song does nothing but heal, and nobody whom it meets has lost HP."""
    if not all(isinstance(each, Heal) and each.to == "target" for each in art.effects):
        return False
    return all(me.hp >= me.hp_max for me in map(world.fighter, aimed(world, one, art, target, NOWHERE)))


def aim_of(world: World, one: Id, art: Song) -> dict[str, Id | Square] | None:
    """Where a song goes: an enemy in reach, or the friend who has lost the most; None if nobody is in reach, or nobody
    in need of what only heals."""
    if art.target in ("self", "none"):
        return None if heals_nobody(world, one, art, NOBODY) else {}
    me = world.fighters[one]
    if art.target == "enemy":
        best = weakest(world, me, art.range, other_side(me.side))
    elif art.target == "square":
        best = weakest(world, me, art.range, other_side(me.side) if harms(art) else me.side)
        return {"square": world.fighters[best].square} if best and world.fighters[best].square else None
    else:
        side = other_side(me.side) if harms(art) else me.side
        best = most_hurt(world, [each for each in standing(world, side) if cannot_aim(world, one, art, each) is None])
        if heals_nobody(world, one, art, best):
            return None
    return {"target": best} if best else None


# the main phase ------------------------------------------------------------------------------------------------------


def main_turn(world: World, one: Id, me: Fighter, release_at: int) -> Declaration:
    """Release a song that has grown enough; strike who is in reach; move if nobody is."""
    if me.chant is not None:
        return singing_turn(world, one, me, release_at)
    target = weakest(world, me, reach(world, one), other_side(me.side))
    if target:
        return "attack", {"actor": one, "target": target}
    square = "" if me.standby_used else approach(world, one, me)
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


class Bridges(dict[Place, bool]):
    """From one place, which others a range bridges the way to; each is looked at once."""

    def __init__(self, board: Board, arm: Range, me: Place) -> None:
        super().__init__()
        self._looked_at = board, arm, me

    def __missing__(self, place: Place) -> bool:
        found = self[place] = bridged(*self._looked_at, place)
        return found


bridges = lru_cache(maxsize=4096)(Bridges)


def weakest(world: World, me: Fighter, arm: Range, side: str) -> Id:
    """Whoever of a side in reach has the least HP left; who stands on no square is near to all."""
    near = bridges(world.board, arm, (me.square, me.size))
    best, least = NOBODY, 0
    for other, each in world.fighters.items():
        if each.side == side and near[each.square, each.size] and (not best or each.hp < least) and each.stands:
            best, least = other, each.hp
    return best


def most_hurt(world: World, among: Sequence[Id]) -> Id:
    """Whoever has lost the most HP."""
    lost = {other: world.fighters[other].hp_max - world.fighters[other].hp for other in among}
    return max(among, key=lambda other: lost[other], default=NOBODY)


def approach(world: World, one: Id, me: Fighter) -> Square | str:
    """The free square that brings somebody nearest to the nearest enemy; "" where there is none."""
    if not me.square:
        return ""
    goal, nearest = me, FAR
    full: set[Square] = set()
    for each in world.fighters.values():
        if each is me or not each.square or not each.stands:
            continue
        full.update(covered(each.square, each.size))
        if each.side != me.side:
            away = distance(me.square, me.size, each.square, each.size)
            if away < nearest:
                goal, nearest = each, away
    for square in ranked(world.board, (me.square, me.size), steps(world, one), (goal.square, goal.size)):
        if full.isdisjoint(covered(square, me.size)):
            return square
    return ""


@lru_cache(maxsize=16384)
def ranked(board: Board, me: Place, far: int, goal: Place) -> tuple[Square, ...]:
    """The squares within so many steps that are nearer to a goal than where one stands, the nearest first."""
    square, size = me
    ways = reachable(board, square, size, far)
    now = distance(*me, *goal)
    nearer = {one: away for one in ways if (away := distance(one, size, *goal)) < now}
    return tuple(sorted(nearer, key=lambda one: (nearer[one], ways[one])))

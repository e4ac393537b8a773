"""The singers' panel: what is sung, what going on costs, and what releasing now or a turn later would do (AT-24)."""

from collections.abc import Iterator

import msgspec

from takusen.rules import Id, View, Word, is_hidden

from .aim import cannot_aim, cannot_aim_at, targets
from .arts import Barrier, Heal, RestoreMp, Song
from .bar import on_turn
from .chants import RED, mp_of
from .foresee import Foreseen, Shot, axis, come_to, foreseen, gauge_up, shot, strikes, told
from .world import MAIN, NOBODY, Chant, Fighter, World

GIVES = {Heal: "heals", Barrier: "wards", RestoreMp: "restores"}


class Row(msgspec.Struct, frozen=True):
    """One target, or what the song gives: released now, and after one more turn of singing."""

    target: Id
    name: str
    what: Word | None
    act: str
    now: Shot
    later: Shot


class Singer(msgspec.Struct, frozen=True):
    """Somebody who sings."""

    id: Id
    name: str
    mine: bool
    song: str
    colour: str
    turns: int
    idle: bool
    gauge: int
    gauge_next: int
    cost: int
    short: bool
    closed: bool
    rows: tuple[Row, ...]
    also: tuple[Word, ...]
    out_of_reach: tuple[str, ...]
    acts: tuple[str, ...]


class Singers(msgspec.Struct, frozen=True):
    """The panel."""

    singers: tuple[Singer, ...]


def singers(v: View[World]) -> Singers | None:
    """Everybody who is seen to sing, the viewer's own first; None where nobody does."""
    sung = [one for one, me in v.world.fighting() if me.chant is not None and me.chant.song in v.world.songs]
    sung.sort(key=lambda one: not v.mine(one))
    return Singers(tuple(singer(v, one) for one in sung)) if sung else None


def singer(v: View[World], one: Id) -> Singer:
    """One singer."""
    me = v.world.fighter(one)
    assert me.chant is not None
    song, closed = v.world.songs[me.chant.song], is_hidden(me.abilities)
    cost = 0 if song.colour == RED or closed else mp_of(v.world, one, me.chant.song)
    near, far = in_reach(v.world, one, song)
    return Singer(
        id=one,
        name=me.name,
        mine=v.gm or v.mine(one),
        song=song.name,
        colour=song.colour,
        turns=me.chant.turns,
        idle=me.chant.idle,
        gauge=me.gauge,
        gauge_next=me.gauge + 1,
        cost=cost,
        short=not closed and cost > me.mp,
        closed=closed,
        rows=() if closed else tuple(rows(v, one, me.chant, near)),
        also=tuple(word for effect in song.effects if (word := told(effect))),
        out_of_reach=far if strikes(song) else (),
        acts=acts(v, one, me, song),
    )


def in_reach(world: World, one: Id, song: Song) -> tuple[tuple[Id, ...], tuple[str, ...]]:
    """The enemies that the song reaches, and the names of the others."""
    side = world.fighter(one).side
    aims = ((each, world.fighter(each)) for each in targets(world, one, song))
    foes = [each for each, other in aims if other.side != side and other.stands]
    reached = [each for each in foes if reaches(world, one, song, each)]
    return tuple(reached), tuple(world.fighter(each).name for each in foes if each not in reached)


def reaches(world: World, one: Id, song: Song, target: Id) -> bool:
    """Whether a song gets to somebody; where it is aimed at a square, to the square there."""
    if song.target == "square":
        square = world.fighter(target).square
        return not square or cannot_aim_at(world, one, song, square) is None
    return song.target == "none" or cannot_aim(world, one, song, target) is None


def rows(v: View[World], one: Id, chant: Chant, near: tuple[Id, ...]) -> Iterator[Row]:
    """What the song does to each target, then what it gives."""
    song = v.world.songs[chant.song]
    held = gauge_up(v.world, one)
    if strikes(song):
        pairs = [both(v, held, one, chant.song, each) for each in near]
        act = "release" if song.target == "enemy" and on_turn(v.world) == one else ""
        yield from paired(v.world, pairs, None, act)
    for effect in song.effects:
        if isinstance(effect, Heal | Barrier | RestoreMp):
            now, later = (given(world, one, chant.song, effect.amount) for world in (v.world, held))
            yield from paired(v.world, [(now, later)], Word(f"phrase.{GIVES[type(effect)]}"), "")


def both(v: View[World], held: World, one: Id, song: Id, target: Id) -> tuple[Foreseen, Foreseen]:
    """What releasing does to a target now, and after one more turn."""
    return foreseen(v.world, v.reading, one, song, target), foreseen(held, v.reading, one, song, target)


def given(world: World, one: Id, song: Id, text: str) -> Foreseen:
    """How much a song gives."""
    return Foreseen(NOBODY, come_to(world, one, song, text, one).dist(), None)


def paired(world: World, pairs: list[tuple[Foreseen, Foreseen]], what: Word | None, act: str) -> Iterator[Row]:
    """Rows on one axis, so that what another turn brings can be seen."""
    over = axis(each.dist for pair in pairs for each in pair)
    for now, later in pairs:
        lines = shot(world, now, over), shot(world, later, over)
        yield Row(now.target, lines[0].name, what, act, *lines)


def acts(v: View[World], one: Id, me: Fighter, song: Song) -> tuple[str, ...]:
    """What can be declared about the song at this point."""
    free = v.world.here().phase == MAIN and on_turn(v.world) == one and not me.main_used
    return ("release",) if free and song.colour == RED else ()

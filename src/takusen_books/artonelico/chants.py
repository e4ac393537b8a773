"""What songs cost, who sings, and what blue magic does (AT-18, AT-19, AT-25)."""

from takusen.rules import Id, Play, Refused, Square, rule

from . import effects
from .aim import aimed
from .facts_song import ChantEnded, SongTookEffect
from .gauge import gauge_at_end
from .phases import can_use_any
from .stats import amount
from .world import ENEMIES, Chant, World

BLUE, RED = "blue", "red"
COMMAND = "song_command"


def singers(world: World) -> tuple[Id, ...]:
    """Who is waited for in the song phase: those who know songs, and those of the party with a command skill for it."""
    return tuple(
        [
            one
            for one, me in world.fighters.items()
            if (me.songs or me.chant or (me.skills and me.side != ENEMIES and can_use_any(world, one, COMMAND)))
            and me.stands
            and not me.fainted
        ]
    )


def mp_of(world: World, one: Id, song: Id) -> int:
    """The MP that a song costs."""
    return max(0, amount(world, one, world.songs[song].mp, world.fighter(one).level))


def cannot_pay(world: World, one: Id, song: Id) -> Refused | None:
    """Why the MP of a song can't be paid."""
    need, left = mp_of(world, one, song), world.fighter(one).mp
    return Refused.because("mp_short", need=need, left=left) if need > left else None


def is_blue(world: World, chant: Chant) -> bool:
    """Whether a chant is of blue magic."""
    return world.songs[chant.song].colour == BLUE


# blue magic takes effect ---------------------------------------------------------------------------------------------


@rule("AT-19", "AT-25")
def blue_songs(t: Play[World]) -> None:
    """At the end of the phase blue songs take effect, in this turn's order; a chant nobody decided on ends."""
    for one in t.world.here().order:
        me = t.world.fighters[one]
        if me.chant is None or not me.stands:
            continue
        if me.chant.decided != t.world.here().turn:
            t.emit(ChantEnded(one, me.chant.song, "unkept", gauge_at_end(t, me.gauge)))
        elif is_blue(t.world, me.chant) and not me.chant.idle:
            take_effect(t, one, me.chant.song, me.chant.target, me.chant.square)


def take_effect(t: Play[World], one: Id, song: Id, target: Id, square: Square) -> None:
    """A song does what it does."""
    art = t.world.songs[song]
    t.emit(SongTookEffect(one, song, target, square))
    use = effects.Use(one, song, art.name, t.world.fighter(one).level, art.effects)
    effects.take_effect(t, use, aimed(t.world, one, art, target, square))

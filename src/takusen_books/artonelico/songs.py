"""The song phase: chants begin, go on, change and end (AT-17, AT-18, AT-24 to AT-26)."""

from takusen.rules import Id, Offer, Play, Refused, Square, act

from .aim import pick_aim
from .arts import Song
from .chants import BLUE, COMMAND, cannot_pay, is_blue, mp_of
from .facts_song import ChantChanged, ChantEnded, ChantKept, ChantStarted
from .gauge import gauge_at_end, gauge_at_start
from .phases import can_use_any, come_ready, here, pick_waited, undecided
from .stats import holds
from .turns import go_on
from .windows import mp_paid, react
from .world import ANNOUNCE, FAINT, NOBODY, NOWHERE, SONG, Chant, World

KEEP_GAUGE = "keep_gauge"


# chants begin and change ---------------------------------------------------------------------------------------------


@act("AT-17", "AT-18", "AT-24", "AT-25")
def sing(t: Play[World], actor: Id, song: Id, target: Id = NOBODY, square: Square = NOWHERE) -> None:
    """Begin a song, or change to another: its MP is paid, and the singer is chanting."""
    chant = Chant(song, target, square, 1, t.world.here().turn)
    if t.world.fighter(actor).chant is None:
        mp_paid(t, actor, start(t, actor, chant))
    else:
        mp_paid(t, actor, change(t, actor, chant))
        react(t, "chant_changed", (actor,), actor, actor)
    sung(t, actor)


@sing.offer
def _(o: Offer[World]) -> None:
    actor = pick_singer(o)
    song = o.pick("song", o.world.fighter(actor).songs, unless=lambda one: cannot_sing(o, actor, one))
    if o.world.songs[song].colour == BLUE:
        pick_aim(o, actor, o.world.songs[song])


def start(t: Play[World], actor: Id, chant: Chant) -> int:
    """Begin a chant. Gives the MP paid."""
    me, paid = t.world.fighter(actor), mp_of(t.world, actor, chant.song)
    t.emit(ChantStarted(actor, chant.song, chant, paid, me.mp - paid, gauge_at_start(t, me.gauge)))
    return paid


def change(t: Play[World], actor: Id, chant: Chant) -> int:
    """Go over to another song; a skill that keeps the gauge raises it by 1, otherwise it begins anew. Gives the MP
    paid."""
    me = t.world.fighter(actor)
    paid = mp_of(t.world, actor, chant.song) if t.option("change_mp") == "its_full_mp" else 0
    gauge = me.gauge + 1 if keeps_gauge(t.world, actor) else gauge_at_start(t, gauge_at_end(t, me.gauge))
    t.emit(ChantChanged(actor, chant.song, chant, paid, me.mp - paid, gauge))
    return paid


def keeps_gauge(world: World, one: Id) -> bool:
    """Whether a skill keeps the gauge over a change of song."""
    return any(each.stat == KEEP_GAUGE for each in world.fighter(one).effects)


def cannot_sing(o: Offer[World], one: Id, song: Id) -> Refused | None:
    """Why a song can't be begun now."""
    me = o.world.fighter(one)
    if me.chant is not None and me.chant.song == song:
        return Refused("same_song")
    if me.chant is None or o.option("change_mp") == "its_full_mp":
        short = cannot_pay(o.world, one, song)
        if short:
            return short
    if o.option("same_name") == "per_side" and sung_beside(o.world, one, song):
        return Refused("same_name_used")
    return needs_unmet(o.world, one, o.world.songs[song])


def sung_beside(world: World, one: Id, song: Id) -> bool:
    """Whether another of the side is singing a song."""
    mine = (world.fighter(other) for other in world.standing(world.fighter(one).side) if other != one)
    return any(me.chant is not None and me.chant.song == song for me in mine)


def needs_unmet(world: World, one: Id, song: Song) -> Refused | None:
    """Why the condition of a song is not met."""
    if not song.needs or holds(world, one, song.needs, world.fighter(one).level):
        return None
    return Refused.because("needs_unmet", needs=song.needs)


def pick_singer(o: Offer[World]) -> Id:
    """One of the seat's characters who may decide on a song now."""
    if here(o).phase != SONG:
        o.refuse("not_this_phase")
    actor = pick_waited(o)
    me = o.world.fighter(actor)
    if FAINT in me.ailments:
        o.refuse("faint", who=me.name)
    if me.chant is not None and not undecided(o.world, actor):
        o.refuse("already_decided", who=me.name)
    return actor


def sung(t: Play[World], actor: Id) -> None:
    """A singer who has decided and has no command skill left is not waited for any more."""
    if actor in t.world.here().waiting and not can_use_any(t.world, actor, COMMAND):
        come_ready(t, (actor,))
        go_on(t)


def commanded(t: Play[World], actor: Id) -> None:
    """Whoever has used a command skill is waited for while there is more to use or a song to decide on."""
    me, phase = t.world.fighter(actor), t.world.here().phase
    to_sing = phase == SONG and (undecided(t.world, actor) or (me.chant is None and bool(me.songs)))
    hook = COMMAND if phase == SONG else ANNOUNCE
    if actor in t.world.here().waiting and not (to_sing or can_use_any(t.world, actor, hook)):
        come_ready(t, (actor,))
        go_on(t)


# chants go on and end ------------------------------------------------------------------------------------------------


@act("AT-18", "AT-24", "AT-25")
def keep_singing(t: Play[World], actor: Id) -> None:
    """Keep the song: the burst gauge rises by 1; a blue song costs its MP again (options blue_no_mp, idle_gauge)."""
    me, turn = t.world.fighter(actor), t.world.here().turn
    chant = me.chant
    assert chant is not None
    paid = mp_of(t.world, actor, chant.song) if is_blue(t.world, chant) else 0
    if paid > me.mp:
        unpaid(t, actor)
    else:
        kept = Chant(chant.song, chant.target, chant.square, chant.turns + 1, turn)
        t.emit(ChantKept(actor, chant.song, kept, paid, me.mp - paid, me.gauge + 1))
        mp_paid(t, actor, paid)
    sung(t, actor)


def unpaid(t: Play[World], actor: Id) -> None:
    """The MP for a blue song is short: it ends, or goes on without effect."""
    me, turn = t.world.fighter(actor), t.world.here().turn
    chant = me.chant
    assert chant is not None
    if t.option("blue_no_mp") == "ends":
        t.emit(ChantEnded(actor, chant.song, "unpaid", gauge_at_end(t, me.gauge)))
        return
    idle = Chant(chant.song, chant.target, chant.square, chant.turns + 1, turn, idle=True)
    t.emit(ChantKept(actor, chant.song, idle, 0, me.mp, me.gauge + (t.option("idle_gauge") == "yes")))


@keep_singing.offer
def _(o: Offer[World]) -> None:
    pick_chanting(o)


@act("AT-17", "AT-24", "AT-25")
def stop_singing(t: Play[World], actor: Id) -> None:
    """End the song."""
    me = t.world.fighter(actor)
    chant = me.chant
    assert chant is not None
    t.emit(ChantEnded(actor, chant.song, "stopped", gauge_at_end(t, me.gauge)))
    sung(t, actor)


@stop_singing.offer
def _(o: Offer[World]) -> None:
    pick_chanting(o)


def pick_chanting(o: Offer[World]) -> Id:
    """One of the seat's singers whose chant is still to be decided on."""
    actor = pick_singer(o)
    if o.world.fighter(actor).chant is None:
        o.refuse("not_chanting", who=o.world.fighter(actor).name)
    return actor

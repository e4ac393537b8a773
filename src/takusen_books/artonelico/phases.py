"""Battle preparation, reinforcements, and who is waited for (AT-14, AT-16)."""

from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, Refused, Square, Table, act, covered, distance

from .facts_flow import (
    Alerted,
    Appeared,
    BattleStarted,
    CameReady,
    EnemyShown,
    Placed,
    Revealed,
    WaveCame,
)
from .uses import cannot_use
from .windows import alert
from .world import (
    ENEMIES,
    NOBODY,
    PARTY,
    SIDES,
    SONG,
    Battle,
    Encounter,
    Foe,
    World,
)

ANNOUNCE_HOOK = "announce"
KEPT_USE = "battle"


# preparation ---------------------------------------------------------------------------------------------------------


@act("AT-14", by="gm")
def start_battle(t: Play[World], encounter: Id, members: tuple[Id, ...]) -> None:
    """The map and the enemies of an encounter are laid out, and the members take part."""
    ready = t.world.encounters.get(encounter) or Encounter("", t.world.board)
    waves = Table((wave, one.turn) for wave, one in ready.waves.items())
    t.emit(BattleStarted(members, ready.board, encounter, waves, ready.starts, ready.flee, ready.victory_condition))
    for foe in ready.foes:
        enter(t, foe)
    pcs = tuple(one for one in members if t.world.fighter(one).side == PARTY)
    for one, square in zip(pcs, ready.starts, strict=False):
        t.emit(Placed(one, square))
        step_aside(t, one)


@start_battle.offer
def _(o: Offer[World]) -> None:
    if o.world.battle is not None:
        o.refuse("battle_on")
    encounter = o.pick("encounter", (*o.world.encounters, NOBODY))
    here = tuple(one for one, me in o.world.fighters.items() if not me.removed)
    suggested = tuple(one for one in here if o.world.fighter(one).player)
    members = o.some(
        "members",
        here,
        at_most=len(here),
        at_least=1,
        unless=lambda one: is_downed(o.world, one),
        suggested=suggested,
    )
    if not encounter and {o.world.fighter(one).side for one in members} != set(SIDES):
        o.refuse("one_side_empty")


def is_downed(world: World, one: Id) -> Refused | None:
    """Why a fighter can't take part."""
    me = world.fighter(one)
    return Refused.because("downed", who=me.name) if me.downed else None


def enter(t: Play[World], foe: Foe) -> None:
    """An enemy of an encounter comes onto the board."""
    block = t.world.enemies[foe.enemy].fighter
    named = replace(block, name=foe.name or block.name, square=foe.square, hidden=foe.hidden, fighting=True)
    t.emit(Appeared(foe.id, named, named.name))


@act("AT-14", by="gm")
def place(t: Play[World], actor: Id, square: Square) -> None:
    """Somebody's place on the map: while the battle is prepared, and later where the GM rules so."""
    t.emit(Placed(actor, square))


@place.offer
def _(o: Offer[World]) -> None:
    here(o)
    actor = o.pick("actor", tuple(one for one, me in o.world.fighters.items() if me.fighting))
    full = taken(o.world, actor)
    o.pick("square", o.world.board.squares(), unless=lambda square: cannot_stand(o.world, actor, square, full))


def here(o: Offer[World]) -> Battle:
    """The battle that is on, or a refusal."""
    if o.world.battle is None:
        o.refuse("no_battle")
    return o.world.here()


def cannot_stand(world: World, one: Id, square: Square, full: frozenset[Square]) -> Refused | None:
    """Why a body can't stand on a square; `full` are those on which others stand."""
    size = world.fighter(one).size
    if not world.board.holds(square, size) or any(world.board.ground(each) == "wall" for each in covered(square, size)):
        return Refused("square_unfit")
    return None if full.isdisjoint(covered(square, size)) else Refused("square_taken")


def taken(world: World, one: Id) -> frozenset[Square]:
    """The squares on which others stand."""
    others = (me for other, me in world.fighters.items() if other != one and me.fighting and me.square)
    return frozenset(square for me in others if not (me.downed or me.hidden) for square in covered(me.square, me.size))


def step_aside(t: Play[World], one: Id) -> None:
    """Whoever has come where another stands goes to the nearest free square."""
    me = t.world.fighter(one)
    full = taken(t.world, one)
    if me.hidden or not me.square or full.isdisjoint(covered(me.square, me.size)):
        return
    free = [square for square in t.world.board.squares() if cannot_stand(t.world, one, square, full) is None]
    if free:
        t.emit(Placed(one, min(free, key=lambda square: distance(me.square, 1, square, 1))))


def everybody(world: World) -> tuple[Id, ...]:
    """All who stand, in this turn's order if it is settled."""
    return world.here().order or tuple([one for one, _ in world.fighting()])


# reinforcements ------------------------------------------------------------------------------------------------------


@act("AT-14", by="gm")
def call_wave(t: Play[World], wave: Id) -> None:
    """Reinforcements come onto the map; they act from the next turn."""
    bring(t, wave)


@call_wave.offer
def _(o: Offer[World]) -> None:
    waves = here(o).waves
    if not waves:
        o.refuse("no_wave")
    o.pick("wave", tuple(waves))


def bring(t: Play[World], wave: Id) -> None:
    """A wave comes; whose square is taken stands beside it."""
    battle = t.world.here()
    t.emit(WaveCame(wave, battle.waves.without(wave)))
    for foe in t.world.encounters[battle.encounter].waves[wave].foes:
        enter(t, foe)
        step_aside(t, foe.id)
    t.emit(Alerted(alert(t.world)))


@act("AT-14", by="gm")
def reveal(t: Play[World], enemy: Id) -> None:
    """A hidden enemy comes into sight; it acts from the next turn."""
    come_out(t, enemy)


def come_out(t: Play[World], enemy: Id) -> None:
    """A hidden enemy comes into sight, beside whoever stands where it hid."""
    t.emit(Revealed(enemy))
    step_aside(t, enemy)


@reveal.offer
def _(o: Offer[World]) -> None:
    here(o)
    foes = tuple(one for one, me in o.world.fighters.items() if me.fighting and me.side == ENEMIES)
    o.pick("enemy", foes, unless=lambda one: None if o.world.fighter(one).hidden else Refused("not_hidden"))


@act("AT-16", by="gm")
def show_enemy(t: Play[World], enemy: Id) -> None:
    """The GM shows an enemy's numbers to all."""
    t.emit(EnemyShown(enemy))


@show_enemy.offer
def _(o: Offer[World]) -> None:
    foes = tuple(one for one, me in o.world.fighters.items() if me.side == ENEMIES and not me.removed)
    o.pick("enemy", foes, unless=lambda one: is_open(o.world, one))


def is_open(world: World, one: Id) -> Refused | None:
    """Why an enemy's numbers need no showing."""
    me = world.fighter(one)
    return Refused("already_shown") if me.shown or me.scanned else None


# the announce phase --------------------------------------------------------------------------------------------------


def announcing(world: World) -> tuple[Id, ...]:
    """Who is waited for: enemies, for whom the GM may announce, and those of the party with a skill for it."""
    return tuple(
        [
            one
            for one, me in world.fighters.items()
            if me.stands
            and (me.side == ENEMIES or (me.skills and not me.fainted and can_use_any(world, one, ANNOUNCE_HOOK)))
        ]
    )


def can_use_any(world: World, one: Id, hook: str) -> bool:
    """Whether somebody has a command skill for a timing and may use it."""
    return any(
        hook in world.skills[skill].hooks and cannot_use(world, one, skill, hook) is None
        for skill in world.fighter(one).skills
        if skill in world.skills
    )


def come_ready(t: Play[World], who: tuple[Id, ...]) -> None:
    """These are no longer waited for."""
    t.emit(CameReady(who, tuple([one for one in t.world.here().waiting if one not in who])))


def undecided(world: World, one: Id) -> bool:
    """Whether a chant has to be kept, changed or ended first; a fainted singer can't."""
    me, battle = world.fighter(one), world.here()
    return battle.phase == SONG and me.chant is not None and me.chant.decided != battle.turn and not me.fainted


def pick_waited(o: Offer[World]) -> Id:
    """One of the seat's characters who is waited for in this phase."""
    waiting = here(o).waiting
    mine = o.mine(one for one, me in o.world.fighters.items() if me.fighting)
    return o.pick("actor", mine, unless=lambda one: not_waited_for(o.world, one, waiting), otherwise="not_your_fighter")


def not_waited_for(world: World, one: Id, waiting: tuple[Id, ...]) -> Refused | None:
    """Why somebody has nothing to say in this phase."""
    return None if one in waiting else Refused.because("not_waited_for", who=world.fighter(one).name)

"""The phase bar: where the turn stands, what is being waited for and from whom, and what the party shares."""

import msgspec

from takusen.rules import Id, Shown, View, Word

from .phases import undecided
from .world import ANNOUNCE, ENEMIES, MAIN, PARTY, PHASES, PREPARE, SONG, Battle, World


class Step(msgspec.Struct, frozen=True):
    """A phase of the turn: gone by, going on, or to come."""

    name: str
    at: str


class Waited(msgspec.Struct, frozen=True):
    """Somebody who is waited for, or a whole side."""

    name: Shown
    mine: bool = False


class Bar(msgspec.Struct, frozen=True):
    """What the bar shows."""

    turn: int
    phase: str
    steps: tuple[Step, ...]
    harmo: int
    waits: Word
    waited: tuple[Waited, ...]
    announcement: str
    condition: str


def bar(v: View[World]) -> Bar:
    """The bar as the viewer sees it."""
    battle, world = v.world.battle, v.world
    if battle is None:
        return Bar(0, "", (), world.harmo, Word("phrase.no_battle"), (), "", "")
    return Bar(
        turn=battle.turn,
        phase=battle.phase,
        steps=steps(battle),
        harmo=world.harmo,
        waits=waits(v, battle),
        waited=waited(v),
        announcement=world.announcement,
        condition=battle.victory_condition,
    )


def steps(battle: Battle) -> tuple[Step, ...]:
    """The six phases of a turn."""
    here = PHASES.index(battle.phase)
    return tuple(
        Step(name, "now" if place == here else "past" if place < here else "")
        for place, name in enumerate(PHASES)
        if name != PREPARE
    )


def on_turn(world: World) -> Id | None:
    """Whose turn it is in the main phase, as far as it can be seen."""
    battle = world.battle
    if battle is None or battle.phase != MAIN or battle.at >= len(battle.order):
        return None
    one = battle.order[battle.at]
    return one if one in world.fighters else None


def waiting_for(world: World) -> tuple[Id, ...]:
    """Those whose declaration the battle waits for."""
    battle = world.battle
    if battle is None:
        return ()
    if battle.phase in (ANNOUNCE, SONG):
        return tuple(one for one in battle.waiting if one in world.fighters)
    return (here,) if (here := on_turn(world)) else ()


def waited(v: View[World]) -> tuple[Waited, ...]:
    """Who is waited for: each of the party, of several enemies their side."""
    waiting = [(one, v.world.fighter(one)) for one in waiting_for(v.world)]
    foes = [me for _, me in waiting if me.side == ENEMIES]
    party = (Waited(me.name, v.mine(one)) for one, me in waiting if me.side == PARTY)
    side = (Waited(Word("side.enemies")),) if len(foes) > 1 else tuple(Waited(me.name) for me in foes)
    return (*party, *side)


def waits(v: View[World], battle: Battle) -> Word:
    """What is waited for, in words."""
    here = on_turn(v.world)
    if here is not None:
        left = "both" if not v.world.fighter(here).standby_used else "main"
        return Word(f"phrase.waits_main_{left}")
    if battle.phase == SONG:
        return Word(f"phrase.waits_{song_waits(v.world)}")
    if battle.phase in (PREPARE, ANNOUNCE):
        return Word(f"phrase.waits_{battle.phase}")
    return Word("phrase.waits_rule")


def song_waits(world: World) -> str:
    """What those who are waited for in the song phase have left: songs to decide on, skills to use, or some each."""
    left = {may_sing(world, one) for one in waiting_for(world)}
    return "song_both" if len(left) > 1 else "song_skills" if left == {False} else "song"


def may_sing(world: World, one: Id) -> bool:
    """Whether somebody has a song to begin or to decide on."""
    me = world.fighter(one)
    return undecided(world, one) or (me.chant is None and bool(me.songs))

"""Harmonics, the check phase, and how a battle ends (AT-22, AT-23)."""

from collections.abc import Mapping, Sequence

import msgspec

from takusen.rules import GM, Declaration, Id, Offer, Play, Reading, Table, act, code, policy, rule

from .facts_act import AilmentHurt, Lasted
from .facts_flow import BattleEnded, CheckBegan, HarmoGained
from .gauge import harmo_after
from .phases import bring, come_out, everybody, here
from .rolls import rolled
from .stats import harmony
from .strike import fall
from .turns import open_turn, up
from .windows import react, watching
from .world import (
    ANNOUNCE,
    CHECK,
    ENEMIES,
    HARMONICS,
    INITIATIVE,
    MAIN,
    PAIN,
    PARALYSIS,
    PARTY,
    PREPARE,
    SICK,
    SIDES,
    SONG,
    World,
)

DRAW, END = "draw", "end"


# harmonics -----------------------------------------------------------------------------------------------------------


@act("AT-15", "AT-22", "AT-23", by="table")
def end_turn(t: Play[World]) -> None:
    """Harmonics and the check phase; then, unless a side has fallen, the next turn."""
    harmonics(t)
    check_phase(t)
    if both_stand(t.world):
        open_turn(t, t.world.here().turn + 1)


@act("AT-15", by="table")
def next_turn(t: Play[World]) -> None:
    """The next turn, after the check phase has left a side with nobody and the GM has brought more."""
    open_turn(t, t.world.here().turn + 1)


@rule("AT-22")
def harmonics(t: Play[World]) -> None:
    """Each of the party rolls, and the sum goes into the shared gauge."""
    downed = t.option("hg_downed") == "yes"
    world = t.world
    total = sum(
        [
            rolled(t, "harmonics", harmony(world, one), one)
            for one, me in world.fighters.items()
            if me.side == PARTY and (me.stands or (downed and me.downed and me.fighting))
        ]
    )
    t.emit(HarmoGained(total, harmo_after(t, t.world.harmo, total)))
    if watching(t.world, "harmonics"):
        react(t, "harmonics", everybody(t.world))


# the check phase -----------------------------------------------------------------------------------------------------


@rule("AT-23")
def check_phase(t: Play[World]) -> None:
    """First ailments, then skills, then durations run down (option downed_in_check)."""
    t.emit(CheckBegan())
    stood: tuple[Id, ...] = standing_watchers(t.world)
    for one, me in t.world.fighters.items():
        if me.ailments and me.fighting:
            suffer(t, one)
    if stood:
        react(t, "check", stood, late=t.option("downed_in_check") == "yes")
    for one, me in t.world.fighters.items():
        if (me.ailments or me.effects) and me.fighting:
            run_down(t, one)


def standing_watchers(world: World) -> tuple[Id, ...]:
    """Those on their feet as the check phase begins who have skills for it."""
    return tuple([one for one in watching(world, "check") if world.fighter(one).stands])


@rule("AT-23")
def suffer(t: Play[World], one: Id) -> None:
    """Pain takes HP and sickness takes MP (option ailments_of_downed)."""
    me = t.world.fighter(one)
    if (me.downed and t.option("ailments_of_downed") == "run_down_only") or me.fled or me.removed:
        return
    if PAIN in me.ailments:
        lost = rolled(t, "ailment", code(str(t.content("ailment.pain"))) + me.level, one)
        left = me.hp - lost
        hp = max(0, left) if t.option("hp_floor") == "stops_at_0" else left
        t.emit(AilmentHurt(one, PAIN, lost, min(me.hp, hp), me.mp))
        if hp <= 0 and not me.downed:
            fall(t, one)
    if SICK in me.ailments:
        lost = rolled(t, "ailment", code(str(t.content("ailment.sick"))), one)
        me = t.world.fighter(one)
        t.emit(AilmentHurt(one, SICK, lost, me.hp, max(0, me.mp - lost)))


@rule("AT-23")
def run_down(t: Play[World], one: Id) -> None:
    """One turn less for ailments and lasting effects; paralysis ends with the turn that it takes."""
    me = t.world.fighter(one)
    ailments = me.ailments
    for name, turns in me.ailments.items():
        if name != PARALYSIS:
            ailments = ailments.put(name, turns - 1) if turns > 1 else ailments.without(name)
    effects = tuple([msgspec.structs.replace(each, turns=each.turns - 1) for each in me.effects if each.turns > 1])
    t.emit(Lasted(one, ailments, effects))


# what comes next -----------------------------------------------------------------------------------------------------


def due(world: World, reading: Reading) -> Declaration | None:
    """The act nobody declares: the end of a battle, or the next step of the turn."""
    battle = world.battle
    if battle is None or battle.phase == PREPARE:
        return None
    if not both_stand(world):
        return CONCLUDE
    if battle.phase == MAIN:
        return None if up(world, battle) else PASS_ON
    return None if battle.waiting else NEXT[battle.phase]


CONCLUDE: Declaration = ("conclude", {})
PASS_ON: Declaration = ("pass_on", {})
NEXT: Mapping[str, Declaration] = Table(
    {
        INITIATIVE: ("next_turn", {}),
        ANNOUNCE: ("song_phase", {}),
        SONG: ("main_phase", {}),
        HARMONICS: ("end_turn", {}),
        CHECK: ("next_turn", {}),
    }
)


def both_stand(world: World) -> bool:
    """Whether somebody of each side stands in the battle."""
    first = ""
    for me in world.fighters.values():
        if me.side != first and me.fighting and not (me.downed or me.fled or me.hidden or me.removed):
            if first:
                return True
            first = me.side
    return False


def has_standing(world: World, side: str) -> bool:
    """Whether somebody of a side stands in the battle."""
    return any(me.side == side and me.stands for me in world.fighters.values())


# the end -------------------------------------------------------------------------------------------------------------


def over(world: World) -> bool:
    """Whether a side has nobody standing and nobody more to come."""
    battle = world.battle
    if battle is None or battle.phase == PREPARE or both_stand(world):
        return False
    return not (has_standing(world, PARTY) and to_come(world))


def to_come(world: World) -> tuple[Id, ...]:
    """What the GM still has in store: waves not called, enemies in hiding."""
    hiding = (one for one, me in world.fighters.items() if me.fighting and me.hidden and me.side == ENEMIES)
    return (*world.here().waves, *hiding)


def winner(world: World) -> str:
    """The side that alone stands, "" for none; a party that has fled has not lost."""
    standing = [side for side in SIDES if has_standing(world, side)]
    if len(standing) != 1 or (standing == [ENEMIES] and fled(world)):
        return ""
    return standing[0]


def fled(world: World) -> bool:
    """Whether some of the party got away."""
    return any(me.side == PARTY and me.fled for me in world.fighters.values())


class InStore(msgspec.Struct, frozen=True):
    """What the GM may still bring when no enemy in sight stands: waves and enemies in hiding."""

    to_come: tuple[Id, ...]


@policy("no_enemy_left")
def bring_the_next(about: InStore, open_ones: Sequence[str]) -> str:
    """Bring what is still to come; without any the battle ends."""
    return open_ones[0]


@act("AT-20", by="table")
def conclude(t: Play[World]) -> None:
    """No one of a side stands: the party's fall ends the battle; where no enemy stands, the GM may bring more."""
    if has_standing(t.world, PARTY):
        coming = to_come(t.world)
        answer = t.ask(GM, "no_enemy_left", (*coming, END), InStore(coming), bring_the_next)
        if answer in t.world.here().waves:
            bring(t, Id(answer))
            return
        if answer != END:
            come_out(t, Id(answer))
            return
    t.emit(BattleEnded(winner(t.world) or DRAW))


@act("AT-14", by="gm")
def end_battle(t: Play[World], winner: str) -> None:
    """The GM closes the battle and says who has won."""
    t.emit(BattleEnded(winner))


@end_battle.offer
def _(o: Offer[World]) -> None:
    here(o)
    o.pick("winner", (*SIDES, DRAW))


def tally(world: World) -> dict[str, float]:
    """What a forecast notes at the end of a battle."""
    battle = world.battle
    fighters = [(one, me) for one, me in world.fighters.items() if me.fighting]
    figures = {"turns": float(battle.turn if battle else 0)}
    figures["fallen"] = float(sum([me.downed for _, me in fighters if me.side == PARTY]))
    for one, me in fighters:
        figures[f"hp.{one}"] = float(me.hp)
        figures[f"out.{one}"] = float(me.downed)
    return figures

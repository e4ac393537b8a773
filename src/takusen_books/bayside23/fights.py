"""How a fight begins, goes round and ends (BS-02, BS-12, BS-14, BS-17)."""

from collections.abc import Sequence

from takusen.rules import GM, Chance, Declaration, Id, Offer, Play, Reading, Refused, act, policy, rule, total

from .combat import acting, lose_life, pick_actor
from .facts import RecoveriesRestored
from .strife import (
    Acted,
    Appeared,
    EnemyHpLost,
    FightDrawn,
    FightStarted,
    FightWon,
    InitiativeDecided,
    Readied,
    Reinforced,
    RoundStarted,
    SideTurn,
    SpoilsDue,
    SpoilsTaken,
    StoodUp,
    TurnLost,
    TurnPassed,
    Unlocked,
)
from .world import FOES, FRIENDS, RECOVERIES, SIDES, Fight, Fighter, World, other_side

DRAW = "draw"
NOBODY = Id("")


@act("BS-17", "BS-02", by="gm")
def start_fight(t: Play[World], members: tuple[Id, ...]) -> None:
    """A fight begins with its members and the side roll."""
    t.emit(FightStarted(members))
    for one in members:
        refresh(t, one)
    t.emit(RoundStarted(1))
    decide_initiative(t)


@start_fight.offer
def _(o: Offer[World]) -> None:
    if o.world.fight is not None:
        o.refuse("fight_on")
    here = tuple(one for one, fighter in o.world.fighters.items() if not fighter.removed)
    members = o.some(
        "members",
        here,
        at_most=len(here),
        at_least=2,
        unless=lambda one: cannot_join(o.world, one),
        suggested=expected(o.world),
    )
    if {o.world.fighter(one).side for one in members} != set(SIDES):
        o.refuse("one_side_empty")


def expected(world: World) -> tuple[Id, ...]:
    """Who would fight here: the fighters that somebody plays, and those of the scene."""
    here = world.scenes[world.scene].members if world.scene else ()
    return tuple(one for one, fighter in world.fighters.items() if fighter.player or one in here)


def cannot_join(world: World, one: Id) -> Refused | None:
    """Why a fighter can't enter a fight."""
    me = world.fighter(one)
    return Refused.because("unconscious" if me.unconscious else "out", who=me.name) if me.out else None


def refresh(t: Play[World], one: Id) -> None:
    """What a new fight gives back to a fighter, as options say (BS-06, BS-10)."""
    me = t.world.fighter(one)
    if me.hidden:
        t.emit(Appeared(one))
    release(t, one)
    if me.recoveries != RECOVERIES and t.option("recovery_limit") == "stones_per_fight":
        t.emit(RecoveriesRestored(one, RECOVERIES))


@act("BS-17", by="gm")
def add_to_fight(t: Play[World], members: tuple[Id, ...]) -> None:
    """Fighters come into a fight that is on and may act in this round."""
    fight = t.world.fight
    assert fight is not None
    t.emit(Reinforced(members, fight.members + members, fight.order + members if fight.order else ()))
    for one in members:
        refresh(t, one)


@add_to_fight.offer
def _(o: Offer[World]) -> None:
    fight = o.world.fight
    if fight is None:
        o.refuse("no_fight")
    here = fight.members if fight else ()
    fresh = tuple(one for one, fighter in o.world.fighters.items() if one not in here and not fighter.removed)
    o.some("members", fresh, at_most=len(fresh), at_least=1, unless=lambda one: cannot_join(o.world, one))


# initiative ----------------------------------------------------------------------------------------------------------


@rule("BS-02")
def first_side(t: Chance) -> str:
    """Each side rolls 2d6, the smaller acts first; "" where a tie asks for new rolls."""
    friends, foes = (t.roll("initiative", total(2, 6), side) for side in SIDES)
    return (FRIENDS if friends < foes else FOES) if friends != foes else tie_winner(t)


def tie_winner(t: Chance) -> str:
    """The side that wins equal initiative, "" for new rolls (option initiative_tie)."""
    return {"friends_first": FRIENDS, "foes_first": FOES}.get(t.option("initiative_tie"), "")


Entrant = tuple[Id, str]
"""A fighter and its side."""


@rule("BS-02")
def own_order(t: Play[World], entrants: tuple[Entrant, ...]) -> tuple[Id, ...]:
    """Each fighter rolls 2d6, smaller first (option per_character); () where all tie and must roll again.

    A `Play` rule, though it asks for nothing: the distribution over the orders of many fighters is too large to keep.
    """
    rolled = {entrant: t.roll("initiative", total(2, 6), entrant[0]) for entrant in entrants}
    tied = {number: tuple(one for one in entrants if rolled[one] == number) for number in sorted(rolled.values())}
    if len(tied) == 1 and must_reroll(t, entrants):
        return ()
    return tuple(one for group in tied.values() for one in untied(t, group))


def must_reroll(t: Chance, group: tuple[Entrant, ...]) -> bool:
    """Whether fighters of both sides tie and the table has them roll again."""
    return len({side for _, side in group}) > 1 and not tie_winner(t)


def untied(t: Play[World], group: tuple[Entrant, ...]) -> tuple[Id, ...]:
    """The order among fighters who rolled the same."""
    if must_reroll(t, group):
        return t.until(own_order, (group,), accept=bool)
    ahead = tie_winner(t)
    return tuple(one for one, side in sorted(group, key=lambda entrant: entrant[1] != ahead))


def decide_initiative(t: Play[World]) -> None:
    """Who acts first, as option `initiative` reads it."""
    fight = t.world.fight
    assert fight is not None
    if t.option("initiative") == "per_character":
        order = t.until(own_order, (tuple((one, t.world.fighter(one).side) for one in fight.members),), accept=bool)
        t.emit(InitiativeDecided(t.world.fighter(order[0]).side, order))
    else:
        t.emit(InitiativeDecided(t.until(first_side, (), accept=bool)))


# turns ---------------------------------------------------------------------------------------------------------------


@act("BS-17")
def pass_turn(t: Play[World], actor: Id) -> None:
    """Let the turn go by."""
    t.emit(TurnPassed(actor))
    t.emit(Acted(actor))


@pass_turn.offer
def _(o: Offer[World]) -> None:
    pick_actor(o, "actor")


@act("BS-02", "BS-14", by="table")
def next_turn(t: Play[World]) -> None:
    """The other side's turn, or a new round when all have acted."""
    fight = t.world.fight
    assert fight is not None
    other = other_side(fight.turn)
    if t.world.ready(other) and not fight.order:
        t.emit(SideTurn(other))
    else:
        new_round(t, fight.round + 1)


def new_round(t: Play[World], number: int) -> None:
    """Everybody has a turn again, but for those who lie through it (BS-14)."""
    fight = t.world.fight
    assert fight is not None
    t.emit(RoundStarted(number))
    for one in fight.members:
        me = t.world.fighter(one)
        if 0 < me.lost_turn < number and not me.out:
            t.emit(StoodUp(one))
        if me.acted:
            t.emit(Readied(one))
        if me.lost_turn == number and not me.out:
            t.emit(TurnLost(one))
    if t.option("initiative") == "side_each_turn":
        decide_initiative(t)
    elif not fight.order:
        t.emit(SideTurn(fight.first))


def due(world: World, reading: Reading) -> Declaration | None:
    """The act nobody declares: the end of a fight, or the next turn."""
    fight = world.fight
    if fight is None:
        return None
    if over(world):
        return "conclude", {}
    alternate = reading.options["turn_flow"] == "alternate" and not fight.order
    handed_on = alternate and fight.moved and world.ready(other_side(fight.turn))
    return ("next_turn", {}) if handed_on or not acting(world) else None


# the end -------------------------------------------------------------------------------------------------------------


def over(world: World) -> bool:
    """Whether a side has nobody standing (BS-17)."""
    return world.fight is not None and not all(world.standing(side) for side in SIDES)


def winner(world: World) -> str:
    """The side that alone stands, "" for none."""
    standing = [side for side in SIDES if world.standing(side)]
    return standing[0] if len(standing) == 1 else ""


@policy("fall_or_draw")
def call_it_a_draw(about: Fight, open_ones: Sequence[str]) -> str:
    """Nobody wins."""
    return DRAW


@act("BS-17", by="table")
def conclude(t: Play[World]) -> None:
    """The fight is over when a side is out; where both are, as option `both_out` reads it."""
    fight = t.world.fight
    assert fight is not None
    won = winner(t.world)
    if not won and t.option("both_out") == "gm_decides":
        won = t.ask(GM, "fall_or_draw", (*SIDES, DRAW), fight, call_it_a_draw)
    finish(t, won or DRAW)


@act("BS-17", by="gm")
def end_fight(t: Play[World], winner: str) -> None:
    """The GM ends the fight and says who has won."""
    finish(t, winner)


@end_fight.offer
def _(o: Offer[World]) -> None:
    if o.world.fight is None:
        o.refuse("no_fight")
    o.pick("winner", (*SIDES, DRAW))


def finish(t: Play[World], won: str) -> None:
    """Close the fight; a victory of the friends may lower the enemy HP (BS-12)."""
    fight = t.world.fight
    assert fight is not None
    t.emit(FightDrawn() if won == DRAW else FightWon(won))
    for one in fight.members:
        release(t, one)
    if won == FRIENDS and t.option("victory_hp") != "off":
        t.emit(SpoilsDue())


def release(t: Play[World], one: Id) -> None:
    """What ends with the fight; who is out stays on the ground."""
    me = t.world.fighter(one)
    if me.acted:
        t.emit(Readied(one))
    if (me.prone or me.lost_turn) and not me.out:
        t.emit(StoodUp(one))
    if me.locks and t.option("pool_lock") == "fight":
        t.emit(Unlocked(one))


@act("BS-12", by="gm")
def victory(t: Play[World], die: str, target: Id = NOBODY) -> None:
    """Lower the enemy HP by the die: the track, or the life of a foe still to come."""
    lost = spoils(t, die)
    t.emit(SpoilsTaken())
    if target:
        lose_life(t, target, lost)
    else:
        left = max(0, t.world.enemy_hp - lost)
        t.emit(EnemyHpLost(t.world.enemy_hp - left, left))


@rule("BS-12")
def spoils(t: Chance, die: str) -> int:
    """1d3 or 1d6."""
    return t.roll("victory", total(1, t.content(f"victory.{die}")), FRIENDS)


@victory.offer
def _(o: Offer[World]) -> None:
    read = o.option("victory_hp")
    if read == "off":
        o.refuse("track_off")
    if not o.world.victory_due:
        o.refuse("not_allowed_here")
    track = o.option("victory_target") == "separate_track"
    if track and not o.world.enemy_hp_max:
        o.refuse("track_off")
    o.pick("die", ("d3", "d6") if read == "gm_picks" else (read,))
    if not track:
        foes = tuple(one for one, foe in o.world.fighters.items() if foe.side == FOES and not foe.removed)
        o.pick("target", foes, unless=lambda one: is_down(o.world.fighter(one)))


def is_down(foe: Fighter) -> Refused | None:
    """Why a foe's life can't go down further."""
    return Refused.because("target_out", target=foe.name) if foe.life <= 0 else None

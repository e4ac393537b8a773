"""Life and pools come back (BS-09, BS-10, BS-17)."""

from takusen.rules import Id, Offer, Play, Refused, act

from .combat import cannot_act, cannot_fight
from .facts import (
    PoolsRestored,
    Recovered,
    RecoveriesRestored,
    RecoverySpent,
    Rested,
    SessionClosed,
    SessionOpened,
    StoneUsed,
    Woke,
)
from .strife import Acted, StoodUp, Unlocked
from .world import FRIENDS, RECOVERIES, World

SIZES = ("small", "medium", "large")


@act("BS-10", "BS-09")
def use_stone(t: Play[World], actor: Id, target: Id, size: str) -> None:
    """A soul stone gives life back, to the maximum at most; it is one of the three recoveries."""
    t.emit(StoneUsed(actor, size, t.world.stones[size] - 1))
    if t.option("recovery_limit") != "free_three_besides_stones":
        spender = payer(t.option("stone_recovery_of"), actor, target)
        t.emit(RecoverySpent(spender, t.world.fighter(spender).recoveries - 1))
    restore(t, actor, target, t.content(f"stones.{size}"))
    use_turn(t, actor)


def use_turn(t: Play[World], actor: Id) -> None:
    """In a fight, recovering is the fighter's turn (option stone_action)."""
    if t.world.fight and actor in t.world.fight.members and t.option("stone_action") == "takes_the_turn":
        t.emit(Acted(actor))


def payer(read: str, actor: Id, target: Id) -> Id:
    """Whose chance to recover a stone uses (option stone_recovery_of)."""
    return target if read == "the_healed" else actor


def restore(t: Play[World], by: Id, of: Id, points: int) -> None:
    """Life goes up, and above 0 wakes the unconscious (option revive)."""
    me = t.world.fighter(of)
    left = min(me.life_max, me.life + points)
    t.emit(Recovered(of, by, left - me.life, left))
    if me.unconscious:
        t.emit(Woke(of))
    if me.lost_turn and lies_no_more(t.world, of):
        t.emit(StoodUp(of))


def lies_no_more(world: World, one: Id) -> bool:
    """Whether the turn that a fall costs has gone by while the fighter was out (BS-14)."""
    me = world.fighter(one)
    return not me.out and (world.fight is None or me.lost_turn < world.fight.round)


@use_stone.offer
def _(o: Offer[World]) -> None:
    actor = o.pick(
        "actor", o.mine(o.world.fighters), unless=lambda one: cannot_use(o, one), otherwise="not_your_fighter"
    )
    side = o.world.fighter(actor).side
    healable = tuple(one for one, other in o.world.fighters.items() if other.side == side and not other.removed)
    o.pick("target", healable, unless=lambda one: cannot_heal(o, actor, one))
    o.pick("size", SIZES, unless=lambda size: no_stone(o, size))


def no_stone(o: Offer[World], size: str) -> Refused | None:
    """Why no stone of a size can be used: none is left, or the table's house rules ban them."""
    return o.banned(f"stones.{size}") or (None if o.world.stones.get(size, 0) else Refused("no_stone"))


def cannot_use(o: Offer[World], one: Id) -> Refused | None:
    """Why a fighter can't use a stone now."""
    if o.world.fight is not None and one in o.world.fight.members:
        free = o.option("stone_action") == "free"
        return cannot_fight(o.world, one) if free else cannot_act(o.world, one)
    me = o.world.fighter(one)
    return Refused.because("unconscious", who=me.name) if me.unconscious else None


def cannot_heal(o: Offer[World], actor: Id, one: Id) -> Refused | None:
    """Why a stone does nothing for a fighter."""
    other = o.world.fighter(one)
    if other.unconscious and (o.option("revive") == "no" or one == actor):
        return Refused.because("cannot_wake", target=other.name)
    if other.life >= other.life_max:
        return Refused.because("life_full", target=other.name)
    return no_chance_left(o, payer(o.option("stone_recovery_of"), actor, one))


def no_chance_left(o: Offer[World], one: Id) -> Refused | None:
    """Why a fighter has no recovery left, where stones count as recoveries."""
    me = o.world.fighter(one)
    counted = o.option("recovery_limit") != "free_three_besides_stones"
    return Refused.because("no_recovery_left", who=me.name) if counted and me.recoveries <= 0 else None


@act("BS-09")
def recover(t: Play[World], actor: Id) -> None:
    """One of the three chances to recover, where the table counts them beside stones."""
    t.emit(RecoverySpent(actor, t.world.fighter(actor).recoveries - 1))
    restore(t, actor, actor, t.content("recovery.life"))
    use_turn(t, actor)


@recover.offer
def _(o: Offer[World]) -> None:
    if o.option("recovery_limit") != "free_three_besides_stones":
        o.refuse("not_allowed_here")
    o.pick("actor", o.mine(o.world.fighters), unless=lambda one: cannot_recover(o, one), otherwise="not_your_fighter")


def cannot_recover(o: Offer[World], one: Id) -> Refused | None:
    """Why a fighter can't recover now."""
    me = o.world.fighter(one)
    if me.recoveries <= 0:
        return Refused.because("no_recovery_left", who=me.name)
    if me.life >= me.life_max:
        return Refused.because("life_full", target=me.name)
    return cannot_use(o, one)


# rest and session ----------------------------------------------------------------------------------------------------


@act("BS-17", by="gm")
def rest(t: Play[World]) -> None:
    """A rest between fights; the pools come back as option `pools_recover` reads it."""
    t.emit(Rested())
    if t.option("pools_recover") == "rest":
        restore_pools(t)


@rest.offer
def _(o: Offer[World]) -> None:
    if o.world.fight is not None:
        o.refuse("fight_on")


def restore_pools(t: Play[World]) -> None:
    """Stamina and concentration of the friends are full again; foes are the GM's to mend."""
    for one, me in t.world.fighters.items():
        if me.side != FRIENDS:
            continue
        full = max(me.stamina, me.stamina_max), max(me.concentration, me.concentration_max)
        if (me.stamina, me.concentration) != full or me.incapacitated:
            t.emit(PoolsRestored(one, *full))


@act("BS-17", by="gm")
def open_session(t: Play[World]) -> None:
    """Today's play begins: chances to recover, session locks and perhaps pools are fresh."""
    t.emit(SessionOpened())
    for one, me in t.world.fighters.items():
        if me.recoveries != RECOVERIES and t.option("recovery_limit") != "stones_per_fight":
            t.emit(RecoveriesRestored(one, RECOVERIES))
        if me.locks:
            t.emit(Unlocked(one))
    if t.option("pools_recover") == "next_session":
        restore_pools(t)


@open_session.offer
def _(o: Offer[World]) -> None:
    if o.world.session_open:
        o.refuse("already_open")


@act("BS-17", by="gm")
def close_session(t: Play[World]) -> None:
    """Today's play ends."""
    t.emit(SessionClosed())


@close_session.offer
def _(o: Offer[World]) -> None:
    if not o.world.session_open:
        o.refuse("session_not_open")
    if o.world.fight is not None:
        o.refuse("fight_on")

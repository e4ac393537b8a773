"""Whose turn it is in the main phase, and how it goes on (AT-20)."""

from takusen.rules import Id, Offer, Play, Refused, act

from .facts_act import GuardEnded, MainTaken, StandbyTaken
from .facts_flow import PhaseBegan, TurnCame, TurnLost
from .phases import here
from .songs import blue_songs
from .stats import permits
from .world import FAINT, HARMONICS, MAIN, NOBODY, PARALYSIS, Battle, World

STANDBY = "standby"
ACTIONS = (STANDBY, MAIN)


@act("AT-19", "AT-20", by="table")
def main_phase(t: Play[World]) -> None:
    """Blue songs take effect, and the main phase comes to the first in order."""
    blue_songs(t)
    hand_on(t, 0)


@act("AT-20", by="table")
def pass_on(t: Play[World]) -> None:
    """Whoever is up can't act any more: the turn goes to the next."""
    hand_on(t, t.world.here().at + 1)


def hand_on(t: Play[World], at: int) -> None:
    """The main phase comes to the next in order who can act; after the last it is over."""
    order = t.world.here().order
    for place in range(at, len(order)):
        me = t.world.fighter(order[place])
        if not me.stands or me.done:
            continue
        if PARALYSIS in me.ailments or FAINT in me.ailments:
            lose_turn(t, order[place])
            continue
        t.emit(TurnCame(order[place], place))
        if me.guard:
            t.emit(GuardEnded(order[place]))
        return
    t.emit(PhaseBegan(HARMONICS))


def lose_turn(t: Play[World], one: Id) -> None:
    """A paralysed or fainted fighter can't act; paralysis has then taken one of its turns."""
    ailments = t.world.fighter(one).ailments
    if FAINT in ailments:
        t.emit(TurnLost(one, FAINT, ailments))
        return
    left = ailments[PARALYSIS] - 1
    t.emit(TurnLost(one, PARALYSIS, ailments.put(PARALYSIS, left) if left else ailments.without(PARALYSIS)))


def acting(world: World) -> tuple[Id, ...]:
    """Who may act now: those waited for, or whoever is up in the main phase."""
    battle = world.battle
    if battle is None:
        return ()
    if battle.phase != MAIN:
        return battle.waiting
    one = up(world, battle)
    return (one,) if one else ()


def up(world: World, battle: Battle) -> Id:
    """Whose turn it is in the main phase; nobody's if that one can't act."""
    if battle.at >= len(battle.order):
        return NOBODY
    one = battle.order[battle.at]
    me = world.fighters[one]
    lost = me.done or not me.stands or (me.ailments and (PARALYSIS in me.ailments or FAINT in me.ailments))
    return NOBODY if lost else one


# who may do what -----------------------------------------------------------------------------------------------------


def pick_actor(o: Offer[World]) -> Id:
    """One of the seat's characters whose turn it is."""
    if here(o).phase != MAIN:
        o.refuse("not_this_phase")
    mine = o.mine(one for one, me in o.world.fighters.items() if me.fighting)
    return o.pick("actor", mine, unless=lambda one: cannot_act(o.world, one), otherwise="not_your_fighter")


def cannot_act(world: World, one: Id) -> Refused | None:
    """Why somebody can't act now."""
    me, battle = world.fighter(one), world.here()
    if me.downed:
        return Refused.because("downed", who=me.name)
    if FAINT in me.ailments:
        return Refused.because("faint", who=me.name)
    return None if up(world, battle) == one else Refused.because("not_your_turn", who=me.name)


def no_action(world: World, one: Id, action: str, singing: bool = False) -> Refused | None:
    """Why somebody has no such action left; `singing` is for what chanting doesn't forbid."""
    me = world.fighter(one)
    if me.chant is not None and not singing and not permits(world, one, action):
        return Refused.because("chanting", who=me.name)
    if action == STANDBY and me.standby_used:
        return Refused.because("standby_used", who=me.name)
    return Refused.because("main_used", who=me.name) if me.main_used else None


def pick_action(o: Offer[World], actor: Id, singing: bool = False) -> str:
    """The standby or the main action."""
    return o.pick("action", ACTIONS, unless=lambda action: no_action(o.world, actor, action, singing))


def require(o: Offer[World], refused: Refused | None) -> None:
    """Refuse the act for a reason, if there is one."""
    if refused:
        o.refuse(refused.reason, **dict(refused.params))


def take(t: Play[World], one: Id, action: str) -> None:
    """An action is used up; the main action ends the turn."""
    if action == STANDBY:
        t.emit(StandbyTaken(one))
        return
    t.emit(MainTaken(one))
    hand_on(t, t.world.here().at + 1)

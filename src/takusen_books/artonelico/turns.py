"""How a turn goes on, and whose turn it is in the main phase (AT-15 to AT-17, AT-19, AT-20)."""

from takusen.rules import Id, Offer, Play, Refused, Table, act

from .chants import blue_songs, singers
from .facts_act import GuardEnded, StandbyTaken
from .facts_flow import (
    Alerted,
    Announced,
    LastTurnDone,
    OrderDecided,
    PhaseBegan,
    TurnBegan,
    TurnCame,
    TurnLost,
)
from .order import turn_order
from .phases import announcing, bring, come_ready, everybody, here, pick_waited, undecided
from .stats import permits
from .windows import alert, react, watching
from .world import ANNOUNCE, ENEMIES, FAINT, MAIN, NOBODY, PARALYSIS, PREPARE, SIDES, SONG, Battle, World

STANDBY = "standby"
ACTIONS = (STANDBY, MAIN)
KEPT_USE = "battle"


# a turn begins -------------------------------------------------------------------------------------------------------


@act("AT-15", by="table")
def next_turn(t: Play[World]) -> None:
    """The next turn begins."""
    open_turn(t, t.world.here().turn + 1)


def open_turn(t: Play[World], turn: int) -> None:
    """Waves that are due come, everybody has both actions again, and the order is rolled anew."""
    for wave, due in t.world.here().waves.items():
        if due == turn:
            bring(t, wave)
    t.emit(TurnBegan(turn, kept_uses(t.world), alert(t.world)))
    t.emit(OrderDecided(turn_order(t)))
    if watching(t.world, "order"):
        react(t, "order", everybody(t.world))
    t.emit(PhaseBegan(ANNOUNCE, announcing(t.world)))
    go_on(t)


def kept_uses(world: World) -> Table[Id, Table[str, int]]:
    """For those whose counts don't all go on, the counts that do."""
    mine = [(one, me.uses) for one, me in world.fighters.items() if me.uses]
    return Table(
        [(one, Table((span, count) for span, count in uses.items() if span.endswith(KEPT_USE))) for one, uses in mine]
    )


@act("AT-14", "AT-15", by="gm")
def begin(t: Play[World]) -> None:
    """Battle-start skills are settled and the first turn begins."""
    t.emit(Alerted(alert(t.world)))
    react(t, "battle_start", everybody(t.world))
    open_turn(t, 1)


@begin.offer
def _(o: Offer[World]) -> None:
    if here(o).phase != PREPARE:
        o.refuse("not_this_phase")
    if not all(o.world.standing(side) for side in SIDES):
        o.refuse("one_side_empty")


# announcing and being ready -------------------------------------------------------------------------------------------


@act("AT-16", by="gm")
def announce(t: Play[World], text: str) -> None:
    """The GM says what the enemies are about to do this turn."""
    t.emit(Announced(text))


@announce.offer
def _(o: Offer[World]) -> None:
    if here(o).phase not in (ANNOUNCE, SONG, MAIN):
        o.refuse("not_this_phase")
    o.text("text")


@act("AT-16", "AT-17")
def ready(t: Play[World], actor: Id) -> None:
    """Somebody has nothing more to do in this phase."""
    come_ready(t, (actor,))
    go_on(t)


@ready.offer
def _(o: Offer[World]) -> None:
    actor = pick_waited(o)
    if undecided(o.world, actor):
        o.refuse("chant_undecided", who=o.world.fighter(actor).name)


@act("AT-16", "AT-17", by="gm")
def ready_enemies(t: Play[World]) -> None:
    """The enemies' side has nothing more to do in this phase; those who sing and have not been decided on go on."""
    fighters = t.world.fighters
    come_ready(t, tuple([one for one in t.world.here().waiting if fighters[one].side == ENEMIES]))
    go_on(t)


@ready_enemies.offer
def _(o: Offer[World]) -> None:
    side = [one for one in here(o).waiting if o.world.fighter(one).side == ENEMIES]
    if not side:
        o.refuse("nobody_waited_for")
    singing = [one for one in side if undecided(o.world, one)]
    if singing:
        o.refuse("chant_undecided", who=o.world.fighter(singing[0]).name)


@act("AT-17", by="table")
def song_phase(t: Play[World]) -> None:
    """Everybody has announced: the song phase."""
    go_on(t)


@act("AT-19", "AT-20", by="table")
def main_phase(t: Play[World]) -> None:
    """Everybody has decided on songs: the main phase."""
    go_on(t)


def go_on(t: Play[World]) -> None:
    """When nobody is waited for any more: from announcing to singing, from singing to blue magic and the main phase."""
    battle = t.world.here()
    if battle.phase == ANNOUNCE and not battle.waiting:
        t.emit(PhaseBegan(SONG, singers(t.world)))
        battle = t.world.here()
    if battle.phase == SONG and not battle.waiting:
        blue_songs(t)
        hand_on(t, NOBODY, 0)


# the main phase ------------------------------------------------------------------------------------------------------


@act("AT-20", by="table")
def pass_on(t: Play[World]) -> None:
    """Whoever is up can't act any more: the turn goes to the next."""
    hand_on(t, NOBODY, t.world.here().at + 1)


def hand_on(t: Play[World], done: Id, at: int) -> None:
    """`done` has had its turn; the main phase comes to the next in order who can act, and after the last it is over."""
    order = t.world.here().order
    for place in range(at, len(order)):
        one: Id = order[place]
        me = t.world.fighters[one]
        if me.done or not me.stands:
            continue
        if me.ailments and (PARALYSIS in me.ailments or FAINT in me.ailments):
            lose_turn(t, one)
            continue
        t.emit(TurnCame(done, one, place))
        if me.guard:
            t.emit(GuardEnded(one))
        return
    t.emit(LastTurnDone(done))


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
    hand_on(t, one, t.world.here().at + 1)

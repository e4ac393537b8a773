"""The main process: move, minor and major action, waiting, and its end (YA-06)."""

from takusen.rules import Chance, Id, Offer, Play, Reading, Refused, act, judged, rule

from .blocks import INITIATIVE, MOVE
from .facts_fight import InitiativeCame, RowTaken, TurnCame, TurnEnded, TurnGiven, TurnGivenAway
from .forbids import may_act, those_with
from .rows import other_rows
from .stats import total
from .world import MAIN, NOBODY, NOT_YET, WAITING, World

BEFORE = {"move": ("moved", "minor_used", "major_used"), "minor": ("minor_used", "major_used"),
          "major": ("major_used",)}  # fmt: skip
"""What must still be left for an action: move, minor and major come in this order."""


# who ---------------------------------------------------------------------------------------------------------------


@rule("YA-06")
def counts_as_not_yet(t: Chance, mark: str) -> bool:
    """Whether somebody with this mark is one who has not yet acted, for all that speaks of such: who waits is not."""
    return mark == NOT_YET


def not_yet(world: World, reading: Reading, one: Id) -> bool:
    """Whether somebody counts as one who has not yet acted."""
    me, here = world.character(one), world.combat
    up = here is not None and here.turn == one
    return me.stands and not up and judged(reading, counts_as_not_yet, me.mark)


def not_not_yet(world: World, reading: Reading, one: Id) -> Refused | None:
    """Why somebody can't be the target of what is for those who have not yet acted."""
    return None if not_yet(world, reading, one) else Refused.because("has_acted", who=world.character(one).name)


def cannot_act(world: World, reading: Reading, one: Id, timing: str) -> Refused | None:
    """Why somebody can't take an action now."""
    here, me = world.combat, world.character(one)
    if here is None:
        return Refused("no_combat")
    if me.down:
        return Refused.because("down", who=me.name)
    if here.process != MAIN or here.turn != one:
        return Refused.because("not_your_turn", who=me.name)
    if any(getattr(me, flag) for flag in BEFORE[timing]):
        return Refused.because("action_used", timing=timing)
    return may_act(world, reading, one, timing)


def fighters(world: World) -> tuple[Id, ...]:
    """All who are in the combat, down or not."""
    return tuple(one for one, me in world.characters.items() if me.fighting and not me.removed)


def pick_actor(o: Offer[World], timing: str) -> Id:
    """One of the seat's characters whose turn it is."""
    mine = o.mine(fighters(o.world))
    return o.pick("actor", mine, unless=lambda one: cannot_act(o.world, o.reading, one, timing))


# acts ----------------------------------------------------------------------------------------------------------------


@act("YA-06", "YA-07")
def move_row(t: Play[World], actor: Id, row: int) -> None:
    """The move action: to the next row."""
    t.emit(RowTaken(actor, row, moved=True))


@move_row.offer
def _(o: Offer[World]) -> None:
    actor = pick_actor(o, MOVE)
    o.pick("row", other_rows(o.world, actor))


@act("YA-06")
def wait_turn(t: Play[World], actor: Id) -> None:
    """The turn is given away: one acts after all others have."""
    t.emit(TurnGivenAway(actor, t.world.here().waits + 1))
    to_initiative(t)


@wait_turn.offer
def _(o: Offer[World]) -> None:
    o.pick("actor", o.mine(fighters(o.world)), unless=lambda one: cannot_wait(o.world, o.reading, one))


def cannot_wait(world: World, reading: Reading, one: Id) -> Refused | None:
    """Why somebody can't wait: they have begun to act, or have waited already."""
    me = world.character(one)
    begun = me.moved or me.minor_used or me.major_used
    refused = cannot_act(world, reading, one, "major")
    if refused is None and me.mark == WAITING:
        return Refused.because("waited_already", who=me.name)
    return refused or (Refused.because("begun_to_act", who=me.name) if begun else None)


@act("YA-06")
def end_turn(t: Play[World], actor: Id) -> None:
    """The main process ends; what is left of it is left out."""
    finish(t, actor)


@end_turn.offer
def _(o: Offer[World]) -> None:
    o.pick("actor", o.mine(fighters(o.world)), unless=lambda one: not_up(o.world, one))


def not_up(world: World, one: Id) -> Refused | None:
    """Why it isn't somebody's main process."""
    up = world.combat is not None and world.combat.process == MAIN and world.combat.turn == one
    return None if up else Refused.because("not_your_turn", who=world.character(one).name)


@act("YA-06", by="table")
def turn_over(t: Play[World]) -> None:
    """The major action is done, or whoever is up is down: the main process is over."""
    finish(t, t.world.here().turn)


@rule("YA-06")
def finish(t: Play[World], one: Id) -> None:
    """Somebody has acted."""
    t.emit(TurnEnded(one))
    to_initiative(t)


@rule("YA-05")
def to_initiative(t: Play[World]) -> None:
    """The initiative process: whoever can may do something before it is said who is next."""
    t.emit(InitiativeCame(those_with(t.world, t.reading, INITIATIVE)))


@rule("YA-05", "YA-06")
def begin_turn(t: Play[World], one: Id) -> None:
    """Somebody's main process begins, in its order or because something makes them act at once."""
    t.emit(TurnCame(one, total(t.world, t.reading, one, "action_value")))


@rule("YA-05", "YA-06")
def give_turn(t: Play[World], one: Id) -> None:
    """Something makes one who has not yet acted act next."""
    t.emit(TurnGiven(one))


@act("YA-05", "YA-06", by="gm")
def let_act(t: Play[World], of: Id) -> None:
    """The GM lets somebody who has not yet acted act next."""
    give_turn(t, of)


@let_act.offer
def _(o: Offer[World]) -> None:
    if o.world.combat is None:
        o.refuse("no_combat")
    o.pick("of", fighters(o.world), unless=lambda one: not_not_yet(o.world, o.reading, one))


def done(world: World) -> bool:
    """Whether the main process that is on has nothing more to come."""
    one = world.here().turn
    me = world.characters.get(one) if one != NOBODY else None
    return me is None or not me.stands or me.major_used

"""A combat from its beginning to its end: rounds and their processes, and who is next (YA-05, YA-11)."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from takusen.rules import GM, Declaration, Id, Offer, Play, Reading, Refused, act, policy, rule
from takusen.rules import total as sum_of

from . import blocks
from .catalogue import catalogue
from .facts_fight import (
    CameReady,
    CleanupCame,
    CombatEnded,
    CombatStarted,
    CoveredUp,
    NumbersShown,
    RoundBegan,
)
from .foes import appear, enter
from .forbids import those_with
from .rows import closed
from .states import end, lay, of_status, round_of
from .stats import total
from .turn import begin_turn, done, fighters, not_yet, to_initiative
from .world import CLEANUP, FOES, MAIN, NOBODY, NOT_YET, PARTY, SETUP, SIDES, WAITING, State, World

DRAW, END, NO_ENCOUNTER = "draw", "end", Id("")
MOST_FOES = 12


# the beginning -------------------------------------------------------------------------------------------------------


@act("YA-05", by="gm")
def start_combat(t: Play[World], encounter: Id, foes: tuple[str, ...]) -> None:
    """A combat begins: an encounter that is ready, or foes of the catalogue, against those in the scene."""
    t.emit(CombatStarted(party(t.world)))
    ready = t.world.encounters[encounter].foes if encounter else tuple((foe, 0, False) for foe in foes)
    for foe, row, hidden in ready:
        enter(t, foe, row, hidden)
    begin_round(t)


@start_combat.offer
def _(o: Offer[World]) -> None:
    if o.world.combat is not None:
        o.refuse("in_combat")
    if not party(o.world):
        o.refuse("nobody_there")
    encounter = o.pick("encounter", (*o.world.encounters, NO_ENCOUNTER))
    known = () if encounter else tuple(catalogue(o.reading).foes)
    o.some("foes", known, at_most=min(len(known), MOST_FOES), at_least=0 if encounter else 1)


def party(world: World) -> tuple[Id, ...]:
    """Who of the party fights: those in the scene, or all where no scene is on."""
    there = world.session.scene_members if world.session else ()
    return tuple(
        one for one, me in world.characters.items()
        if me.side == PARTY and not (me.removed or me.dead or me.away or me.making) and (not there or one in there)
    )  # fmt: skip


@act("YA-05", by="gm")
def bring_foe(t: Play[World], foe: str, row: int) -> None:
    """One more foe comes into the combat."""
    enter(t, foe, row, hidden=False)


@bring_foe.offer
def _(o: Offer[World]) -> None:
    require_combat(o)
    o.pick("foe", tuple(catalogue(o.reading).foes))
    o.number("row", 0, 4)


def require_combat(o: Offer[World]) -> None:
    """Refuse what needs a combat."""
    if o.world.combat is None:
        o.refuse("no_combat")


# rounds --------------------------------------------------------------------------------------------------------------


@act("YA-05", by="table")
def next_round(t: Play[World]) -> None:
    """The next round, with its setup process."""
    begin_round(t)


@rule("YA-05")
def begin_round(t: Play[World]) -> None:
    """A round begins with its setup process."""
    t.emit(RoundBegan(t.world.here().round + 1, those_with(t.world, t.reading, blocks.SETUP)))


@act("YA-05", by="table")
def initiative(t: Play[World]) -> None:
    """The initiative process: whoever can may do something before it is said who is next."""
    to_initiative(t)


@act("YA-05", "YA-06", by="table")
def next_turn(t: Play[World]) -> None:
    """The main process of whoever is next."""
    begin_turn(t, next_up(t))


@act("YA-05", "YA-11", by="table")
def cleanup(t: Play[World]) -> None:
    """All have acted: the cleanup process, in which states of this round end."""
    t.emit(CleanupCame(those_with(t.world, t.reading, blocks.CLEANUP)))
    for one in fighters(t.world):
        end(t, one, tuple(state for state in t.world.character(one).states if over_now(t.world, state)))


def over_now(world: World, state: State) -> bool:
    """Whether a state ends in the cleanup of this round."""
    return 0 < state.ends <= world.here().round


def waited_for(world: World) -> tuple[Id, ...]:
    """Who may still do something in the process that is on."""
    here, used = world.here(), world.here().process == SETUP
    return tuple(one for one in here.waiting if may_still(world, one, used))


def may_still(world: World, one: Id, used: bool) -> bool:
    """Whether somebody is on their feet and, where it is once a round, has not done it."""
    me = world.character(one)
    return me.stands and not (used and me.setup_done)


@act("YA-05")
def ready(t: Play[World], actor: Id) -> None:
    """Nothing more to do in this process."""
    come_ready(t, (actor,))


@ready.offer
def _(o: Offer[World]) -> None:
    require_combat(o)
    waiting = waited_for(o.world)
    o.pick("actor", o.mine(fighters(o.world)), unless=lambda one: None if one in waiting else not_waited(o.world, one))


def not_waited(world: World, one: Id) -> Refused:
    """Why somebody has nothing to say in this process."""
    return Refused.because("not_waited_for", who=world.character(one).name)


@act("YA-05", by="gm")
def go_on(t: Play[World]) -> None:
    """The GM moves on to the next process."""
    come_ready(t, waited_for(t.world))


@go_on.offer
def _(o: Offer[World]) -> None:
    require_combat(o)
    if not waited_for(o.world):
        o.refuse("nobody_waited_for")


@rule("YA-05")
def come_ready(t: Play[World], who: tuple[Id, ...]) -> None:
    """These do nothing more in this process."""
    t.emit(CameReady(who, tuple(one for one in t.world.here().waiting if one not in who)))


# who is next ---------------------------------------------------------------------------------------------------------


class Tied(msgspec.Struct, frozen=True):
    """Who act together, so that the table says who begins."""

    members: tuple[Id, ...]


@policy("tied")
def as_listed(about: Tied, open_ones: Sequence[Id]) -> Id:
    """In the order in which they stand on the sheet."""
    return open_ones[0]


@rule("YA-05", "YA-06")
def next_up(t: Play[World]) -> Id:
    """Whoever is next: one who was given the turn, the highest action value of those who have not yet acted, then those
    who wait."""
    given: Id = t.world.here().given
    if given and not_yet(t.world, t.reading, given):
        return given
    fresh = marked(t.world, NOT_YET)
    if fresh:
        return untied(t, extreme(t.world, t.reading, fresh, highest=True))
    waiting = marked(t.world, WAITING)
    if t.option("waiting_order") == "in_order_of_waiting":
        return min(waiting, key=lambda one: t.world.character(one).waited)
    return untied(t, extreme(t.world, t.reading, waiting, highest=False))


def marked(world: World, mark: str) -> tuple[Id, ...]:
    """Those on their feet with a mark."""
    return tuple(one for one, me in world.characters.items() if me.stands and me.mark == mark)


def extreme(world: World, reading: Reading, among: Sequence[Id], highest: bool) -> tuple[Id, ...]:
    """Those of the highest or the lowest action value."""
    values = {one: total(world, reading, one, "action_value") for one in among}
    best = (max if highest else min)(values.values())
    return tuple(one for one, value in values.items() if value == best)


@rule("YA-05")
def untied(t: Play[World], group: tuple[Id, ...]) -> Id:
    """Who of several with equal action values is next (option order_tie)."""
    if len(group) == 1:
        return group[0]
    if t.option("order_tie") == "roll":
        return untied(t, rolled_highest(t, group))
    if t.option("order_tie") == "together":
        return t.ask(GM, "tied", group, Tied(group), as_listed)
    return min(group, key=lambda one: t.world.character(one).side != PARTY)


@rule("YA-05")
def rolled_highest(t: Play[World], group: tuple[Id, ...]) -> tuple[Id, ...]:
    """Those who roll highest among equals."""
    got = {one: t.roll("tie", sum_of(2, 6), one) for one in group}
    return tuple(one for one, value in got.items() if value == max(got.values()))


# what comes by itself ------------------------------------------------------------------------------------------------


def due(world: World, reading: Reading) -> Declaration | None:
    """The act nobody declares: rows close up, the end of the combat, the next process."""
    here = world.combat
    if here is None:
        return None
    if len(standing(world)) < len(SIDES):
        return ("conclude", {})
    if closed(world, reading):
        return ("close_rows", {})
    if here.process == MAIN:
        return ("turn_over", {}) if done(world) else None
    return None if waited_for(world) else _next_process(world, reading)


def _next_process(world: World, reading: Reading) -> Declaration:
    process = world.here().process
    if process == CLEANUP:
        return ("next_round", {})
    if process == SETUP:
        return ("initiative", {})
    return ("next_turn", {}) if marked(world, NOT_YET) or marked(world, WAITING) else ("cleanup", {})


def acting(world: World) -> tuple[Id, ...]:
    """Who may act now: those waited for, or whoever's main process it is."""
    here = world.combat
    if here is None:
        return ()
    if here.process == MAIN:
        return (here.turn,) if here.turn and not done(world) else ()
    return waited_for(world)


def fighting(world: World) -> Mapping[Id, str]:
    """Those in the combat with their sides."""
    return {one: me.side for one, me in world.characters.items() if me.stands}


def tally(world: World) -> dict[str, float]:
    """What a forecast notes at the end of a combat."""
    there = [(one, world.character(one)) for one in fighters(world)]
    figures = {"rounds": float(world.combat.round if world.combat else 0)}
    figures["fallen"] = float(sum(me.down for _, me in there if me.side == PARTY))
    for one, me in there:
        figures |= {f"hp.{one}": float(me.hp), f"out.{one}": float(me.down)}
    return figures


# the end -------------------------------------------------------------------------------------------------------------


def standing(world: World) -> set[str]:
    """The sides that have somebody on their feet."""
    return {me.side for me in world.characters.values() if me.stands}


def in_hiding(world: World) -> tuple[Id, ...]:
    """The foes that the GM keeps out of sight."""
    return tuple(one for one in foes_of(world) if world.character(one).hidden and not world.character(one).down)


def over(world: World) -> bool:
    """Whether a side has nobody on their feet, and the GM no foe out of sight."""
    left = standing(world)
    return world.combat is not None and len(left) < len(SIDES) and not (PARTY in left and in_hiding(world))


def winner(world: World) -> str:
    """The side that alone stands; "" for none."""
    left = standing(world)
    return next(iter(left)) if len(left) == 1 else ""


class InStore(msgspec.Struct, frozen=True):
    """Which foes the GM still has out of sight when none in sight stands."""

    to_come: tuple[Id, ...]


@policy("no_foe_left")
def bring_the_next(about: InStore, open_ones: Sequence[str]) -> str:
    """Reveal what is still in hiding; without any the combat ends."""
    return open_ones[0]


@act("YA-05", by="table")
def conclude(t: Play[World]) -> None:
    """One side has nobody left. The party's fall ends the combat; where no foe stands, the GM says whether another
    comes into sight or the combat is over."""
    if PARTY in standing(t.world):
        coming = in_hiding(t.world)
        answer = t.ask(GM, "no_foe_left", (*coming, END), InStore(coming), bring_the_next)
        if answer != END:
            appear(t, Id(answer))
            return
    close(t, winner(t.world) or DRAW)


@act("YA-05", by="gm")
def end_combat(t: Play[World], winner: str) -> None:
    """The GM closes the combat and says who has won."""
    close(t, winner)


@end_combat.offer
def _(o: Offer[World]) -> None:
    require_combat(o)
    o.pick("winner", (*SIDES, DRAW))


@rule("YA-05", "YA-11")
def close(t: Play[World], winner: str) -> None:
    """The combat is over, and with it what was to last for rounds."""
    for one in fighters(t.world):
        end(t, one, tuple(state for state in t.world.character(one).states if state.ends or state.until == "attack"))
    t.emit(CombatEnded(winner))


# what the GM does ----------------------------------------------------------------------------------------------------


def foes_of(world: World) -> tuple[Id, ...]:
    """The foes in the combat."""
    return tuple(one for one, me in world.characters.items() if me.fighting and me.side == FOES and not me.removed)


@act("YA-07", by="gm")
def reveal(t: Play[World], of: Id) -> None:
    """A foe that was out of sight appears."""
    appear(t, of)


@reveal.offer
def _(o: Offer[World]) -> None:
    require_combat(o)
    o.pick("of", foes_of(o.world), unless=lambda one: None if o.world.character(one).hidden else Refused("in_sight"))


@act("YA-07", by="gm")
def hide_away(t: Play[World], of: Id) -> None:
    """A foe goes out of everybody's sight."""
    t.emit(CoveredUp(of))


@hide_away.offer
def _(o: Offer[World]) -> None:
    require_combat(o)
    o.pick(
        "of", foes_of(o.world), unless=lambda one: Refused("out_of_sight") if o.world.character(one).hidden else None
    )


@act("YA-08", by="gm")
def show_numbers(t: Play[World], of: Id) -> None:
    """The GM shows a foe's numbers to all."""
    t.emit(NumbersShown(of))


@show_numbers.offer
def _(o: Offer[World]) -> None:
    o.pick(
        "of", foes_of(o.world), unless=lambda one: Refused("already_shown") if o.world.character(one).shown else None
    )


@act("YA-11", by="gm")
def lay_status(t: Play[World], of: Id, status: str) -> None:
    """The GM lays a status on somebody, for as long as it says."""
    lay(t, of, of_status(t, status, status, NOBODY, "attack", round_of(t.world)))


@lay_status.offer
def _(o: Offer[World]) -> None:
    o.pick("of", tuple(one for one, me in o.world.characters.items() if not me.removed))
    o.pick("status", tuple(catalogue(o.reading).statuses))


@act("YA-11", by="gm")
def clear_status(t: Play[World], of: Id, status: str) -> None:
    """The GM takes a state from somebody."""
    end(t, of, tuple(state for state in t.world.character(of).states if state.name == status))


@clear_status.offer
def _(o: Offer[World]) -> None:
    one = o.pick("of", tuple(one for one, me in o.world.characters.items() if me.states and not me.removed))
    o.pick("status", names(o.world.character(one).states))


def names(states: Iterable[State]) -> tuple[str, ...]:
    """What states are called, each once."""
    return tuple(dict.fromkeys(state.name for state in states))

"""What is shown of a combat: its process, the order of initiative, both sides in rows (YA-05, YA-06, YA-07)."""

from collections.abc import Iterator

import msgspec

from takusen.rules import (
    Custom,
    Figure,
    Figures,
    Flank,
    Gauge,
    Id,
    Listed,
    Mark,
    Rank,
    RowsPanel,
    Shown,
    Turn,
    TurnOrder,
    View,
    Word,
    is_hidden,
)

from .stats import hp_max, mp_max, total
from .world import ACTED, FOES, MAIN, PARTY, WAITING, Character, Combat, State, World

HIDDEN = "hidden"
ACTIONS = ("moved", "minor_used", "major_used")
BRIEF = ("action_value", "hit", "evasion", "attack", "magic_attack", "barrier", "armour")


class Action(msgspec.Struct, frozen=True):
    """A move, minor or major action of the main process that is on, and whether it is used up."""

    name: str
    used: bool


class Process(msgspec.Struct, frozen=True):
    """Where a round stands: its processes, and of a main process whose it is and what of it is left."""

    round: int
    process: str
    who: str
    mine: bool
    actions: tuple[Action, ...]


def process(v: View[World]) -> tuple[Custom, ...]:
    """Where the round stands."""
    here = v.world.combat
    if here is None:
        return ()
    me = v.world.characters.get(here.turn) if here.process == MAIN else None
    actions = tuple(Action(name, getattr(me, name)) for name in ACTIONS) if me else ()
    name = me.name if me else ""
    return (Custom("process", Process(here.round, here.process, name, bool(me) and v.mine(here.turn), actions)),)


# the order -----------------------------------------------------------------------------------------------------------


def order(v: View[World]) -> tuple[TurnOrder, ...]:
    """Who acts when in this round, as far as action values are known; those of whom they aren't come last."""
    here = v.world.combat
    if here is None:
        return ()
    there = sorted(fighters(v.world), key=lambda one: rank_of(v, one))
    turns = tuple(turn(v, here, one) for one in there)
    return (TurnOrder(Word("panel.order"), turns),) if turns else ()


def fighters(world: World) -> Iterator[Id]:
    """Those who stand in the combat."""
    return (one for one, me in world.characters.items() if me.stands)


def rank_of(v: View[World], one: Id) -> tuple[bool, bool, int]:
    """By what somebody comes sooner or later: the waiting after the others, from the lowest value up."""
    me = v.world.characters[one]
    if is_hidden(me.base):
        return (me.mark == WAITING, True, 0)
    value = total(v.world, v.reading, one, "action_value")
    return (me.mark == WAITING, False, value if me.mark == WAITING else -value)


def turn(v: View[World], here: Combat, one: Id) -> Turn:
    """Somebody's place in the order, with the mark of this round."""
    me = v.world.characters[one]
    known = not is_hidden(me.base)
    value = total(v.world, v.reading, one, "action_value") if known else 0
    name = Word("phrase.in_order", (("who", me.name), ("value", value))) if known else me.name
    return Turn(name, me.mark, here.process == MAIN and here.turn == one)


# rows ----------------------------------------------------------------------------------------------------------------


def stage(v: View[World]) -> tuple[RowsPanel | Figures, ...]:
    """Both sides in their rows while a combat is on, else the party; of a campaign the viewer's own."""
    if v.world.combat is not None:
        return (RowsPanel(Word("panel.rows"), flank(v, FOES), flank(v, PARTY)),)
    here = [one for one, me in v.world.characters.items() if me.side == PARTY and not me.removed]
    here = [one for one in here if v.mine(one) or v.world.campaign is None]
    here.sort(key=lambda one: not v.mine(one))
    return (Figures(Word("side.party"), tuple(figure(v, one) for one in here), "friends"),) if here else ()


def flank(v: View[World], side: str) -> Flank:
    """One side in its rows; behind the last there is one more for whoever may step back."""
    there = [(one, me) for one, me in v.world.characters.items() if me.side == side and me.fighting and not me.removed]
    last = max((me.row for _, me in there if me.stands), default=0)
    more = side == PARTY and may_move(v)
    ranks = tuple(rank(v, row, tuple(one for one, me in there if in_row(me, row, last))) for row in range(last + 1))
    behind = (Rank(last + 1, row_name(last + 1)),) if more else ()
    return Flank(Word(f"side.{side}"), ranks + behind, "friends" if side == PARTY else "foes")


def may_move(v: View[World]) -> bool:
    """Whether it is the turn of somebody of the viewer's."""
    here = v.world.here()
    return here.process == MAIN and (v.gm or v.mine(here.turn))


def in_row(me: Character, row: int, last: int) -> bool:
    """Whether somebody stands, or lies, in a row."""
    return min(me.row, last) == row


def row_name(row: int) -> Word:
    """What a row is called."""
    return Word("phrase.front_row") if row == 0 else Word("phrase.row", (("row", row + 1),))


def rank(v: View[World], row: int, there: tuple[Id, ...]) -> Rank:
    """A row with those in it."""
    standing = [v.world.characters[one] for one in there if v.world.characters[one].stands]
    empty = bool(standing) and all(out_of_sight(me) for me in standing)
    note = Word("phrase.counts_as_empty") if empty else ""
    return Rank(row, row_name(row), tuple(figure(v, one) for one in there), empty or not standing, note)


def out_of_sight(me: Character) -> bool:
    """Whether somebody hides from all."""
    return any(state.name == HIDDEN for state in me.states)


# somebody ------------------------------------------------------------------------------------------------------------


def figure(v: View[World], one: Id) -> Figure:
    """Somebody at a glance."""
    me, here = v.world.characters[one], v.world.combat
    return Figure(
        one,
        me.name,
        tuple(gauges(v, one)),
        tuple(flags(v, me)),
        active=here is not None and here.process == MAIN and here.turn == one,
        out=me.down or me.dead,
        mine=v.mine(one),
        note=me.note,
        shown=not is_hidden(me.hp),
        lines=tuple(lines(v, one)),
        marks=tuple(mark(state) for state in me.states),
    )


def gauges(v: View[World], one: Id) -> Iterator[Gauge]:
    """HP, MP and LP, as far as they are known."""
    me, path = v.world.characters[one], f"characters.{one}"
    if is_hidden(me.hp):
        yield Gauge(Word("field.hp"), None, None)
        return
    made = not me.making
    yield Gauge(Word("field.hp"), me.hp, hp_max(v.world, v.reading, one) if made else None, f"{path}.hp")
    if me.mp or (made and mp_max(v.world, v.reading, one)):
        yield Gauge(Word("field.mp"), me.mp, mp_max(v.world, v.reading, one), f"{path}.mp")
    if me.side == PARTY and me.max_lp:
        yield Gauge(Word("field.lp"), me.lp, me.max_lp, f"{path}.lp")


def flags(v: View[World], me: Character) -> Iterator[str]:
    """Whether somebody has acted or waits, is down, dead, being made or away."""
    if me.fighting and me.mark in (WAITING, ACTED):
        yield me.mark
    yield from (name for name in ("down", "dead", "making") if getattr(me, name))
    if me.away:
        yield "away" if v.world.campaign else "gone_home"
    if v.gm and me.hidden:
        yield HIDDEN


def mark(state: State) -> Mark:
    """A state, and how long it holds."""
    rest = Word("phrase.until_round", (("round", state.ends),)) if state.ends else Word(f"until.{state.until}")
    if not state.stat:
        return Mark(Word(f"title.{state.name}"), rest)
    amount = f"{state.amount:+d}"
    source = Word(f"title.{state.source or state.name}")
    params = (("source", source), ("stat", Word(f"stat.{state.stat}")), ("amount", amount))
    return Mark(Word("phrase.changed", params), rest)


def lines(v: View[World], one: Id) -> Iterator[tuple[Shown, Shown]]:
    """The numbers of a combat, skills and things worn, where they are open."""
    me = v.world.characters[one]
    if is_hidden(me.base) or me.making:
        return
    yield Word("field.level"), str(me.level)
    for name in BRIEF:
        yield Word(f"stat.{name}"), str(total(v.world, v.reading, one, name))
    skills = tuple(skilled(skill, level) for skill, level in me.skills.items())
    worn = tuple(Word(f"title.{held.item}") for held in me.items.values() if held.worn)
    yield from ((Word(f"field.{name}"), Listed(parts)) for name, parts in (("skills", skills), ("worn", worn)) if parts)


def skilled(skill: str, level: int) -> Word:
    """A skill and its level."""
    return Word("phrase.skill_level", (("skill", Word(f"title.{skill}")), ("level", level)))

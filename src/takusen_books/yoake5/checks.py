"""Checks and contests (YA-01, YA-02, YA-03)."""

from typing import NamedTuple

from takusen.rules import Chance, DiceCode, Id, Offer, Play, Refused, Verdict, act, rule

from .facts_fight import Checked, CheckFailed, CheckPassed, Contested, ContestLost, ContestWon
from .helps import helped
from .stats import total
from .terms import STATS
from .world import NOBODY, PARTY, World

LABEL, REACTION = "check", "reaction"
HARDEST = 60
CHECKED = tuple(name for name in STATS if name not in ("hp_max", "mp_max", "weight", "barrier", "armour"))
"""The numbers that checks are made with."""
RANKS = {-1: "fumble", 0: "", 1: "critical"}


class Met(NamedTuple):
    """What both sides of a contest rolled."""

    mine: Verdict
    theirs: Verdict


@rule("YA-01", "YA-02")
def check(t: Chance, value: int, dice: int = 0, of: Id = NOBODY, label: str = LABEL) -> Verdict:
    """2D and a value, with so many dice more or less but at least one; and whether it is critical or a fumble."""
    written = DiceCode(max(1, int(t.content("charts.combat.check_dice")) + dice), value)
    if t.option("critical_dice") == "none":
        return Verdict(0, t.roll(label, written.total(), of))
    return t.roll(label, written.verdict(), of)


@rule("YA-01", "YA-02")
def reaches(t: Chance, got: Verdict, difficulty: int) -> bool:
    """Whether a check makes its target number: at least as high, a critical always, a fumble never."""
    return got.critical or (got.total >= difficulty and not got.fumble)


@rule("YA-01", "YA-03")
def exchange(
    t: Chance, mine: int, theirs: int, dice: int = 0, against: int = 0, of: Id = NOBODY, by: Id = NOBODY
) -> Met:
    """Both sides of a contest roll, the acting side first."""
    return Met(check(t, mine, dice, of), check(t, theirs, against, by, REACTION))


@rule("YA-03", "YA-02")
def weighed(t: Chance, met: Met) -> int:
    """Above 0 if the acting side is higher, below if the reacting one is: by rank first, then by the total."""
    mine, theirs = met
    if t.option("contest_crit") == "rank_then_total" and mine.rank != theirs.rank:
        return mine.rank - theirs.rank
    return mine.total - theirs.total


@rule("YA-03")
def opposed(
    t: Chance, mine: int, theirs: int, dice: int = 0, against: int = 0, of: Id = NOBODY, by: Id = NOBODY
) -> Met:
    """A contest; equals are rolled again where the table plays so."""
    given = (mine, theirs, dice, against, of, by)
    if t.option("contest_tie") == "reroll":
        return t.until(exchange, given, lambda met: untied(t, met))
    return exchange(t, *given)


def untied(t: Chance, met: Met) -> bool:
    """Whether a contest is decided."""
    by_rank = t.option("contest_crit") == "rank_then_total" and met.mine.rank != met.theirs.rank
    return by_rank or met.mine.total != met.theirs.total


@rule("YA-03")
def contested(t: Play[World], one: Id, mine: int, other: Id, theirs: int, dice: int = 0, against: int = 0) -> bool:
    """A contest between two, with what they roll. Gives whether the acting side wins; equal goes to the other."""
    met = opposed(t, mine + helped(t, one, rolled=False), theirs, dice, against, one, other)
    met = more(met, helped(t, one, rolled=True, result=met.mine.total))
    t.emit(Contested(one, met.mine.total, other, met.theirs.total, RANKS[met.mine.rank], RANKS[met.theirs.rank]))
    return weighed(t, met) > 0


@rule("YA-03")
def beats_all(t: Play[World], one: Id, against: tuple[Id, ...], stats: tuple[str, str]) -> bool:
    """One roll against the reaction of each of several: whether it beats them all."""
    if not against:
        return True
    got, won = check(t, total(t.world, t.reading, one, stats[0]), 0, one), True
    for other in against:
        met = Met(got, check(t, total(t.world, t.reading, other, stats[1]), 0, other, REACTION))
        t.emit(Contested(one, got.total, other, met.theirs.total, RANKS[got.rank], RANKS[met.theirs.rank]))
        won = weighed(t, met) > 0 and won
    return won


def more(met: Met, plus: int) -> Met:
    """A contest in which the acting side has so much more."""
    return met._replace(mine=Verdict(met.mine.rank, met.mine.total + plus)) if plus else met


# acts ----------------------------------------------------------------------------------------------------------------


@act("YA-01", "YA-02")
def make_check(t: Play[World], actor: Id, stat: str, difficulty: int, dice: int) -> None:
    """A check with one of the numbers, with dice more or less as the GM says."""
    got = check(t, total(t.world, t.reading, actor, stat), dice, actor)
    t.emit(Checked(actor, stat, got.total, difficulty))
    passed = reaches(t, got, difficulty)
    t.emit(CheckPassed(actor, RANKS[got.rank]) if passed else CheckFailed(actor, RANKS[got.rank]))


@make_check.offer
def _(o: Offer[World]) -> None:
    pick_present(o, "actor")
    o.pick("stat", CHECKED)
    o.number("difficulty", 1, HARDEST)
    o.number("dice", -4, 6)


@act("YA-03", "YA-02")
def contest(t: Play[World], actor: Id, stat: str, opponent: Id, against: str) -> None:
    """A contest outside of attacks."""
    mine, theirs = total(t.world, t.reading, actor, stat), total(t.world, t.reading, opponent, against)
    won = contested(t, actor, mine, opponent, theirs)
    t.emit(ContestWon(actor, opponent) if won else ContestLost(actor, opponent))


@contest.offer
def _(o: Offer[World]) -> None:
    actor = pick_present(o, "actor")
    stat = o.pick("stat", CHECKED)
    o.pick("opponent", tuple(one for one in present(o.world) if one != actor))
    o.pick("against", CHECKED, suggested=(stat,))


def present(world: World) -> tuple[Id, ...]:
    """Those whom checks are about: all who are neither gone nor away."""
    return tuple(
        one for one, me in world.characters.items()
        if not (me.removed or me.hidden or me.dead or me.away) and (me.side == PARTY or me.fighting)
    )  # fmt: skip


def pick_present(o: Offer[World], name: str) -> Id:
    """One of the seat's characters who are there."""
    return o.pick(name, o.mine(present(o.world)), unless=lambda one: is_down(o.world, one))


def is_down(world: World, one: Id) -> Refused | None:
    """Why somebody can't act: they are down."""
    me = world.character(one)
    return Refused.because("down", who=me.name) if me.down else None

"""The dice of the book: 2d6, low is good; rerolls from a pool (BS-01, BS-04 to BS-08, BS-13, BS-14, BS-16)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

import msgspec

from takusen.rules import GM, Chance, Choice, Id, Play, Refused, policy, rule, total

from .strife import Critical, Fell, Fumbled, GaveUp, Incapacitated, Rerolled
from .world import CONCENTRATION, STAMINA, World

ATTACK, DEFENCE, CHECK = "attack", "defence", "check"
Again = Literal["stamina", "concentration", "give_up"]
"""What pays for another roll, or that there is none."""
GIVE_UP: Again = "give_up"
POOLS: tuple[Again, ...] = (STAMINA, CONCENTRATION)
DOUBLE_1, DOUBLE_6 = 2, 12


class Outcome(StrEnum):
    """What a check comes to."""

    SUCCESS = "success"
    FAILURE = "failure"
    CRITICAL = "critical"
    FUMBLE = "fumble"

    @property
    def good(self) -> bool:
        """Whether it succeeds."""
        return self in (Outcome.SUCCESS, Outcome.CRITICAL)


class Missed(msgspec.Struct, frozen=True):
    """What a failed roll's prompt shows: `lock` is the pool that binds the choice, "" for none, and `hopeless`
    tells that no roll can succeed."""

    of: Id
    label: str
    target_number: int
    stamina: int
    concentration: int
    lock: str
    cost: int
    hopeless: bool = False

    def left(self, pool: str) -> int:
        """What the pool holds after one more roll, never below 0."""
        return max(0, (self.stamina if pool == STAMINA else self.concentration) - self.cost)


def _success(met: bool) -> Outcome:
    return Outcome.SUCCESS if met else Outcome.FAILURE


def special(t: Chance, label: str, again: bool) -> bool:
    """Whether double 1 and double 6 count on this roll (BS-13, BS-14)."""
    if again and t.option("reroll_special") == "first_roll_only":
        return False
    return label == ATTACK or (label == DEFENCE and t.option("special_scope") == "attack_and_defence")


def meets(t: Chance, label: str, rolled: int, number: int) -> bool:
    """Whether a roll is low enough: below its number, or equal to it where the table reads it so."""
    return rolled < number or (rolled == number and t.option(f"{label}_compare") in ("hits", "parries", "succeeds"))


@rule("BS-01", "BS-04", "BS-13", "BS-14")
def attack_roll(t: Chance, of: Id, number: int, again: bool) -> Outcome:
    """Below the target number hits; double 1 is a critical, double 6 a fumble."""
    rolled = t.roll(ATTACK, total(2, 6), of)
    met = meets(t, ATTACK, rolled, number)
    if not special(t, ATTACK, again):
        return _success(met)
    if rolled == DOUBLE_6:
        return Outcome.FUMBLE
    if rolled == DOUBLE_1 and (met or critical_reaches(t)):
        return Outcome.CRITICAL
    return _success(met)


def critical_reaches(t: Chance) -> bool:
    """Whether double 1 hits where 2 does not meet the target number."""
    return bool(t.option("critical") != "must_meet_target" and t.option("critical_reach") == "yes")


@rule("BS-01", "BS-07")
def defence_roll(t: Chance, of: Id, number: int, again: bool) -> Outcome:
    """At or below the defence target parries."""
    rolled = t.roll(DEFENCE, total(2, 6), of)
    if special(t, DEFENCE, again) and rolled in (DOUBLE_1, DOUBLE_6):
        return Outcome.CRITICAL if rolled == DOUBLE_1 else Outcome.FUMBLE
    return _success(meets(t, DEFENCE, rolled, number))


@rule("BS-01", "BS-08")
def check_roll(t: Chance, of: Id, number: int, again: bool) -> Outcome:
    """At or below the target number succeeds; doubles mean nothing outside combat."""
    return _success(meets(t, CHECK, t.roll(CHECK, total(2, 6), of), number))


ROLLS = {ATTACK: attack_roll, DEFENCE: defence_roll, CHECK: check_roll}


# rerolls -------------------------------------------------------------------------------------------------------------


def lock_key(t: Chance, label: str) -> str:
    """Under which name the choice of pool is kept: one for all rolls, or one for each kind (BS-06)."""
    return "all" if t.option("pool_lock_shared") == "shared" else label


def binds(t: Play[World]) -> bool:
    """Whether the choice of pool outlasts the check: in its fight, or for the session (BS-06, option pool_lock)."""
    span = t.option("pool_lock")
    return bool(span == "session" or (span == "fight" and t.world.fight is not None))


def hopeless(t: Chance, label: str, number: int) -> bool:
    """Whether not even double 1 would succeed."""
    lucky = special(t, label, True) and (label == DEFENCE or critical_reaches(t))
    return not (lucky or meets(t, label, DOUBLE_1, number))


def missed(t: Play[World], of: Id, label: str, number: int, chosen: str) -> Missed:
    """The situation after a failed roll; `chosen` is the pool that this check has used so far."""
    me = t.world.fighter(of)
    lock = chosen or (me.locks.get(lock_key(t, label), "") if binds(t) else "")
    cost = t.option("reroll_cost")
    return Missed(of, label, number, me.stamina, me.concentration, lock, cost, hopeless(t, label, number))


def why_not_pay(t: Chance, about: Missed, pool: str) -> Refused | None:
    """Why a pool can't pay for another roll."""
    have = about.stamina if pool == STAMINA else about.concentration
    if about.lock and pool != about.lock:
        return Refused.because("pool_locked", pool=about.lock)
    if have <= 0 or (have < about.cost and t.option("short_pool") == "not_allowed"):
        return Refused.because("pool_short", pool=pool)
    return None


def may_reroll(t: Chance, about: Missed, outcome: Outcome) -> bool:
    """Whether the failed roll may be made again (BS-05)."""
    if outcome is Outcome.FUMBLE and t.option("fumble_reroll") == "no":
        return False
    if about.label == CHECK and t.option("check_reroll") == "not_allowed":
        return False
    return any(why_not_pay(t, about, pool) is None for pool in POOLS)


@policy("reroll")
def press_on(about: Missed, open_ones: Sequence[Again]) -> Again:
    """Roll again until it succeeds while the pool stays above 0; the fuller pool pays unless one is bound."""
    safe = [pool for pool in worth_paying(about, open_ones) if about.left(pool) >= 1]
    return max(safe, key=about.left, default=GIVE_UP)


@policy("reroll")
def give_up_at_once(about: Missed, open_ones: Sequence[Again]) -> Again:
    """Never roll again."""
    return GIVE_UP


@policy("reroll")
def to_the_last(about: Missed, open_ones: Sequence[Again]) -> Again:
    """Roll again even with the last point."""
    return max(worth_paying(about, open_ones), key=about.left, default=GIVE_UP)


def worth_paying(about: Missed, open_ones: Sequence[Again]) -> list[Again]:
    """The pools that could pay; none where no roll can succeed."""
    return [] if about.hopeless else [pool for pool in open_ones if pool != GIVE_UP]


@policy("name_pool")
def fuller_pool(about: Missed, open_ones: Sequence[Again]) -> Again:
    """The GM names the fuller pool."""
    return max(open_ones, key=about.left)


def named_pool(t: Play[World], about: Missed) -> Missed:
    """Let the GM name the pool that pays, where the table reads it so (BS-05)."""
    if about.lock or t.option("reroll_pools") == "player_chooses":
        return about
    choices = tuple(Choice(pool, why_not_pay(t, about, pool)) for pool in POOLS)
    return msgspec.structs.replace(about, lock=t.ask(GM, "name_pool", choices, about, fuller_pool))


@rule("BS-05", "BS-06")
def asked_again(t: Play[World], of: Id, label: str, number: int, chosen: str) -> Again:
    """Ask whether to roll again and from which pool; gives the pool, or that the roller gives up."""
    about = named_pool(t, missed(t, of, label, number, chosen))
    choices = (*(Choice(pool, why_not_pay(t, about, pool)) for pool in POOLS), Choice(GIVE_UP))
    return t.ask(of, "reroll", choices, about, press_on)


def spend(t: Play[World], of: Id, label: str, pool: str) -> None:
    """Pay for another roll and be bound to the pool (BS-05, BS-06)."""
    me = t.world.fighter(of)
    left = max(0, getattr(me, pool) - t.option("reroll_cost"))
    locks = me.locks.put(lock_key(t, label), pool) if binds(t) else me.locks
    t.emit(Rerolled(of, label, pool, getattr(me, pool) - left, left, locks))


@rule("BS-05", "BS-06")
def another(t: Play[World], of: Id, label: str, number: int, chosen: str, outcome: Outcome) -> Again:
    """Whether a failed roll is made again: gives the pool that has paid for it, or that it stands."""
    if not may_reroll(t, missed(t, of, label, number, chosen), outcome):
        return GIVE_UP
    pool = asked_again(t, of, label, number, chosen)
    if pool == GIVE_UP:
        t.emit(GaveUp(of, label))
    else:
        spend(t, of, label, pool)
    return pool


@rule("BS-05", "BS-06", "BS-16")
def pressed(t: Play[World], of: Id, label: str, number: int) -> Outcome:
    """Roll, and roll again from a pool until it succeeds, the pool is spent, or the roller gives up."""
    roll, chosen, fumbled = ROLLS[label], "", False
    outcome = roll(t, of, number, False)
    while not outcome.good:
        fumbled = fumbled or told_fumble(t, of, outcome)
        pool = another(t, of, label, number, chosen, outcome)
        if pool == GIVE_UP:
            break
        chosen = pool
        outcome = roll(t, of, number, True)
    if outcome is Outcome.CRITICAL:
        t.emit(Critical(of))
    settle_fall(t, of, label, fumbled, outcome)
    return outcome


def told_fumble(t: Play[World], of: Id, outcome: Outcome) -> bool:
    """State a fumble as it shows."""
    if outcome is not Outcome.FUMBLE:
        return False
    t.emit(Fumbled(of))
    return True


def settle_fall(t: Play[World], of: Id, label: str, fumbled: bool, outcome: Outcome) -> None:
    """Whoever fumbled falls (BS-14); options say what a rerolled fumble and a fumbled defence do."""
    if not fumbled:
        return
    if outcome.good and t.option("fumble_reroll_fall") == "no_fall":
        return
    if label == DEFENCE and t.option("defence_special") == "parries_always_and_fails_only":
        return
    t.emit(Fell(of, next_own_turn(t.world, of, label)))


def next_own_turn(world: World, of: Id, label: str) -> int:
    """The round whose turn a fallen fighter loses: this one if its turn is still to come."""
    now = world.fight.round if world.fight else 0
    return now if label == DEFENCE and not world.fighter(of).acted else now + 1


def empty_pools(t: Play[World], of: Id) -> int:
    """How many of a fighter's pools are at 0."""
    me = t.world.fighter(of)
    return (me.stamina <= 0) + (me.concentration <= 0)


@rule("BS-05", "BS-07", "BS-16")
def exhausted(t: Play[World], of: Id, succeeded: bool, empty_before: int) -> None:
    """After a check: a fighter whose pool is spent is out. `empty_before` counts the pools that were empty already."""
    empty, needed = empty_pools(t, of), 2 if t.option("out_when") == "both_zero" else 1
    if empty < needed or t.world.fighter(of).out or keeps_standing(t, succeeded, empty > empty_before):
        return
    t.emit(Incapacitated(of))


def keeps_standing(t: Chance, succeeded: bool, just_spent: bool) -> bool:
    """Under success_stays a success keeps one standing, and so may a later miss that spends no last point (options)."""
    if t.option("last_point") == "success_then_out":
        return False
    return succeeded or bool(not just_spent and t.option("empty_pool_standing") == "no_reroll_and_stands")

"""The dice of the book: 2d6, low is good; rerolls from a pool (BS-01, BS-04 to BS-08, BS-13, BS-14, BS-16)."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from takusen.rules import GM, Chance, Choice, Id, Play, Refused, policy, rule, total

from .facts import Critical, Fell, Fumbled, GaveUp, Incapacitated, Rerolled
from .world import CONCENTRATION, STAMINA, Fighter, World

ATTACK, DEFENCE, CHECK = "attack", "defence", "check"
GIVE_UP = "give_up"
POOLS = (STAMINA, CONCENTRATION)
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
    """What a failed roll's prompt shows. `lock` is the pool that binds the choice, "" for none."""

    of: Id
    label: str
    target_number: int
    stamina: int
    concentration: int
    lock: str
    cost: int

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


@rule("BS-01", "BS-04", "BS-13", "BS-14")
def attack_roll(t: Chance, of: Id, number: int, again: bool) -> Outcome:
    """Below the target number hits; double 1 is a critical, double 6 a fumble."""
    rolled = t.roll(ATTACK, total(2, 6), of)
    met = rolled < number or (rolled == number and t.option("attack_compare") == "hits")
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
    return _success(rolled < number or (rolled == number and t.option("defence_compare") == "parries"))


@rule("BS-01", "BS-08")
def check_roll(t: Chance, of: Id, number: int, again: bool) -> Outcome:
    """At or below the target number succeeds; doubles mean nothing outside combat."""
    rolled = t.roll(CHECK, total(2, 6), of)
    return _success(rolled < number or (rolled == number and t.option("check_compare") == "succeeds"))


ROLLS = {ATTACK: attack_roll, DEFENCE: defence_roll, CHECK: check_roll}


# rerolls -------------------------------------------------------------------------------------------------------------


def lock_key(t: Chance, label: str) -> str:
    """Under which name the choice of pool is kept: one for all rolls, or one for each kind (BS-06)."""
    return "all" if t.option("pool_lock_shared") == "shared" else label


def missed(t: Play[World], of: Id, label: str, number: int, chosen: str) -> Missed:
    """The situation after a failed roll; `chosen` is the pool that this check has used so far."""
    me = t.world.fighter(of)
    lock = chosen or me.locks.get(lock_key(t, label), "")
    return Missed(of, label, number, me.stamina, me.concentration, lock, t.option("reroll_cost"))


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
def press_on(about: Missed, open_ones: Sequence[str]) -> str:
    """Roll again until it succeeds while the pool stays above 0; the fuller pool pays unless one is bound."""
    safe = [pool for pool in open_ones if pool != GIVE_UP and about.left(pool) >= 1]
    return max(safe, key=about.left, default=GIVE_UP)


@policy("reroll")
def give_up_at_once(about: Missed, open_ones: Sequence[str]) -> str:
    """Never roll again."""
    return GIVE_UP


@policy("reroll")
def to_the_last(about: Missed, open_ones: Sequence[str]) -> str:
    """Roll again even with the last point."""
    return max((pool for pool in open_ones if pool != GIVE_UP), key=about.left, default=GIVE_UP)


@policy("name_pool")
def fuller_pool(about: Missed, open_ones: Sequence[str]) -> str:
    """The GM names the fuller pool."""
    return max(open_ones, key=about.left)


def named_pool(t: Play[World], about: Missed) -> Missed:
    """Let the GM name the pool that pays, where the table reads it so (BS-05)."""
    if about.lock or t.option("reroll_pools") == "player_chooses":
        return about
    choices = tuple(Choice(pool, why_not_pay(t, about, pool)) for pool in POOLS)
    return msgspec.structs.replace(about, lock=t.ask(GM, "name_pool", choices, about, fuller_pool))


@rule("BS-05", "BS-06")
def asked_again(t: Play[World], of: Id, label: str, number: int, chosen: str) -> str:
    """Ask whether to roll again and from which pool; gives the pool, or that the roller gives up."""
    about = named_pool(t, missed(t, of, label, number, chosen))
    choices = (*(Choice(pool, why_not_pay(t, about, pool)) for pool in POOLS), Choice(GIVE_UP))
    return t.ask(of, "reroll", choices, about, press_on)


def spend(t: Play[World], of: Id, label: str, pool: str) -> None:
    """Pay for another roll and be bound to the pool (BS-05, BS-06)."""
    me = t.world.fighter(of)
    left = max(0, getattr(me, pool) - t.option("reroll_cost"))
    locks = me.locks if t.option("pool_lock") == "check" else me.locks.put(lock_key(t, label), pool)
    outside = t.world.fight is None and t.option("pool_lock") == "fight"
    t.emit(Rerolled(of, label, pool, getattr(me, pool) - left, left, me.locks if outside else locks))


@rule("BS-05", "BS-06", "BS-16")
def pressed(t: Play[World], of: Id, label: str, number: int) -> Outcome:
    """Roll, and roll again from a pool until it succeeds, the pool is spent, or the roller gives up."""
    roll, chosen, fumbled = ROLLS[label], "", False
    outcome = roll(t, of, number, False)
    while not outcome.good:
        fumbled = fumbled or told_fumble(t, of, outcome)
        if not may_reroll(t, missed(t, of, label, number, chosen), outcome):
            break
        pool = asked_again(t, of, label, number, chosen)
        if pool == GIVE_UP:
            t.emit(GaveUp(of, label))
            break
        chosen = pool
        spend(t, of, label, pool)
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


def is_spent(t: Chance, me: Fighter) -> bool:
    """Whether the pools put a fighter out (BS-05)."""
    spent = [pool <= 0 for pool in (me.stamina, me.concentration)]
    return all(spent) if t.option("out_when") == "both_zero" else any(spent)


@rule("BS-05", "BS-07")
def exhausted(t: Play[World], of: Id, succeeded: bool, empty_before: bool) -> None:
    """After a check: a fighter whose pool is spent is out. `empty_before` tells of a pool that was spent already."""
    me = t.world.fighter(of)
    if not me.out and is_spent(t, me) and not keeps_standing(t, succeeded, empty_before):
        t.emit(Incapacitated(of))


def keeps_standing(t: Chance, succeeded: bool, empty_before: bool) -> bool:
    """Under success_stays a success keeps one standing, and so may a later miss (options)."""
    if t.option("last_point") == "success_then_out":
        return False
    return succeeded or (empty_before and bool(t.option("empty_pool_standing") == "no_reroll_and_stands"))

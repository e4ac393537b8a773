"""One attack of bayside23, as a question for dice libraries: what is asked, and what the rules say of a single roll."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NamedTuple

Policy = Literal["press_on", "give_up_at_once"]


@dataclass(frozen=True)
class ExchangeQuestion:
    """One attack and its defence; the words are those of the rule catalogue.

    Who presses on rerolls what failed while that leaves at least one point in the pool.
    """

    attack_total: int = 16
    force: int = 8
    defence_total: int = 16
    attacker_pool: int = 7
    defender_pool: int = 7
    attack_policy: Policy = "press_on"
    defence_policy: Policy = "press_on"
    attack_compare: Literal["misses", "hits"] = "misses"
    defence_compare: Literal["parries", "fails"] = "parries"
    force_11: Literal[1, 2] = 2
    critical: Literal["hits_may_be_parried", "cannot_be_parried", "must_meet_target"] = "hits_may_be_parried"
    critical_reach: Literal["yes", "no"] = "yes"
    fumble_reroll: Literal["no", "yes"] = "no"
    reroll_special: Literal["yes", "first_roll_only"] = "yes"
    reroll_cost: Literal[1, 2] = 1


class Outcome(NamedTuple):
    """What an exchange came to; life lost is not capped by the life that the defender has."""

    hit: bool
    parried: bool
    life_lost: int
    attacker_spent: int
    defender_spent: int


class Strike(IntEnum):
    """What one roll of an attack does; of these only a miss may be rerolled."""

    MISS = 0
    HIT = 1
    CRITICAL = 2
    FUMBLE = 3


def strike(question: ExchangeQuestion, total: int, *, first: bool) -> Strike:
    """What a 2d6 total does as the first roll of an attack, or as a reroll."""
    target = question.attack_total - question.force
    meets = total < target or (total == target and question.attack_compare == "hits")
    special = first or question.reroll_special == "yes"
    if special and total == 12:
        return Strike.MISS if question.fumble_reroll == "yes" else Strike.FUMBLE
    if special and total == 2 and (meets or _reaches(question)):
        return Strike.CRITICAL
    return Strike.HIT if meets else Strike.MISS


def _reaches(question: ExchangeQuestion) -> bool:
    return question.critical != "must_meet_target" and question.critical_reach == "yes"


def is_parried(question: ExchangeQuestion, total: int) -> bool:
    """Whether a 2d6 total parries."""
    target = question.defence_total - question.force
    return total < target or (total == target and question.defence_compare == "parries")


def rerolls(question: ExchangeQuestion, pool: int, policy: Policy) -> int:
    """How often a failed roll is rolled again at most."""
    return max(pool - 1, 0) // question.reroll_cost if policy == "press_on" else 0


def damage(question: ExchangeQuestion, struck: Strike) -> int:
    """The life that it costs, if it isn't parried."""
    if struck in (Strike.MISS, Strike.FUMBLE):
        return 0
    if struck == Strike.CRITICAL:
        return 3
    if question.force == 11:
        return question.force_11
    return 1 if question.force < 11 else 2


def outcome(
    question: ExchangeQuestion, attack: tuple[Strike, int], defence: tuple[bool, int]
) -> tuple[bool, bool, int, int, int]:
    """Put together an attack and a defence, each with the number of its rerolls; without a hit nobody defends."""
    (struck, attacker_rerolls), (parried, defender_rerolls) = attack, defence
    lost, cost = damage(question, struck), question.reroll_cost
    if not lost:
        return (False, False, 0, attacker_rerolls * cost, 0)
    if struck == Strike.CRITICAL and question.critical == "cannot_be_parried":
        return (True, False, lost, attacker_rerolls * cost, 0)
    return (True, parried, 0 if parried else lost, attacker_rerolls * cost, defender_rerolls * cost)


def life_lost(question: ExchangeQuestion, struck: Strike, parried: bool) -> int:
    """The same, asked only for the life."""
    return outcome(question, (struck, 0), (parried, 0))[2]

"""The exact odds of an exchange, as dyce is meant to be used: `apply` for what a roll means, `expand` for rerolls."""

import warnings
from fractions import Fraction
from functools import partial
from typing import TypeVar

from dyce import H, HResult, expand
from dyce.lifecycle import ExperimentalWarning

from bench.peers.exchange import (
    ExchangeQuestion,
    Outcome,
    Strike,
    is_parried,
    life_lost,
    outcome,
    rerolls,
    strike,
)

T = TypeVar("T", Strike, bool)

TWO: H[int] = 2 @ H(6)

warnings.filterwarnings("ignore", category=ExperimentalWarning)


def exchange(question: ExchangeQuestion) -> dict[Outcome, Fraction]:
    """The whole outcome."""
    attack = _counted(*_strikes(question), Strike.MISS, _attacker_rerolls(question))
    defence = _counted(*_parries(question), False, _defender_rerolls(question))
    both = attack.apply(partial(outcome, question), defence)
    return {Outcome(*key): share for key, share in both.probability_items()}


def life_lost_only(question: ExchangeQuestion) -> dict[int, Fraction]:
    """The cheaper question: only what the defender loses."""
    attack = _rerolled(*_strikes(question), Strike.MISS, _attacker_rerolls(question))
    defence = _rerolled(*_parries(question), False, _defender_rerolls(question))
    return dict(attack.apply(partial(life_lost, question), defence).probability_items())


def _attacker_rerolls(question: ExchangeQuestion) -> int:
    return rerolls(question, question.attacker_pool, question.attack_policy)


def _defender_rerolls(question: ExchangeQuestion) -> int:
    return rerolls(question, question.defender_pool, question.defence_policy)


def _strikes(question: ExchangeQuestion) -> tuple[H[Strike], H[Strike]]:
    """The first roll, and a reroll."""
    return TWO.apply(partial(strike, question, first=True)), TWO.apply(partial(strike, question, first=False))


def _parries(question: ExchangeQuestion) -> tuple[H[bool], H[bool]]:
    parries = TWO.apply(partial(is_parried, question))
    return parries, parries


def _rerolled(first: H[T], again: H[T], failure: T, most: int) -> H[T]:
    """What it comes to when failures are rolled again up to `most` times."""

    def roll_on(result: HResult[T], left: int) -> H[T] | T:
        if result.outcome != failure or not left:
            return result.outcome
        return expand(roll_on, again, left=left - 1)

    return expand(roll_on, first, left=most, min_path_probability=Fraction(0))


def _counted(first: H[T], again: H[T], failure: T, most: int) -> H[tuple[T, int]]:
    """The same, with the number of rerolls that were made."""

    def roll_on(result: HResult[T], made: int) -> H[tuple[T, int]] | tuple[T, int]:
        if result.outcome != failure or made == most:
            return result.outcome, made
        return expand(roll_on, again, made=made + 1)

    return expand(roll_on, first, made=0, min_path_probability=Fraction(0))

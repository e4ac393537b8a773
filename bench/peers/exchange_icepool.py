"""The exact odds of an exchange, as icepool is meant to be used."""

from fractions import Fraction
from functools import partial
from typing import TypeVar

import icepool  # type: ignore[import-untyped]
from icepool import Die, d6

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

TWO: Die[int] = 2 @ d6


def exchange(question: ExchangeQuestion) -> dict[Outcome, Fraction]:
    """The whole outcome."""
    attack = _counted(*_strikes(question), Strike.MISS, _attacker_rerolls(question))
    defence = _counted(*_parries(question), False, _defender_rerolls(question))
    both: Die[tuple[bool, bool, int, int, int]] = icepool.map(partial(outcome, question), attack, defence, star=False)
    return {Outcome(*key): Fraction(quantity, both.denominator()) for key, quantity in both.items()}


def life_lost_only(question: ExchangeQuestion) -> dict[int, Fraction]:
    """The cheaper question: only what the defender loses."""
    attack = _rerolled(*_strikes(question), Strike.MISS, _attacker_rerolls(question))
    defence = _rerolled(*_parries(question), False, _defender_rerolls(question))
    lost: Die[int] = icepool.map(partial(life_lost, question), attack, defence)
    return {key: Fraction(quantity, lost.denominator()) for key, quantity in lost.items()}


def _attacker_rerolls(question: ExchangeQuestion) -> int:
    return rerolls(question, question.attacker_pool, question.attack_policy)


def _defender_rerolls(question: ExchangeQuestion) -> int:
    return rerolls(question, question.defender_pool, question.defence_policy)


def _strikes(question: ExchangeQuestion) -> tuple[Die[Strike], Die[Strike]]:
    """The first roll, and a reroll."""
    first: Die[Strike] = TWO.map(partial(strike, question, first=True))
    again: Die[Strike] = TWO.map(partial(strike, question, first=False))
    return first, again


def _parries(question: ExchangeQuestion) -> tuple[Die[bool], Die[bool]]:
    parries: Die[bool] = TWO.map(partial(is_parried, question))
    return parries, parries


def _rerolled(first: Die[T], again: Die[T], failure: T, most: int) -> Die[T]:
    """What it comes to when failures are rolled again up to `most` times."""
    if not most:
        return first
    last = again
    for _ in range(most - 1):
        last = again.map({failure: last})
    return first.map({failure: last})


def _counted(first: Die[T], again: Die[T], failure: T, most: int, made: int = 0) -> Die[tuple[T, int]]:
    """The same, with the number of rerolls that were made."""
    if made == most:
        return first.map(lambda got: (got, made))
    rest = _counted(again, again, failure, most, made + 1)
    return first.map(lambda got: rest if got == failure else (got, made))

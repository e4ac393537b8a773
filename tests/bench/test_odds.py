"""Our exact odds against icepool's, and sampling against our exact odds."""

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, settings

from bench import subjects
from bench.peers import duel_plain, exchange_icepool
from takusen.forecast.odds import best, odds, splits
from takusen.play.exact import Memo, outcomes
from takusen.play.sampled import Sampled, Tables
from takusen_books.bayside23 import BOOK

from .test_peers import QUESTIONS

ARGS = {"attacker": subjects.ONE, "target": subjects.OTHER, "traits": ("t",), "skill": "s"}
WORLD = subjects.duel_world(16, 16, 7, 7)


@given(QUESTIONS)
@settings(max_examples=60)
def test_every_exchange_is_what_icepool_says(question):
    assert subjects.exchange(question) == exchange_icepool.exchange(question)
    assert subjects.life_lost_only(question) == exchange_icepool.life_lost_only(question)


def test_the_best_split_of_16_against_16_without_rerolls():
    policies = BOOK.policies_named({"reroll": "give_up_at_once"})
    charted = splits(BOOK, WORLD, Memo(BOOK.reading()), "attack", ARGS, (1, 14), policies)
    by_hand = {force: _expected(force) for force in range(1, 15)}
    assert {force: one.figures["life_lost"] for force, one in charted.items()} == by_hand
    assert best(charted, "life_lost") == max(by_hand, key=lambda force: by_hand[force])


def _expected(force: int) -> Fraction:
    """Expected life lost, counted from the 36 faces of both rolls."""
    faces = [one + two for one in range(1, 7) for two in range(1, 7)]
    unparried = Fraction(sum(defence > 16 - force for defence in faces), 36)
    light = 1 if force <= 10 else 2
    lost = [3 if attack == 2 else light if attack < 16 - force and attack != 12 else 0 for attack in faces]
    return Fraction(sum(lost), 36) * unparried


OPTIONS = [
    {option.name: choice.value}
    for option in BOOK.texts.options.values()
    for choice in option.choices
    if choice.value != option.default
]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_sampling_agrees_with_the_exact_odds(options):
    memo = Memo(BOOK.reading(options))
    args = {**ARGS, "force": 9}
    exact = odds(BOOK, WORLD, memo, "attack", args).figures
    measures = BOOK.odds["attack"].measures
    act = BOOK.acts["attack"]
    tables, runs = Tables(memo, seed=7), 1_500
    rows = [
        tuple(measure.of(Sampled(WORLD, tables, {}).run(act, act.typed(args)), args) for measure in measures)
        for _ in range(runs)
    ]
    for place, measure in enumerate(measures):
        values = [float(row[place]) for row in rows]
        mean = sum(values) / runs
        spread = sqrt(max(sum(value * value for value in values) / runs - mean * mean, 1e-4) / runs)
        assert abs(mean - float(exact[measure.name])) < 5 * spread, measure.name


def test_the_initiative_is_even_but_for_ties():
    memo = Memo(BOOK.reading({"initiative_tie": "friends_first"}))
    first = memo.dist(BOOK.rules["first_side"], ())
    assert first.chance(lambda side: side == "friends") == Fraction(721, 1296)
    redone = memo.dist(BOOK.rules["first_side"], ()).given(bool)
    assert redone == first


def test_outcomes_add_up_to_worlds_that_differ():
    dist = outcomes(BOOK.acts["attack"], BOOK.acts["attack"].typed({**ARGS, "force": 8}), WORLD, Memo(BOOK.reading()))
    assert sum(weight for _, weight in dist.items()) == dist.whole
    assert len(dist) > 40


def test_duels_agree_with_the_plain_loop():
    ours, theirs = subjects.duels(6_000, seed=3), duel_plain.run(6_000, 4)
    assert ours.tallies["rounds"].mean + 1 == pytest.approx(theirs.rounds, abs=6 * ours.tallies["rounds"].error)
    assert ours.tallies["hits"].mean == pytest.approx(theirs.hits, abs=6 * ours.tallies["hits"].error)
    assert ours.unfinished == 0

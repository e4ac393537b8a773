"""Distributions and readouts, against brute force."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.dice import Dist, Readout, highest, successes, total

weights = st.dictionaries(st.integers(-5, 5), st.integers(0, 20), min_size=1).filter(lambda w: any(w.values()))
dists = weights.map(Dist)
chances = st.fractions(0, 1)


def brute(count: int, sides: int, read: Callable[[Sequence[int]], int]) -> Dist[int]:
    """Every ordered hand, counted."""
    return Dist(Counter(read(faces) for faces in product(range(1, sides + 1), repeat=count)))


@given(weights)
def test_equal_chances_are_equal_distributions(given_weights: dict[int, int]) -> None:
    dist = Dist(given_weights)
    assert dist == Dist({outcome: weight * 6 for outcome, weight in given_weights.items()})
    assert hash(dist) == hash(Dist(dict(reversed(given_weights.items()))))
    assert sum(weight for _, weight in dist.items()) == dist.whole
    assert list(dist) == [outcome for outcome, weight in given_weights.items() if weight]
    assert all(dist.weight(outcome) for outcome in dist)
    assert dist.weight(99) == 0


@given(dists)
def test_chances_add_up(dist: Dist[int]) -> None:
    assert sum(dist.chance(lambda one, wanted=outcome: one == wanted) for outcome in dist) == 1
    assert dist.mean(lambda outcome: outcome) == sum(
        outcome * dist.chance(lambda one, wanted=outcome: one == wanted) for outcome in dist
    )


@given(dists, dists)
def test_then_is_the_sum_over_all_paths(one: Dist[int], two: Dist[int]) -> None:
    both = one.then(lambda first: two.map(lambda second: (first, second)))
    for first, over in one.items():
        for second, under in two.items():
            assert both.chance(lambda pair, wanted=(first, second): pair == wanted) == Fraction(
                over * under, one.whole * two.whole
            )


@given(dists)
def test_laws_of_then(dist: Dist[int]) -> None:
    twice = lambda outcome: Dist({outcome: 1, outcome + 1: 1})  # noqa: E731
    assert dist.then(Dist.certain) == dist
    assert Dist.certain(3).then(twice) == twice(3)
    assert dist.then(twice).then(twice) == dist.then(lambda outcome: twice(outcome).then(twice))
    assert dist.map(lambda outcome: outcome * 2) == dist.then(lambda outcome: Dist.certain(outcome * 2))


@given(dists, dists, chances)
def test_mixed_takes_shares(one: Dist[int], two: Dist[int], share: Fraction) -> None:
    mixed = Dist.mixed([(share, one), (1 - share, two)])
    for outcome in (*one, *two):
        alone = lambda single: single == outcome  # noqa: B023, E731
        assert mixed.chance(alone) == share * one.chance(alone) + (1 - share) * two.chance(alone)


@given(dists)
def test_given_is_bayes(dist: Dist[int]) -> None:
    small = lambda outcome: outcome < 0  # noqa: E731
    if not dist.chance(small):
        with pytest.raises(ValueError, match="weights"):
            dist.given(small)
        return
    for outcome in dist.given(small):
        alone = lambda single: single == outcome  # noqa: B023, E731
        assert dist.given(small).chance(alone) == dist.chance(alone) / dist.chance(small)


@pytest.mark.parametrize("bad", [{}, {1: 0}, {1: -1}, {1: 2, 2: -1}])
def test_no_distribution_without_weights(bad: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Dist(bad)


@given(st.integers(0, 5), st.integers(1, 7), st.integers(0, 8))
def test_readouts_agree_with_every_hand(count: int, sides: int, at_least: int) -> None:
    assert total(count, sides).dist() == brute(count, sides, sum)
    assert highest(count, sides).dist() == brute(count, sides, lambda faces: max(faces, default=0))
    wanted = brute(count, sides, lambda faces: sum(face >= at_least for face in faces))
    assert successes(count, sides, at_least).dist() == wanted
    odd = Readout(count, sides, "odd", lambda faces: len({face % 2 for face in faces}))
    assert odd.dist() == brute(count, sides, lambda faces: len({face % 2 for face in faces}))


@given(st.integers(0, 4), st.integers(1, 6), st.lists(st.integers(-1, 8), max_size=6))
def test_faces_are_checked(count: int, sides: int, faces: list[int]) -> None:
    assert total(count, sides).fits(faces) == (len(faces) == count and all(1 <= face <= sides for face in faces))


@pytest.mark.parametrize(("count", "sides"), [(-1, 6), (2, 0)])
def test_no_readout_of_impossible_dice(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match="can't roll"):
        Readout(count, sides, "x", sum)


def test_large_pools_stay_exact() -> None:
    assert total(100, 6).dist().mean(lambda outcome: outcome) == 350
    assert len(successes(10, 6, 6).dist()) == 11
    assert highest(10, 6).dist().chance(lambda face: face == 6) == 1 - Fraction(5, 6) ** 10

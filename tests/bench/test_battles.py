"""The battle of the bench: by hand, with tables and at the table it is one and the same."""

from math import sqrt

import pytest

from bench import battles
from bench.peers import battle_plain, battle_tables
from bench.peers.battle import Lineup, Summary, lineup

ABOUT = 4.5


@pytest.mark.parametrize(("party", "beasts", "runs"), [(2, 2, 200), (4, 4, 150), (6, 14, 40)])
def test_the_loops_agree_with_the_rules(party: int, beasts: int, runs: int) -> None:
    fought = lineup(party, beasts)
    ours = battles.battles(runs, 3, fought)
    figures = (ours.tallies["turns"], ours.wins.get("party"), ours.tallies["fallen"])
    for peer in (battle_plain, battle_tables):
        theirs = peer.run(4 * runs, 5, fought)
        for figure, mean in zip(figures, (theirs.turns, theirs.party_wins, theirs.downed), strict=True):
            if figure is None:
                assert mean < 0.05
            else:
                spread = figure.error * sqrt(1 + 1 / 4)
                assert abs(figure.mean - mean) <= ABOUT * max(spread, 0.02), (peer.__name__, figure, mean)


@pytest.mark.parametrize("peer", [battle_plain, battle_tables])
def test_a_seed_names_a_run(peer: object) -> None:
    def run(seed: int, fought: Lineup = lineup(2, 2)) -> Summary:  # noqa: B008 - a constant
        return (battle_plain if peer is battle_plain else battle_tables).run(30, seed, fought)

    assert run(3) == run(3) != run(4)

"""The book of reaction windows, own acts and policies for the GM keeps all laws of a book."""

import pytest

from takusen.play.exact import Memo, outcomes
from takusen.play.sampled import Sampled, Tables
from takusen.table import commands as c
from takusen.table.example import read_examples
from takusen.table.examples import failures
from takusen.table.laws import example_faults, faults
from tests.engine.ford import BOOK
from tests.engine.ford.facts import Hurt
from tests.engine.tables import Game

FORD = "given.toml#ford"
EXAMPLES = read_examples("ford.toml", BOOK.example_files()["ford.toml"])
READ = BOOK.example_files().__getitem__


def test_texts_and_coverage() -> None:
    assert faults(BOOK, EXAMPLES) == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_examples_live_restarted_and_replayed(example: object) -> None:
    assert failures(BOOK, example, READ) == []  # type: ignore[arg-type]


def test_pages_views_and_offers() -> None:
    assert list(example_faults(BOOK, EXAMPLES, READ)) == []


@pytest.mark.parametrize(("policy", "mean"), [("when_deadly", 15 / 6), ("always", 0)])
def test_exact_and_sampled_windows_follow_the_policy(policy: str, mean: float) -> None:
    game = Game(FORD, BOOK)
    game.do("gm", c.Edit("fighters.haru.wards", 0))
    world, memo, strike = game.state.world, Memo(BOOK.usual), BOOK.acts["strike"]
    policies = BOOK.policies_named({"blow": policy})

    def lost(world: object, facts: tuple[object, ...]) -> int:
        return sum(one.amount for one in facts if isinstance(one, Hurt))

    dist = outcomes(strike, ("grey", "aki"), world, memo, policies, lost)
    assert float(sum(amount * dist.chance(lambda one, a=amount: one == a) for amount in dist)) == pytest.approx(mean)
    total = 0
    sampled = Sampled(world, Tables(memo, 7), policies)
    for _ in range(600):
        sampled.world = world
        total += lost(None, sampled.run(strike, ("grey", "aki")))
    assert total / 600 == pytest.approx(mean, abs=0.35)

"""artonelico: every worked example passes, nothing of the battle lacks one, and blows have exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import takusen_books.artonelico as package
from takusen.dice import code
from takusen.forecast.battle import Battle, played
from takusen.log.table import Table
from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.offers import Offer
from takusen.table.example import Example
from takusen.table.laws import coverage_faults, text_faults
from takusen.table.views import view
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.ends import over, winner
from takusen_books.artonelico.gauge import gauge_at_end, gauge_at_start, harmo_after
from takusen_books.artonelico.order import turn_order
from takusen_books.artonelico.strike import damage
from takusen_books.artonelico.world import World
from tests.books.conftest import Worked

WORKED = Worked(package)
FIELD = {example.given for example in WORKED.examples if str(example.given).startswith("field.toml")}
KAJI, MIORI, POM = Id("kaji"), Id("miori"), Id("pom")


@pytest.mark.parametrize("example", WORKED.examples, ids=lambda example: example.name)
def test_example(example: Example) -> None:
    assert WORKED.failures(example) == []


def test_examples_have_names_of_their_own() -> None:
    assert len(set(WORKED.names)) == len(WORKED.names) >= 150


def test_nothing_lacks_an_example() -> None:
    assert list(coverage_faults(BOOK, WORKED.examples)) == []
    assert list(text_faults(BOOK)) == []


def test_choices_that_matter_differ() -> None:
    """Each option is shown by examples of one situation with different outcomes, or beside a refusal."""
    assert WORKED.without_effect == []


def test_every_refusal_of_the_battle_has_words() -> None:
    for lang in ("ja", "en"):
        lacking = {word for word in WORKED.refusals if not BOOK.texts.has(lang, "refused", word)}
        assert lacking == set()


def fray(**fields: Any) -> World:
    """The main phase of a small battle; Kaji's fields may be other."""
    world: World = WORKED.world("fray", "field.toml")
    return replace(world, fighters=world.fighters.put(KAJI, replace(world.fighters[KAJI], **fields)))


# chance --------------------------------------------------------------------------------------------------------------


def test_damage_is_power_less_endurance_and_never_below_0() -> None:
    dist = Memo(BOOK.usual).dist(damage, (KAJI, code("2D+3"), POM, code("1D")))
    wanted: dict[int, Fraction] = {}
    for faces in ((a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)):
        amount = max(0, faces[0] + faces[1] + 3 - faces[2])
        wanted[amount] = wanted.get(amount, Fraction(0)) + Fraction(1, 216)
    assert {amount: Fraction(weight, dist.whole) for amount, weight in dist.items()} == wanted


class Counted(Sampled[World]):
    """A sampled run that counts its points of chance."""

    rolls = 0

    def roll(self, label: str, readout: Any, of: str = "") -> Any:
        self.rolls += 1
        return super().roll(label, readout, of)


@pytest.mark.parametrize(("often", "rolls"), [(0, 0), (1, 2)])
def test_a_blow_that_comes_often_collapses_to_one_draw(monkeypatch: pytest.MonkeyPatch, often: int, rolls: int) -> None:
    monkeypatch.setattr("takusen.play.sampled.OFTEN", often)
    t = Counted(fray(), Tables(Memo(BOOK.usual), 1), {})
    facts = t.run(BOOK.acts["attack"], (KAJI, POM))
    assert [fact.word() for fact in facts] == ["attacked", "damaged", "turn_came"]
    assert t.rolls == rolls


def test_the_order_is_of_all_who_stand() -> None:
    world = fray()
    for seed in range(50):
        t: Sampled[World] = Sampled(world, Tables(Memo(BOOK.usual), seed), {})
        assert sorted(turn_order(t)) == [KAJI, MIORI, POM]


# gauges --------------------------------------------------------------------------------------------------------------


def handle(**options: str | int) -> Sampled[World]:
    """A handle at a table with these options."""
    return Sampled(fray(), Tables(Memo(BOOK.reading(options)), 1), {})


def test_gauges_over_all_their_options() -> None:
    assert gauge_at_end(handle(), 3) == 0
    assert gauge_at_end(handle(bg_reset="kept"), 3) == 3
    assert gauge_at_start(handle(bg_start=1), 0) == 1
    assert gauge_at_start(handle(bg_reset="kept", bg_start=1), 3) == 3
    assert gauge_at_start(handle(bg_reset="kept", bg_start=1, bg_kept_start="bg_start"), 3) == 1
    assert harmo_after(handle(), 98, 7) == 105
    assert harmo_after(handle(hg_cap="100"), 98, 7) == 100
    assert harmo_after(handle(), 3, -7) == 0


# the end -------------------------------------------------------------------------------------------------------------


def test_a_battle_is_over_when_a_side_has_nobody() -> None:
    world = fray()
    assert not over(world)
    fallen = replace(world, fighters=world.fighters.put(POM, replace(world.fighters[POM], downed=True)))
    assert over(fallen)
    assert winner(fallen) == "party"


def test_what_is_still_to_come_keeps_a_battle_going_and_secret() -> None:
    world: World = WORKED.world("ambush", "field.toml")
    world = replace(world, fighters=world.fighters.put(POM, replace(world.fighters[POM], downed=True)))
    assert not over(world)
    alone = replace(world, fighters=Table((one, me) for one, me in world.fighters.items() if not me.hidden))
    assert over(alone)
    assert view(BOOK, world, "p1").world == view(BOOK, alone, "p1").world
    assert BOOK.next(world, BOOK.usual) == BOOK.next(alone, BOOK.usual) == ("conclude", {})


# policies ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(BOOK.players))
@pytest.mark.parametrize("given", sorted(FIELD, key=str))
def test_policies_choose_what_the_offer_allows(name: str, given: str) -> None:
    """Whatever a policy declares is legal: from each given battle a few turns on, each declaration is tried."""
    world: World = WORKED.world(given.partition("#")[2], "field.toml")
    if world.battle is None:
        return
    memo = Memo(BOOK.usual)
    t: Sampled[World] = Sampled(world, Tables(memo, 7), {})
    for _ in range(60):
        due = BOOK.next(t.world, BOOK.usual)
        if not due and not over(t.world):
            due = next(filter(None, (BOOK.players[name](t.world, one, memo) for one in BOOK.acting(t.world))), None)
            if due:
                trial = BOOK.acts[due[0]].trial(offered(t.world, due[1]), tuple(BOOK.entities(t.world)))
                assert trial.complete, (due, trial.refused)
        if not due or t.world.battle is None:
            break
        t.run(BOOK.acts[due[0]], BOOK.acts[due[0]].bound((), due[1]))


def offered(world: World, given: dict[str, Any]) -> Offer[World]:
    """The GM's offer with these picks."""
    return Offer(world, "gm", given, BOOK.usual, BOOK.owner)


def test_a_forecast_ends_with_a_winner() -> None:
    sums = played(Battle(BOOK, fray(), Memo(BOOK.usual), seed=3), 40).forecast()
    assert sums.unfinished == 0
    assert sums.tallies["turns"].mean >= 1

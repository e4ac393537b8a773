"""Forecasts of artonelico: its staged battles, what is worth comparing, and what a player may know."""

from typing import Any

import msgspec
import pytest

from takusen.forecast.battle import forecast
from takusen.forecast.odds import odds, series
from takusen.forecast.plan import Plan, estimated, staged
from takusen.log.audience import GM
from takusen.log.table import Table
from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.rulebook.edits import edited
from takusen.rulebook.offers import Offer
from takusen.rulebook.shown import Word
from takusen.table.views import view
from takusen_books.artonelico import BOOK, whatif
from takusen_books.artonelico.world import MAIN, SONG, Chant, World

MEMO = Memo(BOOK.reading())
TOWA = Id("towa")


WITH_TOWA = whatif.staged("pump_room", ("kaji", "renka", "seren", "towa"))


def battle(name: str = "") -> World:
    world: World = staged(BOOK, BOOK.staged[name] if name else WITH_TOWA, MEMO, "ja")
    return world


def in_phase(world: World, phase: str) -> World:
    """The battle with one singer up or waited for."""
    fight = msgspec.structs.replace(world.here(), phase=phase, order=(TOWA,), at=0, waiting=(TOWA,))
    return msgspec.structs.replace(world, battle=fight)


def chanting(world: World, song: str = "gale_lance") -> World:
    me = world.fighter(TOWA)
    turned = {"chant": Chant(Id(song)), "gauge": 2}
    return msgspec.structs.replace(world, fighters=world.fighters.put(TOWA, msgspec.structs.replace(me, **turned)))


def figures(world: Any, **wished: Any) -> Any:
    plan = Plan(BOOK.id, world, MEMO.reading, **wished)
    return forecast(plan.battle(BOOK, MEMO), 40)


@pytest.mark.parametrize("name", sorted(BOOK.staged))
def test_staged_battles_come_to_an_end(name: str) -> None:
    made = figures(battle(name))
    assert made.unfinished == 0
    assert set(made.spreads) == {"turns", "fallen"}
    assert {f"hp.{one}" for one in BOOK.fighting(battle(name))} <= set(made.tallies)


@pytest.mark.parametrize(("lost", "declared"), [(0, "stop_singing"), (1, "keep_singing")])
def test_nobody_keeps_singing_for_somebody_unhurt(lost: int, declared: str) -> None:
    world = chanting(in_phase(battle(), SONG), "mending_lullaby")
    hurt = msgspec.structs.replace(world.fighter(TOWA), hp=world.fighter(TOWA).hp_max - lost)
    hurt = msgspec.structs.replace(hurt, chant=Chant(Id("mending_lullaby"), TOWA))
    world = msgspec.structs.replace(world, fighters=world.fighters.put(TOWA, hurt))
    assert BOOK.players["sensible"](world, TOWA, MEMO) == (declared, {"actor": TOWA})


def test_nobody_begins_a_song_that_would_heal_nobody() -> None:
    world = in_phase(battle(), SONG)
    singer = msgspec.structs.replace(world.fighter(TOWA), songs=(Id("mending_lullaby"),))
    world = msgspec.structs.replace(world, fighters=world.fighters.put(TOWA, singer))
    assert BOOK.players["sensible"](world, TOWA, MEMO) == ("ready", {"actor": TOWA})
    hurt = msgspec.structs.replace(world.fighter(Id("kaji")), hp=1)
    world = msgspec.structs.replace(world, fighters=world.fighters.put(Id("kaji"), hurt))
    act, args = BOOK.players["sensible"](world, TOWA, MEMO) or ("", {})
    assert (act, args.get("target")) == ("sing", "kaji")


def test_policies_of_a_side_change_it() -> None:
    early, late = (figures(battle(), sides={"party": name}) for name in ("release_at_once", "hold_long"))
    assert early != late


@pytest.mark.parametrize("phase", [SONG, MAIN])
@pytest.mark.parametrize("sings", [False, True])
def test_what_is_worth_comparing_can_be_declared(phase: str, sings: bool) -> None:
    world = in_phase(battle(), phase)
    world = chanting(world) if sings else world
    thought = BOOK.considered(world)
    assert bool(thought) == (sings or phase == SONG)
    for act, args in thought:
        offer: Offer[Any] = Offer(world, GM, args, MEMO.reading, BOOK.owner)
        assert BOOK.acts[act].trial(offer, tuple(BOOK.entities(world))).complete, (act, args)
        assert figures(world, first=(act, args)).runs == 40


def test_a_release_and_a_song_held_are_told_apart() -> None:
    world = chanting(in_phase(battle(), MAIN))
    acts = {act for act, _ in BOOK.considered(world)}
    assert acts == {"release", "wait"}


def test_a_player_forecasts_by_guess_what_is_hidden() -> None:
    seen = view(BOOK, battle(), "p1").world
    weak, strong = (figures(estimated(BOOK, seen, dice)) for dice in (1, 8))
    assert weak.wins["party"].mean > strong.wins.get("party", weak.wins["party"].minus(weak.wins["party"])).mean
    assert not BOOK.considered(seen) or all(act for act, _ in BOOK.considered(seen))


def test_twins_are_forecast_alike() -> None:
    """Two battles that differ only in what a player may not see give that player the same figures."""
    world = battle("pipe_gallery")
    foe = next(one for one, side in BOOK.fighting(world).items() if side == "enemies")
    other = edited(edited(world, f"fighters.{foe}.hp", 1), f"fighters.{foe}.abilities", {"attack": "9D"})
    other = msgspec.structs.replace(other, battle=msgspec.structs.replace(other.here(), waves=Table()))
    one, two = (estimated(BOOK, view(BOOK, each, "p1").world, None) for each in (world, other))
    assert figures(one) == figures(two)
    assert figures(world) != figures(other)


def test_nothing_is_compared_outside_a_battle() -> None:
    assert BOOK.considered(BOOK.new_world()) == ()


@pytest.mark.parametrize("skill", ["enemy_scan", "read_the_wind", "rally", "first_aid"])
def test_what_does_no_damage_is_not_judged_by_it(skill: str) -> None:
    args = {"actor": TOWA, "skill": skill, "target": TOWA}
    assert odds(BOOK, battle(), MEMO, "use_skill", args).figures == {}


def test_the_chart_of_a_blow_says_what_it_leaves_out() -> None:
    world = battle()
    foe = next(one for one, side in BOOK.fighting(world).items() if side == "enemies")
    (chart,) = series(BOOK, world, MEMO, "attack", {"actor": TOWA, "target": foe})
    assert chart.note == Word("phrase.before_reactions")

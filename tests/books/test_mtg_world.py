"""MTGでTRPG: whatever is declared, everybody and everything is in exactly one place or zone, and seals hold no longer
than their source."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from takusen.log.audience import GM
from takusen.log.table import Table
from takusen.play.exact import Memo, Policies
from takusen.play.handles import Choices, Id, Policy, open_values
from takusen.play.reading import Reading
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.acts import Act
from takusen.rulebook.offers import Offer, Pick
from takusen_books.mtg_trpg import BOOK
from takusen_books.mtg_trpg.fact import of_pc
from takusen_books.mtg_trpg.moving import pcs_able
from takusen_books.mtg_trpg.seals import ended
from takusen_books.mtg_trpg.world import Pc, Permanent, World

ACTS = tuple(one for one in BOOK.acts.values() if one.by != "table")
DEEDS = tuple(BOOK.acts[name] for name in ("cast", "activate", "attack", "assault"))
STEPS, TRIES, PICKS = 60, 30, 40
SOME_NUMBER, MUCH = 5, 6


class Wild(Sampled[World]):
    """A table at which every question is answered by chance."""

    def __init__(self, world: World, reading: Reading, chance: Random) -> None:
        self.chance = chance
        policies: Policies = {}
        super().__init__(world, Tables(Memo(reading), chance.randrange(1_000_000)), policies)

    def ask(self, of: str, label: str, choices: Choices[Any], about: Any, policy: Policy[Any]) -> Any:
        open_ones = open_values(choices)
        assert open_ones, label
        assert policy.choose(about, open_ones) in open_ones, label
        return self.chance.choice(open_ones)


def picked(pick: Pick, chance: Random) -> Any:
    """Something that may be picked; None where nothing may."""
    open_ones = [one.value for one in pick.choices if not one.refused]
    if pick.kind == "number":
        return chance.randint(pick.low, min(pick.high, pick.low + SOME_NUMBER))
    if pick.kind == "text":
        return "合言葉"
    if pick.kind == "one":
        return chance.choice(open_ones) if open_ones else None
    count = chance.randint(pick.low, max(pick.low, min(pick.high, len(open_ones))))
    return tuple(chance.sample(open_ones, count)) if count <= len(open_ones) else None


def declared(world: World, act: Act[Any, Any], reading: Reading, chance: Random) -> dict[str, Any] | None:
    """Arguments with which an act may be declared; None where these picks lead nowhere."""
    given: dict[str, Any] = {}
    for _ in range(PICKS):
        trial = act.trial(Offer(world, GM, given, reading, BOOK.owner), tuple(BOOK.entities(world)))
        if trial.complete:
            return trial.args
        value = picked(trial.missing, chance) if trial.missing else None
        if trial.missing is None or value is None:
            return None
        given[trial.missing.name] = value
    return None


def flush(t: Wild) -> None:
    """Everybody has mana in plenty, and a scene is on more often than not."""
    for one in t.world.pcs:
        t.world = of_pc(t.world, one, mana=Table(dict.fromkeys("WUBRGC", MUCH)), life=max(MUCH, t.world.pcs[one].life))
    if t.world.scene is None and t.chance.random() < 0.5:
        place = t.chance.choice(tuple(t.world.places))
        t.run(BOOK.acts["start_scene"], (place, pcs_able(t.world)))


def one_step(t: Wild, reading: Reading) -> None:
    """Declare something and settle what is due."""
    flush(t)
    for _ in range(TRIES):
        act = t.chance.choice(t.chance.choice((ACTS, DEEDS)))
        args = declared(t.world, act, reading, t.chance)
        if args is not None:
            t.run(act, act.typed(args))
            break
    for _ in range(20):
        due = BOOK.next(t.world, reading)
        if due is None:
            return
        t.run(BOOK.acts[due[0]], BOOK.acts[due[0]].bound((), due[1]))
    raise AssertionError("what is due never ends")


# laws ----------------------------------------------------------------------------------------------------------------


def cards_of(world: World, one: Id) -> Counter[Id]:
    """Every card of a PC, wherever it is."""
    pc = world.pcs[one]
    cards = Counter((*pc.hand, *pc.top, *pc.bottom, *pc.graveyard, *pc.exile, *pc.command))
    cards.update({card: count for card, count in pc.library.items() if count})
    cards.update(me.card for me in world.permanents.values() if me.owner == one and me.card and me.zone != "left")
    return cards


def holds(world: World, me: Permanent) -> None:
    """A permanent is in one place or zone, and what is noted of it fits; the lands that a PC begins with may be
    nowhere until it comes to its first scene."""
    waits = me.owner in world.pcs and not world.pcs[me.owner].place
    if me.zone in ("battlefield", "graveyard"):
        assert me.place in world.places or (waits and not me.place), me
    else:
        assert not me.place, me
    assert me.zone != "sealed" or me.seal, me
    assert (me.seal is None) or me.zone in ("sealed", "fled") or me.ruin == "exiled_until", me
    assert me.zone != "left" or (me.owner and me.card), me
    assert not me.burned or me.zone == "exile", me
    assert me.damage >= 0, me
    assert all(count >= 0 for count in me.counters.values()), me
    assert me.control is None or me.control.by in (*world.pcs, *world.permanents), me


def in_step(pc: Pc) -> None:
    """What others count is what there is."""
    assert pc.hand_size == len(pc.hand)
    assert pc.library_size == sum(pc.library.values()) + len(pc.top) + len(pc.bottom)
    assert all(count >= 0 for count in (*pc.library.values(), *pc.mana.values()))


def sound(world: World, cards: dict[Id, Counter[Id]]) -> None:
    """The laws of a table."""
    for me in world.permanents.values():
        holds(world, me)
    for one, pc in world.pcs.items():
        in_step(pc)
        assert cards_of(world, one) == cards[one]
        assert not (pc.out and world.scene and one in world.scene.present)
    assert ended(world) == ()


def readings(chance: Random) -> Reading:
    """A reading of every open point by chance."""
    options = {name: chance.choice(option.choices).value for name, option in BOOK.texts.options.items()}
    return BOOK.reading(options)


@pytest.mark.parametrize("seed", range(12))
def test_everything_is_always_somewhere(seed: int) -> None:
    chance = Random(seed)
    reading, world = readings(chance), BOOK.new_world()
    for fact in BOOK.enter(BOOK.scenarios["heron_supper"], "ja"):
        world = fact.apply(world)
    cards = {one: cards_of(world, one) for one in world.pcs}
    t = Wild(world, reading, chance)
    for _ in range(STEPS):
        one_step(t, reading)
        sound(t.world, cards)

"""People at a table of MTGでTRPG who do and answer whatever is possible, by chance."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

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
from takusen_books.mtg_trpg.world import World

ACTS = tuple(one for one in BOOK.acts.values() if one.by != "table")
DEEDS = tuple(BOOK.acts[name] for name in ("cast", "activate", "attack", "assault"))
TRIES, PICKS = 30, 40
SOME_NUMBER, MUCH = 5, 6


def opened() -> World:
    """A table with the starter set and its scenario."""
    world: World = BOOK.new_world()
    for fact in BOOK.enter(BOOK.scenarios["heron_supper"], "ja"):
        world = fact.apply(world)
    return world


def readings(chance: Random) -> Reading:
    """A reading of every open point by chance."""
    options = {name: chance.choice(option.choices).value for name, option in BOOK.texts.options.items()}
    return BOOK.reading(options)


def cards_of(world: World, one: Id) -> Counter[Id]:
    """Every card of a PC, wherever it is."""
    pc = world.pcs[one]
    cards = Counter((*pc.hand, *pc.top, *pc.bottom, *pc.graveyard, *pc.exile, *pc.command))
    cards.update({card: count for card, count in pc.library.items() if count})
    cards.update(me.card for me in world.permanents.values() if me.owner == one and me.card and me.zone != "left")
    return cards


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


def one_step(t: Wild, reading: Reading, liked: tuple[Act[Any, Any], ...] = DEEDS) -> None:
    """Declare something and settle what is due; every other time something that is `liked`."""
    flush(t)
    for _ in range(TRIES):
        act = t.chance.choice(t.chance.choice((ACTS, liked)))
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

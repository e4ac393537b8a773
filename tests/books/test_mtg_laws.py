"""Random play of MTGでTRPG, sampled and live, under the eyes of a referee."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from takusen.log.codec import decode, encode
from takusen.log.entries import Closed
from takusen.log.table import Table
from takusen.play.handles import Fact, Id
from takusen.play.reading import Reading
from takusen.play.rule import Rule
from takusen.table import commands as c
from takusen.table.floor import replay_fault
from takusen.table.fold import fold, folded
from takusen.table.opening import NewTable
from takusen_books.mtg_trpg import BOOK
from takusen_books.mtg_trpg.fact import changed, of_pc
from takusen_books.mtg_trpg.world import Control, Modifier, Permanent, Seal, World
from tests.books.mtg_play import Wild, cards_of, one_step, opened, readings
from tests.books.mtg_referee import Referee
from tests.engine.sessions import Session, wish

PLAYS, BATCH, STEPS = 240, 30, 25
LIVE, LIVE_STEPS = 30, 50
LIKED = (
    *("cast",) * 12, *("activate",) * 4, *("end_scene",) * 4, *("pass_days",) * 4, "event_happens", "leave_battlefield",
    "burn", "recruit", "give_control", "set_care", "heal", "repair", "go", "place_at", "attack", "assault",
)  # fmt: skip
"""What is declared most, so that much happens that the laws speak of."""
AROUND = ("hall", "hall", "hall", "gate", "dungeon", "inn", "fields", "mill")


class Watched(Wild):
    """A table that a referee watches."""

    def __init__(self, world: World, reading: Reading, chance: Random) -> None:
        super().__init__(world, reading, chance)
        self.referee = Referee(reading.options)

    def emit(self, fact: Fact) -> None:
        before = self.world
        super().emit(fact)
        self.referee.fact(before, fact, self.world)

    def run(self, rule: Rule[Any, Any, Any], args: tuple[Any, ...]) -> tuple[Fact, ...]:
        before, act = self.world, BOOK.acts[rule.name]
        self.referee.opens(rule.name, dict(zip(act.hints, args, strict=True)))
        facts = super().run(rule, args)
        self.referee.closes(before, self.world)
        return facts


# a world in which much may happen ------------------------------------------------------------------------------------


def stirred(world: World, chance: Random) -> World:
    """PCs with full hands amid NPCs who are wounded, weakened, sealed, shielded, cared for and controlled."""
    for one in world.pcs:
        world = of_pc(world, one, place=Id("hall"))
    for one, me in world.permanents.items():
        world = changed(world, one, **({"place": Id("hall")} if me.owner else marks(world, me, chance)))
    for one in world.pcs:
        world = handed(world, one)
    return world


def marks(world: World, me: Permanent, chance: Random) -> dict[str, Any]:
    """What has befallen somebody before."""
    found: dict[str, Any] = {name: True for name in ("indestructible", "hexproof", "shroud") if chance.random() < 0.1}
    if me.here and not (me.is_a("land", "enchantment") or me.holder):
        found["place"] = Id(chance.choice(AROUND))
    found |= {"care": chance.random() < 0.5, "days": chance.randint(0, 6)}
    found |= {"allegiance": chance.choice(("friend", "neutral", "enemy")), "hostile": chance.random() < 0.2}
    if me.is_a("creature") and not me.as_player:
        found |= ailing(chance)
        if chance.random() < 0.15:
            found |= {"as_planeswalker": True, "loyalty": chance.randint(1, 3), "damage": 0, "modifiers": ()}
    if chance.random() < 0.25 and me.here:
        found["control"] = held(world, chance, found.get("damage", 0), found.get("modifiers", ()))
    if chance.random() < 0.06 and me.here and me.is_a("creature", "artifact") and not me.as_player:
        found |= {"zone": "sealed", "place": Id(""), "seal": sealed(world, chance), "control": None}
    elif chance.random() < 0.2 and me.is_a("land"):
        found |= {"ruin": "exiled_until", "seal": sealed(world, chance)}
    return found


def ailing(chance: Random) -> dict[str, Any]:
    """Wounds and modifiers that don't kill at once."""
    modifiers = tuple(Modifier(chance.randint(-2, 2), chance.randint(-1, 2)) for _ in range(chance.randint(0, 2)))
    counters = {"-1/-1": chance.randint(1, 2)} if chance.random() < 0.2 else {}
    return {
        "toughness": 9,
        "damage": chance.choice((0, 0, 1, 2, 3)),
        "modifiers": modifiers,
        "counters": Table({**counters, **({"shield": 1} if chance.random() < 0.05 else {})}),
    }


def held(world: World, chance: Random, damage: int, modifiers: tuple[Modifier, ...]) -> Control:
    """Somebody's control, taken when some of the wounds were there."""
    by = chance.choice((*world.pcs, Id("oren")))
    had = modifiers[: chance.randint(0, len(modifiers))]
    return Control(by, chance.choice(("stays", "scene")), damage=chance.randint(0, damage), modifiers=had)


def sealed(world: World, chance: Random) -> Seal:
    """A seal until something happens, by a card of some PC."""
    return Seal(owner=chance.choice(tuple(world.pcs)), place=Id("gate"), event="until the bell rings")


def handed(world: World, one: Id) -> World:
    """A PC with its library in hand, one of each card; nothing is lost or won."""
    pc = world.pcs[one]
    hand = (*pc.hand, *(card for card, count in pc.library.items() if count))
    left = Table({card: count - 1 for card, count in pc.library.items() if count > 1})
    size = sum(left.values()) + len(pc.top) + len(pc.bottom)
    return of_pc(world, one, hand=hand, hand_size=len(hand), library=left, library_size=size)


# sampled -------------------------------------------------------------------------------------------------------------


def played(seed: int) -> Watched:
    """One short play."""
    chance = Random(seed)
    reading, world = readings(chance), stirred(opened(), chance)
    cards = {one: cards_of(world, one) for one in world.pcs}
    t = Watched(world, reading, chance)
    liked = tuple(BOOK.acts[name] for name in LIKED)
    for _ in range(STEPS):
        one_step(t, reading, liked)
        t.referee.rests(t.world)
        assert all(cards_of(t.world, one) == cards[one] for one in cards)
    return t


@pytest.mark.parametrize("batch", range(PLAYS // BATCH))
def test_sampled_play_keeps_the_laws(batch: int) -> None:
    seen: set[str] = set()
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        seen |= {*played(seed).referee.seen}
    assert {"it appears with the card's owner", "a ruin harms nobody inside", "the PCs' own are met"} <= seen


# whatever people do --------------------------------------------------------------------------------------------------


def watched(session: Session, random: Random) -> Iterator[None]:
    """A live table whose entries are folded from their bytes as they are written."""
    read = session.state
    for _ in range(LIVE_STEPS):
        for entry in session.do(*wish(session.state, random)).entries:
            if isinstance(entry.body, Closed) and (procedure := read.beside or read.floor):
                assert replay_fault(read, procedure) == ""
            read = fold(read, decode(encode(entry)))
        assert read == session.state
        yield


@pytest.mark.parametrize("seed", range(LIVE))
def test_undo_overrule_and_nonsense_leave_a_log_that_replays(seed: int) -> None:
    random = Random(seed)
    wanted = NewTable("mtg_trpg", scenario="heron_supper")
    session = Session(BOOK, random, wanted).sit()
    world = session.state.world
    session.do("gm", c.Declare("start_scene", {"place": "hall", "members": list(world.pcs)}))
    for _ in watched(session, random):
        pass
    assert folded({"mtg_trpg": BOOK}, [decode(encode(one)) for one in session.entries]) == session.state

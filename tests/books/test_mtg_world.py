"""MTGでTRPG: whatever is declared, everybody and everything is in exactly one place or zone, and seals hold no longer
than their source."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from takusen.play.handles import Id
from takusen_books.mtg_trpg.seals import ended
from takusen_books.mtg_trpg.world import Pc, Permanent, World
from tests.books.mtg_play import Wild, cards_of, one_step, opened, readings

STEPS = 60


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


@pytest.mark.parametrize("seed", range(12))
def test_everything_is_always_somewhere(seed: int) -> None:
    chance = Random(seed)
    reading, world = readings(chance), opened()
    cards = {one: cards_of(world, one) for one in world.pcs}
    t = Wild(world, reading, chance)
    for _ in range(STEPS):
        one_step(t, reading)
        sound(t.world, cards)

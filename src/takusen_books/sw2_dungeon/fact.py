"""What the facts of the dungeon are made of."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, Audience, Fact, Id

from .world import (
    World,
)


class Open(Fact, frozen=True):
    """A fact that everybody learns of."""

    def see(self, world: Any) -> Audience:
        return EVERYONE


def changed(world: World, one: Id, **fields: Any) -> World:
    """The world with fields of one character set."""
    return replace(world, pcs=world.pcs.put(one, replace(world.pcs[one], **fields)))


def on_card(world: World, card: Id, **fields: Any) -> World:
    """The world with fields of one area card set."""
    return replace(world, cards=world.cards.put(card, replace(world.cards[card], **fields)))


def in_fight(world: World, **fields: Any) -> World:
    """The world with fields of the 省略戦闘 set."""
    assert world.fight is not None
    return replace(world, fight=replace(world.fight, **fields))

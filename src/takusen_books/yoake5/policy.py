"""Policies that play a character or foe: quick, always legal, and said in words."""

from takusen.rules import Declaration, Id, Memo

from .blocks import MOVE
from .rows import bounds, foes_in_reach, other_rows, weapon_range
from .strike import weapons
from .turn import cannot_act
from .world import MAIN, World


def sensible(world: World, one: Id, memo: Memo) -> Declaration | None:
    """Strike the weakest foe in reach; change rows if none is, and wait where that doesn't help."""
    if world.here().process != MAIN:
        return "ready", {"actor": one}
    return blow(world, one, memo) or step(world, one, memo) or ("end_turn", {"actor": one})


def cautious(world: World, one: Id, memo: Memo) -> Declaration | None:
    """The same, but keep to the row and strike only whom the weapon reaches from there."""
    if world.here().process != MAIN:
        return "ready", {"actor": one}
    return blow(world, one, memo) or ("end_turn", {"actor": one})


def blow(world: World, one: Id, memo: Memo) -> Declaration | None:
    """A plain attack at whoever in reach has the least HP left."""
    if cannot_act(world, memo.reading, one, "major"):
        return None
    for weapon in weapons(world, memo.reading, one):
        near = foes_in_reach(world, one, weapon_range(world, memo.reading, one, weapon))
        if near:
            target = min(near, key=lambda other: world.character(other).hp)
            return "attack", {"actor": one, "weapon": weapon, "target": target}
    return None


def step(world: World, one: Id, memo: Memo) -> Declaration | None:
    """One row to the front, or to the back for what doesn't reach the nearest."""
    if cannot_act(world, memo.reading, one, MOVE):
        return None
    weapon = weapons(world, memo.reading, one)[0]
    low, _ = bounds(weapon_range(world, memo.reading, one, weapon))
    me = world.character(one)
    wanted = me.row + 1 if me.row + 1 < low else me.row - 1
    return ("move_row", {"actor": one, "row": wanted}) if wanted in other_rows(world, one) else None


PLAYERS = {"sensible": sensible, "cautious": cautious}

"""The order of a turn (AT-15)."""

from collections.abc import Mapping, Sequence

import msgspec

from takusen.rules import GM, Id, Play, policy, rule, total

from .rolls import rolled
from .stats import ability
from .world import PARTY, World

INITIATIVE, TIE = "initiative", "tie"


class Tied(msgspec.Struct, frozen=True):
    """Who are tied and of one side, so that the GM says who is next."""

    members: tuple[Id, ...]


@policy("tied")
def as_listed(about: Tied, open_ones: Sequence[Id]) -> Id:
    """In the order in which they stand on the sheet."""
    return open_ones[0]


@rule("AT-15")
def turn_order(t: Play[World]) -> tuple[Id, ...]:
    """Everybody rolls agility, the highest acts first.

    A `Play` rule: the distribution over the orders of many fighters is too large to keep.
    """
    world = t.world
    totals = {
        one: rolled(t, INITIATIVE, ability(world, one, "agility"), one)
        for one, me in world.fighters.items()
        if me.stands
    }
    return in_order(t, grouped(totals))


def in_order(t: Play[World], groups: list[tuple[Id, ...]]) -> tuple[Id, ...]:
    """Group by group, each with its ties broken."""
    return tuple([one for group in groups for one in (group if len(group) == 1 else untied(t, group))])


def grouped(totals: Mapping[Id, int]) -> list[tuple[Id, ...]]:
    """Those who rolled the same together, the highest first."""
    groups: dict[int, tuple[Id, ...]] = {}
    for one, came in totals.items():
        groups[came] = (*groups[came], one) if came in groups else (one,)
    return [groups[came] for came in sorted(groups, reverse=True)]


def untied(t: Play[World], group: tuple[Id, ...]) -> tuple[Id, ...]:
    """The order among fighters who rolled the same: a further 2D, larger first."""
    extra = total(int(t.content("tie.dice")), 6)
    again = {one: t.roll(TIE, extra, one) for one in group}
    return tuple([one for still in grouped(again) for one in (still if len(still) == 1 else settled(t, still))])


def settled(t: Play[World], group: tuple[Id, ...]) -> tuple[Id, ...]:
    """Those who are still tied (options init_tie, same_party_tie)."""
    if t.option("init_tie") == "reroll":
        return untied(t, group)
    party = tuple(one for one in group if t.world.fighter(one).side == PARTY)
    enemies = tuple(one for one in group if one not in party)
    return among_equals(t, party) + among_equals(t, enemies)


def among_equals(t: Play[World], group: tuple[Id, ...]) -> tuple[Id, ...]:
    """The order within one side (option same_party_tie)."""
    if len(group) < 2:
        return group
    if t.option("same_party_tie") == "reroll":
        return untied(t, group)
    first = t.ask(GM, "tied", group, Tied(group), as_listed)
    return (first, *among_equals(t, tuple(one for one in group if one != first)))

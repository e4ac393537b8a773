"""Damage, going down and standing up again (YA-08)."""

from collections.abc import Sequence

import msgspec

from takusen.rules import Chance, Id, Play, policy, rule, total

from .facts_fight import HpLost, StoodUp, WentDown
from .stats import amount
from .stats import total as stat_of
from .world import NOBODY, World

STAND_UP, STAY_DOWN = "stand_up", "stay_down"
POWER = "damage"


class Falling(msgspec.Struct, frozen=True):
    """Who has come to HP 0, the LP that are left, and what standing up would cost and give."""

    of: Id
    lp: int
    cost: int
    hp: int


@policy("falling")
def stands_while_lp_last(about: Falling, open_ones: Sequence[str]) -> str:
    """Stand up while LP are left afterwards."""
    return STAND_UP if about.lp > about.cost else STAY_DOWN


@policy("falling")
def stays_down(about: Falling, open_ones: Sequence[str]) -> str:
    """Stay down and keep the LP."""
    return STAY_DOWN


@rule("YA-08")
def damage(t: Chance, power: int, dice: int, ward: int, of: Id = NOBODY) -> int:
    """Attack and the dice of the act, less what protects the target; at least 0."""
    got = t.roll(POWER, total(dice, 6), of) if dice > 0 else 0
    return max(0, power + got - ward)


def ward(world: World, t: Chance, one: Id, elements: tuple[str, ...] = (), pierces: bool = False) -> int:
    """What protects somebody: barrier strength and armour, and resistance to the elements of a blow."""
    armour = 0 if pierces else sum(stat_of(world, t.reading, one, name) for name in ("barrier", "armour"))
    return armour + sum(stat_of(world, t.reading, one, f"resist.{each}") for each in elements if each)


@rule("YA-08")
def lose(t: Play[World], one: Id, amount: int, by: Id = NOBODY, source: str = "", element: str = "") -> bool:
    """Somebody loses HP, and at 0 goes down. Gives whether they did."""
    me = t.world.character(one)
    t.emit(HpLost(one, by, amount, max(0, me.hp - amount), element, source))
    if amount < me.hp or me.down:
        return False
    go_down(t, one)
    return True


@rule("YA-08")
def go_down(t: Play[World], one: Id) -> None:
    """Somebody is down; LP pay for standing up again at once, if they want to."""
    t.emit(WentDown(one))
    me, cost = t.world.character(one), int(t.content("charts.combat.stand_up_lp"))
    if me.lp < cost:
        return
    hp = max(1, amount(me, t.reading, str(t.content("charts.combat.stand_up_hp"))))
    about = Falling(one, me.lp, cost, hp)
    if t.ask(one, "falling", (STAND_UP, STAY_DOWN), about, stands_while_lp_last) == STAND_UP:
        t.emit(StoodUp(one, cost, t.world.character(one).lp - cost, hp))

"""What the house rules say of things where data can't (MJ-46, MJ-47, MJ-52, MJ-54..58, MJ-66)."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from takusen.rules import Chance, Id, Play, policy
from takusen_books.yoake5.blows import weapon_of
from takusen_books.yoake5.catalogue import catalogue
from takusen_books.yoake5.facts_skill import Called, Discarded
from takusen_books.yoake5.ledger import Recorded
from takusen_books.yoake5.strike import Blow, Outcome
from takusen_books.yoake5.things import HANDS, day_of, hands_free, held
from takusen_books.yoake5.world import Record, World

SINGLE, CLAW = "single", "dragon_claw"
KEEP, EQUIP, SWAP = "keep", "equip", "drop_and_equip"


# mystic codes --------------------------------------------------------------------------------------------------------


def one_mystic_code(t: Chance, inner: Callable[[int, int], bool], this: int, others: int) -> bool:
    """MJ-46: one in all, or each once."""
    return inner(this, others) or bool(t.option("mystic_code_use") == "one_in_all" and this + others > 0)


def named_when_made(t: Chance, inner: Callable[[], bool]) -> bool:
    """MJ-47: what was not named when it was made can't be named later."""
    return False


# weapons -------------------------------------------------------------------------------------------------------------


def yagrush_when(t: Chance, inner: Callable[[], bool]) -> bool:
    """MJ-52: whether the bonus is declared when the roll is known."""
    return bool(t.option("yagrush_when") == "after_the_roll")


def every_kill(t: Chance, inner: Callable[[bool], bool], by_skill: bool) -> bool:
    """MJ-66: skills derived from weapon attacks count like weapon attacks."""
    return True


def claw_wounds(
    t: Play[World], inner: Callable[[Id, Id, int, str], None], one: Id, by: Id, amount: int, source: str
) -> None:
    """MJ-58: what the claw does to its bearer, or to anyone, is dealt to maximum LP at the same time; who can't keep it
    up any more throws it away."""
    inner(one, by, amount, source)
    meant = one == by or t.option("dragon_claw_damage") == "to_anyone"
    if source == CLAW and amount > 0 and meant:
        _less_max_lp(t, one, amount)
        if one == by and t.world.characters[one].max_lp <= 0:
            _thrown_away(t, by)


def claw_strikes(t: Play[World], inner: Callable[[Blow], Outcome], blow: Blow) -> Outcome:
    """MJ-58: where the damage to anyone is meant, that of its blows, too."""
    got = inner(blow)
    item = weapon_of(t.reading, t.world.characters[blow.by], blow.weapon)
    claw = catalogue(t.reading).items[CLAW]
    if got.amount > 0 and item == claw and t.option("dragon_claw_damage") == "to_anyone":
        _less_max_lp(t, blow.target, got.amount)
    return got


def _less_max_lp(t: Play[World], one: Id, amount: int) -> None:
    lost = min(amount, t.world.characters[one].max_lp)
    if lost > 0:
        t.emit(
            Recorded(one, (Record("max_lp", -lost, what=CLAW, why="dragon_claw", rule="MJ-58", day=day_of(t.world)),))
        )


def _thrown_away(t: Play[World], one: Id) -> None:
    for own, each in t.world.characters[one].items.items():
        if each.item == CLAW:
            t.emit(Discarded(one, own, CLAW))


# what is called ------------------------------------------------------------------------------------------------------


class Arrived(msgspec.Struct, frozen=True):
    """What has been called, and whether a hand is empty for it."""

    of: Id
    item: str
    free: bool


@policy("arrived")
def at_once(about: Arrived, open_ones: Sequence[str]) -> str:
    """In hand at once."""
    return open_ones[-1]


def in_hand_at_once(t: Play[World], inner: Callable[[Id, Id], None], one: Id, own: Id) -> None:
    """MJ-55: what was called is equipped at once, if the hand is empty or what it held is let go."""
    about = arrived(t, one, own)
    how = t.ask(one, "arrived", (KEEP, EQUIP if about.free else SWAP), about, at_once)
    if how == KEEP:
        inner(one, own)
        return
    dropped = () if how == EQUIP else held(t.reading, t.world.characters[one])
    t.emit(Called(one, own, about.item, catalogue(t.reading).items[about.item].slot, dropped))


def arrived(t: Play[World], one: Id, own: Id) -> Arrived:
    """What has come, and whether there is a hand for it."""
    me = t.world.characters[one]
    item = me.items[own].item
    needed = HANDS[catalogue(t.reading).items[item].slot]
    return Arrived(one, item, hands_free(t.reading, me) >= needed)


# arrows and elements -------------------------------------------------------------------------------------------------


def arrow_single(t: Chance, inner: Callable[[str], bool], target: str) -> bool:
    """MJ-57: an arrow's effect works only with attacks at a single target."""
    return target == SINGLE and inner(target)


def arrow_in_area(t: Chance, inner: Callable[[str], bool], target: str) -> bool:
    """MJ-57: whether an arrow that does nothing is used up."""
    return inner(target) and (target == SINGLE or bool(t.option("arrow_area") == "spent"))


def all_boosts(t: Chance, inner: Callable[[tuple[int, ...]], int], boosts: tuple[int, ...]) -> int:
    """MJ-56: every boost that matches, added up."""
    return sum(boosts)


WRAPPERS: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (
        *(one_mystic_code, named_when_made, yagrush_when, every_kill, claw_wounds, in_hand_at_once),
        *(arrow_single, arrow_in_area, all_boosts, claw_strikes),
    )
}
POLICIES = (at_once,)

"""What the house rules say of skills where data can't (MJ-20, MJ-23..27): functions around rules of the base."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from takusen.rules import GM, Chance, Form, Id, Offer, Play, policy
from takusen_books.yoake5.effects import Use, wins
from takusen_books.yoake5.states import end, has_from, lay, of_status, round_of
from takusen_books.yoake5.stats import total
from takusen_books.yoake5.things import taken
from takusen_books.yoake5.world import State, World

WIDE, ARMS, BELIAL, HIDDEN = "wide_barrier", "barrier_arms", "belial_shot", "hidden"
NO, YES = "no", "yes"


# 〈怪物〉 ----------------------------------------------------------------------------------------------------


def mp_floor(t: Chance, inner: Callable[[int, int], int], printed: int, less: int) -> int:
    """MJ-20: what a cost can't fall below."""
    return max(inner(printed, less), min(printed, int(t.option("mp_floor"))))


# 結界士 --------------------------------------------------------------------------------------------------------------


def barrier_pass_on(
    t: Play[World], inner: Callable[[Id, str, str, int], int], by: Id, source: str, stat: str, worth: int
) -> int:
    """MJ-24: of a strength that was itself received nothing is given on."""
    given = inner(by, source, stat, worth)
    if source != WIDE or t.option("barrier_pass_on") == "current_strength":
        return given
    return given - sum(one.amount for one in t.world.characters[by].states if one.source == WIDE and one.by != by)


def arms_stack(t: Chance, inner: Callable[[str, str], str], source: str, printed: str) -> str:
    """MJ-23: the state used twice."""
    return "add" if source == ARMS and t.option("barrier_weapon_stack") == "stacks" else inner(source, printed)


def barrier_follows(t: Play[World], inner: Callable[[Id, str], None], one: Id, stat: str) -> None:
    """MJ-24: a strength that is given live follows the giver's own."""
    inner(one, stat)
    if stat != "barrier" or t.option("barrier_value") != "live":
        return
    for other in [each for each in t.world.characters if each != one]:
        for state in has_from(t.world, other, WIDE, one):
            now = barrier_pass_on(t, lambda by, source, stat, worth: worth, one, WIDE, stat, _strength(t, one))
            if now != state.amount:
                end(t, other, (state,))
                lay(t, other, msgspec.structs.replace(state, amount=now))


def _strength(t: Play[World], one: Id) -> int:
    return total(t.world, t.reading, one, "barrier")


# 怪盗 ----------------------------------------------------------------------------------------------------------------


def hides(t: Play[World], inner: Callable[[Use, tuple[Id, ...]], bool], use: Use, against: tuple[Id, ...]) -> bool:
    """MJ-25: against all at once, or each for themselves."""
    if t.option("stealth_contest") == "every_enemy":
        return inner(use, against)
    beaten = [one for one in against if wins(t, use.by, one, use.contest or ("perception", "perception"))]
    if len(beaten) == len(against):
        return True
    for one in beaten:
        lay(t, use.by, of_status(t, HIDDEN, use.source, one, "scene", round_of(t.world)))
    return False


def roll_for_each(t: Chance, inner: Callable[[], bool]) -> bool:
    """MJ-25: whether the one who hides rolls anew against each."""
    return bool(t.option("stealth_rolls") == "a_roll_for_each") or inner()


def area_meets_hidden(t: Chance, inner: Callable[[], bool]) -> bool:
    """MJ-25: whether what chooses no target meets somebody hidden."""
    return inner() and bool(t.option("hidden_area") == "hit")


def pickpocket_again(t: Chance, inner: Callable[[int, int], bool], tries: int, successes: int) -> bool:
    """MJ-26: whether one may pick the same pocket again."""
    before = tries if t.option("pickpocket_counts") == "tries" else successes
    return inner(tries, successes) and bool(t.option("pickpocket_repeat") == "any" or before == 0)


class Leave(msgspec.Struct, frozen=True):
    """What the GM is asked: whether somebody may take of what another owns or wears, and of which of these things."""

    of: Id
    target: Id
    things: tuple[str, ...] = ()


class Within(msgspec.Struct, frozen=True):
    """The things of which one comes at random."""

    things: tuple[str, ...]


def _within(o: Offer[Any], about: Leave) -> None:
    o.some("things", about.things, len(about.things), 1, suggested=about.things)


@policy("equipment_leave")
def no_leave(about: Leave, open_ones: Sequence[str]) -> str:
    """Nothing that is owned or worn."""
    return NO


@policy("equipment_range")
def all_of_it(about: Leave, open_ones: Sequence[Any]) -> Within:
    """All of them."""
    return Within(about.things)


def pickpocket_loot(t: Play[World], inner: Callable[[Id, Id, str], None], one: Id, target: Id, skill: str) -> None:
    """MJ-26: with the GM's leave one random thing that the target owns or wears; the GM says of which."""
    things = tuple(map(str, t.world.characters[target].items))
    about = Leave(one, target, things)
    if not things or t.ask(GM, "equipment_leave", (NO, YES), about, no_leave) == NO:
        inner(one, target, skill)
        return
    within = t.ask(GM, "equipment_range", Form(Within, _within), about, all_of_it)
    own = Id(t.draw("pickpocket", within.things, one))
    taken(t, one, target, t.world.characters[target].items[own].item, own)
    if t.option("pickpocket_equipment") == "besides_drop":
        inner(one, target, skill)


# 背教者 --------------------------------------------------------------------------------------------------------------


class Second(msgspec.Struct, frozen=True):
    """Who runs the one that was hit is asked whether the second effect is played."""

    of: Id
    by: Id


@policy("second_effect")
def no_second(about: Second, open_ones: Sequence[str]) -> str:
    """It isn't played."""
    return NO


def belial_second(t: Play[World], inner: Callable[[Use, Id, int], None], use: Use, target: Id, damage: int) -> None:
    """MJ-27: the second effect is a matter of description, and of whoever runs the one that was hit."""
    inner(use, target, damage)
    if use.source != BELIAL or damage <= 0 or t.option("belial_second_effect") == "off":
        return
    if t.ask(target, "second_effect", (NO, YES), Second(target, use.by), no_second) == YES:
        lay(t, target, State("heart_dimmed", "round", round_of(t.world), source=BELIAL, by=use.by))


# 戒め・封印 ----------------------------------------------------------------------------------------------------


def categories_listed(
    t: Chance, inner: Callable[[tuple[str, ...], tuple[str, ...]], bool], mine: tuple[str, ...], among: tuple[str, ...]
) -> bool:
    """MJ-49, MJ-50: a skill of two categories, one of them listed."""
    if t.option("two_categories") == "counts_as_listed":
        return inner(mine, among)
    return bool(mine) and all(one in among for one in mine)


def status_passive(t: Chance, inner: Callable[[], bool]) -> bool:
    """MJ-49, MJ-50: whether passive skills go on."""
    return inner() and bool(t.option("status_passive") == "unaffected")


WRAPPERS: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (
        *(mp_floor, barrier_pass_on, arms_stack, barrier_follows, hides, roll_for_each, area_meets_hidden),
        *(pickpocket_again, pickpocket_loot, belial_second, categories_listed, status_passive),
    )
}
POLICIES = (no_leave, all_of_it, no_second)

"""What the house rules put around rules of the book."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from takusen.rules import Chance, Play, policy
from takusen_books.yoake5.bonds import AFFINITY, FAITH
from takusen_books.yoake5.world import WAITING, World

BOSS, HIGHEST = "boss_level", "highest_pc_level"


class Alpha(msgspec.Struct, frozen=True):
    """What the GM chooses between for the reward."""

    fixed: int
    boss_level: int
    highest_pc_level: int


@policy("reward_alpha")
def higher(about: Alpha, open_ones: Any) -> str:
    """The higher of both."""
    return BOSS if about.boss_level > about.highest_pc_level else HIGHEST


def reward_with_alpha(t: Play[World], inner: Callable[..., int], fixed: int, boss_level: int, highest_pc: int) -> int:
    """Fixed experience and alpha: the boss's level, or the highest level in the party (MJ-16)."""
    how, both = t.option("reward_alpha"), {BOSS: boss_level, HIGHEST: highest_pc}
    if how == "gm_picks":
        how = t.ask("gm", "reward_alpha", (BOSS, HIGHEST), Alpha(fixed, boss_level, highest_pc), higher)
    return fixed + (both[how] if how in both else max(both.values()))


def waiting_is_not_yet(t: Chance, inner: Callable[..., bool], mark: str) -> bool:
    """Whoever waits is at the same time one who has not yet acted (MJ-60)."""
    return mark == WAITING or inner(mark)


def allowed_by_ticket(
    t: Chance, inner: Callable[..., bool], timing: str, money: bool, used: tuple[str, ...], met: tuple[str, ...]
) -> bool:
    """Whoever used a friendship or quarrel ticket, or on whom one was used, or to whom faith was thrown, may use skills
    of the after-play, and of the pre-play such as move no money (MJ-62)."""
    kinds = {AFFINITY} if t.option("ticket_names") == "one_kind" else {"friendship", "quarrel"}
    met_so = bool(kinds & {*used, *met}) or FAITH in met
    return inner(timing, money, used, met) or (met_so and not (timing == "preplay" and money))


WRAPPERS: Mapping[str, Callable[..., Any]] = {
    "allowed_by_ticket": allowed_by_ticket,
    "reward_with_alpha": reward_with_alpha,
    "waiting_is_not_yet": waiting_is_not_yet,
}

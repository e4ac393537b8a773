"""The names that formulas of this game's content may use, how people write them, and where each may stand.

`CL SL IL BG HG` and the like are numbers of the user, `TARGET_...` those of whoever is aimed at; abilities are dice.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from takusen.rules import DiceCode, Formula, Names, formula

from .arts import ABILITIES

Look = Callable[[str], DiceCode | int]

OWN: Mapping[str, str] = {
    "CL": "level", "BG": "gauge", "HP": "hp", "HP_MAX": "hp_max", "MP": "mp", "MP_MAX": "mp_max", "BARRIER": "barrier",
    "MIRACLE": "miracle", "MARKER": "marker", "GUARD": "guard",
}  # fmt: skip
"""Numbers that a fighter keeps, by the name under which formulas know them."""
AIMED = {f"TARGET_{name}": field for name, field in OWN.items()}
JAPANESE = {
    "最大HP": "HP_MAX", "最大MP": "MP_MAX", "障壁": "BARRIER", "奇跡": "MIRACLE", "マーカー": "MARKER", "防御": "GUARD",
    "ターン": "TURN", "ダメージ": "DAMAGE", "威力": "POWER", "消費MP": "PAID", "詠唱中": "SINGING",
    "筋力": "strength", "耐久": "endurance", "素早さ": "agility", "感知": "perception", "集中": "focus",
    "詩力": "songcraft", "幸運": "luck", "攻撃力": "attack", "対象詠唱中": "TARGET_SINGING",
}  # fmt: skip
ALIASES = JAPANESE | {
    f"対象{name}": f"TARGET_{JAPANESE.get(name, name)}" for name in (*OWN, "最大HP", "最大MP", "障壁")
}
COMMON: dict[str, Any] = {**dict.fromkeys((*OWN, "HG", "TURN"), "number"), "SINGING": "truth"}
TARGETED: dict[str, Any] = {**dict.fromkeys(AIMED, "number"), "TARGET_SINGING": "truth"}
DICE: dict[str, Any] = dict.fromkeys(ABILITIES, "code")
LEVELS = {"skill": "SL", "item": "IL"}
HAPPENING: Mapping[str, tuple[str, ...]] = {
    "cover": ("POWER",),
    "damage_taken": ("POWER",),
    "damage_dealt": ("DAMAGE",),
    "counter": ("DAMAGE",),
    "mp_paid": ("PAID",),
}
"""What a window knows of what is going on: the power rolled, the damage done, the MP paid."""
OTHERS = frozenset((*AIMED, *(name for known in HAPPENING.values() for name in known)))
"""Names that stand for numbers of another than the user."""


@lru_cache(maxsize=256)
def names_in(kind: str, hooks: tuple[str, ...] = (), passive: bool = False) -> Names:
    """The names for what a skill, song or item does in all of these windows, or, without windows, for its cost and
    condition; passive arts look at numbers of their owner."""
    level: dict[str, Any] = dict.fromkeys(filter(None, (LEVELS.get(kind),)), "number")
    more = {} if passive else {**DICE, **TARGETED, **dict.fromkeys(_happening(hooks), "number")}
    return Names({**level, **COMMON, **more}, ALIASES)


def _happening(hooks: tuple[str, ...]) -> tuple[str, ...]:
    """What all of the windows know of what is going on."""
    known = [HAPPENING.get(hook, ()) for hook in hooks]
    return tuple(name for name in known[0] if all(name in one for one in known)) if known else ()


EVERY = Names(
    {**dict.fromkeys(("SL", "IL", "POWER", "DAMAGE", "PAID"), "number"), **COMMON, **TARGETED, **DICE}, ALIASES
)
"""All names: what comes to the table has been checked against those of its place."""


@lru_cache(maxsize=8192)
def read(text: str, kind: Any = "code") -> Formula:
    """A formula of content that is at the table."""
    return formula(text, EVERY, kind)

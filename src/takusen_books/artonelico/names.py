"""What palettes call a character's numbers: abilities as they are rolled now, with gear and all that lasts."""

from collections.abc import Mapping

from takusen.rules import Id, Reading

from .arts import ABILITIES
from .stats import ability, steps
from .world import World

JAPANESE = ("筋力", "耐久", "素早さ", "感知", "集中", "詩力", "幸運", "攻撃力")
"""The abilities as sheets name them, in the order of the book's own."""


def derived(world: World, one: Id, reading: Reading) -> Mapping[str, int | str]:
    """The numbers that no field holds, by the names that sheets and palettes use."""
    me = world.fighters.get(one)
    if me is None:
        return {}
    now = {named: str(ability(world, one, key)) for named, key in zip(JAPANESE, ABILITIES, strict=True)}
    return {**now, "移動力": steps(world, one), "CL": me.level}

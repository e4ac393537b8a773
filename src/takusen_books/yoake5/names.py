"""What palettes call a character's numbers, and what things of the content are in brief."""

from collections.abc import Mapping

from takusen.rules import Id, Listed, Reading, Shown, Word, is_hidden

from .blocks import Item, Skill
from .catalogue import catalogue
from .stats import total
from .world import World

JAPANESE = {
    "感知": "perception", "器用": "dexterity", "知力": "intellect", "精神": "spirit", "命中": "hit", "回避": "evasion",
    "攻撃力": "attack", "魔法攻撃力": "magic_attack", "結界強度": "barrier", "防護点": "armour",
    "行動値": "action_value", "鑑定": "appraisal", "情報": "lore", "最大HP": "hp_max", "最大MP": "mp_max",
}  # fmt: skip
"""The numbers of sheets by the names that palettes use."""


def derived(world: World, one: Id, reading: Reading) -> Mapping[str, int | str]:
    """The numbers that no field holds, with all that changes them now."""
    me = world.characters.get(one)
    if me is None or is_hidden(me.foe):
        return {}
    now = {name: total(world, reading, one, stat) for name, stat in JAPANESE.items()}
    return now | {stat: now[name] for name, stat in JAPANESE.items()}


def gist(world: World, one: str, reading: Reading) -> Shown | None:
    """What a skill, an item (or what somebody has of one), or a class is; None for anything else."""
    known, one = catalogue(reading), one.rpartition(".")[2].partition("#")[0]
    skill, item, text = known.skills.get(one), known.items.get(one), Word(f"title.text:{one}")
    if skill is not None:
        return Listed((*about_skill(skill), text))
    if item is not None:
        return Listed((*about_item(item), text))
    rest = (known.classes, known.species, known.dormitories, known.ready)
    return text if any(one in table for table in rest) else None


def about_skill(skill: Skill) -> tuple[Word, ...]:
    """When a skill is used, and what it costs."""
    timing = Word(f"timing.{skill.timing}")
    return (timing, Word("phrase.mp", (("cost", skill.cost),))) if skill.cost != "0" else (timing,)


def about_item(item: Item) -> tuple[Word, ...]:
    """What an item costs and weighs."""
    return (Word("phrase.price", (("price", f"{item.price:,}"),)), Word("phrase.weighs", (("weight", item.weight),)))

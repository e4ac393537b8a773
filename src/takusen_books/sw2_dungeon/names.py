"""What palettes of SW2.0 call the numbers that no field holds: bonuses, levels, base values, resistances."""

from collections.abc import Mapping

from takusen.rules import Id, Reading

from .world import ABILITIES, ADVENTURER, PC, World

SHORT = ("器用", "敏捷", "筋力", "生命", "知力", "精神")
FULL = ("器用度", "敏捷度", "筋力", "生命力", "知力", "精神力")
LATIN = ("dex", "agi", "str", "vit", "int", "mnd")
PARTY = "冒険者"


def derived(world: World, one: Id, reading: Reading) -> Mapping[str, int | str]:
    """The numbers of a character by the names that sheets and palettes use."""
    pc = world.pcs.get(one)
    return _abilities(pc) | _checks(pc) | _resistances(pc) if pc else {}


def _abilities(pc: PC) -> dict[str, int | str]:
    """Scores and their bonuses: `器用`, `器用B`, `器用度B`, `DEX`, `dexB`."""
    found: dict[str, int | str] = {}
    for ability, short, full, latin in zip(ABILITIES, SHORT, FULL, LATIN, strict=True):
        score, bonus = int(getattr(pc, ability)), pc.bonus(ability)
        found |= {short: score, latin.upper(): score, f"{short}B": bonus, f"{full}B": bonus, f"{latin}B": bonus}
    return found


def _checks(pc: PC) -> dict[str, int | str]:
    """Levels and base values: `冒険者`, `スカウト知力`."""
    found: dict[str, int | str] = {ADVENTURER: pc.level, PARTY: pc.level, "LV": pc.level}
    for called, skill in ((PARTY, ADVENTURER), *((skill, skill) for skill in pc.skills)):
        found |= {f"{called}{short}": pc.base(skill, ability) for ability, short in zip(ABILITIES, SHORT, strict=True)}
    return found


def _resistances(pc: PC) -> dict[str, int | str]:
    fortitude, willpower = pc.resistance("fortitude"), pc.resistance("willpower")
    return {"生命抵抗": fortitude, "生命抵抗力": fortitude, "精神抵抗": willpower, "精神抵抗力": willpower}

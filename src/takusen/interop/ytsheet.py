"""ゆとシートⅡ: the JSON of its characters and monsters, in both editions of Sword World and in its other games."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from takusen.interop import sw
from takusen.interop.monsters import bodied
from takusen.interop.refusal import NoSheet
from takusen.interop.text import folded, leading, named, number, shown
from takusen.log.table import Table
from takusen.rulebook.sheet import ABILITIES, MONSTER, OTHER, Amount, Part, Remark, Sheet, Weapon

TOOL = "ytsheet"
CODES = ("Dex", "Agi", "Str", "Vit", "Int", "Mnd")
LETTERS = "ABCDEF"
BASES = ("Tec", "Tec", "Phy", "Phy", "Spi", "Spi")
MARKS = ("sttDex", "unitStatus", "gameVersion", "sheetDescriptionS", "monsterName", "characterName", "convertSource")
MOST = 100
PLAIN = {
    "gender": "性別", "age": "年齢", "birth": "生まれ", "faith": "信仰", "faithOther": "信仰", "sin": "穢れ",
    "rank": "ランク", "raceAbility": "種族特徴", "monsterLore": "魔物知識", "initiative": "先制力",
    "mobilityTotal": "移動力", "mobilityFull": "全力移動", "vitResistTotal": "生命抵抗力",
    "mndResistTotal": "精神抵抗力", "moneyTotal": "所持金", "depositTotal": "預金", "debtTotal": "借金",
    "honor": "名誉点", "expTotal": "経験点", "expRest": "残り経験点", "history0Exp": "作成時経験点", "items": "所持品",
}  # fmt: skip
MONSTER_PLAIN = {
    "taxa": "分類", "intellect": "知能", "perception": "知覚", "disposition": "反応", "sin": "穢れ", "language": "言語",
    "habitat": "生息地", "reputation": "知名度", "reputation+": "弱点値", "weakness": "弱点", "initiative": "先制値",
    "mobility": "移動速度", "vitResist": "生命抵抗力", "mndResist": "精神抵抗力", "partsNum": "部位数",
    "coreParts": "コア部位", "skills": "特殊能力", "description": "解説",
}  # fmt: skip
POWERS = {
    "Sor": "真語魔法",
    "Con": "操霊魔法",
    "Wiz": "深智魔法",
    "Pri": "神聖魔法",
    "Fai": "妖精魔法",
    "Mag": "魔動機術",
}
POWERS |= {"Dem": "召異魔法", "Gri": "秘奥魔法", "Dru": "森羅魔法", "Aby": "奈落魔法"}


def is_ours(data: Mapping[str, Any]) -> bool:
    """Whether JSON comes from this tool."""
    return "pc_name" not in data and (sum(mark in data for mark in MARKS) >= 2 or _error(data) != "")


def _error(data: Mapping[str, Any]) -> str:
    """What the tool says instead of a sheet."""
    told = shown(data.get("result"))
    return told if told and told != "OK" and len(data) < 10 else ""


def read(data: Mapping[str, Any]) -> Sheet:
    """A sheet from the tool's JSON. Raises NoSheet with the tool's own words where it sent none."""
    if _error(data):
        raise NoSheet("sheet_tool_says", text=_error(data))
    if shown(data.get("type")) == "m" or ("monsterName" in data and "sttDex" not in data):
        return _monster(data)
    return _character(data) if "sttDex" in data or "lvCaster" in data or any(_levels(data)) else _other_game(data)


# characters ----------------------------------------------------------------------------------------------------------


def _character(data: Mapping[str, Any]) -> Sheet:
    skills, details, notes = sw.learned(_levels(data))
    sheet = replace(
        _common(data),
        system=sw.edition(skills, f"sw{shown(data.get('gameVersion'))}", shown(data.get("sheetURL"))),
        race=shown(data.get("race")),
        level=number(data.get("level")),
        abilities=_abilities(data),
        bonuses=_numbers(data, "bonus{}"),
        skills=skills,
        feats=_feats(data),
        items=Table(sw.packed(shown(data.get("items")))),
        notes=notes,
    )
    values = (
        details | dict(_values(data, PLAIN)) | dict(_armour(data)) | dict(_common_classes(data)) | dict(_powers(data))
    )
    sheet = replace(sheet, values=Table(values), gauges=_gauges(data))
    return sw.finished(_armed(sheet, data), _added(data))


def _common(data: Mapping[str, Any]) -> Sheet:
    """What every sheet of this tool has."""
    name, ruby, alias = named(data.get("characterName"))
    other, _, _ = named(data.get("aka"))
    kind, _, _ = named(data.get("monsterName"))
    plate, _, _ = named(data.get("namePlate"))
    return Sheet(
        tool=TOOL,
        name=name,
        ruby=ruby or shown(data.get("characterNameRuby")),
        aliases=tuple(dict.fromkeys(filter(None, (alias, other, kind, plate)))),
        player=shown(data.get("playerName")),
        memo=shown(data.get("freeNote")),
        palette=shown(data.get("chatPalette")),
        colour=shown(data.get("nameColor")),
        icon_url=shown(data.get("imageURL")),
        initiative=number(data.get("initiative")),
        url=shown(data.get("sheetURL")),
        unknown={TOOL: dict(data)},
    )


def _levels(data: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Skills with levels; a code that nobody knows stays a skill of that name."""
    for key, value in data.items():
        code = re.fullmatch(r"lv([A-Z][a-z]{2})", key)
        if code and code[1] not in ("Wiz", "Min", "Max"):
            yield sw.CLASSES.get(code[1], code[1]), number(value) or 0


def _common_classes(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """一般技能: no adventurer's skills, so they stand among the values."""
    for index in range(1, MOST):
        name, level = shown(data.get(f"commonClass{index}")), number(data.get(f"lvCommon{index}"))
        if name and level:
            yield name, str(level)


def _powers(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for code, name in POWERS.items():
        if number(data.get(f"magicPower{code}")):
            yield name, shown(data[f"magicPower{code}"])


def _numbers(data: Mapping[str, Any], pattern: str) -> Table[str, int]:
    read = ((name, number(data.get(pattern.format(code)))) for name, code in zip(ABILITIES, CODES, strict=True))
    return Table((name, value) for name, value in read if value is not None)


def _abilities(data: Mapping[str, Any]) -> Table[str, int]:
    """The scores with all that is added to them outside the tool's own totals."""
    found: dict[str, int] = {}
    for name, code, letter, base in zip(ABILITIES, CODES, LETTERS, BASES, strict=True):
        total = number(data.get(f"stt{code}"))
        if total is None and f"sttBase{letter}" in data:
            parts = (f"sttBase{base}", f"sttBase{letter}", f"sttGrow{letter}")
            total = sum(number(data.get(part)) or 0 for part in parts)
        if total is not None:
            found[name] = total + sum(number(data.get(f"stt{kind}{letter}")) or 0 for kind in ("Add", "Equip"))
    return Table(found)


def _feats(data: Mapping[str, Any]) -> tuple[str, ...]:
    def order(key: str) -> tuple[int, str]:
        return leading(re.sub(r"\D+", "", key)) or 0, key

    keys = sorted((key for key in data if re.match(r"combatFeats(?:Lv|Exc)", key)), key=order)
    own = (shown(data[key]) for key in keys)
    free = re.split(r"[,、]", shown(data.get("combatFeatsAuto")))
    return tuple(dict.fromkeys(one.strip() for one in (*own, *free) if one.strip()))


def _values(data: Mapping[str, Any], labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for key, label in labels.items():
        if shown(data.get(key)):
            yield label, shown(data[key])


def _armour(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """防護点 and 回避力: the first set of armour, in today's keys or in those of old sheets."""
    for label, keys in (("防護点", "Def"), ("回避力", "Eva")):
        printed = (data.get(f"defenseTotal{one}{keys}") for one in ("1", "All", "2", "3"))
        value = next((one for one in printed if number(one) is not None), None)
        if value is not None:
            yield label, str(number(value))


def _gauges(data: Mapping[str, Any]) -> Table[str, Amount]:
    """HP and MP by the totals, everything else as the tool would put it on a piece."""
    gauges = dict(_status(data.get("unitStatus")))
    for label, key in (("HP", "hpTotal"), ("MP", "mpTotal")):
        total = number(data.get(key))
        if total is not None and gauges.get(label, Amount()).max != total:
            gauges[label] = Amount(total, total)
    return Table(gauges)


def _status(listed: Any) -> Iterator[tuple[str, Amount]]:
    """`unitStatus`: objects of one key, whose value is now/max, a number, or a text that is no gauge."""
    for one in listed if isinstance(listed, list) else ():
        for label, value in one.items() if isinstance(one, dict) else ():
            amount = amount_of(value)
            if amount:
                yield shown(label), amount


def amount_of(value: Any) -> Amount | None:
    """A gauge from `29/29`, `29` or a number; None where there is no number."""
    now, slash, most = folded(shown(value)).partition("/")
    if number(now) is None:
        return None
    return Amount(number(now), number(most) if slash else None)


def _added(data: Mapping[str, Any]) -> dict[str, int]:
    """What the sheet itself adds to its totals."""
    keys = (("HP", "hp"), ("MP", "mp"), ("生命抵抗力", "vitResist"), ("精神抵抗力", "mndResist"))
    return {label: number(data.get(f"{key}AddTotal")) or 0 for label, key in keys}


def _armed(sheet: Sheet, data: Mapping[str, Any]) -> Sheet:
    """With its weapons, and what is to tell about them."""
    weapons, notes, found = [], list(sheet.notes), list(sheet.differences)
    for index in range(1, min(number(data.get("weaponNum")) or MOST, MOST) + 1):
        key = f"weapon{index}"
        name = named(data.get(f"{key}Name"))[0]
        if not name:
            continue
        value, told = sw.critical(shown(data.get(f"{key}Crit")), name)
        texts = {part: shown(data.get(f"{key}{word}")) for part, word in WEAPON}
        weapon = Weapon(name, critical=value, **texts)
        weapons.append(weapon)
        notes += told
        level = sheet.skills.get(shown(data.get(f"{key}Class")), 0)
        if level and shown(data.get(f"{key}Category")) != "ガン":
            found += sw.weapon_differences(sheet, weapon, level, _added_to(data, key, sheet))
    return replace(sheet, weapons=tuple(weapons), notes=tuple(notes), differences=tuple(found))


WEAPON = (("usage", "Usage"), ("hit", "AccTotal"), ("rate", "Rate"), ("damage", "DmgTotal"), ("note", "Note"))


def _added_to(data: Mapping[str, Any], key: str, sheet: Sheet) -> tuple[int, int]:
    """What a weapon adds to hit and damage: its own numbers, that it is its owner's, and feats."""
    dexterity = sheet.abilities.get("器用度", 0)
    own = (dexterity + 2) // 6 - dexterity // 6 if shown(data.get(f"{key}Own")) else 0
    hit = (number(data.get(f"{key}Acc")) or 0) + own + (number(data.get("accuracyEnhance")) or 0)
    return hit, (number(data.get(f"{key}Dmg")) or 0) + _mastery(sheet, shown(data.get(f"{key}Category")))


def _mastery(sheet: Sheet, category: str) -> int:
    """武器習熟 for a kind of weapon: 1 for the first, 2 more for the second."""
    feats = [folded(one) for one in sheet.feats]
    ranks = [one for one in feats if category and one.startswith("武器習熟") and one.endswith(f"/{folded(category)}")]
    return sum(2 if re.match(r"武器習熟(?:S|II)", one) else 1 for one in ranks)


# monsters ------------------------------------------------------------------------------------------------------------


def _monster(data: Mapping[str, Any]) -> Sheet:
    parts = tuple(_parts(data))
    fixes = {"vitResist": "生命抵抗力", "mndResist": "精神抵抗力"}
    fixed = ((f"{label}固定値", shown(data.get(f"{key}Fix"))) for key, label in fixes.items())
    values = dict(_values(data, MONSTER_PLAIN)) | {label: text for label, text in fixed if text}
    loot = [f"{shown(data.get(f'loots{at}Num'))} {shown(data.get(f'loots{at}Item'))}".strip() for at in range(1, MOST)]
    if any(loot):
        values["戦利品"] = "\n".join(filter(None, loot))
    sheet = replace(
        _common(data),
        kind=MONSTER,
        system=sw.edition({}, f"sw{shown(data.get('gameVersion'))}", shown(data.get("sheetURL"))),
        level=number(data.get("lv")),
        values=Table(values),
        parts=parts,
        memo=shown(data.get("description")) or shown(data.get("sheetDescriptionM")),
    )
    return sw.finished(bodied(sheet))


def _parts(data: Mapping[str, Any]) -> Iterator[Part]:
    for index in range(1, min(number(data.get("statusNum")) or 1, MOST) + 1):
        key = f"status{index}"
        texts = {name: shown(data.get(f"{key}{word}")) for name, word in STATUS.items()}
        if any(texts.values()):
            yield Part(named(data.get(f"{key}Style"))[0], **texts)


STATUS = {"hit": "Accuracy", "damage": "Damage", "evasion": "Evasion", "armour": "Defense", "hp": "Hp", "mp": "Mp"}


# other games ---------------------------------------------------------------------------------------------------------


def _other_game(data: Mapping[str, Any]) -> Sheet:
    """A sheet of one of the tool's other games: what it would put on a piece, and its description."""
    sheet = _common(data)
    texts = {label: shown(value) for one in _listed(data) for label, value in one.items()}
    return sw.finished(
        replace(
            sheet,
            system=OTHER,
            race=shown(data.get("race")),
            level=number(data.get("level")),
            gauges=Table(_status(data.get("unitStatus"))),
            values=Table({label: text for label, text in texts.items() if amount_of(text) is None and text}),
            memo="\n".join(filter(None, (shown(data.get("sheetDescriptionM")), sheet.memo))),
            notes=(Remark("sheet_unknown_game"),),
        )
    )


def _listed(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    listed = data.get("unitStatus")
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []

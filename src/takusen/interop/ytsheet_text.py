"""ゆとシートⅡ's characters as text: sections after ●, tables laid out by display width."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from takusen.interop import labelled, sw
from takusen.interop.columns import cells, placed
from takusen.interop.text import folded, leading, named, number, parted, shown
from takusen.log.table import Table
from takusen.rulebook.sheet import ABILITIES, Amount, Sheet, Weapon

TOOL = "ytsheet"
HEADING = re.compile(r"^[●◆](.+)$", re.MULTILINE)
SKILL = re.compile(r"^\s*(\S.*?)\s*:\s*(\d{1,3})\s*Lv", re.MULTILINE)
FEAT = re.compile(r"^\s*(?:\d{1,2}|秘伝)\s*:\s*(\S.*)$", re.MULTILINE)
PAIRED = re.compile(r"^\s*(\S.*?)\s*:\s*([+-]?[\d,]+)\s*$", re.MULTILINE)
WEAPON_COLUMNS = {
    "用法": "usage", "命中": "hit", "威力": "rate", "C値": "critical", "追加ダメ": "damage", "追加D": "damage",
    "メモ": "note", "備考": "note",
}  # fmt: skip
LEFT_OUT = ("キャラクター名", "種族")
RESISTANCES = ("生命抵抗", "精神抵抗", "HP", "MP")
SPEEDS = {"先制": "先制力", "魔物知識": "魔物知識", "通常移動": "移動力", "移動": "移動力"}


def is_ours(text: str) -> bool:
    """Whether a text is a character of this tool."""
    return "●能力値" in text and "●レベル・技能" in text


def read(text: str) -> Sheet:
    """The character in a text."""
    plain = "\n".join(folded(shown(line)) if "&" in line else folded(line) for line in text.split("\n"))
    sections = {head[1]: rest.strip("\n") for head, rest in parted(HEADING, plain)}
    who = dict(labelled.pairs(HEADING.split(plain, maxsplit=1)[0]))
    name, ruby, alias = named(_after(text, "キャラクター名"))
    skills, details, notes = sw.learned(_levels(sections))
    values = {
        label: value for label, value in who.items() if label not in ("キャラクター名", "種族") and value
    } | details
    sheet = Sheet(
        tool=TOOL,
        system=sw.edition(skills),
        name=name,
        ruby=ruby,
        aliases=(alias,) if alias else (),
        race=who.get("種族", "").split(" ")[0].split("[")[0].strip(),
        level=next((level for word, level in _all_levels(sections) if word == "冒険者レベル"), None),
        skills=skills,
        feats=tuple(found[1].strip() for found in FEAT.finditer(_section(sections, "戦闘特技"))),
        items=Table(sw.packed(_section(sections, "所持品"))),
        weapons=tuple(_weapons(_section(sections, "装備"))),
        memo=shown(_section(sections, "容姿") or _section(sections, "メモ") or _section(sections, "経歴")),
        notes=notes,
    )
    sheet, more, added = _scored(sheet, _section(sections, "能力値").split("\n"))
    values |= more | _armour(_section(sections, "装備")) | dict(PAIRED.findall(_section(sections, "魔力")))
    values |= dict(PAIRED.findall(_section(sections, "資金")))
    return sw.finished(replace(sheet, values=Table(values), initiative=number(values.get("先制力", ""))), added)


def _section(sections: Mapping[str, str], word: str) -> str:
    return next((text for name, text in sections.items() if word in name), "")


def _after(text: str, label: str) -> str:
    found = re.search(rf"^\s*{label}\s*[:：](.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def _all_levels(sections: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    for found in SKILL.finditer(_section(sections, "レベル・技能")):
        yield found[1], int(found[2])


def _levels(sections: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    return (one for one in _all_levels(sections) if one[0] != "冒険者レベル")


# the tables ----------------------------------------------------------------------------------------------------------


def _table(lines: Sequence[str], first: str) -> dict[str, tuple[str, ...]]:
    """The rows under a heading row that begins with a word, by label; the heading itself under ""."""
    at = next((at for at, line in enumerate(lines) if line.strip().startswith(first)), None)
    if at is None:
        return {}
    heads = cells(lines[at])
    rows = {"": tuple(head.text for head in heads)}
    for line in lines[at + 1 :]:
        label = line.split(" ", 1)[0]
        if not line.strip():
            break
        if label and not set(label) <= {"-"}:
            row = cells(line, label)
            full = len(row) == len(heads)
            rows[label] = tuple(one.text for one in row) if full else placed(row, [head.edge for head in heads])
    return rows


def _by_head(rows: Mapping[str, tuple[str, ...]], label: str) -> dict[str, int]:
    read = zip(rows.get("", ()), rows.get(label, ()), strict=False)
    return {head: value for head, text in read if (value := leading(text)) is not None}


def _scored(sheet: Sheet, lines: Sequence[str]) -> tuple[Sheet, dict[str, str], dict[str, int]]:
    """With abilities, bonuses, HP and MP; the other totals as values, and what the sheet adds to its totals."""
    scores, totals, speeds = _table(lines, "器用"), _table(lines, "生命抵抗"), _table(lines, "先制")
    total, more, bonus = (_by_head(scores, label) for label in ("合計", "修正", "ボーナス"))
    points, added = _by_head(totals, "合計"), _by_head(totals, "修正")
    values = {f"{label}力": str(points[label]) for label in RESISTANCES[:2] if label in points}
    values |= {SPEEDS[label]: str(value) for label, value in _by_head(speeds, "合計").items() if label in SPEEDS}
    values |= {f"{sw.ability(head)}修正": str(value) for head, value in more.items() if value and sw.ability(head)}
    abilities = {sw.ability(head): value + more.get(head, 0) for head, value in total.items()}
    gauges = {label: Amount(points[label], points[label]) for label in ("HP", "MP") if label in points}
    sheet = replace(
        sheet,
        abilities=Table((name, abilities[name]) for name in ABILITIES if name in abilities),
        bonuses=Table((sw.ability(head), value) for head, value in bonus.items() if sw.ability(head)),
        gauges=Table(gauges),
    )
    return sheet, values, {label if label in ("HP", "MP") else f"{label}力": value for label, value in added.items()}


# equipment -----------------------------------------------------------------------------------------------------------


def barred(line: str) -> list[str]:
    """The cells of a row with bars between them."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else []


def _weapons(text: str) -> Iterator[Weapon]:
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if "|" in line and "威力" in line), None)
    heads = barred(lines[start]) if start is not None else []
    for line in lines[(start or 0) + 1 :] if heads else ():
        row = barred(line)
        if not row:
            return
        read = {WEAPON_COLUMNS[head]: cell for head, cell in zip(heads, row, strict=False) if head in WEAPON_COLUMNS}
        read["critical"], _ = sw.critical(read.get("critical", ""), row[0])
        if row[0]:
            yield Weapon(named(row[0])[0], **read)


def _armour(text: str) -> dict[str, str]:
    """回避力 and 防護点 of the first row of sums."""
    heads: list[str] = []
    for line in text.split("\n"):
        row = [cell.strip() for cell in line.split("|")]
        heads = row if "防護点" in row else heads
        if row[0].strip() == "合計" and heads:
            read = dict(zip(heads, row, strict=False))
            both = ("回避力", "防護点")
            return {label: str(number(read.get(label))) for label in both if number(read.get(label)) is not None}
    return {}

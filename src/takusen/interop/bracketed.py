"""Sheets of Sword World that print each ability as a sum in one line: 【器用度】 14+ 1+ 0= 15 [器用度ボーナス:2]."""

import re
from collections.abc import Iterator

from takusen.interop import sw
from takusen.interop.text import folded, named, number
from takusen.log.table import Table
from takusen.rulebook.sheet import SW20, Amount, Difference, Remark, Sheet

TOOL = "text"
SUM = re.compile(
    r"【([^】]{1,6})】\s*([\d+\s-]{1,40})=\s*([+-]?\d{1,4})\s*(?:\[[^\]]*ボーナス\s*:\s*([+-]?\d{1,3})\])?"
)
GAUGE = re.compile(r"【?\b(HP|MP)】?\s*:?\s*(\d{1,4})(?:\s*/\s*(\d{1,4}))?")
LABELLED = re.compile(r"[\[(]?(冒険者レベル|生命抵抗力|精神抵抗力|魔物知識|先制力|防護点|回避力)\s*:\s*([+-]?\d{1,4})")
SKILL = re.compile(r"([ァ-ヶー]{3,12})(?:技能)?\s*:\s*(\d{1,3})")
RACE = re.compile(r"【種族】\s*([^\s【】]{1,40})")
NAME = re.compile(r"^\s*(?:キャラクター名|名前)\s*[:：]\s*(.+)$", re.MULTILINE)


def is_ours(text: str) -> bool:
    """Whether a text prints abilities like this."""
    return sum(1 for _ in _sums(folded(text[:20_000]))) >= 3


def _sums(plain: str) -> Iterator[tuple[str, int, int, int | None]]:
    """Ability, the sum of its parts, the printed total and the printed bonus."""
    for found in SUM.finditer(plain):
        name = sw.ability(found[1])
        parts = [number(part) or 0 for part in re.findall(r"[+-]?\s*\d+", found[2])]
        if name and parts:
            yield name, sum(parts), int(found[3]), number(found[4]) if found[4] else None


def read(text: str) -> Sheet:
    """The sheet in a text. A total printed as 0 beside parts that aren't was never worked out: the parts count."""
    plain = folded(text)
    sums = list(_sums(plain))
    skills, details, notes = sw.learned(
        (found[1], int(found[2])) for found in SKILL.finditer(plain) if found[1] in sw.KNOWN
    )
    values = {found[1]: found[2] for found in LABELLED.finditer(plain)} | details
    level = number(values.pop("冒険者レベル", ""))
    name, ruby, alias = named(found[1] if (found := NAME.search(text)) else "")
    zeros = [one for one, parts, total, _ in sums if parts and not total]
    if zeros:
        notes = (*notes, Remark("sheet_zero_totals", (("names", "、".join(zeros)),)))
    sheet = Sheet(
        tool=TOOL,
        system=sw.edition(skills, plain[:2000]) if skills else SW20,
        name=name,
        ruby=ruby,
        aliases=(alias,) if alias else (),
        race=found[1] if (found := RACE.search(text)) else "",
        level=level,
        abilities=Table((one, total or parts) for one, parts, total, _ in sums),
        bonuses=Table((one, bonus) for one, _, _, bonus in sums if bonus is not None),
        skills=skills,
        gauges=Table(_gauges(plain)),
        values=Table(values),
        differences=tuple(Difference(one, total, parts) for one, parts, total, _ in sums if total != parts),
        memo=text.strip(),
        notes=notes,
    )
    return sw.finished(sheet)


def _gauges(plain: str) -> dict[str, Amount]:
    return {found[1]: Amount(int(found[2]), int(found[3] or found[2])) for found in GAUGE.finditer(plain)}

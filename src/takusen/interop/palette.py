"""Chat palettes as texts that stand alone: read, written, and made for a sheet that has none."""

import re
from collections.abc import Iterator

from takusen.dice import BadCode, code
from takusen.interop import pieces
from takusen.interop.text import folded, number
from takusen.log.table import Table
from takusen.rulebook.sheet import MONSTER, Remark, Sheet
from takusen.table import palette
from takusen.table.arithmetic import NoNumber, computed
from takusen.table.notation import NAME
from takusen.table.variables import Variables, expand

TOOL = "palette"
LIKELY = 4
ROLLING = frozenset(("command", "change", "definition"))
CHECKS = {
    "スカウト": ("器用", "敏捷", "知力"), "レンジャー": ("器用", "敏捷", "知力"), "セージ": ("知力",),
    "バード": ("知力", "精神"), "ライダー": ("敏捷", "知力"), "アルケミスト": ("知力",),
    "ウォーリーダー": ("敏捷", "知力"),
}  # fmt: skip
"""Which bonuses go with the skills that people check with."""

SPELLS = {
    "真語魔法": "ソーサラー", "操霊魔法": "コンジャラー", "深智魔法": "", "神聖魔法": "プリースト",
    "妖精魔法": "フェアリーテイマー", "魔動機術": "マギテック", "召異魔法": "デーモンルーラー",
    "秘奥魔法": "グリモワール", "森羅魔法": "ドルイド", "奈落魔法": "アビスゲイザー",
}  # fmt: skip
"""The kinds of magic, and whose they are."""

RESISTANCES = ("生命抵抗力", "精神抵抗力")


def is_ours(text: str) -> bool:
    """Whether a text is a palette: half of its lines roll, change or define something.

    A fifth of them is enough where it defines something or has the headings that palettes have.
    """
    lines = palette.parse(text[:100_000]).lines
    rolling = sum(line.kind in ROLLING for line in lines)
    told = sum(line.kind == "text" for line in lines)
    marked = any(line.kind == "definition" or line.text.lstrip().startswith(("###", "//---")) for line in lines)
    return rolling > 0 and rolling * (LIKELY if marked else 1) >= told


def read(text: str) -> Sheet:
    """A palette as a sheet that has nothing else; its numbers are values."""
    defined = palette.parse(text).defined
    values = {name: value for name, value in defined.items() if number(value) is not None}
    notes = (Remark("sheet_only_palette"),)
    return Sheet(tool=TOOL, palette=text.strip("\n"), values=Table(values), asked=("name",), notes=notes)


def lines_of(sheet: Sheet) -> str:
    """The sheet's own palette, or one made for it."""
    return sheet.palette if sheet.palette.strip() else "\n".join(_made(sheet))


def written(sheet: Sheet) -> str:
    """The palette with a definition for every value of the sheet that it speaks of."""
    text = lines_of(sheet)
    labels = {**pieces.labels_of(sheet), **sheet.values}
    return palette.with_values(text, {name: labels[name] for name in _spoken(text, labels) if name not in sheet.gauges})


def _spoken(text: str, labels: dict[str, str]) -> Iterator[str]:
    """The labels that a palette names, and those that they name."""
    by_fold = {folded(name).strip(): name for name in labels}
    waiting, seen = [text], set[str]()
    while waiting:
        for found in NAME.finditer(waiting.pop()):
            name = by_fold.get(folded(found[1]).strip(), "")
            if name and name not in seen:
                seen.add(name)
                waiting.append(labels[name])
                yield name


def settled(sheet: Sheet) -> dict[str, str]:
    """What the palette defines, each worked out as far as it goes, for tools that fill in only once."""
    defined = palette.parse(lines_of(sheet)).defined
    variables = Variables(defined, {**pieces.labels_of(sheet), **sheet.values})
    return {name: _settled(name, variables) for name in defined}


def _settled(name: str, variables: Variables) -> str:
    text = expand(f"{{{name}}}", variables).text
    try:
        return str(computed(folded(text)))
    except NoNumber:
        return text


def _made(sheet: Sheet) -> Iterator[str]:
    """Lines for what the sheet has numbers for."""
    if sheet.kind == MONSTER:
        yield from _of_monster(sheet)
        return
    if sheet.bonuses and sheet.level is not None:
        yield from (f"2d6+{{冒険者レベル}}+{{{short}B}} 冒険者＋{short}" for short in ("器用", "敏捷", "筋力", "知力"))
    for skill, bonuses in CHECKS.items():
        if skill in sheet.skills and sheet.bonuses:
            yield from (f"2d6+{{{skill}}}+{{{short}B}} {skill}＋{short}" for short in bonuses)
    yield from (f"2d6+{{{label}}} {label}" for label in (*RESISTANCES, "回避力") if sheet.number(label) is not None)
    yield from _spells(sheet)
    yield from (f"{{{label}}} {label}" for label, text in sheet.values.items() if _is_code(text))
    for one in sheet.weapons:
        if number(one.hit) is not None:
            yield f"2d6+{number(one.hit)} 命中力／{one.name}{one.usage}"
        if one.critical and number(one.rate) is not None:
            yield f"k{number(one.rate)}[{one.critical}]+{number(one.damage) or 0} ダメージ／{one.name}{one.usage}"


def _is_code(text: str) -> bool:
    """Whether a value is dice to roll, such as `3D+2`."""
    try:
        return code(text).dice > 0
    except BadCode:
        return False


def _spells(sheet: Sheet) -> Iterator[str]:
    for label, skill in SPELLS.items():
        if sheet.number(label) is not None:
            yield f"2d6+{{{label}}} {label}行使"
        elif skill in sheet.skills and "知力" in sheet.bonuses:
            yield f"2d6+{{{skill}}}+{{知力B}} {label}行使"


def _of_monster(sheet: Sheet) -> Iterator[str]:
    for one in sheet.parts:
        for label, text in (("命中力", one.hit), ("回避力", one.evasion)):
            found = re.match(r"[+-]?\d{1,3}", folded(text))
            if found:
                yield f"2d6+{int(found[0])} {label}／{one.name}"
        if re.match(r"\d*d", folded(one.damage), re.IGNORECASE):
            yield f"{folded(one.damage).replace(' ', '')} 打撃点／{one.name}"
    yield from (f"2d6+{{{label}}} {label}" for label in RESISTANCES if sheet.number(label) is not None)

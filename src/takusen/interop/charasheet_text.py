"""キャラクター保管所's page of plain text: sections after ■, tables printed with blanks."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from takusen.interop import labelled, sw
from takusen.interop.columns import Cell, cells, laid_out, placed
from takusen.interop.text import folded, leading, named, number, parted
from takusen.log.table import Table
from takusen.rulebook.sheet import ABILITIES, Amount, Difference, Sheet, Weapon

TOOL = "charasheet"
HEADING = re.compile(r"^■(.+?)■", re.MULTILINE)
LEVEL = re.compile(r"\d{1,3}\Z")
FEAT = re.compile(r"^\[[^\]]*\]\s*(.+?)\s*(?:\s:|:\s|$)")
SUM = re.compile(r"^=\s*合計\s*=")
WEAPON = re.compile(r"^(.*?)\[([^\]]*)\]\s*(.*)$")
ROWS = ("A~F", "成長", "修正", "=合計=", "ボーナス", "基本", "特技")
RESISTANCES = ("生命抵抗力", "精神抵抗力", "HP", "MP")
SPEEDS = ("魔物知識", "先制力", "移動力", "全力移動")
WEAPON_COLUMNS = 6
PITCH = 4


def is_ours(text: str) -> bool:
    """Whether a text is a sheet of this site."""
    plain = folded(text[:20_000])
    return "■能力値■" in plain and "キャラクター名:" in plain


def read(text: str) -> Sheet:
    """The sheet in a text."""
    plain = "\n".join(map(folded, text.split("\n")))
    sections = {head[1]: rest.strip("\n") for head, rest in parted(HEADING, plain)}
    if not _section(sections, "レベル・技能"):
        return labelled.read_one(text, TOOL)
    return _sword_world(HEADING.split(plain, maxsplit=1)[0], text, sections)


def _sword_world(head: str, text: str, sections: Mapping[str, str]) -> Sheet:
    who = dict(labelled.pairs("\n".join((head, _section(sections, "パーソナル")))))
    scores = _section(sections, "能力値").split("\n")
    skills, details, notes = sw.learned(_levels(_section(sections, "レベル・技能")))
    values = {label: value for label, value in who.items() if value and label not in LEFT_OUT} | details
    name, ruby, alias = named(_first(text, "キャラクター名"))
    title = named(_first(text, "タイトル"))[0]
    sheet = Sheet(
        tool=TOOL,
        system=sw.edition(skills, "\n".join((head, title))),
        name=name,
        ruby=ruby,
        aliases=tuple(filter(None, (alias, title))),
        race=re.split(r"[\[\s]", who.get("種族", "").strip(), maxsplit=1)[0],
        level=_level(_section(sections, "レベル・技能")),
        skills=skills,
        feats=tuple(_feats(_section(sections, "戦闘特技"))),
        notes=notes,
    )
    sheet, values = _scored(sheet, values, scores)
    values |= _speeds("\n".join(sections.values()))
    values |= _armour(_section(sections, "装備"))
    trait = re.search(r"\[特徴:(.*)\]", who.get("種族", ""))
    values |= {"種族特徴": trait[1]} if trait else {}
    sheet = replace(sheet, values=Table(values), initiative=number(values.get("先制力", "")))
    return sw.finished(_armed(sheet, _section(sections, "装備")), _feat_points(scores))


LEFT_OUT = ("タイトル", "キャラクター名", "種族")


def _section(sections: Mapping[str, str], word: str) -> str:
    return next((text for name, text in sections.items() if word in name), "")


def _first(text: str, label: str) -> str:
    """What stands after a label, as it was written."""
    found = re.search(rf"^[ \t\u3000]*{label}[ \t\u3000]*[:：](.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def _level(text: str) -> int | None:
    found = re.search(r"冒険者レベル\s*:\s*(\d{1,3})", text)
    return int(found[1]) if found else None


def _levels(text: str) -> Iterator[tuple[str, int]]:
    """The skills, two a line with a slash between; a slash inside of a name is one."""
    for line in text.split("\n"):
        for part in line.split("Lv")[:-1] if "冒険者レベル" not in line else ():
            level = LEVEL.search(part.rstrip())
            if level:
                yield part[: level.start()].strip(" :/"), int(level[0])


def _feats(text: str) -> Iterator[str]:
    """戦闘特技: what stands after the page in brackets and before the effect."""
    for line in text.split("\n"):
        found = FEAT.match(line[:1000])
        if found and "[参照]" not in line and found[1].strip(" :"):
            yield found[1].strip(" :")


# the tables ----------------------------------------------------------------------------------------------------------


def _rows(lines: Sequence[str]) -> dict[str, tuple[Cell, ...]]:
    """The rows of a table by label; what follows an arrow is a sum."""
    found: dict[str, tuple[Cell, ...]] = {}
    for line in lines:
        label = next((one for one in ROWS if line.startswith(one)), "")
        if label and label not in found:
            found[label] = cells(line.split("→")[0], label)
    return found


def _tables(lines: Sequence[str]) -> list[dict[str, tuple[Cell, ...]]]:
    """The section's tables: a blank line ends one."""
    return [rows for part in re.split(r"\n\s*\n", "\n".join(lines)) if (rows := _rows(part.split("\n")))]


def _columns(rows: Mapping[str, tuple[Cell, ...]], label: str, count: int) -> tuple[int | None, ...]:
    """A row's numbers by column; one with gaps is laid beside a full one."""
    row = rows.get(label, ())
    if len(row) == count:
        return tuple(leading(cell.text) for cell in row)
    edges = _edges(rows, count)
    return tuple(leading(text) for text in placed(row, edges)) if edges else (None,) * count


def _edges(rows: Mapping[str, tuple[Cell, ...]], count: int) -> list[int]:
    """Where the columns end, by the first full row."""
    return [cell.edge for cell in next((one for one in rows.values() if len(one) == count), ())]


def _gappy(
    rows: Mapping[str, tuple[Cell, ...]], labels: Sequence[str], base: Sequence[int | None], total: Sequence[int | None]
) -> tuple[tuple[int, ...], ...]:
    """Rows of which any number may be missing: those whose sum with the base is the total."""
    edges = _edges(rows, len(total))
    if not edges:
        return ((0,) * len(total),) * len(labels)
    sums = [None if None in pair else (pair[1] or 0) - (pair[0] or 0) for pair in zip(base, total, strict=True)]
    return laid_out([rows.get(label, ()) for label in labels], edges, sums)


def _scored(sheet: Sheet, values: dict[str, str], lines: Sequence[str]) -> tuple[Sheet, dict[str, str]]:
    """With abilities, bonuses, HP and MP, and what growth and other things gave to each ability."""
    scores = next((rows for rows in _tables(lines) if "A~F" in rows or "ボーナス" in rows), {})
    totals = next((rows for rows in _tables(lines) if "基本" in rows), {})
    total = _columns(scores, "=合計=", len(ABILITIES))
    base = _bases(lines, _columns(scores, "A~F", len(ABILITIES)))
    grown, more = _gappy(scores, ("成長", "修正"), base, total)
    for kind, row in (("成長", grown), ("修正", more)):
        values |= {f"{name}{kind}": str(one) for name, one in zip(ABILITIES, row, strict=True) if one}
    bonuses = zip(ABILITIES, _columns(scores, "ボーナス", len(ABILITIES)), strict=True)
    printed = dict(zip(RESISTANCES, _columns(totals, "=合計=", len(RESISTANCES)), strict=True))
    values |= {label: str(one) for label, one in printed.items() if one is not None and label not in ("HP", "MP")}
    sheet = replace(
        sheet,
        abilities=Table((name, one) for name, one in zip(ABILITIES, total, strict=True) if one is not None),
        bonuses=Table((name, one) for name, one in bonuses if one is not None),
        gauges=Table((label, Amount(printed[label], printed[label])) for label in ("HP", "MP")),
    )
    return replace(sheet, differences=tuple(_unequal(base, grown, more, total))), values


def _bases(lines: Sequence[str], dice: Sequence[int | None]) -> tuple[int | None, ...]:
    """What each ability began with: 技, 体 or 心, on which two stand, and its dice."""
    row = next((cells(line, "基礎") for line in lines if line.startswith("基礎")), ())
    roots = [one for cell in row for one in (leading(cell.text),) * 2]
    if len(roots) != len(dice):
        return (None,) * len(dice)
    return tuple(None if None in pair else (pair[0] or 0) + (pair[1] or 0) for pair in zip(roots, dice, strict=True))


def _unequal(
    base: Sequence[int | None], grown: Sequence[int], more: Sequence[int], total: Sequence[int | None]
) -> Iterator[Difference]:
    """Abilities that don't come to their printed total."""
    for name, start, plus, other, printed in zip(ABILITIES, base, grown, more, total, strict=True):
        if start is not None and printed is not None and start + plus + other != printed:
            yield Difference(name, printed, start + plus + other)


def _feat_points(lines: Sequence[str]) -> dict[str, int]:
    """What feats and other things add to resistances, HP and MP."""
    totals = next((rows for rows in _tables(lines) if "基本" in rows), {})
    base, total = (_columns(totals, label, len(RESISTANCES)) for label in ("基本", "=合計="))
    feats, more = _gappy(totals, ("特技", "修正"), base, total)
    return {label: one + other for label, one, other in zip(RESISTANCES, feats, more, strict=True)}


def _speeds(text: str) -> dict[str, str]:
    """魔物知識, 先制, 移動: the table after the feats."""
    found = re.search(r"^ *知識 +先制 +移動.*\n((?:.+\n?){1,6})", text, re.MULTILINE)
    rows = _rows(found[1].split("\n")) if found else {}
    read = zip(SPEEDS, _columns(rows, "=合計=", len(SPEEDS)), strict=True)
    return {label: str(one) for label, one in read if one is not None}


# equipment -----------------------------------------------------------------------------------------------------------


def _armour(text: str) -> dict[str, str]:
    """The sums of 回避力 and 防護点."""
    part = text[text.find("・防具") :] if "・防具" in text else ""
    line = next((one for one in part.split("\n") if SUM.match(one)), "")
    numbers = re.findall(r"[+-]?\d+", line.split("G")[0])
    if len(numbers) < 2:
        return {}
    return {"回避力": str(int(numbers[0])), "防護点": str(int(numbers[1]))}


def _armed(sheet: Sheet, text: str) -> Sheet:
    part = text[text.find("・武器") :] if "・武器" in text else ""
    weapons, notes = [], list(sheet.notes)
    for line in re.split(r"^=価格合計=|^・防具", part, maxsplit=1, flags=re.MULTILINE)[0].split("\n")[2:]:
        found = WEAPON.match(line[:400])
        name, _, note = found[3].partition(" / ") if found else ("", "", "")
        if not found or not name.strip("* "):
            continue
        _, usage, _, _, hit, rate, crit, damage = _figures(found[1])
        value, told = sw.critical(crit, name.strip("* "))
        weapons.append(Weapon(name.strip("* "), usage, hit, rate, value, damage, note.strip()))
        notes += told
    return replace(sheet, weapons=tuple(weapons), notes=tuple(notes))


def _figures(text: str) -> tuple[str, ...]:
    """価格 用法 必筋 修正 命中 威力 C値 追ダメ: the six numbers lie four apart, any may be missing."""
    row = cells(text)
    price = row[0].text if row else ""
    usage = row[1].text if len(row) > 1 and not row[1].text.lstrip("+-").isdecimal() else ""
    numbers = row[2 if usage else 1 :]
    if len(numbers) == WEAPON_COLUMNS:
        return (price, usage, *(cell.text for cell in numbers))
    last = len(text.rstrip()) if numbers else 0
    end = max((cell.edge for cell in numbers), default=last)
    return (price, usage, *placed(numbers, [end - PITCH * at for at in range(WEAPON_COLUMNS - 1, -1, -1)]))

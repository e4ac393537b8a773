"""What the sheets of Sword World have in common: skills, abilities, and what the totals should come to."""

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from takusen.interop.text import folded, leading, number, shown
from takusen.log.table import Table
from takusen.rulebook.sheet import ABILITIES, SW20, SW25, Amount, Difference, Remark, Sheet, Weapon

CLASSES = {
    "Fig": "ファイター", "Gra": "グラップラー", "Fen": "フェンサー", "Sho": "シューター", "Sor": "ソーサラー",
    "Con": "コンジャラー", "Pri": "プリースト", "Fai": "フェアリーテイマー", "Mag": "マギテック", "Sco": "スカウト",
    "Ran": "レンジャー", "Sag": "セージ", "Enh": "エンハンサー", "Bar": "バード", "Rid": "ライダー",
    "Alc": "アルケミスト", "Dem": "デーモンルーラー", "War": "ウォーリーダー", "Mys": "ミスティック",
    "Phy": "フィジカルマスター", "Gri": "グリモワール", "Art": "アーティザン", "Ari": "アリストクラシー",
    "Dru": "ドルイド", "Geo": "ジオマンサー", "Bat": "バトルダンサー", "Aby": "アビスゲイザー", "Dar": "ダークハンター",
}  # fmt: skip
"""The skills by the letters that ゆとシートⅡ has for them."""

ARCHIVE = (
    "Fig", "Gra", "Fen", "Sho", "Sor", "Con", "Pri", "Fai", "Mag", "Sco", "Ran", "Sag", "Enh", "Bar", "Alc", "Rid",
    "Dem", "War", "Mys", "Phy", "Gri", "Art", "Ari", "Dru", "Geo", "Bat", "Aby", "Dar",
)  # fmt: skip
"""The same in the order of キャラクター保管所, whose first is number 1."""

NEWER = frozenset(CLASSES[one] for one in ("Geo", "Bat", "Aby", "Dar", "Dru"))
KNOWN = frozenset(CLASSES.values())
CASTERS = frozenset(CLASSES[one] for one in ("Sor", "Con", "Pri", "Fai", "Mag", "Dem", "Gri", "Dru", "Aby"))
SHORT = tuple(one.removesuffix("度") if one.endswith("度") else one[:2] for one in ABILITIES)
TOUGH = ("タフネス", "頑強", "超頑強")
TOUGH_HP = 15
DETAIL = re.compile(r"^([^/(:<\[・]+)[/(:<\[・]\s*(.+?)[)>\]]*$")
CRITICALS = range(3, 14)
COUNTERS = "個|本|枚|束|つ|回分|人分|日分|セット|発"
COUNTED = re.compile(rf"^(.+?)\s*(?:[x×✕╳*:]\s*(\d{{1,4}})(?!\d).*|\s(\d{{1,4}})|(\d{{1,4}})\s*(?:{COUNTERS}))\s*$")
BULLET = re.compile(r"^[・●○◆◇■□*\-]+\s*")
BRACKETED = re.compile(r"^[〈<《「](.+)[〉>》」]$")


def ability(label: str) -> str:
    """The full name of an ability from any way it is written; "" for what is none."""
    plain = re.sub(r"\s", "", folded(label))
    return next((one for one, short in zip(ABILITIES, SHORT, strict=True) if plain in (one, short, short + "度")), "")


def skill(text: str) -> tuple[str, str]:
    """A printed skill as (name, detail): プリースト/ティダン is プリースト with ティダン."""
    plain = re.sub(r"\s+", " ", folded(shown(text))).strip()
    if plain in KNOWN:
        return plain, ""
    found = DETAIL.match(plain)
    if found and found[1].strip() in KNOWN:
        return found[1].strip(), found[2].strip()
    return shown(text), ""


def edition(skills: Mapping[str, int], *hints: str) -> str:
    """Which edition: by what the hints say, else by the skills that only the newer one has."""
    for hint in hints:
        found = re.search(r"(?:sw|ソード・?ワールド|swordworld)_?\s*2[._]?([05])", folded(hint), re.IGNORECASE)
        if found:
            return SW25 if found[1] == "5" else SW20
    return SW25 if NEWER & set(skills) else SW20


def learned(printed: Iterator[tuple[str, int]]) -> tuple[Table[str, int], dict[str, str], tuple[Remark, ...]]:
    """Skills with their levels, the details that stood at them, and what is to tell about them."""
    skills: dict[str, int] = {}
    details: dict[str, str] = {}
    notes: list[Remark] = []
    for text, level in printed:
        name, detail = skill(text)
        if level <= 0 or not name:
            continue
        skills[name] = max(level, skills.get(name, 0))
        if detail:
            details["信仰" if name == CLASSES["Pri"] else name] = detail
            notes.append(Remark("sheet_skill_detail", (("skill", name), ("detail", detail))))
        if name not in KNOWN:
            notes.append(Remark("sheet_skill_unknown", (("skill", name), ("level", level))))
    return Table(skills), details, tuple(notes)


def critical(printed: str, weapon: str) -> tuple[str, tuple[Remark, ...]]:
    """A critical value that can be rolled, "" for none; one that would never end is left out and told."""
    found = leading(printed)
    if found is None:
        return "", ()
    if found in CRITICALS:
        return str(found), ()
    return "", (Remark("sheet_critical", (("weapon", weapon), ("value", found))),)


def packed(text: str) -> dict[str, int]:
    """A list of belongings, one a line, as counts by name."""
    found: dict[str, int] = {}
    for line in shown(text).splitlines():
        for part in re.split(r"[、,，]", line) if len(line) < 400 else (line,):
            name, count = item(part)
            if name:
                found[name] = found.get(name, 0) + count
    return found


def item(text: str) -> tuple[str, int]:
    """A thing and how many: 救命草×3 is three of 救命草."""
    plain = BULLET.sub("", text.strip())[:80]
    found = COUNTED.match(folded(plain))
    name = _as_written(plain, found[1]) if found else plain.strip()
    return BRACKETED.sub(r"\1", name), int(next(filter(None, found.groups()[1:]))) if found else 1


def _as_written(text: str, part: str) -> str:
    """The beginning of a text that folds to `part`."""
    end = next((at for at in range(1, len(text) + 1) if folded(text[:at]).strip() == part.strip()), 0)
    return text[:end].strip() or part.strip()


def differences(sheet: Sheet, added: Mapping[str, int]) -> tuple[Difference, ...]:
    """Printed totals that aren't what the sheet's own parts come to; `added` is what it adds to them itself."""
    found = []
    for label, printed, computed in _totals(sheet, "HP" not in added):
        if printed is not None and computed is not None and printed != computed + added.get(label, 0):
            found.append(Difference(label, printed, computed + added.get(label, 0)))
    return tuple(found)


def _totals(sheet: Sheet, feats: bool) -> Iterator[tuple[str, int | None, int | None]]:
    """Every total that can be recomputed: label, as printed, as computed; `feats` may explain HP."""
    for name, score in sheet.abilities.items():
        yield f"{name}ボーナス", sheet.bonuses.get(name), score // 6
    if sheet.skills:
        yield "冒険者レベル", sheet.level, _level(sheet)
    level = sheet.level
    if level is None:
        return
    yield (
        "HP",
        _max(sheet, "HP"),
        _plus(level * 3 + (_tough(sheet, level) if feats else 0), sheet.abilities.get("生命力")),
    )
    casters = 3 * sum(rank for name, rank in sheet.skills.items() if name in CASTERS)
    manaless = "グラスランナー" in sheet.race
    yield "MP", _max(sheet, "MP"), 0 if manaless else _plus(casters, sheet.abilities.get("精神力"))
    yield "生命抵抗力", sheet.number("生命抵抗力"), _plus(level, sheet.bonuses.get("生命力"))
    yield "精神抵抗力", sheet.number("精神抵抗力"), _plus(level, sheet.bonuses.get("精神力"))


def _level(sheet: Sheet) -> int | None:
    known = [rank for name, rank in sheet.skills.items() if name in KNOWN]
    return max(known, default=None)


def _plus(one: int, other: int | None) -> int | None:
    return None if other is None else one + other


def _max(sheet: Sheet, label: str) -> int | None:
    amount = sheet.gauges.get(label)
    return amount.max if amount else None


def _tough(sheet: Sheet, level: int) -> int:
    """What feats give to HP, where that explains what is printed."""
    score, printed = sheet.abilities.get("生命力"), _max(sheet, "HP")
    if score is None or printed is None:
        return 0
    most = TOUGH_HP * sum(one in re.split(r"[/\s]", folded(feat))[0] for feat in sheet.feats for one in TOUGH[:1])
    most += TOUGH_HP * sum(folded(feat) in TOUGH[1:] for feat in sheet.feats)
    over = printed - level * 3 - score
    return over if 0 < over <= most and over % TOUGH_HP == 0 else 0


def weapon_differences(sheet: Sheet, weapon: Weapon, level: int, added: tuple[int, int]) -> Iterator[Difference]:
    """How a weapon's hit and damage should come out with a skill of this level."""
    checks = (("器用度", weapon.hit, added[0], "命中力"), ("筋力", weapon.damage, added[1], "追加ダメージ"))
    for name, printed, more, label in checks:
        total, bonus = number(printed), sheet.bonuses.get(name)
        if total is not None and bonus is not None and total != level + bonus + more:
            yield Difference(f"{weapon.name} {label}", total, level + bonus + more)


def finished(sheet: Sheet, added: Mapping[str, int] | None = None) -> Sheet:
    """A sheet with its gaps named: what it is called, which numbers must be asked for, which totals differ."""
    gauges = {label: _known(amount) if label == "HP" else amount for label, amount in sheet.gauges.items()}
    sheet = replace(sheet, gauges=Table(gauges), name=sheet.name or next(iter(sheet.aliases), ""))
    asked = (() if sheet.name else ("name",)) + (("HP",) if _lacks_hp(sheet) else ())
    level = sheet.level if sheet.level is not None or sheet.system not in (SW20, SW25) else _level(sheet)
    sheet = replace(sheet, level=level, asked=asked, aliases=tuple(one for one in sheet.aliases if one != sheet.name))
    found = differences(sheet, added or {}) if sheet.system in (SW20, SW25) and sheet.kind == "pc" else ()
    return replace(sheet, differences=sheet.differences + found)


def _known(amount: Amount) -> Amount:
    """A gauge that ends at 0 was never filled in."""
    return amount if amount.max is None or amount.max > 0 else Amount()


def _lacks_hp(sheet: Sheet) -> bool:
    amount = sheet.gauges.get("HP")
    if amount is None:
        return sheet.system in (SW20, SW25)
    return amount.now is None

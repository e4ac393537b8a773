"""キャラクター保管所: the JSON of its sheets of Sword World, and what can be had of its other games."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from takusen.interop import games, sw
from takusen.interop.text import folded, named, number, shown
from takusen.log.table import Table
from takusen.rulebook.sheet import ABILITIES, OTHER, SW25, Amount, Sheet, Weapon

TOOL = "charasheet"
MARKS = ("pc_name", "data_title", "data_id", "pc_making_memo", "pc_tags", "V_GLv1", "NP1")
MOST = 100
PLAIN = {
    "sex": "性別", "age": "年齢", "umare_name": "生まれ", "shuzoku_tokucho": "種族特徴", "priest_sinkou": "信仰",
    "V_kegare": "穢れ", "life_resist": "生命抵抗力", "mental_resist": "精神抵抗力", "kaihi": "回避力",
    "bougo": "防護点", "sensei": "先制力", "mamono": "魔物知識", "mamono_chisiki": "魔物知識", "ido": "移動力",
    "money": "所持金", "debt": "預金・借金", "honor_point_sum": "名誉点",
}  # fmt: skip
POWERS = {5: "真語魔法", 6: "操霊魔法", 7: "神聖魔法", 8: "妖精魔法", 9: "魔動機術", 17: "召異魔法", 21: "秘奥魔法"}
CRAFTS = {
    "ES": "練技",
    "JK": "呪歌",
    "KG": "騎芸",
    "HJ": "賦術",
    "HO": "鼓咆",
    "UR": "占瞳",
    "MS": "魔装",
    "KK": "格",
    "JI": "呪印",
}
SWORD_WORLD = "swordworld2"
LATEST = ("swordworld25", "sw25", "swordworld2.5")


def is_ours(data: Mapping[str, Any]) -> bool:
    """Whether JSON comes from this site."""
    return "pc_name" in data or sum(mark in data for mark in MARKS) >= 2


def read(data: Mapping[str, Any]) -> Sheet:
    """A sheet from the site's JSON."""
    ours = (
        "V_GLv1" in data
        or ("NP1" in data and "NB1" in data)
        or shown(data.get("game")).lower() in ("swordworld2", *LATEST)
    )
    return _sword_world(data) if ours else _other_game(data)


def _sword_world(data: Mapping[str, Any]) -> Sheet:
    skills, details, notes = sw.learned(_levels(data))
    values = details | {label: shown(data[key]) for key, label in PLAIN.items() if shown(data.get(key))}
    values |= {name: shown(data[f"maryoku{at}"]) for at, name in POWERS.items() if number(data.get(f"maryoku{at}"))}
    values |= {
        name: "、".join(_texts(data, f"{key}_name")) for key, name in CRAFTS.items() if _texts(data, f"{key}_name")
    }
    sheet = replace(
        _common(data),
        system=SW25 if _is_latest(data) else sw.edition(skills),
        race=shown(data.get("shuzoku_name")) or shown(data.get("shuzoku")),
        level=number(data.get("lv")) if number(data.get("lv")) is not None else number(data.get("level")),
        abilities=_row(data, "NP"),
        bonuses=_row(data, "NB"),
        skills=skills,
        gauges=Table({label: _full(data.get(label)) for label in ("HP", "MP") if shown(data.get(label))}),
        values=Table(values),
        feats=_texts(data, "ST_name"),
        items=Table(_items(data)),
        initiative=number(data.get("sensei")),
        notes=notes,
    )
    return sw.finished(_armed(sheet, data))


def _game(data: Mapping[str, Any]) -> str:
    return shown(data.get("game")).lower()


def _is_latest(data: Mapping[str, Any]) -> bool:
    return shown(data.get("tokugi_mode")) in ("4", "5") or _game(data) in LATEST


def _common(data: Mapping[str, Any]) -> Sheet:
    name, ruby, alias = named(data.get("pc_name"))
    title = named(data.get("data_title"))[0]
    return Sheet(
        tool=TOOL,
        name=name,
        ruby=ruby,
        aliases=tuple(filter(None, (alias, title))),
        player=shown(data.get("pl_name")),
        memo=shown(data.get("pc_making_memo")),
        colour=shown(data.get("color")),
        unknown={TOOL: dict(data)},
    )


def _levels(data: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for key, value in data.items():
        at = number(key.removeprefix("V_GLv")) if key.startswith("V_GLv") else None
        if at:
            known = at <= len(sw.ARCHIVE)
            yield sw.CLASSES[sw.ARCHIVE[at - 1]] if known else f"技能{at}", number(value) or 0


def _row(data: Mapping[str, Any], key: str) -> Table[str, int]:
    read = ((name, number(data.get(f"{key}{at}"))) for at, name in enumerate(ABILITIES, 1))
    return Table((name, value) for name, value in read if value is not None)


def _full(value: Any) -> Amount:
    return Amount(number(value), number(value))


def listed(value: Any) -> list[str]:
    """A column of a table as texts, whatever it comes as."""
    if isinstance(value, dict):
        value = list(value.values())
    return [shown(one) for one in value[:MOST]] if isinstance(value, list) else [shown(value)] if shown(value) else []


def _texts(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(filter(None, listed(data.get(key))))


def _items(data: Mapping[str, Any]) -> dict[str, int]:
    counts = listed(data.get("item_num"))
    found: dict[str, int] = {}
    for at, text in enumerate(listed(data.get("item_name"))):
        name, each = sw.item(text)
        count = number(counts[at]) if at < len(counts) else None
        if name:
            found[name] = found.get(name, 0) + (each if count is None else count)
    return found


def _armed(sheet: Sheet, data: Mapping[str, Any]) -> Sheet:
    columns = {key: listed(data.get(f"arms_{key}")) for key in ("yoho", "hit", "iryoku", "critical", "damage", "memo")}
    weapons, notes = [], list(sheet.notes)
    for at, name in enumerate(listed(data.get("arms_name"))):
        if not name:
            continue
        usage, hit, rate, crit, damage, note = (one[at] if at < len(one) else "" for one in columns.values())
        value, told = sw.critical(crit, name)
        weapons.append(Weapon(name, usage, hit, rate, value, damage, note))
        notes += told
    return replace(sheet, weapons=tuple(weapons), notes=tuple(notes))


def _other_game(data: Mapping[str, Any]) -> Sheet:
    """A sheet of another game: its gauges by the names they go by there, its single texts as values."""
    texts = {key: shown(value) for key, value in data.items() if shown(value) and not key.startswith(("V_", "data_"))}
    known = {"pc_name", "pl_name", "pc_making_memo", "color", "game", "pc_tags"}
    gauges = {
        games.gauge(key): _full(text) for key, text in texts.items() if games.gauge(key) and number(text) is not None
    }
    values = {key: text for key, text in texts.items() if key not in known and not games.gauge(key)}
    sheet = replace(
        _common(data),
        system=OTHER,
        game=shown(data.get("game")),
        level=number(data.get("lv")),
        gauges=Table(gauges),
        values=Table(list(values.items())[:200]),
    )
    return sw.finished(games.told(sheet, folded(" ".join(texts.values()))[:4000]))

"""Monsters of one part or several: what their gauges are."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from takusen.interop.text import folded, leading, number
from takusen.log.table import Table
from takusen.rulebook.sheet import Amount, Part, Remark, Sheet

PART = re.compile(r"^.+[(（](.+?)[)）]$")


def bodied(sheet: Sheet) -> Sheet:
    """A monster with the gauges of its parts: HP is its core's, or of all parts where none is the core.

    A number that isn't printed stays unknown; "none" is 0.
    """
    parts = sheet.parts
    values = dict(sheet.values)
    if parts and parts[0].armour and number(parts[0].armour) is not None:
        values.setdefault("防護点", str(number(parts[0].armour)))
    if len(parts) < 2:
        hp, mp = (_points(parts[0].hp), _points(parts[0].mp)) if parts else (Amount(), Amount())
        return replace(sheet, gauges=Table({"HP": hp, "MP": mp}), values=Table(values))
    core = folded(values.get("コア部位", ""))
    cores = [one for one in parts if part_name(one.name) and folded(part_name(one.name)) in core] or list(parts)
    gauges = {"HP": _sum(one.hp for one in cores), "MP": _sum(one.mp for one in cores)}
    for one, name in zip(parts, _distinct(parts), strict=True):
        gauges[f"{name}:HP"] = _points(one.hp)
        if _points(one.mp) != Amount(0, 0):
            gauges[f"{name}:MP"] = _points(one.mp)
    note = Remark("sheet_parts", (("count", len(parts)), ("core", "、".join(part_name(one.name) for one in cores))))
    return replace(sheet, gauges=Table(gauges), values=Table(values), notes=(*sheet.notes, note))


def part_name(style: str) -> str:
    """The part that a way of attacking belongs to: 爪（右腕） is 右腕."""
    found = PART.match(style)
    return found[1] if found else style


def _distinct(parts: tuple[Part, ...]) -> tuple[str, ...]:
    """The parts' names, each once: of two heads, 頭部A and 頭部B."""
    names = [part_name(one.name) or "?" for one in parts]
    return tuple(
        f"{name}{chr(ord('A') + names[:at].count(name) % 26)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    )


def _points(text: str) -> Amount:
    """HP or MP as printed: a number, none, or not known."""
    if re.fullmatch(r"(?:無し|なし|ー|-)*", folded(text)):
        return Amount(0, 0) if text else Amount()
    points = leading(text)
    return Amount(points, points) if points is not None and "?" not in folded(text) else Amount()


def _sum(texts: Iterator[str]) -> Amount:
    points = [_points(text).max for text in texts]
    known = [one for one in points if one is not None]
    return Amount(sum(known), sum(known)) if known and len(known) == len(points) else Amount()

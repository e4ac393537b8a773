"""Sheets of any game as characters of a free table."""

import re
from collections.abc import Iterator

from takusen.rules import Adopted, Sheet, Table

from .world import Character, Level

VALUES = 150
TEXT = 900
LONG = 9_000
COLOUR = re.compile(r"#[0-9a-f]{6}")


def adopt(sheet: Sheet, seat: str) -> Adopted:
    """A sheet as a character: what goes up and down becomes gauges, all other labels become values."""
    known = tuple((label, text[:TEXT]) for label, text in labelled(sheet) if text)
    character = Character(
        sheet.name,
        player=seat,
        gauges=gauges(sheet),
        values=Table(dict(known[:VALUES])),
        memo=sheet.memo[:LONG],
        colour=sheet.colour.lower() if COLOUR.fullmatch(sheet.colour.lower()) else "",
    )
    return Adopted("characters", character)


def gauges(sheet: Sheet) -> Table[str, Level]:
    """The sheet's gauges; one of which only the maximum is printed is full."""
    filled = {label: (one.max if one.now is None else one.now, one.max or 0) for label, one in sheet.gauges.items()}
    return Table((label, Level(now, top)) for label, (now, top) in filled.items() if now is not None)


def labelled(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Everything else that has a label, as text."""
    yield "種族", sheet.race
    yield "レベル", "" if sheet.level is None else str(sheet.level)
    for label, number in sheet.abilities.items():
        yield label, str(number)
    for label, number in sheet.bonuses.items():
        yield f"{label}ボーナス", str(number)
    for label, number in sheet.skills.items():
        yield label, str(number)
    yield from sheet.values.items()
    yield "行動順", "" if sheet.initiative is None else str(sheet.initiative)
    yield "特技", "、".join(sheet.feats)
    for weapon in sheet.weapons:
        yield (
            weapon.name,
            " ".join(filter(None, (weapon.usage, weapon.hit, weapon.rate, weapon.critical, weapon.damage))),
        )
    yield "持ち物", "、".join(f"{name}×{count}" if count > 1 else name for name, count in sheet.items.items())

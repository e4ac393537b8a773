"""Pieces (コマ) of virtual tables: labels with numbers, from which a sheet of Sword World is recognised."""

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from takusen.interop import games, sw
from takusen.interop.text import folded, leading, number
from takusen.log.table import Table
from takusen.rulebook.sheet import ABILITIES, MONSTER, OTHER, Sheet

LEVELS = ("冒険者レベル", "LV", "Lv", "レベル")
BONUS = re.compile(r"^(.+?)(?:B|ボーナス)$")
DICE_BOT = re.compile(r"sw(?:ord_?world)?2?[._]?[05]|ソード・?ワールド", re.IGNORECASE)
COMMAND = re.compile(r"^(?:\S+ )?k\d+\[", re.IGNORECASE | re.MULTILINE)
MONSTER_MEMO = re.compile(r"分類:.*\n(?:.*\n)*?.*(?:弱点:|先制値:)")


def recognised(sheet: Sheet, labels: Mapping[str, str], *hints: str) -> Sheet:
    """A piece's sheet: of Sword World where its labels say so, else one of another game."""
    known = set(_skills(labels))
    scores = [one for one in ABILITIES if number(labels.get(one)) is not None]
    monster = MONSTER_MEMO.search(folded(sheet.memo)) is not None
    ours = (
        any(DICE_BOT.search(folded(hint)) for hint in hints) or (known and "冒険者レベル" in labels) or len(scores) > 4
    )
    if not (ours or monster or COMMAND.search(folded(sheet.palette))):
        texts = [*labels, *sheet.gauges, sheet.palette]
        level = next((leading(labels[one]) for one in LEVELS if one in labels), None)
        return sw.finished(games.told(replace(sheet, system=OTHER, level=level), "\n".join(texts)))
    skills, details, notes = sw.learned((one, number(labels[one]) or 0) for one in labels if one in known)
    sheet = replace(
        sheet,
        system=sw.edition(skills, *hints),
        kind=MONSTER if monster else sheet.kind,
        level=next((number(labels[one]) for one in LEVELS if number(labels.get(one)) is not None), None),
        skills=skills,
        abilities=_scores(labels, scores),
        bonuses=Table(_bonuses(labels, _scores(labels, scores))),
        values=Table({**details, **sheet.values}),
        notes=sheet.notes + notes,
    )
    return sw.finished(sheet)


def _skills(labels: Mapping[str, str]) -> Iterator[str]:
    """The labels that are skills; one with a detail, such as プリースト/月の神, only where the bare one isn't there."""
    bare = {folded(one) for one in labels}
    for label in labels:
        name, detail = sw.skill(label)
        if name in sw.KNOWN and not (detail and name in bare):
            yield label


def _scores(labels: Mapping[str, str], there: list[str]) -> Table[str, int]:
    """The abilities with what is added to them beside."""
    return Table((one, (number(labels[one]) or 0) + (number(labels.get(f"{one}増強")) or 0)) for one in there)


def _bonuses(labels: Mapping[str, str], scores: Mapping[str, int]) -> dict[str, int]:
    """The bonuses, printed or from the scores."""
    marked = ((BONUS.match(folded(one)), number(text)) for one, text in labels.items())
    printed = {sw.ability(found[1]): value for found, value in marked if found and value is not None}
    made = {one: score // 6 for one, score in scores.items()} | printed
    return {one: made[one] for one in ABILITIES if one in made}


def labels_of(sheet: Sheet) -> dict[str, str]:
    """A sheet's numbers and short texts as labels, the way that pieces carry them."""
    made = {one: str(score) for one, score in sheet.abilities.items()}
    short = dict(zip(ABILITIES, sw.SHORT, strict=True))
    made |= {f"{short[one]}B": str(bonus) for one, bonus in sheet.bonuses.items()}
    if sheet.level is not None:
        made["冒険者レベル" if sheet.skills else "LV"] = str(sheet.level)
    made |= {one: str(rank) for one, rank in sheet.skills.items()}
    return made | {label: text for label, text in sheet.values.items() if len(text) <= SHORT and "\n" not in text}


SHORT = 60

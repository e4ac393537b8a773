"""Sheets as characters and monsters of the dungeon: what they print wins over what it comes to."""

from collections.abc import Iterator, Mapping

import msgspec

from takusen.rules import GM, MONSTER, SW20, SW25, Adopted, Amount, Listed, Sheet, Table, Word

from .world import ABILITIES, PC, Monster

NAMES = ("器用度", "敏捷度", "筋力", "生命力", "知力", "精神力")
"""The abilities as sheets name them, in the order of the book's own."""
KNOWN = ("HP", "MP")
ARMOUR = ("防護点", "防護")
RESISTANCES = {"fortitude": ("生命抵抗力", "生命抵抗"), "willpower": ("精神抵抗力", "精神抵抗")}


def adopt(sheet: Sheet, seat: str) -> Adopted:
    """A sheet as a monster of the scenario, or as a character of the seat that brings it."""
    if sheet.kind == MONSTER:
        return Adopted("monsters", monster(sheet), tuple(remarks(sheet)))
    return Adopted("pcs", character(sheet, "" if seat == GM else seat), tuple(remarks(sheet)))


def character(sheet: Sheet, seat: str) -> PC:
    """A character with the sheet's abilities and skills, and with printed totals where they differ."""
    me = PC(
        name=sheet.name,
        player=seat,
        race=sheet.race,
        skills=Table((skill, level) for skill, level in sheet.skills.items() if level > 0),
        feats=sheet.feats,
        items=Table((item, count) for item, count in sheet.items.items() if count > 0),
        armour=first(sheet, ARMOUR),
        memo="\n".join(filter(None, (sheet.memo, *others(sheet.gauges)))),
    )
    scores = dict(zip(ABILITIES, (score(sheet, name) for name in NAMES), strict=True))
    return filled(with_printed(msgspec.structs.replace(me, **scores), sheet), sheet.gauges)


def score(sheet: Sheet, name: str) -> int:
    """An ability score; from its bonus where only that is there."""
    return sheet.abilities.get(name, sheet.bonuses.get(name, 0) * 6)


def with_printed(me: PC, sheet: Sheet) -> PC:
    """Bonuses and resistances that the sheet prints otherwise than they come to."""
    printed = dict(zip(ABILITIES, (sheet.bonuses.get(name) for name in NAMES), strict=True))
    bonuses = Table((key, bonus) for key, bonus in printed.items() if bonus is not None and bonus != me.bonus(key))
    me = msgspec.structs.replace(me, bonuses=bonuses)
    given = {by: first(sheet, labels) for by, labels in RESISTANCES.items()}
    return msgspec.structs.replace(me, **{by: total for by, total in given.items() if total != me.resistance(by)})


def first(sheet: Sheet, labels: tuple[str, ...]) -> int:
    """The first of the labelled numbers that the sheet has; 0 for none."""
    found = (sheet.number(label) for label in labels)
    return next((number for number in found if number is not None), 0)


def filled(me: PC, gauges: Mapping[str, Amount]) -> PC:
    """HP and MP as printed, else as they come to."""
    hp = full(gauges.get("HP", Amount()), me.level * 3 + me.vitality)
    mp = full(gauges.get("MP", Amount()), me.spirit)
    return msgspec.structs.replace(me, hp=hp[0], hp_max=hp[1], mp=mp[0], mp_max=mp[1])


def full(amount: Amount, usual: int) -> tuple[int, int]:
    """A gauge's number and maximum; what is not known is full, or as usual."""
    known = amount.max if amount.max is not None else amount.now
    top = usual if known is None else known
    return (top if amount.now is None else amount.now), top


def others(gauges: Mapping[str, Amount]) -> Iterator[str]:
    """Gauges that the dungeon has no place for, as lines of the notes."""
    for label, amount in gauges.items():
        if label not in KNOWN and amount.now is not None:
            yield f"{label} {amount.now}/{amount.max}" if amount.max is not None else f"{label} {amount.now}"


def monster(sheet: Sheet) -> Monster:
    """A monster with its level; everything else is for the GM to read in a full fight."""
    hp = sheet.gauges.get("HP", Amount())
    mp = sheet.gauges.get("MP", Amount())
    parts = (" ".join(filter(None, (p.name, p.hit, p.damage, p.evasion, p.armour, p.hp, p.mp))) for p in sheet.parts)
    return Monster(
        name=sheet.name,
        level=max(1, sheet.level or 1),
        hp=hp.max or 0,
        mp=mp.max or 0,
        armour=first(sheet, ARMOUR),
        block="\n".join(filter(None, (sheet.memo, *parts))),
    )


def remarks(sheet: Sheet) -> Iterator[Word]:
    """What whoever brings the sheet should know."""
    if sheet.system not in (SW20, SW25):
        yield Word("phrase.other_system", (("game", sheet.game or sheet.tool),))
    elif sheet.system == SW25 and sheet.kind != MONSTER:
        yield Word("phrase.from_sw25")
    if sheet.asked:
        yield Word("phrase.fill_in", (("labels", Listed(sheet.asked)),))

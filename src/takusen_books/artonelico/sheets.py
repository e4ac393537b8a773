"""Sheets as characters: what they print is taken as it is, and told where it isn't what it comes to."""

from collections.abc import Iterator
from functools import cache

from takusen.rules import GM, Adopted, Amount, BadCode, Id, Listed, Sheet, Table, Word, code

from .arts import ABILITIES
from .fresh import ORDINARY
from .ledger import ATTACK
from .names import JAPANESE
from .rates import usual
from .setting import ItemSet, SkillSet, SongSet
from .starter import starter
from .world import PARTY, Fighter

GAME = "アルトネリコTRPG"
OLDER = {"敏捷": "素早さ", "敏捷度": "素早さ", "詩魔力": "詩力", "筋": "筋力", "運": "幸運"}
"""What earlier versions call abilities."""
SINGERS = "レーヴァテイル"
NUMBERS = {"marker": ("マーカー",), "move": ("移動力", "移動")}
EXPERIENCE, PURSE, LEFT = ("経験点",), ("累計所持金", "リーフ", "所持金"), ("残り", "残リーフ", "残金")
GUARD, CHANT, VERSION = "防御", "詠唱状態", "版"
TICKED = "■☑✓"
OURS = ("HP", "MP", "BG", "障壁", "奇跡")
LEVELS = ("CL", "キャラクターレベル", "レベル", "LV")
ASIDE = ("イニシアチブ", "修正値", *LEVELS, VERSION, GUARD, CHANT)
NOTE = 900


def adopt(sheet: Sheet, seat: str) -> Adopted:
    """A sheet as a character of the seat that brings it."""
    return Adopted("fighters", character(sheet, "" if seat == GM else seat), tuple(remarks(sheet)))


def character(sheet: Sheet, seat: str) -> Fighter:
    """A character with what the sheet says; what it doesn't say is ordinary."""
    level, hp, mp = level_of(sheet), full(sheet, "HP"), full(sheet, "MP")
    purse = first(sheet, PURSE) or 0
    left = first(sheet, LEFT)
    return Fighter(
        sheet.name,
        PARTY,
        player=seat,
        level=level,
        origin=Id("singer" if SINGERS in sheet.race else ""),
        abilities=Table({key: ORDINARY for key in ABILITIES if key != ATTACK} | written(sheet)),
        hp=hp[0],
        hp_max=hp[1],
        mp=mp[0],
        mp_max=mp[1],
        gauge=now(sheet, "BG", 0),
        barrier=now(sheet, "障壁", 0),
        miracle=now(sheet, "奇跡", usual().miracle),
        marker=first(sheet, NUMBERS["marker"]) or 0,
        move=first(sheet, NUMBERS["move"]) or usual().move,
        guard=int(sheet.values.get(GUARD, "") in TICKED and GUARD in sheet.values),
        skills=Table(known(sheet, "skill")),
        songs=tuple(known(sheet, "song")),
        items=Table(known(sheet, "item")),
        experience=first(sheet, EXPERIENCE) or 0,
        leaf=purse,
        leaf_spent=0 if left is None else max(0, purse - left),
        note=noted(sheet),
    )


def noted(sheet: Sheet) -> str:
    """The sheet's memo, and what has no other place unless the memo holds it already."""
    lines = (f"{label}：{text}" for label, text in aside(sheet) if label not in sheet.memo)
    return "\n".join((sheet.memo, *lines))[:NOTE].strip()


# numbers -------------------------------------------------------------------------------------------------------------


def level_of(sheet: Sheet) -> int:
    """The character's level; 1 where it isn't said."""
    return max(1, said_level(sheet) or 1)


def said_level(sheet: Sheet) -> int | None:
    """The level that a sheet gives."""
    return first(sheet, LEVELS) if sheet.level is None else sheet.level


def written(sheet: Sheet) -> dict[str, str]:
    """The abilities that the sheet gives as dice codes."""
    found = {one: coded(text) for one, text in (*sheet.values.items(), *numbered(sheet))}
    keys = dict(zip(JAPANESE, ABILITIES, strict=True))
    named = {OLDER.get(label, label): text for label, text in found.items() if text}
    return {keys[label]: text for label, text in named.items() if label in keys}


def numbered(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Abilities that the reader took for plain numbers."""
    yield from ((label, str(score)) for label, score in sheet.abilities.items())


def coded(text: str) -> str:
    """A dice code in its one spelling; "" for what is none."""
    try:
        return str(code(text.replace("【", "").replace("】", "")))
    except BadCode:
        return ""


def first(sheet: Sheet, labels: tuple[str, ...]) -> int | None:
    """The first of the labelled numbers that the sheet has."""
    return next((number for number in map(sheet.number, labels) if number is not None), None)


def full(sheet: Sheet, gauge: str) -> tuple[int, int]:
    """HP or MP and its maximum; what is not said is full, or as the level gives it."""
    amount = sheet.gauges.get(gauge, Amount())
    printed = amount.max if amount.max is not None else amount.now
    top = by_level(sheet, gauge) if printed is None else max(0, printed)
    return (top if amount.now is None else max(0, amount.now)), top


def by_level(sheet: Sheet, gauge: str) -> int:
    """HP or MP as the level gives it."""
    return (usual().hp if gauge == "HP" else usual().mp).at(level_of(sheet))


def now(sheet: Sheet, gauge: str, otherwise: int) -> int:
    """A number that goes up and down."""
    amount = sheet.gauges.get(gauge, Amount())
    return otherwise if amount.now is None else max(0, amount.now)


# things --------------------------------------------------------------------------------------------------------------


@cache
def named(kind: str) -> dict[str, Id]:
    """The starter set's skills, songs or items by their Japanese names."""
    found: dict[str, dict[str, Id]] = {"skill": {}, "song": {}, "item": {}}
    for fact in starter("ja"):
        if isinstance(fact, SkillSet) and fact.content.learnable:
            found["skill"][fact.content.name] = fact.skill
        elif isinstance(fact, SongSet) and fact.content.learnable:
            found["song"][fact.content.name] = fact.song
        elif isinstance(fact, ItemSet):
            found["item"][fact.content.name] = fact.item
    return found[kind]


def known(sheet: Sheet, kind: str) -> dict[Id, int]:
    """What of a kind a sheet names that the table has, and how many or at what level."""
    spoken = {label: sheet.number(label) or 1 for label in sheet.values} | dict(sheet.skills) | dict(sheet.items)
    spoken |= dict.fromkeys((*sheet.feats, *sheet.values.values(), *(one.name for one in sheet.weapons)), 1)
    return {one: max(1, spoken[label]) for label, one in named(kind).items() if label in spoken}


def aside(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What has no place in the book, as label and text."""
    taken = {*ASIDE, *OLDER, *JAPANESE, *EXPERIENCE, *PURSE, *LEFT, *(one for ours in NUMBERS.values() for one in ours)}
    for label, text in sheet.values.items():
        if text and text != "-" and label not in taken and not any(label in named(kind) for kind in ("skill", "item")):
            yield label, text
    for label, amount in sheet.gauges.items():
        if label not in OURS and amount.now is not None:
            yield label, str(amount.now)


# what to tell --------------------------------------------------------------------------------------------------------


def remarks(sheet: Sheet) -> Iterator[Word]:
    """What whoever brings the sheet should know."""
    if sheet.game and sheet.game != GAME:
        yield Word("phrase.other_system", (("game", sheet.game),))
    version = sheet.values.get(VERSION, "").strip("[] ").removeprefix("ツール用").strip()
    if version and not version.startswith("ver.10"):
        yield Word("phrase.other_version", (("version", version),))
    missing = tuple(label for label, key in zip(JAPANESE, ABILITIES, strict=True) if key not in written(sheet))
    if lacking := tuple(label for label in missing if label != JAPANESE[-1]):
        yield Word("phrase.abilities_missing", (("labels", Listed(lacking)),))
    yield from differing(sheet)
    if sheet.values.get(CHANT, " ") in TICKED:
        yield Word("phrase.was_chanting")
    if left := tuple(label for label, _ in aside(sheet)):
        yield Word("phrase.left_in_note", (("labels", Listed(left)),))


def differing(sheet: Sheet) -> Iterator[Word]:
    """Maxima that the sheet prints otherwise than its level comes to, where it says the level."""
    for gauge in ("HP", "MP") if said_level(sheet) else ():
        top, computed = full(sheet, gauge)[1], by_level(sheet, gauge)
        if top != computed:
            yield Word("phrase.gauge_differs", (("label", gauge), ("printed", top), ("computed", computed)))

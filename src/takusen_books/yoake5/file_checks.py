"""What a file may say of a character beside the numbers that its history adds up to: what the points for abilities, the
history and the reading of the table that it comes to allow."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from takusen.rules import Reading, Refused, Word

from .catalogue import catalogue
from .growth import banned
from .making import CREATION
from .shop import MOST_BOUGHT
from .stats import ABILITIES
from .world import Character, Record

GREATEST = 999_999_999
COUNTED = ("granted", "stolen")
BOUGHT = ("bought", "bought_on_iou", "expenses")


def bounded(what: Any) -> bool:
    """Whether every number of a file is one that play could come to."""
    return all(-GREATEST <= number <= GREATEST for number in numbers(msgspec.to_builtins(what)))


def numbers(told: Any) -> Iterator[int]:
    """All numbers of what is written."""
    if isinstance(told, int):
        yield told
    elif isinstance(told, dict | list | tuple):
        for one in told.values() if isinstance(told, dict) else told:
            yield from numbers(one)


# what the table doesn't have ----------------------------------------------------------------------------------------


def strangers(reading: Reading, me: Character) -> Iterator[Refused]:
    """What a character has that the table doesn't have or bans."""
    known = catalogue(reading)
    held = {
        "species": (me.species,), "classes": (me.main, me.extra, *me.classes), "skills": tuple(me.skills),
        "items": tuple(one.item for one in me.items.values()),
    }  # fmt: skip
    for kind, names in held.items():
        entries = getattr(known, kind)
        for name in filter(None, names):
            if name not in entries:
                yield Refused.because("not_here", what=name)
            elif stopped := banned(reading, f"{kind}.{name}", entries[name].supplement):
                yield Refused.because("banned_here", what=Word(f"title.{name}"), layer=dict(stopped.params)["layer"])


# what nothing tells of ----------------------------------------------------------------------------------------------


def unearned(reading: Reading, me: Character, records: tuple[Record, ...]) -> Iterator[Word]:
    """What a character has that neither its making nor its history gave it."""
    points = reading.content[f"{CREATION}.ability_points"]
    if not set(me.base) <= set(ABILITIES) or min(me.base.values(), default=0) < 0 or sum(me.base.values()) > points:
        yield Word("history.base")
    if not 0 <= me.lp <= me.max_lp:
        yield Word("history.lp")
    if me.lp_steps != sum(one.amount for one in records if one.kind == "max_lp" and one.why == "lp_growth"):
        yield Word("history.lp_steps")
    if min(me.hp, me.mp) < 0:
        yield Word("history.hp")
    for name, level in me.proficiencies.items():
        if level > max(_told(records, name, "proficiency"), default=0):
            yield Word("history.proficiencies")
    yield from _things(me, records)


def _things(me: Character, records: tuple[Record, ...]) -> Iterator[Word]:
    """The things of which a character has more than its history brought it at what was paid for each."""
    held = Counter[tuple[str, int]]()
    for one in me.items.values():
        if one.count < 1 or one.paid < 0:
            yield Word(f"title.{one.item}")
        held[one.item, one.paid] += one.count
    for (item, paid), count in held.items():
        if count > sum(_brought(one, paid) for one in records if one.what == item):
            yield Word(f"title.{item}")


def _brought(one: Record, paid: int) -> int:
    """How many of its thing an entry can have brought at so much for each."""
    if one.kind == "told" and one.why in COUNTED:
        return 0 if paid else one.amount
    if one.kind != "money" or one.why not in BOUGHT:
        return 0
    if not paid:
        return 0 if one.amount else MOST_BOUGHT
    count, rest = divmod(-one.amount, paid)
    return 0 if rest or count > MOST_BOUGHT else count


def _told(records: tuple[Record, ...], what: str, why: str) -> Iterator[int]:
    return (one.amount for one in records if one.kind == "told" and one.what == what and one.why == why)

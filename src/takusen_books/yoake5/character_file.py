"""A character as a file with its history, and back: what doesn't add up to its history is not let in."""

from collections.abc import Iterator
from itertools import chain

import msgspec
from msgspec.structs import replace

from takusen.rules import Brought, Id, Reading, Refused, Table, Word

from .catalogue import entry_of
from .facts_campaign import CharacterTakenIn
from .file_checks import bounded, strangers, unearned
from .ledger import KINDS
from .lending import KEPT, rested
from .world import FROM_FILE, PARTY, Bond, Character, History, Record, World

MARK = "takusen.character"
GRANTED = ("past_agreed",)
"""Marks that the organiser of another campaign has given: here they say nothing."""
NAME, RECORDS = 40, 5_000


class CharacterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file holds."""

    kind: str
    book: str
    character: Character
    records: tuple[Record, ...]


def written(world: World, one: Id) -> str:
    """A character with its history, as the text of a file."""
    history = world.histories.get(one, History()).records
    told = CharacterFile(MARK, "yoake5", replace(rested(world.characters[one]), player=""), history)
    return msgspec.json.format(msgspec.json.encode(told)).decode()


def taken_in(brought: Brought) -> CharacterTakenIn | Refused:
    """The fact by which a file's character comes in for a seat, or why not. That it came from a file, by whom and when
    stands in its history from then on."""
    try:
        told = entry_of(msgspec.json.decode(brought.text.encode()), CharacterFile)
    except (msgspec.DecodeError, RecursionError, TypeError, AttributeError, ValueError):
        return Refused("not_this_character")
    name = told.character.name.strip()
    fits = told.kind == MARK and told.book == "yoake5" and told.character.side == PARTY
    if not fits or not name or len(name) > NAME or len(told.records) > RECORDS:
        return Refused("not_this_character")
    wrong = why_not(brought.reading, told.character, told.records)
    if wrong is not None:
        return wrong
    marks = tuple(mark for mark in told.character.marks if mark not in GRANTED)
    me = replace(rested(told.character), player=brought.seat, name=name, marks=marks)
    came = Record("told", why=FROM_FILE, rule="YA-12", note=brought.by, day=brought.day)
    return CharacterTakenIn(brought.one, me, (*told.records, came))


def why_not(reading: Reading, me: Character, records: tuple[Record, ...]) -> Refused | None:
    """Why a character can't come in as it is written: its numbers, what is banned here, and its history."""
    if not bounded((me, records)):
        return Refused("beyond_bounds")
    stopped = next(strangers(reading, me), None)
    if stopped is not None:
        return stopped
    wrong = next(chain(differing(me, records), unearned(reading, me, records)), None)
    return Refused.because("history_off", what=wrong) if wrong else None


def differing(me: Character, records: tuple[Record, ...]) -> Iterator[Word]:
    """What of a character is another than its history comes to, beginning with nothing."""
    grown = Character(me.name)
    for entry in records:
        if entry.kind not in KINDS:
            yield Word("record.unknown")
            return
        grown = KINDS[entry.kind](grown, entry)
    for name in KEPT:
        if settled(getattr(grown, name)) != settled(getattr(me, name)):
            yield Word(f"history.{name}")
    for name, held in (("class_level", me.classes), ("skill_level", me.skills)):
        levels = {entry.what: entry.amount for entry in records if entry.why == name and entry.kind == "told"}
        if any(levels.get(one) != level for one, level in held.items()):
            yield Word(f"history.{name}")


def settled(value: object) -> object:
    """A value as it counts: towards whom nothing is held, and what there is none of, is nothing."""
    if not isinstance(value, Table):
        return value
    return {key: one for key, one in value.items() if one and (not isinstance(one, Bond) or one != Bond(name=one.name))}

"""The catalogue: content as the table's reading has it, layers applied, in types; made once for each reading."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from takusen.rules import Reading, Table

from .blocks import Class, Dormitory, Emotion, Foe, Item, Skill, Species, Status


class Catalogue(msgspec.Struct, frozen=True):
    """Every entry of the content by its id."""

    species: Table[str, Species] = Table()
    classes: Table[str, Class] = Table()
    skills: Table[str, Skill] = Table()
    items: Table[str, Item] = Table()
    foes: Table[str, Foe] = Table()
    statuses: Table[str, Status] = Table()
    emotions: Table[str, Emotion] = Table()
    dormitories: Table[str, Dormitory] = Table()


def catalogue(reading: Reading) -> Catalogue:
    """The catalogue of a reading."""
    return _made(reading.content)


@lru_cache(maxsize=32)
def _made(content: Table[str, Any]) -> Catalogue:
    nested: dict[str, Any] = {}
    for path, value in content.items():
        head, *rest = path.split(".")
        if head in Catalogue.__struct_fields__ and rest:
            _put(nested.setdefault(head, {}), rest, value)
    return msgspec.convert(nested, Catalogue, dec_hook=_table)


def _put(into: dict[str, Any], steps: list[str], value: Any) -> None:
    for step in steps[:-1]:
        into = into.setdefault(step, {})
    into[steps[-1]] = dict(value) if isinstance(value, Mapping) else value


def _table(kind: Any, value: Any) -> Any:
    """What msgspec doesn't know: our tables."""
    return Table(value)

"""The catalogue: content as the table's reading has it, layers applied, in types; made once for each reading."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar, get_args

import msgspec

from takusen.rules import Both, Reading, Table

from .blocks import Class, Dormitory, Emotion, Foe, Item, Ready, Skill, Species, Status

E = TypeVar("E")
VARIANTS = "variants."


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
    ready: Table[str, Ready] = Table()


KINDS: dict[str, Any] = {
    "species": Species, "classes": Class, "skills": Skill, "items": Item, "foes": Foe, "statuses": Status,
    "emotions": Emotion, "dormitories": Dormitory, "ready": Ready,
}  # fmt: skip
"""What the entries of each table are."""


def catalogue(reading: Reading) -> Catalogue:
    """The catalogue of a reading."""
    return _of(_Same(reading))


class _Same:
    """A reading that is the same only as itself: to compare all of its content takes longer than to use it."""

    __slots__ = ("reading",)

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def __hash__(self) -> int:
        return self.reading.content.__hash__()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.reading is self.reading


@lru_cache(maxsize=64)
def _of(same: _Same) -> Catalogue:
    return _made(same.reading.content, same.reading.options)


EXPERIENCE_TICKET = Both(ja="経験点チケット（#点）", en="experience ticket (worth #)")


def titles(reading: Reading) -> Mapping[str, Both]:
    """The names of all entries by id, and their texts by `text:` and the id."""
    entries = [(id, entry) for kind in KINDS for id, entry in getattr(catalogue(reading), kind).items()]
    names = {id: entry.name for id, entry in entries} | {f"text:{id}": entry.text for id, entry in entries}
    return names | {"experience_#": EXPERIENCE_TICKET}


@lru_cache(maxsize=32)
def _made(content: Table[str, Any], options: Table[str, str | int]) -> Catalogue:
    nested: dict[str, Any] = {}
    for path, value in (*content.items(), *_variants(content, options)):
        head, *rest = path.split(".")
        if head in KINDS and rest:
            put(nested.setdefault(head, {}), rest, value)
    return entry_of(nested, Catalogue)


def _variants(content: Table[str, Any], options: Table[str, str | int]) -> Iterator[tuple[str, Any]]:
    """What entries are while options are read in certain ways: `variants.OPTION.CHOICE.` and the path."""
    for path, value in content.items():
        if path.startswith(VARIANTS):
            option, choice, rest = path.removeprefix(VARIANTS).split(".", 2)
            if str(options.get(option, "")) == choice:
                yield rest, value


def put(into: dict[str, Any], steps: list[str], value: Any) -> None:
    """Put a value of the content where its path leads."""
    for step in steps[:-1]:
        into = into.setdefault(step, {})
    into[steps[-1]] = value


def entry_of(data: Mapping[str, Any], kind: type[E]) -> E:
    """What the values of an entry come to. Raises msgspec.ValidationError."""
    return msgspec.convert(data, kind, dec_hook=_typed)


def _typed(kind: Any, value: Any) -> Any:
    """What msgspec doesn't know: texts in two languages, and our tables."""
    if kind is not Both:
        return Table((key, _inside(key, one, get_args(kind)[1])) for key, one in value.items())
    return Both(**value) if isinstance(value, Mapping) else Both(value)


def _inside(key: str, value: Any, kind: Any) -> Any:
    """A value of a table; what is wrong with one says where."""
    try:
        return msgspec.convert(value, kind, dec_hook=_typed)
    except msgspec.ValidationError as wrong:
        what, _, where = str(wrong).partition(" - at `$")
        raise ValueError(f"{what} - at `$.{key}{where.rstrip('`')}`") from None

"""What an entity's values are called: labels of its fields in both languages, keys of its tables, derived numbers."""

from collections.abc import Iterator
from typing import Any

import msgspec

from takusen.log.paths import joined
from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.play.reading import Reading
from takusen.rulebook.book import RuleBook
from takusen.rulebook.fields import Field, fields_of, is_hidden
from takusen.rulebook.texts import LANGS
from takusen.table.notation import folded

MAXIMUM = "^"
NAMED = ("skill", "item")
"""What of the names in tables a book may word."""


class Place(msgspec.Struct, frozen=True):
    """Where a value is: its path, what it is now, and its maximum, None for no end, with the path of that.

    `label` is the key under which the book words it, or its own name in a table; `field` says who may edit it.
    """

    path: str
    label: str
    value: int | str
    field: Field
    top: int | None = None
    top_path: str = ""


def places(book: RuleBook, world: Any, one: str) -> dict[str, Place]:
    """The values of an entity by folded name, of a world or of what a seat sees of it."""
    found: dict[str, Place] = {}
    for collection in fields_of(type(world)):
        inside = getattr(world, collection)
        if isinstance(inside, Table) and isinstance(inside.get(one), msgspec.Struct):
            for name, place in _inside(book, inside[one], joined(collection, one)):
                found.setdefault(folded(name), place)
    return found


def names(book: RuleBook, world: Any, one: str, reading: Reading | None = None) -> dict[str, str]:
    """What `{names}` of a palette stand for: an entity's values, `{HP^}` for a maximum, and what the book derives
    as the table reads it."""
    found: dict[str, str] = {}
    for name, place in places(book, world, one).items():
        found[name] = str(place.value)
        if place.top is not None:
            found[name + MAXIMUM] = str(place.top)
    derived = book.derived(world, Id(one), reading or book.usual) if found else {}
    return {folded(name): str(value) for name, value in derived.items()} | found


def _inside(book: RuleBook, entity: Any, path: str) -> Iterator[tuple[str, Place]]:
    for name, field in fields_of(type(entity)).items():
        value, at = getattr(entity, name), f"{path}.{name}"
        if isinstance(value, Table):
            yield from _of_table(book, value, at, field)
        elif isinstance(value, msgspec.Struct):
            yield from _inside(book, value, at)
        elif _is_plain(value):
            place = _place(entity, name, at, name)
            yield from ((called, place) for called in _called(book, name))


def _of_table(book: RuleBook, table: Table[Any, Any], path: str, field: Field) -> Iterator[tuple[str, Place]]:
    """Each value by its key; of a struct that holds a gauge, the gauge."""
    for key, value in table.items():
        at = f"{path}.{joined(str(key))}"
        if _is_plain(value):
            yield from ((name, Place(at, str(key), value, field)) for name in _named(book, str(key)))
        elif isinstance(value, msgspec.Struct) and (name := _gauge_in(value)):
            label = str(getattr(value, "label", key))
            yield label, _place(value, name, f"{at}.{name}", label)


def _named(book: RuleBook, key: str) -> tuple[str, ...]:
    """A key of a table as it is, then what the book calls it in its languages, without blanks."""
    return tuple(dict.fromkeys((key, *(word_of(book, lang, key).replace(" ", "") for lang in LANGS))))


def word_of(book: RuleBook, lang: str, key: str) -> str:
    """A key of a table in the book's word for it."""
    texts = book.texts
    return next((texts.say(lang, section, key) for section in NAMED if texts.has(lang, section, key)), key)


def _gauge_in(value: msgspec.Struct) -> str:
    """The field of a struct that counts towards a maximum."""
    marked = (name for name, field in fields_of(type(value)).items() if field.gauge is not None)
    return next((name for name in marked if _is_plain(getattr(value, name))), "")


def _place(entity: Any, name: str, path: str, label: str) -> Place:
    field = fields_of(type(entity))[name]
    beside = field.gauge if isinstance(field.gauge, str) else ""
    top = getattr(entity, beside) if beside else field.gauge
    top_path = f"{path.removesuffix(name)}{beside}" if beside else ""
    return Place(path, label, getattr(entity, name), field, top if isinstance(top, int) and top else None, top_path)


def _is_plain(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool) and not is_hidden(value)


def _called(book: RuleBook, name: str) -> tuple[str, ...]:
    """What a field is called: in the languages of the book, and by its id."""
    said = (book.texts.sentences[lang].get("field", {}).get(name, "") for lang in LANGS)
    return tuple(dict.fromkeys(word for word in (*said, name) if word))

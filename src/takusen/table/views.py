"""`view`: what one seat sees of the world. Everything below it gets a view, never the world."""

from functools import lru_cache
from typing import Any

import msgspec

from takusen.log.audience import EVERYONE, GM, Audience, may_see, narrowed
from takusen.log.paths import steps
from takusen.log.table import Table
from takusen.play.reading import Reading
from takusen.rulebook.book import RuleBook
from takusen.rulebook.fields import HIDDEN, fields_of, known_to
from takusen.rulebook.pages import View

KEPT = 64
"""Views that are kept, those of the worlds looked at last."""


def view(book: RuleBook, world: Any, seat: str, reading: Reading | None = None) -> View[Any]:
    """The world as a seat sees it: hidden fields raise when looked at, hidden entities are absent."""
    seen = world if seat == GM else _seen_by(_Same(world), seat)
    return View(seen, seat, book.owner, reading or book.usual)


class _Same:
    """A world by its identity: the same world is looked at again and again, and hashing it would take longer."""

    __slots__ = ("world",)

    def __init__(self, world: Any) -> None:
        self.world = world

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.world is other.world

    def __hash__(self) -> int:
        return id(self.world)


@lru_cache(maxsize=KEPT)
def _seen_by(same: _Same, seat: str) -> Any:
    return _seen(same.world, same.world, seat)


def _seen(world: Any, thing: Any, seat: str) -> Any:
    changes: dict[str, Any] = {}
    for name, field in fields_of(type(thing)).items():
        value = getattr(thing, name)
        if not may_see(seat, field.see(world, thing)):
            changes[name] = HIDDEN
        elif isinstance(value, Table):
            changes[name] = _table(world, value, seat)
        elif isinstance(value, msgspec.Struct):
            changes[name] = _seen(world, value, seat)
    return msgspec.structs.replace(thing, **changes) if changes else thing


def _table(world: Any, table: Table[Any, Any], seat: str) -> Table[Any, Any]:
    if not any(isinstance(value, msgspec.Struct) for value in table.values()):
        return table
    known = ((key, value) for key, value in table.items() if may_see(seat, known_to(world, value)))
    return Table((key, _seen(world, value, seat)) for key, value in known)


def audience_at(world: Any, path: str) -> Audience:
    """Who may see the field that a path names: those to whom every step of it is open."""
    here = world
    audience: Audience = EVERYONE
    for name in steps(path):
        if isinstance(here, Table):
            here = here.get(name)
            if isinstance(here, msgspec.Struct):
                audience = narrowed(audience, known_to(world, here))
        elif isinstance(here, msgspec.Struct):
            audience = narrowed(audience, fields_of(type(here))[name].see(world, here))
            here = getattr(here, name)
    return audience

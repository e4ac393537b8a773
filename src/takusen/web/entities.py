"""Entities as they are edited: who may, which fields, and how each is written."""

from itertools import chain
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from takusen.log.audience import GM
from takusen.log.paths import joined
from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.rulebook.fields import Field, fields_of, is_hidden, known_to
from takusen.rulebook.pages import BoardPanel, Figure, Page, View
from takusen.rulebook.places import PlacesPanel
from takusen.table.state import State
from takusen.web import models as m


def entities(state: State) -> tuple[m.EntityModel, ...]:
    """Every entity of the world, for the GM."""
    world, names = state.world, state.book.entities(state.world)
    return tuple(_entity(state, names.get(Id(one), one), collection, one) for collection, one in _ids(world))


def _ids(world: Any) -> list[tuple[str, str]]:
    """Collection and id of all that stands in a world."""
    tables = ((name, getattr(world, name)) for name in fields_of(type(world)))
    return [
        (name, one)
        for name, inside in tables
        if isinstance(inside, Table)
        for one, entity in inside.items()
        if isinstance(entity, msgspec.Struct)
    ]


def _entity(state: State, name: str, collection: str, one: str) -> m.EntityModel:
    entity = getattr(state.world, collection)[one]
    seat = state.book.owner(state.world, one)
    hidden = known_to(state.world, entity) == GM
    return m.EntityModel(one, name, joined(collection, one), seat, hidden, bool(getattr(entity, "shown", False)))


def entity_of(state: State, seen: View[Any], wanted: str) -> m.EntityModel | None:
    """An entity whose sheet a seat may open; None for any other, known or not."""
    names = state.book.entities(seen.world)
    found = next(((collection, one) for collection, one in _ids(seen.world) if one == wanted), None)
    if found is None or wanted not in sheets(seen):
        return None
    return _entity(state, names.get(Id(wanted), wanted), *found)


def sheets(seen: View[Any]) -> frozenset[str]:
    """The entities whose sheets a seat may open: its own, the GM all; what it may edit there is the book's word."""
    return frozenset(one for _, one in _ids(seen.world) if seen.gm or seen.mine(Id(one)))


def editable(state: State, seen: View[Any], page: Page) -> frozenset[str]:
    """The paths at hand on a page that the seat may edit."""
    figures = (one for panel in page.stage for one in getattr(panel, "figures", ()) if one.quick)
    boards = (panel for panel in page.stage if isinstance(panel, BoardPanel))
    places = (panel for panel in page.stage if isinstance(panel, PlacesPanel))
    moved = (tuple(piece.path for piece in panel.pieces) for panel in places)
    paths = chain(*map(_at_hand, figures), *map(_on_board, boards), *moved)
    return frozenset(path for path in paths if path and state.book.may_edit(seen, path))


def _on_board(panel: BoardPanel) -> tuple[str, ...]:
    return (panel.path, *(token.path for token in panel.tokens))


def _at_hand(figure: Figure) -> tuple[str, ...]:
    gauges, marks = (one.path for one in figure.gauges), (one.path for one in figure.marks)
    return (figure.marks_at, *gauges, *marks)


# fields --------------------------------------------------------------------------------------------------------------


def entity_fields(state: State, seen: View[Any], entity: m.EntityModel) -> tuple[m.FieldModel, ...]:
    """The fields of an entity that the seat may edit."""
    collection, _, one = entity.path.partition(".")
    thing = getattr(seen.world, collection)[one]
    hints = get_type_hints(type(thing))
    made = (
        field_model(joined(collection, one, name), name, getattr(thing, name), field, hints[name])
        for name, field in fields_of(type(thing)).items()
        if state.book.may_edit(seen, joined(collection, one, name)) and not is_hidden(getattr(thing, name))
    )
    return tuple(field for field in made if field.kind)


def field_model(path: str, label: str, value: Any, field: Field, hint: Any) -> m.FieldModel:
    """One field and how it is written."""
    kind = _kind(value, field, hint)
    if kind != "rows":
        return m.FieldModel(path, label, value, kind, field.choices)
    inside = get_args(hint)[1]
    rows = tuple(m.RowModel(f"{path}.{joined(key)}", key, _parts(one)) for key, one in value.items())
    blank = inside() if isinstance(inside, type) else ""
    return m.FieldModel(path, label, value, kind, rows=rows, blank=_parts(blank))


def _parts(value: Any) -> tuple[m.FieldModel, ...]:
    """What is written of a value in a table: the fields of a struct, or the value itself."""
    if not isinstance(value, msgspec.Struct):
        return (m.FieldModel("to", "", value, _kind(value, Field(), type(value))),)
    hints = get_type_hints(type(value))
    return tuple(
        field_model(f"to.{name}", name, getattr(value, name), field, hints[name])
        for name, field in fields_of(type(value)).items()
        if field.editable
    )


def _kind(value: Any, field: Field, hint: Any) -> str:
    """How a value is written; "" for one that has no form."""
    if field.form and field.form not in ("code", "square"):
        return field.form
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, int):
        return "number"
    if isinstance(value, str):
        return "text"
    if get_origin(hint) is Table:
        return "table" if get_args(hint)[1] is int else "rows"
    return ""

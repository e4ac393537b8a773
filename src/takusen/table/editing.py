"""The world changed by hand: fields set, keys of tables put, renamed and taken out, entities added."""

from typing import Any
from zlib import crc32

from takusen.log.audience import EVERYONE, GM, Audience, may_see, narrowed
from takusen.log.codec import plain
from takusen.log.entries import Added, Disclosed, Edited
from takusen.log.paths import joined, steps
from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.rulebook.book import Fresh
from takusen.rulebook.edits import BadEdit, edited, entity_at, field_at, spelt, stands_at, value_at
from takusen.rulebook.fields import Field, fields_of, known_to
from takusen.rulebook.offers import brief
from takusen.rulebook.pages import View
from takusen.table import commands as c
from takusen.table.draft import Draft, clean, refuse
from takusen.table.state import State
from takusen.table.views import audience_at, view

NAME_LIMIT = 40
TEXT_LIMIT = 1_000
LONG_LIMIT = 10_000
KEYS_LIMIT = 200
OWN_LIMIT = 20
BOUND = 999_999


def edit(draft: Draft, command: c.Edit) -> None:
    """Set a field."""
    need_leave(draft, command.path)
    set_field(draft, command.path, command.to)


def shift(draft: Draft, command: c.Shift) -> None:
    """Move a number up or down by what it is now, so that two who tap at once lose nothing."""
    need_leave(draft, command.path)
    now = _standing(draft.state, command.path)
    if not isinstance(now, int) or isinstance(now, bool):
        raise refuse("bad_edit", path=command.path, why="number")
    set_field(draft, command.path, now + command.by)


def put_key(draft: Draft, command: c.Put) -> None:
    """A new key in a table of the world."""
    need_leave(draft, command.path)
    table, key = _table_at(draft.state, command.path), named(command.key)
    if key in table:
        raise refuse("already_there", name=key)
    if len(table) >= KEYS_LIMIT:
        raise refuse("too_many_keys", limit=KEYS_LIMIT)
    set_field(draft, joined(*steps(command.path), key), command.to, "put")


def take_out(draft: Draft, command: c.Remove) -> None:
    """A key of a table goes."""
    need_leave(draft, command.path)
    set_field(draft, command.path, None, "gone")


def rename(draft: Draft, command: c.Rename) -> None:
    """A key of a table is called otherwise; it keeps its place and what stands under it."""
    need_leave(draft, command.path)
    to, table = named(command.to), _table_at(draft.state, joined(*steps(command.path)[:-1]))
    if to == steps(command.path)[-1]:
        return
    if to in table:
        raise refuse("already_there", name=to)
    set_field(draft, command.path, to, "renamed")


def need_leave(draft: Draft, path: str) -> None:
    """Refuse whoever may not edit what a path leads to; what a seat doesn't know is to it as if it weren't there."""
    if draft.by == GM:
        return
    draft.need_player()
    state = draft.state
    seen = view(state.book, state.world, draft.by, state.reading)
    field, one = field_at(seen.world, path), entity_at(path)
    if field is None or (one and one not in state.book.entities(seen.world)):
        raise refuse("gone")
    if not field.mine:
        raise refuse("not_the_gm")
    if not state.book.may_edit(seen, path):
        raise refuse("not_yours")


def set_field(draft: Draft, path: str, to: Any, how: str = "", **chat: Any) -> int:
    """Write an edit into the log, as far as the book takes it; gives its seq. Whether the seat may is not asked here.

    `chat` is what `Edited` keeps of a line of chat.
    """
    book, world = draft.state.book, draft.state.world
    if draft.state.is_away(entity_at(path)):
        raise refuse("is_away")
    try:
        field = field_at(world, path)
        if field is None or not field.editable:
            raise BadEdit(path)
        was = None if how == "put" else value_at(world, path)
        to = spelt(field, cleaned(plain(to), _limit(field)), how)
        changed = edited(world, path, to, how)
        if how != "gone" and field.form != "map":  # a board knows its own bounds
            check_bounds(to, _limit(field))
        _check_seats(draft.state, field, to)
    except BadEdit as wrong:
        raise refuse("bad_edit", path=path, why=wrong.why) from None
    learn = narrowed(audience_at(world, path), audience_at(changed, path))
    seen = seen_by(draft, GM if field.form == "seats" else learn)  # who else reads it is nobody's business
    names = book.entities(world)
    name = next((names[Id(one)] for one in steps(path) if one in names), "")
    body = Edited(path=path, to=to, was=was, name=name, how=how, who=doer(draft), **chat)
    seq = draft.add(body, seen)
    _disclose(draft, world, changed, entity_at(path))
    return seq


def _disclose(draft: Draft, before: Any, after: Any, one: str) -> None:
    """Tell those to whom an edit opened an entity that it is there."""
    book = draft.state.book
    fresh = _newly(book.known_to(before, one), book.known_to(after, one))
    if fresh:
        draft.add(Disclosed(name=book.entities(after).get(Id(one), "")), fresh)


def _newly(before: Audience, after: Audience) -> Audience:
    """Who belongs to the second audience and not to the first; () for nobody."""
    if after in (before, GM):
        return ()
    if after == EVERYONE:
        return EVERYONE
    return tuple(seat for seat in after if not may_see(seat, before))


def set_back(draft: Draft, body: Edited) -> None:
    """The opposite of an edit whose outcome still stands."""
    if body.how == "put":
        set_field(draft, body.path, None, "gone")
    elif body.how == "renamed":
        *owners, key = steps(body.path)
        set_field(draft, joined(*owners, body.to), key, "renamed")
    else:
        set_field(draft, body.path, body.was, "put" if body.how == "gone" else "")


def stands(state: State, body: Any) -> bool:
    """Whether what an edit made of the world is still so."""
    if not isinstance(body, Edited):
        return False
    if body.how == "gone":
        return not stands_at(state.world, body.path)
    if body.how == "renamed":
        return stands_at(state.world, joined(*steps(body.path)[:-1], body.to))
    return stands_at(state.world, body.path) and value_at(state.world, body.path) == body.to


def doer(draft: Draft) -> str:
    """The name of the player who does it; "" for the GM."""
    seat = draft.state.seats.get(draft.by)
    return (seat.name or seat.id) if seat and draft.by != GM else ""


def seen_by(draft: Draft, audience: Audience) -> Audience:
    """Whoever does something sees it done."""
    return audience if may_see(draft.by, audience) else (GM, draft.by)


def _standing(state: State, path: str) -> Any:
    try:
        return value_at(state.world, path)
    except BadEdit:
        raise refuse("gone") from None


def _table_at(state: State, path: str) -> Any:
    there = _standing(state, path)
    if not isinstance(there, dict):
        raise refuse("bad_edit", path=path)
    return there


def named(text: str) -> str:
    """A name as it is kept, in one line. Raises Refusal for none or one that is too long."""
    name = clean(text.replace("\n", " ").replace("\t", " "), NAME_LIMIT)
    if not name:
        raise refuse("nothing_said")
    return name


def cleaned(value: Any, limit: int = TEXT_LIMIT) -> Any:
    """A plain value with all its texts as they are kept."""
    if isinstance(value, str):
        return clean(value, limit)
    if isinstance(value, list):
        return [cleaned(inside, limit) for inside in value]
    if isinstance(value, dict):
        return {cleaned(name): cleaned(inside, limit) for name, inside in value.items()}
    return value


def _limit(field: Field) -> int:
    return LONG_LIMIT if field.form == "long" else TEXT_LIMIT


def check_bounds(value: Any, limit: int) -> None:
    """Raise BadEdit for a number, a text or a table that is larger than any sheet's."""
    if isinstance(value, int) and not -BOUND <= value <= BOUND:
        raise BadEdit(brief(value), "large")
    if isinstance(value, str) and len(value) > limit:
        raise BadEdit(brief(value), "large")
    if isinstance(value, list):
        for inside in value:
            check_bounds(inside, limit)
    if isinstance(value, dict):
        if len(value) > KEYS_LIMIT:
            raise BadEdit(str(len(value)), "large")
        for inside in (*value, *value.values()):
            check_bounds(inside, limit)


def _check_seats(state: State, field: Field, to: Any) -> None:
    if field.form == "seats" and not all(one in state.seats for one in to):
        raise refuse("no_such_seat")


# entities ------------------------------------------------------------------------------------------------------------


def kinds_of(state: State, seat: str) -> tuple[Fresh, ...]:
    """The kinds of entity that a seat may add."""
    return tuple(one for one in state.book.fresh if seat == GM or one.players)


def add(draft: Draft, command: c.Add) -> None:
    """Add an entity of one of the book's kinds."""
    if draft.by != GM:
        draft.need_player()
    kinds = kinds_of(draft.state, draft.by)
    kind = next((one for one in kinds if command.kind in ("", one.collection)), None)
    if kind is None:
        raise refuse("nothing_to_add" if draft.by == GM else "not_the_gm")
    name = named(command.name)
    numbers = {named(label): number for label, number in command.numbers.items() if number is not None}
    entity = kind.make(name, numbers)
    field = ""
    try:
        check_bounds(numbers, TEXT_LIMIT)
        for field, value in command.fields.items():
            entity = _filled(draft, entity, field, value)
    except BadEdit as wrong:
        raise refuse("bad_edit", path=field, why=wrong.why) from None
    put_in(draft, kind.collection, entity, command.name)


def put_in(draft: Draft, collection: str, entity: Any, name: str) -> str:
    """Write a new entity into the log, a player's as played by them; gives its id."""
    state = draft.state
    inside = getattr(state.world, collection)
    if draft.by != GM:
        _check_own(draft, view(state.book, state.world, draft.by, state.reading))
        entity = state.book.played_by(entity, draft.by)
    one = fresh_id(inside, name, draft.at)
    body = Added(path=joined(collection, one), value=plain(entity), who=doer(draft))
    draft.add(body, seen_by(draft, known_to(state.world, entity)))
    return one


def _filled(draft: Draft, entity: Any, name: str, value: Any) -> Any:
    """A new entity with one of its fields filled in."""
    field = fields_of(type(entity)).get(name)
    if field is None or not (field.mine or (field.edit and draft.by == GM)):
        raise BadEdit(name)
    to = cleaned(plain(value), _limit(field))
    check_bounds(to, _limit(field))
    _check_seats(draft.state, field, to)
    return edited(entity, name, to)


def _check_own(draft: Draft, seen: View[Any]) -> None:
    own = [one for one in draft.state.book.entities(seen.world) if seen.mine(one)]
    if len(own) >= OWN_LIMIT:
        raise refuse("too_many_own", limit=OWN_LIMIT)


def fresh_id(taken: Table[Any, Any], name: str, at: int) -> str:
    """An id that is free and tells nothing of what else is there."""
    made = f"n{crc32(f'{name} {at}'.encode()):08x}"
    return made if made not in taken else fresh_id(taken, name, at + 1)

"""The chat palettes of a table: who writes them, what their names stand for, who speaks a line and whom it aims at."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from takusen.log.audience import GM
from takusen.log.entries import PaletteSet
from takusen.play.handles import Id
from takusen.rulebook.offers import brief
from takusen.table import commands as c
from takusen.table.draft import Draft, clean, refuse
from takusen.table.notation import folded
from takusen.table.palette import Palette, parse
from takusen.table.state import State
from takusen.table.values import names, places
from takusen.table.variables import Variables
from takusen.table.views import view

SIGNS_LIMIT = 65_000
LINES_LIMIT = 2_000
FITS_SHOWN = 6
NOBODY = Id("")


def set_palette(draft: Draft, command: c.SetPalette) -> None:
    """Write an entity's palette."""
    draft.need_player()
    if command.entity not in written_by(draft.state, draft.by):
        raise refuse("not_yours")
    write_palette(draft, command.entity, command.text)


def write_palette(draft: Draft, one: str, text: str) -> None:
    """Put a palette into the log, for the eyes of the GM and of whoever plays the entity."""
    text = clean(text, SIGNS_LIMIT)
    if text.count("\n") >= LINES_LIMIT:
        raise refuse("too_many_lines", limit=LINES_LIMIT)
    if text != draft.state.palettes.get(one, ""):
        owner = draft.state.book.owner(draft.state.world, one)
        draft.add(PaletteSet(entity=one, text=text), (GM, owner) if owner else GM)


def written_by(state: State, seat: str) -> dict[Id, str]:
    """Whose palettes a seat uses and writes: the GM everybody's, others those of whom they play; with their names."""
    seen = view(state.book, state.world, seat)
    return {one: name for one, name in state.book.entities(seen.world).items() if seen.gm or seen.mine(one)}


def palette_of(state: State, one: str) -> Palette:
    """An entity's palette."""
    return _parsed(state.palettes.get(one, ""))


@lru_cache(maxsize=64)
def _parsed(text: str) -> Palette:
    return parse(text)


def variables_of(state: State, seat: str, one: str) -> Variables:
    """What names stand for when a seat speaks for an entity: what its palette defines, then what the seat sees."""
    if one not in written_by(state, seat):
        return Variables({}, {})
    seen = view(state.book, state.world, seat)
    return Variables(palette_of(state, one).defined, names(state.book, seen.world, one, state.reading))


def speaker(state: State, seat: str, name: str) -> Id:
    """Whose words a line is: of those whom the seat plays the one of that name, else the only one; NOBODY for none."""
    own = written_by(state, seat)
    fits = [one for one, known in own.items() if folded(known).casefold() == folded(name).casefold()]
    if len(fits) == 1 or (len(own) == 1 and seat != GM):
        return (fits or list(own))[0]
    return NOBODY


def aimed(state: State, seat: str, name: str) -> Id:
    """Whom `@name` means: the one called so, else the only one whose name holds it. Raises Refusal."""
    seen = view(state.book, state.world, seat).world
    called = _told_apart(
        {one: known for one, known in state.book.entities(seen).items() if has_values(state, seen, one)}
    )
    wanted = folded(name).casefold()
    exact = [one for one, known in called.items() if folded(known).casefold() == wanted]
    fits = exact or [one for one, known in called.items() if wanted in folded(known).casefold()]
    if not fits:
        raise refuse("no_such_name", name=brief(name))
    if len(fits) > 1:
        raise refuse("which_name", name=brief(name), fits=tuple(called[one] for one in fits[:FITS_SHOWN]))
    return fits[0]


def has_values(state: State, world: Any, one: Id) -> bool:
    """Whether an entity is one whose values change: whoever can be played, or has a number that may be edited."""
    known = places(state.book, world, one).values()
    return state.book.playable(world, one) or any(isinstance(it.value, int) and it.field.editable for it in known)


def _told_apart(called: Mapping[Id, str]) -> dict[Id, str]:
    """Names, with a number after those that several have."""
    shared, so_far = Counter(called.values()), Counter[str]()
    told: dict[Id, str] = {}
    for one, name in called.items():
        so_far[name] += 1
        told[one] = f"{name}#{so_far[name]}" if shared[name] > 1 else name
    return told

"""House rules at a table: moving to other layers between procedures, and what that changes."""

from collections.abc import Iterable
from typing import Any

import msgspec

from takusen.log.audience import GM
from takusen.log.entries import LayersSet
from takusen.play.handles import Id
from takusen.rulebook.differences import Difference, differences, spelt
from takusen.rulebook.layers import OWN, Layer
from takusen.rulebook.pages import page_of
from takusen.rulebook.stacking import Stack
from takusen.rulebook.toml import BadFile
from takusen.table import commands as c
from takusen.table.draft import LINE_LIMIT, Draft, clean, refuse
from takusen.table.fold import stack_of
from takusen.table.state import State
from takusen.table.views import view

LAYERS = 20


class Move(msgspec.Struct, frozen=True):
    """What moving to a stack of layers would change: values, and whose numbers; `pin` says for what that holds."""

    stack: Stack
    pin: str
    changes: tuple[Difference, ...]
    touched: tuple[str, ...]


def move_to(state: State, stack: Stack) -> Move:
    """What moving to other layers changes. Raises BadFile."""
    book = state.book
    before, after = book.resolved(state.stack, state.chosen, strict=False), book.resolved(stack, state.chosen)
    reading = book.reading(state.chosen, stack)
    names = book.entities(state.world)
    then, now = _figures(state, state.reading), _figures(state, reading)
    touched = tuple(names[one] for one in names if then.get(one) != now.get(one))
    return Move(stack, book.pin(reading), differences(before, after), touched)


def _figures(state: State, reading: Any) -> dict[Id, list[Any]]:
    """What the GM's page shows of each entity."""
    page = page_of(state.book, view(state.book, state.world, GM, reading))
    found: dict[Id, list[Any]] = {}
    _collect(page, found)
    return found


def _collect(shown: Any, found: dict[Id, list[Any]]) -> None:
    if isinstance(shown, tuple | list):
        for one in shown:
            _collect(one, found)
    elif isinstance(shown, msgspec.Struct):
        id = getattr(shown, "id", None)
        if isinstance(id, str):
            found.setdefault(Id(id), []).append(shown)
        for name in shown.__struct_fields__:
            _collect(getattr(shown, name), found)


def set_layers(draft: Draft, command: c.SetLayers) -> None:
    """Move the table to other layers, once the GM has seen what that changes."""
    draft.need_gm()
    state = draft.state
    if state.floor is not None:
        raise refuse("floor_taken")
    if len(command.layers) > LAYERS:
        raise refuse("too_many_layers", limit=LAYERS)
    kept = {file: text.replace("\r\n", "\n") for file, text in command.layers.items()}
    try:
        move = move_to(state, stack_of(kept, command.own, command.values))
    except BadFile as wrong:
        raise refuse("bad_file", file=wrong.name, line=wrong.line, what=wrong.what, mend=wrong.mend) from None
    if move.pin != command.pin:
        raise refuse("layers_unseen")
    told = tuple(
        {
            "kind": one.kind,
            "name": one.name,
            "before": spelt(one.before),
            "after": spelt(one.after),
            "why": one.after.why[state.lang] if one.after and one.after.why else "",
        }
        for one in move.changes
    )
    titles = tuple(f"{one.meta.title[state.lang]} {one.version}" for one in move.stack.layers)
    draft.add(
        LayersSet(
            layers=kept,
            own=command.own,
            values=dict(command.values),
            pin=move.pin,
            titles=titles,
            changes=told,
            reason=clean(command.reason, LINE_LIMIT),
        )
    )


def filed(layers: Iterable[Layer]) -> dict[str, str]:
    """Layers by file, each under a name of its own."""
    made: dict[str, str] = {}
    for one in layers:
        names = (one.file, *(f"{n}-{one.file}" for n in range(2, 99)))
        made[next(name for name in names if name not in made)] = one.text
    return made


def command_of(move: Move, reason: str = "") -> c.SetLayers:
    """The command that carries a move out as it was shown."""
    stack = move.stack
    own = stack.own.text if stack.own else ""
    return c.SetLayers(filed(stack.layers), own, dict(stack.values), move.pin, reason)


def liftable(state: State) -> tuple[str, ...]:
    """What layers ban that aren't the table's own, pairs as `one & other`."""
    return tuple(name for name, layer in state.reading.bans.items() if layer != OWN)


def bannable(state: State) -> tuple[str, ...]:
    """The entries and values of the content that could be banned."""
    groups = {path.rpartition(".")[0] for path in state.reading.content}
    return tuple(sorted({*groups, *state.reading.content} - {*state.reading.bans, ""}))

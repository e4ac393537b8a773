"""Taking back: what can be undone, by whom, and what goes with it."""

from collections.abc import Iterator

import msgspec

from takusen.log.audience import GM
from takusen.log.entries import Added, Became, Body, Drawn, Edited, Opened, Reverted, Rolled
from takusen.table import commands as c
from takusen.table.beside import open_again
from takusen.table.draft import LINE_LIMIT, Draft, clean, refuse
from takusen.table.editing import set_back, set_field, stands
from takusen.table.state import Past, Procedure, State


def undoable(state: State, to: int) -> tuple[Past, ...]:
    """What goes if `to` is taken back, latest first; empty if it can't be.

    That is everything from `to` on. Of an edit made during an act that went on after it, it is the edit alone if its
    value still stands, else the act as well, which is open again then.
    """
    going = since(state, to)
    if not going or going[-1].seq != to:
        return ()
    act = _went_on(state, going[-1])
    if act is None:
        return going
    return going[-1:] if stands(state, going[-1].edit) else (*going, act)


def since(state: State, seq: int) -> tuple[Past, ...]:
    """What can be undone from an entry on, latest first."""
    found: list[Past] = []
    past = state.past
    while past is not None and past.seq >= seq:
        found.append(past)
        past = past.prev
    return tuple(found)


def _went_on(state: State, past: Past) -> Past | None:
    """The act during which an edit or an own act was made, if it took further steps since."""
    act = around(state, past) if past.edit or past.beside else None
    procedure = procedure_of(state, act) if act else None
    later = [body for seq, body in procedure.steps if seq > past.seq] if procedure else []
    return act if act and (act.procedure or not all(foreign_to(act.seq, body) for body in later)) else None


def undo(draft: Draft, command: c.Undo) -> None:
    """Take something back, and whatever came of it."""
    draft.need_player()
    to = _begun(draft.state, command.to)
    going = undoable(draft.state, to)
    target = next((past for past in going if past.seq == to), None)
    if target is None or (target.hidden and draft.by != GM):
        raise refuse("nothing_to_undo")
    if not may_take_back(draft.state, draft.by, target):
        raise refuse("ask_gm_to_undo")
    hidden = tuple(past for past in going if past.hidden and draft.by != GM)
    foreign = _is_foreign(draft.state, draft.by, going)
    if isinstance(target.edit, Edited) and (foreign or (going == (target,) and _went_on(draft.state, target))):
        _set_line_back(draft, target)
        return
    draft.add(Reverted(to=to, why="undo", reason=clean(command.reason, LINE_LIMIT)))
    for body in _told(hidden[::-1]):
        draft.add(body, GM, GM)


def _begun(state: State, seq: int) -> int:
    """Where what is taken back began: of a line of chat with several changes that is the first."""
    past = next((one for one in since(state, seq) if one.seq == seq), None)
    return past.edit.first or seq if past and isinstance(past.edit, Edited) else seq


def _set_line_back(draft: Draft, target: Past) -> None:
    """Set an edit back and, where it began a line of chat, the line's other changes, latest first."""
    for past in since(draft.state, target.seq):
        if isinstance(past.edit, Edited) and target.seq in (past.seq, past.edit.first):
            if not stands(draft.state, past.edit):
                raise refuse("undo_first")
            set_back(draft, past.edit)


def may_take_back(state: State, seat: str, past: Past) -> bool:
    """Whether a seat may take something back: the GM all, others what is all theirs, or an edit that still stands."""
    if not _is_foreign(state, seat, undoable(state, past.seq)):
        return True
    return _own(state, seat, past) and stands(state, past.edit)


def _is_foreign(state: State, seat: str, going: tuple[Past, ...]) -> bool:
    """Whether a player's undo would take along what is another's."""
    return seat != GM and not all(past.hidden or _own(state, seat, past) for past in going)


def _own(state: State, seat: str, past: Past) -> bool:
    """Whether a player may take something back without the GM."""
    if past.edit:
        return past.by == seat
    return (past.by == seat or past.itself) and not _rolled(state, past)


def _told(hidden: tuple[Past, ...]) -> Iterator[Body]:
    """What the GM did out of sight since: a player's undo must neither show it nor lose it."""
    for past in hidden:
        if past.edit:
            yield past.edit
        for _, body in past.procedure.steps if past.procedure else ():
            if isinstance(body, Became):
                yield msgspec.structs.replace(body, of=0)


def _rolled(state: State, past: Past) -> bool:
    """Whether dice or cards came up in an act; one that is open counts as if."""
    procedure = past.procedure or state.floor
    return procedure is None or any(isinstance(body, Rolled | Drawn) for _, body in procedure.steps)


# what others build on ------------------------------------------------------------------------------------------------


def edits_since(state: State, seq: int) -> tuple[Past, ...]:
    """Edits and own acts from an entry on that can be undone, oldest first."""
    return tuple(one for one in reversed(since(state, seq)) if one.edit or one.beside)


def edit_again(draft: Draft, edits: tuple[Past, ...]) -> None:
    """Make edits and own acts again that were taken back along with something else."""
    for one in edits:
        if one.opened:
            open_again(draft, one)
        elif isinstance(one.edit, Edited):
            set_field(draft, one.edit.path, one.edit.to, one.edit.how)
        elif one.edit:
            draft.add(one.edit, one.see)


def procedure_of(state: State, past: Past) -> Procedure | None:
    """An act with all its steps, whether it ended or is open."""
    return state.floor if state.floor and state.floor.seq == past.seq else past.procedure


def foreign_to(seq: int, body: Body) -> bool:
    """Whether a step of the act at `seq` came from outside: an edit, or something of an own act."""
    return isinstance(body, Edited | Added | Opened) or (isinstance(body, Became) and body.of != seq)


def around(state: State, edit: Past) -> Past | None:
    """The act during which an edit or an own act was made."""
    past = edit.prev
    while past is not None and (past.edit or past.beside):
        past = past.prev
    procedure = procedure_of(state, past) if past else None
    return past if procedure and any(seq == edit.seq for seq, _ in procedure.steps) else None

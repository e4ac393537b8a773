"""Acts of one's own: they open beside the floor, ask nothing, and change nothing but their one character."""

from collections.abc import Iterator
from typing import Any

import msgspec

from takusen.log.audience import GM
from takusen.log.entries import Closed, Opened
from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.play.live import Live
from takusen.rulebook.book import RuleBook
from takusen.table.draft import Draft
from takusen.table.floor import actor_of, open_act, reached
from takusen.table.state import Past


class NotOwn(Exception):
    """An act that the book calls a character's own asked somebody, or changed something else: the book is broken."""


def open_beside(
    draft: Draft, act: str, args: dict[str, Any], by: str, line: str = "", token: str = "", policy: str = ""
) -> None:
    """Carry out somebody's own act, whoever holds the floor. Raises Stuck, NotOwn."""
    _carry_out(draft, by, Opened(act=act, args=args, line=line, token=token, beside=True, policy=policy))


def open_again(draft: Draft, past: Past) -> None:
    """Do an own act again that was taken back along with something else."""
    if past.opened is not None:
        _carry_out(draft, past.by, past.opened)


def _carry_out(draft: Draft, by: str, opened: Opened) -> None:
    seq = open_act(draft, by, opened)
    state, own = draft.state, draft.state.beside
    assert own is not None
    t: Live[Any] = Live(own.world, seq, (), state.reading, state.book, draft.entropy, own.kept, draft.deal)
    if reached(state, own, t):
        raise NotOwn(f"{opened.act} is an own act, so it must not ask anybody")
    for written in t.new:
        draft.add(written.body, written.see, by)
    one = actor_of(state, opened.act, opened.args)
    if not changes_only(state.book, own.world, draft.state.world, one):
        raise NotOwn(f"{opened.act} is an own act, so it must change nothing but {one or 'its first argument'}")
    draft.add(Closed(of=seq), GM, by)


def changes_only(book: RuleBook, before: Any, after: Any, one: str) -> bool:
    """Whether two worlds differ in nothing but one character and what else stands under its id: its history."""
    if one not in getattr(after, book.owner_path.partition(".")[0], {}):
        return bool(before == after)
    own = {name: _with_own(now, getattr(after, name), one) for name, now in _tables(before)}
    return bool(msgspec.structs.replace(before, **own) == after)


def _tables(world: Any) -> Iterator[tuple[str, Table[Any, Any]]]:
    found = ((name, getattr(world, name)) for name in world.__struct_fields__)
    return ((name, table) for name, table in found if isinstance(table, Table))


def _with_own(before: Table[Any, Any], after: Table[Any, Any], one: str) -> Table[Any, Any]:
    return before.put(Id(one), after[Id(one)]) if one in after else before

"""The fold of what passes between a campaign and its tables. Nothing before a crossing can be taken back any more: the
other log knows of it."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from takusen.log.entries import Became, Entry
from takusen.table.state import Loan, Session, State


def session_opened(state: State, entry: Entry) -> State:
    """A table belongs to the campaign."""
    body: Any = entry.body
    session = Session(body.title, body.gm, entry.seq, body.scenario, body.flags)
    return replace(state, sessions=state.sessions.put(body.table, session))


def sessions_let(state: State, entry: Entry) -> State:
    """Players may open tables, or not."""
    body: Any = entry.body
    return replace(state, sessions_let=body.on)


def lent(state: State, entry: Entry) -> State:
    """A character has gone to a table."""
    body: Any = entry.body
    return _crossed(replace(state, lent=state.lent.put(body.of, Loan(body.table, entry.seq))), body.facts)


def borrowed(state: State, entry: Entry) -> State:
    """A character has come from the campaign."""
    body: Any = entry.body
    return _crossed(replace(state, borrowed=state.borrowed.put(body.of, Loan("", body.seq))), body.facts)


def sent_back(state: State, entry: Entry) -> State:
    """A character has gone home."""
    body: Any = entry.body
    over = replace(state.borrowed[body.of], over=entry.seq, result=body.result)
    return _crossed(replace(state, borrowed=state.borrowed.put(body.of, over)), body.facts)


def home_again(state: State, entry: Entry) -> State:
    """A character is at home again, with what came of it or as it had gone."""
    body: Any = entry.body
    return _crossed(replace(state, lent=state.lent.without(body.of)), body.facts)


def _crossed(state: State, facts: Iterable[dict[str, Any]]) -> State:
    world = state.world
    for told in facts:
        world = state.book.applied(world, Became(fact=told))
    return replace(state, world=world, past=None, undone=None)

"""Campaigns: tables above tables. What a campaign and its tables decide, each in its own log, and what is due between
two of them.

Nothing is decided for two logs at once. A loan is a word in the campaign's log (`Lent`), then one in the table's
(`Borrowed`), then the table's result (`SentBack`), then the campaign's word that it has it (`Returned`). Whatever is
missing after a stop in between is found by looking at both, and done then; what is done already is not done again.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec

from takusen.log.audience import EVERYONE, GM, Audience
from takusen.log.entries import (
    Became,
    Borrowed,
    Lent,
    Recalled,
    Returned,
    SeatAdded,
    SeatTaken,
    SentBack,
    SessionOpened,
    SessionsLet,
)
from takusen.play.handles import Id, Refused
from takusen.rulebook.campaigns import Brought, CampaignOf
from takusen.table import commands as c
from takusen.table.draft import LINE_LIMIT, Draft, Refusal, clean, refuse
from takusen.table.editing import fresh_id
from takusen.table.sheets import playable
from takusen.table.state import State

TITLE_LIMIT = 80
SERVER = ""
"""Who decides what the server itself carries from one log to another."""


class OpenSession(c.Command, frozen=True):
    """A table is to belong to the campaign. Its id comes from the server."""

    table: str
    title: str
    scenario: str = ""
    flags: tuple[str, ...] = ()


class Lend(c.Command, frozen=True):
    """Somebody goes to a table with a character."""

    of: str
    table: str


class TakeIn(c.Command, frozen=True):
    """A character comes in from the text of a file that a campaign has written."""

    file: str


class Join(c.Command, frozen=True):
    """A player of the campaign takes their seat at a table of it, which is called as it is at home."""

    seat: str
    name: str


class Arrive(c.Command, frozen=True):
    """A character that was lent at `seq` comes to the table."""

    of: str
    seq: int
    name: str
    fact: dict[str, Any]


class Receive(c.Command, frozen=True):
    """What came of a loan comes home, as the table wrote it down at `seq`."""

    of: str
    loan: int
    seq: int
    result: dict[str, Any]


class Vanish(c.Command, frozen=True):
    """A character that was called home is at the table no more."""

    of: str
    seq: int


# what people decide --------------------------------------------------------------------------------------------------


def open_session(draft: Draft, command: OpenSession) -> None:
    """A table comes to belong to the campaign; for the same id once only."""
    hooks = _campaign(draft)
    if command.table in draft.state.sessions:
        return
    if draft.by != GM:
        draft.need_player()
        if not draft.state.sessions_let:
            raise refuse("not_the_gm")
    refused = hooks.may_run(draft.state.world, draft.by)
    if refused:
        raise Refusal(refused)
    title = clean(command.title.replace("\n", " "), TITLE_LIMIT)
    if not title:
        raise refuse("nothing_said")
    flags = tuple(flag for flag in hooks.flags if flag in command.flags)
    body = SessionOpened(table=command.table, title=title, gm=draft.by, scenario=command.scenario, flags=flags)
    draft.add(body)


def let_sessions(draft: Draft, command: c.LetSessions) -> None:
    """Players may open tables, or not."""
    _campaign(draft)
    draft.need_gm()
    if command.on != draft.state.sessions_let:
        draft.add(SessionsLet(on=command.on))


def lend(draft: Draft, command: Lend) -> None:
    """A character goes to a table."""
    hooks, state, of = _campaign(draft), draft.state, Id(command.of)
    draft.need_player()
    session = state.sessions.get(command.table)
    if session is None:
        raise refuse("gone")
    if not state.book.playable(state.world, of) or draft.by not in (GM, state.book.owner(state.world, of)):
        raise refuse("not_yours")
    if of in state.lent:
        if state.lent[of].table == command.table:
            return
        raise refuse("is_away")
    _need_floor(draft)
    refused = hooks.may_lend(state.world, state.reading, of)
    if refused:
        raise Refusal(refused)
    facts = _told(state, hooks.lent(of, command.table))
    body = Lent(of=of, table=command.table, name=_name(state, of), title=session.title, facts=facts)
    draft.add(body, _known(state, of))


def send_back(draft: Draft, command: c.SendBack) -> None:
    """A borrowed character goes home with what came of it."""
    if draft.by != SERVER:
        draft.need_gm()
    state, of = draft.state, Id(command.of)
    loan, hooks = state.borrowed.get(of), state.book.campaign
    if loan is None or hooks is None:
        raise refuse("gone")
    if loan.over:
        return
    _need_floor(draft)
    result = state.book.told(hooks.result(state.world, of))
    facts = _told(state, hooks.gone(of))
    body = SentBack(of=of, seq=loan.seq, name=_name(state, of), facts=facts, result=result)
    draft.add(body, _known(state, of))


def recall(draft: Draft, command: c.Recall) -> None:
    """A character is called home as it had gone."""
    hooks, state, of = _campaign(draft), draft.state, Id(command.of)
    draft.need_gm()
    if of not in state.lent:
        raise refuse("is_at_home")
    _need_floor(draft)
    told = {"of": of, "table": state.lent[of].table, "name": _name(state, of), "title": _title(state, of)}
    reason = clean(command.reason, LINE_LIMIT)
    draft.add(Recalled(**told, facts=_told(state, hooks.called_home(of)), reason=reason), _known(state, of))


def take_in(draft: Draft, command: TakeIn) -> None:
    """A character comes in from a file, with its history."""
    hooks = _campaign(draft)
    draft.need_player()
    _need_floor(draft)
    state = draft.state
    one = fresh_id(getattr(state.world, playable(state)), command.file[:200], draft.at)
    seat, day = "" if draft.by == GM else draft.by, datetime.fromtimestamp(draft.at / 1000, UTC).date().isoformat()
    by = state.seats[draft.by].name if draft.by in state.seats else ""
    fact = hooks.taken_in(Brought(Id(one), command.file, seat, by, day, state.reading))
    if isinstance(fact, Refused):
        raise Refusal(fact)
    told = state.book.told(fact)
    after = state.book.applied(state.world, Became(fact=told))
    draft.add(Became(fact=told, names={one: state.book.entities(after)[Id(one)]}), EVERYONE)


# what the server carries over ----------------------------------------------------------------------------------------


def join(draft: Draft, command: Join) -> None:
    """A seat of the campaign's is there at its table too."""
    _need_server(draft)
    seat = draft.state.seats.get(command.seat)
    if seat is None:
        draft.add(SeatAdded(seat=command.seat, kind="player"), GM)
    if command.name and (seat is None or not seat.name):
        draft.add(SeatTaken(seat=command.seat, name=command.name))


def arrive(draft: Draft, command: Arrive) -> None:
    """A character comes to the table; a loan that is known here already does nothing."""
    _need_server(draft)
    known = draft.state.borrowed.get(command.of)
    if known is not None and known.seq >= command.seq:
        return
    _need_floor(draft)
    body = Borrowed(of=command.of, seq=command.seq, name=command.name, facts=(command.fact,))
    draft.add(body, EVERYONE)


def receive(draft: Draft, command: Receive) -> None:
    """What came of a loan comes home; for a loan that is over already, nothing."""
    _need_server(draft)
    state, of = draft.state, command.of
    loan = state.lent.get(of)
    if loan is None or loan.seq != command.loan:
        return
    _need_floor(draft)
    told = {"of": of, "table": loan.table, "name": _name(state, of), "title": _title(state, of)}
    draft.add(Returned(**told, seq=command.seq, facts=(command.result,)), _known(state, of))


def vanish(draft: Draft, command: Vanish) -> None:
    """A character that was called home is here no more."""
    _need_server(draft)
    state, of = draft.state, Id(command.of)
    loan, hooks = state.borrowed.get(of), state.book.campaign
    if loan is None or hooks is None or loan.over or loan.seq != command.seq:
        return
    _need_floor(draft)
    facts = _told(state, hooks.gone(of))
    draft.add(SentBack(of=of, seq=loan.seq, name=_name(state, of), facts=facts), _known(state, of))


# what is due between two logs ----------------------------------------------------------------------------------------


class Due(msgspec.Struct, frozen=True):
    """A step that is missing: in the campaign's log or in the table's."""

    at_home: bool
    command: c.Command


def due(home: State, session: State, table: str) -> tuple[Due, ...]:
    """What is missing between a campaign and one of its tables."""
    there = [_coming(home, session, Id(of), loan) for of, loan in home.lent.items() if loan.table == table]
    here = [_leaving(home, session, table, Id(of), loan) for of, loan in session.borrowed.items() if not loan.over]
    return tuple(one for one in (*there, *here) if one is not None)


def _coming(home: State, session: State, of: Id, loan: Any) -> Due | None:
    """Of somebody who is lent to the table: its arrival, or what came of it."""
    hooks, known = home.book.campaign, session.borrowed.get(of)
    assert hooks is not None
    if known is None or known.seq < loan.seq:
        fact = home.book.told(hooks.borrowed(home.world, of, session.campaign))
        return Due(False, Arrive(of, loan.seq, _name(home, of), fact))
    if known.seq == loan.seq and known.over and known.result is not None:
        return Due(True, Receive(of, loan.seq, known.over, known.result))
    return None


def _leaving(home: State, session: State, table: str, of: Id, loan: Any) -> Due | None:
    """Of somebody who is at the table: that it was called home, or that its part is over."""
    now = home.lent.get(of)
    if now is None or (now.table, now.seq) != (table, loan.seq):
        return Due(False, Vanish(of, loan.seq))
    hooks = session.book.campaign
    return Due(False, c.SendBack(of)) if hooks and hooks.done(session.world, of) else None


# small things --------------------------------------------------------------------------------------------------------


def _campaign(draft: Draft) -> CampaignOf:
    hooks = draft.state.book.campaign
    if hooks is None or not draft.state.is_campaign:
        raise refuse("no_campaign")
    return hooks


def _need_server(draft: Draft) -> None:
    if draft.by != SERVER:
        raise refuse("not_the_gm")


def _need_floor(draft: Draft) -> None:
    if draft.state.floor is not None:
        raise refuse("floor_taken")


def _told(state: State, fact: Any) -> tuple[dict[str, Any], ...]:
    return (state.book.told(fact),)


def _name(state: State, of: str) -> str:
    return state.book.entities(state.world).get(Id(of), "")


def _title(state: State, of: str) -> str:
    return state.sessions[state.lent[of].table].title


def _known(state: State, of: str) -> Audience:
    return state.book.known_to(state.world, of)


HANDLERS: dict[type[c.Command], Any] = {
    OpenSession: open_session,
    c.LetSessions: let_sessions,
    Lend: lend,
    c.SendBack: send_back,
    c.Recall: recall,
    TakeIn: take_in,
    Join: join,
    Arrive: arrive,
    Receive: receive,
    Vanish: vanish,
}

"""`decide`: a state and a command give a decision, or a refusal and nothing. Pure but for the dice handed in."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec

from takusen.log.audience import GM, Audience, may_see
from takusen.log.codec import plain, typed
from takusen.log.entries import (
    Aborted,
    Added,
    Answered,
    Became,
    Body,
    Declared,
    Drawn,
    Dropped,
    Edited,
    OptionSet,
    PolicySet,
    Reverted,
    Rolled,
    SeatAdded,
    SeatTaken,
    Settled,
)
from takusen.play.handles import BadAnswer
from takusen.play.live import Deal, Entropy
from takusen.rulebook.edits import BadEdit
from takusen.rulebook.offers import brief
from takusen.table import commands as c
from takusen.table import editing, pictures, talk, tosses
from takusen.table.draft import Decision, Draft, Handler, Refusal, clean, declared, refuse
from takusen.table.editing import named, set_back, set_field, stands
from takusen.table.floor import Stuck, actor_name, answer, begin, go_on, known_to, need_prompt, needs_tap, run, take_up
from takusen.table.palettes import set_palette
from takusen.table.resources import change
from takusen.table.state import Past, Procedure, State

LINE_LIMIT = 1_000
WAITING_LIMIT = 30
TALK = c.Say | c.Amend | c.Sit | c.Toss | c.Reveal | c.SetDice | c.PutChart | c.DropChart | c.SetPalette
"""What no rule has to do with."""


def decide(state: State, by: str, command: c.Command, at: int, entropy: Entropy, deal: Deal | None = None) -> Decision:
    """What a seat's command comes to.

    `at` is the server's time in ms, `entropy` gives faces and, unless there is a `deal`, cards. A refused command
    leaves nothing behind.
    """
    draft = Draft(state, by, at, entropy, deal)
    try:
        HANDLERS[type(command)](draft, command)
        if not isinstance(command, TALK):
            ended = state.floor.opened if state.floor and isinstance(command, c.Abort) else None
            go_on(draft, policies=not isinstance(command, c.Undo), ended=ended)
    except Refusal as refusal:
        return Decision(state, refused=refusal.refused)
    except Stuck as stuck:
        return Decision(state, refused=refuse("stuck", why=str(stuck) if by == GM else "…").refused)
    return draft.done()


# declarations --------------------------------------------------------------------------------------------------------


def _declare(draft: Draft, command: c.Declare) -> None:
    draft.need_player()
    state = draft.state
    if (draft.by, command.token) in state.tokens:
        return
    line = clean(command.line, LINE_LIMIT)
    args = declared(state, draft.by, command.act, command.args)
    if state.floor is None:
        begin(draft, command.act, args, draft.by, line, command.token)
    elif len(state.waiting) >= WAITING_LIMIT:
        raise refuse("too_many_waiting")
    else:
        who = actor_name(state, command.act, args)
        body = Declared(act=command.act, args=plain(args), line=line, token=command.token, who=who)
        draft.add(body, known_to(state, command.act, args))


def _waiting(draft: Draft, of: int) -> Any:
    found = next((one for one in draft.state.waiting if one.seq == of), None)
    if found is None:
        raise refuse("prompt_gone")
    if draft.by not in (found.by, GM):
        raise refuse("not_yours")
    return found


def _confirm(draft: Draft, command: c.Confirm) -> None:
    one = _waiting(draft, command.of)
    if draft.state.floor is None and needs_tap(draft.state, one):
        take_up(draft, one)
    else:
        raise refuse("floor_taken")


def _withdraw(draft: Draft, command: c.Withdraw) -> None:
    one = _waiting(draft, command.of)
    draft.add(Dropped(of=one.seq, how="withdrawn"), known_to(draft.state, one.declared.act, one.declared.args))


# prompts -------------------------------------------------------------------------------------------------------------


def _answer(draft: Draft, command: c.Answer) -> None:
    draft.need_player()
    prompt = need_prompt(draft.state, command.prompt)
    responder = draft.state.responder(prompt.of)
    if draft.by not in (responder, GM):
        known = may_see(draft.by, draft.state.book.known_to(draft.state.world, prompt.of))
        raise refuse("not_asked" if known else "prompt_gone")
    answer(draft, prompt, command.answer, instead=draft.by != responder)


def _decide(draft: Draft, command: c.Decide) -> None:
    draft.need_gm()
    prompt = need_prompt(draft.state, command.prompt)
    running = next((one for one in prompt.running if one.depth == command.depth), None)
    floor = _floor(draft)
    if running is None:
        raise refuse("prompt_gone")
    result = _result(command.result, running.rule.result)
    body = Settled(
        of=floor.seq,
        rule=running.rule.name,
        args=plain(running.args),
        depth=running.depth,
        since=running.since,
        result=result,
        ruled=True,
        reason=clean(command.reason, LINE_LIMIT),
    )
    draft.add(body, known_to(draft.state, floor.opened.act, floor.opened.args))
    run(draft)


def _result(value: Any, kind: Any) -> Any:
    try:
        return plain(typed(value, kind))
    except msgspec.ValidationError:
        raise refuse("not_offered", value=brief(value)) from None


def _floor(draft: Draft) -> Procedure:
    if draft.state.floor is None:
        raise refuse("nothing_open")
    return draft.state.floor


def _abort(draft: Draft, command: c.Abort) -> None:
    draft.need_gm()
    floor = _floor(draft)
    body = Aborted(of=floor.seq, reason=clean(command.reason, LINE_LIMIT))
    draft.add(body, known_to(draft.state, floor.opened.act, floor.opened.args))


def _restart(draft: Draft, command: c.Restart) -> None:
    draft.need_gm()
    floor = _floor(draft)
    edits = _edits_since(draft.state, floor.seq)
    draft.add(Reverted(to=floor.seq, why="again"))
    _edit_again(draft, edits)
    opened = floor.opened
    begin(draft, opened.act, opened.args, floor.by, opened.line, itself=opened.itself)


def _edits_since(state: State, seq: int) -> tuple[Past, ...]:
    """The GM's edits from an entry on that can be undone, oldest first."""
    return tuple(one for one in reversed(_since(state, seq)) if one.edit)


def _edit_again(draft: Draft, edits: tuple[Past, ...]) -> None:
    """Make edits again that were taken back along with something else."""
    for one in edits:
        if isinstance(one.edit, Edited):
            set_field(draft, one.edit.path, one.edit.to, one.edit.how)
        elif one.edit:
            draft.add(one.edit, one.see)


Overrulable = Rolled | Drawn | Answered | Settled


def _overrule(draft: Draft, command: c.Overrule) -> None:
    draft.need_gm()
    act = _overrulable(draft.state, command.seq)
    body = dict(act.steps)[command.seq] if act else None
    if act is None or not isinstance(body, Overrulable):
        raise refuse("undo_first")
    reason = clean(command.reason, LINE_LIMIT)
    ruled = _ruled(draft, body, command.value, reason)
    edits, others = _edits_since(draft.state, command.seq), _answered_with(act, command.seq)
    last = others[-1][0] if others else 0
    draft.add(Reverted(to=command.seq, why="overrule", reason=reason))
    draft.add(ruled, _see_ruled(draft.state, ruled))
    _answer_again(draft, others, tuple(one for one in edits if one.seq < last))
    try:
        run(draft)
    except BadAnswer as wrong:
        raise Refusal(wrong.refused) from None
    _edit_again(draft, tuple(one for one in edits if one.seq > last))


def _answered_with(act: Procedure, seq: int) -> tuple[tuple[int, Answered], ...]:
    """If an answer is at `seq`: those that came after it to questions asked together with it, with their seq."""
    steps = [step for step in act.steps if step[0] >= seq]
    together = takewhile(lambda step: isinstance(step[1], Answered | Edited | Added), steps)
    return tuple((at, body) for at, body in together if isinstance(body, Answered))[1:]


def _answer_again(draft: Draft, answers: tuple[tuple[int, Answered], ...], edits: tuple[Past, ...]) -> None:
    """Give answers again that were taken back along with another one, with the edits between them."""
    for at, body in answers:
        _edit_again(draft, tuple(one for one in edits if one.seq < at))
        edits = tuple(one for one in edits if one.seq > at)
        draft.add(body, GM)


def _overrulable(state: State, seq: int) -> Procedure | None:
    """The act, open or the last one that closed, of which a step is at `seq`.

    None where something else came after it, or where the book is read otherwise than it was for the act.
    """
    past = state.past
    while past is not None:
        procedure = _procedure(state, past)
        if procedure and seq in dict(procedure.steps):
            return procedure if procedure.opened.pin == state.book.pin(state.reading) else None
        if not (past.itself or (past.edit and _around(state, past))):
            return None
        past = past.prev
    return None


def _procedure(state: State, past: Past) -> Procedure | None:
    """An act with all its steps, whether it ended or is open."""
    return state.floor if state.floor and state.floor.seq == past.seq else past.procedure


def _around(state: State, edit: Past) -> Past | None:
    """The act during which an edit was made."""
    past = edit.prev
    while past is not None and past.edit:
        past = past.prev
    procedure = _procedure(state, past) if past else None
    return past if procedure and any(seq == edit.seq for seq, _ in procedure.steps) else None


def _ruled(draft: Draft, body: Overrulable, value: Any, reason: str) -> Any:
    replace = msgspec.structs.replace
    if isinstance(body, Rolled):
        return replace(body, faces=_faces(body, value), source="ruled", reason=reason)
    if isinstance(body, Drawn):
        return replace(body, card=_card(body, value), source="ruled", reason=reason, names=_names(draft, body, value))
    if isinstance(body, Answered):
        return replace(body, answer=plain(value), instead=True)
    rule = draft.state.book.rules.get(body.rule)
    if rule is None:
        raise refuse("undo_first")
    result = _result(value, rule.result)
    return replace(body, result=result, ruled=True, reason=reason)


def _see_ruled(state: State, ruled: Overrulable) -> Audience:
    """Who sees what the GM put in the place of a step: whoever would have seen the step."""
    if isinstance(ruled, Rolled):
        return state.book.known_to(state.world, ruled.subject)
    return (
        known_to(state, state.floor.opened.act, state.floor.opened.args)
        if state.floor and isinstance(ruled, Settled)
        else GM
    )


def _faces(body: Rolled, value: Any) -> tuple[int, ...]:
    right = isinstance(value, list | tuple) and len(value) == len(body.faces)
    if not right or not all(isinstance(face, int) and 1 <= face <= body.sides for face in value):
        raise refuse("bad_faces", count=len(body.faces), sides=body.sides)
    return tuple(value)


def _card(body: Drawn, value: Any) -> Any:
    if value not in body.deck:
        raise refuse("not_offered", value=brief(value))
    return value


def _names(draft: Draft, body: Drawn, card: Any) -> dict[str, str]:
    book, world = draft.state.book, draft.state.world
    return book.names(world, body.subject) | book.names(world, card)


# taking back ---------------------------------------------------------------------------------------------------------


def undoable(state: State, to: int) -> tuple[Past, ...]:
    """What goes if `to` is taken back, latest first; empty if it can't be.

    That is everything from `to` on. Of an edit made during an act that went on after it, it is the edit alone if its
    value still stands, else the act as well, which is open again then.
    """
    going = _since(state, to)
    if not going or going[-1].seq != to:
        return ()
    act = _went_on(state, going[-1])
    if act is None:
        return going
    return going[-1:] if stands(state, going[-1].edit) else (*going, act)


def _since(state: State, seq: int) -> tuple[Past, ...]:
    """What can be undone from an entry on, latest first."""
    found: list[Past] = []
    past = state.past
    while past is not None and past.seq >= seq:
        found.append(past)
        past = past.prev
    return tuple(found)


def _went_on(state: State, past: Past) -> Past | None:
    """The act during which an edit was made, if it took further steps since."""
    act = _around(state, past) if past.edit else None
    procedure = _procedure(state, act) if act else None
    later = [body for seq, body in procedure.steps if seq > past.seq] if procedure else []
    return act if act and (act.procedure or not all(isinstance(body, Edited | Added) for body in later)) else None


def _undo(draft: Draft, command: c.Undo) -> None:
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
    past = next((one for one in _since(state, seq) if one.seq == seq), None)
    return past.edit.first or seq if past and isinstance(past.edit, Edited) else seq


def _set_line_back(draft: Draft, target: Past) -> None:
    """Set an edit back and, where it began a line of chat, the line's other changes, latest first."""
    for past in _since(draft.state, target.seq):
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


# the GM's tools ------------------------------------------------------------------------------------------------------


def _take(draft: Draft, command: c.Take) -> None:
    draft.need_player()
    state = draft.state
    if draft.by != GM:
        if command.entity not in state.book.free(state.world):
            raise refuse("not_free")
        seat = draft.by
    else:
        seat = command.seat
        if seat and seat not in state.seats:
            raise refuse("no_such_seat")
    set_field(draft, state.book.owner_path.format(command.entity), seat)
    if seat and state.policies.get(command.entity):
        draft.add(PolicySet(entity=command.entity, policy=""), GM)


def _read(draft: Draft, command: c.Read) -> None:
    draft.need_gm()
    if draft.state.floor is not None:
        raise refuse("floor_taken")
    try:
        draft.state.book.reading({command.name: command.value})
    except BadEdit:
        raise refuse("not_offered", value=brief(command.value)) from None
    draft.add(OptionSet(name=command.name, value=command.value, reason=clean(command.reason, LINE_LIMIT)))


def _autoplay(draft: Draft, command: c.Autoplay) -> None:
    draft.need_gm()
    known = command.entity == GM or command.entity in draft.state.book.entities(draft.state.world)
    if not known or (command.policy and command.policy not in draft.state.book.players):
        raise refuse("not_offered", value=brief(command.policy))
    draft.add(PolicySet(entity=command.entity, policy=command.policy), GM)


def _autoplay_all(draft: Draft, command: c.AutoplayAll) -> None:
    for one in command.entities:
        _autoplay(draft, c.Autoplay(one, command.policy))


# seats ---------------------------------------------------------------------------------------------------------------


def _sit(draft: Draft, command: c.Sit) -> None:
    if draft.by not in draft.state.seats:
        raise refuse("no_such_seat")
    draft.add(SeatTaken(seat=draft.by, name=named(command.name)))


def _add_seat(draft: Draft, command: c.AddSeat) -> None:
    draft.need_gm()
    if command.kind not in ("player", "watcher") or len(draft.state.seats) >= 60:
        raise refuse("no_more_seats")
    number = sum(seat.kind == command.kind for seat in draft.state.seats.values()) + 1
    draft.add(SeatAdded(seat=f"{command.kind[0]}{number}", kind=command.kind), GM)


def _renew(draft: Draft, command: c.Renew) -> None:
    draft.need_gm()
    seat = draft.state.seats.get(command.seat)
    if seat is None:
        raise refuse("no_such_seat")
    draft.add(SeatAdded(seat=seat.id, kind=seat.kind, turn=seat.turn + 1), GM)


HANDLERS: dict[type[c.Command], Handler] = {
    c.Declare: _declare,
    c.Confirm: _confirm,
    c.Withdraw: _withdraw,
    c.Answer: _answer,
    c.Decide: _decide,
    c.Abort: _abort,
    c.Restart: _restart,
    c.Overrule: _overrule,
    c.Undo: _undo,
    c.Edit: editing.edit,
    c.Shift: editing.shift,
    c.Put: editing.put_key,
    c.Remove: editing.take_out,
    c.Rename: editing.rename,
    c.Add: editing.add,
    c.TakeDown: pictures.take_down,
    c.Describe: pictures.describe,
    pictures.Hang: pictures.hang,
    c.Take: _take,
    c.Read: _read,
    c.Autoplay: _autoplay,
    c.AutoplayAll: _autoplay_all,
    c.SetPalette: set_palette,
    c.Change: change,
    c.Say: talk.say,
    c.Amend: talk.amend,
    c.Toss: tosses.toss,
    c.Reveal: tosses.reveal,
    c.SetDice: tosses.set_dice,
    c.PutChart: tosses.put_chart,
    c.DropChart: tosses.drop_chart,
    c.Sit: _sit,
    c.AddSeat: _add_seat,
    c.Renew: _renew,
}

"""The GM decides: a sub-rule settled, an act ended or begun again, a die, a card, an answer or a result replaced."""

from itertools import takewhile
from typing import Any

import msgspec

from takusen.log.audience import GM, Audience
from takusen.log.codec import plain, typed
from takusen.log.entries import Aborted, Answered, Drawn, Reverted, Rolled, Settled
from takusen.rulebook.offers import brief
from takusen.table import commands as c
from takusen.table.draft import LINE_LIMIT, Draft, clean, refuse
from takusen.table.floor import begin, known_to, need_prompt, run, run_on, see_answered
from takusen.table.state import Past, Procedure, State
from takusen.table.undo import around, edit_again, edits_since, foreign_to, procedure_of


def settle(draft: Draft, command: c.Decide) -> None:
    """Settle the sub-rule at a depth of the open prompts by a ruling."""
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


def abort(draft: Draft, command: c.Abort) -> None:
    """End the open act; its facts stay."""
    draft.need_gm()
    floor = _floor(draft)
    body = Aborted(of=floor.seq, reason=clean(command.reason, LINE_LIMIT))
    draft.add(body, known_to(draft.state, floor.opened.act, floor.opened.args))


def restart(draft: Draft, command: c.Restart) -> None:
    """Begin the open act again with the recorded dice and cards; edits meanwhile stay."""
    draft.need_gm()
    floor = _floor(draft)
    edits = edits_since(draft.state, floor.seq)
    draft.add(Reverted(to=floor.seq, why="again"))
    edit_again(draft, edits)
    opened = floor.opened
    begin(draft, opened.act, opened.args, floor.by, opened.line, itself=opened.itself)


Overrulable = Rolled | Drawn | Answered | Settled


def overrule(draft: Draft, command: c.Overrule) -> None:
    """Put something else in the place of a step of the open act, or of the last that closed."""
    draft.need_gm()
    act = _overrulable(draft.state, command.seq)
    body = dict(act.steps)[command.seq] if act else None
    if act is None or not isinstance(body, Overrulable):
        raise refuse("undo_first")
    reason = clean(command.reason, LINE_LIMIT)
    ruled = _ruled(draft, body, command.value, reason)
    edits, others = edits_since(draft.state, command.seq), _answered_with(act, command.seq)
    last = others[-1][0] if others else 0
    told = "" if _is_secret(draft.state, body) else reason
    draft.add(Reverted(to=command.seq, why="overrule", reason=told))
    draft.add(ruled, _see_ruled(draft.state, ruled))
    _answer_again(draft, others, tuple(one for one in edits if one.seq < last))
    run_on(draft)
    edit_again(draft, tuple(one for one in edits if one.seq > last))


def _is_secret(state: State, body: Overrulable) -> bool:
    """Whether a step, with the reason that goes into it, is for the GM alone."""
    return not isinstance(body, Answered) and _see_ruled(state, body) == GM


def _answered_with(act: Procedure, seq: int) -> tuple[tuple[int, Answered], ...]:
    """If an answer is at `seq`: those that came after it to questions asked together with it, with their seq."""
    steps = [step for step in act.steps if step[0] >= seq]
    together = takewhile(lambda step: isinstance(step[1], Answered) or foreign_to(act.seq, step[1]), steps)
    return tuple((at, body) for at, body in together if isinstance(body, Answered))[1:]


def _answer_again(draft: Draft, answers: tuple[tuple[int, Answered], ...], edits: tuple[Past, ...]) -> None:
    """Give answers again that were taken back along with another one, with the edits between them."""
    for at, body in answers:
        edit_again(draft, tuple(one for one in edits if one.seq < at))
        edits = tuple(one for one in edits if one.seq > at)
        draft.add(body, see_answered(body), body.seat or None)


def _overrulable(state: State, seq: int) -> Procedure | None:
    """The act, open or the last one that closed, of which a step is at `seq`.

    None where something else came after it, or where the book is read otherwise than it was for the act.
    """
    past = state.past
    while past is not None:
        procedure = procedure_of(state, past)
        if procedure and not past.beside and seq in dict(procedure.steps):
            return procedure if procedure.opened.pin == state.book.pin(state.reading) else None
        if not (past.itself or ((past.edit or past.beside) and around(state, past))):
            return None
        past = past.prev
    return None


def _ruled(draft: Draft, body: Overrulable, value: Any, reason: str) -> Any:
    replace = msgspec.structs.replace
    if isinstance(body, Rolled):
        return replace(body, faces=_faces(body, value), source="ruled", reason=reason)
    if isinstance(body, Drawn):
        return replace(body, card=_card(body, value), source="ruled", reason=reason, names=_names(draft, body, value))
    if isinstance(body, Answered):
        return replace(body, answer=plain(value), instead=True, standing="", seat="", who="")
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

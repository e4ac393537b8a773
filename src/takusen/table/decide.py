"""`decide`: a state and a command give a decision, or a refusal and nothing. Pure but for the dice handed in."""

from typing import Any

from takusen.log.audience import GM, may_see
from takusen.log.codec import plain
from takusen.log.entries import Declared, Dropped, OptionSet, PolicySet, SeatAdded, SeatTaken
from takusen.play.live import Deal, Entropy
from takusen.rulebook.offers import brief
from takusen.table import (
    bringing,
    campaign,
    decks,
    editing,
    house,
    letting,
    pictures,
    prompts,
    rulings,
    talk,
    tosses,
    undo,
)
from takusen.table import commands as c
from takusen.table.beside import open_beside
from takusen.table.draft import LINE_LIMIT, Decision, Draft, Handler, Refusal, clean, declared, refuse
from takusen.table.editing import named, set_field
from takusen.table.floor import Stuck, actor_name, begin, go_on, known_waiting, needs_tap, take_up, told_waiting
from takusen.table.palettes import set_palette
from takusen.table.resources import change
from takusen.table.sheets import adopt
from takusen.table.state import State

WAITING_LIMIT = 30
MOST_SEATS = 64
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
    if state.book.acts[command.act].own:
        open_beside(draft, command.act, args, draft.by, line, command.token)
    elif state.floor is None:
        begin(draft, command.act, args, draft.by, line, command.token)
    elif sum(may_see(draft.by, known_waiting(state, one)) for one in state.waiting) >= WAITING_LIMIT:
        raise refuse("too_many_waiting")
    else:
        who = actor_name(state, command.act, args)
        body = Declared(act=command.act, args=plain(args), line=line, token=command.token, who=who)
        draft.add(body, told_waiting(state, command.act, args))


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
    draft.add(Dropped(of=one.seq, how="withdrawn"), known_waiting(draft.state, one))


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
    if not draft.state.book.offers(command.name, command.value):
        raise refuse("not_offered", value=brief(command.value))
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
    if command.kind not in ("player", "watcher") or len(draft.state.seats) >= MOST_SEATS:
        raise refuse("no_more_seats")
    if draft.state.campaign and command.kind == "player":
        raise refuse("seats_of_campaign")
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
    c.Answer: prompts.answer,
    c.AnswerAll: prompts.answer_several,
    c.AnswerByPolicy: prompts.answer_by_policy,
    c.Stand: prompts.stand,
    c.Unstand: prompts.unstand,
    c.Decide: rulings.settle,
    c.Abort: rulings.abort,
    c.Restart: rulings.restart,
    c.Overrule: rulings.overrule,
    c.Undo: undo.undo,
    c.Edit: editing.edit,
    c.Shift: editing.shift,
    c.Put: editing.put_key,
    c.Remove: editing.take_out,
    c.Rename: editing.rename,
    c.Add: editing.add,
    c.Bring: bringing.bring,
    decks.BringDeck: decks.bring_deck,
    c.TakeDown: pictures.take_down,
    c.Describe: pictures.describe,
    pictures.Hang: pictures.hang,
    c.Take: _take,
    c.Read: _read,
    c.SetLayers: house.set_layers,
    c.Autoplay: _autoplay,
    c.AutoplayAll: _autoplay_all,
    c.LetPlay: letting.let_play,
    c.LetOn: letting.go_on_letting,
    c.StopPlay: letting.stop_letting,
    c.SetPalette: set_palette,
    c.Change: change,
    c.Say: talk.say,
    c.Amend: talk.amend,
    c.Toss: tosses.toss,
    c.Reveal: tosses.reveal,
    c.SetDice: tosses.set_dice,
    c.PutChart: tosses.put_chart,
    c.DropChart: tosses.drop_chart,
    c.Adopt: adopt,
    c.Sit: _sit,
    c.AddSeat: _add_seat,
    c.Renew: _renew,
    **campaign.HANDLERS,
}

"""Policies play for the GM: one act, or act by act until a player is needed."""

from takusen.log.audience import GM
from takusen.log.entries import PoliciesLet
from takusen.play.handles import Id
from takusen.rulebook.offers import brief
from takusen.table import commands as c
from takusen.table.draft import Draft, Refusal, declared, refuse
from takusen.table.floor import (
    IN_A_ROW,
    Stuck,
    answer_all,
    begin,
    first_choice,
    open_prompts,
    policy_answer,
    standing_answers,
)  # fmt: skip
from takusen.table.state import State


def let_play(draft: Draft, command: c.LetPlay) -> None:
    """Let a policy play one act now, and tell how many more may follow."""
    draft.need_gm()
    players = draft.state.book.players
    if not players:
        raise refuse("no_player_policy")
    policy = command.policy or next(iter(players))
    if policy not in players:
        raise refuse("not_offered", value=brief(policy))
    _act(draft, policy)
    if command.acts > 1:
        draft.add(PoliciesLet(policy=policy, left=command.acts - 1), GM)


def go_on_letting(draft: Draft, command: c.LetOn) -> None:
    """The next act of those that the GM let a policy play; where it can't be played, that is over."""
    draft.need_gm()
    letting = draft.state.letting
    if letting is None:
        raise refuse("nothing_open")
    before, written, prompts = draft.state, len(draft.entries), draft.prompts
    why = ""
    try:
        _act(draft, letting.policy)
    except Refusal as refusal:
        why = refusal.refused.reason
    except Stuck:
        why = "stuck"
    if why:
        draft.state, draft.prompts = before, prompts
        del draft.entries[written:]
    left = draft.state.letting
    if why or (left and left.left <= 0):
        draft.add(PoliciesLet(policy=letting.policy, left=0, why=why or "enough"), GM)


def stop_letting(draft: Draft, command: c.StopPlay) -> None:
    """The GM takes over again."""
    draft.need_gm()
    if draft.state.letting is None:
        raise refuse("nothing_open")
    draft.add(PoliciesLet(policy=draft.state.letting.policy, left=0, why="stopped"), GM)


def _act(draft: Draft, policy: str) -> None:
    """One act as a policy chooses it, or the rest of one that waits for the GM's characters. Raises Refusal, Stuck."""
    if draft.state.floor is not None:
        if not _answered(draft):
            raise refuse("gm_needed" if any(one.of == GM for one in open_prompts(draft.state)) else "player_needed")
    else:
        _declare(draft, policy)
    for _ in range(IN_A_ROW):
        if draft.state.floor is None or not (standing_answers(draft) or _answered(draft)):
            return


def _declare(draft: Draft, policy: str) -> None:
    state = draft.state
    choice = first_choice(state, lambda one: policy if state.responder(one) == GM else "")
    if choice is None:
        raise refuse("player_needed" if state.book.acting(state.world) else "nobody_to_play")
    act, args, _ = choice
    begin(draft, act, declared(state, GM, act, args), GM, policy=policy)


def _answered(draft: Draft) -> bool:
    """Answer what the GM's characters are asked as the default policies would; False where they are asked nothing."""
    prompts = draft.prompts or open_prompts(draft.state)
    mine = [one for one in prompts if is_played_by_gm(draft.state, one.of)]
    if mine:
        answer_all(draft, [(one, policy_answer(one)) for one in mine])
    return bool(mine)


def is_played_by_gm(state: State, one: str) -> bool:
    """Whether the GM answers for a character; what the GM alone decides is nobody's."""
    return state.responder(one) == GM and Id(one) in state.book.entities(state.world)

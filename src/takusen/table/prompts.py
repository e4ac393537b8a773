"""Answers to open prompts: one, several at once, by the book's policies, and those that stand for a while."""

from takusen.log.audience import GM, Audience, may_see
from takusen.log.entries import Stood
from takusen.play.handles import Id, Prompt, open_values
from takusen.rulebook.offers import brief
from takusen.rulebook.texts import LANGS
from takusen.table import commands as c
from takusen.table.draft import Draft, refuse
from takusen.table.floor import Stuck, answer_all, need_prompt, open_prompts, policy_answer
from takusen.table.standing import moment_of
from takusen.table.state import State


def answer(draft: Draft, command: c.Answer) -> None:
    """Answer a prompt: whoever is asked, or the GM instead."""
    draft.need_player()
    prompt = need_prompt(draft.state, command.prompt)
    responder = draft.state.responder(prompt.of)
    if draft.by not in (responder, GM):
        known = may_see(draft.by, draft.state.book.known_to(draft.state.world, prompt.of))
        raise refuse("not_asked" if known else "prompt_gone")
    answer_all(draft, ((prompt, command.answer),), instead=draft.by != responder)


def answer_several(draft: Draft, command: c.AnswerAll) -> None:
    """The GM answers several prompts in one go."""
    prompts = _own(draft, tuple(command.answers))
    answer_all(draft, zip(prompts, command.answers.values(), strict=True))


def answer_by_policy(draft: Draft, command: c.AnswerByPolicy) -> None:
    """The GM answers prompts as their default policies would."""
    answer_all(draft, [(one, policy_answer(one)) for one in _own(draft, command.prompts)])


def _own(draft: Draft, ids: tuple[str, ...]) -> tuple[Prompt, ...]:
    """The open prompts of these ids, each of which the GM is to answer."""
    draft.need_gm()
    prompts = tuple(need_prompt(draft.state, one) for one in dict.fromkeys(ids))
    if not prompts:
        raise refuse("prompt_gone")
    if any(draft.state.responder(one.of) != GM for one in prompts):
        raise refuse("not_asked")
    return prompts


# standing answers ----------------------------------------------------------------------------------------------------


def stand(draft: Draft, command: c.Stand) -> None:
    """Leave an answer for all prompts of one label."""
    _need_own(draft, command.of)
    offered = _offered(draft.state, command.of, command.label)
    if offered is None or (offered and command.answer not in offered):
        raise refuse("not_offered", value=brief(command.label if offered is None else command.answer))
    moment = None if command.always else moment_of(draft.state)
    _left(draft, command.of, command.label, command.answer, moment)


def unstand(draft: Draft, command: c.Unstand) -> None:
    """Take such an answer back."""
    left = draft.state.standing.get((command.of, command.label))
    if left is None or left.by != draft.by:
        raise refuse("not_standing")
    _left(draft, command.of, command.label, None, None)


def _left(draft: Draft, of: str, label: str, answer: str | int | None, moment: str | None) -> None:
    name = draft.state.book.entities(draft.state.world).get(Id(of), "")
    see: Audience = (draft.by,) if draft.by != GM else GM
    draft.add(Stood(of=of, label=label, answer=answer, moment=moment, who=name), see)


def _need_own(draft: Draft, of: str) -> None:
    """Refuse whoever isn't the one who answers for a character."""
    draft.need_player()
    known = of == GM or of in draft.state.book.entities(draft.state.world)
    if not known or draft.state.responder(of) != draft.by:
        raise refuse("not_yours")


def _offered(state: State, of: str, label: str) -> tuple[object, ...] | None:
    """What an open prompt of this label offers a character; () where none is open, None where the book has no such."""
    try:
        prompts = open_prompts(state)
    except Stuck:
        prompts = ()
    prompt = next((one for one in prompts if (one.of, one.label) == (of, label)), None)
    if prompt is not None:
        return open_values(prompt.choices) or None
    return () if any(state.book.texts.has(lang, "prompt", label) for lang in LANGS) else None

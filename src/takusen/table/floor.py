"""The floor: one procedure runs at a time, others wait, and the table goes on by itself."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from takusen.log.audience import GM, Audience, may_see, narrowed
from takusen.log.codec import plain
from takusen.log.entries import Answered, Closed, Dropped, Noticed, Opened
from takusen.play.exact import Memo
from takusen.play.handles import BadAnswer, Diverged, Endless, Id, Prompt, Refused, Suspended, open_values
from takusen.play.live import Deal, Entropy, Live, Replay
from takusen.play.reading import Reading
from takusen.table.draft import Draft, Refusal, declared, refuse
from takusen.table.standing import standing_for
from takusen.table.state import Procedure, State, Waiting, spoken_of

IN_A_ROW = 100


@lru_cache(maxsize=32)
def memo_of(reading: Reading) -> Memo:
    """What policies know of the dice under one reading of the book."""
    return Memo(reading)


def live(state: State, floor: Procedure, entropy: Entropy, deal: Deal | None = None) -> Live[Any]:
    """The handle on which the floor's procedure runs from its start."""
    return Live(floor.world, floor.seq, floor.steps, state.reading, state.book, entropy, floor.kept, deal)


def no_entropy(count: int, sides: int) -> tuple[int, ...]:
    """Entropy for looking only: a re-run that would need fresh dice is no mere look."""
    raise Diverged("the end of the journal", f"{count}d{sides}")


class Stuck(Exception):
    """The open procedure can't be run again: it diverged from its journal or never ends."""


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The questions that the floor waits for, found by running it again. Raises Stuck."""
    floor = state.floor
    return reached(state, floor, live(state, floor, no_entropy)) if floor else ()


def reached(state: State, floor: Procedure, t: Live[Any]) -> tuple[Prompt, ...]:
    """Run a procedure to its next open questions; none at its end. Raises BadAnswer, Stuck."""
    act = state.book.acts.get(floor.opened.act)
    if act is None:
        raise Stuck(f"the act {floor.opened.act} is not in the book")
    try:
        args = act.typed(floor.opened.args)
    except (TypeError, msgspec.ValidationError) as wrong:
        raise Stuck(str(wrong)) from wrong
    try:
        t.entered(act, args)
        t.end()
    except Suspended as stop:
        return stop.prompts
    except (Diverged, Endless) as wrong:
        raise Stuck(str(wrong)) from wrong
    return ()


def prompt_id(state: State, prompt: Prompt) -> str:
    """The id of an open prompt: who is asked, for the how many-th time.

    No seq, so it tells its reader nothing of entries out of sight; never used twice, so a late answer is known.
    """
    asked = state.floor.asked if state.floor else ()
    later = sum(body.subject == prompt.of for _, body in asked[prompt.place + 1 :])
    return f"{prompt.of}.{state.asks[prompt.of] - later}"


def begin(
    draft: Draft,
    act: str,
    args: dict[str, Any],
    by: str,
    line: str = "",
    token: str = "",
    itself: bool = False,
    policy: str = "",
) -> None:
    """Open a procedure on the free floor and run it."""
    open_act(draft, by, Opened(act=act, args=args, line=line, token=token, itself=itself, policy=policy))
    run(draft)


def open_act(draft: Draft, by: str, body: Opened) -> int:
    """Write that an act is opened, under today's pin and with the name of who acts; gives its seq."""
    state, act, args = draft.state, body.act, body.args
    pin, who = state.book.pin(state.reading), actor_name(state, act, args)
    opened = msgspec.structs.replace(body, args=plain(args), pin=pin, who=who)
    return draft.add(opened, known_to(state, act, args), by)


def actor_of(state: State, act: str, args: dict[str, Any]) -> str:
    """The character that an act's first argument names, who acts; "" where it names none."""
    known = state.book.acts.get(act)
    first = args.get(next(iter(known.hints if known else args), ""), "")
    return first if isinstance(first, str) and state.book.playable(state.world, first) else ""


def actor_name(state: State, act: str, args: dict[str, Any]) -> str:
    """The name, now, of who acts; "" where that is the GM, whatever the act names."""
    if _is_gms(state, act):
        return ""
    return state.book.entities(state.world).get(Id(actor_of(state, act, args)), "")


def known_to(state: State, act: str, args: dict[str, Any]) -> Audience:
    """Who learns that an act is declared: of one out of sight, or one that is the GM's secret, the GM alone."""
    known = state.book.acts.get(act)
    if known is not None and known.see == "gm":
        return GM
    return state.book.known_to(state.world, actor_of(state, act, args))


def _is_gms(state: State, act: str) -> bool:
    known = state.book.acts.get(act)
    return known is not None and known.by == "gm"


def told_waiting(state: State, act: str, args: dict[str, Any]) -> Audience:
    """Who learns that a declaration waits: what only the GM may do would tell what is coming."""
    return GM if _is_gms(state, act) else known_to(state, act, args)


def known_waiting(state: State, one: Waiting) -> Audience:
    """Who knows of a waiting declaration: whoever was told, and may still know of it."""
    return narrowed(one.see, told_waiting(state, one.declared.act, one.declared.args))


def run(draft: Draft) -> None:
    """Run the floor's procedure until it asks or ends. Raises BadAnswer, Stuck."""
    floor = draft.state.floor
    assert floor is not None
    t = live(draft.state, floor, draft.entropy, draft.deal)
    draft.prompts = ()
    draft.prompts = reached(draft.state, floor, t)
    for written in t.new:
        draft.add(written.body, written.see)
    if not draft.prompts:
        draft.add(Closed(of=floor.seq), GM)


def answer(draft: Draft, prompt: Prompt, value: Any, instead: bool = False) -> None:
    """Give an open prompt its answer and run on. Raises Refusal where it isn't offered."""
    answer_all(draft, ((prompt, value),), instead)


def answer_all(draft: Draft, answers: Iterable[tuple[Prompt, Any]], instead: bool = False) -> None:
    """Give open prompts their answers, all together, and run on. Raises Refusal where one isn't offered."""
    floor = draft.state.floor
    assert floor is not None
    asked = floor.asked
    for prompt, value in answers:
        draft.add(Answered(of=floor.seq, to=asked[prompt.place][0], answer=plain(value), instead=instead), GM)
    run_on(draft)


def see_answered(body: Answered) -> Audience:
    """Who learns that there is an answer: the GM, and whoever has left it for such prompts."""
    return (GM, body.seat) if body.seat not in ("", GM) else GM


def run_on(draft: Draft) -> None:
    """Run the floor's procedure on after an answer. Raises Refusal where it isn't offered."""
    try:
        run(draft)
    except BadAnswer as wrong:
        raise Refusal(wrong.refused) from None


def replay_fault(state: State, floor: Procedure) -> str:
    """Why a procedure that is about to close can't be replayed from its own journal; "" if it can.

    Who plays whom is no part of it: that stays as it is when the journal is cut back.
    """
    act = state.book.acts.get(floor.opened.act)
    if act is None:
        return f"the act {floor.opened.act} is not in the book"
    t: Replay[Any] = Replay(floor.world, floor.seq, floor.steps, state.reading, state.book, no_entropy)
    try:
        t.entered(act, act.typed(floor.opened.args))
    except Suspended as stop:
        return f"it asks {stop} once more"
    except Exception as wrong:  # a broken log or rule may fail in any way
        return f"{type(wrong).__name__}: {wrong}"
    if t.new or t.at != len(floor.steps):
        return f"it came to its end after step {t.at} of {len(floor.steps)}, with {len(t.new)} new ones"
    return "" if state.book.seated_as(t.world, state.world) == state.world else "it gives another world"


# what happens by itself ----------------------------------------------------------------------------------------------


def go_on(draft: Draft, policies: bool = True, ended: Opened | None = None) -> None:
    """While the floor is free: what the book opens by itself, then what waits, then who is played by a policy.

    What the GM just took from a policy or ended is not begun again before the next command: the GM is told.
    """
    for _ in range(IN_A_ROW):
        held = _held(draft.state, policies, ended)
        if held:
            draft.add(Noticed(key=held), GM)
            return
        if not (_answers_itself(draft) if draft.state.floor else _opens(draft)):
            return
    draft.add(Noticed(key="too_many_in_a_row", params={"count": IN_A_ROW}), GM)


def _held(state: State, policies: bool, ended: Opened | None) -> str:
    """Why the table doesn't go on by itself though it would; "" if it may."""
    due = None if state.floor else state.book.next(state.world, state.reading)
    if due and ended and (due[0], plain(due[1])) == (ended.act, ended.args):
        return "opens_itself_again"
    if policies or due or (state.floor is None and any(_is_due(state, one) for one in state.waiting)):
        return ""
    return "policies_wait" if (_asked_policy(state) if state.floor else _policy_choice(state)) else ""


def _opens(draft: Draft) -> bool:
    state = draft.state
    due = state.book.next(state.world, state.reading)
    if due:
        begin(draft, due[0], due[1], by="", itself=True)
        return True
    return _from_queue(draft) or _policy_acts(draft)


def _from_queue(draft: Draft) -> bool:
    """Open or refuse the first waiting declaration that needs no tap."""
    one = next((one for one in draft.state.waiting if _is_due(draft.state, one)), None)
    if one:
        take_up(draft, one)
    return one is not None


def _is_due(state: State, one: Waiting) -> bool:
    """Whether a waiting declaration waits for nobody: no tap is asked for what its offer refuses by now."""
    return not needs_tap(state, one) or isinstance(_tried(state, one), Refused)


def _tried(state: State, one: Waiting) -> dict[str, Any] | Refused:
    """What the offer of a waiting declaration says now: its arguments, or why not."""
    try:
        return declared(state, one.by, one.declared.act, one.declared.args)
    except Refusal as refusal:
        return refusal.refused


def needs_tap(state: State, one: Waiting) -> bool:
    """Whether a fact since the declaration touched somebody it names, as far as its player could see."""
    spoken = spoken_of(one.declared.args)
    return any(seq > one.seq and name in spoken and may_see(one.by, see) for (name, see), seq in state.touched.items())


def take_up(draft: Draft, one: Waiting) -> None:
    """Run a waiting declaration's offer again and open it, or tell all who knew of it that it is refused."""
    body, tried = one.declared, _tried(draft.state, one)
    if isinstance(tried, Refused):
        dropped = Dropped(of=one.seq, how="refused", reason=tried.reason, params=dict(tried.params))
        draft.add(dropped, known_waiting(draft.state, one), one.by)
        return
    draft.add(Dropped(of=one.seq, how="opened"), GM, one.by)
    begin(draft, body.act, tried, one.by, body.line)


def _policy_acts(draft: Draft) -> bool:
    choice = _policy_choice(draft.state)
    if choice:
        begin(draft, choice[0], choice[1], by=GM, policy=choice[2])
    return choice is not None


def _policy_choice(state: State) -> tuple[str, dict[str, Any], str] | None:
    """What the first policy that has something to do declares, and which it is."""
    return first_choice(state, lambda one: state.policies.get(one, ""))


def first_choice(state: State, policy_of: Callable[[Id], str]) -> tuple[str, dict[str, Any], str] | None:
    """What is declared for the first of those who may act now whose policy has something to do, and that policy."""
    for one in state.book.acting(state.world):
        policy = policy_of(one)
        player = state.book.players.get(policy)
        choice = player(state.world, one, memo_of(state.reading)) if player else None
        if choice:
            return *choice, policy
    return None


def _answers_itself(draft: Draft) -> bool:
    return standing_answers(draft) or _policy_answers(draft)


def standing_answers(draft: Draft) -> bool:
    """Give the open prompts the answers that seats have left for them."""
    floor, state = draft.state.floor, draft.state
    left = [(one, standing_for(state, one)) for one in _prompts(state, draft.prompts)] if state.standing else []
    used = [(one, standing) for one, standing in left if standing]
    asked = floor.asked if floor and used else ()
    for prompt, standing in used:
        body = Answered(
            of=floor.seq if floor else 0,
            to=asked[prompt.place][0],
            answer=standing.answer,
            standing=prompt.label,
            seat=standing.by,
            who=state.book.entities(state.world).get(Id(prompt.of), ""),
        )
        draft.add(body, see_answered(body), standing.by)
    if used:
        run(draft)
    return bool(used)


def _policy_answers(draft: Draft) -> bool:
    prompt = _asked_policy(draft.state, draft.prompts)
    if prompt:
        answer(draft, prompt, policy_answer(prompt))
    return prompt is not None


def _asked_policy(state: State, known: tuple[Prompt, ...] = ()) -> Prompt | None:
    """The first open prompt that a policy answers."""
    return next((one for one in _prompts(state, known) if state.policies.get(one.of)), None)


def _prompts(state: State, known: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """The open prompts; none where the act is stuck: the GM begins again or ends it, all else at the table goes on."""
    try:
        return known or open_prompts(state)
    except Stuck:
        return ()


def policy_answer(prompt: Prompt) -> Any:
    """What the prompt's own default policy answers."""
    return prompt.policy.choose(prompt.about, open_values(prompt.choices))


def need_prompt(state: State, prompt: str) -> Prompt:
    """The open prompt of this id. Raises Refusal for a late or double answer."""
    found = next((one for one in open_prompts(state) if prompt_id(state, one) == prompt), None)
    if found is None:
        raise refuse("prompt_gone")
    return found

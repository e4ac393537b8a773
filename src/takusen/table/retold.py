"""A log told again under other layers: the same declarations and answers, with the same dice as far as they reach.

Dice and cards are found by act, label, subject and turn, answers by label and subject. Where dice run out, new ones are
rolled from a fixed seed; where an answer isn't offered any more, the question's own policy answers; an act that is
refused is left out. Each of these is told.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from takusen.log.entries import (
    Aborted,
    Added,
    Answered,
    Asked,
    Became,
    Borrowed,
    Brought,
    Closed,
    Drawn,
    Edited,
    Entry,
    Lent,
    Opened,
    OptionSet,
    PaletteSet,
    Pictured,
    Recalled,
    Returned,
    Rolled,
    SeatAdded,
    SeatTaken,
    SentBack,
    SessionOpened,
    SessionsLet,
    Settled,
    SheetKept,
)
from takusen.log.paths import joined
from takusen.log.table import Table
from takusen.play.handles import BadAnswer, Diverged, Endless, Prompt, Suspended
from takusen.play.live import Replay
from takusen.rulebook.book import RuleBook
from takusen.rulebook.edits import BadEdit
from takusen.rulebook.fields import is_hidden
from takusen.rulebook.stacking import Stack
from takusen.table.beside import open_beside
from takusen.table.draft import Draft, Refusal, declared
from takusen.table.floor import IN_A_ROW, Stuck, actor_name, answer, begin, no_entropy, policy_answer
from takusen.table.fold import fold, kept_of, opened
from takusen.table.state import Past, Procedure, State, Undone

How = Literal["same", "otherwise", "refused", "stuck", "new"]
SEED = 1
CROSSING = (Lent, Borrowed, SentBack, Returned, Recalled)
"""What passes between a campaign and its tables: the other log knows of it, so it stands as it is."""
STANDING = (SeatAdded, SeatTaken, OptionSet, PaletteSet, Pictured, SheetKept, SessionOpened, SessionsLet, *CROSSING)
"""Entries that stand as they are: of the table itself, not of what happens at it."""


class Act(msgspec.Struct, frozen=True):
    """One act of the log and how it comes out now: the same, otherwise, refused, or stuck; `new` is one that only the
    retelling has. `fresh` counts the dice and cards that had to be new, `chosen` the answers that a policy gave, and
    `rulings` the GM's rulings that are not carried over."""

    act: str
    who: str
    how: How
    seq: int = 0
    reason: str = ""
    params: Mapping[str, Any] = {}
    fresh: int = 0
    chosen: int = 0
    rulings: int = 0


class Value(msgspec.Struct, frozen=True):
    """A value of the world that ends otherwise; None where there is none."""

    path: str
    before: Any
    after: Any


class Retold(msgspec.Struct, frozen=True):
    """A log told again: where it ends, act by act, and what ends otherwise. `missing` are acts that the table had
    opened by itself and that don't come any more."""

    state: State
    acts: tuple[Act, ...]
    values: tuple[Value, ...]
    missing: int = 0

    def count(self, how: How) -> int:
        """How many acts came out like this."""
        return sum(one.how == how for one in self.acts)

    @property
    def fresh(self) -> int:
        """How many dice and cards had to be new."""
        return sum(one.fresh for one in self.acts)


def retold(
    books: Mapping[str, RuleBook],
    entries: Sequence[Entry],
    stack: Stack,
    go_on: Callable[[int, int], bool] = lambda done, of: True,
) -> Retold:
    """Tell a log again under a stack of layers. `go_on` hears how far it is and may stop it.

    Raises NoTable, Unfolded, BadFile.
    """
    told = state = opened(books, entries[0])
    past: dict[int, Past] = {}
    for entry in entries[1:]:
        if isinstance(entry.body, CROSSING):
            past |= _chain(told)
        told = fold(told, entry)
    book = books[state.book.id].under(stack.ids)
    reading = book.reading(state.chosen, stack)
    telling = _Telling(replace(state, book=book, stack=stack, reading=reading), told, past | _chain(told), entries)
    for done, entry in enumerate(entries[1:]):
        telling.take(entry)
        if not go_on(done + 1, len(entries) - 1):
            break
    return telling.result()


class _Recorded:
    """What one act of the log had: its entries, its dice and cards, its answers and its facts."""

    def __init__(self, procedure: Procedure, entries: Sequence[Entry]) -> None:
        self.procedure, self.entries = procedure, entries
        own = [body for _, body in procedure.steps if getattr(body, "of", 0) == procedure.seq]
        self.kept, self.facts = kept_of(own), _facts(own)
        self.answers: dict[tuple[str, str], list[Any]] = defaultdict(list)
        asked = {seq: body for seq, body in procedure.steps if isinstance(body, Asked)}
        for body in own:
            if isinstance(body, Answered) and body.to in asked:
                self.answers[asked[body.to].label, asked[body.to].subject].append(body.answer)
        self.rulings = sum(isinstance(body, Settled) and body.ruled for body in own)

    @property
    def alone(self) -> bool:
        """Whether nobody's own act came between its steps."""
        return bool(self.entries) and not any(isinstance(one.body, Opened) for one in self.entries[1:])

    @property
    def aborted(self) -> bool:
        """Whether the GM ended it."""
        return bool(self.entries) and isinstance(self.entries[-1].body, Aborted)

    def fits(self, state: State) -> bool:
        """Whether it goes step for step as it did."""
        act, steps = state.book.acts[self.procedure.opened.act], self.procedure.steps
        seq, reading, book = self.procedure.seq, state.reading, state.book
        t: Replay[Any] = Replay(state.world, seq, steps, reading, book, no_entropy)
        try:
            t.entered(act, act.typed(self.procedure.opened.args))
        except Suspended:
            return self.aborted and t.at == len(steps)
        except (Diverged, Endless, BadAnswer):
            return False
        return not t.new and t.at == len(steps)


class _Telling:
    """A retelling under way."""

    def __init__(self, start: State, told: State, past: dict[int, Past], entries: Sequence[Entry]) -> None:
        self.random = Random(SEED)
        self.draft = Draft(start, "", 0, self._faces, self._deal)
        self.told, self.acts, self._until = told, list[Act](), 0
        self._entries = entries
        self._place = {one.seq: place for place, one in enumerate(entries)}
        self._past = past
        self._by_itself: dict[tuple[str, str], list[_Recorded]] = defaultdict(list)
        for one in sorted(self._past.values(), key=lambda each: each.seq):
            if one.itself and one.opened is not None:
                self._by_itself[one.opened.act, self._moment(one.world)].append(self._recorded(one))

    def take(self, entry: Entry) -> None:
        """What comes of one entry of the log."""
        past, body = self._past.get(entry.seq), entry.body
        if entry.seq <= self._until:
            return
        if past is not None:
            if past.opened is not None:
                if not past.itself:
                    self._declare(past)
            elif past.edit is not None:
                self._edit(past, past.edit)
            self._go_on()
        elif isinstance(body, STANDING) or (isinstance(body, Became) and not body.of):
            self.draft.add(body, entry.see, entry.by)
        elif isinstance(body, Edited) and self.told.book.is_seating(body.path):
            self._seat(entry, body)

    def result(self) -> Retold:
        """What has come of it."""
        missing = sum(len(left) for left in self._by_itself.values())
        values = tuple(_differences("", self.told.world, self.draft.state.world))
        return Retold(self.draft.state, tuple(self.acts), values, missing)

    # acts ------------------------------------------------------------------------------------------------------------

    def _declare(self, past: Past) -> None:
        body, recorded = past.opened, self._recorded(past)
        assert body is not None
        try:
            args = declared(self.draft.state, past.by, body.act, body.args)
        except Refusal as wrong:
            why = wrong.refused
            params, lost = dict(why.params), recorded.rulings
            self.acts.append(Act(body.act, body.who, "refused", past.seq, why.reason, params, rulings=lost))
            return
        self._run(body.act, args, recorded, past.seq, past.by, body.beside)

    def _go_on(self) -> None:
        """What the book opens by itself."""
        for _ in range(IN_A_ROW):
            state = self.draft.state
            due = None if state.floor else state.book.next(state.world, state.reading)
            if due is None:
                return
            left = self._by_itself.get((due[0], self._moment(state.world)), [])
            self._run(*due, left.pop(0) if left else None)

    def _run(
        self,
        act: str,
        args: dict[str, Any],
        recorded: _Recorded | None,
        seq: int = 0,
        by: str = "",
        beside: bool = False,
    ) -> None:
        draft, since = self.draft, len(self.draft.entries)
        who = actor_name(draft.state, act, args)
        if recorded and recorded.alone and recorded.fits(draft.state):
            self._copy(recorded)
            self.acts.append(Act(act, who, "same", recorded.procedure.seq))
            return
        kept = recorded.kept if recorded else Table()
        draft.state = replace(draft.state, undone=Undone(act, msgspec.to_builtins(args), kept))
        chosen, how, reason = 0, "same", ""
        try:
            if beside:
                open_beside(draft, act, args, by)
            else:
                begin(draft, act, args, by, itself=not seq)
                chosen = self._answer(recorded)
        except Stuck as wrong:
            how, reason = "stuck", str(wrong)
            draft.add(Aborted(of=draft.state.floor.seq)) if draft.state.floor else None
        written = [entry.body for entry in draft.entries[since:]]
        if how == "same":
            how = "new" if recorded is None else "same" if self._alike(written, recorded) else "otherwise"
        fresh = sum(isinstance(body, Rolled | Drawn) and not body.source for body in written)
        rulings = recorded.rulings if recorded else 0
        self.acts.append(Act(act, who, how, seq, reason, {}, fresh, chosen, rulings))  # type: ignore[arg-type]

    def _copy(self, recorded: _Recorded) -> None:
        """An act that goes as it did, with what came between its steps."""
        for entry in recorded.entries:
            self.draft.state = fold(self.draft.state, entry)
        self._until = recorded.entries[-1].seq

    def _alike(self, written: list[Any], recorded: _Recorded) -> bool:
        """Whether an act states what it did."""
        book = self.draft.state.book
        return [*map(book.fact, _facts(written))] == [*map(book.fact, recorded.facts)]

    def _answer(self, recorded: _Recorded | None) -> int:
        """Answer the questions of the open act as they were; gives how many a policy had to answer."""
        chosen = 0
        while self.draft.prompts and self.draft.state.floor is not None:
            prompt = self.draft.prompts[0]
            given = recorded.answers.get((prompt.label, prompt.of), []) if recorded else []
            if not given and recorded and recorded.aborted:
                self.draft.add(Aborted(of=self.draft.state.floor.seq))
                return chosen
            if not (given and self._answers(prompt, given.pop(0))):
                answer(self.draft, prompt, policy_answer(prompt))
                chosen += 1
        return chosen

    def _answers(self, prompt: Prompt, value: Any) -> bool:
        """Whether an answer is still offered; then it is given."""
        draft = self.draft
        before, count, prompts = draft.state, len(draft.entries), draft.prompts
        try:
            answer(draft, prompt, value)
        except Refusal:
            draft.state, draft.prompts = before, prompts
            del draft.entries[count:]
            return False
        return True

    # by hand ---------------------------------------------------------------------------------------------------------

    def _edit(self, past: Past, body: Edited | Added | Brought) -> None:
        try:
            self.draft.add(body, past.see, past.by)
        except (BadEdit, LookupError, TypeError, AttributeError):
            self.acts.append(Act("", past.what, "refused", past.seq, "gone"))

    def _seat(self, entry: Entry, body: Edited) -> None:
        try:
            self.draft.add(body, entry.see, entry.by)
        except (BadEdit, LookupError, TypeError, AttributeError):
            return

    # chance ----------------------------------------------------------------------------------------------------------

    def _faces(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))

    def _deal(self, label: str, of: str, deck: Sequence[Any]) -> int:
        return self.random.randrange(len(deck))

    def _recorded(self, past: Past) -> _Recorded:
        floor = self.told.floor
        procedure = past.procedure or (floor if floor and floor.seq == past.seq else None)
        assert past.opened is not None
        procedure = procedure or Procedure(past.seq, past.by, past.opened, past.world)
        return _Recorded(procedure, self._written(past.seq))

    def _written(self, seq: int) -> Sequence[Entry]:
        """The entries of an act, from its opening to its end."""
        place = self._place[seq]
        for at in range(place, len(self._entries)):
            body = self._entries[at].body
            if isinstance(body, Closed | Aborted) and body.of == seq:
                return self._entries[place : at + 1]
        return ()

    def _moment(self, world: Any) -> str:
        moment = self.told.book.moment
        return moment(world) if moment else ""


def _chain(state: State) -> dict[int, Past]:
    """All that could be undone, by seq."""
    found, past = dict[int, Past](), state.past
    while past is not None:
        found[past.seq] = past
        past = past.prev
    return found


def _facts(bodies: Any) -> list[dict[str, Any]]:
    return [body.fact for body in bodies if isinstance(body, Became)]


def _differences(path: str, before: Any, after: Any) -> Iterator[Value]:
    """What is another in two worlds, leaf by leaf."""
    if is_hidden(before) or is_hidden(after) or before == after:
        return
    inside = _inside(before), _inside(after)
    if inside[0] is None or inside[1] is None:
        yield Value(path, before, after)
        return
    for name in {**inside[0], **inside[1]}:
        further = joined(name) if not path else f"{path}.{joined(name)}"
        yield from _differences(further, inside[0].get(name), inside[1].get(name))


def _inside(value: Any) -> dict[str, Any] | None:
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    return {str(key): one for key, one in value.items()} if isinstance(value, Table) else None

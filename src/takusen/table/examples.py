"""Worked examples: the format of tests, documentation and bug reports, and its runner.

Each example runs live, restarted at every step, and as replay, and the three must agree.
"""

import traceback
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from takusen.log.audience import EVERYONE, GM
from takusen.log.codec import decode, encode, plain
from takusen.log.entries import (
    Answered,
    Asked,
    Became,
    Closed,
    Drawn,
    Entry,
    Rolled,
    SeatAdded,
    SeatTaken,
    Settled,
    TableOpened,
)
from takusen.log.paths import steps
from takusen.play.exact import Memo
from takusen.play.handles import Id, Prompt, Refused
from takusen.rulebook.book import RuleBook
from takusen.rulebook.edits import BadEdit, value_at
from takusen.rulebook.fields import is_hidden
from takusen.rulebook.odds import UnknownPolicy, measured
from takusen.rulebook.toml import BadFile
from takusen.table import commands as c
from takusen.table.decide import decide
from takusen.table.draft import Decision, trial
from takusen.table.example import Card, Die, Example, Failed, Reader, Reply, given_data, world_bodies
from takusen.table.floor import open_prompts, prompt_id, replay_fault
from takusen.table.fold import fold, folded, opened, stack_of
from takusen.table.house import filed
from takusen.table.state import State
from takusen.table.undo import undoable
from takusen.table.views import view

Way = Literal["live", "restarted", "replayed"]
WAYS: tuple[Way, ...] = ("live", "restarted", "replayed")


def failures(book: RuleBook, example: Example, read: Reader) -> list[str]:
    """What is wrong with an example, in words; empty if it passes in all three ways."""
    logs: dict[str, tuple[Entry, ...]] = {}
    for way in WAYS:
        try:
            logs[way] = _Table(book, example, read, way).played()
        except (Failed, BadFile, BadEdit) as wrong:
            return [f"{way}: {wrong}"]
        except Exception as wrong:  # a book's code may break in any way; the others still run
            return [f"{way}: {_broken(wrong)}"]
    if logs["live"] != logs["restarted"]:
        return ["the restarted run gave another log than the live one"]
    return []


def states_of(book: RuleBook, example: Example, read: Reader) -> tuple[State, ...]:
    """The states that an example comes through. Raises Failed, BadFile, BadEdit."""
    table = _Table(book, example, read, "live")
    table.played()
    return tuple(table.states)


def _broken(wrong: Exception) -> str:
    place = traceback.extract_tb(wrong.__traceback__)[-1]
    return f"{type(wrong).__name__}: {wrong} ({place.filename}:{place.lineno})"


class _Dice:
    """Entropy that hands out an example's dice and checks that each is asked for."""

    def __init__(self, dice: tuple[Die, ...]) -> None:
        self.left = list(dice)

    def __call__(self, count: int, sides: int) -> tuple[int, ...]:
        if not self.left:
            raise Failed(f"a roll of {count}d{sides} too many: the example lists no more dice")
        faces = self.left.pop(0).faces
        if len(faces) != count or not all(1 <= face <= sides for face in faces):
            raise Failed(f"{list(faces)} was given where {count}d{sides} was rolled")
        return faces


class _Draws:
    """A deal that hands out an example's cards and checks that each is asked for."""

    def __init__(self, draws: tuple[Card, ...]) -> None:
        self.left = list(draws)

    def __call__(self, label: str, of: str, deck: Sequence[Any]) -> int:
        if not self.left:
            raise Failed(f"a draw {label} of {of or '-'} too many: the example lists no more draws")
        given = self.left.pop(0)
        if (given.label, given.of or of) != (label, of):
            raise Failed(f"the card {given.label} of {given.of} was drawn as {label} of {of or '-'}")
        if given.card not in deck:
            raise Failed(f"{given.card!r} was given where {label} is drawn from {list(deck)}")
        return deck.index(given.card)


class _Table:
    """A table on which one example is played in one way."""

    def __init__(self, book: RuleBook, example: Example, read: Reader, way: Way) -> None:
        self.example, self.way = example, way
        self.dice, self.draws = _Dice(example.dice), _Draws(example.draws)
        self.answers = list(example.answers)
        self.steps = [example.declare] if isinstance(example.declare, dict) else list(example.declare)
        self.refused: Refused | None = None
        self.last: tuple[str, dict[str, Any], str] | None = None
        self.before: State | None = None
        self.entries: list[Entry] = list(_given(book, example, read))
        self.state = folded({book.id: book}, self.entries)
        self.book = self.state.book
        self.start = self.state.seq
        self.states = [self.state]

    def played(self) -> tuple[Entry, ...]:
        """Play the example and check it; gives its log. Raises Failed."""
        while self.steps:
            if self.refused:
                raise Failed(f"refused already: {self.refused.reason}")
            self._step(dict(self.steps.pop(0)))
        self._check()
        if self.way == "replayed":
            self._replay()
        return tuple(self.entries)

    # playing -----------------------------------------------------------------------------------------------------

    def _step(self, step: dict[str, Any]) -> None:
        """Take one step, and answer what it asks unless it says `wait = true`."""
        wait = step.pop("wait", False)
        self._act(step)
        if not wait:
            self._reply()

    def _act(self, step: dict[str, Any]) -> None:
        if "procedure" in step:
            self._declare(step.pop("procedure"), step.pop("by", GM), step)
        elif "edit" in step:
            self._do(GM, c.Edit(step["edit"], step["to"]))
        elif "autoplay" in step:
            self._do(GM, c.Autoplay(step["autoplay"], step["policy"]))
        elif "undo" in step:
            self._undo(step["undo"])
        elif "overrule" in step:
            self._overrule(step)
        elif "read" in step:
            self._do(GM, c.Read(step["read"], step["to"]))
        else:
            raise Failed(f"an example's step declares, edits, undoes, reads, autoplays or overrules, not {step}")

    def _declare(self, act: str, by: str, args: dict[str, Any]) -> None:
        self.last, self.before = (act, args, by), self.state
        self._do(by, c.Declare(act, args))

    def _reply(self) -> None:
        """Answer prompts while the example has answers."""
        while (prompts := open_prompts(self.state)) and self.answers and not self.refused:
            reply = self.answers[0]
            prompt = next((one for one in prompts if (reply.label, reply.of or one.of) == (one.label, one.of)), None)
            if prompt is None:
                if self.steps:
                    return
                raise Failed(f"{_asked(prompts)} is open, not {reply.label} of {reply.of}")
            del self.answers[0]
            self._do(reply.by or self.state.responder(prompt.of), self._command(prompt, reply))

    def _command(self, prompt: Prompt, reply: Reply) -> c.Command:
        id, said = prompt_id(self.state, prompt), reply.answer
        if isinstance(said, dict) and set(said) >= {"ruling"}:
            depth = said.get("depth", prompt.running[-1].depth if prompt.running else 0)
            return c.Decide(id, depth, said["ruling"], said.get("reason", ""))
        return c.Answer(id, said)

    def _undo(self, count: int) -> None:
        past = self.state.past
        for _ in range(count - 1):
            past = past.prev if past else None
        while past is not None and past.opened and past.opened.itself:
            past = past.prev
        if past is None or not undoable(self.state, past.seq):
            raise Failed("there is nothing to undo")
        self._do(GM, c.Undo(past.seq))

    def _overrule(self, step: dict[str, Any]) -> None:
        kinds: dict[str, Any] = {"faces": Rolled, "card": Drawn, "answer": Answered, "result": Settled}
        given = next(name for name in kinds if name in step)
        asked = {entry.seq: entry.body for entry in self.entries if isinstance(entry.body, Asked)}
        for entry in reversed(self.entries):
            named = asked[entry.body.to] if isinstance(entry.body, Answered) else entry.body
            if isinstance(entry.body, kinds[given]) and _speaks_of(named, step):
                self._do(GM, c.Overrule(entry.seq, step[given], step.get("reason", "")))
                return
        raise Failed(f"there is no {step['overrule']} to overrule")

    def _do(self, by: str, command: c.Command) -> None:
        if self.way == "restarted":
            self.state = folded({self.book.id: self.book}, [decode(encode(entry)) for entry in self.entries])
        decision = decide(self.state, by, command, len(self.entries), self.dice, self.draws)
        self.refused = decision.refused
        self._take(decision)

    def _take(self, decision: Decision) -> None:
        self.state = decision.state
        self.states.append(decision.state)
        self.entries += decision.entries

    # checking ----------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        self._check_refusal()
        if self.dice.left:
            raise Failed(f"dice left over: {[plain(die) for die in self.dice.left]}")
        if self.draws.left:
            raise Failed(f"draws left over: {[plain(card) for card in self.draws.left]}")
        if self.answers:
            raise Failed(f"answers left over: {[plain(reply) for reply in self.answers]}")
        prompts = open_prompts(self.state)
        if prompts and self.example.facts == () and not self.example.world and not self.example.refused:
            raise Failed(f"{_asked(prompts)} is still open")
        self._check_labels()
        self._check_facts()
        self._check_world()
        self._check_offers()
        self._check_unseen()
        if self.example.odds:
            self._check_odds()

    def _check_refusal(self) -> None:
        got, wanted = self.refused, self.example.refused
        if got and not wanted:
            raise Failed(f"refused: {got.reason} {dict(got.params)}")
        if (got.reason if got else "") != wanted:
            raise Failed(f"not refused as {wanted} but {'as ' + got.reason if got else 'accepted'}")

    def _check_labels(self) -> None:
        rolled = [entry.body for entry in self.entries[self.start :] if isinstance(entry.body, Rolled)]
        fresh = [body for body in rolled if not body.source]
        for die, body in zip(self.example.dice, fresh, strict=False):
            if (die.label, die.of or body.subject) != (body.label, body.subject):
                raise Failed(f"the die {die.label} of {die.of} was rolled as {body.label} of {body.subject}")

    def _facts(self) -> list[dict[str, Any]]:
        return [
            self.book.today(entry.body.fact) for entry in self.entries[self.start :] if isinstance(entry.body, Became)
        ]

    def _check_facts(self) -> None:
        facts, at = self._facts(), 0
        for wanted in self.example.facts:
            name, fields = next(iter(wanted.items()))
            if name not in self.book.facts:
                raise Failed(f"the book has no fact {name}")
            found = next((place for place in range(at, len(facts)) if _fits(facts[place], name, fields)), None)
            if found is None:
                raise Failed(f"no fact {name} {fields} in its place; there were {[_short(fact) for fact in facts]}")
            at = found + 1
        if self.example.only and len(facts) != len(self.example.facts):
            raise Failed(f"other facts than those named: {[_short(fact) for fact in facts]}")

    def _check_world(self) -> None:
        for path, wanted in (self.example.world | self.example.values).items():
            got = self._value(path)
            if got != wanted:
                raise Failed(f"{path} is {got!r}, not {wanted!r}")

    def _value(self, path: str) -> Any:
        one, _, name = path.rpartition(".")
        derived = self.book.derived(self.state.world, Id(one), self.state.reading) if one else {}
        if name in derived:
            return derived[name]
        try:
            return value_at(self.state.world, path)
        except BadEdit:
            return value_at(self.state.world, f"fighters.{path}")

    def _check_offers(self) -> None:
        for path, wanted in self.example.offers.items():
            act, _, pick = path.partition(".")
            self._check_offer(act, pick, wanted)

    def _check_offer(self, act: str, pick: str, wanted: dict[str, str]) -> None:
        by = self.last[2] if self.last else GM
        args = self.last[1] if self.last and self.last[0] == act else {}
        state = self.before or self.state
        ran = trial(state, by, act, args)
        for found in (*ran.picks, *([ran.missing] if ran.missing else [])):
            if found.name == pick:
                known = {str(plain(choice.value)): choice.refused for choice in found.choices}
                for value, verdict in wanted.items():
                    refused = known[value] if value in known else Refused("not_offered")
                    got = refused.reason if refused else "ok"
                    if got != verdict:
                        raise Failed(f"the offer {act}.{pick} says {got} of {value}, not {verdict}")
                return
        raise Failed(f"the offer {act} does not come to {pick}")

    def _check_unseen(self) -> None:
        for seat, paths in self.example.unseen.items():
            seen = view(self.book, self.state.world, seat).world
            for path in paths:
                if _visible(seen, steps(path)):
                    raise Failed(f"{seat} sees {path}")

    def _check_odds(self) -> None:
        assert self.last is not None
        assert self.before is not None
        act, args, _ = self.last
        found = self._odds(act, args)
        for name, wanted in self.example.odds.items():
            if found.get(name) != Fraction(str(wanted)):
                raise Failed(f"the odds {name} are {found.get(name)}, not {wanted}")

    def _odds(self, act: str, args: dict[str, Any]) -> dict[str, Fraction]:
        """The exact odds of the last declaration on the world before it."""
        assert self.before is not None
        spec = self.book.odds.get(act)
        if spec is None:
            raise Failed(f"the book has no odds for {act}")
        try:
            policies = self.book.policies_named(self.example.policy)
        except UnknownPolicy as wrong:
            raise Failed(f"there is no policy {wrong}") from None
        memo = Memo(self.before.reading)
        return measured(spec, self.book.acts[act], args, self.before.world, memo, policies)

    def _replay(self) -> None:
        """Fold the log anew and replay what closed: the same results, world and open prompt must come of it."""
        again = opened({self.book.id: self.book}, self.entries[0])
        for entry in (decode(encode(entry)) for entry in self.entries[1:]):
            wrong = replay_fault(again, again.floor) if again.floor and isinstance(entry.body, Closed) else ""
            if wrong:
                raise Failed(f"the act does not replay: {wrong}")
            again = fold(again, entry)
        if again.world != self.state.world:
            raise Failed("the folded log gives another world")
        if _prompt_ids(again) != _prompt_ids(self.state):
            raise Failed("the folded log gives other prompts")


def _given(book: RuleBook, example: Example, read: Reader) -> tuple[Entry, ...]:
    """The first entries of an example's table: seats, options, a scenario if the given names one, and the given world
    as one edit a collection."""
    data = given_data(example.given, read)
    missing = [label for label in example.layers if label not in book.shipped]
    if missing:
        raise Failed(f"no layer {missing[0]} comes with {book.id}; there are {', '.join(book.shipped) or 'none'}")
    layers = filed(map(book.shipped.__getitem__, example.layers))
    pin = book.pin(book.reading(example.options, stack_of(layers)))
    first = TableOpened(
        book=book.id,
        version=book.version,
        pin=pin,
        lang="ja",
        title=example.name,
        options=example.options,
        layers=layers,
    )
    seats = [SeatAdded(seat="gm", kind="gm")] + [SeatAdded(seat=f"p{n}", kind="player") for n in range(1, 7)]
    taken = [SeatTaken(seat=f"p{n}", name=f"p{n}") for n in range(1, 7)]
    watcher = [SeatAdded(seat="w1", kind="watcher")]
    bodies: list[Any] = [first, *seats, *watcher, *taken, *world_bodies(book, data)]
    return tuple(Entry(n + 1, 0, GM, body, EVERYONE) for n, body in enumerate(bodies))


def _prompt_ids(state: State) -> list[str]:
    return [prompt_id(state, one) for one in open_prompts(state)]


def _asked(prompts: tuple[Prompt, ...]) -> str:
    return "the prompt " + ", ".join(f"{one.label} of {one.of}" for one in prompts)


def _speaks_of(body: Any, step: dict[str, Any]) -> bool:
    """Whether an entry is of the label or rule, and the owner if it names one, that an example's step overrules."""
    subject = getattr(body, "subject", "")
    named = (getattr(body, "label", ""), getattr(body, "rule", ""))
    return step["overrule"] in named and step.get("of", subject) == subject


def _fits(fact: dict[str, Any], name: str, fields: dict[str, Any]) -> bool:
    return fact.get("type") == name and all(fact.get(key) == value for key, value in fields.items())


def _short(fact: dict[str, Any]) -> str:
    return f"{fact['type']}({', '.join(f'{key}={value}' for key, value in fact.items() if key != 'type')})"


def _visible(world: Any, path: list[str]) -> bool:
    here = world
    for name in path:
        if is_hidden(here):
            return False
        here = here.get(name) if isinstance(here, Mapping) else getattr(here, name, None)
        if here is None:
            return False
    return not is_hidden(here)

"""Live play by re-execution.

The open procedure runs from its start against its own journal; where the journal ends, dice come from
entropy and questions suspend. Restart, replay, undo and overrule are this same path.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from takusen.dice import Readout
from takusen.log.audience import GM, Audience
from takusen.log.codec import plain, typed
from takusen.log.entries import Added, Answered, Asked, Became, Body, Drawn, Edited, Opened, Rolled, Settled
from takusen.log.signs import shortened
from takusen.play.handles import (
    STEP_LIMIT,
    BadAnswer,
    Choice,
    Choices,
    Diverged,
    Endless,
    Fact,
    Form,
    Play,
    Prompt,
    Question,
    Refused,
    Running,
    Suspended,
)
from takusen.play.reading import Reading, Wrap
from takusen.play.rule import Rule

T = TypeVar("T", bound=Hashable)
A = TypeVar("A", bound=Hashable)
W = TypeVar("W")

Entropy = Callable[[int, int], tuple[int, ...]]
"""(count, sides) -> faces."""

Deal = Callable[[str, str, Sequence[Any]], int]
"""(label, whose draw, the deck in plain form) -> the place of the card that is drawn."""

Kept = Mapping[tuple[str, str, str], Sequence[Any]]
"""Recorded faces and cards by kind of entry, label and subject, in the order they came."""

Foreign = (Edited, Added, Opened)
"""Steps that are no procedure's own: changes by hand, and that somebody's own act was opened."""
UNNUMBERED = 0
"""The seq of what is not in the log yet."""

NOBODY: tuple[str, ...] = ()


class Scribe(Protocol):
    """What live play needs from a book to write and read its facts."""

    def applied(self, world: Any, body: Body) -> Any:
        """The world after a recorded fact or edit."""

    def told(self, fact: Fact) -> dict[str, Any]:
        """A fact as it is logged."""

    def today(self, told: dict[str, Any]) -> dict[str, Any]:
        """A logged fact in the form that facts have now."""

    def known_to(self, world: Any, one: str) -> Audience:
        """Who knows that an entity is there; everybody of what is no entity."""

    def flat_to(self, world: Any, one: str) -> Audience:
        """Who may read what an entity adds to its dice."""

    def names(self, world: Any, value: Any) -> dict[str, str]:
        """The names, now, of the entities that a fact or prompt speaks of."""

    def filled(self, form: Form[Any], about: Any, answer: Any, reading: Reading) -> Any:
        """A form's struct from an answer. Raises BadAnswer."""


class Written(msgspec.Struct, frozen=True):
    """A body to be logged, with its audience."""

    body: Any
    see: Audience


class Live(Play[W], Generic[W]):
    """One run of one procedure over its journal."""

    __slots__ = (
        "_acted",
        "_deal",
        "_entropy",
        "_kept",
        "_of",
        "_open",
        "_seqs",
        "_settled",
        "_spent",
        "_steps",
        "at",
        "new",
        "reading",
        "scribe",
        "world",
    )

    def __init__(
        self,
        world: W,
        of: int,
        steps: Sequence[tuple[int, Body]],
        reading: Reading,
        scribe: Scribe,
        entropy: Entropy,
        kept: Kept | None = None,
        deal: Deal | None = None,
    ) -> None:
        """`world` is the world at the procedure's `Opened` (seq `of`), `steps` what was recorded since, with its seq.

        Without a `deal` cards come from entropy, too.
        """
        self.world, self.reading, self.scribe = world, reading, scribe
        self._of, self._entropy = of, entropy
        self._seqs, self._steps = [seq for seq, _ in steps], [body for _, body in steps]
        self._deal = deal or (lambda label, of, deck: entropy(1, len(deck))[0] - 1)
        self._kept = {key: list(one) for key, one in (kept or {}).items()}
        self._open: list[Running] = []
        self._acted: dict[str, None] = {}
        self._settled: dict[int, list[int]] = {}
        for index, body in enumerate(self._steps):
            if isinstance(body, Settled):
                self._settled.setdefault(body.since, []).insert(0, index)
        self._spent = 0
        self.at = 0
        self.new: list[Written] = []

    # reading -----------------------------------------------------------------------------------------------------

    def option(self, name: str) -> Any:
        return self.reading.options[name]

    def content(self, path: str) -> Any:
        return self.reading.content[path]

    # dice and cards ---------------------------------------------------------------------------------------------------

    def roll(self, label: str, readout: Readout[T], of: str = "") -> T:
        step = self._recorded(Rolled, f"a roll {label} of {of or '-'}")
        if step is None:
            faces, source = self._faces(label, readout, of)
            step = self._write(
                Rolled(
                    of=self._of,
                    label=label,
                    faces=faces,
                    sides=readout.sides,
                    subject=of,
                    reads=readout.name,
                    rule=self._rule,
                    source=source,
                    names=self.scribe.names(self.world, of),
                    flat=readout.flat,
                    flat_see=GM if readout.flat is None else self.scribe.flat_to(self.world, of),
                    wraps=tuple(self._acted),
                ),
                self.scribe.known_to(self.world, of),
            )
        if (step.label, step.subject, step.sides, len(step.faces)) != (label, of, readout.sides, readout.count):
            raise Diverged(step, f"{readout.count}d{readout.sides} {label} of {of or '-'}")
        return readout.read(step.faces)

    def _faces(self, label: str, readout: Readout[Any], of: str) -> tuple[tuple[int, ...], str]:
        """Dice that were recorded for this roll before, if they fit it still, else fresh ones; and which they are."""
        kept = self._kept.get(("rolled", label, of))
        if kept and readout.fits(kept[0]):
            return kept.pop(0), "kept"
        return self._entropy(readout.count, readout.sides), ""

    def draw(self, label: str, deck: Sequence[T], of: str = "") -> T:
        told = plain(tuple(deck))
        reached = f"a draw {label} of {of or '-'} from {told}"
        step = self._recorded(Drawn, reached)
        if step is None:
            card, source = self._card(label, told, of)
            step = self._write(
                Drawn(
                    of=self._of,
                    label=label,
                    card=card,
                    deck=told,
                    subject=of,
                    rule=self._rule,
                    source=source,
                    names=self.scribe.names(self.world, of) | self.scribe.names(self.world, card),
                ),
                GM,
            )
        if (step.label, step.subject, step.deck) != (label, of, told):
            raise Diverged(step, reached)
        drawn: T = deck[told.index(step.card)]
        return drawn

    def _card(self, label: str, deck: list[Any], of: str) -> tuple[Any, str]:
        """The card that was recorded for this draw before, if the deck has it still, else a fresh one; and which."""
        if not deck:
            raise ValueError(f"the deck of {label} is empty")
        kept = self._kept.get(("drawn", label, of))
        if kept and kept[0] in deck:
            return kept.pop(0), "kept"
        return deck[self._deal(label, of, deck)], ""

    # questions ---------------------------------------------------------------------------------------------------

    def ask_all(self, questions: Sequence[Question]) -> tuple[Any, ...]:
        start, recorded = self.at, len(self._steps)
        for one in questions:
            self._ask(one)
        if start < recorded < self.at:
            raise Diverged("the end of the journal", f"{len(questions)} questions at once")
        given = self._given(self._seqs[start : self.at])
        answers = {
            place: self._read(one.choices, one.about, given[place].answer)
            for place, one in enumerate(questions)
            if place in given
        }
        if len(answers) < len(questions):
            raise Suspended(self._open_ones(questions, answers))
        return tuple(answers[place] for place in range(len(questions)))

    def _ask(self, one: Question) -> None:
        reached, shown = f"the question {one.label} to {one.of} about {one.about}", plain(one.about)
        step = self._recorded(Asked, reached)
        if step is None:
            names = self.scribe.names(self.world, one.about) | self.scribe.names(self.world, one.of)
            asked = Asked(of=self._of, label=one.label, subject=one.of, about=shown, rule=self._rule, names=names)
            self._write(asked, GM)
        elif (step.label, step.subject, step.about) != (one.label, one.of, shown):
            raise Diverged(step, reached)

    def _given(self, asked: list[int]) -> dict[int, Answered]:
        """The answers, by place, to the questions at some seqs. What others changed meanwhile shows with the last."""
        given: dict[int, Answered] = {}
        at, between = self.at, []
        while len(given) < len(asked) and at < len(self._steps):
            body = self._steps[at]
            if self._foreign(body):
                between.append(body)
            elif isinstance(body, Answered) and body.to in asked and asked.index(body.to) not in given:
                given[asked.index(body.to)] = body
            else:
                raise Diverged(body, "an answer")
            at += 1
        if len(given) == len(asked):
            self.at = at
            for body in between:
                self.world = self.scribe.applied(self.world, body)
        return given

    def _open_ones(self, questions: Sequence[Question], answers: Mapping[int, Any]) -> tuple[Prompt, ...]:
        running = tuple(self._open)
        return tuple(
            Prompt(one.of, one.label, one.choices, one.about, one.policy, running, place)
            for place, one in enumerate(questions)
            if place not in answers
        )

    def _foreign(self, body: Body) -> bool:
        return isinstance(body, Foreign) or (isinstance(body, Became) and body.of != self._of)

    def _read(self, choices: Choices[A], about: Any, answer: Any) -> A:
        if isinstance(choices, Form):
            filled: A = self.scribe.filled(choices, about, answer, self.reading)
            return filled
        for option in choices:
            value = option.value if isinstance(option, Choice) else option
            if plain(value) == answer:
                if isinstance(option, Choice) and option.refused:
                    raise BadAnswer(option.refused)
                return value
        raise BadAnswer(Refused.because("not_offered", value=shortened(str(answer), 40)))

    # facts -------------------------------------------------------------------------------------------------------

    def emit(self, fact: Fact) -> None:
        told, after = self.scribe.told(fact), fact.apply(self.world)
        step = self._recorded(Became, f"the fact {told}")
        if step is None:
            names, parts = self.scribe.names(after, fact), fact.parts(self.world)
            body = Became(of=self._of, fact=told, rule=self._rule, parts=parts, names=names, wraps=tuple(self._acted))
            self._write(body, fact.see(self.world))
        elif self.scribe.today(step.fact) != self.scribe.today(told):
            raise Diverged(step.fact, told)
        self.world = after

    # sub-rules ---------------------------------------------------------------------------------------------------

    def call(self, rule: Rule[Any, Any, T], args: tuple[Any, ...]) -> T:
        running = Running(rule, args, len(self._open), self.at)
        index = self._settled_at(running)
        if index is not None:
            skipped: T = self._skip(running, index)
            return skipped
        self._open.append(running)
        result: T = self.entered(rule, args)
        self._open.pop()
        depth, since = running.depth, running.since
        told, wraps = plain(args), tuple(self._acted)
        settled = Settled(
            of=self._of, rule=rule.name, args=told, depth=depth, since=since, result=plain(result), wraps=wraps
        )
        self._settle(settled)
        return result

    def _settled_at(self, running: Running) -> int | None:
        """Where the journal holds the result of a rule that is being entered here; None if it is to be entered."""
        for index in self._settled.get(self.at, ()):
            step: Any = self._steps[index]
            if index >= self.at and step.depth == running.depth:
                return index
        return None

    def _settle(self, settled: Settled) -> None:
        self._write(settled, NOBODY)

    def until(self, rule: Rule[Any, Any, T], args: tuple[Any, ...], accept: Callable[[T], bool]) -> T:
        for _ in range(STEP_LIMIT):
            result = self.call(rule, args)
            if accept(result):
                return result
        raise Endless

    def _skip(self, running: Running, index: int) -> Any:
        """Take a settled sub-rule's result from the journal, its facts at their place."""
        step: Any = self._steps[index]
        if (step.rule, step.args) != (running.rule.name, plain(running.args)):
            raise Diverged(f"{step.rule}{tuple(step.args)}", f"{running.rule.name}{running.args}")
        for body in self._steps[self.at : index]:
            if isinstance(body, Became | Edited | Added):
                self.world = self.scribe.applied(self.world, body)
        self.at = index + 1
        self._acted |= dict.fromkeys(step.wraps)
        return typed(step.result, running.rule.result)

    def acted(self, wrap: Wrap) -> None:
        self._acted[f"{wrap.name} ({wrap.layer})"] = None

    def end(self) -> None:
        """The rule came to its end. Raises Diverged where the journal goes on."""
        if self.at < len(self._steps):
            raise Diverged(self._steps[self.at], "the end of the rule")

    # the journal -------------------------------------------------------------------------------------------------

    @property
    def _rule(self) -> str:
        return self._open[-1].rule.name if self._open else ""

    def _recorded(self, kind: type[Any], reached: str) -> Any:
        self._spent += 1
        if self._spent > STEP_LIMIT:
            raise Endless
        if self.at >= len(self._steps):
            return None
        body = self._steps[self.at]
        if not isinstance(body, kind):
            raise Diverged(body, reached)
        self.at += 1
        return body

    def _write(self, body: Any, see: Audience) -> Any:
        if self.at < len(self._steps):
            raise Diverged(self._steps[self.at], body)
        self._steps.append(body)
        self._seqs.append(UNNUMBERED)
        self.new.append(Written(body, see))
        self.at += 1
        return body


class Replay(Live[W], Generic[W]):
    """A run over a finished journal that enters every sub-rule again, but for those that the GM settled by a ruling."""

    __slots__ = ()

    def _settled_at(self, running: Running) -> int | None:
        index = super()._settled_at(running)
        step: Any = None if index is None else self._steps[index]
        return index if step and step.ruled else None

    def _settle(self, settled: Settled) -> None:
        step = self._recorded(Settled, f"the end of {settled.rule}")
        if step != settled:
            raise Diverged(step, settled)

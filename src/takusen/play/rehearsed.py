"""Rehearsed play: an act run once as far as nothing is left to chance, noting what it states and what it asks."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from takusen.dice import Readout
from takusen.play.exact import Policies
from takusen.play.handles import STEP_LIMIT, Endless, Fact, Play, Question, open_values
from takusen.play.reading import Reading
from takusen.play.rule import Rule

T = TypeVar("T", bound=Hashable)
W = TypeVar("W")


class Stated(msgspec.Struct, frozen=True):
    """A fact, the world before it, and the rule that stated it."""

    fact: Fact
    world: Any
    rule: str


class Answered(msgspec.Struct, frozen=True):
    """A question, the world in which it was asked, and the answer that was taken for granted."""

    question: Question
    world: Any
    answer: Any


class ByChance(BaseException):
    """Raised where dice or cards decide how it goes on."""


class Rehearsed(Play[W], Generic[W]):
    """The handle of a rehearsal; the same handle goes on from act to act. Questions are answered by policies."""

    __slots__ = ("_policies", "_rules", "reading", "steps", "world")

    def __init__(self, world: W, reading: Reading, policies: Policies) -> None:
        self.world, self.reading, self._policies = world, reading, policies
        self._rules: list[str] = []
        self.steps: list[Stated | Answered] = []

    def option(self, name: str) -> Any:
        return self.reading.options[name]

    def content(self, path: str) -> Any:
        return self.reading.content[path]

    def roll(self, label: str, readout: Readout[T], of: str = "") -> T:
        return self._certain([outcome for outcome, _ in readout.dist().items()])

    def draw(self, label: str, deck: Sequence[T], of: str = "") -> T:
        return self._certain(deck)

    @staticmethod
    def _certain(outcomes: Sequence[T]) -> T:
        if len(set(outcomes)) != 1:
            raise ByChance
        return outcomes[0]

    def call(self, rule: Rule[Any, Any, T], args: tuple[Any, ...]) -> T:
        self._rules.append(rule.name)
        try:
            result: T = self.entered(rule, args)
        finally:
            self._rules.pop()
        return result

    def until(self, rule: Rule[Any, Any, T], args: tuple[Any, ...], accept: Callable[[T], bool]) -> T:
        result = self.call(rule, args)
        if not accept(result):
            raise Endless
        return result

    def ask_all(self, questions: Sequence[Question]) -> tuple[Any, ...]:
        return tuple([self._answer(one) for one in questions])

    def _answer(self, one: Question) -> Any:
        answer = self._policies.get(one.label, one.policy).choose(one.about, open_values(one.choices))
        self._note(Answered(one, self.world, answer))
        return answer

    def emit(self, fact: Fact) -> None:
        self._note(Stated(fact, self.world, self._rules[-1] if self._rules else ""))
        self.world = fact.apply(self.world)

    def _note(self, step: Stated | Answered) -> None:
        self.steps.append(step)
        if len(self.steps) > STEP_LIMIT:
            raise Endless

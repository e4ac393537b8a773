"""Sampled play: a seeded generator, dice tables, and sub-rules drawn at once from their exact distribution."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from itertools import accumulate
from random import Random
from typing import Any, Generic, TypeVar

from takusen.dice import Dist, Readout
from takusen.play.exact import UNKNOWN, Enough, Memo, Policies, TooLarge
from takusen.play.handles import STEP_LIMIT, Choices, Endless, Fact, Play, Policy, Question, open_values
from takusen.play.rule import Rule

T = TypeVar("T", bound=Hashable)
W = TypeVar("W")
A = TypeVar("A", bound=Hashable)

LISTED = 4096
OFTEN = 1_000
"""How often a result is asked for until it is worth working its distribution out."""


def drawer(dist: Dist[T], random: Callable[[], float]) -> Callable[[], T]:
    """A function that draws from an exact distribution by one random number."""
    whole = dist.whole
    if whole <= LISTED:
        listed = tuple(outcome for outcome, weight in dist.items() for _ in range(weight))
        return lambda: listed[int(random() * whole)]
    values, weights = zip(*dist.items(), strict=True)
    shares = [weight / whole for weight in accumulate(weights)]
    last = len(values) - 1
    return lambda: values[min(bisect_right(shares, random()), last)]


class Draw:
    """A point of chance: its exact distribution and the function that draws from it."""

    __slots__ = ("dist", "draw")

    def __init__(self, dist: Dist[Any], random: Callable[[], float]) -> None:
        self.dist, self.draw = dist, drawer(dist, random)


class Tables:
    """Draws by readout and by rule and arguments, shared by the runs of one forecast."""

    def __init__(self, memo: Memo, seed: int) -> None:
        self.memo = memo
        self.random = Random(seed).random
        self.draws: dict[Any, Any] = {}
        self.asked: dict[Any, int] = {}

    def rolling(self, readout: Readout[Any]) -> "Draw":
        """The draw that rolls and reads."""
        found = self.draws.get(readout)
        if found is None:
            found = self.draws[readout] = Draw(readout.dist(), self.random)
        return found

    def drawing(self, deck: tuple[Any, ...]) -> "Draw":
        """The draw that takes a card of a deck."""
        found = self.draws.get(deck)
        if found is None:
            found = self.draws[deck] = Draw(Dist.counted(deck), self.random)
        card: Draw = found
        return card

    def collapsing(self, rule: Rule[Any, Any, Any], args: tuple[Any, ...]) -> "Draw | None":
        """The draw of a `Chance` rule's result at once; None where the rule is too large to be worked out."""
        found: Draw | None = self.draws.get((rule, args), UNKNOWN)
        if found is UNKNOWN:
            found = self.draws[rule, args] = self._collapsed(rule, args)
        return found

    def _collapsed(self, rule: Rule[Any, Any, Any], args: tuple[Any, ...]) -> "Draw | None":
        try:
            return Draw(self.memo.dist(rule, args), self.random)
        except TooLarge:
            return None


class Sampled(Play[W], Generic[W]):
    """The handle of a sampled run; the same handle goes on from act to act."""

    __slots__ = (
        "_draws", "_options", "_policies", "_spent", "_tables", "_until", "_wraps", "facts", "reading", "world",
    )  # fmt: skip

    def __init__(self, world: W, tables: Tables, policies: Policies, until: tuple[type[Fact], ...] = ()) -> None:
        self.world, self._tables, self._policies, self._until = world, tables, policies, until
        self._draws = tables.draws
        self._options = dict(tables.memo.reading.options)
        self.reading = tables.memo.reading
        self._wraps = self.reading.wraps
        self.facts: list[Fact] = []
        self._spent = 0

    def option(self, name: str) -> Any:
        return self._options[name]

    def content(self, path: str) -> Any:
        return self._tables.memo.reading.content[path]

    def roll(self, label: str, readout: Readout[T], of: str = "") -> T:
        draw = self._draws.get(readout) or self._tables.rolling(readout)
        read: T = draw.draw()
        return read

    def draw(self, label: str, deck: Sequence[T], of: str = "") -> T:
        card: T = self._tables.drawing(tuple(deck)).draw()
        return card

    def call(self, rule: Rule[Any, Any, T], args: tuple[Any, ...]) -> T:
        if rule.plays:
            return self.entered(rule, args) if self._wraps else rule.body(self, *args)
        draw = self._draws.get((rule, args)) or self._asked_often(rule, args)
        if draw:
            drawn: T = draw.draw()
            return drawn
        result: T = self.entered(rule, args) if self._wraps else rule.body(self, *args)
        return result

    def _asked_often(self, rule: Rule[Any, Any, Any], args: tuple[Any, ...]) -> Draw | None:
        """The draw of a result that has been asked for again and again; None until then, and where it is too large."""
        asked = self._tables.asked
        times = asked[rule, args] = asked.get((rule, args), 0) + 1
        return self._tables.collapsing(rule, args) if times > OFTEN else None

    def until(self, rule: Rule[Any, Any, T], args: tuple[Any, ...], accept: Callable[[T], bool]) -> T:
        for _ in range(STEP_LIMIT):
            result = self.call(rule, args)
            if accept(result):
                return result
        raise Endless

    def ask(self, of: str, label: str, choices: Choices[A], about: Any, policy: Policy[A]) -> A:
        self._spent += 1
        if self._spent > STEP_LIMIT:
            raise Endless
        answer: A = self._policies.get(label, policy).choose(about, open_values(choices))
        return answer

    def ask_all(self, questions: Sequence[Question]) -> tuple[Any, ...]:
        return tuple([self.ask(one.of, one.label, one.choices, one.about, one.policy) for one in questions])

    def emit(self, fact: Fact) -> None:
        self.facts.append(fact)
        self.world = fact.apply(self.world)
        if self._until and isinstance(fact, self._until):
            raise Enough

    def run(self, rule: Rule[Any, Any, Any], args: tuple[Any, ...]) -> tuple[Fact, ...]:
        """Play one act, up to the first `until` fact; gives its facts."""
        return tuple(self.act(rule, args))

    def act(self, rule: Rule[Any, Any, Any], args: tuple[Any, ...]) -> list[Fact]:
        """The same, without a copy of the facts."""
        self.facts, self._spent = [], 0
        if not self._until:
            self.entered(rule, args)
            return self.facts
        with suppress(Enough):
            self.entered(rule, args)
        return self.facts

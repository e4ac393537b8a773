"""Exact odds by re-execution with memo.

Every branch of chance is followed once, depth first; sub-rules over `Chance` are worked out once per arguments
and joined by their results. Questions are answered by policies.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

from takusen.dice import Dist, Readout
from takusen.play.handles import STEP_LIMIT, Fact, Play, Policy, Question, open_values
from takusen.play.reading import Reading
from takusen.play.rule import Rule

T = TypeVar("T", bound=Hashable)
W = TypeVar("W")
K = TypeVar("K")

Policies = Mapping[str, Policy[Any]]
Summary = Callable[[Any, tuple[Fact, ...]], Hashable]
"""(the world after, the facts on the way) -> what is asked for."""


UNKNOWN = object()
WORK = 2_000_000
"""Steps over all branches after which a question is not followed further; a second or two."""
KEPT = 50_000
"""Entries of a memo after which it begins anew."""
TOO_LONG = f"a branch of more than {STEP_LIMIT} steps"


class Enough(BaseException):
    """A path came to a fact past which it isn't followed."""


class TooLarge(Exception):
    """The question has more or longer branches than the exact engine follows."""


class Memo:
    """Distributions of `Chance` rules by rule and arguments, for one reading of the book."""

    def __init__(self, reading: Reading, limit: int = 200_000) -> None:
        self.reading, self.limit = reading, limit
        self._known: dict[tuple[Any, tuple[Any, ...]], Dist[Any]] = {}
        self._kept: dict[Hashable, Any] = {}

    def dist(self, rule: Rule[Any, Any, T], args: tuple[Any, ...]) -> Dist[T]:
        """The exact distribution of a `Chance` rule's result."""
        known = self._known.get((rule, args))
        if known is None:
            known = _follow(lambda t: t.entered(rule, args), Exact(None, self, {}), lambda t, result: result)
            _keep(self._known, (rule, args), known)
        return known

    def once(self, key: Hashable, make: Callable[[], K]) -> K:
        """What `make` gives for a key, made once; for policies that think before they act."""
        kept: K = self._kept.get(key, UNKNOWN)
        if kept is UNKNOWN:
            kept = make()
            _keep(self._kept, key, kept)
        return kept


def _keep(cache: dict[Any, Any], key: Hashable, made: Any) -> None:
    """Put something into a cache, which is emptied when it is full."""
    if len(cache) >= KEPT:
        cache.clear()
    cache[key] = made


class _Branch:
    """A point of chance on the path: its outcomes, which one is being followed, and the trace up to it."""

    __slots__ = ("index", "outcomes", "trace", "weights", "whole")

    def __init__(self, dist: Dist[Any], trace: int) -> None:
        self.outcomes, self.weights = zip(*dist.items(), strict=True)
        self.whole, self.index, self.trace = dist.whole, 0, trace


class _Settled(NamedTuple):
    """A sub-rule that came to its result on the path that is being followed, and where that left the run."""

    result: Any
    branch: int
    step: int
    calls: int
    world: Any
    facts: tuple[Fact, ...]


class Exact(Play[W], Generic[W]):
    """The handle of one run along a path.

    What is known from earlier runs of the same path is not worked out again, and a sub-rule that settled before the
    point where the path now turns is not entered again.
    """

    __slots__ = (
        "_branch", "_calls", "_path", "_policies", "_settled", "_start", "_step", "_trace", "_until", "facts", "memo",
        "reading", "world",
    )  # fmt: skip

    def __init__(self, world: W, memo: Memo, policies: Policies, until: tuple[type[Fact], ...] = ()) -> None:
        self.memo, self._policies, self._start, self._until = memo, policies, world, until
        self.reading = memo.reading
        self._path: list[_Branch] = []
        self._trace: list[Any] = []
        self._settled: dict[int, _Settled] = {}
        self.begin()

    def begin(self) -> None:
        """Start a run from the top."""
        self.world: W = self._start
        self.facts: list[Fact] = []
        self._branch = self._step = self._calls = 0

    def option(self, name: str) -> Any:
        return self.memo.reading.options[name]

    def content(self, path: str) -> Any:
        return self.memo.reading.content[path]

    def roll(self, label: str, readout: Readout[T], of: str = "") -> T:
        return self._follow(readout.dist)

    def draw(self, label: str, deck: Sequence[T], of: str = "") -> T:
        return self._follow(lambda: Dist.counted(deck))

    def call(self, rule: Rule[Any, Any, T], args: tuple[Any, ...]) -> T:
        return self._entered(rule, args) if rule.plays else self._follow(lambda: self.memo.dist(rule, args))

    def _entered(self, rule: Rule[Any, Any, T], args: tuple[Any, ...]) -> T:
        """Enter a sub-rule, told from the others by how many were entered before it on this path."""
        place = self._calls = self._calls + 1
        known = self._settled.get(place)
        told = len(self.facts)
        if known is not None:
            self._branch, self._step, self._calls = known.branch, known.step, known.calls
            self.world = known.world
            self.facts += known.facts
            kept: T = known.result
            return kept
        result: T = self.entered(rule, args)
        facts = tuple(self.facts[told:])
        self._settled[place] = _Settled(result, self._branch, self._step, self._calls, self.world, facts)
        return result

    def until(self, rule: Rule[Any, Any, T], args: tuple[Any, ...], accept: Callable[[T], bool]) -> T:
        return self._follow(lambda: self.memo.dist(rule, args).given(accept))

    def ask_all(self, questions: Sequence[Question]) -> tuple[Any, ...]:
        return tuple([self._answer(one) for one in questions])

    def _answer(self, one: Question) -> Any:
        known = self._known()
        if known is not UNKNOWN:
            return known
        return self._noted(self._policies.get(one.label, one.policy).choose(one.about, open_values(one.choices)))

    def emit(self, fact: Fact) -> None:
        self.facts.append(fact)
        known = self._known()
        self.world = self._noted(fact.apply(self.world)) if known is UNKNOWN else known
        if isinstance(fact, self._until):
            raise Enough

    def _follow(self, dist: Callable[[], Dist[T]]) -> T:
        depth = self._branch
        if depth == len(self._path):
            self._path.append(_Branch(dist(), self._step))
            if depth > STEP_LIMIT:
                raise TooLarge(TOO_LONG)
        self._branch = depth + 1
        branch = self._path[depth]
        outcome: T = branch.outcomes[branch.index]
        return outcome

    def _known(self) -> Any:
        """What the next step of the trace gave on an earlier run of this path."""
        step = self._step
        self._step = step + 1
        return self._trace[step] if step < len(self._trace) else UNKNOWN

    def _noted(self, made: Any) -> Any:
        """Keep what a new step gives."""
        self._trace.append(made)
        if len(self._trace) > STEP_LIMIT:
            raise TooLarge(TOO_LONG)
        return made

    def steps(self) -> int:
        """How many steps the run has taken so far."""
        return self._branch + self._step

    def weight(self) -> tuple[int, int]:
        """The chance of the path just run, as numerator and denominator."""
        over = under = 1
        for branch in self._path:
            over *= branch.weights[branch.index]
            under *= branch.whole
        return over, under

    def turn(self) -> bool:
        """Go to the next path; False when all are done."""
        path = self._path
        while path and path[-1].index + 1 == len(path[-1].outcomes):
            path.pop()
        if not path:
            return False
        path[-1].index += 1
        del self._trace[path[-1].trace :]
        before = len(path)
        self._settled = {place: one for place, one in self._settled.items() if one.branch < before}
        return True


def _follow(run: Callable[[Exact[Any]], Any], t: Exact[Any], read: Callable[[Exact[Any], Any], T]) -> Dist[T]:
    sums: dict[int, dict[T, int]] = {}
    work = 0
    for _ in range(t.memo.limit):
        t.begin()
        outcome = read(t, run(t))
        work += t.steps()
        if work > WORK:
            raise TooLarge(f"more than {WORK} steps on all branches")
        over, under = t.weight()
        part = sums.setdefault(under, {})
        part[outcome] = part.get(outcome, 0) + over
        if not t.turn():
            return _merged(sums)
    raise TooLarge(f"more than {t.memo.limit} branches")


def _merged(sums: dict[int, dict[T, int]]) -> Dist[T]:
    whole = lcm(*sums)
    weights: dict[T, int] = {}
    for under, part in sums.items():
        unit = whole // under
        for outcome, over in part.items():
            weights[outcome] = weights.get(outcome, 0) + over * unit
    return Dist(weights)


def outcomes(
    rule: Rule[Any, Any, Any],
    args: tuple[Any, ...],
    world: Any,
    memo: Memo,
    policies: Policies | None = None,
    summary: Summary = lambda world, facts: world,
    until: tuple[type[Fact], ...] = (),
) -> Dist[Any]:
    """The exact distribution of `summary(world after, facts)` of a procedure; a path ends at the first `until` fact.

    Raises TooLarge when the question has more branches or steps than are followed, or a path that seems never to end.
    """

    def run(t: Exact[Any]) -> None:
        with suppress(Enough):
            t.entered(rule, args)

    t: Exact[Any] = Exact(world, memo, policies or {}, until)
    return _follow(run, t, lambda t, _: summary(t.world, tuple(t.facts)))

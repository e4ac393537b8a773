"""Situations that a forecast has met before, and what has been seen to follow from them.

In a small fight the same situation comes again and again. What happened in it is kept as a trail: at each point of
chance the draw, and behind each outcome what comes next. Walking a known trail runs no rule; where it ends the rule
runs once along the outcomes drawn so far. Equal worlds are one situation, so the trails form a Markov chain that is
found while it is walked.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from takusen.dice import Readout
from takusen.play.exact import Policies
from takusen.play.rule import Rule
from takusen.play.sampled import Sampled, Tables

T = TypeVar("T", bound=Hashable)

Draw = Callable[[], Any]
Gains = tuple[tuple[str, int], ...]


class Situation:
    """A world, and either how the fight ended or the act that comes next, with its trail."""

    __slots__ = ("act", "args", "ending", "trail", "world")

    def __init__(self, world: Any, ending: Any, act: Rule[Any, Any, Any] | None, args: tuple[Any, ...]) -> None:
        self.world, self.ending, self.act, self.args = world, ending, act, args
        self.trail: Fork | Arrival | None = None


class Fork:
    """A point of chance: the draw, and what comes behind each outcome seen so far."""

    __slots__ = ("draw", "known")

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.known: dict[Any, Fork | Arrival] = {}


class Arrival:
    """The end of an act: the situation after it and what was counted on the way."""

    __slots__ = ("gains", "situation")

    def __init__(self, situation: Situation, gains: Gains) -> None:
        self.situation, self.gains = situation, gains


class Traced(Sampled[Any]):
    """A sampled run that goes along given outcomes first and notes each point of chance."""

    __slots__ = ("_given", "path")

    def __init__(self, world: Any, tables: Tables, policies: Policies, given: list[Any]) -> None:
        super().__init__(world, tables, policies)
        self._given = given
        self.path: list[tuple[Draw, Any]] = []

    def roll(self, label: str, readout: Readout[T], of: str = "") -> T:
        read: T = self._outcome(self._tables.rolling(readout))
        return read

    def call(self, rule: Rule[Any, Any, T], args: tuple[Any, ...]) -> T:
        result: T = rule.body(self, *args) if rule.plays else self._outcome(self._tables.collapsing(rule, args))
        return result

    def _outcome(self, draw: Draw) -> Any:
        place = len(self.path)
        outcome = self._given[place] if place < len(self._given) else draw()
        self.path.append((draw, outcome))
        return outcome


class Trails:
    """All situations of one forecast. `meet` makes a situation from a world, `key` says which worlds are one."""

    def __init__(
        self,
        meet: Callable[[Any], Situation],
        key: Callable[[Any], Any],
        tables: Tables,
        policies: Policies,
        counted: Mapping[str, str],
    ) -> None:
        """`counted` names facts by the figure that counts them."""
        self._meet, self._key, self._tables, self._policies = meet, key, tables, policies
        self._counted = {word: name for name, word in counted.items()}
        self._situations: dict[Any, Situation] = {}
        self.visits = 0

    @property
    def met(self) -> int:
        """How many different situations have been met."""
        return len(self._situations)

    def situation(self, world: Any) -> Situation:
        """The situation of a world."""
        key = self._key(world)
        found = self._situations.get(key)
        if found is None:
            found = self._situations[key] = self._meet(key)
        return found

    def follow(self, here: Situation) -> Arrival:
        """One act from a situation, drawn at random."""
        self.visits += 1
        node, drawn = here.trail, []
        while type(node) is Fork:
            outcome = node.draw()
            drawn.append(outcome)
            node = node.known.get(outcome)
        return node if type(node) is Arrival else self._explored(here, drawn)

    def _explored(self, here: Situation, drawn: list[Any]) -> Arrival:
        """Run the act along the outcomes drawn so far and note the way."""
        assert here.act is not None
        t = Traced(here.world, self._tables, self._policies, drawn)
        facts = t.run(here.act, here.args)
        counts: dict[str, int] = {}
        for fact in facts:
            name = self._counted.get(fact.word())
            if name:
                counts[name] = counts.get(name, 0) + 1
        arrival = Arrival(self.situation(t.world), tuple(counts.items()))
        self._note(here, t.path, arrival)
        return arrival

    @staticmethod
    def _note(here: Situation, path: list[tuple[Draw, Any]], arrival: Arrival) -> None:
        nodes: list[Fork | Arrival] = [Fork(draw) for draw, _ in path]
        nodes.append(arrival)
        if here.trail is None:
            here.trail = nodes[0]
        node = here.trail
        for place, (_, outcome) in enumerate(path):
            assert isinstance(node, Fork)
            node = node.known.setdefault(outcome, nodes[place + 1])

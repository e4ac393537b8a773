"""Situations that a forecast has met before, and what has been seen to follow from them.

In a small fight the same situation comes again and again. What happened in it is kept as a trail: at each point of
chance the draw, and behind each outcome what comes next. Walking a known trail runs no rule; where it ends the rule
runs once along the outcomes drawn so far. Equal worlds are one situation, so the trails form a Markov chain that is
found while it is walked; where it is walked often, the rest of a trail is looked up and its ends are drawn at once.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import lcm
from typing import Any, TypeVar

from takusen.dice import Dist, Readout
from takusen.play.exact import Policies
from takusen.play.handles import Fact
from takusen.play.rule import Rule
from takusen.play.sampled import Draw, Sampled, Tables

T = TypeVar("T", bound=Hashable)

Gains = tuple[tuple[str, int], ...]

OFTEN = 300
ENDS = 400
HOPS = 10


class Situation:
    """A world, and either how the fight ended or the act that comes next, with its trail."""

    __slots__ = ("act", "args", "ending", "ends", "trail", "visits", "world")

    def __init__(self, world: Any, ending: Any, act: Rule[Any, Any, Any] | None, args: tuple[Any, ...]) -> None:
        self.world, self.ending, self.act, self.args = world, ending, act, args
        self.trail: Fork | Arrival | None = None
        self.ends: Callable[[], Arrival] | None = None
        self.visits = 0


class Fork:
    """A point of chance, and what comes behind each outcome seen so far."""

    __slots__ = ("chance", "known")

    def __init__(self, chance: Draw) -> None:
        self.chance = chance
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
        read: T = self._drawn(self._tables.rolling(readout))
        return read

    def draw(self, label: str, deck: Sequence[T], of: str = "") -> T:
        card: T = self._drawn(self._tables.drawing(tuple(deck)))
        return card

    def call(self, rule: Rule[Any, Any, T], args: tuple[Any, ...]) -> T:
        draw = None if rule.plays else self._tables.collapsing(rule, args)
        result: T = self._drawn(draw) if draw else self.entered(rule, args)
        return result

    def _drawn(self, draw: Draw) -> Any:
        place = len(self.path)
        outcome = self._given[place] if place < len(self._given) else draw.draw()
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
        counted: Mapping[type[Fact], str],
    ) -> None:
        """`counted` names the figures that count facts of a kind."""
        self._meet, self._key, self._tables, self._policies = meet, key, tables, policies
        self._counted = counted
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
        """One act from a situation, drawn at random, and what then opens by itself without dice."""
        self.visits += 1
        if here.ends is not None:
            return here.ends()
        here.visits += 1
        if here.visits == OFTEN:
            self._look_up(here)
        node, drawn = here.trail, []
        while type(node) is Fork:
            outcome = node.chance.draw()
            drawn.append(outcome)
            node = node.known.get(outcome)
        return node if type(node) is Arrival else self._explored(here, drawn)

    # finding the way ---------------------------------------------------------------------------------------------

    def _explored(self, here: Situation, drawn: list[Any]) -> Arrival:
        """Run the act along the outcomes drawn so far and note the way."""
        assert here.act is not None
        t = Traced(here.world, self._tables, self._policies, drawn)
        counts: dict[str, int] = {}
        for fact in t.run(here.act, here.args):
            name = self._counted.get(type(fact))
            if name:
                counts[name] = counts.get(name, 0) + 1
        arrival = Arrival(self.situation(t.world), tuple(counts.items()))
        self._note(here, t.path, arrival)
        return self._hopped(arrival)

    def _hopped(self, arrival: Arrival) -> Arrival:
        """Go on over acts without dice, so that they cost no steps of their own."""
        for _ in range(HOPS):
            there = arrival.situation.trail
            if not isinstance(there, Arrival):
                break
            gains = dict(arrival.gains)
            for name, gain in there.gains:
                gains[name] = gains.get(name, 0) + gain
            arrival.situation, arrival.gains = there.situation, tuple(gains.items())
        return arrival

    @staticmethod
    def _note(here: Situation, path: list[tuple[Draw, Any]], arrival: Arrival) -> None:
        nodes: list[Fork | Arrival] = [Fork(chance) for chance, _ in path]
        nodes.append(arrival)
        if here.trail is None:
            here.trail = nodes[0]
        node = here.trail
        for place, (_, outcome) in enumerate(path):
            assert isinstance(node, Fork)
            node = node.known.setdefault(outcome, nodes[place + 1])

    # looking the rest up -----------------------------------------------------------------------------------------

    def _look_up(self, here: Situation) -> None:
        """Explore what is left of a trail that is walked often, if it isn't too large, and draw its ends at once."""
        weights: dict[tuple[Situation, Gains], int] = {}
        pending: list[tuple[list[Any], int, int]] = [([], 1, 1)]
        ends: list[tuple[Arrival, int, int]] = []
        while pending:
            drawn, over, under = pending.pop()
            node = self._at(here, drawn)
            if isinstance(node, Fork):
                dist = node.chance.dist
                pending += [([*drawn, outcome], over * weight, under * dist.whole) for outcome, weight in dist.items()]
            else:
                ends.append((self._hopped(node), over, under))
            if len(ends) + len(pending) > ENDS:
                return
        whole = lcm(*(under for _, _, under in ends))
        for arrival, over, under in ends:
            key = (arrival.situation, arrival.gains)
            weights[key] = weights.get(key, 0) + over * (whole // under)
        merged = Dist({Arrival(*key): weight for key, weight in weights.items()})
        here.ends = Draw(merged, self._tables.random).draw

    def _at(self, here: Situation, drawn: list[Any]) -> Fork | Arrival:
        """What stands at the end of a way, explored if need be."""
        node = here.trail
        for place, outcome in enumerate(drawn):
            assert isinstance(node, Fork)
            if outcome not in node.known:
                self._explored(here, drawn[: place + 1])
            node = node.known[outcome]
        assert node is not None
        return node

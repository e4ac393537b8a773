"""Forecast of a fight: many sampled fights under policies, with the error of every figure."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from takusen.forecast.figures import Forecast, Sums
from takusen.forecast.trails import Situation, Trails
from takusen.play.exact import Memo, Policies
from takusen.play.handles import Fact, Id
from takusen.play.rule import Rule
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.book import Declaration, Player, RuleBook

ACTS_LIMIT = 5_000
LOOKS = ((100, 1.0), (500, 1.1), (4_000, 3.0))
"""Trails are given up once so many different situations have been met, if each has come up no more often than that."""
EVERY = 20
"""Fights along trails after which it is looked whether to go on."""
TOGETHER = 256
"""Fights that are played side by side."""

Played = tuple[str | None, dict[str, float]]
"""The winner of a fight (None if it did not end), and what was counted, with the book's tally."""
Step = tuple[Rule[Any, Any, Any], dict[str, Any]]
"""An act with its arguments."""


class NoFight(Exception):
    """There is nothing to forecast: no fight is on, or nobody in it has a policy that plays."""


class Battle:
    """One fight played again and again from the same world."""

    def __init__(
        self,
        book: RuleBook,
        world: Any,
        memo: Memo,
        seed: int = 1,
        policies: Policies | None = None,
        players: Mapping[Id, str] | None = None,
        counted: Mapping[str, str] | None = None,
        first: Declaration | None = None,
        sides: Mapping[str, str] | None = None,
    ) -> None:
        """`players` names the policy that plays an entity, `sides` that of a side; the book's first one plays the rest.

        `counted` names further facts to count, `first` is declared before the policies go on. Raises NoFight.
        """
        if not book.players or not (book.acting(world) or book.next(world, memo.reading)):
            raise NoFight
        self._book, self._world, self._memo, self._reading = book, world, memo, memo.reading
        self._tables, self._policies = Tables(memo, seed), policies or {}
        self._players = {one: book.players[name] for one, name in (players or {}).items()}
        self._sides = {side: book.players[name] for side, name in (sides or {}).items()}
        self._player = next(iter(book.players.values()))
        self._counted = {book.facts[word]: name for name, word in {**book.counted, **(counted or {})}.items()}
        self._trails: Trails | None = Trails(self._met, book.situation, self._tables, self._policies, self._counted)
        self._start = self._opening(*first) if first else None

    def some(self, most: int, go_on: Callable[[], bool] = lambda: True) -> list[Played]:
        """Some fights to their end, `most` at the most; none if `go_on` says False on the way."""
        fights: list[Played] = []
        while self._trails is not None and len(fights) < min(most, EVERY):
            fights.append(self._walked(self._trails))
        return fights or self._side_by_side(min(most, TOGETHER), go_on)

    def _walked(self, trails: Trails) -> Played:
        """One fight along the trails."""
        figures: dict[str, float] = dict.fromkeys(self._counted.values(), 0)
        here = self._situation(self._world, self._start) if self._start else trails.situation(self._world)
        for _ in range(ACTS_LIMIT):
            if here.ending is not None:
                break
            arrival = trails.follow(here)
            for name, gain in arrival.gains:
                figures[name] += gain
            here = arrival.situation
        if _in_vain(trails.met, trails.visits):
            self._trails = None
        winner, tally = here.ending or (None, self._book.tally(here.world))
        return winner, figures | tally

    def _met(self, world: Any) -> Situation:
        """A situation met for the first time: how the fight has ended, or what comes next."""
        return self._situation(world, self._step(world))

    def _situation(self, world: Any, step: Step | None) -> Situation:
        if step is None:
            return Situation(world, (self._winner(world), self._book.tally(world)), None, ())
        rule, args = step
        return Situation(world, None, rule, rule.bound((), args))

    def _opening(self, act: str, args: dict[str, Any]) -> Step:
        """A declaration with its arguments in their types."""
        rule = self._book.acts[act]
        return rule, rule.named(args)

    def _side_by_side(self, count: int, go_on: Callable[[], bool]) -> list[Played]:
        """So many fights in which every rule runs: where situations seldom come again, trails only cost.

        They go on side by side, those first whose next act is that of most: the same rule again and again runs faster
        than one after the other in turns.
        """
        fights = [_Fight(self._world, self._tables, self._policies, self._counted) for _ in range(count)]
        first = self._start or self._step(self._world)
        ready: dict[Rule[Any, Any, Any], list[tuple[_Fight, dict[str, Any]]]] = defaultdict(list)
        if first:
            ready[first[0]] = [(fight, first[1]) for fight in fights]
        while ready and go_on():
            rule = max(ready, key=lambda one: len(ready[one]))
            acting = ready.pop(rule)
            for fight, args in acting:
                fight.play(rule, args)
            for fight, _ in acting:
                step = self._step(fight.world) if fight.left else None
                if step is not None:
                    ready[step[0]].append((fight, step[1]))
        return [] if ready else [self._end(fight) for fight in fights]

    def _end(self, fight: "_Fight") -> Played:
        return self._winner(fight.world), fight.figures | self._book.tally(fight.world)

    def _step(self, world: Any) -> Step | None:
        """The act that comes next, None at the end."""
        book = self._book
        due = book.next(world, self._reading)
        if due is None:
            due = self._declared(world)
        elif book.over(world):
            return None
        if due is None:
            return None
        return book.acts[due[0]], due[1]

    def _winner(self, world: Any) -> str | None:
        """Who has won; None where the fight is not over."""
        return self._book.winner(world) if self._book.over(world) else None

    def _declared(self, world: Any) -> Declaration | None:
        """What a policy declares for the first of those who may act that it has something for."""
        for one in self._book.acting(world):
            choice = (self._players.get(one) or self._found(world, one))(world, one, self._memo)
            if choice:
                return choice
        return None

    def _found(self, world: Any, one: Id) -> Player:
        """The policy of an entity that acts for the first time: its side's, else the book's first."""
        side = self._book.fighting(world).get(one, "")
        player = self._players[one] = self._sides.get(side, self._player)
        return player


class _Fight(Sampled[Any]):
    """A fight that is played beside others: what has been counted in it, and how many acts it may still take."""

    __slots__ = ("_counted", "figures", "left")

    def __init__(self, world: Any, tables: Tables, policies: Policies, counted: Mapping[type[Fact], str]) -> None:
        super().__init__(world, tables, policies)
        self._counted, self.left = counted, ACTS_LIMIT
        self.figures: dict[str, float] = dict.fromkeys(counted.values(), 0)

    def play(self, rule: Rule[Any, Any, Any], args: dict[str, Any]) -> None:
        """One act more."""
        self.left -= 1
        self._spent = 0
        if self._wraps:
            self.entered(rule, rule.bound((), args))
        else:
            rule.body(self, **args)

    def emit(self, fact: Fact) -> None:
        self.world = fact.apply(self.world)
        if self._counted and type(fact) in self._counted:
            self.figures[self._counted[type(fact)]] += 1


def _in_vain(met: int, visits: int) -> bool:
    """Whether situations come again so seldom that trails only cost."""
    return any(met > looked and met * seldom > visits for looked, seldom in LOOKS)


def played(battle: Battle, runs: int, go_on: Callable[[Sums], bool] = lambda so_far: True) -> Sums:
    """Play `runs` fights. `go_on` hears the sums so far every now and then and may stop it by saying False."""
    sums = Sums()
    while sums.runs < runs:
        fights = battle.some(runs - sums.runs, lambda: go_on(sums))
        for winner, figures in fights:
            sums.add(winner, figures)
        if not (fights and go_on(sums)):
            break
    return sums


def forecast(battle: Battle, runs: int) -> Forecast:
    """The figures of `runs` fights."""
    return played(battle, runs).forecast()

"""Forecast of a fight: many sampled fights under policies, with the error of every figure."""

from collections.abc import Callable, Mapping
from typing import Any

from takusen.forecast.figures import Forecast, Sums
from takusen.forecast.trails import Situation, Trails
from takusen.play.exact import Memo, Policies
from takusen.play.handles import Id
from takusen.play.rule import Rule
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.book import Declaration, Player, RuleBook

ACTS_LIMIT = 5_000
FIRST_LOOK, HARDLY_EVER = 500, 1.1
"""Different situations after which trails are given up if each comes up no more often than that."""
MET_LIMIT, SELDOM = 4_000, 3
"""The same, for good."""
EVERY = 20


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
        self._book, self._world, self._memo = book, world, memo
        self._tables, self._policies = Tables(memo, seed), policies or {}
        self._players = {one: book.players[name] for one, name in (players or {}).items()}
        self._sides = {side: book.players[name] for side, name in (sides or {}).items()}
        self._player = next(iter(book.players.values()))
        self._counted = {book.facts[word]: name for name, word in {**book.counted, **(counted or {})}.items()}
        self._trails: Trails | None = Trails(self._met, book.situation, self._tables, self._policies, self._counted)
        self._start = self._opening(first) if first else None

    def play(self) -> tuple[str | None, dict[str, float]]:
        """One fight to its end: the winner (None if it did not end), what was counted, and the book's tally."""
        trails = self._trails
        if trails is None:
            return self._played_anew()
        figures: dict[str, float] = dict.fromkeys(self._counted.values(), 0)
        here = self._start or trails.situation(self._world)
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
        step = self._step(world)
        if step is None:
            return Situation(world, (self._winner(world), self._book.tally(world)), None, ())
        return Situation(world, None, *step)

    def _opening(self, first: Declaration) -> Situation:
        rule = self._book.acts[first[0]]
        return Situation(self._world, None, rule, rule.typed(first[1]))

    def _played_anew(self) -> tuple[str | None, dict[str, float]]:
        """One fight in which every rule runs: where situations seldom come again, trails only cost."""
        t: Sampled[Any] = Sampled(self._world, self._tables, self._policies)
        counted, start = self._counted, self._start
        figures: dict[str, float] = dict.fromkeys(counted.values(), 0)
        step = (start.act, start.args) if start and start.act else self._step(self._world)
        for _ in range(ACTS_LIMIT):
            if step is None:
                break
            facts = t.act(*step)
            for fact in facts if counted else ():
                name = counted.get(type(fact))
                if name is not None:
                    figures[name] += 1
            step = self._step(t.world)
        return self._winner(t.world), figures | self._book.tally(t.world)

    def _step(self, world: Any) -> tuple[Rule[Any, Any, Any], tuple[Any, ...]] | None:
        """The act that comes next with its arguments, None at the end."""
        due = self._due(world)
        if due is None:
            return None
        rule = self._book.acts[due[0]]
        return rule, rule.bound((), due[1])

    def _winner(self, world: Any) -> str | None:
        """Who has won; None where the fight is not over."""
        return self._book.winner(world) if self._book.over(world) else None

    def _due(self, world: Any) -> Declaration | None:
        """What comes next: an act that opens itself, or what a policy declares; None at the end."""
        book = self._book
        due = book.next(world, self._memo.reading)
        if due:
            return None if book.over(world) else due
        for one in book.acting(world):
            choice = (self._players.get(one) or self._found(world, one))(world, one, self._memo)
            if choice:
                return choice
        return None

    def _found(self, world: Any, one: Id) -> Player:
        """The policy of an entity that acts for the first time: its side's, else the book's first."""
        side = self._book.fighting(world).get(one, "")
        player = self._players[one] = self._sides.get(side, self._player)
        return player


def _in_vain(met: int, visits: int) -> bool:
    """Whether situations come again so seldom that trails only cost."""
    return (met > FIRST_LOOK and met * HARDLY_EVER > visits) or (met > MET_LIMIT and met * SELDOM > visits)


def played(battle: Battle, runs: int, go_on: Callable[[Sums], bool] = lambda so_far: True) -> Sums:
    """Play `runs` fights. `go_on` hears the sums so far every few fights and may stop it by saying False."""
    sums = Sums()
    for run in range(1, runs + 1):
        sums.add(*battle.play())
        if run % EVERY == 0 and not go_on(sums):
            break
    return sums


def forecast(battle: Battle, runs: int) -> Forecast:
    """The figures of `runs` fights."""
    return played(battle, runs).forecast()

"""Forecast of a fight: many sampled fights under policies, with the error of every figure."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from takusen.forecast.trails import Situation, Trails
from takusen.play.exact import Memo, Policies
from takusen.play.handles import Id
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.book import Declaration, RuleBook

ACTS_LIMIT = 5_000
MET_LIMIT = 4_000
SELDOM = 3


class Figure(msgspec.Struct, frozen=True):
    """A mean with its standard error."""

    mean: float
    error: float


class Forecast(msgspec.Struct, frozen=True):
    """Shares of wins by side ("" is a draw or no end), and means of what the book tallies at the end."""

    runs: int
    wins: dict[str, Figure]
    tallies: dict[str, Figure]
    unfinished: int


class NoFight(Exception):
    """There is nothing to forecast: no fight is on, or nobody in it has a policy that plays."""


class Sums:
    """Running sums of the figures."""

    def __init__(self) -> None:
        self.runs = self.unfinished = 0
        self._wins: dict[str, int] = {}
        self._sums: dict[str, tuple[float, float]] = {}

    def add(self, winner: str | None, tally: Mapping[str, float]) -> None:
        """One fight: its winner (None if it did not end) and tally."""
        self.runs += 1
        self.unfinished += winner is None
        self._wins[winner or ""] = self._wins.get(winner or "", 0) + 1
        for name, value in tally.items():
            one, two = self._sums.get(name, (0.0, 0.0))
            self._sums[name] = (one + value, two + value * value)

    def forecast(self) -> Forecast:
        """The figures so far."""
        count = max(1, self.runs)
        wins = {side: _share(won, count) for side, won in sorted(self._wins.items())}
        tallies = {name: _mean(one, two, count) for name, (one, two) in self._sums.items()}
        return Forecast(self.runs, wins, tallies, self.unfinished)


def _share(part: int, count: int) -> Figure:
    share = part / count
    return Figure(share, (share * (1 - share) / count) ** 0.5)


def _mean(one: float, two: float, count: int) -> Figure:
    mean = one / count
    return Figure(mean, (max(0.0, two / count - mean * mean) / count) ** 0.5)


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
    ) -> None:
        """`players` names the policy that plays an entity; the book's first one plays the rest.

        `counted` names further facts to count, `first` is declared before the policies go on. Raises NoFight.
        """
        if not book.players or not book.acting(world):
            raise NoFight
        self._book, self._world, self._memo, self._first = book, world, memo, first
        self._tables, self._policies = Tables(memo, seed), policies or {}
        self._players = {one: book.players[name] for one, name in (players or {}).items()}
        self._player = next(iter(book.players.values()))
        self._counted = {book.facts[word]: name for name, word in {**book.counted, **(counted or {})}.items()}
        self._trails: Trails | None = Trails(self._met, book.situation, self._tables, self._policies, self._counted)
        self._start = self._situation(world, first) if first else None

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
        if trails.met > MET_LIMIT and trails.met * SELDOM > trails.visits:
            self._trails = None
        winner, tally = here.ending or (None, self._book.tally(here.world))
        return winner, figures | tally

    def _met(self, world: Any) -> Situation:
        """A situation met for the first time: how the fight has ended, or what comes next."""
        due = self._due(world)
        if due is None:
            return Situation(world, (self._winner(world), self._book.tally(world)), None, ())
        return self._situation(world, due)

    def _situation(self, world: Any, due: Declaration) -> Situation:
        rule = self._book.acts[due[0]]
        return Situation(world, None, rule, rule.bound((), due[1]))

    def _played_anew(self) -> tuple[str | None, dict[str, float]]:
        """One fight in which every rule runs: where situations seldom come again, trails only cost."""
        t: Sampled[Any] = Sampled(self._world, self._tables, self._policies)
        acts, counted, due = self._book.acts, self._counted, self._first or self._due(self._world)
        figures: dict[str, float] = dict.fromkeys(counted.values(), 0)
        for _ in range(ACTS_LIMIT):
            if due is None:
                break
            rule = acts[due[0]]
            for fact in t.run(rule, rule.bound((), due[1])):
                name = counted.get(type(fact))
                if name is not None:
                    figures[name] += 1
            due = self._due(t.world)
        return self._winner(t.world), figures | self._book.tally(t.world)

    def _winner(self, world: Any) -> str | None:
        """Who has won; None where the fight is not over."""
        return self._book.winner(world) if self._book.over(world) else None

    def _due(self, world: Any) -> Declaration | None:
        """What comes next: an act that opens itself, or what a policy declares; None at the end."""
        book = self._book
        if book.over(world):
            return None
        due = book.next(world, self._memo.reading)
        if due:
            return due
        for one in book.acting(world):
            choice = self._players.get(one, self._player)(world, one, self._memo)
            if choice:
                return choice
        return None


def forecast(
    battle: Battle, runs: int, go_on: Callable[[Forecast], bool] = lambda so_far: True, every: int = 50
) -> Forecast:
    """Play `runs` fights. `go_on` hears the figures so far every few fights and may stop it by saying False."""
    sums = Sums()
    for run in range(1, runs + 1):
        sums.add(*battle.play())
        if run % every == 0 and not go_on(sums.forecast()):
            break
    return sums.forecast()

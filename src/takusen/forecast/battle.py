"""Forecast of a fight: many sampled fights under policies, with the error of every figure."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from takusen.play.exact import Memo, Policies
from takusen.play.handles import Id
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.book import RuleBook

ACTS_LIMIT = 5_000


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
        players: Mapping[str, str] | None = None,
    ) -> None:
        """`players` names the policy that plays an entity; the book's first one plays the rest. Raises NoFight."""
        if not book.players or not book.acting(world):
            raise NoFight
        self._book, self._world, self._memo = book, world, memo
        self._tables, self._policies = Tables(memo, seed), policies or {}
        self._players = {Id(one): book.players[name] for one, name in (players or {}).items()}
        self._player = next(iter(book.players.values()))

    def play(self) -> tuple[str | None, dict[str, float]]:
        """One fight to its end: the winner (None if it did not end) and the book's tally."""
        book, memo = self._book, self._memo
        t: Sampled[Any] = Sampled(self._world, self._tables, self._policies)
        for _ in range(ACTS_LIMIT):
            if book.over(t.world):
                return book.winner(t.world), book.tally(t.world)
            due = book.next(t.world, memo.reading) or self._declared(t.world)
            if due is None:
                break
            rule = book.acts[due[0]]
            t.run(rule, rule.bound((), due[1]))
        return None, book.tally(t.world)

    def _declared(self, world: Any) -> tuple[str, dict[str, Any]] | None:
        for one in self._book.acting(world):
            choice = self._players.get(one, self._player)(world, one, self._memo)
            if choice:
                return choice
        return None


def forecast(battle: Battle, runs: int, go_on: Callable[[Forecast], bool] = lambda so_far: True, every: int = 50) -> Forecast:
    """Play `runs` fights. `go_on` hears the figures so far every few fights and may stop it by saying False."""
    sums = Sums()
    for run in range(1, runs + 1):
        sums.add(*battle.play())
        if run % every == 0 and not go_on(sums.forecast()):
            break
    return sums.forecast()

"""The odds of an act being composed: measures, and a chart over its number argument with the best value."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from takusen.play.exact import Memo, Policies, TooLarge
from takusen.play.handles import Id
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.acts import Act
from takusen.rulebook.book import RuleBook
from takusen.rulebook.fields import Unseen
from takusen.rulebook.odds import OddsOf, Series, measured

T = TypeVar("T")
V = TypeVar("V")
SAMPLES = 4_000
SEED = 1
CHARTED = 60
"""Values of a charted number; of more, no chart is made."""


class Odds(msgspec.Struct, frozen=True):
    """Figures by measure, of those that fit. `guessed` tells that a hidden number was estimated, `runs` that they were
    sampled."""

    figures: dict[str, Fraction]
    guessed: bool = False
    runs: int = 0
    errors: dict[str, float] = {}


def odds(
    book: RuleBook,
    world: Any,
    memo: Memo,
    act: str,
    args: Mapping[str, Any],
    policies: Policies | None = None,
    guess: int | None = None,
) -> Odds:
    """The odds of an act with complete arguments on a world or a view of one.

    Where the rule meets a hidden number, the viewer's guess (or the book's ordinary value) stands in for it. A question
    too large to be exact is sampled. Raises Unseen where the book has no guess, KeyError for an act without odds.
    """
    spec, rule = book.odds[act], book.acts[act]
    fitting = spec.fitting(world, args)
    if not fitting:
        return Odds({})
    found, guessed = _seen_or_guessed(
        lambda known: _worked_out(spec, rule, dict(args), known, memo, policies or {}), book, world, args, guess
    )
    figures = {name: figure for name, figure in found.figures.items() if name in fitting}
    return msgspec.structs.replace(found, figures=figures, guessed=guessed)


def _seen_or_guessed(
    work: Callable[[Any], T], book: RuleBook, world: Any, args: Mapping[str, Any], guess: int | None
) -> tuple[T, bool]:
    """What comes of a world as its viewer sees it, or with the viewer's guess for what is hidden; and whether so."""
    try:
        return work(world), False
    except Unseen:
        return work(_filled(book, world, args, guess)), True


def _filled(book: RuleBook, world: Any, args: Mapping[str, Any], guess: int | None) -> Any:
    if book.guess is None:
        raise Unseen
    for value in args.values():
        if isinstance(value, str) and value in book.entities(world):
            world = book.guess.fill(world, Id(value), book.guess.within(guess))
    return world


def _worked_out(
    spec: OddsOf, rule: Act[Any, Any], args: dict[str, Any], world: Any, memo: Memo, policies: Policies
) -> Odds:
    try:
        return Odds(measured(spec, rule, args, world, memo, policies))
    except TooLarge:
        rows = [spec.row(facts, args) for facts in _runs(spec, rule, rule.typed(args), world, memo, policies)]
        return _sampled([measure.name for measure in spec.measures], rows)


def _runs(
    spec: OddsOf, rule: Act[Any, Any], typed: tuple[Any, ...], world: Any, memo: Memo, policies: Policies
) -> list[tuple[Any, ...]]:
    tables = Tables(memo, SEED)
    return [Sampled(world, tables, policies, spec.until).run(rule, typed) for _ in range(SAMPLES)]


def _sampled(names: list[str], rows: list[tuple[Any, ...]]) -> Odds:
    count = len(rows)
    means = {name: Fraction(sum(row[place] for row in rows), count) for place, name in enumerate(names)}
    squares = {name: sum(float(row[place]) ** 2 for row in rows) / count for place, name in enumerate(names)}
    errors = {name: (max(0.0, squares[name] - float(means[name]) ** 2) / count) ** 0.5 for name in names}
    return Odds(means, runs=count, errors=errors)


def splits(
    book: RuleBook,
    world: Any,
    memo: Memo,
    act: str,
    args: Mapping[str, Any],
    bounds: tuple[int, int],
    policies: Policies | None = None,
    guess: int | None = None,
) -> dict[int, Odds]:
    """The odds for each value of the act's charted number between the bounds, both included; none of too many."""
    over = book.odds[act].over
    low, high = bounds
    if high - low >= CHARTED:
        return {}
    return {
        value: odds(book, world, memo, act, {**args, over: value}, policies, guess) for value in range(low, high + 1)
    }


def best(compared: Mapping[V, Odds], measure: str, good: bool = True) -> V | None:
    """The value with the best figure of a measure: the highest of a good one, else the lowest; the first of equals.
    None where none has that figure."""
    figures = {value: one.figures[measure] for value, one in compared.items() if measure in one.figures}
    return max(figures, key=lambda value: figures[value] * (1 if good else -1), default=None)


def series(
    book: RuleBook, world: Any, memo: Memo, act: str, args: Mapping[str, Any], guess: int | None = None
) -> tuple[Series, ...]:
    """The further distributions that the book has of an act; none where they need what its viewer may not see."""
    made = book.odds[act].series
    if made is None:
        return ()
    try:
        return _seen_or_guessed(lambda known: made(known, dict(args), memo), book, world, args, guess)[0]
    except Unseen:
        return ()

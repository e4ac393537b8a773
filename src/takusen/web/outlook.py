"""Forecasts of a table's fight: what each seat has asked for, a job in the background, and the model of its page."""

from collections.abc import Mapping
from typing import Any

import msgspec

from takusen.forecast.figures import NOTHING, WHOLE, Figure, Forecast
from takusen.forecast.plan import Plan, estimated, fights, guessed
from takusen.log.audience import GM
from takusen.play.handles import Id
from takusen.rulebook.book import Declaration, RuleBook
from takusen.rulebook.fields import Unseen
from takusen.rulebook.odds import UnknownPolicy
from takusen.rulebook.offers import Offer
from takusen.server.crew import Crew
from takusen.server.jobs import Busy, Job, Report
from takusen.server.room import Room
from takusen.table.state import State
from takusen.table.views import view
from takusen.web import models as m

RUNS = 1_000
CHOICES = (1_000, 10_000, 50_000)
MOST = 100_000
CASES = 3
BARS = 20


class Wish(msgspec.Struct, frozen=True):
    """What a seat asks of a forecast: how often the fight is played, who plays by which policy, under which guess of
    what the seat can't see, and the declarations that are compared with letting the policies go on."""

    runs: int = RUNS
    sides: dict[str, str] = {}
    players: dict[str, str] = {}
    policies: dict[str, str] = {}
    guess: int | None = None
    cases: tuple[Declaration, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """The figures of each case, the first without a declaration; `unseen` tells that a rule needed what is hidden."""

    cases: tuple[Forecast, ...] = ()
    unseen: bool = False


class _Asked:
    """One seat's forecast: its wish, what the seat saw then, and the job; None where the server had too much to do, or
    where too much is `unseen`."""

    def __init__(self, wish: Wish, seen: Any, job: Job[Result] | None = None, unseen: bool = False) -> None:
        self.wish, self.seen, self.job, self.unseen = wish, seen, job, unseen


class Outlook:
    """The latest forecast of each seat of one room."""

    def __init__(self, room: Room, crew: Crew) -> None:
        self._room, self._crew = room, crew
        self._asked: dict[str, _Asked] = {}

    def wish(self, seat: str) -> Wish:
        """What a seat asked for last."""
        return self._asked[seat].wish if seat in self._asked else Wish()

    def start(self, seat: str, wish: Wish) -> None:
        """Forecast anew in place of the seat's forecast before. Does nothing without a fight.

        Only those declarations are compared that can be made now. Raises KeyError, UnknownPolicy for unknown policies.
        """
        self.stop(seat)
        state = self._room.state
        seen = view(state.book, state.world, seat).world
        if not fights(state.book, seen):
            return
        legal = tuple(one for one in wish.cases if can_declare(state, seat, one))[-CASES:]
        wish = msgspec.structs.replace(wish, runs=min(max(1, wish.runs), MOST), cases=legal)
        try:
            plan = plan_of(state, seat, wish)
            job = Job(lambda report: played(self._crew, state.book, plan, wish.cases, report))
        except Unseen:
            self._asked[seat] = _Asked(wish, seen, unseen=True)
        except Busy:
            self._asked[seat] = _Asked(wish, seen)
        else:
            self._asked[seat] = _Asked(wish, seen, job)

    def stop(self, seat: str = "") -> None:
        """Stop what runs for a seat, or for all; what is known so far stays."""
        for one, asked in self._asked.items():
            if asked.job and one == (seat or one):
                asked.job.cancel()

    def model(self, seat: str) -> m.ForecastModel:
        """What the seat's page shows now."""
        state, asked = self._room.state, self._asked.get(seat)
        book, wish = state.book, self.wish(seat)
        seen = view(book, state.world, seat).world
        if not fights(book, seen):
            return m.ForecastModel(possible=False)
        job = asked.job if asked else None
        result = (job.so_far if job else None) or Result()
        names = {str(one): name for one, name in book.entities(seen).items()}
        return m.ForecastModel(
            possible=True,
            **_wishes(book, seen, seat, wish, names),
            what_ifs=_what_ifs(state, seat, seen, wish, names),
            moved=asked is not None and asked.seen is not seen,
            running=bool(job and job.running),
            failed=bool(job and job.wrong),
            unseen=result.unseen or (asked is not None and asked.unseen),
            busy=asked is not None and job is None and not asked.unseen,
            done=sum(one.runs for one in result.cases),
            total=wish.runs * (len(wish.cases) + 1),
            cases=_cases(result, wish, names),
            tallies=_tallies(result, names),
        )


# what is asked -------------------------------------------------------------------------------------------------------


def can_declare(state: State, seat: str, declared: Declaration) -> bool:
    """Whether a seat can make a declaration now, as far as it sees."""
    book, (act, args) = state.book, declared
    seen = view(book, state.world, seat).world
    offer: Offer[Any] = Offer(seen, seat, args, state.reading, book.owner)
    return act in book.acts and book.acts[act].trial(offer, tuple(book.entities(seen))).complete


def plan_of(state: State, seat: str, wish: Wish) -> Plan:
    """The plan of a wish, on what the seat sees and guesses. Raises UnknownPolicy."""
    book = state.book
    seen = view(book, state.world, seat).world
    names = {*wish.sides.values(), *wish.players.values()}
    if not names <= book.players.keys():
        raise UnknownPolicy(", ".join(sorted(names - book.players.keys())))
    book.policies_named(wish.policies)
    return Plan(
        book=book.id,
        world=seen if seat == GM else estimated(book, seen, wish.guess),
        reading=state.reading,
        players={Id(one): name for one, name in wish.players.items()},
        sides=wish.sides,
        policies=wish.policies,
        runs=wish.runs,
    )


def played(crew: Crew, book: RuleBook, plan: Plan, cases: tuple[Declaration, ...], report: Report[Result]) -> Result:
    """Forecast each case in turn."""
    done: list[Forecast] = []
    try:
        for first in (None, *cases):
            case = msgspec.structs.replace(plan, first=first)
            done.append(crew.forecast(case, book, lambda so_far: report(Result((*done, so_far)))))
            if not report(Result(tuple(done))):
                break
    except Unseen:
        return Result(unseen=True)
    return Result(tuple(done))


# what is shown -------------------------------------------------------------------------------------------------------


def _wishes(book: RuleBook, seen: Any, seat: str, wish: Wish, names: Mapping[str, str]) -> dict[str, Any]:
    """What may be wished for, and what is."""
    fighting, usual = book.fighting(seen), next(iter(book.players))
    by_label: dict[str, list[str]] = {}
    for one in book.policies:
        by_label.setdefault(one.label, []).append(one.name)
    return {
        "players": tuple(book.players),
        "sides": tuple((side, wish.sides.get(side, usual)) for side in dict.fromkeys(fighting.values())),
        "fighters": tuple(
            (one, names.get(one, one), side, wish.players.get(one, "")) for one, side in fighting.items()
        ),
        "policies": tuple(
            (label, wish.policies.get(label, found[0]), tuple(found)) for label, found in by_label.items()
        ),
        "guess": _guess(book, seen, wish.guess) if seat != GM else None,
        "assumed": book.guess.assumed if book.guess else None,
        "wanted": wish.runs,
        "choices": tuple(sorted({*CHOICES, wish.runs})),
    }


def _guess(book: RuleBook, seen: Any, guess: int | None) -> tuple[str, int, int, int] | None:
    """The viewer's estimate, where something is hidden that it stands for."""
    one = book.guess
    if one is None or guessed(one, seen, book.fighting(seen), None) is seen:
        return None
    return one.name, one.low, one.high, one.within(guess)


def _what_ifs(state: State, seat: str, seen: Any, wish: Wish, names: Mapping[str, str]) -> tuple[m.WhatIfModel, ...]:
    try:
        considered = state.book.considered(seen)
    except Unseen:
        return ()
    fresh = (one for one in considered if one not in wish.cases and can_declare(state, seat, one))
    return tuple(m.WhatIfModel(act, args, _said(args, names)) for act, args in fresh)


def _said(args: Mapping[str, Any], names: Mapping[str, str]) -> tuple[tuple[str, Any], ...]:
    """What a declaration picks, entities by name."""
    return tuple((name, names.get(value, value) if isinstance(value, str) else value) for name, value in args.items())


def _cases(result: Result, wish: Wish, names: Mapping[str, str]) -> tuple[m.CaseModel, ...]:
    shown = zip((("", {}), *wish.cases), result.cases, strict=False)
    return tuple(_case(act, _said(args, names), one, result.cases[0]) for (act, args), one in shown)


def _case(act: str, said: tuple[tuple[str, Any], ...], one: Forecast, usual: Forecast) -> m.CaseModel:
    sides = dict.fromkeys((*usual.wins, *one.wins))
    return m.CaseModel(
        act,
        said,
        one.runs,
        one.unfinished,
        tuple(_share(side, one.wins.get(side, NOTHING), usual.wins.get(side, NOTHING)) for side in sides),
        tuple((name, bars(spread, one.runs)) for name, spread in one.spreads.items()),
    )


def _share(side: str, one: Figure, usual: Figure) -> tuple[str, float, float, float, float]:
    change = one.minus(usual)
    return side, one.mean, one.error, change.mean, change.error


def bars(spread: Mapping[int, int], runs: int) -> tuple[tuple[str, float, float], ...]:
    """How often a whole number came out, as bars from the least value to the largest: label, share, height."""
    low, high = min(spread), max(spread)
    wide = (high - low) // BARS + 1
    starts = range(low, high + 1, wide)
    counts = [sum(spread.get(value, 0) for value in range(start, start + wide)) for start in starts]
    top = max(counts)
    return tuple(
        (str(start) if wide == 1 else f"{start}-{start + wide - 1}", count / runs, count / top)
        for start, count in zip(starts, counts, strict=True)
    )


def _tallies(result: Result, names: Mapping[str, str]) -> tuple[tuple[str, str, tuple[tuple[float, float], ...]], ...]:
    listed = dict.fromkeys(name for one in result.cases for name in one.tallies)
    made = []
    for name in listed:
        measure, _, whose = name.partition(WHOLE)
        figures = (one.tallies.get(name, NOTHING) for one in result.cases)
        made.append((measure, names.get(whose, whose), tuple((one.mean, one.error) for one in figures)))
    return tuple(made)

"""The panel in which an act is composed: its picks, and the odds before the roll."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from takusen.forecast.odds import Odds, best, odds, splits
from takusen.log.audience import GM
from takusen.play.exact import Policies
from takusen.play.handles import Id
from takusen.rulebook.fields import Unseen
from takusen.rulebook.odds import OddsOf
from takusen.rulebook.offers import Offer, Pick, Trial
from takusen.server.room import Room
from takusen.table.floor import memo_of
from takusen.table.state import State
from takusen.table.views import view
from takusen.web import models as m
from takusen.web.build import refusal
from takusen.web.typed import written

KEPT = 64
PREPARED = 40


class Composer:
    """Builds compose models for one room and keeps the latest odds."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._kept: OrderedDict[Any, m.OddsModel] = OrderedDict()

    def attempt(self, seat: str, act: str, given: dict[str, Any]) -> Trial:
        """The act's offer on the seat's view."""
        return _attempt(self._room.state, seat, act, given)

    def words(self, seat: str, lang: str) -> tuple[dict[str, str], Any]:
        """The acts' words, and a function that words a choice."""
        state = self._room.state
        book = state.book
        names = book.entities(view(book, state.world, seat).world)

        def named(value: Any) -> str:
            known = names.get(Id(value)) if isinstance(value, str) else None
            return known or (book.texts.say(lang, "choice", value) if isinstance(value, str) else str(value))

        return {name: book.texts.say(lang, "act", name) for name in book.acts}, named

    async def model(
        self, seat: str, lang: str, act: str, given: dict[str, Any], wishes: Mapping[str, str]
    ) -> m.ComposeModel | None:
        """The panel for an act with some picks; None for an act that the book doesn't have.

        `wishes` may hold `best`, `guess` and `policy.LABEL`. Raises UnknownPolicy.
        """
        state = self._room.state
        book = state.book
        if act not in book.acts:
            return None
        trial = _prepared(state, seat, act, given)
        acts, named = self.words(seat, lang)
        spec = book.odds.get(act)
        shown = await self._odds(state, seat, spec, trial, wishes) if spec and not trial.refused else None
        if shown and shown.bars and trial.missing and trial.missing.name == shown.over:
            top = next(bar.value for bar in shown.bars if bar.chosen)
            trial = _attempt(state, seat, act, {**trial.args, shown.over: top})
        labels = {str(one): name for one, name in book.entities(view(book, state.world, seat).world).items()}
        return m.ComposeModel(
            act=act,
            picks=trial.picks,
            missing=trial.missing,
            complete=trial.complete,
            refused=refusal(trial.refused) if trial.refused else None,
            labels=labels,
            odds=shown,
            typed=written(acts[act], trial.picks, named),
        )

    def compared(self, option: str) -> tuple[tuple[str | int, m.OddsModel], ...]:
        """The odds of an act that can be declared now under each reading of an open point; empty if there is none."""
        state = self._room.state
        book, entities = state.book, tuple(state.book.entities(state.world))
        for spec in book.odds.values():
            act = book.acts[spec.act]
            example = act.openness(state.world, GM, state.reading, book.owner, entities).example
            if example is not None:
                return tuple(
                    (choice.value, _read_as(state, option, choice.value, spec, example))
                    for choice in book.texts.options[option].choices
                )
        return ()

    async def _odds(
        self, state: State, seat: str, spec: OddsOf, trial: Trial, wishes: Mapping[str, str]
    ) -> m.OddsModel | None:
        charted = _charted(spec, trial)
        if not trial.complete and charted is None:
            return None
        key = (state.seq, seat, spec.act, str(trial.args), str(sorted(wishes.items())))
        if key not in self._kept:
            self._kept[key] = await asyncio.to_thread(_worked_out, state, seat, spec, trial, wishes, charted)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


def _attempt(state: State, seat: str, act: str, given: dict[str, Any]) -> Trial:
    """An act's offer on a seat's view."""
    seen = view(state.book, state.world, seat).world
    offer: Offer[Any] = Offer(seen, seat, given, state.reading, state.book.owner)
    return state.book.acts[act].trial(offer, tuple(state.book.entities(seen)))


def _prepared(state: State, seat: str, act: str, given: Mapping[str, Any]) -> Trial:
    """The offer with what is plain already picked: the only choice, what the book suggests, or none.

    A pick that no longer fits those before it is asked anew; one of several that is not complete yet stays as it is.
    """
    full = dict(given)
    trial = _attempt(state, seat, act, full)
    for _ in range(PREPARED):
        if trial.refused and any(pick.name == trial.at and pick.kind == "some" for pick in trial.picks):
            break
        if trial.refused and trial.at in full:
            del full[trial.at]
        elif trial.missing and (plain := _plain(trial.missing)) is not None:
            full[trial.missing.name] = plain
        else:
            break
        trial = _attempt(state, seat, act, full)
    return trial


def _read_as(state: State, option: str, value: str | int, spec: OddsOf, args: dict[str, Any]) -> m.OddsModel:
    """The odds of an act under one reading of an open point."""
    memo = memo_of(state.book.reading(dict(state.reading.options) | {option: value}))
    charted = _charted(spec, _attempt(state, GM, spec.act, args))
    bars = splits(state.book, state.world, memo, spec.act, args, (charted.low, charted.high)) if charted else {}
    if not bars:
        return m.OddsModel(_measures(spec, odds(state.book, state.world, memo, spec.act, args)))
    top = best(bars, spec.best[0])
    return m.OddsModel(_measures(spec, bars[top]), _bar_models(bars, spec.best[0], top), spec.over, spec.best[0])


def _worked_out(
    state: State, seat: str, spec: OddsOf, trial: Trial, wishes: Mapping[str, str], charted: Pick | None
) -> m.OddsModel:
    book, memo = state.book, memo_of(state.reading)
    seen = view(book, state.world, seat).world
    names = {label[7:]: name for label, name in wishes.items() if label.startswith("policy.") and name}
    policies: Policies = book.policies_named(names)
    guess = _number(wishes.get("guess", ""))
    try:
        bars = _bars(book, seen, memo, spec, trial, charted, policies, guess)
        best_by = wishes.get("best", "") if wishes.get("best") in spec.best else next(iter(spec.best), "")
        chosen = trial.args.get(spec.over, best(bars, best_by) if bars else None)
        shown = bars.get(chosen) if isinstance(chosen, int) else None
        if shown is None and trial.complete:
            shown = odds(book, seen, memo, spec.act, trial.args, policies, guess)
    except Unseen:
        return m.OddsModel(unknown=True)
    return m.OddsModel(
        measures=_measures(spec, shown) if shown else (),
        wide=bool(charted and charted.high > charted.low and not bars),
        bars=_bar_models(bars, best_by, chosen),
        over=spec.over,
        best_by=best_by,
        best_choices=spec.best,
        policies=_policies(book, names),
        guess=_guess(book, shown or next(iter(bars.values()), None), guess),
        error=max(shown.errors.values(), default=0.0) if shown else 0.0,
    )


def _plain(pick: Pick) -> Any:
    """What a pick comes to if nobody says otherwise; None where it has to be asked."""
    open_ones = [choice.value for choice in pick.choices if not choice.refused]
    suggested = tuple(one for one in pick.suggested if one in open_ones)
    if pick.kind == "some":
        return suggested if pick.low <= len(suggested) <= pick.high else None
    if pick.kind == "one":
        return (suggested or open_ones)[0] if suggested or len(open_ones) == 1 else None
    return None


def _charted(spec: OddsOf, trial: Trial) -> Pick | None:
    """The number argument to chart, if all picks before it are made."""
    if not spec.over:
        return None
    if trial.missing and trial.missing.name == spec.over:
        return trial.missing
    return next((pick for pick in trial.picks if pick.name == spec.over), None)


def _bars(
    book: Any,
    seen: Any,
    memo: Any,
    spec: OddsOf,
    trial: Trial,
    charted: Pick | None,
    policies: Policies,
    guess: int | None,
) -> dict[int, Odds]:
    if charted is None:
        return {}
    return splits(book, seen, memo, spec.act, trial.args, (charted.low, charted.high), policies, guess)


def _bar_models(bars: dict[int, Odds], best_by: str, chosen: Any) -> tuple[m.BarModel, ...]:
    if not bars:
        return ()
    top = best(bars, best_by)
    return tuple(
        m.BarModel(
            value,
            {name: float(figure) for name, figure in one.figures.items()},
            best=value == top,
            chosen=value == chosen,
        )
        for value, one in bars.items()
    )


def _measures(spec: OddsOf, shown: Odds) -> tuple[m.MeasureModel, ...]:
    return tuple(
        m.MeasureModel(one.name, one.kind, float(shown.figures[one.name]), _exact(shown.figures[one.name]), one.good)
        for one in spec.measures
    )


def _exact(figure: Fraction) -> str:
    text = str(figure)
    return text if len(text) <= 24 else ""


def _policies(book: Any, chosen: Mapping[str, str]) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    by_label: dict[str, list[str]] = {}
    for one in book.policies:
        by_label.setdefault(one.label, []).append(one.name)
    return tuple(
        (label, chosen.get(label, names[0]), tuple(names)) for label, names in by_label.items() if len(names) > 1
    )


def _guess(book: Any, shown: Odds | None, guess: int | None) -> tuple[str, int, int, int] | None:
    if shown is None or not shown.guessed or book.guess is None:
        return None
    one = book.guess
    return one.name, one.low, one.high, one.ordinary if guess is None else guess


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 4 else None

"""The panel in which an act is composed: its picks, and the odds before the roll."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from takusen.forecast.odds import Odds, best, odds, series, splits
from takusen.forecast.plan import fights
from takusen.forecast.rivals import Rival, compared_pick, rivals
from takusen.log.audience import GM
from takusen.play.exact import Policies
from takusen.play.handles import Id
from takusen.rulebook.book import title_of
from takusen.rulebook.fields import Unseen
from takusen.rulebook.odds import OddsOf, Series
from takusen.rulebook.offers import Offer, Pick, Trial, prepared
from takusen.rulebook.pages import page_of
from takusen.rulebook.piles import PileCard, PilePanel
from takusen.server.room import Room
from takusen.table.floor import memo_of
from takusen.table.preview import Asking, Preview, preview
from takusen.table.state import State
from takusen.table.story import Line
from takusen.table.views import view
from takusen.web import models as m
from takusen.web.build import refusal
from takusen.web.typed import written

KEPT = 64


class Composer:
    """Builds compose models for one room and keeps the latest odds."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._kept: OrderedDict[Any, m.OddsModel | None] = OrderedDict()

    def attempt(self, seat: str, act: str, given: dict[str, Any]) -> Trial:
        """The act's offer on the seat's view."""
        return _attempt(self._room.state, seat, act, given)

    def words(self, seat: str, lang: str) -> tuple[dict[str, str], Any]:
        """The acts' words, and a function that words a choice."""
        state = self._room.state
        book = state.book
        names, titles = book.entities(view(book, state.world, seat).world), book.titles(state.reading)

        def named(value: Any) -> str:
            if not isinstance(value, str):
                return str(value)
            title = "" if book.texts.has(lang, "choice", value) else title_of(titles, value, lang)
            return names.get(Id(value)) or title or book.texts.say(lang, "choice", value)

        return {name: book.texts.say(lang, "act", name) for name, one in book.acts.items() if one.known_at(seat)}, named

    async def model(
        self, seat: str, lang: str, act: str, given: dict[str, Any], wishes: Mapping[str, str]
    ) -> m.ComposeModel | None:
        """The panel for an act with some picks; None for an act that the book doesn't have.

        `wishes` may hold `best`, `guess` and `policy.LABEL`. Raises UnknownPolicy.
        """
        state = self._room.state
        book = state.book
        if act not in book.acts or not book.acts[act].known_at(seat):
            return None
        trial = prepared(lambda picks: _attempt(state, seat, act, picks), given)
        acts, named = self.words(seat, lang)
        spec = book.odds.get(act)
        shown = await self._odds(state, seat, spec, trial, wishes) if spec and not trial.refused else None
        if shown and trial.missing and trial.missing.name == shown.over:
            trial = _attempt(state, seat, act, _with_best(shown, trial))
        labels = {str(one): name for one, name in book.entities(view(book, state.world, seat).world).items()}
        return m.ComposeModel(
            act=act,
            picks=tuple(_with_gists(state, seat, pick) for pick in trial.picks),
            missing=_with_gists(state, seat, trial.missing) if trial.missing else None,
            complete=trial.complete,
            refused=refusal(trial.refused) if trial.refused else None,
            labels=labels,
            odds=shown,
            typed=written(acts[act], trial.picks, named),
            what_if=trial.complete and fights(book, view(book, state.world, seat).world),
            preview=_preview(state, seat, act, trial, wishes) if act in book.previewed else None,
            card=_card(state, seat, trial) if book.deck else None,
            wishes={name: wish for name, wish in wishes.items() if name.partition(".")[0] in m.WISHES},
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
        if not trial.complete and charted is None and compared_pick(spec, trial) is None:
            return None
        key = (state.seq, seat, spec.act, str(trial.args), str(sorted(wishes.items())))
        if key not in self._kept:
            self._kept[key] = await asyncio.to_thread(_worked_out, state, seat, spec, trial, wishes, charted)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


def _card(state: State, seat: str, trial: Trial) -> PileCard | None:
    """The card that is picked, if it lies open to the seat."""
    chosen = {pick.chosen for pick in trial.picks if isinstance(pick.chosen, str)}
    panels = page_of(state.book, view(state.book, state.world, seat, state.reading)).panels() if chosen else ()
    piles = (pile for panel in panels if isinstance(panel, PilePanel) for pile in panel.piles)
    return next((card for pile in piles for card in pile.cards if card.id in chosen), None)


def _preview(state: State, seat: str, act: str, trial: Trial, wishes: Mapping[str, str]) -> Preview | None:
    """What an act that can be declared will do and ask, as far as the seat can know. Raises UnknownPolicy."""
    if not trial.complete or trial.unseen:
        return None
    seen, policies = view(state.book, state.world, seat).world, state.book.policies_named(_policy_names(wishes))
    made = preview(state.book, seen, state.reading, seat, act, trial.args, policies)
    return msgspec.structs.replace(made, steps=tuple(_addressed(state, one) for one in made.steps))


def _addressed(state: State, step: Line | Asking) -> Line | Asking:
    """A question with the name of whoever sits in the seat that it goes to; an empty one is the GM's."""
    seat = state.seats.get(step.of) if isinstance(step, Asking) else None
    if not isinstance(step, Asking):
        return step
    return msgspec.structs.replace(step, of=(seat.name if seat and seat.id != GM else "") or "GM")


def _policy_names(wishes: Mapping[str, str]) -> dict[str, str]:
    return {label[7:]: name for label, name in wishes.items() if label.startswith("policy.") and name}


def _with_gists(state: State, seat: str, pick: Pick) -> Pick:
    """A pick with what each choice is beside its name, as far as the seat knows it."""
    seen = view(state.book, state.world, seat).world
    choices = tuple(
        msgspec.structs.replace(choice, note=state.book.gist(seen, choice.value, state.reading))
        if choice.note is None and isinstance(choice.value, str)
        else choice
        for choice in pick.choices
    )
    return msgspec.structs.replace(pick, choices=choices)


def _attempt(state: State, seat: str, act: str, given: dict[str, Any]) -> Trial:
    """An act's offer on a seat's view."""
    seen = view(state.book, state.world, seat).world
    offer: Offer[Any] = Offer(seen, seat, given, state.reading, state.book.owner)
    return state.book.acts[act].trial(offer, tuple(state.book.entities(seen)))


def _read_as(state: State, option: str, value: str | int, spec: OddsOf, args: dict[str, Any]) -> m.OddsModel:
    """The odds of an act under one reading of an open point."""
    memo = memo_of(state.book.reading(state.chosen | {option: value}, state.stack, strict=False))
    charted = _charted(spec, _attempt(state, GM, spec.act, args))
    bars = splits(state.book, state.world, memo, spec.act, args, (charted.low, charted.high)) if charted else {}
    rank = spec.ranks[0]
    top = best(bars, rank, spec.is_good(rank))
    if top is None:
        return m.OddsModel(_measures(spec, odds(state.book, state.world, memo, spec.act, args)))
    return m.OddsModel(_measures(spec, bars[top]), _bar_models(spec, bars, rank, top), over=spec.over, best_by=rank)


class _Viewer(NamedTuple):
    """Whose odds: what the seat sees, and under which policies and guess."""

    state: State
    seat: str
    spec: OddsOf
    seen: Any
    policies: Policies
    guess: int | None
    rank: str

    def attempt(self, picks: dict[str, Any]) -> Trial:
        """The act's offer."""
        return _attempt(self.state, self.seat, self.spec.act, picks)

    def odds(self, args: Mapping[str, Any]) -> Odds:
        """The odds of the act."""
        memo = memo_of(self.state.reading)
        return odds(self.state.book, self.seen, memo, self.spec.act, args, self.policies, self.guess)

    def bars(self, trial: Trial, charted: Pick | None) -> dict[int, Odds]:
        """The odds for each value of the number that is charted."""
        if charted is None:
            return {}
        book, memo, bounds = self.state.book, memo_of(self.state.reading), (charted.low, charted.high)
        return splits(book, self.seen, memo, self.spec.act, trial.args, bounds, self.policies, self.guess)

    def series(self, args: Mapping[str, Any]) -> tuple[Series, ...]:
        """The act's further distributions."""
        return series(self.state.book, self.seen, memo_of(self.state.reading), self.spec.act, args, self.guess)


def _worked_out(
    state: State, seat: str, spec: OddsOf, trial: Trial, wishes: Mapping[str, str], charted: Pick | None
) -> m.OddsModel | None:
    names = _policy_names(wishes)
    wished = wishes.get("best", "")
    viewer = _Viewer(
        state,
        seat,
        spec,
        view(state.book, state.world, seat).world,
        state.book.policies_named(names),
        _number(wishes.get("guess", "")),
        wished if wished in spec.ranks else spec.ranks[0],
    )
    try:
        model = _modelled(viewer, trial, charted)
    except Unseen:
        return m.OddsModel(unknown=True)
    return model and msgspec.structs.replace(model, policies=_policies(state.book, names, viewer.spec.asks))


def _modelled(viewer: _Viewer, trial: Trial, charted: Pick | None) -> m.OddsModel | None:
    """What is compared, and the figures of what is picked; None while too little is. Raises Unseen."""
    spec, bars = viewer.spec, viewer.bars(trial, charted)
    rows = rivals(spec, trial, viewer.attempt, viewer.odds)
    compared: dict[Any, Odds] = {**bars, **{one.value: one.odds for one in rows if one.odds}}
    ranks = _ranks(spec, compared)
    rank = viewer.rank if viewer.rank in ranks else ranks[0]
    chosen = trial.args.get(spec.over, best(compared, rank, spec.is_good(rank)))
    shown = compared.get(chosen) or (viewer.odds(trial.args) if trial.complete else None)
    if charted is None and not (shown and shown.figures):
        return None
    args = next((one.args for one in rows if one.value == chosen), {**trial.args, spec.over: chosen})
    return m.OddsModel(
        measures=_measures(spec, shown) if shown else (),
        wide=bool(charted and charted.high > charted.low and not bars),
        bars=_bar_models(spec, bars, rank, chosen),
        rivals=_rival_models(spec, rows, rank, chosen),
        series=tuple(_series_model(one) for one in viewer.series(args)) if shown else (),
        over=spec.over,
        best_by=rank,
        best_choices=ranks,
        guess=_guess(viewer.state.book, shown or next(iter(bars.values()), None), viewer.guess),
        closed=tuple(one.name for one in spec.measures if shown and one.name not in shown.figures),
        error=max(shown.errors.values(), default=0.0) if shown else 0.0,
    )


def _ranks(spec: OddsOf, compared: Mapping[Any, Odds]) -> tuple[str, ...]:
    """What can be meant by the best, where figures for it are known."""
    known = {name for one in compared.values() for name in one.figures}
    return tuple(name for name in spec.ranks if name in known) or spec.ranks


def _charted(spec: OddsOf, trial: Trial) -> Pick | None:
    """The number argument to chart, if all picks before it are made."""
    picks = (*trial.picks, *((trial.missing,) if trial.missing else ()))
    return next((pick for pick in picks if pick.name == spec.over and pick.kind == "number"), None)


def _with_best(shown: m.OddsModel, trial: Trial) -> dict[str, Any]:
    """The picks with the best value of the one that is compared."""
    rival = next((one for one in shown.rivals if one.chosen), None)
    if rival:
        return rival.args
    bar = next((one for one in shown.bars if one.chosen), None)
    return {**trial.args, shown.over: bar.value} if bar else trial.args


def _rival_models(spec: OddsOf, rows: tuple[Rival, ...], best_by: str, chosen: Any) -> tuple[m.RivalModel, ...]:
    if not rows:
        return ()
    top = best({one.value: one.odds for one in rows if one.odds}, best_by, spec.is_good(best_by))
    names = [name for name in rows[0].args or {} if name != spec.over]
    known = [one for one in rows if one.odds]
    found = {name for one in rows if one.odds for name in one.odds.figures}
    told = [one.name for one in spec.measures if one.name in found]
    differ = [name for name in names if len({str(one.args.get(name)) for one in known}) > 1]
    return tuple(
        m.RivalModel(
            one.value,
            {name: _known(one.odds.figures.get(name)) for name in told} if one.odds else {},
            one.args,
            tuple(one.args[name] for name in differ if one.odds and one.args.get(name) not in ((), None)),
            refusal(one.refused) if one.refused else None,
            best=one.value == top,
            chosen=one.value == chosen,
        )
        for one in rows
    )


def _known(figure: Fraction | None) -> float | None:
    return None if figure is None else float(figure)


def _series_model(one: Series) -> m.SeriesModel:
    top = max((chance for _, chance in one.bars), default=Fraction(1)) or Fraction(1)
    bars = tuple((label, float(chance), _exact(chance), float(chance / top)) for label, chance in one.bars)
    return m.SeriesModel(one.title, bars, one.note)


def _bar_models(spec: OddsOf, bars: dict[int, Odds], best_by: str, chosen: Any) -> tuple[m.BarModel, ...]:
    if not bars:
        return ()
    top = best(bars, best_by, spec.is_good(best_by))
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
        if one.name in shown.figures
    )


def _exact(figure: Fraction) -> str:
    text = str(figure)
    return text if len(text) <= 24 else ""


def _policies(
    book: Any, chosen: Mapping[str, str], asks: tuple[str, ...] | None
) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The policies to choose from for the questions that may come up."""
    by_label: dict[str, list[str]] = {}
    for one in book.policies if asks is None else (one for one in book.policies if one.label in asks):
        by_label.setdefault(one.label, []).append(one.name)
    return tuple(
        (label, chosen.get(label, names[0]), tuple(names)) for label, names in by_label.items() if len(names) > 1
    )


def _guess(book: Any, shown: Odds | None, guess: int | None) -> tuple[str, int, int, int] | None:
    if shown is None or not shown.guessed or book.guess is None:
        return None
    one = book.guess
    return one.name, one.low, one.high, one.within(guess)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 4 else None

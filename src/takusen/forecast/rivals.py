"""Who had better do it: the odds of an act for each value of one of its picks, side by side."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from takusen.forecast.odds import CHARTED, Odds
from takusen.play.handles import Choice, Refused
from takusen.rulebook.odds import OddsOf
from takusen.rulebook.offers import Pick, Trial, prepared

Attempt = Callable[[dict[str, Any]], Trial]


class Rival(msgspec.Struct, frozen=True):
    """One value of the compared pick: the whole act with it and its odds, or why it can't be picked."""

    value: Any
    args: dict[str, Any] = {}
    odds: Odds | None = None
    refused: Refused | None = None


def compared_pick(spec: OddsOf, trial: Trial) -> Pick | None:
    """The pick whose choices are compared, if the offer has come to it."""
    picks = (*trial.picks, *((trial.missing,) if trial.missing else ()))
    return next((pick for pick in picks if pick.name == spec.over and pick.kind == "one"), None)


def rivals(
    spec: OddsOf, trial: Trial, attempt: Attempt, odds: Callable[[Mapping[str, Any]], Odds]
) -> tuple[Rival, ...]:
    """Every choice of the compared pick; none where nothing can be compared or a choice needs more picks.

    What comes after that pick stays as it is for the one that is picked, and is what the book suggests for the others.
    """
    pick = compared_pick(spec, trial)
    if pick is None or not 1 < len(pick.choices) <= CHARTED:
        return ()
    made = tuple(_rival(choice, _attempted(trial, pick, choice, attempt), odds) for choice in pick.choices)
    return (
        made
        if all(one.odds or one.refused for one in made) and any(one.odds and one.odds.figures for one in made)
        else ()
    )


def _attempted(trial: Trial, pick: Pick, choice: Choice[Any], attempt: Attempt) -> Trial:
    if choice.value == pick.chosen and trial.complete:
        return trial
    names = [one.name for one in trial.picks]
    later = names[names.index(pick.name) + 1 :] if pick.name in names else []
    suggested = {one.name for one in trial.picks if one.name in later and one.suggested}
    kept = {name: value for name, value in trial.args.items() if name not in suggested}
    return prepared(attempt, {**kept, pick.name: choice.value}) if choice.refused is None else Trial(())


def _rival(choice: Choice[Any], trial: Trial, odds: Callable[[Mapping[str, Any]], Odds]) -> Rival:
    if choice.refused or trial.refused:
        return Rival(choice.value, refused=choice.refused or trial.refused)
    if not trial.complete or trial.unseen:
        return Rival(choice.value)
    return Rival(choice.value, trial.args, odds(trial.args))

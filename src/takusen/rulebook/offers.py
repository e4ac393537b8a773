"""Offers: one text lists what is legal, greys what is not, and refuses what is forged.

The arguments of an act are picked one at a time, in the direct style of rules. A pick that has not been made
suspends; the next pick runs the offer again with a longer prefix.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations, islice
from typing import Any, Generic, Literal, TypeVar

import msgspec

from takusen.log.audience import GM
from takusen.log.signs import shortened
from takusen.play.handles import BadAnswer, Choice, Form, Id, Refused
from takusen.play.reading import Reading
from takusen.rulebook.fields import Unseen
from takusen.rulebook.shown import Word

W = TypeVar("W")
V = TypeVar("V")

Unless = Callable[[Any], Refused | None]
Kind = Literal["one", "some", "number", "text"]
BOUNDS = "out_of_bounds"
TEXT_LIMIT = 200
TRIES = 1000
SETS = 200
BRIEF = 40
PREPARED = 40


class Pick(msgspec.Struct, frozen=True):
    """One argument as the page shows it: choices (`one`, `some`), bounds (`number`, counts of `some`), and value."""

    name: str
    kind: Kind
    choices: tuple[Choice[Any], ...] = ()
    low: int = 0
    high: int = 0
    chosen: Any = None
    suggested: tuple[Any, ...] = ()
    area: int = 0


class _Missing(BaseException):
    def __init__(self, pick: Pick) -> None:
        self.pick = pick


class _Stop(BaseException):
    def __init__(self, pick: str, refused: Refused) -> None:
        self.pick, self.refused = pick, refused


class Offer(Generic[W]):
    """The handle of an offer: the world (or a view of it), whose offer it is, and the picks made so far."""

    def __init__(
        self, world: W, seat: str, given: Mapping[str, Any], reading: Reading, owner: Callable[[W, str], str]
    ) -> None:
        self.world, self.seat, self._given, self._reading, self._owner = world, seat, given, reading, owner
        self.picks: list[Pick] = []
        self.nothing: list[str] = []

    def option(self, name: str) -> Any:
        """The table's reading of an open point."""
        return self._reading.options[name]

    def content(self, path: str) -> Any:
        """A value of the book's content."""
        return self._reading.content[path]

    @property
    def reading(self) -> Reading:
        """All that is constant in the run."""
        return self._reading

    def banned(self, path: str, other: str = "") -> Refused | None:
        """Why an entry can't be used, or not together with another: the layer that bans it."""
        layer = self._reading.banned(path, other)
        return Refused.because("banned", layer=layer) if layer else None

    def mine(self, among: Iterable[Id]) -> tuple[Id, ...]:
        """Those of the entities that this seat plays; the GM plays all."""
        return tuple(one for one in among if self.seat == GM or self._owner(self.world, one) == self.seat)

    def able(self, choices: Iterable[V], unless: Unless) -> tuple[V, ...]:
        """Those of the choices against whom nothing stands, as far as the viewer can tell."""
        return tuple(one for one in choices if _why_not(one, unless) is None)

    def refuse(self, reason: str, **params: Any) -> None:
        """Nothing can be picked any more, for this reason."""
        raise _Stop("", Refused.because(reason, **params))

    def pick(
        self,
        name: str,
        choices: Iterable[V],
        unless: Unless | None = None,
        otherwise: str = "not_offered",
        suggested: tuple[V, ...] = (),
        area: int = 0,
        note: Callable[[V], Word] | None = None,
    ) -> V:
        """One of the choices; `unless` says why one can't be taken now, `otherwise` refuses anything else, `note` gives
        what stands beside each. What stands on a board is lit there, with the area of so many squares a side around
        it."""
        listed = self._listed(choices, unless, note)
        value: V = self._made(Pick(name, "one", listed, suggested=suggested, area=area))
        self._check(name, value, listed, otherwise)
        return value

    def some(
        self,
        name: str,
        choices: Iterable[V],
        at_most: int,
        at_least: int = 0,
        unless: Unless | None = None,
        otherwise: str = "not_offered",
        too_many: str = "wrong_count",
        suggested: tuple[V, ...] = (),
        note: Callable[[V], Word] | None = None,
    ) -> tuple[V, ...]:
        """Several different ones of the choices, between `at_least` and `at_most`; the `suggested` are marked, `note`
        gives what stands beside each."""
        listed = self._listed(choices, unless, note)
        if at_most < at_least:
            raise _Stop(name, Refused.because(too_many, low=at_least, high=at_most))
        if not (at_most and listed):
            return self._none(name, too_many)
        if isinstance(self._given.get(name, ()), list | tuple):
            values = self._made(Pick(name, "some", listed, at_least, at_most, suggested=suggested))
        else:
            values = self._given[name]
        if not isinstance(values, list | tuple):
            raise _Stop(name, Refused.because("not_offered", value=brief(values)))
        for value in values:
            self._check(name, value, listed, otherwise)
        if len(set(values)) != len(values):
            raise _Stop(name, Refused.because("picked_twice"))
        if not at_least <= len(values) <= at_most:
            raise _Stop(name, Refused.because(too_many, low=at_least, high=at_most))
        return tuple(values)

    def number(self, name: str, low: int, high: int, otherwise: str = BOUNDS, below: str = BOUNDS) -> int:
        """A whole number from `low` to `high`; `otherwise` is the refusal of a greater one, or where there is none,
        `below` that of a smaller one."""
        if low > high:
            raise _Stop(name, Refused.because(otherwise, low=low, high=high))
        value = self._made(Pick(name, "number", (), low, high))
        if not isinstance(value, int) or isinstance(value, bool) or value < low:
            raise _Stop(name, Refused.because(below, low=low, high=high))
        if value > high:
            raise _Stop(name, Refused.because(otherwise, low=low, high=high))
        return value

    def text(self, name: str, at_most: int = TEXT_LIMIT) -> str:
        """A short text in the player's own words."""
        value = self._made(Pick(name, "text", (), 1, at_most))
        if not isinstance(value, str) or not value.strip() or len(value) > at_most:
            raise _Stop(name, Refused.because("text_length", high=at_most))
        return value

    def _made(self, pick: Pick) -> Any:
        if pick.name not in self._given:
            raise _Missing(pick)
        value = self._given[pick.name]
        self.picks.append(msgspec.structs.replace(pick, chosen=value))
        return value

    def _listed(
        self, choices: Iterable[Any], unless: Unless | None, note: Callable[[Any], Word] | None = None
    ) -> tuple[Choice[Any], ...]:
        return tuple(Choice(value, _why_not(value, unless), note(value) if note else None) for value in choices)

    def _none(self, name: str, otherwise: str) -> tuple[Any, ...]:
        if self._given.get(name):
            raise _Stop(name, Refused.because(otherwise, value=brief(self._given[name]), low=0, high=0))
        self.nothing.append(name)
        return ()

    def _check(self, name: str, value: Any, listed: tuple[Choice[Any], ...], otherwise: str) -> None:
        choice = next((choice for choice in listed if _same(choice.value, value)), None)
        refused = choice.refused if choice else Refused.because(otherwise, value=brief(value))
        if refused:
            raise _Stop(name, refused)


def brief(value: Any) -> str:
    """What was sent instead of a choice, short enough for a sentence."""
    return shortened(value if isinstance(value, str) else str(value), BRIEF)


def _same(choice: Any, value: Any) -> bool:
    """Equal and of one kind: 1 is not True."""
    return bool(choice == value) and isinstance(choice, bool) == isinstance(value, bool)


def _why_not(value: Any, unless: Unless | None) -> Refused | None:
    """What a viewer can't see leaves the choice open."""
    try:
        return unless(value) if unless else None
    except Unseen:
        return None


class Trial(msgspec.Struct, frozen=True):
    """An offer run with some picks: the picks made, the next one if any is missing, the refusal if there is one.

    `unseen` tells that it came to something its viewer may not see, `nothing` names what had nothing to pick from.
    """

    picks: tuple[Pick, ...]
    missing: Pick | None = None
    refused: Refused | None = None
    at: str = ""
    unseen: bool = False
    nothing: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every pick is made and none is refused, as far as its viewer can tell."""
        return self.missing is None and self.refused is None

    @property
    def args(self) -> dict[str, Any]:
        """The picks made, by name."""
        return dict.fromkeys(self.nothing, ()) | {pick.name: pick.chosen for pick in self.picks}


def tried(run: Callable[[Offer[W]], None], offer: Offer[W]) -> Trial:
    """Run an offer once."""
    came_to: dict[str, Any] = {}
    try:
        run(offer)
    except _Missing as stop:
        came_to = {"missing": stop.pick}
    except _Stop as stop:
        came_to = {"refused": stop.refused, "at": stop.pick}
    except Unseen:
        came_to = {"unseen": True}
    return Trial(tuple(offer.picks), nothing=tuple(offer.nothing), **came_to)


def candidates(pick: Pick) -> Iterator[Any]:
    """Values to try for a pick, the likeliest first."""
    open_ones = [choice.value for choice in pick.choices if not choice.refused]
    if pick.kind == "one":
        yield from open_ones
    elif pick.kind == "some":
        if pick.suggested:
            yield tuple(one for one in open_ones if one in pick.suggested)
        if pick.low <= len(open_ones):
            yield tuple(open_ones[: pick.low])
            yield tuple(open_ones[: pick.high])
            sizes = range(max(1, pick.low), min(pick.high, len(open_ones)) + 1)
            yield from islice(chain.from_iterable(combinations(open_ones, size) for size in sizes), SETS)
    elif pick.kind == "number":
        yield pick.low
    else:
        yield "…"


class Openness(msgspec.Struct, frozen=True):
    """Whether an act has a legal completion (or too many tries to tell), and the refusals met."""

    open: bool
    reasons: tuple[Refused, ...] = ()
    example: dict[str, Any] | None = None


def openness(attempt: Callable[[dict[str, Any]], Trial]) -> Openness:
    """Search an offer for a legal completion, depth first; after 1,000 tries it counts as open."""
    reasons: dict[Refused, None] = {}
    pending: list[dict[str, Any]] = [{}]
    for _ in range(TRIES):
        if not pending:
            return Openness(False, tuple(reasons))
        given = pending.pop()
        trial = attempt(given)
        if trial.complete:
            return Openness(True, tuple(reasons), trial.args)
        if trial.refused:
            reasons[trial.refused] = None
        if trial.missing:
            missing = trial.missing
            reasons.update((choice.refused, None) for choice in missing.choices if choice.refused)
            pending += [given | {missing.name: value} for value in candidates(missing)][::-1]
    return Openness(True, tuple(reasons))


def with_none(attempt: Callable[[dict[str, Any]], Trial], given: Mapping[str, Any]) -> Trial:
    """Run an offer; a missing pick of several that may be none counts as none."""
    full = dict(given)
    trial = attempt(full)
    while trial.missing and trial.missing.kind == "some" and trial.missing.low == 0:
        full[trial.missing.name] = ()
        trial = attempt(full)
    return trial


def prepared(attempt: Callable[[dict[str, Any]], Trial], given: Mapping[str, Any]) -> Trial:
    """An offer with what is plain already picked: the only choice, what the book suggests, or none.

    A pick that no longer fits those before it is asked anew; one of several that is not complete yet stays as it is.
    """
    full = dict(given)
    trial = attempt(full)
    for _ in range(PREPARED):
        if trial.refused and any(pick.name == trial.at and pick.kind == "some" for pick in trial.picks):
            break
        if trial.refused and trial.at in full:
            del full[trial.at]
        elif trial.missing and (value := plain(trial.missing)) is not None:
            full[trial.missing.name] = value
        else:
            break
        trial = attempt(full)
    return trial


def plain(pick: Pick) -> Any:
    """What a pick comes to if nobody says otherwise; None where it has to be asked."""
    open_ones = [choice.value for choice in pick.choices if not choice.refused]
    suggested = tuple(one for one in pick.suggested if one in open_ones)
    if pick.kind == "some":
        return suggested if pick.low <= len(suggested) <= pick.high else None
    if pick.kind == "one":
        return (suggested or open_ones)[0] if suggested or len(open_ones) == 1 else None
    return None


def filled(form: Form[Any], about: Any, answer: Any, reading: Reading) -> Any:
    """A form's struct from an answer to its picks. Raises BadAnswer with the refusal."""

    def attempt(given: dict[str, Any]) -> Trial:
        offer: Offer[Any] = Offer(None, GM, given, reading, lambda world, one: "")
        return tried(lambda o: form.picks(o, about), offer)

    trial = with_none(attempt, answer if isinstance(answer, dict) else {})
    if not trial.complete:
        missing = trial.missing.name if trial.missing else trial.at
        raise BadAnswer(trial.refused or Refused.because("missing_pick", name=missing))
    return msgspec.convert(trial.args, form.kind)

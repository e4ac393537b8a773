"""What the templates get: values computed from one seat's view. No rule, no world."""

from typing import Any

import msgspec

from takusen.rulebook.offers import Pick
from takusen.rulebook.pages import Page
from takusen.rulebook.piles import PileCard
from takusen.rulebook.shown import Shown
from takusen.table.preview import Preview
from takusen.table.story import Line

WISHES = ("best", "guess", "policy")
"""What a viewer wishes of the odds, beside the picks."""


class SeatModel(msgspec.Struct, frozen=True):
    """A seat. `link` is its secret address, only on the GM's page ("" elsewhere), `here` whether it is connected."""

    id: str
    kind: str
    name: str
    here: bool = False
    link: str = ""


class ActModel(msgspec.Struct, frozen=True):
    """A declarable act; a closed one is greyed with its reasons (refusal word and parameters)."""

    name: str
    open: bool
    reasons: tuple[tuple[str, dict[str, Any]], ...] = ()


class BarModel(msgspec.Struct, frozen=True):
    """One bar of the chart over a number argument: its value, the measures' exact figures, and whether it is best."""

    value: int
    figures: dict[str, float]
    best: bool = False
    chosen: bool = False


class RivalModel(msgspec.Struct, frozen=True):
    """Who or what else may be picked instead: its figures with the whole act in `args`, or why it can't be.

    `using` are the picks in which the rows differ. A figure is None where the viewer may not see what it needs.
    """

    value: Any
    figures: dict[str, float | None]
    args: dict[str, Any]
    using: tuple[Any, ...] = ()
    refused: tuple[str, dict[str, Any]] | None = None
    best: bool = False
    chosen: bool = False


class SeriesModel(msgspec.Struct, frozen=True):
    """A distribution as a chart: label, chance, the chance as a fraction, and the bar's share of the longest."""

    title: Shown
    bars: tuple[tuple[Shown | int, float, str, float], ...]
    note: Shown | None = None


class MeasureModel(msgspec.Struct, frozen=True):
    """One figure of the odds. `exact` is a fraction as text; kind "chance" is shown in percent, "mean" as a number."""

    name: str
    kind: str
    value: float
    exact: str
    good: bool = True


class OddsModel(msgspec.Struct, frozen=True):
    """The odds of the act being composed, under the named policies. `error` is 0 when exact.

    `wide` tells that the number has too many values for a chart, `closed` names the measures that need what the viewer
    may not see.
    """

    measures: tuple[MeasureModel, ...] = ()
    bars: tuple[BarModel, ...] = ()
    over: str = ""
    best_by: str = ""
    best_choices: tuple[str, ...] = ()
    policies: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    guess: tuple[str, int, int, int] | None = None
    unknown: bool = False
    error: float = 0.0
    wide: bool = False
    rivals: tuple[RivalModel, ...] = ()
    series: tuple[SeriesModel, ...] = ()
    closed: tuple[str, ...] = ()


class ComposeModel(msgspec.Struct, frozen=True):
    """The act being composed: picks made and the next one, whether it can be declared, the refusal if not, the odds.

    `labels` names ids; `wishes` are the viewer's policies, guess and measure; `what_if` tells that a forecast can
    compare it; `preview` is what will happen, in it names for the seats that will be asked; `card` is the card that is
    picked, if there is one.
    """

    act: str
    picks: tuple[Pick, ...]
    missing: Pick | None
    complete: bool
    refused: tuple[str, dict[str, Any]] | None
    labels: dict[str, str]
    odds: OddsModel | None
    typed: str = ""
    wishes: dict[str, str] = {}
    what_if: bool = False
    preview: Preview | None = None
    card: PileCard | None = None


class RulingModel(msgspec.Struct, frozen=True):
    """A sub-rule that the GM may settle: its name and the results to choose from (empty: a number or none)."""

    depth: int
    rule: str
    results: tuple[str, ...]


class PromptModel(msgspec.Struct, frozen=True):
    """A prompt that a seat may answer; `answers` is who is asked, for whom the GM may answer `instead`.

    `key` is its id as a form names it, `may_stand` tells that it can be passed for a while at one tap, `gists` what the
    choices are.
    """

    id: str
    answers: str
    instead: bool
    label: str
    params: dict[str, Any]
    facts: tuple[tuple[Shown, Shown], ...]
    choices: tuple[tuple[Any, tuple[str, dict[str, Any]] | None], ...]
    picks: tuple[Pick, ...]
    labels: dict[str, str]
    proposed: Any
    of: str = ""
    key: str = ""
    may_stand: bool = False
    gists: dict[str, Shown] = {}


class PromptsModel(msgspec.Struct, frozen=True):
    """What is asked now: what this seat may answer, and the names of the others who still have to.

    `joint` are those of the GM's characters, which are answered in one form.
    `sealed` tells that several were asked at once, `halted` that the act can't go on, `stuck` why, for the GM.
    """

    asked: tuple[PromptModel, ...] = ()
    joint: tuple[PromptModel, ...] = ()
    waiting_for: tuple[str, ...] = ()
    sealed: bool = False
    rulings: tuple[RulingModel, ...] = ()
    disturbed: bool = False
    halted: bool = False
    stuck: str = ""


class WaitedModel(msgspec.Struct, frozen=True):
    """Of whom something is missing, by name: answers, or else declarations; `mine` tells that the viewer is among them.

    Where nothing else is known the GM is waited for.
    """

    answers: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    mine: bool = False


class StandingModel(msgspec.Struct, frozen=True):
    """A standing answer of the seat's."""

    of: str
    name: str
    label: str
    answer: Any
    lasting: bool


class WaitingModel(msgspec.Struct, frozen=True):
    """A declaration that waits, with what it picks (`said`). `tap` asks its player (`mine`) to confirm."""

    of: int
    act: str
    who: str
    line: str
    mine: bool
    tap: bool
    said: tuple[tuple[str, Any], ...] = ()


class FoeModel(msgspec.Struct, frozen=True):
    """A character that the GM plays now: what its policy would declare, and which policy plays it by itself."""

    id: str
    name: str
    act: str
    args: dict[str, Any]
    auto: str
    said: tuple[tuple[str, Any], ...] = ()


class CaseModel(msgspec.Struct, frozen=True):
    """A forecast after one declaration (`act` "" is: as the policies will), with its difference from the first case.

    `wins` are by side, share, error, difference, its error; `spreads` by measure the bars: label, share, height.
    """

    act: str
    said: tuple[tuple[str, Any], ...] = ()
    runs: int = 0
    unfinished: int = 0
    wins: tuple[tuple[str, float, float, float, float], ...] = ()
    spreads: tuple[tuple[str, tuple[tuple[str, float, float], ...]], ...] = ()


class WhatIfModel(msgspec.Struct, frozen=True):
    """A declaration that can be compared in a forecast."""

    act: str
    args: dict[str, Any]
    said: tuple[tuple[str, Any], ...]


class ForecastModel(msgspec.Struct, frozen=True):
    """A seat's forecast of the fight that is on: what may be wished for, how far it is, and its figures.

    `midway` tells that an act is under way, `moved` that what the seat sees has changed since, `unseen` that a rule
    needed what the seat may not see. `sides` are (side, policy), `fighters` (id, name, side, policy or ""), `policies`
    (question, policy, what there is); `tallies` (measure, whose, a mean and an error for each case).
    """

    possible: bool
    players: tuple[str, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    fighters: tuple[tuple[str, str, str, str], ...] = ()
    policies: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    guess: tuple[str, int, int, int] | None = None
    assumed: Shown | None = None
    wanted: int = 0
    choices: tuple[int, ...] = ()
    what_ifs: tuple[WhatIfModel, ...] = ()
    midway: bool = False
    moved: bool = False
    running: bool = False
    failed: bool = False
    unseen: bool = False
    busy: bool = False
    done: int = 0
    total: int = 0
    cases: tuple[CaseModel, ...] = ()
    tallies: tuple[tuple[str, str, tuple[tuple[float, float], ...]], ...] = ()


class UndoModel(msgspec.Struct, frozen=True):
    """Something that can be taken back, and what else would go with it; of an act, also how it was declared."""

    to: int
    what: str
    who: str
    also: tuple[str, ...] = ()
    act: str = ""
    said: tuple[tuple[str, Any], ...] = ()


class OptionModel(msgspec.Struct, frozen=True):
    """An open point: question, why the default, the choices (value, label, chosen, default), rule ids, and the layer
    that the table's reading comes from."""

    name: str
    question: str
    why: str
    rules: tuple[str, ...]
    choices: tuple[tuple[str | int, str, bool, bool], ...]
    layer: str = ""


class FieldModel(msgspec.Struct, frozen=True):
    """A field that the seat may edit; a table has `rows` and what a new one is filled in with."""

    path: str
    label: str
    value: Any
    kind: str
    choices: tuple[str, ...] = ()
    rows: "tuple[RowModel, ...]" = ()
    blank: "tuple[FieldModel, ...]" = ()


class RowModel(msgspec.Struct, frozen=True):
    """A key of a table and what stands under it."""

    path: str
    key: str
    parts: tuple[FieldModel, ...]


class KindModel(msgspec.Struct, frozen=True):
    """A kind of entity that the seat may add, with the first numbers it is asked for."""

    collection: str
    numbers: tuple[str, ...]
    players: bool
    hides: bool


class EntityModel(msgspec.Struct, frozen=True):
    """An entity in the GM's list; its fields are on a page of their own."""

    id: str
    name: str
    path: str
    seat: str = ""
    hidden: bool = False
    shown: bool = False


class GmModel(msgspec.Struct, frozen=True):
    """The GM's tools; `letting` is how many acts a policy may still play, None while none does."""

    foes: tuple[FoeModel, ...] = ()
    undo: tuple[UndoModel, ...] = ()
    entities: tuple[EntityModel, ...] = ()
    warnings: tuple[tuple[str, dict[str, Any]], ...] = ()
    policies: tuple[str, ...] = ()
    letting: int | None = None
    readings: bool = False
    scenario: bool = False
    brings: bool = False


class PictureModel(msgspec.Struct, frozen=True):
    """A picture that the seat sees: where it is, what it shows in words, its width and height."""

    link: str
    alt: str
    wide: int
    high: int


class TableModel(msgspec.Struct, frozen=True):
    """All that one seat's table page shows.

    `kinds` are what it may add, `editable` the paths at hand that it may edit, `sheets` the entities whose sheets it
    may open, `undo` what a player can take back, `pictures` what hangs before its eyes, by entity, `moves` the
    tokens that it moves, each with the refusal of one that can't be moved now, `waited` who is waited for, `standing`
    the answers that the seat has left; with `moment` they may be for a turn. `card_acts` are what cards can do, by card
    and act, each with why not.
    """

    table: str
    base: str
    lang: str
    title: str
    book: str
    seat: SeatModel
    seats: tuple[SeatModel, ...]
    page: Page
    acts: tuple[ActModel, ...]
    my_turn: bool
    prompts: PromptsModel | None
    waiting: tuple[WaitingModel, ...]
    free: tuple[tuple[str, str], ...]
    mine: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]
    count: int
    dice: str = "DiceBot"
    gm: GmModel | None = None
    demo: bool = False
    kinds: tuple[KindModel, ...] = ()
    editable: frozenset[str] = frozenset()
    sheets: frozenset[str] = frozenset()
    undo: tuple[UndoModel, ...] = ()
    pictures: dict[str, PictureModel] = {}
    forecast: bool = False
    moves: dict[str, tuple[str, dict[str, Any]] | None] = {}
    card_acts: dict[str, dict[str, tuple[str, dict[str, Any]] | None]] = {}
    waited: WaitedModel = WaitedModel()
    standing: tuple[StandingModel, ...] = ()
    moment: bool = False
    campaign: str = ""
    borrowed: tuple[tuple[str, str], ...] = ()

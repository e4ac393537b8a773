"""How a table begins: its first entries."""

from typing import Annotated, Any

import msgspec

from takusen.log.audience import EVERYONE, GM
from takusen.log.entries import Became, Entry, LayersSet, ScenarioKept, SeatAdded, TableOpened
from takusen.play.handles import Fact
from takusen.play.reading import Reading
from takusen.rulebook.book import RuleBook
from takusen.rulebook.layers import Layer, read_layer
from takusen.rulebook.stacking import Stack
from takusen.rulebook.texts import Lang
from takusen.table.draft import Draft, clean, refuse
from takusen.table.floor import no_entropy
from takusen.table.fold import opened, stack_of
from takusen.table.house import filed
from takusen.table.state import State

PLAYERS, OF_CAMPAIGN = 12, 60
TITLE_LIMIT = 80
FILE_NAME = 200


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person chooses when opening a table. `source` is the text of a scenario of their own, `file` its name.

    `layers` are house rules that come with the book, by id and version, `house` such of their own, by file; `campaign`
    makes it a campaign, which has more seats and no scenario.
    """

    book: str
    title: str = ""
    scenario: str = ""
    source: str = ""
    file: Annotated[str, msgspec.Meta(max_length=FILE_NAME)] = "scenario.toml"
    lang: Lang = "ja"
    players: Annotated[int, msgspec.Meta(ge=1, le=OF_CAMPAIGN)] = 3
    options: dict[str, str | int] = {}
    layers: tuple[str, ...] = ()
    house: dict[str, str] = {}
    campaign: bool = False


def opening(
    book: RuleBook, wish: NewTable, at: int, campaign: str = "", pinned: Stack | None = None
) -> tuple[State, tuple[Entry, ...]]:
    """The state and the entries of a new table, which may belong to a campaign and be played under its house rules.

    Raises BadFile, BadEdit, Refusal.
    """
    _fit(book, wish)
    layers = filed(_layers(book, wish))
    reading = book.reading(wish.options, stack_of(layers))
    text = _text(book, wish)
    scenario = book.read_scenario(wish.file, text) if wish.source else book.scenarios.get(wish.scenario)
    body = TableOpened(
        book=book.id,
        version=book.version,
        pin=book.pin(reading),
        lang=wish.lang,
        title=clean(wish.title, TITLE_LIMIT),
        scenario=scenario.meta.id if scenario else "",
        options=dict(wish.options),
        layers=layers,
        campaign=campaign,
    )
    first = Entry(1, at, GM, body, EVERYONE)
    draft = Draft(opened({book.id: book}, first), GM, at, no_entropy)
    for seat, kind in (("gm", "gm"), *((f"p{n + 1}", "player") for n in range(wish.players)), ("w1", "watcher")):
        draft.add(SeatAdded(seat=seat, kind=kind), GM)
    if text:
        draft.add(ScenarioKept(text), GM)
    for fact in _entering(book, wish, scenario, campaign, reading):
        world = draft.state.world
        draft.add(Became(fact=book.told(fact), parts=fact.parts(world), names=book.names(world, fact)), fact.see(world))
    if pinned and (pinned.own or pinned.values):
        draft.add(_own_rules(draft.state, layers, pinned))
    return draft.state, (first, *draft.entries)


def _own_rules(state: State, layers: dict[str, str], pinned: Stack) -> LayersSet:
    """The table's own layer and the numbers of its conditions, as the campaign has them."""
    pin = state.book.pin(state.book.reading(state.chosen, pinned, strict=False))
    titles = tuple(f"{one.meta.title[state.lang]} {one.version}" for one in pinned.layers)
    own = pinned.own.text if pinned.own else ""
    return LayersSet(layers=layers, own=own, values=dict(pinned.values), pin=pin, titles=titles)


def _layers(book: RuleBook, wish: NewTable) -> tuple[Layer, ...]:
    """The layers that a table begins under. Raises BadFile, Refusal."""
    for label in wish.layers:
        if label not in book.shipped:
            raise refuse("not_offered", value=label[:40])
    return tuple(book.shipped[label] for label in wish.layers) + tuple(
        read_layer(file, text) for file, text in wish.house.items()
    )


def _fit(book: RuleBook, wish: NewTable) -> None:
    """Raises Refusal for what doesn't go together."""
    if wish.campaign and (book.campaign is None or wish.scenario or wish.source):
        raise refuse("no_campaign")
    if not wish.campaign and wish.players > PLAYERS:
        raise refuse("too_many_players", limit=PLAYERS)


def _entering(book: RuleBook, wish: NewTable, scenario: Any, campaign: str, reading: Reading) -> tuple[Fact, ...]:
    """What the table begins with; who belongs to a campaign brings characters of its own."""
    if wish.campaign and book.campaign:
        return (book.campaign.begin(clean(wish.title, TITLE_LIMIT)),)
    if campaign:
        return book.enter_alone(scenario, wish.lang) if scenario else ()
    return book.enter(scenario, wish.lang, reading)


def _text(book: RuleBook, wish: NewTable) -> str:
    """The scenario as it is written; "" for none. Raises Refusal."""
    if wish.source or not wish.scenario:
        return wish.source
    if wish.scenario not in book.scenario_texts:
        raise refuse("not_offered", value=wish.scenario[:40])
    return book.scenario_texts[wish.scenario]

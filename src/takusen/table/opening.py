"""How a table begins: its first entries."""

from typing import Annotated, Any

import msgspec

from takusen.log.audience import EVERYONE, GM
from takusen.log.entries import Became, Entry, SeatAdded, TableOpened
from takusen.rulebook.book import RuleBook
from takusen.rulebook.texts import Lang
from takusen.table.draft import Draft, clean, refuse
from takusen.table.floor import no_entropy
from takusen.table.fold import opened
from takusen.table.state import State

PLAYERS = 12
TITLE_LIMIT = 80


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person chooses when opening a table. `source` is the text of a scenario of their own."""

    book: str
    title: str = ""
    scenario: str = ""
    source: str = ""
    lang: Lang = "ja"
    players: Annotated[int, msgspec.Meta(ge=1, le=PLAYERS)] = 3
    options: dict[str, str | int] = {}


def opening(book: RuleBook, wish: NewTable, at: int) -> tuple[State, tuple[Entry, ...]]:
    """The state and the entries of a new table. Raises BadFile, BadEdit, Refusal."""
    reading = book.reading(wish.options)
    scenario = _scenario(book, wish)
    body = TableOpened(
        book=book.id,
        version=book.version,
        pin=book.pin(reading),
        lang=wish.lang,
        title=clean(wish.title, TITLE_LIMIT),
        scenario=scenario.meta.id if scenario else "",
        options=dict(wish.options),
    )
    first = Entry(1, at, GM, body, EVERYONE)
    draft = Draft(opened({book.id: book}, first), GM, at, no_entropy)
    for seat, kind in (("gm", "gm"), *((f"p{n + 1}", "player") for n in range(wish.players)), ("w1", "watcher")):
        draft.add(SeatAdded(seat=seat, kind=kind), GM)
    for fact in book.enter(scenario, wish.lang):
        world = draft.state.world
        draft.add(Became(fact=book.told(fact), parts=fact.parts(world), names=book.names(world, fact)), fact.see(world))
    return draft.state, (first, *draft.entries)


def _scenario(book: RuleBook, wish: NewTable) -> Any:
    if wish.source:
        return book.read_scenario("scenario.toml", wish.source)
    if wish.scenario and wish.scenario not in book.scenarios:
        raise refuse("not_offered", value=wish.scenario[:40])
    return book.scenarios.get(wish.scenario)

"""What a book says of campaigns: tables that lend their characters to other tables of theirs."""

from collections.abc import Callable
from typing import Any

import msgspec

from takusen.play.handles import Fact, Id, Refused
from takusen.play.reading import Reading
from takusen.rulebook.pages import View
from takusen.rulebook.shown import Shown


class HistoryRow(msgspec.Struct, frozen=True):
    """One entry of a character's history as it is shown: when, at which table, what changed and by how much, why, and
    under which rule; `after` is what a number came to by it."""

    day: str
    table: str
    what: Shown
    amount: str
    why: Shown
    rule: str = ""
    note: str = ""
    after: str = ""


class Step(msgspec.Struct, frozen=True):
    """An act about a character that lies at hand on the campaign's page: the argument that is the character, and
    whether it needs nothing else, so that one tap declares it."""

    act: str
    arg: str
    whole: bool = False


class Standing(msgspec.Struct, frozen=True):
    """A character on the campaign's list, as a seat sees it: what is told beside its name, whether it waits for the
    organiser, and what the seat may do about it."""

    lines: tuple[tuple[Shown, Shown], ...] = ()
    waits: bool = False
    steps: tuple[Step, ...] = ()


MayLend = Callable[[Any, Reading, Id], Refused | None]


def _freely(world: Any, reading: Reading, one: Id) -> Refused | None:
    return None


class Brought(msgspec.Struct, frozen=True):
    """A file that somebody brings as the character of an id: for which seat, "" for nobody's, by whom, on which day,
    and under which reading."""

    one: Id
    text: str
    seat: str
    by: str
    day: str
    reading: Reading


class CampaignOf(msgspec.Struct, frozen=True):
    """How a book's characters live on above tables.

    `is_one` tells a campaign from any other table and `begin` makes a new table one, by its title. At home a character
    is `lent` to a table, at the table `borrowed` as it is at home, for the campaign of that id; `result` is what comes
    of it, a fact for home; `gone` closes it at the table, and `called_home` ends a loan without a result. `may_lend`
    says why somebody can't be lent, `may_run` why a seat runs no table, and `done` whether somebody's part at a table
    is over, so that they go home.

    `rows` are a character's history, the latest first; `standing` is what the list tells of somebody, `panels` what
    else the campaign's page shows a seat. A character is `written` as a file with its history, and `taken_in` from one,
    as it was `Brought`. `flags` are keys of `[flag]`: what a table may hold, shown before anybody goes there;
    `audited` are the acts that the organiser's list of what was decided and corrected shows.
    """

    is_one: Callable[[Any], bool]
    begin: Callable[[str], Fact]
    lent: Callable[[Id, str], Fact]
    borrowed: Callable[[Any, Id, str], Fact]
    result: Callable[[Any, Id], Fact]
    gone: Callable[[Id], Fact]
    called_home: Callable[[Id], Fact]
    may_lend: MayLend = _freely
    may_run: Callable[[Any, str], Refused | None] = lambda world, seat: None
    rows: Callable[[Any, Reading, Id], tuple[HistoryRow, ...]] = lambda world, reading, one: ()
    standing: Callable[[View[Any], Id], Standing] = lambda seen, one: Standing()
    panels: Callable[[View[Any]], tuple[Any, ...]] = lambda seen: ()
    written: Callable[[Any, Id], str] = lambda world, one: ""
    taken_in: Callable[[Brought], Fact | Refused] = lambda brought: Refused("no_character_file")
    flags: tuple[str, ...] = ()
    audited: tuple[str, ...] = ()
    done: Callable[[Any, Id], bool] = lambda world, one: False

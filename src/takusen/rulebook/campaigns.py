"""What a book says of campaigns: tables that lend their characters to other tables of theirs."""

from collections.abc import Callable
from typing import Any

import msgspec

from takusen.play.handles import Fact, Id, Refused
from takusen.play.reading import Reading

MayLend = Callable[[Any, Reading, Id], Refused | None]


def _freely(world: Any, reading: Reading, one: Id) -> Refused | None:
    return None


class CampaignOf(msgspec.Struct, frozen=True):
    """How a book's characters live on above tables.

    `is_one` tells a campaign from any other table and `begin` makes a new table one, by its title. At home a character
    is `lent` to a table, at the table `borrowed` as it is at home, for the campaign of that id; `result` is what comes
    of it, a fact for home; `gone` closes it at the table, and `called_home` ends a loan without a result. `may_lend`
    says why somebody can't be lent, `may_run` why a seat runs no table, and `done` whether somebody's part at a table
    is over, so that they go home.
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
    done: Callable[[Any, Id], bool] = lambda world, one: False

"""A table's state: what folding its log gives."""

from itertools import takewhile
from typing import Any

import msgspec

from takusen.log.audience import GM, Audience
from takusen.log.entries import Added, Asked, Became, Body, Brought, Declared, Edited, Entry, Opened
from takusen.log.paths import steps
from takusen.log.table import Table
from takusen.play.reading import Reading
from takusen.rulebook.book import RuleBook
from takusen.rulebook.stacking import Stack

Kept = Table[tuple[str, str, str], tuple[Any, ...]]
"""Recorded faces and cards by kind of entry, label and subject, in the order they came."""


class Seat(msgspec.Struct, frozen=True):
    """A person at the table; kind is "gm", "player" or "watcher", `turn` counts renewals of its link."""

    id: str
    kind: str
    turn: int = 0
    name: str = ""


def spoken_of(args: dict[str, Any]) -> list[Any]:
    """All that an act's arguments name."""
    return [one for value in args.values() for one in (value if isinstance(value, list | tuple) else (value,))]


class Procedure(msgspec.Struct, frozen=True):
    """The procedure that holds the floor: its world at the start and everything recorded since, with its seq.

    `shown` tells that others than the GM saw something of it.
    """

    seq: int
    by: str
    opened: Opened
    world: Any
    steps: tuple[tuple[int, Body], ...] = ()
    kept: Kept = Table()
    shown: bool = False

    @property
    def asked(self) -> tuple[tuple[int, Asked], ...]:
        """The questions that were asked last, all together, with their seq."""
        until = next((place for place, (_, body) in enumerate(reversed(self.steps)) if isinstance(body, Asked)), 0)
        back = reversed(self.steps[: len(self.steps) - until])
        together = takewhile(lambda step: isinstance(step[1], Asked), back)
        return tuple((seq, body) for seq, body in together if isinstance(body, Asked))[::-1]

    @property
    def disturbed(self) -> bool:
        """Whether somebody of whom the act or its open questions speak was changed from outside since."""
        asked = self.asked
        since = asked[-1][0] if asked else 0
        spoken = [*spoken_of(self.opened.args), *(name for _, body in asked for name in body.names)]
        return any(one in spoken for seq, body in self.steps if seq > since for one in self._changed(body))

    def _changed(self, body: Body) -> list[str]:
        """Whom a step that came from outside of the procedure changed."""
        if isinstance(body, Edited | Added):
            return steps(body.path)[1:2]
        return list(body.names) if isinstance(body, Became) and body.of != self.seq else []


class Waiting(msgspec.Struct, frozen=True):
    """A declaration that waits for the floor, and who read that it does."""

    seq: int
    by: str
    declared: Declared
    see: Audience


class Past(msgspec.Struct, frozen=True):
    """Something that can be undone, with the world before it; a linked list, latest first.

    `procedure` is the act as it ended, None for an edit or an act that is still open; `stack` are the layers before the
    table moved to others.
    """

    seq: int
    by: str
    what: str
    world: Any
    prev: "Past | None"
    opened: Opened | None = None
    procedure: Procedure | None = None
    edit: Edited | Added | Brought | None = None
    see: Audience = GM
    stack: Stack | None = None

    @property
    def hidden(self) -> bool:
        """Whether nobody but the GM saw anything of it."""
        return self.see == GM and not (self.procedure and self.procedure.shown)

    @property
    def itself(self) -> bool:
        """Whether the table opened it by itself."""
        return self.opened is not None and self.opened.itself

    @property
    def beside(self) -> bool:
        """Whether it is somebody's own act, which came between the steps of whatever held the floor."""
        return self.opened is not None and self.opened.beside


class Undone(msgspec.Struct, frozen=True):
    """An act that was taken back: declared alike again, it gets the same dice and cards."""

    act: str
    args: Any
    kept: Kept


class Letting(msgspec.Struct, frozen=True):
    """A policy plays for the GM, so many more acts."""

    policy: str
    left: int


class Standing(msgspec.Struct, frozen=True):
    """What a seat answers to prompts of one label for one character; None as `moment` is for good."""

    by: str
    answer: str | int
    moment: str | None = None


class Dice(msgspec.Struct, frozen=True):
    """Dice of the chat: the table's system ("" for the book's), whether the GM reads secret rolls of players, the
    table's own charts by name, and the secret rolls that nobody has shown yet, by seq."""

    system: str = ""
    gm: bool = False
    charts: Table[str, str] = Table()
    secrets: Table[int, Entry] = Table()


class Shown(msgspec.Struct, frozen=True):
    """A picture that hangs: its id, what it shows in words, its width and height."""

    id: str
    alt: str = ""
    wide: int = 0
    high: int = 0


class Shelf(msgspec.Struct, frozen=True):
    """How many pictures a seat has brought, and how many bytes they take."""

    count: int = 0
    size: int = 0


class Session(msgspec.Struct, frozen=True):
    """A table that belongs to a campaign: its title, the campaign's seat that runs it, the scenario it began with, and
    what it may hold.

    `seq` is that of the entry by which it came to belong.
    """

    title: str
    gm: str
    seq: int
    scenario: str = ""
    flags: tuple[str, ...] = ()


class Loan(msgspec.Struct, frozen=True):
    """A character that is lent: to which table, at which seq of the campaign's log. `over` tells, at the table, that it
    is here no more, with the seq of that; `result` is what came of it."""

    table: str
    seq: int
    over: int = 0
    result: dict[str, Any] | None = None


class State(msgspec.Struct, frozen=True):
    """A table after the entries so far. `beside` is somebody's own act while it runs, within one decision.

    `touched` keeps when something was last changed before the eyes of an audience, `asks` how often each was asked,
    `standing` the answers that seats have left, by character and label,
    `palettes` the chat palettes and `sheets` the kept sheets by entity, `tokens` the forms that were sent, by seat,
    `stack` the layers of house rules, `chosen` the options that the table has set itself,
    `source` the scenario as it was written, `pictures` what hangs, by entity, and `shelves` how much each seat has
    brought. `campaign` is the one that the table belongs to, `borrowed` who came from there; of a campaign itself,
    `sessions` are its tables, which players may open if they are `sessions_let`, and `lent` who is at one.
    """

    book: RuleBook
    lang: str
    title: str
    scenario: str
    reading: Reading
    world: Any
    seq: int = 0
    seats: Table[str, Seat] = Table()
    floor: Procedure | None = None
    beside: Procedure | None = None
    waiting: tuple[Waiting, ...] = ()
    past: Past | None = None
    undone: Undone | None = None
    policies: Table[str, str] = Table()
    letting: Letting | None = None
    touched: Table[tuple[str, Audience], int] = Table()
    asks: Table[str, int] = Table()
    standing: Table[tuple[str, str], Standing] = Table()
    palettes: Table[str, str] = Table()
    dice: Dice = Dice()
    sheets: Table[str, dict[str, Any]] = Table()
    tokens: tuple[tuple[str, str], ...] = ()
    source: str = ""
    stack: Stack = Stack()
    chosen: Table[str, str | int] = Table()
    pictures: Table[str, Shown] = Table()
    shelves: Table[str, Shelf] = Table()
    campaign: str = ""
    sessions: Table[str, Session] = Table()
    sessions_let: bool = False
    lent: Table[str, Loan] = Table()
    borrowed: Table[str, Loan] = Table()

    @property
    def is_campaign(self) -> bool:
        """Whether it is one above tables."""
        return self.book.campaign is not None and self.book.campaign.is_one(self.world)

    def is_away(self, one: str) -> bool:
        """Whether a character is elsewhere now, so that nothing may change it here."""
        loan = self.borrowed.get(one)
        return one in self.lent or (loan is not None and loan.over > 0)

    @property
    def dice_system(self) -> str:
        """The dice system of a line that names none."""
        return self.dice.system or self.book.dice

    def responder(self, of: str) -> str:
        """The seat that answers for a character: whoever plays it, else the GM."""
        seat = self.seats.get(self.book.owner(self.world, of))
        return seat.id if seat and seat.name else "gm"

"""Tables that begin in a situation of a book's example files."""

from collections.abc import Callable
from typing import Any

from takusen.log.audience import EVERYONE, GM
from takusen.log.entries import Entry, SeatAdded, SeatTaken, TableOpened
from takusen.play.handles import Prompt
from takusen.rulebook.book import RuleBook, installed
from takusen.table import commands as c
from takusen.table.decide import decide
from takusen.table.draft import Decision
from takusen.table.example import given_data, world_bodies
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.fold import fold, folded
from takusen.table.state import State

Faces = Callable[[int, int], tuple[int, ...]]
SEATS = {"gm": "gm", **{f"p{n}": "player" for n in range(1, 7)}, "w1": "watcher"}


def bayside() -> RuleBook:
    """The book most tests play."""
    return installed()["bayside23"]


class Game:
    """A table with its log, and the dice that come next; without any, every die shows 3."""

    def __init__(self, given: str | dict[str, Any], book: RuleBook | None = None, **options: str | int) -> None:
        self.book = book or bayside()
        data = given_data(given, self.book.example_files().__getitem__)
        bodies: list[Any] = [
            TableOpened(book=self.book.id, version="1", pin="", lang="ja", title="", options=options),
            *(SeatAdded(seat=seat, kind=kind) for seat, kind in SEATS.items()),
            *(SeatTaken(seat=seat, name=seat.upper()) for seat in SEATS),
            *world_bodies(self.book, data),
        ]
        self.entries = [Entry(n, 0, GM, body, EVERYONE) for n, body in enumerate(bodies, 1)]
        self.state: State = folded({self.book.id: self.book}, self.entries)
        self.dice: list[tuple[int, ...]] = []

    def entropy(self, count: int, sides: int) -> tuple[int, ...]:
        """The faces that were laid out, then threes."""
        return self.dice.pop(0) if self.dice else (3,) * count

    def try_to(self, seat: str, command: c.Command) -> Decision:
        """Decide and check what always holds."""
        before = self.state
        decision = decide(before, seat, command, len(self.entries), self.entropy)
        if decision.refused:
            assert decision.state is before
            assert decision.entries == ()
        after = before
        for entry in decision.entries:
            after = fold(after, entry)
        assert after == decision.state
        self.state = decision.state
        self.entries += decision.entries
        return decision

    def do(self, seat: str, command: c.Command, *dice: tuple[int, ...]) -> tuple[Any, ...]:
        """Do what must be accepted; gives the bodies that were written."""
        self.dice = list(dice)
        decision = self.try_to(seat, command)
        assert decision.refused is None, decision.refused
        return tuple(entry.body for entry in decision.entries)

    def refused(self, seat: str, command: c.Command) -> str:
        """Do what must be refused; gives the reason."""
        decision = self.try_to(seat, command)
        assert decision.refused is not None
        return decision.refused.reason

    def seqs(self, kind: type[Any]) -> list[int]:
        """Where entries of a kind are."""
        return [entry.seq for entry in self.entries if isinstance(entry.body, kind)]

    def restarted(self) -> State:
        """The state as a server that starts anew would have it."""
        from takusen.log.codec import decode, encode

        return folded({self.book.id: self.book}, [decode(encode(entry)) for entry in self.entries])


def asked(state: State) -> Prompt | None:
    """The first open prompt."""
    return next(iter(open_prompts(state)), None)


def asked_id(state: State) -> str:
    """The id of the first open prompt, "" for none."""
    prompt = asked(state)
    return prompt_id(state, prompt) if prompt else ""

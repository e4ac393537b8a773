"""A small game for tests of play: throws at a mark, each miss may be thrown again for a point."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from takusen.dice import total
from takusen.log.codec import plain, typed
from takusen.log.entries import Added, Answered, Asked, Became, Body, Edited
from takusen.play.handles import Chance, Fact, Form, Play, Prompt, Suspended, policy
from takusen.play.live import Entropy, Live
from takusen.play.reading import Reading
from takusen.play.rule import Rule, rule

Again = Literal["again", "stop"]
READING = Reading.of({"kind": "mild"}, {"mark": 9})
ENTERED: list[str] = []
"""Which sub-rules were really entered; for tests alone."""


class World(msgspec.Struct, frozen=True):
    """Points that are left, and hits so far."""

    points: int = 3
    hits: int = 0


class Spent(Fact, frozen=True):
    """A point is gone."""

    left: int

    def apply(self, world: World) -> World:
        return msgspec.structs.replace(world, points=self.left)


class Hit(Fact, frozen=True):
    """The mark is hit."""

    rolled: int

    def apply(self, world: World) -> World:
        return msgspec.structs.replace(world, hits=world.hits + 1)


class Ended(Fact, frozen=True):
    """No more throws."""


FACTS: Any = Spent | Hit | Ended


class About(msgspec.Struct, frozen=True):
    """What the prompt shows."""

    points: int
    rolled: int


@policy("again")
def while_points_last(about: About, open_ones: Sequence[Again]) -> Again:
    """Throw while points last."""
    return "again" if about.points else "stop"


@rule("T-1")
def throw(t: Chance, of: str) -> int:
    """Two dice."""
    ENTERED.append("throw")
    return t.roll("throw", total(2, 6), of)


@rule("T-2")
def pressed(t: Play[World], of: str) -> int:
    """Throw until the mark is reached or nobody wants to go on; 0 for that."""
    ENTERED.append("pressed")
    rolled = throw(t, of)
    while rolled < t.content("mark"):
        about = About(t.world.points, rolled)
        if t.ask(of, "again", ("again", "stop"), about, while_points_last) == "stop":
            return 0
        t.emit(Spent(t.world.points - 1))
        rolled = throw(t, of)
    return rolled


@rule("T-3")
def game(t: Play[World], rounds: int) -> None:
    """Several throws."""
    for _ in range(rounds):
        rolled = pressed(t, "ann")
        if rolled:
            t.emit(Hit(rolled))
    t.emit(Ended())


class Scribe:
    """The toy as its own book."""

    def applied(self, world: Any, body: Body) -> Any:
        """The world after a fact, or after an edit of a number."""
        if isinstance(body, Became):
            return typed(body.fact, FACTS).apply(world)
        if isinstance(body, Edited):
            return msgspec.structs.replace(world, **{body.path: body.to})
        assert not isinstance(body, Added)
        return world

    def told(self, fact: Fact) -> dict[str, Any]:
        """A fact as it is logged."""
        told: dict[str, Any] = plain(fact)
        return told

    def today(self, told: dict[str, Any]) -> dict[str, Any]:
        """The toy never changed."""
        return told

    def known_to(self, world: Any, one: str) -> Any:
        """Everybody knows everybody."""
        return "all"

    def flat_to(self, world: Any, one: str) -> Any:
        """Everybody knows what anybody adds."""
        return "all"

    def names(self, world: Any, value: Any) -> dict[str, str]:
        """Ann has a name."""
        return {"ann": "Ann"} if value == "ann" else {}

    def filled(self, form: Form[Any], about: Any, answer: Any, reading: Reading) -> Any:
        """The toy has no forms."""
        raise NotImplementedError


def numbered(steps: Sequence[Body]) -> list[tuple[int, Body]]:
    """Steps with their seq, from 2 on; an answer to 0 is one to the question before it."""
    made: list[tuple[int, Body]] = []
    asked = 0
    for seq, body in enumerate(steps, 2):
        asked = seq if isinstance(body, Asked) else asked
        answers = isinstance(body, Answered) and not body.to
        made.append((seq, msgspec.structs.replace(body, to=asked) if answers else body))
    return made


def run(
    rule: Rule[Any, Any, Any], args: tuple[Any, ...], steps: Sequence[Body], entropy: Entropy
) -> tuple[Live[World], Prompt | None]:
    """Run a procedure once over its journal: the handle after it, and what it asks if it does not end."""
    t: Live[World] = Live(World(), 1, numbered(steps), READING, Scribe(), entropy)
    try:
        rule.body(t, *args)
    except Suspended as stop:
        return t, stop.prompts[0]
    return t, None


def no_dice(count: int, sides: int) -> tuple[int, ...]:
    """Entropy for a run that must not need any."""
    raise AssertionError("fresh dice in a re-run")

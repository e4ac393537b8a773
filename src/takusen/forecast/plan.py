"""What a forecast plays, as a value that can be sent to another process, and the parts that it is played in.

The number of parts and their seeds depend on the plan alone, so a forecast comes out the same however many processes
share it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from takusen.forecast.battle import Battle, played
from takusen.forecast.figures import Sums
from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.play.reading import Reading
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.book import Declaration, RuleBook, Staged
from takusen.rulebook.fields import Unseen
from takusen.rulebook.odds import Guess

SEED = 1
PARTS = 8
PART = 250
"""Fights below which a part isn't divided."""


class Plan(msgspec.Struct, frozen=True):
    """A forecast that is asked for: from which world, under which reading of the book, who plays by which policy.

    `players` names the policy of an entity, `sides` that of a side, `policies` that of a question; the book's first
    ones stand for the rest. `first` is declared before anything else happens.
    """

    book: str
    world: Any
    reading: Reading
    players: Mapping[Id, str] = {}
    sides: Mapping[str, str] = {}
    policies: Mapping[str, str] = {}
    first: Declaration | None = None
    runs: int = 1_000
    seed: int = SEED

    @property
    def parts(self) -> int:
        """How many parts the forecast has."""
        return max(1, min(PARTS, self.runs // PART))

    def runs_of(self, part: int) -> int:
        """How many fights a part has."""
        return self.runs // self.parts + (part < self.runs % self.parts)

    def battle(self, book: RuleBook, memo: Memo, part: int = 0) -> Battle:
        """The fight of a part. Raises NoFight, UnknownPolicy."""
        policies = book.policies_named(self.policies)
        seed = self.seed * PARTS + part
        return Battle(book, self.world, memo, seed, policies, self.players, None, self.first, self.sides)


def estimated(book: RuleBook, world: Any, guess: int | None) -> Any:
    """A view of a world in which the viewer's guess, or the book's ordinary value, stands for what is hidden, of those
    who no longer fight, too; as it is where the book has no guess."""
    if book.guess is None:
        return world
    return book.guess.around(guessed(book.guess, world, book.entities(world), guess))


def guessed(by: Guess, world: Any, among: Iterable[Id], guess: int | None) -> Any:
    """The view with the hidden numbers of some guessed; the same one where none are hidden."""
    for one in among:
        world = by.fill(world, one, by.within(guess))
    return world


def staged(book: RuleBook, fight: Staged, memo: Memo, lang: str) -> Any:
    """The world of a fight that the book sets up by itself."""
    world = book.new_world()
    for fact in book.enter(book.scenarios.get(fight.scenario), lang):
        world = fact.apply(world)
    t: Sampled[Any] = Sampled(world, Tables(memo, SEED), {})
    for name, args in fight.declare:
        t.run(book.acts[name], book.acts[name].typed(args))
    return t.world


def fights(book: RuleBook, world: Any) -> bool:
    """Whether there is a fight to forecast, as far as can be seen."""
    try:
        return bool(book.players and book.acting(world) and not book.over(world))
    except Unseen:
        return False


def part_played(
    plan: Plan, part: int, book: RuleBook, memo: Memo, go_on: Callable[[Sums], bool] = lambda so_far: True
) -> Sums:
    """Play one part. `go_on` hears how far it is and may stop it."""
    return played(plan.battle(book, memo, part), plan.runs_of(part), go_on)

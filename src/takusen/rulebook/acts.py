"""`@act`: a procedure that people may declare, with the offer that picks its arguments."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, get_args, get_origin

import msgspec

from takusen.log.audience import GM
from takusen.play.handles import Id, Play, Refused
from takusen.play.reading import Reading
from takusen.play.rule import Rule
from takusen.rulebook.offers import Offer, Openness, Trial, openness, tried

P = ParamSpec("P")
W = TypeVar("W")
See = Literal["", "gm"]
"""Who learns that an act is declared: whoever knows of who acts, or the GM alone."""
By = Literal["owner", "gm", "table"]
"""Who may declare: the owner of the first entity and the GM, the GM alone, or nobody (the book's `next` opens it)."""


class Act(Rule[Play[W], P, None], Generic[W, P]):
    """A declarable procedure. By default the owner of the first entity and the GM may declare it."""

    def __init__(
        self,
        body: Callable[Concatenate[Play[W], P], None],
        ids: tuple[str, ...],
        by: By,
        own: bool = False,
        see: See = "",
    ) -> None:
        super().__init__(body, ids)
        self.by, self.own, self.see = by, own, see
        self._offer: Callable[[Offer[W]], None] | None = None

    def offer(self, picks: Callable[[Offer[W]], None]) -> Callable[[Offer[W]], None]:
        """Decorator: the offer that picks this act's arguments."""
        self._offer = picks
        return picks

    def known_at(self, seat: str) -> bool:
        """Whether a seat may learn that there is such an act."""
        return self.see != "gm" or seat == GM

    @property
    def names_actor(self) -> bool:
        """Whether the first argument is an entity, who acts."""
        return next(iter(self.hints.values()), None) is Id

    def trial(self, offer: Offer[W], entities: tuple[Id, ...]) -> Trial:
        """Run the offer; without one the types choose. Arguments that it doesn't pick are refused."""
        if self.by == "table" or (self.by == "gm" and offer.seat != GM):
            return Trial((), refused=_GM_ONLY)
        return tried(self._offer or (lambda o: self._picked_by_type(o, entities)), offer)

    def openness(self, world: W, seat: str, reading: Reading, owner: Any, entities: tuple[Id, ...]) -> Openness:
        """Whether the act can be declared now."""
        return openness(lambda given: self.trial(Offer(world, seat, given, reading, owner), entities))

    def _picked_by_type(self, o: Offer[W], entities: tuple[Id, ...]) -> None:
        for place, (name, kind) in enumerate(self.hints.items()):
            if kind is Id:
                o.pick(name, o.mine(entities) if place == 0 else entities)
            elif get_origin(kind) is tuple and get_args(kind)[0] is Id:
                o.some(name, entities, at_most=len(entities), at_least=1)
            elif kind is bool:
                o.pick(name, (True, False))
            elif kind is int:
                o.number(name, 0, 99)
            elif isinstance(kind, type) and issubclass(kind, Enum):
                o.pick(name, tuple(one.value for one in kind))
            elif get_origin(kind) is Literal:
                o.pick(name, get_args(kind))
            else:
                o.text(name)

    def typed(self, args: dict[str, Any]) -> tuple[Any, ...]:
        """Declared arguments in order and in their types. Raises msgspec.ValidationError, TypeError."""
        return self.bound((), self.named(args))

    def named(self, args: dict[str, Any]) -> dict[str, Any]:
        """Declared arguments by name, in their types. Raises msgspec.ValidationError."""
        return {name: msgspec.convert(value, self.hints[name]) for name, value in args.items() if name in self.hints}


_GM_ONLY = Refused("not_the_gm")


def act(
    *ids: str, by: By = "owner", own: bool = False, see: See = ""
) -> Callable[[Callable[Concatenate[Play[W], P], None]], Act[W, P]]:
    """Mark a procedure `(handle, arguments) -> None` as declarable; it carries out the named catalogue rules.

    An `own` act is a character's own matter: it doesn't wait for the floor, asks nothing, and changes nothing but the
    character that its first argument names.
    Of one with `see="gm"` nobody but the GM learns that it is there or that it is done; it asks
    nobody else and its facts are the GM's.
    """
    return lambda body: Act(body, ids, by, own, see)

"""Precedents: how the GM has decided a question before, so that it isn't asked again."""

from takusen.rules import Id, Offer, Play, act

from .facts_cast import PrecedentDropped, PrecedentKept
from .questions import key
from .world import Ruling, World

ARROW = " → "


def told(world: World, ruling: Ruling) -> str:
    """A ruling as it is picked: the question, what it was about, the answer."""
    parts = (ruling.question, named(world, ruling.about), named(world, ruling.answer))
    return ARROW.join(part for part in parts if part)


def named(world: World, word: str) -> str:
    """The name of a place or a permanent that a ruling speaks of; other words stay."""
    known = world.places.get(Id(word)) or world.permanents.get(Id(word))
    return known.name if known else word


@act("MT-01", by="gm")
def keep_precedent(t: Play[World], ruling: str) -> None:
    """The GM keeps a recent answer as a precedent of the table."""
    kept = next(one for one in t.world.asked if told(t.world, one) == ruling)
    one = key(kept.question, kept.about)
    t.emit(PrecedentKept(one, kept, kept.question, Id(kept.about), Id(kept.answer)))


@keep_precedent.offer
def _(o: Offer[World]) -> None:
    if not o.world.asked:
        o.refuse("nothing_asked")
    o.pick("ruling", tuple(dict.fromkeys(told(o.world, one) for one in o.world.asked)))


@act("MT-01", by="gm")
def drop_precedent(t: Play[World], ruling: str) -> None:
    """A precedent holds no more: the GM is asked again."""
    kept: Id = next(one for one, ruled in t.world.precedents.items() if told(t.world, ruled) == ruling)
    ruled = t.world.precedents[kept]
    t.emit(PrecedentDropped(kept, ruled.question, Id(ruled.about), Id(ruled.answer)))


@drop_precedent.offer
def _(o: Offer[World]) -> None:
    if not o.world.precedents:
        o.refuse("no_precedent")
    o.pick("ruling", tuple(dict.fromkeys(told(o.world, one) for one in o.world.precedents.values())))

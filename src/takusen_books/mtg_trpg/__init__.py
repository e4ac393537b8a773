"""MTGでTRPG, the adventure part: real cards act on a living scene."""

from collections.abc import Mapping

from takusen.rules import Id, RuleBook

from .facts import FACTS
from .world import World


def owner(world: World, one: str) -> str:
    """The seat that plays a PC, or whose PC controls a permanent."""
    permanent = world.permanents.get(Id(one))
    pc = world.pcs.get(permanent.controller if permanent else Id(one))
    return pc.player if pc else ""


def entities(world: World) -> Mapping[Id, str]:
    """Names of PCs, permanents, places, and cards."""
    named = {one: pc.name for one, pc in world.pcs.items()}
    named |= {one: me.name for one, me in world.permanents.items()}
    named |= {one: place.name for one, place in world.places.items()}
    return named | {one: card.name for one, card in world.cards.items()}


def free(world: World) -> tuple[Id, ...]:
    """PCs that a player may take."""
    return tuple(one for one, pc in world.pcs.items() if not (pc.player or pc.removed))


BOOK = RuleBook(
    id="mtg_trpg",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(),
    owner=owner,
    entities=entities,
    free=free,
    owner_path="pcs.{}.player",
)

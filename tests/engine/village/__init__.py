"""A book for tests of places and cards: folk in a village go about, and play the cards of their hands."""

from takusen.rules import Fact, Id, RuleBook

from . import play
from .facts import FACTS, Began
from .pages import page
from .start import started
from .world import World


def owner(world: World, one: str) -> str:
    """The seat that plays somebody."""
    found = world.folk.get(Id(one))
    return found.player if found else ""


def enter(scenario: None, lang: str) -> tuple[Fact, ...]:
    """The village as it is in the morning."""
    return (Began(started(lang)),)


BOOK = RuleBook(
    id="village",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(play,),
    owner=owner,
    entities=lambda world: {
        **{one: me.name for one, me in world.folk.items()},
        **{one: area.name for one, area in world.areas.items()},
        **{one: card.name for one, card in world.cards.items()},
    },
    enter=enter,
    free=lambda world: tuple(one for one, me in world.folk.items() if me.icon == "player" and not me.player),
    policies=(play.only_here, play.first_card),
    previewed=("play", "go"),
    page=page,
    owner_path="folk.{}.player",
)

"""アルトネリコTRPG: battles in six phases on a map, with songs, gauges and skills as data."""

from collections.abc import Mapping

from takusen.rules import Fact, Fresh, Id, RuleBook

from . import checks, making, phases
from .check_odds import CHECK_ODDS
from .checks import at_once, hard, ordinary
from .facts import FACTS
from .fresh import newcomer, regulation
from .pages import page
from .phases import over, tally, winner
from .scenario import Scenario, amiss
from .starter import starter
from .world import PARTY, World


def owner(world: World, one: str) -> str:
    """The seat that plays a fighter."""
    fighter = world.fighters.get(Id(one))
    return fighter.player if fighter else ""


def entities(world: World) -> Mapping[Id, str]:
    """Names of fighters, of the content in use, and of what the GM has ready."""
    named = {one: fighter.name for one, fighter in world.fighters.items()}
    for collection in (world.skills, world.songs, world.items):
        named |= {one: content.name for one, content in collection.items()}
    named |= {one: enemy.fighter.name for one, enemy in world.enemies.items()}
    return named | {one: encounter.title for one, encounter in world.encounters.items()}


def free(world: World) -> tuple[Id, ...]:
    """Characters that a player may take."""
    return tuple(
        one for one, me in world.fighters.items() if me.side == PARTY and not (me.player or me.hidden or me.removed)
    )


def enter(scenario: Scenario | None, lang: str) -> tuple[Fact, ...]:
    """The starter set with what characters are made from, and what the scenario brings."""
    return (regulation(), *starter(lang)) + (scenario.facts(lang) if scenario else ())


def bring(scenario: Scenario, lang: str) -> tuple[Fact, ...]:
    """What a file brings to a table that is open."""
    return scenario.facts(lang)


BOOK = RuleBook(
    id="artonelico",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(phases, checks, making),
    owner=owner,
    entities=entities,
    page=page,
    scenario=Scenario,
    enter=enter,
    amiss=amiss,
    bring=bring,
    scenarios=("content/scenarios/morning_note.toml",),
    over=over,
    winner=winner,
    tally=tally,
    free=free,
    owner_path="fighters.{}.player",
    content=("content/making.toml",),
    policies=(ordinary, hard, at_once),
    odds=CHECK_ODDS,
    fresh=(Fresh("fighters", newcomer, players=True),),
)

"""アルトネリコTRPG: battles in six phases on a map, with songs, gauges and skills as data."""

from collections.abc import Mapping

from takusen.rules import Demo, Fact, Fresh, Id, RuleBook

from . import chants, checks, ends, main, making, order, phases, prepare, songs, strike, turns, uses, windows
from .check_odds import CHECK_ODDS
from .checks import at_once, hard, ordinary
from .desk import wave_names
from .ends import bring_the_next, due, over, tally, winner
from .facts import FACTS
from .fresh import newcomer
from .gist import gist
from .guess import GUESS
from .names import derived
from .order import as_listed
from .pages import page
from .players import BLOWS, notes
from .policy import hold_long, release_at_once, sensible
from .prepare import grant
from .rolls import flat_to
from .scenario import Scenario, amiss
from .sheets import adopt
from .skilful import skilful
from .starter import starter
from .turns import acting
from .whatif import BEGINNERS, STAGED, considered, fighting
from .windows import SPARING, USUAL, nearest_first
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
    named |= {one: origin.name for one, origin in world.tables.origins.items()}
    named |= {one: encounter.title for one, encounter in world.encounters.items()}
    return named | wave_names(world)


def free(world: World) -> tuple[Id, ...]:
    """Characters that a player may take."""
    return tuple(
        one for one, me in world.fighters.items() if me.side == PARTY and not (me.player or me.hidden or me.removed)
    )


def moment(world: World) -> str:
    """The turn, for which a seat may leave an answer to reactions."""
    return f"{world.battle.encounter} {world.battle.turn}" if world.battle else ""


def enter(scenario: Scenario | None, lang: str) -> tuple[Fact, ...]:
    """The starter set, and what the scenario brings."""
    return starter(lang) + (scenario.facts(lang) if scenario else ())


def bring(scenario: Scenario, lang: str) -> tuple[Fact, ...]:
    """What a file brings to a table that is open."""
    return scenario.facts(lang)


DEMO = Demo(
    scenario="morning_note",
    mine=tuple(map(Id, BEGINNERS)),
    declare=(("start_battle", {"encounter": "pump_room", "members": BEGINNERS}), ("begin", {})),
    foes=tuple(Id(f"pump_room-{number}") for number in range(1, 5)),
    policy="sensible",
)

BOOK = RuleBook(
    id="artonelico",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(phases, order, chants, songs, turns, main, uses, windows, strike, ends, checks, making, prepare),
    owner=owner,
    entities=entities,
    page=page,
    scenario=Scenario,
    enter=enter,
    amiss=amiss,
    bring=bring,
    scenarios=("content/scenarios/morning_note.toml",),
    next=due,
    over=over,
    winner=winner,
    tally=tally,
    acting=acting,
    fighting=fighting,
    considered=considered,
    staged=STAGED,
    moment=moment,
    free=free,
    flat_to=flat_to,
    owner_path="fighters.{}.player",
    demo=DEMO,
    content=("content/tables.toml",),
    policies=(ordinary, hard, at_once, grant, as_listed, bring_the_next, nearest_first, *USUAL.values(), *SPARING),
    odds=(*CHECK_ODDS, *BLOWS),
    notes=notes,
    gist=gist,
    players={"sensible": sensible, "release_at_once": release_at_once, "hold_long": hold_long, "skilful": skilful},
    guess=GUESS,
    derived=derived,
    adopt=adopt,
    fresh=(Fresh("fighters", newcomer, players=True),),
)

"""SW2.0 dungeon exploration: area cards, TP, troubles and 省略戦闘 on top of Sword World 2.0."""

from collections.abc import Mapping
from functools import cache

from takusen.rules import Demo, Fact, Fresh, Id, RuleBook, Table, read_content

from . import explore, fights, happen, items, rest, rolls, session
from .board import warnings
from .facts import FACTS
from .names import derived
from .pages import page
from .players import ODDS
from .rest import mend_the_worst, only_rest
from .scenario import Party, Scenario
from .session import due
from .setting import Joined
from .sheets import adopt
from .world import PC, World


def owner(world: World, one: str) -> str:
    """The seat that plays a character."""
    pc = world.pcs.get(Id(one))
    return pc.player if pc else ""


def entities(world: World) -> Mapping[Id, str]:
    """Names of all that has an id."""
    named = {one: pc.name for one, pc in world.pcs.items()}
    named |= {key: card.title for key, card in world.cards.items()}
    named |= {key: card.title for key, card in world.troubles.items()}
    for collection in (world.monsters, world.treasures, world.bodies, world.benefits):
        named |= {key: one.name for key, one in collection.items()}
    return named | {key: one.title for key, one in world.endings.items()}


def free(world: World) -> tuple[Id, ...]:
    """Characters that a player may take."""
    return tuple(one for one, pc in world.pcs.items() if not (pc.player or pc.removed or pc.dead))


def newcomer(name: str, numbers: Mapping[str, int]) -> PC:
    """A new character as people add one."""
    return PC(name, skills=Table({"スカウト": 1}))


@cache
def ready() -> Party:
    """The ready characters that ship with the book."""
    return read_content(__name__, "content/pcs.toml", Party)


def enter(scenario: Scenario | None, lang: str) -> tuple[Fact, ...]:
    """The ready characters, and what the scenario brings."""
    joined = tuple(Joined(one.id, one.made(lang)) for one in ready().pc)
    return joined + (scenario.facts(lang) if scenario else ())


DEMO = Demo(
    scenario="thawing_icehouse",
    mine=(Id("pc_nagi"), Id("pc_tomoe"), Id("pc_gald")),
    declare=(("begin_exploration", {}),),
    foes=(),
    policy="",
)

BOOK = RuleBook(
    id="sw2_dungeon",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(rolls, happen, fights, explore, items, rest, session),
    owner=owner,
    entities=entities,
    next=due,
    page=page,
    scenario=Scenario,
    enter=enter,
    scenarios=("content/scenarios/thawing_icehouse.toml",),
    content=("content/charts.toml",),
    policies=(mend_the_worst, only_rest),
    odds=ODDS,
    free=free,
    dice="SwordWorld2.0",
    derived=derived,
    owner_path="pcs.{}.player",
    adopt=adopt,
    demo=DEMO,
    warnings=warnings,
    fresh=(Fresh("pcs", newcomer, players=True),),
)

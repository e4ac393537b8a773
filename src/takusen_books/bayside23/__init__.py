"""bayside23・ファントムサイドストーリー: fights, checks, riddles and traps on 2d6, low is good."""

from collections.abc import Mapping
from functools import cache

from takusen.rules import Demo, Fact, Fresh, Id, RuleBook, Staged, Table, is_hidden, read_content

from . import checks, combat, fights, recovery, rolls
from .checks import warnings
from .combat import acting, best_defence
from .evening import LAYERS
from .facts import FACTS
from .fights import call_it_a_draw, due, over, winner
from .pages import page
from .players import GUESS, ODDS, from_round_one, notes, strike_the_weakest, tally
from .rolls import fuller_pool, give_up_at_once, press_on, to_the_last
from .scenario import Cast, Scenario
from .setting import Joined
from .world import FRIENDS, Fighter, Hint, World


def owner(world: World, one: str) -> str:
    """The seat that plays a fighter."""
    fighter = world.fighters.get(Id(one))
    return fighter.player if fighter else ""


def entities(world: World) -> Mapping[Id, str]:
    """Names of fighters, riddles with their hints, and scenes."""
    named = {one: fighter.name for one, fighter in world.fighters.items()}
    for one, riddle in world.riddles.items():
        named[one] = riddle.title
        named |= {hint: f"{riddle.title}: {hint_name(found)}" for hint, found in riddle.hints.items()}
    return named | {one: scene.title for one, scene in world.scenes.items()}


def hint_name(hint: Hint) -> str:
    """A hint by where it lies, or, for those who don't know that, by how it begins."""
    return hint.text[:HINT] if is_hidden(hint.where) or not hint.where else hint.where


def fighting(world: World) -> Mapping[Id, str]:
    """Those in the fight with their sides."""
    members = world.fight.members if world.fight else ()
    return {one: world.fighters[one].side for one in members if one in world.fighters}


def free(world: World) -> tuple[Id, ...]:
    """Fighters that a player may take."""
    return tuple(
        one for one, me in world.fighters.items() if me.side == FRIENDS and not (me.player or me.hidden or me.removed)
    )


def stranger(name: str, numbers: Mapping[str, int]) -> Fighter:
    """A new fighter as the GM adds one: an ordinary person on the foes' side, out of sight."""
    return Fighter(name, "foes", traits=Table({"気合": 2}), skills=Table({"格闘": 10}), hidden=True)


@cache
def cast() -> Cast:
    """The ready fighters that ship with the book."""
    return read_content(__name__, "content/fighters.toml", Cast)


def enter(scenario: Scenario | None, lang: str) -> tuple[Fact, ...]:
    """The ready fighters, and what the scenario brings."""
    ready = tuple(Joined(one.id, one.fighter(lang)) for one in cast().fighter)
    return ready + (scenario.facts(lang) if scenario else ())


HINT = 20

HEROES = (Id("rin"), Id("soma"), Id("suzu"))
UNDERLINGS = (Id("fog_monk"), Id("rustclaw"), Id("weeping_lantern"))

DEMO = Demo(
    scenario="harbor_lantern",
    mine=HEROES,
    declare=(("enter_scene", {"scene": "lighthouse"}), ("start_fight", {"members": HEROES + UNDERLINGS})),
    foes=UNDERLINGS,
    policy="strike_the_weakest",
)

BOOK = RuleBook(
    id="bayside23",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(rolls, combat, fights, checks, recovery),
    owner=owner,
    entities=entities,
    next=due,
    over=over,
    winner=winner,
    acting=acting,
    fighting=fighting,
    tally=tally,
    situation=from_round_one,
    counted={"rounds": "round_started"},
    page=page,
    scenario=Scenario,
    enter=enter,
    scenarios=("content/scenarios/harbor_lantern.toml",),
    content=("content/tables.toml",),
    layers=LAYERS,
    policies=(press_on, give_up_at_once, to_the_last, best_defence, fuller_pool, call_it_a_draw),
    players={"strike_the_weakest": strike_the_weakest},
    odds=ODDS,
    guess=GUESS,
    free=free,
    owner_path="fighters.{}.player",
    fresh=(Fresh("fighters", stranger),),
    demo=DEMO,
    staged={"lighthouse": Staged(DEMO.scenario, DEMO.declare)},
    notes=notes,
    warnings=warnings,
)

"""MTGでTRPG, the adventure part: real cards act on a living scene."""

from collections.abc import Iterator, Mapping

from takusen.rules import Declaration, Demo, Fact, Fault, Fresh, Id, Memo, RuleBook

from . import (
    agree,
    bodies,
    boss,
    byhand,
    calendar,
    cast,
    chart,
    checks,
    combat,
    control,
    due,
    graves,
    harm,
    hindered,
    mass,
    minds,
    moving,
    piles,
    precedents,
    remains,
    scene,
    seals,
    stage,
    using,
    wounds,
)
from .check_odds import CHECK_ODDS
from .deck import deck_facts
from .facts import FACTS
from .fresh import POWER, TOUGHNESS, newcomer, somebody, somewhere
from .pages import page
from .questions import QUESTIONS
from .recognise import recognise
from .scenario import Scenario, misfits
from .starter import ready, stock
from .supposing import ordinary
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


def enter(scenario: Scenario | None, lang: str) -> tuple[Fact, ...]:
    """What the scenario brings, with the ready PCs where it has none of its own."""
    if scenario is None:
        return ready(lang)
    return scenario.facts(lang, stock()) + (() if scenario.pc else ready(lang))


def amiss(scenario: Scenario, world: World) -> Iterator[Fault]:
    """What a scenario speaks of that nobody has."""
    return misfits(scenario, world, stock())


def bring(scenario: Scenario, lang: str) -> tuple[Fact, ...]:
    """What a file brings to a table that is open."""
    return scenario.facts(lang, stock())


def waits(world: World, one: Id, memo: Memo) -> Declaration | None:
    """Whoever is played like this answers what it is asked, and does nothing by itself."""
    return None


POLICIES = (
    checks.least_bonus,
    checks.by_result_card,
    combat.nobody_blocks,
    combat.by_numbers,
    control.agrees,
    hindered.kept_secret,
    moving.let_go,
    piles.oldest,
    seals.stays_away,
)

DEMO = Demo(
    scenario="ferry_dispute",
    mine=(Id("lyuka"),),
    declare=(("start_scene", {"place": "landing", "members": ["lyuka"]}),),
    foes=(),
    policy="waits",
)

BOOK = RuleBook(
    id="mtg_trpg",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(
        *(scene, piles, moving, checks, combat, wounds, remains, seals, control, calendar, due, stage, boss, byhand),
        *(cast, using, agree, hindered, mass, bodies, chart, harm, minds, graves, precedents),
    ),
    owner=owner,
    entities=entities,
    free=free,
    scenario=Scenario,
    enter=enter,
    amiss=amiss,
    bring=bring,
    scenarios=("content/scenarios/heron_supper.toml", "content/scenarios/ferry_dispute.toml"),
    demo=DEMO,
    players={"waits": waits},
    fresh=(
        Fresh("pcs", newcomer, players=True),
        Fresh("permanents", somebody, (POWER, TOUGHNESS)),
        Fresh("places", somewhere),
    ),
    next=due.due,
    acting=checks.called,
    page=page,
    policies=(*QUESTIONS, *POLICIES),
    odds=CHECK_ODDS,
    supposed=ordinary,
    previewed=(
        *("cast", "activate", "attack", "recruit", "call_thing", "go"),
        *("end_scene", "pass_days", "leave_battlefield", "event_happens", "burn", "repair", "begin_boss_fight"),
    ),
    owner_path="pcs.{}.player",
    content=("content/chart.toml",),
    recognise=recognise,
    deck=deck_facts,
)

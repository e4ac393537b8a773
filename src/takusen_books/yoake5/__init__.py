"""夜明けの時代5 (a compatible base with a starter set of ours): sessions in three parts, combats in rows, and campaigns
in which characters live on."""

from collections.abc import Iterator, Mapping

from takusen.rules import Fact, Fault, Fresh, Id, Reading, RuleBook, Table, is_hidden

from . import (
    afterplay,
    aims,
    blows,
    bonds,
    campaign,
    checks,
    damage,
    effects,
    forbids,
    helps,
    making,
    mystic,
    plan,
    reactions,
    removal,
    rewards,
    rounds,
    rows,
    session,
    shop,
    states,
    strike,
    things,
    turn,
    use_item,
    use_skill,
    uses,
)
from .above import CAMPAIGN
from .amiss import amiss
from .catalogue import titles
from .facts import FACTS
from .facts_fight import LanguageSet
from .fight_odds import FIGHT_ODDS
from .guess import GUESS
from .names import derived, gist
from .pages import page
from .policy import PLAYERS
from .scenario import Scenario, misfits
from .trial import DEMO, STAGED
from .world import PARTY, Belonging, Character, World


def owner(world: World, one: str) -> str:
    """The seat that plays a character."""
    me = world.characters.get(Id(one))
    return me.player if me else ""


def entities(world: World) -> Mapping[Id, str]:
    """Names of characters, of what they have, and of what the GM has ready."""
    named = {one: me.name for one, me in world.characters.items()}
    named |= {one: ready.title for one, ready in world.encounters.items()}
    for me in world.characters.values():
        named |= {} if is_hidden(me.items) else belongings(me.items, world.lang)
    return named


def belongings(items: Table[Id, Belonging], lang: str) -> Mapping[Id, str]:
    """Names of what somebody has: given ones, else those of the catalogue."""
    titled = BOOK.titles(BOOK.usual)

    def name(each: Belonging) -> str:
        return each.title or (titled[each.item][lang] if each.item in titled else each.item)

    return {own: name(each) for own, each in items.items()}


def free(world: World) -> tuple[Id, ...]:
    """Characters that a player may take."""
    return tuple(
        one for one, me in world.characters.items() if me.side == PARTY and not (me.player or me.hidden or me.removed)
    )


COMBAT = (checks, forbids, rows, turn, rounds, damage, strike)
SKILLS = (use_skill, use_item, uses, aims, effects, states, things, blows, helps, reactions, mystic, removal)
POLICIES = (
    *(damage.stands_while_lp_last, damage.stays_down, rounds.as_listed),
    afterplay.granted,
    bonds.accept,
    *(damage.stands_while_lp_last, damage.stays_down, rounds.as_listed, rounds.bring_the_next),
    *(things.first_thing, things.first_loot, helps.always),
)


def enter(scenario: Scenario | None, lang: str) -> tuple[Fact, ...]:
    """What a scenario brings beside characters."""
    return scenario.facts(lang) if scenario else (LanguageSet(lang),)


def people(scenario: Scenario | None, lang: str, reading: Reading) -> tuple[Fact, ...]:
    """Those who come with a scenario, made as the table reads the rules."""
    return tuple(scenario.people(lang, reading)) if scenario else ()


def amiss_in(scenario: Scenario, world: World) -> Iterator[Fault]:
    """What a scenario speaks of that the catalogue has not."""
    return misfits(scenario, BOOK.usual)


def bring(scenario: Scenario, lang: str) -> tuple[Fact, ...]:
    """What a file brings to a table that is open; its people are not made yet."""
    return (*scenario.facts(lang), *scenario.names(lang))


BOOK: RuleBook = RuleBook(
    id="yoake5",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(campaign, session, bonds, afterplay, shop, making, plan, rewards, *COMBAT, *SKILLS),
    content=(
        "content/growth.toml",
        "content/campaign.toml",
        "content/combat.toml",
        "content/skills_house.toml",
        "content/items_house.toml",
        "content/species.toml",
        "content/classes.toml",
        "content/skills_common.toml",
        "content/skills_classes.toml",
        "content/items.toml",
        "content/foes.toml",
        "content/statuses.toml",
        "content/emotions.toml",
        "content/dormitories.toml",
        "content/ready.toml",
    ),
    owner=owner,
    entities=entities,
    free=free,
    content_check=amiss,
    scenario=Scenario,
    enter=enter,
    made=people,
    amiss=amiss_in,
    bring=bring,
    scenarios=(
        "content/scenarios/after_closing_time.toml",
        "content/scenarios/rift_over_exams.toml",
    ),
    titles=titles,
    next=rounds.due,
    over=rounds.over,
    winner=rounds.winner,
    acting=rounds.acting,
    fighting=rounds.fighting,
    tally=rounds.tally,
    policies=POLICIES,
    page=page,
    players=PLAYERS,
    demo=DEMO,
    guess=GUESS,
    staged=STAGED,
    odds=FIGHT_ODDS,
    owner_path="characters.{}.player",
    derived=derived,
    gist=gist,
    fresh=(Fresh("characters", lambda name, numbers: Character(name), players=True),),
    campaign=CAMPAIGN,
)

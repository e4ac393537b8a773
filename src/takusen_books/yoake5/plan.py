"""Growing (YA-12): a plan that is tried, priced, dropped or made true."""

from collections.abc import Iterator
from typing import Any, Protocol

from takusen.rules import Fact, Id, Offer, Play, Reading, Refused, act

from .catalogue import catalogue
from .costs import ROWS, SUB
from .facts_growth import BeneficiaryNamed, Grown, Planned
from .growth import (
    Growth,
    named,
    why_not_back,
    why_not_class,
    why_not_confirm,
    why_not_lp,
    why_not_now,
    why_not_row,
    why_not_skill,
)
from .ledger import Recorded
from .world import PARTY, PREPLAY, Character, Plan, Record, World

RULE = "YA-12"
LP_PATH = "charts.growth.lp"


def party(world: World) -> tuple[Id, ...]:
    """The characters of the party, those of them that can be seen."""
    return tuple(one for one, me in world.characters.items() if me.side == PARTY and not me.removed)


def grower(o: Offer[World]) -> tuple[Id, Growth]:
    """The character that is picked, with the growth it tries."""
    one = o.pick("actor", o.mine(party(o.world)), lambda one: why_not_now(o.world, one), "not_your_character")
    return one, Growth(o.world.characters[one], o.reading)


def stop(o: Offer[World], refused: Refused | None) -> None:
    """Nothing can be picked any more, where there is a reason."""
    if refused:
        o.refuse(refused.reason, **dict(refused.params))


class Making(Protocol):
    """Where somebody is made: a rule that runs, or a world before its table opens."""

    @property
    def world(self) -> World: ...

    @property
    def reading(self) -> Reading: ...

    def emit(self, fact: Fact, /) -> None:
        """Something becomes true."""
        ...


def opened(t: Making, one: Id) -> Growth:
    """The growth that a character tries, where a rule runs."""
    return Growth(t.world.characters[one], t.reading)


# trying --------------------------------------------------------------------------------------------------------------


@act("YA-12", own=True)
def plan_class(t: Play[World], actor: Id, kind: str) -> None:
    """One more level of a class goes into the plan."""
    t.emit(Planned(actor, opened(t, actor).with_class(kind).plan))


@plan_class.offer
def _(o: Offer[World]) -> None:
    _, growth = grower(o)
    o.pick("kind", catalogue(o.reading).classes, lambda one: why_not_class(growth, one))


@act("YA-12", own=True)
def plan_row(t: Play[World], actor: Id, kind: str, row: str) -> None:
    """A planned class stands on another row of the chart, where players name them."""
    plan = opened(t, actor).plan
    t.emit(Planned(actor, Plan(plan.classes, plan.extra, plan.skills, plan.lp_steps, plan.rows.put(kind, row))))


@plan_row.offer
def _(o: Offer[World]) -> None:
    _, growth = grower(o)
    if not named(o.reading):
        o.refuse("rows_by_themselves")
    if not growth.plan.rows:
        o.refuse("nothing_planned")
    kind = o.pick("kind", growth.plan.rows)
    o.pick("row", growth.free_rows(kind), lambda row: why_not_row(growth, kind, row))


@act("YA-12", own=True)
def plan_skill(t: Play[World], actor: Id, skill: str) -> None:
    """One more level of a skill goes into the plan."""
    t.emit(Planned(actor, opened(t, actor).with_skill(skill).plan))


@plan_skill.offer
def _(o: Offer[World]) -> None:
    _, growth = grower(o)
    o.pick("skill", catalogue(o.reading).skills, lambda one: why_not_skill(growth, one))


@act("YA-12", own=True)
def plan_lp(t: Play[World], actor: Id) -> None:
    """One more step of LP growth goes into the plan."""
    t.emit(Planned(actor, opened(t, actor).with_lp().plan))


@plan_lp.offer
def _(o: Offer[World]) -> None:
    _, growth = grower(o)
    stop(o, why_not_lp(growth))


@act("YA-12", own=True)
def plan_back(t: Play[World], actor: Id, what: str) -> None:
    """One level or step of the plan is taken out again."""
    left = opened(t, actor).without(what).plan
    t.emit(Planned(actor, None if left == Plan() else left))


@plan_back.offer
def _(o: Offer[World]) -> None:
    _, growth = grower(o)
    planned = (*growth.plan.classes, *growth.plan.skills, *(("lp",) if growth.plan.lp_steps else ()))
    if not planned:
        o.refuse("nothing_planned")
    o.pick("what", planned, lambda one: why_not_back(growth, one))


@act("YA-12", own=True)
def drop_plan(t: Play[World], actor: Id) -> None:
    """The plan is dropped; nothing has changed."""
    t.emit(Planned(actor, None))


@drop_plan.offer
def _(o: Offer[World]) -> None:
    _, growth = grower(o)
    if growth.me.plan is None:
        o.refuse("nothing_planned")


# making it true ------------------------------------------------------------------------------------------------------


@act("YA-12", own=True)
def confirm_plan(t: Play[World], actor: Id) -> None:
    """The plan comes true and is paid for."""
    growth = opened(t, actor)
    t.emit(Recorded(actor, tuple(grown_records(growth, day_of(t.world)))))
    t.emit(grown_fact(actor, growth.grown))


@confirm_plan.offer
def _(o: Offer[World]) -> None:
    _, growth = grower(o)
    stop(o, why_not_confirm(growth))


def grown_fact(one: Id, me: Character) -> Grown:
    """What a character has grown to."""
    return Grown(one, me.classes, me.extra, me.skills, me.rows, me.lp_steps, me.lp)


def grown_records(growth: Growth, day: str) -> Iterator[Record]:
    """What the history says of growth: what was gained, and what was paid for it by which chart."""
    me, plan, sources = growth.me, growth.plan, growth.reading.sources
    for one, levels in plan.classes.items():
        yield entry("told", me.classes.get(one, 0) + levels, "class_level", day, what=one)
    price = growth.class_price
    if price:
        why = "classes" if price > 0 else "classes_cheaper"
        yield entry("experience", -price, why, day, note=sources.get(f"{ROWS}.{SUB}", ""))
    for one, levels in plan.skills.items():
        yield entry("told", me.skills.get(one, 0) + levels, "skill_level", day, what=one)
    if plan.lp_steps:
        yield entry("experience", -growth.lp_price, "lp_growth", day, note=sources.get(LP_PATH, ""))
        yield entry("max_lp", plan.lp_steps, "lp_growth", day)


def entry(kind: str, amount: int, why: str, day: str, **fields: Any) -> Record:
    """An entry of a history about making or growth."""
    return Record(kind, amount, why=why, rule=RULE, day=day, **fields)


def day_of(world: World) -> str:
    """The day of the session, if one is on."""
    return world.session.day if world.session else ""


# for whom a skill works ----------------------------------------------------------------------------------------------


@act("YA-12", own=True)
def name_beneficiary(t: Play[World], actor: Id, skill: str, target: Id) -> None:
    """For whom a unique skill works: named once, or changed where the skill says so."""
    t.emit(BeneficiaryNamed(actor, skill, target))


@name_beneficiary.offer
def _(o: Offer[World]) -> None:
    one = o.pick("actor", o.mine(party(o.world)), otherwise="not_your_character")
    me, known = o.world.characters[one], catalogue(o.reading).skills
    skills = tuple(skill for skill in me.skills if skill in known and known[skill].beneficiary)
    if not skills:
        o.refuse("no_such_skill")
    skill = o.pick("skill", skills, lambda skill: why_not_named(o, me, skill))
    o.pick("target", tuple(other for other in party(o.world) if other not in (one, me.beneficiaries.get(skill))))


def why_not_named(o: Offer[World], me: Character, skill: str) -> Refused | None:
    """Why the beneficiary of a skill stays who it is."""
    if skill not in me.beneficiaries:
        return None
    if catalogue(o.reading).skills[skill].beneficiary != "preplay":
        return Refused("named_once")
    preplay = o.world.session is not None and o.world.session.part == PREPLAY
    return None if preplay else Refused("only_in_preplay")

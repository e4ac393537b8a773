"""休憩 and loot checks (SD-08, SD-12, SD-15)."""

from collections.abc import Iterator, Sequence

import msgspec

from takusen.rules import Chance, Form, Id, Offer, Play, Question, Refused, Table, Word, act, policy, rule, total

from .clock import declared, pass_time
from .explore import must_be_exploring, must_have_a_pc
from .facts import Rested
from .harm import end_benefits
from .items import consume, mean_restored
from .rolls import LOOT
from .world import Loot, World
from .wounds import BodySearched, ItemKept, ItemSpared, LootGained, NothingFound

HERBS = 2
MARKS = "①②"
"""The herbs of one kind for one target, at most as many as anybody may have."""


class Dose(msgspec.Struct, frozen=True):
    """One herb of a bag on one character."""

    herb: str
    target: Id


class Need(msgspec.Struct, frozen=True):
    """What somebody lacks of the gauge that a herb mends, and how much of it to expect from this hand."""

    gauge: str
    lacking: int
    expected: str


class RestAbout(msgspec.Struct, frozen=True):
    """What somebody who rests chooses from: doses by what they are called, bodies that nobody has searched, who lacks
    how many HP, and which herbs give those back. `may` is a word for what there is to do."""

    of: Id
    doses: Table[str, Dose]
    bodies: tuple[Id, ...]
    at_most: int
    lacking: Table[Id, int]
    mending: tuple[str, ...] = ()
    needs: Table[str, Need] = Table()
    may: str = ""


class RestPlan(msgspec.Struct, frozen=True):
    """What one character does in a rest."""

    herbs: tuple[str, ...] = ()
    bodies: tuple[Id, ...] = ()


def pick_plan(o: Offer[None], about: RestAbout) -> None:
    """Herbs up to the limit, and bodies to search."""
    most = min(about.at_most, len(about.doses))
    o.some("herbs", about.doses, most, too_many="too_many_herbs", note=lambda name: need_words(about.needs[name]))
    o.some("bodies", about.bodies, at_most=len(about.bodies))


def need_words(need: Need) -> Word:
    """What a dose is good for, beside its choice."""
    params = (("lacking", need.lacking), ("expected", need.expected))
    return Word(f"phrase.dose_{need.gauge}" if need.lacking else "phrase.dose_idle", params)


PLAN = Form(RestPlan, pick_plan)


@policy("rest")
def mend_the_worst(about: RestAbout, open_ones: Sequence[RestPlan]) -> RestPlan:
    """Use herbs on whoever lacks the most HP, and search what lies there."""
    worst = max(about.lacking, key=lambda one: about.lacking[one], default=about.of)
    hurt = about.lacking.get(worst, 0) > 0
    fitting = ((name, dose) for name, dose in about.doses.items() if dose.herb in about.mending)
    herbs = tuple(name for name, dose in fitting if hurt and dose.target == worst)
    return RestPlan(herbs[: about.at_most], about.bodies)


@policy("rest")
def only_rest(about: RestAbout, open_ones: Sequence[RestPlan]) -> RestPlan:
    """Use nothing and search nothing."""
    return RestPlan()


@act("SD-02", "SD-08", "SD-12", "SD-15")
def rest(t: Play[World]) -> None:
    """休憩: all are asked at once; herbs and loot checks, then 1 TP (options rest_tp, loot_tp)."""
    declared(t)
    end_benefits(t, ("next_action",))
    t.emit(Rested())
    asked: tuple[Id, ...] = t.world.ready
    plans = t.ask_all(tuple(question(t, one) for one in asked))
    used = carry_out(t, tuple(zip(asked, plans, strict=True)))
    if used or t.option("rest_tp"):
        pass_time(t, 1, "rest")


def question(t: Play[World], one: Id) -> Question:
    """What one character is asked."""
    return Question(of=one, label="rest", choices=PLAN, about=resting(t, one), policy=mend_the_worst)


def resting(t: Play[World], one: Id) -> RestAbout:
    """What one character may do in this rest."""
    world = t.world
    herbs = tuple(herb for herb in t.content("items.herbs") if not t.banned(f"items.{herb}"))
    doses = Table(listed_doses(world, one, herbs))
    inside = t.option("loot_tp") == "within_rest"
    bodies = tuple(key for key, body in world.bodies.items() if not body.done) if inside else ()
    lacking = Table((key, world.pc(key).hp_max - world.pc(key).hp) for key in world.party)
    mending = tuple(herb for herb in herbs if t.content(f"items.{herb}.gauge") == "hp")
    needs = Table((name, need_of(t, one, dose)) for name, dose in doses.items())
    return RestAbout(one, doses, bodies, herb_limit(t, len(doses)), lacking, mending, needs, may(doses, bodies))


def may(doses: Table[str, Dose], bodies: tuple[Id, ...]) -> str:
    """A word for what there is to do in a rest."""
    if doses:
        return "rest_both" if bodies else "rest_herbs"
    return "rest_loot" if bodies else "rest_nothing"


def need_of(t: Play[World], one: Id, dose: Dose) -> Need:
    """What a dose would be good for now."""
    gauge = t.content(f"items.{dose.herb}.gauge")
    lacking = t.world.pc(dose.target).lacking(gauge)
    return Need(gauge, lacking, f"{float(mean_restored(t, t.world.pc(one), dose.herb, lacking)):.1f}")


def herb_limit(t: Chance, listed: int) -> int:
    """How many herbs one user may apply of those listed (options rest_herb_limit, per_target_user_limit)."""
    free = t.option("rest_herb_limit") == "per_target" and t.option("per_target_user_limit") == "no_limit"
    return listed if free else HERBS


def listed_doses(world: World, one: Id, herbs: tuple[str, ...]) -> Iterator[tuple[str, Dose]]:
    """Each herb of a bag on each character, as often as the bag and the rest allow."""
    bag = world.pc(one).items
    for herb in herbs:
        for target in world.party:
            for mark in MARKS[: max(0, bag.get(herb, 0))]:
                yield f"{herb} → {world.pc(target).name} {mark}", Dose(herb, target)


def carry_out(t: Play[World], plans: tuple[tuple[Id, RestPlan], ...]) -> bool:
    """Herbs, then loot; says whether there was any."""
    treated: tuple[Id, ...] = ()
    used = False
    for one, plan in plans:
        for dose in doses_of(t.world, one, plan, t.content("items.herbs")):
            if apply_herb(t, one, dose, treated):
                treated, used = (*treated, dose.target), True
    for one, plan in plans:
        for body in plan.bodies:
            used = search(t, one, body) or used
    return used


def doses_of(world: World, one: Id, plan: RestPlan, herbs: tuple[str, ...]) -> tuple[Dose, ...]:
    """The doses that a plan names."""
    listed = dict(listed_doses(world, one, herbs))
    return tuple(listed[name] for name in plan.herbs if name in listed)


def apply_herb(t: Play[World], one: Id, dose: Dose, treated: tuple[Id, ...]) -> bool:
    """One herb on somebody, unless the bag is empty or the treated needs none or has had as many as one may."""
    if t.world.pc(one).items.get(dose.herb, 0) <= 0:
        return False
    if t.option("rest_herb_limit") == "per_target" and treated.count(dose.target) >= HERBS:
        t.emit(ItemKept(one, dose.herb, dose.target))
        return False
    if not t.world.pc(dose.target).lacking(t.content(f"items.{dose.herb}.gauge")):
        t.emit(ItemSpared(one, dose.herb, dose.target))
        return False
    consume(t, one, dose.herb, dose.target)
    return True


@rest.offer
def _(o: Offer[World]) -> None:
    must_be_exploring(o)
    must_have_a_pc(o)


# loot ----------------------------------------------------------------------------------------------------------------


def search(t: Play[World], one: Id, body: Id) -> bool:
    """戦利品判定 on a body that nobody has searched yet."""
    lying = t.world.bodies[body]
    if lying.done:
        return False
    result = loot_result(t, one, loot_bonus(t, t.world, one))
    t.emit(BodySearched(one, body, result))
    lines = tuple(line for line in lying.loot if line.always or line.low <= result <= line.high)
    for line in lines:
        gain(t, line)
    if not lines:
        t.emit(NothingFound(body))
    return True


@rule("SD-08")
def loot_result(t: Chance, of: Id, bonus: int) -> int:
    """2d6, better for those who have the eye for it."""
    return t.roll(LOOT, total(2, 6), of) + bonus


def loot_bonus(t: Chance, world: World, one: Id) -> int:
    """トレジャーハント and 鋭い目."""
    skills, needed = t.content("loot.skills"), t.content("loot.level")
    good = any(world.pc(one).skills.get(skill, 0) >= needed for skill in skills)
    return int(t.content("loot.bonus")) if good else 0


def gain(t: Play[World], line: Loot) -> None:
    """Loot goes to the party."""
    t.emit(LootGained(line.item, line.count, line.price, t.world.haul.get(line.item, 0) + line.count))


@act("SD-08", "SD-12")
def loot(t: Play[World], looter: Id, bodies: tuple[Id, ...]) -> None:
    """Loot checks apart from a rest, which cost their own TP (options loot_tp, own_tp_per)."""
    declared(t)
    for body in bodies:
        search(t, looter, body)
    pass_time(t, len(bodies) if t.option("own_tp_per") == "per_check" else 1, "loot")


@loot.offer
def _(o: Offer[World]) -> None:
    if o.option("loot_tp") == "within_rest":
        o.refuse("loot_in_rest")
    must_be_exploring(o)
    o.pick("looter", o.mine(o.world.here), unless=lambda one: is_down(o, one), otherwise="not_your_pc")
    lying = tuple(key for key, body in o.world.bodies.items() if not body.done)
    if not lying:
        o.refuse("nothing_to_loot")
    o.some("bodies", lying, at_most=len(lying), at_least=1)


def is_down(o: Offer[World], one: Id) -> Refused | None:
    """Why a character can't lend a hand."""
    me = o.world.pc(one)
    return None if me.able else Refused.because("down", who=me.name)

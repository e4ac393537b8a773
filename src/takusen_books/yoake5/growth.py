"""Growth as it stands and as it is tried (YA-12): what is held, what it costs, what can still be had and why not."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from takusen.rules import Id, Reading, Refused, Table

from .blocks import Class, Skill
from .catalogue import Catalogue, catalogue
from .costs import Charged, Held, allowed, charged, highest_level, lp_price, lp_steps
from .points import point
from .world import AFTERPLAY, PARTY, Character, Plan, World

ADVANCED = "charts.growth.advanced"
FREE = ("common", "unique")
"""Whom skills are of that need no class."""


@dataclass(frozen=True)
class Growth:
    """A character with the growth that it tries."""

    me: Character
    reading: Reading

    @cached_property
    def known(self) -> Catalogue:
        """The content that it grows by."""
        return catalogue(self.reading)

    @cached_property
    def plan(self) -> Plan:
        """What is tried."""
        return self.me.plan or Plan()

    @cached_property
    def grown(self) -> Character:
        """The character as it would be."""
        me, plan = self.me, self.plan
        return replace(
            me,
            classes=more(me.classes, plan.classes),
            skills=more(me.skills, plan.skills),
            extra=plan.extra or me.extra,
            rows=Table({**me.rows, **plan.rows}),
            lp_steps=me.lp_steps + plan.lp_steps,
            max_lp=me.max_lp + plan.lp_steps,
            lp=me.lp + plan.lp_steps,
            plan=None,
        )

    @cached_property
    def charged(self) -> Charged | None:
        """What all classes would cost together, and on which rows."""
        return charged(self.reading, held(self.grown))

    @cached_property
    def class_price(self) -> int:
        """What the classes of the plan cost; less than nothing where they make all of them cheaper."""
        before, after = charged(self.reading, held(self.me)), self.charged
        return after.total - (before.total if before else 0) if after else 0

    @cached_property
    def lp_price(self) -> int:
        """What the LP of the plan costs."""
        return lp_price(self.reading, self.me.lp_steps, self.plan.lp_steps)

    @cached_property
    def price(self) -> int:
        """What the whole plan costs."""
        return self.class_price + self.lp_price

    @cached_property
    def left(self) -> int:
        """The experience that the plan leaves."""
        return self.me.experience - self.price

    @cached_property
    def skill_levels(self) -> int:
        """How many levels of skills are still to be had."""
        content, grown = self.reading.content, self.grown
        each, first = content["charts.growth.skills_per_level"], content["charts.growth.skills_first"]
        return int(first + each * sum(grown.classes.values()) - sum(grown.skills.values()))

    def with_class(self, one: str) -> "Growth":
        """With one more level of a class."""
        plan, known = self.plan, self.known.classes[one]
        extra = one if known.extra and one not in self.grown.classes else plan.extra
        made = Growth(replace_plan(self.me, classes=more(plan.classes, {one: 1}), extra=extra), self.reading)
        return made.with_row(one) if one not in (self.me.main, *made.grown.rows) and named(self.reading) else made

    def with_row(self, one: str) -> "Growth":
        """With a class on the first row that is free."""
        free = next(iter(self.free_rows(one)), "")
        return Growth(replace_plan(self.me, rows=self.plan.rows.put(one, free)), self.reading) if free else self

    def free_rows(self, one: str) -> tuple[str, ...]:
        """The rows of the chart that a class could stand on."""
        taken = [row for each, row in self.grown.rows.items() if each != one]
        return tuple(row for row in allowed(self.reading, held(self.grown), one) if row not in taken)

    def with_skill(self, one: str) -> "Growth":
        """With one more level of a skill."""
        return Growth(replace_plan(self.me, skills=more(self.plan.skills, {one: 1})), self.reading)

    def with_lp(self) -> "Growth":
        """With one more step of LP growth."""
        return Growth(replace_plan(self.me, lp_steps=self.plan.lp_steps + 1), self.reading)

    def without(self, what: str) -> "Growth":
        """With one level or step less of something that is planned."""
        plan = self.plan
        if what == "lp":
            return Growth(replace_plan(self.me, lp_steps=plan.lp_steps - 1), self.reading)
        if what in plan.skills:
            return Growth(replace_plan(self.me, skills=more(plan.skills, {what: -1})), self.reading)
        classes = more(plan.classes, {what: -1})
        gone = what not in classes and what not in self.me.classes
        rows, extra = (plan.rows.without(what), "" if plan.extra == what else plan.extra) if gone else (
            plan.rows, plan.extra)  # fmt: skip
        return Growth(replace_plan(self.me, classes=classes, rows=rows, extra=extra), self.reading)


def replace_plan(me: Character, **fields: object) -> Character:
    """A character with fields of its plan set."""
    return replace(me, plan=replace(me.plan or Plan(), **fields))


def more(held: Table[str, int], added: Table[str, int] | dict[str, int]) -> Table[str, int]:
    """Levels with others on top; what comes to none is gone."""
    made = {**held, **{one: held.get(one, 0) + by for one, by in added.items()}}
    return Table((one, level) for one, level in made.items() if level)


def held(me: Character) -> Held:
    """The classes of a character as they are charged."""
    return Held(me.main, me.extra, me.classes, me.rows)


def named(reading: Reading) -> bool:
    """Whether players name the rows on which classes are charged."""
    return point(reading, "efficient_spending") == "table_as_printed"


# why not -------------------------------------------------------------------------------------------------------------


def why_not_now(world: World, one: Id) -> Refused | None:
    """Why nobody can make or change lasting things of a character now."""
    me = world.characters[one]
    if me.side != PARTY or me.removed:
        return Refused("not_your_character")
    if me.away:
        return Refused("is_away")
    if me.dead:
        return Refused("is_dead")
    playing = world.session is not None and world.session.part != AFTERPLAY
    return Refused("grows_after_play") if playing and not me.making else None


def banned(reading: Reading, path: str, supplement: str = "") -> Refused | None:
    """Why an entry of the content can't be had: the layer that bans it, or all of its supplement."""
    layer = reading.banned(path) or (supplement and reading.banned(f"supplements.{supplement}"))
    return Refused.because("banned", layer=layer) if layer else None


def advanced_open(reading: Reading) -> bool:
    """Whether advanced classes can be taken; at the hand-out that opens them it matters whether creation counts."""
    state = reading.content[ADVANCED]
    return state == "open" or (state == "with_creation" and point(reading, "fourth_handout") == "yes")


def why_not_kind(reading: Reading, one: str) -> Refused | None:
    """Why nobody can have a class here."""
    kind = catalogue(reading).classes[one]
    stopped = banned(reading, f"classes.{one}", kind.supplement)
    if stopped is None and kind.advanced and not advanced_open(reading):
        return Refused.because("advanced_closed", layer=reading.sources.get(ADVANCED, ""))
    return stopped


def why_not_class(growth: Growth, one: str) -> Refused | None:
    """Why one more level of a class can't be planned."""
    reading, grown = growth.reading, growth.grown
    if not grown.main:
        return Refused("choose_main_first")
    if grown.classes.get(one, 0) >= highest_level(reading):
        return Refused.because("at_highest_level", level=highest_level(reading))
    stopped = why_not_kind(reading, one)
    if stopped or one in grown.classes:
        return stopped
    if catalogue(reading).classes[one].extra and grown.extra:
        return Refused.because("extra_taken", kind=grown.extra)
    return None if growth.with_class(one).charged else Refused("no_row")


def why_not_row(growth: Growth, one: str, row: str) -> Refused | None:
    """Why a planned class can't stand on a row."""
    if one in growth.me.rows:
        return Refused("row_is_fixed")
    return None if row in growth.free_rows(one) else Refused.because("row_taken", row=row)


def why_not_skill(growth: Growth, one: str) -> Refused | None:
    """Why one more level of a skill can't be planned."""
    skill, grown = growth.known.skills[one], growth.grown
    if grown.skills.get(one, 0) >= skill.cap:
        return Refused.because("at_cap", cap=skill.cap)
    stopped = banned(growth.reading, f"skills.{one}", skill.supplement) or why_not_taught(growth, one, skill)
    return stopped or next(_lacking(grown, skill), None) or (
        None if growth.skill_levels > 0 else Refused("no_skill_levels"))  # fmt: skip


def _lacking(grown: Character, skill: Skill) -> Iterator[Refused]:
    """What a skill needs that isn't there."""
    if grown.level < skill.from_level:
        yield Refused.because("level_too_low", level=skill.from_level)
    for one, level in skill.needs.items():
        if grown.skills.get(one, 0) < level:
            yield Refused.because("needs_skill", skill=one, level=level)


def why_not_taught(growth: Growth, one: str, skill: Skill) -> Refused | None:
    """Why a character's species, classes and extra class don't teach it a skill."""
    grown, known = growth.grown, growth.known
    if skill.of in (grown.species, *grown.classes, *FREE):
        return _unique(grown, one, skill, known)
    if skill.of not in known.classes:
        return Refused.because("of_species", species=skill.of) if skill.of in known.species else Refused("for_nobody")
    if one in grown.skills or not grown.extra:
        return None if one in grown.skills else Refused.because("of_class", kind=skill.of)
    stopped = why_not_kind(growth.reading, skill.of) or (None if skill.extra else Refused("not_as_extra"))
    if stopped:
        return stopped
    picked = len(tuple(extra_picks(grown, known)))
    return None if picked < grown.classes.get(grown.extra, 0) else Refused.because("extra_picks_full", count=picked)


def _unique(grown: Character, one: str, skill: Skill, known: Catalogue) -> Refused | None:
    """One unique skill is all that anybody has."""
    if skill.of != "unique":
        return None
    other = next((name for name in grown.skills if name != one and _of(known, name) == "unique"), "")
    return Refused.because("has_unique", skill=other) if other else None


def extra_picks(grown: Character, known: Catalogue) -> Iterator[str]:
    """The skills of classes that a character doesn't have: its extra class lets it take one for each level."""
    for one in grown.skills:
        of = _of(known, one)
        if of in known.classes and of not in grown.classes:
            yield one


def _of(known: Catalogue, skill: str) -> str:
    return known.skills[skill].of if skill in known.skills else ""


def why_not_lp(growth: Growth) -> Refused | None:
    """Why no more LP can be planned."""
    steps = lp_steps(growth.reading)
    return Refused.because("no_more_lp", steps=steps) if growth.grown.lp_steps >= steps else None


def why_not_back(growth: Growth, what: str) -> Refused | None:
    """Why a planned step can't be taken back: something else that is planned stands on it."""
    left = growth.without(what)
    loose = next((one for one in left.plan.skills if _loose(left, one)), "")
    if loose:
        return Refused.because("needed_by", skill=loose)
    return None if left.skill_levels >= 0 else Refused("no_skill_levels")


def _loose(growth: Growth, one: str) -> bool:
    """Whether a planned skill has nothing to stand on."""
    skill = growth.known.skills[one]
    own = growth.grown.skills.get(one, 0)
    bare = Growth(replace_plan(growth.me, skills=growth.plan.skills.without(one)), growth.reading) if own else growth
    taught = one in growth.me.skills or why_not_taught(bare, one, skill) is None
    return not taught or next(_lacking(growth.grown, skill), None) is not None


def why_not_confirm(growth: Growth) -> Refused | None:
    """Why a plan can't be made true."""
    if growth.plan == Plan():
        return Refused("nothing_planned")
    if growth.charged is None:
        return Refused("no_row")
    if growth.left < 0:
        return Refused.because("too_dear", price=growth.price, left=growth.me.experience)
    return None


def kinds(reading: Reading) -> Table[str, Class]:
    """All classes."""
    return catalogue(reading).classes

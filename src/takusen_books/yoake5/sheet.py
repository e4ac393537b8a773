"""A character's sheet as values that a page can show: each number with what makes it, each choice of growth with what
it would cost and why it can't be had (YA-04, YA-12)."""

from collections.abc import Iterator, Mapping

import msgspec

from takusen.rules import Both, Id, Reading, Refused, View, Word

from .blocks import Skill
from .catalogue import catalogue
from .costs import ROWS
from .growth import (
    FREE,
    Growth,
    why_not_class,
    why_not_confirm,
    why_not_lp,
    why_not_now,
    why_not_skill,
)
from .making import why_not_finish
from .plan import LP_PATH
from .stats import Part, traced
from .world import Character, Record, World

SHEET_STATS = (
    "perception", "dexterity", "intellect", "spirit", "hit", "evasion", "attack", "magic_attack", "barrier", "armour",
    "action_value", "appraisal", "lore", "hp_max", "mp_max", "weight", "carry",
)  # fmt: skip
NAMED = {"species": "species", "class": "classes", "item": "items", "skill": "skills"}
"""In which table of the content the name of a part stands, by its kind."""


class PartRow(msgspec.Struct, frozen=True):
    """What one source adds to a number; `layer` is the house rule that says so, "" for the book."""

    kind: Word
    name: Both | None
    amount: int
    counts: bool
    layer: str


class StatRow(msgspec.Struct, frozen=True):
    """A number, what it comes to, and what makes it."""

    id: str
    label: Word
    total: int
    parts: tuple[PartRow, ...]

    @property
    def plain(self) -> bool:
        """Whether there is nothing to explain."""
        return len(self.parts) < 2 and not any(part.layer for part in self.parts)


class Step(msgspec.Struct, frozen=True):
    """One thing that can be declared at once, what it would cost, and whether there is enough; or why it can't."""

    act: str
    pick: str = ""
    value: str = ""
    price: int = 0
    enough: bool = True
    why: Word | None = None


class GrowthRow(msgspec.Struct, frozen=True):
    """A class, a skill or LP: how high it stands, how high it would with the plan, and the next step. `layer` is the
    house rule that gives its price or what it is."""

    id: str
    title: Both | Word
    text: Both | None
    now: int
    then: int
    cap: int
    layer: str
    up: Step
    back: Step | None = None
    row: Word | None = None


class GrowthSheet(msgspec.Struct, frozen=True):
    """Growth: what is left to spend, what can be had, and the plan."""

    experience: int
    price: int
    left: int
    skill_levels: int
    classes: tuple[GrowthRow, ...]
    skills: tuple[GrowthRow, ...]
    lp: GrowthRow
    planned: bool
    confirm: Step
    drop: Step
    now: Word | None


UNSAID = "unsaid"
"""Why something changed, where nobody said."""


class HistoryRow(msgspec.Struct, frozen=True):
    """One entry of a history, with what the number came to by it."""

    entry: Record
    why: Word
    after: int


class CharacterSheet(msgspec.Struct, frozen=True):
    """All of a character that a page shows."""

    id: Id
    name: str
    making: bool
    level: int
    species: Both | None
    main: Both | None
    dormitory: Both | None
    stats: tuple[StatRow, ...]
    tried: tuple[StatRow, ...]
    growth: GrowthSheet | None
    finish: Step | None
    history: tuple[HistoryRow, ...]


def sheet(v: View[World], one: Id) -> CharacterSheet:
    """A character's sheet; growth is there for whoever plays it."""
    me, known = v.world.characters[one], catalogue(v.reading)
    mine = v.gm or v.mine(one)
    growth = growth_sheet(v.world, v.reading, one) if mine else None
    return CharacterSheet(
        one,
        me.name,
        me.making,
        me.level,
        _title(known.species, me.species),
        _title(known.classes, me.main),
        _title(known.dormitories, me.dormitory),
        stat_rows(me, v.reading),
        changed_rows(me, v.reading) if mine and me.plan else (),
        growth,
        step(why_not_finish(v.reading, me), "finish_making") if mine and me.making else None,
        tuple(history_rows(v.world, one)),
    )


def _title(table: Mapping[str, object], one: str) -> Both | None:
    return getattr(table.get(one), "name", None)


# numbers -------------------------------------------------------------------------------------------------------------


def stat_rows(me: Character, reading: Reading, names: tuple[str, ...] = SHEET_STATS) -> tuple[StatRow, ...]:
    """Numbers of a character with what makes each."""
    return tuple(stat_row(me, reading, name) for name in names)


def stat_row(me: Character, reading: Reading, name: str) -> StatRow:
    """A number with what makes it."""
    got = traced(me, reading, name)
    parts = tuple(part_row(reading, part) for part in got.parts if part.amount or part.layer)
    return StatRow(name, Word(f"stat.{name}"), got.total, parts)


def part_row(reading: Reading, part: Part) -> PartRow:
    """What one source adds, under its name."""
    known = catalogue(reading)
    tables = [NAMED[part.kind]] if part.kind in NAMED else ["skills", "items", "statuses"]
    name = next(filter(None, (_title(getattr(known, table), part.name) for table in tables)), None)
    return PartRow(Word(f"source.{part.kind}"), name, part.amount, part.counts, part.layer)


def changed_rows(me: Character, reading: Reading) -> tuple[StatRow, ...]:
    """The numbers that the plan would change, as they would be."""
    grown = Growth(me, reading).grown
    pairs = ((row, stat_row(grown, reading, row.id)) for row in stat_rows(me, reading))
    return tuple(then for now, then in pairs if then.total != now.total)


# growth --------------------------------------------------------------------------------------------------------------


def growth_sheet(world: World, reading: Reading, one: Id) -> GrowthSheet:
    """What a character has to spend and what it could have."""
    growth, stopped = Growth(world.characters[one], reading), why_not_now(world, one)
    known = catalogue(reading)
    return GrowthSheet(
        growth.me.experience,
        growth.price,
        growth.left,
        growth.skill_levels,
        held_first(class_row(growth, kind) for kind in known.classes),
        held_first(skill_row(growth, skill) for skill in known.skills if concerns(growth, known.skills[skill])),
        lp_row(growth),
        growth.me.plan is not None,
        step(stopped or why_not_confirm(growth), "confirm_plan", price=growth.price, enough=growth.left >= 0),
        step(stopped, "drop_plan"),
        worded(stopped),
    )


def held_first(rows: Iterator[GrowthRow]) -> tuple[GrowthRow, ...]:
    """What is held, then what can be had, then what can't."""
    return tuple(sorted(rows, key=lambda row: (not row.then, row.up.why is not None)))


def concerns(growth: Growth, skill: Skill) -> bool:
    """Whether a skill is one that this character might learn some day."""
    grown, known = growth.grown, catalogue(growth.reading)
    return skill.of in (*FREE, grown.species, *grown.classes) or (bool(grown.extra) and skill.of in known.classes)


def class_row(growth: Growth, one: str) -> GrowthRow:
    """A class and its next level."""
    known, grown = catalogue(growth.reading).classes[one], growth.grown
    why, charged = why_not_class(growth, one), growth.charged
    price = 0 if why else growth.with_class(one).class_price - growth.class_price
    row = charged.rows.get(one, "") if charged and one in grown.classes else ""
    return GrowthRow(
        one, known.name, known.text, growth.me.classes.get(one, 0), grown.classes.get(one, 0), 0,
        growth.reading.sources.get(f"{ROWS}.{row}", "") if row else "",
        step(why, "plan_class", "kind", one, price, growth.left >= price),
        step(None, "plan_back", "what", one) if one in growth.plan.classes else None,
        Word(f"row.{row}") if row else None,
    )  # fmt: skip


def skill_row(growth: Growth, one: str) -> GrowthRow:
    """A skill and its next level."""
    known, reading = catalogue(growth.reading).skills[one], growth.reading
    return GrowthRow(
        one, known.name, known.text, growth.me.skills.get(one, 0), growth.grown.skills.get(one, 0), known.cap,
        layer_of(reading, f"skills.{one}"),
        step(why_not_skill(growth, one), "plan_skill", "skill", one),
        step(None, "plan_back", "what", one) if one in growth.plan.skills else None,
    )  # fmt: skip


def lp_row(growth: Growth) -> GrowthRow:
    """The maximum of LP and its next step."""
    why = why_not_lp(growth)
    price = 0 if why else growth.with_lp().lp_price - growth.lp_price
    return GrowthRow(
        "lp", Word("stat.lp_max"), None, growth.me.max_lp, growth.grown.max_lp, 0,
        growth.reading.sources.get(LP_PATH, ""),
        step(why, "plan_lp", price=price, enough=growth.left >= price),
        step(None, "plan_back", "what", "lp") if growth.plan.lp_steps else None,
    )  # fmt: skip


def layer_of(reading: Reading, path: str) -> str:
    """The layer that changed something of an entry."""
    inside = f"{path}."
    return next((layer for one, layer in reading.sources.items() if one.startswith(inside)), "")


def step(
    refused: Refused | None, act: str, pick: str = "", value: str = "", price: int = 0, enough: bool = True
) -> Step:
    """A step that can be declared, or why it can't."""
    return Step(act, pick, value, price, enough, worded(refused))


def worded(refused: Refused | None) -> Word | None:
    """A refusal as a text."""
    return Word(f"refused.{refused.reason}", refused.params) if refused else None


# history -------------------------------------------------------------------------------------------------------------


def history_rows(world: World, one: Id) -> Iterator[HistoryRow]:
    """A character's history with what each number came to."""
    history = world.histories.get(one)
    sums = dict[tuple[str, ...], int]()
    for entry in history.records if history else ():
        key = (entry.kind, entry.whom, entry.what if entry.kind == "ticket" else "")
        sums[key] = sums.get(key, 0) + entry.amount
        yield HistoryRow(entry, Word(f"why.{entry.why or UNSAID}"), sums[key])

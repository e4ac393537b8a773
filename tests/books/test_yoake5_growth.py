"""Growth and its cheapest charge (YA-12, MJ-14, MJ-15)."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.rulebook.content import flatten
from takusen.rules import Reading, Table
from takusen_books.yoake5 import BOOK
from takusen_books.yoake5.costs import EXTRA, SUBCLASS_ROWS, Held, charged, cheapest
from takusen_books.yoake5.growth import Growth
from takusen_books.yoake5.world import Character, Plan

SUBS = ("a", "b", "c")
ROW = st.lists(st.integers(0, 90), min_size=11, max_size=11).map(tuple)
MAJO = {
    "main": (0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55),
    "sub": (0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55),
    "additional": (50, 25, 25, 25, 25, 30, 35, 40, 45, 50, 55),
    "additional_2": (50,) * 10 + (55,),
    "extra": (30, 25, 25, 25, 25, 30, 35, 40, 45, 50, 55),
}


def whole(row: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(row[: place + 1]) for place in range(len(row)))


def reading(rows: dict[str, tuple[int, ...]] = MAJO, **options: str | int) -> Reading:
    content = {path: one.value for path, one in BOOK.content.items()}
    kinds = {"k": {"name": "k", "text": ""}, "x": {"name": "x", "text": "", "extra": True}} | {
        one: {"name": one, "text": ""} for one in (*SUBS, "d")
    }
    made = flatten(
        {"classes": kinds, "charts": {"growth": {"rows": {n: list(row) for n, row in rows.items()}}}}, "", ""
    )
    return Reading(Table(options), Table({**content, **{path: one.value for path, one in made.items()}}))


def brute(rows: dict[str, tuple[int, ...]], levels: dict[str, int]) -> int:
    """The least of all ways to put classes on rows, each row once."""
    ways = permutations(rows, len(levels))
    return min(sum(rows[row][level - 1] for row, level in zip(way, levels.values(), strict=True)) for way in ways)


@given(st.fixed_dictionaries(dict.fromkeys(SUBCLASS_ROWS, ROW)), st.lists(st.integers(1, 11), max_size=3))
def test_the_cheapest_charge_is_the_least_of_all_assignments(
    rows: dict[str, tuple[int, ...]], levels: list[int]
) -> None:
    held = dict(zip(SUBS, levels, strict=False))
    found = cheapest(rows, held, dict.fromkeys(held, SUBCLASS_ROWS))
    assert found is not None
    assert found.total == brute(rows, held)
    assert found.total == sum(rows[found.rows[one]][level - 1] for one, level in held.items())
    assert len(set(found.rows.values())) == len(held)


def test_by_the_house_rules_the_highest_class_is_the_first_subclass() -> None:
    rows = {row: whole(MAJO[row]) for row in SUBCLASS_ROWS}
    for levels in product((1, 3, 7, 11), repeat=3):
        found = cheapest(rows, dict(zip(SUBS, levels, strict=True)), dict.fromkeys(SUBS, SUBCLASS_ROWS))
        assert found is not None
        assert found.total == brute(rows, dict(zip(SUBS, levels, strict=True)))


STEPS = st.lists(st.sampled_from([*SUBS, "x", "k"]), max_size=25)


@pytest.mark.parametrize("way", [{}, {"class_cost": "cumulative"}, {"extra_class_row": "yes"}])
@given(steps=STEPS)
def test_whatever_the_order_the_total_charged_is_the_least(way: dict[str, str], steps: list[str]) -> None:
    table = reading(**way)
    me = Character("結衣", main="k", classes=Table(k=1), experience=9999)
    spent = 0
    for one in steps:
        if me.classes.get(one, 0) < 11:
            tried = Growth(me, table).with_class(one)
            if tried.charged is None:
                continue
            spent += tried.class_price
            me = tried.grown
    now, first = charged(table, Held("k", me.extra, me.classes)), charged(table, Held("k", "", Table(k=1)))
    assert now is not None
    assert first is not None
    assert spent == now.total - first.total
    rows = {row: MAJO[row] if way.get("class_cost") else whole(MAJO[row]) for row in (*SUBCLASS_ROWS, EXTRA)}
    subs = {one: level for one, level in me.classes.items() if one in SUBS}
    least = brute({row: rows[row] for row in SUBCLASS_ROWS}, subs)
    if "x" in me.classes:
        alone = least + rows[EXTRA][me.classes["x"] - 1]
        both = (
            brute({row: rows[row] for row in SUBCLASS_ROWS}, {**subs, "x": me.classes["x"]}) if len(subs) < 3 else alone
        )
        least = min(alone, both) if way.get("extra_class_row") else alone
    main = MAJO["main"] if way.get("class_cost") else whole(MAJO["main"])
    assert now.total == least + main[me.classes["k"] - 1]


@given(STEPS)
def test_a_plan_costs_what_its_steps_cost_one_by_one(steps: list[str]) -> None:
    table = reading()
    me = Character("結衣", main="k", classes=Table(k=1), experience=9999)
    whole_plan, single, spent = Growth(me, table), Growth(me, table), 0
    for one in steps:
        if single.grown.classes.get(one, 0) < 11 and whole_plan.with_class(one).charged is not None:
            whole_plan = whole_plan.with_class(one)
            step = single.with_class(one)
            spent += step.class_price
            single = Growth(step.grown, table)
    assert whole_plan.class_price == spent
    assert whole_plan.grown.classes == single.me.classes


def test_a_fourth_subclass_is_refused_or_costs_as_the_third() -> None:
    held = Held("k", "", Table(k=1, a=1, b=1, c=1, d=1))
    assert charged(reading(), held) is None
    got = charged(reading(fourth_subclass="as_third_row"), held)
    assert got is not None
    assert got.total == 0 + 50 + 50 + 50


def test_the_first_levels_of_the_main_class_may_be_free() -> None:
    held = Held("k", "", Table(k=6))
    per_level, free = charged(reading(), held), charged(reading(main_class_cost="free_to_5"), held)
    assert per_level
    assert free
    assert (per_level.total, free.total) == (100, 30)


def test_where_rows_are_named_the_chart_stands_as_printed() -> None:
    table = reading(efficient_spending="table_as_printed")
    me = Character("結衣", main="k", classes=Table(k=1), experience=999)
    low = Growth(me, table).with_class("a").with_class("b").with_class("b").with_class("b")
    assert low.plan.rows == Table(a="sub", b="additional")
    assert low.class_price == 0 + 50 + 25 + 25
    cheap = Growth(me, reading()).with_class("a").with_class("b").with_class("b").with_class("b")
    assert cheap.class_price == 50 + 0 + 10 + 15


def test_experience_comes_back_where_a_later_level_makes_all_of_it_cheaper() -> None:
    table = reading(class_cost="cumulative")
    me = Character("結衣", main="k", classes=Table(k=1, a=1, b=1), experience=10)
    tried = Growth(me, table).with_class("b")
    assert tried.class_price == -25
    assert tried.left == 35


def test_lp_steps_cost_what_the_chart_says_and_end() -> None:
    me = Character("結衣", main="k", classes=Table(k=1), experience=999, lp_steps=1)
    tried = Growth(me, reading()).with_lp().with_lp()
    assert tried.lp_price == 100 + 150
    assert tried.without("lp").plan == Plan(lp_steps=1)

"""What classes and LP cost (YA-12): the charts, and the cheapest way to charge what is held.

Each class beside the main one is charged on a row of the chart. Whichever row a class was bought on, what counts is the
cheapest distribution of all classes over the rows: a purchase costs the difference of the cheapest totals before and
after it, so the order of buying never matters. Where a chart's later levels are cheaper than its earlier ones that
difference may be less than nothing, and experience comes back.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from takusen.rules import Reading, Table

from .points import point

MAIN, SUB, SECOND, THIRD, EXTRA = "main", "sub", "additional", "additional_2", "extra"
SUBCLASS_ROWS = (SUB, SECOND, THIRD)
ROWS = "charts.growth.rows"
LP = "charts.growth.lp"

Rows = Mapping[str, tuple[int, ...]]
"""What each number of levels costs in all, by row: the first place is one level."""


class Charged(NamedTuple):
    """What classes cost together, and on which row each is charged."""

    total: int
    rows: Table[str, str]


class Held(NamedTuple):
    """The classes of a character and what each of them fills; `named` are rows that their player chose."""

    main: str
    extra: str
    classes: Table[str, int]
    named: Table[str, str] = Table()


def cheapest(rows: Rows, levels: Mapping[str, int], allowed: Mapping[str, tuple[str, ...]]) -> Charged | None:
    """The cheapest distribution of classes over rows, each row to one class; None where there are too few rows.

    `levels` are the classes with their levels, `allowed` the rows on which each may be charged.
    """
    return _cheapest(Table(rows), tuple(levels.items()), Table(allowed), ())


@lru_cache(maxsize=8192)
def _cheapest(
    rows: Table[str, tuple[int, ...]],
    levels: tuple[tuple[str, int], ...],
    allowed: Table[str, tuple[str, ...]],
    taken: tuple[str, ...],
) -> Charged | None:
    if not levels:
        return Charged(0, Table())
    (name, level), *rest = levels
    found = list[Charged]()
    for row in allowed[name]:
        others = None if row in taken else _cheapest(rows, tuple(rest), allowed, tuple(sorted((*taken, row))))
        if others:
            found.append(Charged(others.total + _price(rows[row], level), others.rows.put(name, row)))
    return min(found, key=lambda one: one.total, default=None)


def _price(row: tuple[int, ...], level: int) -> int:
    return row[level - 1] if level else 0


# as a table reads the chart ------------------------------------------------------------------------------------------


def charged(reading: Reading, held: Held) -> Charged | None:
    """What the classes that are held cost together; None where there are more than can be had."""
    rows, beside = rows_of(reading), held.classes.without(held.main)
    main = _price(rows[MAIN], held.classes.get(held.main, 0))
    if point(reading, "efficient_spending") == "table_as_printed":
        return _as_named(rows, held, beside, main)
    found = cheapest(rows, beside, {one: allowed(reading, held, one) for one in beside})
    return found and Charged(found.total + main, found.rows.put(held.main, MAIN))


def _as_named(rows: Rows, held: Held, beside: Table[str, int], main: int) -> Charged | None:
    """Where the chart is charged as printed, each class stands on the row that its player named for it."""
    if any(one not in held.named for one in beside):
        return None
    total = sum(_price(rows[held.named[one]], level) for one, level in beside.items())
    return Charged(total + main, held.named.put(held.main, MAIN))


def allowed(reading: Reading, held: Held, one: str) -> tuple[str, ...]:
    """The rows on which a class may be charged."""
    subclasses = subclass_rows(reading)
    if one != held.extra:
        return subclasses
    return (EXTRA, *subclasses) if point(reading, "extra_class_row") == "yes" else (EXTRA,)


def subclass_rows(reading: Reading) -> tuple[str, ...]:
    """The rows of subclasses: three, or four of which the last costs as the third."""
    return (*SUBCLASS_ROWS, FOURTH) if point(reading, "fourth_subclass") == "as_third_row" else SUBCLASS_ROWS


FOURTH = "additional_3"


def rows_of(reading: Reading) -> Rows:
    """What levels cost in all on each row, as the table reads the chart."""
    summed = point(reading, "class_cost") == "per_level"
    free = 5 if point(reading, "main_class_cost") == "free_to_5" else 0
    rows = {name: _whole(reading.content[f"{ROWS}.{name}"], summed) for name in (MAIN, *SUBCLASS_ROWS, EXTRA)}
    gift = rows[MAIN][free - 1] if free else 0
    rows[MAIN] = tuple(max(0, price - gift) for price in rows[MAIN])
    return {**rows, FOURTH: rows[THIRD]}


def _whole(row: tuple[int, ...], summed: bool) -> tuple[int, ...]:
    """A row of the chart as what so many levels cost in all."""
    return tuple(sum(row[: place + 1]) for place in range(len(row))) if summed else row


def highest_level(reading: Reading) -> int:
    """The highest level that the chart has."""
    return len(reading.content[f"{ROWS}.{MAIN}"])


# LP ------------------------------------------------------------------------------------------------------------------


def lp_price(reading: Reading, steps: int, more: int) -> int:
    """What so many more steps of LP growth cost after those taken."""
    chart: tuple[int, ...] = reading.content[LP]
    return sum(chart[steps : steps + more])


def lp_steps(reading: Reading) -> int:
    """How many steps of LP growth there are."""
    return len(reading.content[LP])

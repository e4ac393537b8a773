"""Tables printed with blanks: which column a number stands in, counted in display width."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from takusen.interop.text import leading

TOKEN = re.compile(r"\S+")


class Cell(NamedTuple):
    """One word of a printed row, and where it ends."""

    text: str
    edge: int


def width(text: str) -> int:
    """How many half-width columns a text takes."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WFA" else 1 for sign in text)


def cells(line: str, label: str = "") -> tuple[Cell, ...]:
    """The words of a row after its label."""
    start = line.index(label) + len(label) if label else 0
    return tuple(Cell(found[0], width(line[: found.end()])) for found in TOKEN.finditer(line, start))


def placed(row: Sequence[Cell], edges: Sequence[int]) -> tuple[str, ...]:
    """The words by column: each goes to the column whose edge is nearest; "" where a column is empty."""
    found = [""] * len(edges)
    for cell in row:
        at = min(range(len(edges)), key=lambda each: abs(edges[each] - cell.edge), default=None)
        if at is not None and not found[at]:
            found[at] = cell.text
    return tuple(found)


class Way(NamedTuple):
    """One way to give the words of a row to columns, and how far that is from where they are printed."""

    cost: int
    numbers: tuple[int, ...]


def laid_out(
    rows: Sequence[Sequence[Cell]], edges: Sequence[int], sums: Sequence[int | None]
) -> tuple[tuple[int, ...], ...]:
    """Rows with gaps by column, an empty one as 0, so that each column comes to its sum.

    Where several ways do that, or none does, the one nearest to what is printed is taken.
    """
    ways = (list(_ways(row, edges)) for row in rows)
    best = min(product(*ways), key=lambda made: (_off(made, sums), sum(way.cost for way in made)))
    return tuple(way.numbers for way in best)


def _ways(row: Sequence[Cell], edges: Sequence[int]) -> Iterator[Way]:
    """Every way to give a row's words to columns in order; words that are too many are left out."""
    kept = row[: len(edges)]
    for places in combinations(range(len(edges)), len(kept)):
        numbers = [0] * len(edges)
        for place, cell in zip(places, kept, strict=True):
            numbers[place] = leading(cell.text) or 0
        cost = sum(abs(edges[place] - cell.edge) for place, cell in zip(places, kept, strict=True))
        yield Way(cost, tuple(numbers))


def _off(made: Sequence[Way], sums: Sequence[int | None]) -> bool:
    """Whether the columns don't come to their sums."""
    columns = zip(*(way.numbers for way in made), strict=True)
    return any(total is not None and sum(column) != total for column, total in zip(columns, sums, strict=True))

"""Tables printed with blanks: which column a number stands in, counted in display width."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

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

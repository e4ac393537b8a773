"""`Board`: squares, terrain, and what lies how far from what. Pure: no book, no rule, nobody's turn.

A square is the text `row-column`, counted from 1 at the upper left. A body of size 2 stands on the square that is
named and on those below and to the right of it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Annotated, NewType

import msgspec

from takusen.log.table import Table
from takusen.rulebook.fields import Field, everyone

Square = NewType("Square", str)
"""Where something stands: `4-11` is the eleventh square of the fourth row."""

SIDE_LIMIT = 30
WORD_LIMIT = 40
WALL, ROUGH = "wall", "rough"
COST: Table[str, int] = Table({"": 1, ROUGH: 2})
"""Steps that it takes to enter a square of a terrain; what is not named, such as a wall, can't be entered."""
FLOOR = "."
SIGNS: Table[str, str] = Table({"#": WALL, "~": ROUGH, FLOOR: ""})
NAME = re.compile(r"[1-9]\d?-[1-9]\d?")
KEPT = 16_384


class Board(msgspec.Struct, frozen=True, cache_hash=True):
    """So many rows and columns, and the terrain of the squares that are no plain floor: "wall", "rough", or a book's
    own word."""

    rows: Annotated[int, Field(see=everyone)] = 10
    columns: Annotated[int, Field(see=everyone)] = 10
    terrain: Annotated[Table[Square, str], Field(see=everyone)] = Table()

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= SIDE_LIMIT and 1 <= self.columns <= SIDE_LIMIT):
            raise ValueError(f"a board has 1 to {SIDE_LIMIT} rows and columns")
        if not all(is_square(square) and len(word) <= WORD_LIMIT for square, word in self.terrain.items()):
            raise ValueError("terrain is a short word for each square that is no plain floor")

    def squares(self) -> tuple[Square, ...]:
        """All squares, row by row."""
        return _squares(self.rows, self.columns)

    def holds(self, square: Square, size: int = 1) -> bool:
        """Whether a body that stands there is on the board with all of it."""
        row, column = row_column(square)
        return row + size - 1 <= self.rows and column + size - 1 <= self.columns

    def ground(self, square: Square) -> str:
        """The terrain of a square."""
        return self.terrain.get(square, "")

    def laid(self, square: Square, terrain: str) -> "Board":
        """The board with another terrain on a square; "" makes it plain floor."""
        laid = self.terrain.put(square, terrain) if terrain else self.terrain.without(square)
        return msgspec.structs.replace(self, terrain=laid)


def board_of(lines: Iterable[str], signs: Mapping[str, str] = SIGNS) -> Board:
    """A board drawn in text: a line a row, `#` a wall, `~` rough ground, `.` floor. Raises ValueError."""
    drawn = [line.strip() for line in lines]
    if not drawn or len({len(line) for line in drawn}) > 1:
        raise ValueError("the rows of a map are equally long")
    strange = sorted({sign for line in drawn for sign in line} - set(signs))
    if strange:
        raise ValueError(f"a map is drawn with {' '.join(signs)}, not with {' '.join(strange)}")
    terrain = {
        square_at(row, column): signs[sign]
        for row, line in enumerate(drawn, 1)
        for column, sign in enumerate(line, 1)
        if signs[sign]
    }
    return Board(len(drawn), len(drawn[0]), Table(terrain))


def lines_of(board: Board, signs: Mapping[str, str] = SIGNS) -> tuple[str, ...]:
    """A board as text, as `board_of` reads it. Raises ValueError for terrain that has no sign."""
    drawn = {terrain: sign for sign, terrain in signs.items()}
    rows = (range(1, board.columns + 1) for _ in range(board.rows))
    try:
        return tuple(
            "".join(drawn[board.ground(square_at(row, column))] for column in columns)
            for row, columns in enumerate(rows, 1)
        )
    except KeyError as word:
        raise ValueError(f"no sign for {word}") from None


# squares -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def square_at(row: int, column: int) -> Square:
    """The square at a row and a column."""
    return Square(f"{row}-{column}")


@lru_cache(maxsize=KEPT)
def row_column(square: Square) -> tuple[int, int]:
    """Row and column of a square. Raises ValueError for what is none."""
    if not is_square(square):
        raise ValueError(f"no square: {square}")
    row, _, column = square.partition("-")
    return int(row), int(column)


def is_square(value: object) -> bool:
    """Whether a value is written as a square is."""
    return isinstance(value, str) and NAME.fullmatch(value) is not None


@lru_cache(maxsize=64)
def _squares(rows: int, columns: int) -> tuple[Square, ...]:
    return tuple(square_at(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))


@lru_cache(maxsize=KEPT)
def covered(square: Square, size: int = 1) -> tuple[Square, ...]:
    """The squares that a body takes up, row by row."""
    row, column = row_column(square)
    return tuple(square_at(row + down, column + right) for down, right in product(range(size), repeat=2))


@lru_cache(maxsize=KEPT)
def area(square: Square, width: int) -> tuple[Square, ...]:
    """The squares of an area of 3, 5, 7 or 9 squares a side around a square; what lies beyond row or column 1 is left
    out, what lies beyond the other edges is no matter, since nobody stands there."""
    row, column = row_column(square)
    reach = width // 2
    rows, columns = (range(max(1, at - reach), at + reach + 1) for at in (row, column))
    return tuple(square_at(*one) for one in product(rows, columns))


# between two bodies --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def distance(a: Square, size_a: int, b: Square, size_b: int) -> int:
    """Steps along rows and columns from one body to the other: 1 when they stand side by side, 0 when one is on the
    other."""
    return sum(_gaps(a, size_a, b, size_b))


def _gaps(a: Square, size_a: int, b: Square, size_b: int) -> tuple[int, int]:
    """How many rows and how many columns one body is away from the other."""
    (row_a, column_a), (row_b, column_b) = row_column(a), row_column(b)
    return _gap(row_a, size_a, row_b, size_b), _gap(column_a, size_a, column_b, size_b)


def _gap(a: int, size_a: int, b: int, size_b: int) -> int:
    return max(0, b - (a + size_a - 1), a - (b + size_b - 1))


@lru_cache(maxsize=KEPT)
def straight(board: Board, a: Square, size_a: int, b: Square, size_b: int) -> bool:
    """Whether a row or a column leads from one body to the other with no wall between."""
    rows, columns = _gaps(a, size_a, b, size_b)
    if rows and columns:
        return False
    if not (rows or columns):
        return True
    (row_a, column_a), (row_b, column_b) = row_column(a), row_column(b)
    if columns:
        lines = _shared(row_a, size_a, row_b, size_b)
        between = _between(column_a, size_a, column_b, size_b)
        return any(all(board.ground(square_at(row, at)) != WALL for at in between) for row in lines)
    lines, between = _shared(column_a, size_a, column_b, size_b), _between(row_a, size_a, row_b, size_b)
    return any(all(board.ground(square_at(at, column)) != WALL for at in between) for column in lines)


def _shared(a: int, size_a: int, b: int, size_b: int) -> range:
    """The rows, or columns, that both bodies touch."""
    return range(max(a, b), min(a + size_a, b + size_b))


def _between(a: int, size_a: int, b: int, size_b: int) -> range:
    """The rows, or columns, between two bodies."""
    return range(a + size_a, b) if a < b else range(b + size_b, a)


# movement ------------------------------------------------------------------------------------------------------------


def reachable(
    board: Board,
    start: Square,
    size: int,
    steps: int,
    taken: Collection[Square] = (),
    cost: Table[str, int] = COST,
) -> Table[Square, int]:
    """Where a body may end within so many steps, with the least steps to get there, nearest first.

    `taken` are the squares on which others stand: they may be passed, but nobody ends on them.
    """
    ways = _reached(board, start, size, steps, cost)
    if not taken:
        return ways
    full = frozenset(taken)
    return Table((square, need) for square, need in ways.items() if full.isdisjoint(covered(square, size)))


@lru_cache(maxsize=KEPT)
def _reached(board: Board, start: Square, size: int, steps: int, cost: Table[str, int]) -> Table[Square, int]:
    """Where a body comes within so many steps on an empty board."""
    ways = _ways(board, size, cost)
    found = {start: 0}
    waves: list[list[Square]] = [[start], *([] for _ in range(steps))]
    for spent, wave in enumerate(waves):
        for here in wave:
            for there, need in ways.get(here, ()) if found[here] == spent else ():
                if (total := spent + need) <= steps and total < found.get(there, steps + 1):
                    found[there] = total
                    waves[total].append(there)
    nearest = sorted(found.items(), key=lambda one: (one[1], row_column(one[0])))
    return Table(one for one in nearest if one[0] != start)


@lru_cache(maxsize=256)
def _ways(board: Board, size: int, cost: Table[str, int]) -> Mapping[Square, tuple[tuple[Square, int], ...]]:
    """Where a body can step to from each square, and what the dearest of the squares it then covers costs."""
    prices = {square: price for square in board.squares() if (price := _price(board, square, size, cost)) is not None}
    return {square: tuple((one, prices[one]) for one in _beside(square) if one in prices) for square in board.squares()}


def _price(board: Board, square: Square, size: int, cost: Table[str, int]) -> int | None:
    if not board.holds(square, size):
        return None
    prices = [cost.get(board.ground(one)) for one in covered(square, size)]
    return None if None in prices else max(price for price in prices if price is not None)


@lru_cache(maxsize=KEPT)
def _beside(square: Square) -> tuple[Square, ...]:
    """The four squares around one, those beyond row or column 1 left out."""
    row, column = row_column(square)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(square_at(*one) for one in around if min(one) > 0)

"""The geometry of boards: laws over random boards, and cases that people check by eye."""

from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takusen.log.codec import plain, typed
from takusen.rules import (
    Board,
    Square,
    Table,
    area,
    board_of,
    covered,
    distance,
    is_square,
    reachable,
    row_column,
    square_at,
    straight,
)

SIDES = st.integers(1, 12)
SIZES = st.integers(1, 2)
SQUARES = st.builds(square_at, SIDES, SIDES)
BODIES = st.tuples(SQUARES, SIZES)
TERRAINS = st.dictionaries(SQUARES, st.sampled_from(("wall", "rough")), max_size=60)
BOARDS = st.builds(lambda rows, columns, laid: Board(rows, columns, Table(laid)), SIDES, SIDES, TERRAINS)


def s(text: str) -> Square:
    return Square(text)


@given(st.integers(1, 30), st.integers(1, 30))
def test_a_square_names_its_row_and_column(row: int, column: int) -> None:
    assert row_column(square_at(row, column)) == (row, column)
    assert is_square(square_at(row, column))


@pytest.mark.parametrize("text", ["", "0-1", "1-0", "4", "4-", "-4-4", "4-11 ", "a-1", "100-1", "４-１"])
def test_what_is_no_square_is_none(text: str) -> None:
    assert not is_square(text)
    with pytest.raises(ValueError, match="no square"):
        row_column(s(text))


@given(BODIES, BODIES)
def test_distance_is_the_shortest_way_between_the_squares_covered(a: tuple[Square, int], b: tuple[Square, int]) -> None:
    pairs = product(map(row_column, covered(*a)), map(row_column, covered(*b)))
    shortest = min(abs(x[0] - y[0]) + abs(x[1] - y[1]) for x, y in pairs)
    assert distance(*a, *b) == distance(*b, *a) == shortest


@given(BODIES, BODIES)
def test_bodies_are_zero_apart_exactly_when_they_share_a_square(a: tuple[Square, int], b: tuple[Square, int]) -> None:
    assert (distance(*a, *b) == 0) == bool(set(covered(*a)) & set(covered(*b)))


@given(BOARDS, BODIES, BODIES)
def test_straight_is_a_row_or_column_without_a_wall(board: Board, a: tuple[Square, int], b: tuple[Square, int]) -> None:
    assert straight(board, *a, *b) == straight(board, *b, *a) == _straight_by_eye(board, a, b)


def _straight_by_eye(board: Board, a: tuple[Square, int], b: tuple[Square, int]) -> bool:
    own = {*covered(*a), *covered(*b)}
    for x, y in product(map(row_column, covered(*a)), map(row_column, covered(*b))):
        if x[0] != y[0] and x[1] != y[1]:
            continue
        rows, columns = (range(min(p, q), max(p, q) + 1) for p, q in zip(x, y, strict=True))
        way = {square_at(*one) for one in product(rows, columns)} - own
        if all(board.ground(one) != "wall" for one in way):
            return True
    return False


@given(SQUARES, st.sampled_from((3, 5, 7, 9)))
def test_an_area_is_all_within_half_its_width(square: Square, width: int) -> None:
    row, column = row_column(square)
    inside = set(area(square, width))
    for one in Board(20, 20).squares():
        far = max(abs(row_column(one)[0] - row), abs(row_column(one)[1] - column))
        assert (one in inside) == (far <= width // 2)


@settings(max_examples=60)
@given(BOARDS, BODIES, st.integers(0, 8), st.frozensets(SQUARES, max_size=20))
def test_reachable_is_what_a_plain_search_finds(
    board: Board, body: tuple[Square, int], steps: int, taken: frozenset[Square]
) -> None:
    start, size = body
    if not board.holds(start, size):
        return
    found = reachable(board, start, size, steps, taken)
    assert dict(found) == _reached_by_eye(board, start, size, steps, taken)
    assert list(found.values()) == sorted(found.values())


def _reached_by_eye(board: Board, start: Square, size: int, steps: int, taken: frozenset[Square]) -> dict[Square, int]:
    price = {"": 1, "rough": 2}
    best = {start: 0}
    for _ in board.squares():
        for here, spent in tuple(best.items()):
            row, column = row_column(here)
            for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                if min(row + down, column + right) < 1:
                    continue
                there = square_at(row + down, column + right)
                grounds = [board.ground(one) for one in covered(there, size)]
                if not board.holds(there, size) or "wall" in grounds:
                    continue
                total = spent + max(price[one] for one in grounds)
                if total <= steps and total < best.get(there, 999):
                    best[there] = total
    return {one: need for one, need in best.items() if one != start and not taken & set(covered(one, size))}


def test_walls_are_walked_around_and_rough_ground_costs_two() -> None:
    board = board_of(("..#.", ".~#.", "...."))
    assert dict(reachable(board, s("1-1"), 1, 3)) == {
        s("1-2"): 1, s("2-1"): 1, s("3-1"): 2, s("2-2"): 3, s("3-2"): 3,
    }  # fmt: skip
    assert s("1-2") not in reachable(board, s("1-1"), 1, 3, [s("1-2")])
    assert s("3-1") in reachable(board, s("1-1"), 1, 3, [s("2-1")])  # others are passed
    assert dict(reachable(board, s("2-1"), 2, 9)) == {s("1-1"): 2}
    assert dict(reachable(board, s("1-1"), 1, 1, cost=Table({"": 1, "wall": 1}))) == {s("1-2"): 1, s("2-1"): 1}


def test_a_line_is_shot_past_the_wall_where_a_big_body_leaves_room() -> None:
    board = board_of(("..#..", "....."))
    assert not straight(board, s("1-1"), 1, s("1-5"), 1)
    assert straight(board, s("1-1"), 2, s("1-4"), 2)
    assert not straight(board, s("1-1"), 1, s("2-5"), 1)


@pytest.mark.parametrize(
    ("lines", "wrong"), [((), "equally long"), (("..", "."), "equally long"), ((".?",), "not with \\?")]
)
def test_a_map_drawn_wrongly_says_what(lines: tuple[str, ...], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        board_of(lines)


@given(BOARDS)
def test_a_board_passes_the_codec(board: Board) -> None:
    assert typed(plain(board), Board) == board
    assert hash(typed(plain(board), Board)) == hash(board)


@pytest.mark.parametrize("sides", [(0, 5), (5, 31), (-1, 1)])
def test_a_board_has_some_squares_and_not_too_many(sides: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="1 to 30"):
        Board(*sides)
    with pytest.raises(ValueError, match="1 to 30"):
        msgspec.structs.replace(Board(), rows=sides[0], columns=sides[1])
    with pytest.raises(msgspec.ValidationError):
        typed({"rows": sides[0], "columns": sides[1]}, Board)


def test_terrain_is_laid_and_taken_up() -> None:
    laid = Board(2, 2).laid(s("1-2"), "wall")
    assert laid.ground(s("1-2")) == "wall"
    assert laid.laid(s("1-2"), "") == Board(2, 2)

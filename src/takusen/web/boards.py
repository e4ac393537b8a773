"""Boards as they are drawn: squares with those who stand on them, and tokens."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from takusen.rulebook.board import Square, covered, is_square, lines_of, row_column
from takusen.rulebook.offers import Pick
from takusen.rulebook.pages import BoardPanel, Token

LARGEST = 4
Refusal = tuple[str, dict[str, Any]]
Choices = tuple[tuple[Any, Refusal | None], ...]


class Cell(msgspec.Struct, frozen=True):
    """A square, its terrain, and who stands on it."""

    square: Square
    ground: str
    tokens: tuple[Token, ...]


class Standing(msgspec.Struct, frozen=True):
    """A token on its square: the sign by which it is told from others, and its place among those who share it."""

    token: Token
    row: int
    column: int
    size: int
    sign: str
    place: int = 0
    of: int = 1


class Drawn(msgspec.Struct, frozen=True):
    """A board: rows of squares, the tokens on them and those beside it, and the board as text, "" if no signs do."""

    rows: tuple[tuple[Cell, ...], ...]
    standing: tuple[Standing, ...]
    beside: tuple[Standing, ...]
    text: str


def drawn(panel: BoardPanel) -> Drawn:
    """A board as it is drawn; what stands beyond its edges stands beside it."""
    board, marks = panel.board, signs(panel.tokens)
    on = [one for one in panel.tokens if is_square(one.square) and board.holds(one.square, size_of(one))]
    sharing = Counter((one.square, size_of(one)) for one in on)
    there: dict[Square, list[Token]] = {}
    standing: list[Standing] = []
    for one in on:
        here = (one.square, size_of(one))
        standing.append(_standing(one, marks[one.id], sum(other == here for other in _places(standing)), sharing[here]))
        for square in covered(*here):
            there.setdefault(square, []).append(one)
    cells = [Cell(square, board.ground(square), tuple(there.get(square, ()))) for square in board.squares()]
    rows = tuple(tuple(cells[at : at + board.columns]) for at in range(0, len(cells), board.columns))
    beside = tuple(Standing(one, 0, 0, size_of(one), marks[one.id]) for one in panel.tokens if one not in on)
    return Drawn(rows, tuple(standing), beside, text_of(panel))


def _standing(one: Token, sign: str, place: int, of: int) -> Standing:
    return Standing(one, *row_column(one.square), size_of(one), sign, place, of)


def _places(standing: list[Standing]) -> list[tuple[Square, int]]:
    return [(one.token.square, one.size) for one in standing]


def text_of(panel: BoardPanel) -> str:
    """The board in signs, for whoever edits it; "" where a book has terrain of its own."""
    try:
        return "\n".join(lines_of(panel.board))
    except ValueError:
        return ""


def size_of(token: Token) -> int:
    """How many squares a side a token is drawn with."""
    return max(1, min(LARGEST, token.size))


def signs(tokens: tuple[Token, ...]) -> Mapping[str, str]:
    """The first letter of each name; where several share it, with the last letter that tells them apart."""
    first = Counter(one.name[:1] for one in tokens)
    return {one.id: one.name[:1] if first[one.name[:1]] == 1 else _both_ends(one.name) for one in tokens}


def _both_ends(name: str) -> str:
    return name[:1] + name[-1:] if len(name) > 1 else name


def of_squares(pick: Pick) -> bool:
    """Whether it is squares, and nothing else, of which one is picked."""
    return pick.kind == "one" and bool(pick.choices) and all(is_square(one.value) for one in pick.choices)


def by_squares(choices: Choices) -> tuple[Choices, Choices]:
    """The choices of a prompt that are squares, and the others."""
    return tuple(one for one in choices if is_square(one[0])), tuple(one for one in choices if not is_square(one[0]))

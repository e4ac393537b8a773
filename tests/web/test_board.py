"""Boards as they are drawn: who stands where, which tokens a seat moves, and what is refused of a map."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.rulebook.board import Board, Square, lines_of
from takusen.rulebook.pages import BoardPanel, Token, default_page
from takusen.server.house import House
from takusen.server.room import Outside, Room
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.opening import NewTable
from takusen.web.app import create_app
from takusen.web.boards import drawn, signs
from takusen.web.build import base_of, table_model
from takusen.web.forms import BadRequest, from_form
from takusen_books.free import BOOK as FREE
from tests.engine.yard import BOOK as YARD
from tests.engine.yard.world import Fighter

pytestmark = pytest.mark.anyio


def panel(*tokens: Token, **board: Any) -> BoardPanel:
    """A board with these on it."""
    return BoardPanel("盤", Board(**board), tokens)


def at(one: str, square: str, size: int = 1) -> Token:
    """A token of that name."""
    return Token(one, one, Square(square), size)  # type: ignore[arg-type]


def test_who_stands_where_is_in_the_names_of_the_squares() -> None:
    """All four squares of a large one name it; two on one square are told apart."""
    made = drawn(panel(at("熊", "2-2", 2), at("狼", "2-2"), at("鼠", "2-2"), rows=4, columns=4))
    named = {cell.square: tuple(one.name for one in cell.tokens) for row in made.rows for cell in row if cell.tokens}
    assert named == {"2-2": ("熊", "狼", "鼠"), "2-3": ("熊",), "3-2": ("熊",), "3-3": ("熊",)}
    assert [(one.token.name, one.place, one.of) for one in made.standing] == [("熊", 0, 1), ("狼", 0, 2), ("鼠", 1, 2)]


@pytest.mark.parametrize("square", ["", "5-1", "4-4", "99-99", "x", "0-0"])
def test_who_does_not_fit_stands_beside(square: str) -> None:
    made = drawn(panel(at("熊", square, 2), rows=4, columns=4))
    assert [one.token.name for one in made.beside] == ["熊"]
    assert made.standing == ()


def test_tokens_of_one_first_letter_are_told_apart() -> None:
    assert signs((at("狼A", ""), at("狼B", ""), at("鼠", ""))) == {"狼A": "狼A", "狼B": "狼B", "鼠": "鼠"}


@given(st.integers(1, 30), st.integers(1, 30), st.data())
def test_a_map_that_is_shown_is_the_map_that_is_read(rows: int, columns: int, data: st.DataObject) -> None:
    """Also in full width, and with the ends of lines left away."""
    squares = Board(rows, columns).squares()
    laid = data.draw(st.dictionaries(st.sampled_from(squares), st.sampled_from(("wall", "rough")), max_size=40))
    board = Board(rows, columns, Table(laid))
    text = "\n".join(lines_of(board))
    for written in (text, text.replace("#", "＃").replace(".", "．").replace("\n", "\r\n")):
        read = from_form([("to:map", written)])["to"]
        assert (read["rows"], read["columns"], read["terrain"]) == (rows, columns, dict(sorted_by(board, laid)))


def sorted_by(board: Board, laid: dict[Square, str]) -> list[tuple[Square, str]]:
    """Terrain in the order of the squares."""
    return [(square, laid[square]) for square in board.squares() if square in laid]


@pytest.mark.parametrize("text", ["", "  \n ", "?", "." * 31, ".\n" * 31, "<b>", "0" * 5000])
def test_what_is_no_map_is_refused(text: str) -> None:
    with pytest.raises(BadRequest) as refused:
        from_form([("to:map", text)])
    assert refused.value.key == "not_a_map"


def test_a_book_without_a_page_shows_its_board() -> None:
    """With all that has a square, and only as far as it is seen."""
    fighters = Table({Id("luca"): Fighter("ルカ", square=Square("5-3")), Id("bear"): Fighter("熊", size=2)})
    (_, board) = default_page(YARD.new_world(fighters=fighters), ("move",)).stage
    assert isinstance(board, BoardPanel)
    assert [(one.id, one.square, one.size) for one in board.tokens] == [("luca", "5-3", 1), ("bear", "", 2)]


# pages ---------------------------------------------------------------------------------------------------------------


async def opened(book: Any) -> Room:
    """A table of a book at which two players sit."""
    house = House(MemoryStore(), {book.id: book}, b"0" * 32, Outside(lambda count, sides: (1,) * count))
    room = await house.open_table(NewTable(book.id, "盤", players=2))
    for seat in ("gm", "p1", "p2"):
        assert await room.do(seat, c.Sit(seat)) is None
    room.house = house  # type: ignore[attr-defined]
    return room


async def page_of(room: Room, seat: str, **query: str) -> str:
    """The page of a seat."""
    app = create_app(room.house)  # type: ignore[attr-defined]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://table") as http:
        answer = await http.get(base_of(room, seat), params={"lang": "ja", "later": "1", **query})
    assert answer.status_code == 200
    return answer.text


async def test_a_seat_moves_its_own_and_the_gm_everybody() -> None:
    room = await opened(YARD)
    assert await room.do("p1", c.Take("luca")) is None
    assert table_model(room, "p1", "ja", {}).moves == {"luca": None}
    assert table_model(room, "p2", "ja", {}).moves == {}
    assert table_model(room, "w1", "ja", {}).moves == {}
    assert set(table_model(room, "gm", "ja", {}).moves) == {"luca", "mina", "wolf", "rat", "bear", "shadow"}
    assert await room.do("gm", c.Edit("fighters.luca.out", True)) is None
    assert table_model(room, "p1", "ja", {}).moves == {"luca": ("is_out", {})}


async def test_who_hides_is_on_no_page_but_the_gms() -> None:
    """Neither its token, nor its name on a square, nor a choice; edits of it reach nobody."""
    room = await opened(YARD)
    assert await room.do("p1", c.Take("luca")) is None
    before = await page_of(room, "p1", act="strike")
    assert "影" in await page_of(room, "gm")
    assert await room.do("gm", c.Edit("fighters.shadow.square", "3-3")) is None
    after = await page_of(room, "p1", act="strike")
    for page in (before, after):
        assert "影" not in page
        assert "shadow" not in page
    hidden = re.compile(r'name="token" value="\w*"')
    assert hidden.sub("", before) == hidden.sub("", after)


async def test_squares_are_picked_from_a_list_where_no_script_is() -> None:
    """Those that can't be reached stand there by reason, and can't be sent."""
    room = await opened(YARD)
    assert await room.do("p1", c.Take("luca")) is None
    page = await page_of(room, "p1", act="move")
    panel = page.split('id="compose"')[1].split("</form>")[0]
    assert '<option value="7-3">7行3列</option>' in panel
    assert '<option value="12-12" disabled>12行12列</option>' in panel
    assert panel.count("遠すぎます。") == 1
    assert panel.count("<optgroup") == 2


async def test_only_the_gm_draws_the_board() -> None:
    room = await opened(FREE)
    assert await room.do("gm", c.Declare("lay_board", {})) is None
    drawn_anew = {"rows": 6, "columns": 7, "terrain": {"1-1": "wall"}}
    refused = await room.do("p1", c.Edit("board", drawn_anew))
    assert refused is not None
    assert refused.reason == "not_the_gm"
    assert await room.do("gm", c.Edit("board", drawn_anew)) is None
    assert room.state.world.board == Board(6, 7, Table({Square("1-1"): "wall"}))
    assert "board-editor" in await page_of(room, "gm")
    assert "board-editor" not in await page_of(room, "p1")


@pytest.mark.parametrize(
    "to",
    [
        {"rows": 0, "columns": 5}, {"rows": 31, "columns": 5}, {"rows": 5, "columns": 5, "terrain": {"x": "wall"}},
        {"rows": 5, "columns": 5, "terrain": {"1-1": "w" * 41}}, {"rows": "5", "columns": 5}, [1], "x",
    ],
)  # fmt: skip
async def test_a_board_that_is_none_is_refused(to: Any) -> None:
    room = await opened(FREE)
    assert await room.do("gm", c.Declare("lay_board", {})) is None
    refused = await room.do("gm", c.Edit("board", to))
    assert refused is not None
    assert refused.reason == "bad_edit"


@pytest.mark.parametrize(
    ("field", "to", "why"),
    [("square", "x", "square"), ("square", "0-1", "square"), ("size", 0, "bounds"), ("size", 5, "bounds")],
)
async def test_a_token_has_a_square_and_a_size(field: str, to: Any, why: str) -> None:
    room = await opened(FREE)
    assert await room.do("p1", c.Add("ルカ")) is None
    (one,) = room.state.world.characters
    refused = await room.do("p1", c.Edit(f"characters.{one}.{field}", to))
    assert refused is not None
    assert dict(refused.params)["why"] == why
    assert await room.do("p1", c.Edit(f"characters.{one}.square", "4-7")) is None
    assert await room.do("p2", c.Edit(f"characters.{one}.square", "4-8")) is not None
    assert room.state.world.characters[one].square == "4-7"

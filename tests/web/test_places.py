"""Places and heaps of cards as they are drawn, and what of them is sent to whom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.play.handles import Id
from takusen.rulebook.places import Piece, PlacesPanel, Spot
from takusen.web.markup import signed
from takusen.web.places import Box, Placed, nested
from tests.engine.village import BOOK
from tests.web.conftest import Table, opened_at, serving

IDS = tuple(map(Id, "abcdef"))
SEATS = {"gm": ("さくら", ""), "p1": ("葵", "aki"), "p2": ("湊", "haru")}


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """The village with two players, on a server inside the test."""
    with serving({"village": BOOK}, 3) as address, opened_at(address, SEATS, book="village", players=2) as made:
        yield made


def spots(*inside: tuple[str, str]) -> tuple[Spot, ...]:
    """Places with those around them."""
    return tuple(Spot(Id(one), one, Id(outer)) for one, outer in inside)


def pieces_in(placed: tuple[Placed, ...]) -> Iterator[Id]:
    for one in placed:
        yield one.piece.id
        yield from pieces_in(one.held)


def all_in(boxes: tuple[Box, ...]) -> Iterator[Id]:
    """Every piece and every place, as often as it is drawn."""
    for box in boxes:
        yield box.spot.id
        yield from pieces_in((box.head,) if box.head else ())
        yield from pieces_in(box.pieces)
        yield from all_in(box.inside)


@given(
    st.lists(st.sampled_from((*IDS, Id(""), Id("?"))), min_size=6, max_size=6),
    st.lists(st.tuples(st.sampled_from((*IDS, Id(""))), st.sampled_from((*"123456", ""))), min_size=6, max_size=6),
    st.sampled_from((*"123", "")),
)
def test_everything_is_drawn_exactly_once(inside: list[Id], pieces: list[tuple[Id, str]], head: str) -> None:
    """However places and pieces are inside and on each other, in circles too."""
    areas = tuple(
        Spot(one, one, outer, of=Id(head if one == "a" else "")) for one, outer in zip(IDS, inside, strict=True)
    )
    folk = tuple(Piece(Id(str(n)), str(n), place=area, on=Id(on)) for n, (area, on) in enumerate(pieces, 1))
    made = nested(PlacesPanel("", areas, folk))
    drawn = Counter((*all_in(made.boxes), *pieces_in(made.beside)))
    held_by_head = folk[int(head) - 1].on if head else ""
    if not held_by_head:
        assert drawn == Counter((*IDS, *(one.id for one in folk)))
    assert set(drawn) <= {*IDS, *(one.id for one in folk)}


def test_boxes_are_inside_boxes_and_know_how_much_is_in_them() -> None:
    folk = (Piece(Id("1"), "1", place=Id("c")), Piece(Id("2"), "2", on=Id("1")), Piece(Id("3"), "3", place=Id("?")))
    made = nested(PlacesPanel("", spots(("a", ""), ("b", "a"), ("c", "b")), folk))
    (outer,) = made.boxes
    assert (outer.inside[0].inside[0].depth, outer.count, outer.far) == (2, 2, True)
    assert [one.piece.id for one in made.beside] == ["3"]
    assert not made.sighted


def test_a_building_is_drawn_at_the_head_of_its_place() -> None:
    folk = (Piece(Id("1"), "門", "building", Id("a")), Piece(Id("2"), "結界", "ward", Id("a"), on=Id("1")))
    areas = (Spot(Id("a"), "町"), Spot(Id("b"), "門", Id("a"), of=Id("1")))
    (town,) = nested(PlacesPanel("", areas, folk)).boxes
    assert town.pieces == ()
    assert town.inside[0].head == Placed(folk[0], (Placed(folk[1]),))


def test_without_a_script_places_read_as_a_list(table: Table) -> None:
    page = table.page("p1")
    assert re.search(r'<h3 id="place-gate-name">見張り門</h3>', page)
    assert re.search(r'id="piece-guard"[^>]*title="門番ドルク 2/2"', page)
    assert "ここにいる" in page


def test_what_is_hidden_is_the_gms_alone(table: Table) -> None:
    """A hidden place, and whoever is in it."""
    assert all(one in table.page("gm") for one in ("place-cellar", "piece-spy", "GMだけ"))
    for seat in ("p1", "p2", "w1"):
        page = table.page(seat)
        assert not any(one in page for one in ("cellar", "隠し蔵", "spy", "床下の影"))


def test_of_anothers_hand_only_the_count_is_sent(table: Table) -> None:
    for seat in ("p1", "w1"):
        page = table.page(seat)
        assert "haru-" not in page
        assert "霜の手" not in page
        assert re.search(r'id="pile-hand-haru">.*手札 <b>3</b>', page)
    assert "霜の手" in table.page("p2")


def test_a_watcher_gets_no_acts_of_cards_and_moves_nothing(table: Table) -> None:
    page = table.page("w1")
    assert "movable" not in page
    assert "pile-acts" not in page


def test_a_card_has_its_acts_at_hand(table: Table) -> None:
    """Its link composes the act with the card picked."""
    found = re.search(r'<a class="button" data-query="([^"]+)"[^>]*aria-label="火花の一撃：札を使う"', table.page("p1"))
    assert found
    composed = table.http.get(f"{table.seats['p1']}/compose?{found[1].replace('&amp;', '&')}&lang=ja").text
    assert re.search(r'value="aki-spark" checked', composed)
    assert 'data-pick="targets"' in composed


def test_english_has_words_for_all_of_it(table: Table) -> None:
    page = table.page("p1", lang="en")
    panels = re.search(r'<section class="panel places-panel".*?class="places-bar', page, re.S)
    assert panels
    assert "in sight" in panels[0]
    assert "見える" not in panels[0]


def test_signs_in_a_card_s_text_are_drawn_and_nothing_else_is_markup() -> None:
    assert str(signed("{T}: <b>{W/U}</b> {name}")) == (
        '<i class="sign">T</i>: &lt;b&gt;<i class="sign">W/U</i>&lt;/b&gt; {name}'
    )

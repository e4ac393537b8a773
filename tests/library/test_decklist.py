"""Deck lists in the forms that people paste, and what is said of lines that are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.library.decklist import CARDS_LIMIT, LINES_LIMIT, TEXT_LIMIT, Decklist, read_decklist
from takusen.rulebook.card import COMMANDER, MAIN, SIDEBOARD


def read(text: str) -> Decklist:
    """A list without odd lines."""
    found = read_decklist(text)
    assert found.odd == ()
    return found


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("4 Gate of Embers", 4, "Gate of Embers"),
        ("4x Gate of Embers", 4, "Gate of Embers"),
        ("x4 Gate of Embers", 4, "Gate of Embers"),
        ("4× Gate of Embers", 4, "Gate of Embers"),
        ("Gate of Embers x4", 4, "Gate of Embers"),
        ("Gate of Embers ×4", 4, "Gate of Embers"),
        ("Gate of Embers * 4", 4, "Gate of Embers"),
        ("Gate of Embers", 1, "Gate of Embers"),
        ("  12   Gate of Embers\t", 12, "Gate of Embers"),
        ("４　Gate of Embers", 4, "Gate of Embers"),
        ("4 Early // Late", 4, "Early // Late"),
        ("4 Early/Late", 4, "Early/Late"),
        ("2 Borrowing 100,000 Bells", 2, "Borrowing 100,000 Bells"),
        ("1 X2 Robot", 1, "X2 Robot"),
        ("1996 Parade", 1, "1996 Parade"),
        ("+2 Stick", 1, "+2 Stick"),
        ('3 "Halt, Who Goes There?"', 3, '"Halt, Who Goes There?"'),
        ("4 燠の門", 4, "燠の門"),
        ("４枚　燠の門", 4, "燠の門"),
        ("4枚 《燠の門》", 4, "燠の門"),
        ("4《燠の門》", 4, "燠の門"),
        ("4×燠の門", 4, "燠の門"),
        ("燠の門 4", 4, "燠の門"),
        ("燠の門４枚", 4, "燠の門"),
        ("燠の門×４", 4, "燠の門"),
        ("燠の門 ×４枚", 4, "燠の門"),
        ("《燠の門》×4", 4, "燠の門"),
        ("《燠の門》 4枚", 4, "燠の門"),
        ("《燠の門》", 1, "燠の門"),
    ],
)
def test_a_line(line: str, count: int, name: str) -> None:
    (entry,) = read(line).entries
    assert (entry.count, entry.names[0]) == (count, name)


@pytest.mark.parametrize(
    "line",
    [
        "4 Gate of Embers (ABC) 123",
        "4 Gate of Embers (ABC) 123a *F*",
        "4x Gate of Embers [ABC]",
        "4 Gate of Embers <abc>",
        "4 Gate of Embers [Maybe a Category] ^Have,#123456^",
        "4 Gate of Embers (ABC) 12 #tag",
    ],
)
def test_what_is_printed_where_is_left_aside(line: str) -> None:
    assert "Gate of Embers" in read(line).entries[0].names


def test_a_name_that_ends_like_a_printing_is_tried_first() -> None:
    assert read("1 Old Coat (Worn)").entries[0].names[:2] == ("Old Coat (Worn)", "Old Coat")


def test_a_name_in_two_languages_is_either() -> None:
    assert read("4 《燠の門/Gate of Embers》").entries[0].names[1:] == ("燠の門", "Gate of Embers")
    assert read("4 Early/Late").entries[0].names == ("Early/Late",)


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("Sideboard", SIDEBOARD),
        ("SIDEBOARD:", SIDEBOARD),
        ("Sideboard (15)", SIDEBOARD),
        ("// not this", MAIN),
        ("サイドボード（15枚）", SIDEBOARD),
        ("【サイドボード】", SIDEBOARD),
        ("■サイド", SIDEBOARD),
        ("Commander", COMMANDER),
        ("Commander (1)", COMMANDER),
        ("統率者", COMMANDER),
        ("アイテムカード：", COMMANDER),
        ("Main Deck", MAIN),
        ("Creatures (20)", MAIN),
        ("土地 24", MAIN),
        ("60 cards", MAIN),
        ("合計 60枚", MAIN),
    ],
)
def test_headings(heading: str, section: str) -> None:
    assert [(one.count, one.section) for one in read(f"{heading}\n2 Gate").entries] == [(2, section)]


def test_a_heading_of_a_kind_stays_in_its_section() -> None:
    assert read("Sideboard\n2 A\nLands (2)\n1 B\nDeck\n1 C").entries[1].section == SIDEBOARD


def test_prefixes_and_marks() -> None:
    entries = read("SB: 2 Gate\n1 Bell *CMDR*\n1 Horn").entries
    assert [one.section for one in entries] == [SIDEBOARD, COMMANDER, MAIN]


def test_what_a_list_says_about_itself_is_left_out() -> None:
    assert [one.names for one in read("About\nName My Gate\n\nDeck\n1 Gate\nMaybeboard\n1 Horn").entries] == [("Gate",)]


def test_marks_line_ends_and_comments() -> None:
    entries = read("\ufeff// mine\r\n4 Gate\r\n\r\n# more\r1 Bell\u2028--\n").entries
    assert [(one.line, one.names[0]) for one in entries] == [(2, "Gate"), (5, "Bell")]


@pytest.mark.parametrize(
    ("line", "why"),
    [("0 Gate", "odd_count"), ("251 Gate", "odd_count"), ("4", ""), ("4 ...", "no_name"), ("a" * 500, "line_too_long")],
)
def test_odd_lines_say_where_and_why(line: str, why: str) -> None:
    odd = read_decklist(f"1 Bell\n{line}\n1 Horn").odd
    assert [(one.line, one.why) for one in odd] == ([(2, why)] if why else [])


def test_limits() -> None:
    assert read_decklist("1 Gate\n" * LINES_LIMIT).odd[0].why == "deck_too_long"
    assert read_decklist("a" * (TEXT_LIMIT + 1)).odd[0].why == "deck_too_long"
    assert read_decklist("200 Gate\n" * (CARDS_LIMIT // 200 + 1)).odd[0].why == "deck_too_many"
    assert read_decklist("").entries == ()


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    found = read_decklist(text)
    assert all(one.names and all(one.names) and one.count for one in found.entries)


@given(st.integers(1, 250), st.from_regex(r"[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8}){1,3}", fullmatch=True))
def test_counts_and_names_are_kept(count: int, name: str) -> None:
    for line in (f"{count} {name}", f"{count}x {name}", f"{name} x{count}"):
        entries = read(line).entries
        assert [(one.count, one.names[0]) for one in entries] == [(count, name)]

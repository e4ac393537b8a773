"""Decks over HTTP: pasted, looked up in the server's library, mended by line, and nobody else's to see."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import httpx
import pytest

from takusen.cli.folder import library_in
from takusen.library.merging import Record
from takusen.rulebook.card import Card, CardFace
from takusen.server.shelf import take_in
from takusen.web.card_pictures import PATTERN, card_picture, is_pattern, origin_of
from takusen.web.secured import Secured
from tests.interop.card_samples import ATOMIC, encoded
from tests.web.conftest import JSON, Server, Table

LIST = "4 燠の門\n2 Early/Late\n10 quiet meadow\n統率者\n1 Gate of Embers\n"


@pytest.fixture
def table(server: Server) -> Table:
    """A table of the book that takes decks; its library has made-up cards."""
    library = library_in(server.data)
    take_in(library, BytesIO(encoded(ATOMIC)))
    library.close()
    return server.open(book="mtg_trpg", scenario="heron_supper", players=2).seated(("lyuka", "zan"))


def holder(table: Table, seat: str) -> str:
    """Whose deck a seat may bring first."""
    page = table.page(seat, "/deck")
    found = re.search(r'name="of" value="([^"]+)"', page) or re.search(r'<option value="([^"]+)"', page)
    assert found is not None
    return found[1]


def bring(table: Table, seat: str, text: str, of: str = "", **headers: str) -> httpx.Response:
    """The form, as a browser sends it."""
    data = {"of": of or holder(table, seat), "text": text}
    return table.http.post(f"{table.seats[seat]}/deck", data=data, headers=headers)


def test_a_player_brings_a_deck(table: Table) -> None:
    assert bring(table, "p1", LIST).status_code == 303
    assert "のデッキ（17枚）を持ちこみました" in table.story("p1")
    assert "のデッキ（17枚）を持ちこみました" in table.story("gm")


def test_of_another_players_deck_nothing_is_told(table: Table) -> None:
    before = table.story("p2")
    bring(table, "p1", LIST)
    assert table.story("p2") == before
    for text in ("燠の門", "Gate of Embers", "gate-of-embers", "Early"):
        assert text not in table.page("p2")
        assert text not in table.page("w1")


def test_it_can_be_taken_back(table: Table) -> None:
    before = table.page("gm")
    bring(table, "p1", LIST)
    page = table.page("p1")
    assert "取り消す：" in page
    table.ok("p1", "undo", to=int(re.findall(r'name="to:int" value="(\d+)"', page)[-1]))
    assert ("燠の門" in before) == ("燠の門" in re.sub(r"<li.*?</li>", "", table.page("gm"), flags=re.S))


def test_the_gm_provides_one_for_anybody(table: Table) -> None:
    assert bring(table, "gm", LIST, holder(table, "p2")).status_code == 303
    assert "GMが" in table.story("p2")


def test_not_for_another_player(table: Table) -> None:
    answer = bring(table, "p1", LIST, holder(table, "p2"), **JSON)
    assert (answer.status_code, answer.json()["refused"]) == (409, "not_yours")
    assert bring(table, "p1", LIST, "nobody", **JSON).json()["refused"] == "not_yours"


def test_lines_at_fault_are_told_with_what_is_near_and_nothing_comes_in(table: Table) -> None:
    before = table.story("p1")
    answer = bring(table, "p1", "4 Gate of Embres\n0 燠の門\n1 zzzz qqqq\n3 燠の門\n", **JSON)
    assert (answer.status_code, answer.json()["refused"]) == (409, "deck_wrong")
    lines = answer.json()["lines"]
    assert [(one["line"], one["why"]) for one in lines] == [(1, "no_such_card"), (2, "odd_count"), (3, "no_such_card")]
    assert (lines[0]["near"], lines[2]["near"]) == (["燠の門"], [])
    page = bring(table, "p1", "4 Gate of Embres\n")
    assert page.status_code == 422
    assert "1行目「Gate of Embres」" in page.text
    assert "もしかして" in page.text
    assert table.story("p1") == before


@pytest.mark.parametrize("text", ["", " \n", "// nothing", "1 Bell\n" * 700, "a" * 70_000])
def test_lists_that_are_none(table: Table, text: str) -> None:
    assert bring(table, "p1", text).status_code == 422


def test_small_buttons_work_without_a_script(table: Table) -> None:
    address, of = f"{table.seats['p1']}/deck", holder(table, "p1")

    def listed(**more: str) -> str:
        answer = table.http.post(address, data={"of": of, "text": "4 Gate of Embres\n1 X", "q": "gate", **more})
        assert answer.status_code == 200
        return answer.text.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0].strip()

    assert listed(search="1") == "4 Gate of Embres\n1 X"
    assert listed(put="燠の門") == "4 Gate of Embres\n1 X\n1 燠の門"
    assert listed(mend="1:Gate of Embres\t燠の門") == "4 燠の門\n1 X"
    assert listed(mend="99:Gate\t燠の門") == "4 Gate of Embres\n1 X"


def test_a_file_is_read(table: Table) -> None:
    data, name = {"of": holder(table, "p1"), "text": ""}, "deck.txt"
    for content in (LIST.encode("cp932"), LIST.encode(), LIST.encode("utf-16")):
        files = {"upload": (name, content, "text/plain")}
        assert table.http.post(f"{table.seats['p1']}/deck", data=data, files=files).status_code == 303
    files = {"upload": (name, b"\x89PNG\r\n\x1a\n\x00\x00", "text/plain")}
    assert table.http.post(f"{table.seats['p1']}/deck", data=data, files=files).status_code == 422


def test_cards_are_searched_as_data_and_as_markup(table: Table) -> None:
    address = f"{table.seats['w1']}/cards"
    found = table.http.get(address, params={"q": "燠"}, headers=JSON).json()
    assert ([one["name"] for one in found["cards"]], found["more"]) == (["Gate of Embers"], False)
    assert table.http.get(address, params={"q": "gate", "page": "2"}, headers=JSON).json()["cards"] == []
    assert 'value="燠の門"' in table.http.get(address, params={"q": "gate"}).text
    assert "当てはまるカードはありません" in table.http.get(address, params={"q": "<b>zz</b>"}).text
    for odd in ({"q": "x" * 5000}, {"q": "gate", "page": "-1"}, {"q": "gate", "page": "９９"}, {}):
        assert table.http.get(address, params=odd).status_code == 200


def test_a_page_in_english(table: Table) -> None:
    page = table.http.get(f"{table.seats['p1']}/deck", params={"lang": "en", "q": "gate"}).text
    assert "Use this deck" in page
    assert 'value="Gate of Embers"' in page


@pytest.mark.parametrize("seat", ["w1"])
def test_watchers_have_no_such_page(table: Table, seat: str) -> None:
    assert table.http.get(f"{table.seats[seat]}/deck").status_code == 404
    assert table.http.post(f"{table.seats[seat]}/deck", data={"of": "x", "text": LIST}).status_code == 404


def test_a_book_without_decks_has_no_such_page(server: Server) -> None:
    made = server.open()
    assert made.http.get(f"{made.seats['gm']}/deck").status_code == 404


# pictures ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("https://pictures.example/{id}.jpg", True),
        ("http://localhost:9000/card?name={name}&w=240", True),
        ("https://pictures.example/all.jpg", False),
        ("https://{id}.example/x", False),
        ("https://pictures.example/{id}; script-src *", False),
        ("https://a.example' 'unsafe-inline'/{id}", False),
        ("javascript:{id}", False),
        ("pictures/{id}", False),
        ("", False),
    ],
)
def test_what_says_where_pictures_are(pattern: str, fits: bool) -> None:
    assert is_pattern(pattern) == fits


def test_pictures_only_where_a_place_is_named() -> None:
    assert card_picture("a1 Gate of Embers") == ""
    token = PATTERN.set("https://pictures.example/{id}?n={name}")
    try:
        assert 'src="https://pictures.example/a%2F1?n=Gate%20%22of%22"' in card_picture('a/1 Gate "of"')
        assert card_picture("") == ""
    finally:
        PATTERN.reset(token)


async def _nothing(scope: object, receive: object, send: object) -> None:
    """An application that answers nothing."""


@pytest.mark.parametrize(
    ("pattern", "allowed"), [("", "data:;"), ("https://p.example/{id}", "data: https://p.example;")]
)
def test_pages_may_load_pictures_from_that_place_alone(pattern: str, allowed: str) -> None:
    headers = dict(Secured(_nothing, lambda: None, pattern)._headers)
    assert f"img-src 'self' {allowed}" in headers[b"content-security-policy"].decode()
    if pattern:
        assert origin_of(pattern) == "https://p.example"


def test_a_list_without_a_main_deck_is_refused(table: Table) -> None:
    answer = bring(table, "p1", "Sideboard\n1 Quiet Meadow\n", **JSON)
    assert [(one["line"], one["why"]) for one in answer.json()["lines"]] == [(2, "deck_no_main")]
    assert "メインデッキのカードがありません" in bring(table, "p1", "統率者\n1 燠の門\n").text
    assert "メインデッキ" not in table.story("p1")


HUGE = CardFace(name="Tower", mana_cost="{" + "9" * 5_000 + "}", type_line="Creature — Wall", power="9e999")


def test_a_card_of_an_older_library_with_a_number_of_any_size_is_refused(table: Table, server: Server) -> None:
    library = library_in(server.data)
    with library.taking() as intake:
        intake.put(Record(Card(id="tower", name="Tower", mana_value=1e300, faces=(HUGE,))))
    library.close()
    answer = bring(table, "p1", f"{LIST}\n1 Tower", **JSON)
    assert [one["why"] for one in answer.json()["lines"]] == ["card_oversized"]
    assert "どのカードにもない大きさの数" in answer.json()["lines"][0]["told"]


SORCERY = {"object": "card", "layout": "normal", "lang": "en", "type_line": "Sorcery", "mana_cost": "{0}"}
WALKER = SORCERY | {"type_line": "Legendary Planeswalker — Trial", "loyalty": "1000000"}
HOSTILE = {
    "wall": SORCERY | {"mana_cost": "{1000000}", "cmc": 1e6, "type_line": "Creature — Wall", "power": "∞"},
    "long": SORCERY | {"oracle_text": f"Long deals {'9' * 5_000} damage to any target."},
    "wide": SORCERY | {"oracle_text": "Create 1000000000 1/1 tokens. Draw 9999999999 cards."},
    "deep": SORCERY | {"oracle_text": "Target creature gets +9999999999/-9999999999 until end of turn."},
    "many": SORCERY | {"oracle_text": "Destroy up to 9999 target creatures. Draw X cards."},
    "shared": SORCERY | {"oracle_text": "Shared deals 9999 damage divided as you choose among any number of targets."},
    "mage": WALKER | {"oracle_text": "+99999999999: Draw a card.\n−9999: Destroy target creature."},
    "old": SORCERY | {"mana_cost": "{X}{X}{X}", "oracle_text": "Each player discards 9999 cards."},
}


AIMED = {"targets": ["varga"]}


def test_cards_with_the_greatest_numbers_are_played_like_others(table: Table, server: Server) -> None:
    library = library_in(server.data)
    taken = take_in(library, BytesIO(encoded([one | {"name": name} for name, one in HOSTILE.items()])))
    library.close()
    assert taken.counts.added == len(HOSTILE)
    assert bring(table, "p1", "\n".join(HOSTILE), "lyuka").status_code == 303
    table.ok("gm", "declare", act="start_scene", args={"place": "hall", "members": ["lyuka", "zan"]})
    table.ok("gm", "declare", act="draw", args={"pc": "lyuka", "amount": 1, "reason": "-"})
    more: dict[str, Any] = {"long": AIMED, "deep": AIMED, "shared": AIMED, "old": {"x": 0}}
    for name in HOSTILE:
        card = f"lyuka-{name}"
        for seat in ("gm", "p1"):
            table.page(seat)
            table.page(seat, "/export.txt")
            table.page(seat, "/compose", act="cast", pc="lyuka", card=card)
        answer = table.do("p1", "declare", act="cast", args={"pc": "lyuka", "card": card, **more.get(name, {})})
        assert answer.status_code in (200, 409), (name, answer.text)
        table.settle()

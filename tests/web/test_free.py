"""A free table over HTTP, without any script."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.conftest import JSON, Server, Table
from tests.web.test_pictures import ids

FORM = re.compile(r"<form\b.*?</form>", re.S)


@pytest.fixture
def table(server: Server) -> Table:
    """A free table: two players with a character each, and the GM's wolf."""
    made = server.open(book="free", scenario="", players=2)
    for seat, name in (("p1", "葵"), ("p2", "湊")):
        made.ok(seat, "sit", name=name)
    made.ok("p1", "add", name="ルカ", numbers={"HP": 24})
    made.ok("p2", "add", name="ミナ", numbers={"HP": 31})
    made.ok("gm", "add", name="狼", numbers={"HP": 9})
    return made


def test_it_stands_beside_the_books(server: Server) -> None:
    """As what it is: no rules to read, no scenario, no options."""
    home = server.http.get("/").text
    panel = next(part for part in home.split("<section")[1:] if "自由卓" in part)
    assert "/new?book=free" in panel
    assert "ルールを読む" not in panel
    new = server.http.get("/new", params={"book": "free"}).text
    assert all(f'href="/new?book={book}"' in new for book in ("bayside23", "free", "sw2_dungeon"))
    assert re.search(r'book=free" aria-current="true"', new)
    assert "シナリオ" not in new
    assert "選択ルール" not in new
    assert server.http.get("/books/free/rules").status_code == 404


def test_a_newcomers_page_asks_for_a_character(server: Server) -> None:
    made = server.open(book="free", scenario="", players=1)
    made.ok("p1", "sit", name="葵")
    page = made.page("p1")
    assert 'id="tab-hand" value="hand" checked' in page
    form = next(one for one in FORM.findall(page) if 'name="numbers.HP:maybe"' in one)
    sent = {"do": "add", "kind": "characters", "name": "ルカ", "numbers.HP:maybe": "２４", "numbers.MP:maybe": ""}
    assert all(f'name="{name}"' in form for name in sent)
    assert made.http.post(f"{made.seats['p1']}/do", data=sent).status_code == 303
    page = made.page("p1")
    assert re.search(r"HP</span>.*?<b>24</b><small>/24", page, re.S)
    assert "MP</span>" not in page[page.index('id="fig-') : page.index("quick-add")]
    assert "葵がキャラクター「ルカ」を加えました" in made.story("w1")


def test_every_form_of_the_sheet_works(table: Table) -> None:
    """As it stands on the page, sent back with what it is filled in with."""
    ruka = ids(table)["ルカ"]
    table.ok("p1", "put", path=f"characters.{ruka}.states", key="毒", to={"rest": "3"})
    table.ok("p1", "put", path=f"characters.{ruka}.values", key="命中.1", to="5")
    page = table.page("p1", f"/entity/{ruka}")
    forms = [one for one in FORM.findall(page) if '/do"' in one and 'value="remove"' not in one]
    assert len(forms) > 12
    for number, form in enumerate(forms):
        fields = dict(re.findall(r'name="([^"]+)"[^>]*? value="([^"]*)"', form))
        fields |= {name: fields.get(name) or f"新{number}" for name in re.findall(r'name="(key|to|name)"', form)}
        if "colour" in fields["path"]:
            fields["to"] = "#3366cc"
        answer = table.http.post(f"{table.seats['p1']}/do", data=fields, headers=JSON)
        assert answer.status_code == 200 or answer.json()["refused"] in ("gone", "bad_edit"), (fields, answer.text)


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("１２", 12),
        ("+３", 3),
        ("−2", -2),
        ("1,320", 1320),
        (" 7 ", 7),
        ("12.5", None),
        ("1e3", None),
        ("", None),
        ("十", None),
    ],
)
def test_numbers_as_people_type_them(table: Table, typed: str, becomes: int | None) -> None:
    """Full width, signs and thousands marks are read; anything else is refused and the old value stays."""
    path = f"characters.{ids(table)['ルカ']}.gauges.HP"
    form = {"do": "edit", "path": path, "to.now:int": typed, "to.max:int": "24"}
    answer = table.http.post(f"{table.seats['p1']}/do", data=form, headers=JSON)
    assert answer.status_code == (422 if becomes is None else 200)
    assert f"<b>{24 if becomes is None else becomes}</b><small>/24" in table.page("p2")


def test_only_ones_own_has_buttons(table: Table) -> None:
    known = ids(table)
    for seat, mine in (("p1", {"ルカ"}), ("p2", {"ミナ"}), ("w1", set()), ("gm", {"ルカ", "ミナ", "狼"})):
        page = table.page(seat)
        stepped = set(re.findall(r'name="path" value="characters\.(n\w+)\.gauges', page))
        assert stepped == {known[name] for name in mine}
        for name, one in known.items():
            status = table.http.get(f"{table.seats[seat]}/entity/{one}").status_code
            assert status == (200 if name in mine else 404)


def test_closed_numbers_and_secrets(table: Table) -> None:
    ruka = ids(table)["ルカ"]
    table.ok("p1", "edit", path=f"characters.{ruka}.secret", to="王の娘")
    table.ok("p1", "edit", path=f"characters.{ruka}.closed", to=True)
    for seat, sees in (("gm", True), ("p1", True), ("p2", False), ("w1", False)):
        page = table.page(seat)
        assert ("王の娘" in page + table.story(seat)) is sees
        assert ("<b>24</b>" in page) is sees


def test_a_stale_form_of_somebody_put_away(table: Table) -> None:
    """The tap is refused in words, and the log keeps the name."""
    ruka = ids(table)["ルカ"]
    table.ok("gm", "edit", path=f"characters.{ruka}.removed", to=True)
    for command in (
        {"do": "shift", "path": f"characters.{ruka}.gauges.HP.now", "by": -1},
        {"do": "put", "path": f"characters.{ruka}.states", "key": "毒", "to": {}},
        {"do": "take_down", "of": ruka},
    ):
        answer = table.http.post(f"{table.seats['p1']}/do", json=command, headers=JSON)
        assert answer.json()["refused"] == "gone"
        assert "もう盤面にありません" in answer.json()["text"]
    assert "ルカ" in table.story("p1")
    assert "fig-" + ruka not in table.page("p2")


def test_a_long_memo_is_kept_and_told_in_short(table: Table) -> None:
    ruka = ids(table)["ルカ"]
    table.ok("p1", "edit", path=f"characters.{ruka}.memo", to="長い話。" * 2400)
    assert "長い話。" * 2400 in table.page("p2")
    assert len(table.story("p2")) < 2000
    assert table.refused("p1", "edit", path=f"characters.{ruka}.memo", to="あ" * 10_001) == "too_long"


def test_a_player_takes_back_from_the_page(table: Table) -> None:
    ruka, mina = ids(table)["ルカ"], ids(table)["ミナ"]
    table.ok("p1", "shift", path=f"characters.{ruka}.gauges.HP.now", by=-5)
    table.ok("p2", "shift", path=f"characters.{mina}.gauges.HP.now", by=-1)
    page = table.page("p1")
    assert "取り消す：ルカ HP" in page
    undo = re.search(r'name="do" value="undo"><input type="hidden" name="to:int" value="(\d+)"', page)
    assert undo
    table.ok("p1", "undo", to=int(undo[1]))
    assert "<b>24</b>" in table.page("p2")
    assert "<b>30</b>" in table.page("p2")


def test_odd_names_do_no_harm(table: Table) -> None:
    ruka, odd = ids(table)["ルカ"], "<img src=x onerror=alert(1)>\"'{}.\\毒"
    for kind in ("gauges", "states", "values"):
        table.ok("p1", "put", path=f"characters.{ruka}.{kind}", key=odd[:40], to="" if kind == "values" else {})
    for seat in ("gm", "p1", "p2"):
        assert "<img src=x" not in table.page(seat)
    assert "<img src=x" not in table.page("p1", f"/entity/{ruka}")
    name = re.search(r'name="do" value="remove"><input type="hidden" name="path" value="([^"]+)"', table.page("p1"))
    assert name

    table.ok("p1", "remove", path=unescape(name[1]))

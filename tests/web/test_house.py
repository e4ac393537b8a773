"""House rules over HTTP: chosen at the start, where each value comes from, moved after a look, and as files."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import Server, Table
from tests.web.test_scenarios import alert, opened

FORM = {"book": "bayside23", "title": "短い卓", "players:int": "2", "lang": "ja", "source": "", "scenario": ""}
EVENING = "short_evening@2026-12-01"
WAITING = "待機しているキャラクターは、同時に未行動でもある"
MINE = '[meta]\nid = "mine"\ntitle = "うち"\nversion = "1"\nbase = "bayside23"\n'
MINE += '[[change]]\npath = "damage.heavy"\nto = 3\n'


@pytest.fixture
def table(server: Server) -> Table:
    return opened(server, server.http.post("/new", data=FORM))


def step(table: Table, seat: str = "gm", **given: str) -> str:
    """Ask for one step and, if it is shown, take it; gives the page that was shown."""
    address = f"{table.seats[seat]}/house"
    shown = table.http.post(address, data=given)
    pin = re.search(r'name="pin" value="(\w+)"', shown.text)
    if pin:
        assert table.http.post(address, data={**given, "pin": pin[1], "sure": "1"}).status_code == 303
    return whole(shown.text)


def page(table: Table, seat: str = "p1") -> str:
    return whole(table.http.get(f"{table.seats[seat]}/house").text)


def whole(page: str) -> str:
    """A page without the places where a long name may break."""
    return page.replace("<wbr>", "")


def test_a_table_begins_under_layers_and_every_seat_reads_where_values_come_from(server: Server) -> None:
    house = [("house", ("mine.toml", MINE.encode(), "application/toml"))]
    table = opened(server, server.http.post("/new", data={**FORM, "layers.short_evening": EVENING}, files=house))
    for seat in ("gm", "p1", "w1"):
        text = page(table, seat)
        assert "短い夜 2026-12-01" in text
        assert "（もとは 3、bayside23 1）" in text
        assert "mine 1" in text


def test_a_broken_file_is_told_on_the_form_of_a_new_table(server: Server) -> None:
    house = [("house", ("mine.toml", MINE.replace("heavy", "heavyy").encode(), "application/toml"))]
    answer = server.http.post("/new", data=FORM, files=house)
    assert answer.status_code == 422
    assert alert(answer.text) == (
        "mine.toml 7行目：[[change]] の1つめ、path：bayside23 に「damage.heavyy」はありません。"
        "いちばん近いのは「damage.heavy」です。"
    )


def test_the_gm_sees_what_changes_and_then_changes_it(table: Table) -> None:
    shown = step(table, step="lay", path=EVENING)
    assert "<b>damage.critical</b>：3 → 4" in re.sub(r"\s+", " ", shown)
    assert "短い夜 2026-12-01" in page(table)
    told = table.http.get(f"{table.seats['p1']}/export.txt").text
    assert "ハウスルール：短い夜 2026-12-01 (damage.critical: 3 → 4" in told
    assert "短い夜 2026-12-01" in table.http.get(f"{table.seats['gm']}/options").text
    step(table, step="lay", path="short_evening@2026-11-01")
    assert "2026-12-01" not in re.findall(r"<ul>.*?</ul>", page(table), re.S)[0]
    step(table, step="lift", path="short_evening")
    assert "短い夜" not in page(table)


def test_a_layer_for_one_table_is_made_saved_and_brought(server: Server, table: Table) -> None:
    step(table, step="change", path="damage.critical", to="6")
    step(table, step="ban", path="stones.large")
    saved = table.http.get(f"{table.seats['gm']}/house/table.toml").text
    assert 'path = "damage.critical"\nto = 6' in saved
    other = opened(server, server.http.post("/new", data=FORM))
    step(other, step="bring", source=saved)
    assert "house " in page(other)
    assert 'path = "damage.critical"' in other.http.get(f"{other.seats['p1']}/house/house.toml").text
    step(table, step="drop_ban", path="stones.large")
    assert "stones.large" not in table.http.get(f"{table.seats['gm']}/house/table.toml").text


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"step": "change", "path": "damage.critical", "to": "many"}, "数ではありません"),
        ({"step": "change", "path": "damage.none", "to": "1"}, "いま選べません"),
        ({"step": "ban", "path": "stones.larg"}, "いちばん近いのは「stones.large」"),
        ({"step": "lay", "path": "nobody@1"}, "いま選べません"),
        ({"step": "bring", "source": "x"}, "1行目"),
        ({"step": "fly"}, "いま選べません"),
    ],
)
def test_nonsense_changes_nothing(table: Table, given: dict[str, str], told: str) -> None:
    assert told in alert(step(table, **given))
    assert "なし。ルールブックのとおり" in page(table)


def test_only_the_gm_changes_and_others_have_no_form(table: Table) -> None:
    assert table.http.post(f"{table.seats['p1']}/house", data={"step": "lay", "path": EVENING}).status_code == 404
    forms = [re.findall(r"<main.*?</main>", page(table, seat), re.S)[0].count("<form") for seat in ("gm", "p1", "w1")]
    assert forms[0] > 3
    assert forms[1:] == [0, 0]


def test_a_book_s_page_compares_layers(server: Server) -> None:
    text = whole(server.http.get(f"/books/bayside23/values?layer={EVENING}&than=short_evening@2026-11-01").text)
    found = re.findall(r'<ul class="changes">.*?</ul>', text, re.S)[0]
    assert "stones.large" in found
    assert "威力13以上の命中は生命点をもう1点減らす" in found
    assert "damage.critical" not in found
    assert server.http.get("/books/bayside23/values?layer=nobody").status_code == 404
    assert server.http.get("/books/free/values").status_code == 200


def test_the_gm_looks_what_all_so_far_would_have_been(table: Table) -> None:
    address = f"{table.seats['gm']}/house"
    shown = table.http.post(address, data={"step": "lay", "path": EVENING, "retell": "1"})
    assert shown.status_code == 200
    assert 'id="retold"' in shown.text
    assert "終わりの盤面は同じです。" in shown.text
    assert "なし。ルールブックのとおり" in page(table)
    assert table.http.post(f"{table.seats['p1']}/house", data={"step": "lay", "retell": "1"}).status_code == 404


def test_the_versions_of_a_large_layer_are_compared_and_laid(server: Server) -> None:
    page = server.http.get("/books/yoake5/values?layer=majo@2019-04-19&than=majo@2018-10-01").text
    listed = re.findall(r'<ul class="changes">(.*?)</ul>', page, re.S)[0]
    assert re.findall(r"<small>([^<]*)</small></b>：([^<]*)", whole(listed)) == [("counts_as_not_yet", f"{WAITING} ")]
    table = opened(server, server.http.post("/new", data={**FORM, "book": "yoake5"}))
    shown = step(table, step="lay", path="majo@2018-10-01")
    assert WAITING not in shown
    assert WAITING in step(table, step="lay", path="majo@2019-04-19")
    mine = page_parts(table)
    assert "魔城卓ハウスルール 2019-04-19" in mine["changed"]
    assert '<details class="tool"><summary>skills' in mine["all"]


def page_parts(table: Table) -> dict[str, str]:
    """A player's page of house rules: all of it, and the values that house rules change."""
    text = page(table)
    return {
        "all": text,
        "changed": text[text.index("ハウスルールで変わっているもの") : text.index('<details class="tool">')],
    }


def test_a_new_table_takes_one_version_of_each_layer(server: Server) -> None:
    text = server.http.get("/new?book=yoake5").text
    given = re.findall(r'<input type="(\w+)" name="layers\.majo" value="([^"]*)"', text)
    assert given == [("radio", ""), ("radio", "majo@2019-04-19"), ("radio", "majo@2018-10-01")]


def test_a_title_that_is_too_long_is_told_to_tools_in_json(server: Server) -> None:
    told = server.http.post("/new", data={**FORM, "title": "卓" * 5000}, headers={"accept": "application/json"})
    assert told.status_code == 422
    assert told.json()["text"]


def test_entries_of_the_content_are_called_by_their_names(server: Server) -> None:
    text = whole(server.http.get("/books/yoake5/values?layer=majo@2019-04-19").text)
    assert '<th scope="row">〈隠密行動〉 コスト<br><small>skills.stealth.cost</small></th>' in text

"""A campaign over HTTP: opened, entered, its tables opened and gone to with one tap, characters called home."""

from __future__ import annotations

import re

from tests.web.conftest import Server, Table
from tests.web.test_scenarios import opened

FORM = {"book": "yoake5", "title": "長い夜", "players:int": "2", "lang": "ja", "campaign:bool": "1", "scenario": ""}


def campaign(server: Server) -> Table:
    """A campaign with an organiser, two players, and a character of the first one's."""
    table = opened(server, server.http.post("/new", data=FORM))
    for seat, name in (("gm", "主催"), ("p1", "ハル"), ("p2", "ナツ")):
        table.http.post(f"{table.seats[seat]}/do", data={"do": "sit", "name": name})
    table.http.post(f"{table.seats['p1']}/do", data={"do": "add", "name": "千早"})
    return table


def page(table: Table, seat: str, query: str = "") -> str:
    return table.http.get(f"{table.seats[seat]}/campaign{query}").text


def hidden(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', html)
    assert found, name
    return found[1]


def at_home(html: str) -> str:
    """The id of the player's character that can go to a table."""
    return hidden(html, "of")


def session(table: Table, seat: str = "gm", title: str = "第一夜") -> str:
    """A table of the campaign; gives where its opener comes to."""
    token = hidden(page(table, seat), "token")
    done = table.http.post(f"{table.seats[seat]}/campaign/open", data={"title": title, "token": token})
    assert done.status_code == 303, done.text
    return done.headers["location"]


def test_a_player_goes_to_a_table_and_is_called_home(server: Server) -> None:
    table = campaign(server)
    gm_there = session(table)
    assert "キャンペーンから来ている人" not in table.http.get(gm_there).text
    mine = page(table, "p1")
    assert "千早で「第一夜」へ行く" in mine
    data = {"of": at_home(mine), "table": hidden(mine, "table")}
    went = table.http.post(f"{table.seats['p1']}/campaign/go", data=data)
    assert went.status_code == 303
    there = table.http.get(went.headers["location"])
    assert "千早" in there.text
    assert "キャンペーンのページへ" in there.text
    back = table.http.get(f"{went.headers['location']}/campaign")
    assert back.headers["location"] == f"{table.seats['p1']}/campaign"
    assert "卓「第一夜」に出ています" in page(table, "p2")
    assert "千早で「第一夜」へ行く" not in page(table, "p1")
    assert "千早を帰す" in table.http.get(gm_there).text
    table.http.post(f"{table.seats['gm']}/do", data={"do": "recall", "of": data["of"], "reason": "続かない"})
    assert "卓「第一夜」に出ています" not in page(table, "p2")


def test_what_others_may_not_do_is_refused(server: Server) -> None:
    table = campaign(server)
    session(table)
    mine = page(table, "p1")
    data = {"of": at_home(mine), "table": hidden(mine, "table")}
    assert table.http.post(f"{table.seats['p2']}/campaign/go", data=data).status_code == 409
    opening = table.http.post(f"{table.seats['p2']}/campaign/open", data={"title": "うち", "token": "x"})
    assert opening.status_code == 409
    table.http.post(f"{table.seats['gm']}/do", data={"do": "let_sessions", "on:bool": "1"})
    assert (
        table.http.post(f"{table.seats['p2']}/campaign/open", data={"title": "うち", "token": "x"}).status_code == 303
    )
    assert "うち" in page(table, "p1")
    assert table.http.post(f"{table.seats['p2']}/do", data={"do": "recall", "of": data["of"]}).status_code == 409
    assert table.http.get(f"{table.seats['w1']}/campaign/nobody").status_code == 404


def test_lists_are_turned_page_by_page(server: Server) -> None:
    table = campaign(server)
    for number in range(21):
        session(table, title=f"第{number}夜")
    assert "第20夜" in page(table, "p2")
    assert "「第0夜」" not in page(table, "p2")
    assert "「第0夜」" in page(table, "p2", "?tables=2")
    assert "「第0夜」" in page(table, "p2", "?tables=99")


def test_a_form_sent_twice_opens_one_table(server: Server) -> None:
    table = campaign(server)
    data = {"title": "第一夜", "token": "same"}
    first, second = (table.http.post(f"{table.seats['gm']}/campaign/open", data=data) for _ in range(2))
    assert first.headers["location"] == second.headers["location"]
    assert page(table, "gm").count("「第一夜」にGMとして入る") == 1


def test_who_sits_down_comes_to_the_campaign_and_reads_what_is_next(server: Server) -> None:
    table = opened(server, server.http.post("/new", data=FORM))
    sat = table.http.post(f"{table.seats['p1']}/do", data={"do": "sit", "name": "ハル"})
    assert sat.headers["location"] == f"{table.seats['p1']}/campaign"
    assert "まず、このキャンペーンで動かすキャラクターを作ります" in page(table, "p1")
    table.http.post(f"{table.seats['p1']}/campaign/do", data={"do": "add", "name": "千早"})
    assert "まず、このキャンペーンで" not in page(table, "p1")
    assert "つぎにすること" in page(table, "p1")
    assert "つぎにすること" not in page(table, "gm")

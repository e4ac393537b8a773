"""Content of a group's own over HTTP: several files at the start, more of them later, for the GM alone."""

from __future__ import annotations

import io
import zipfile

import httpx
import pytest

from tests.web.conftest import JSON, Server, Table
from tests.web.test_scenarios import alert, kept, opened

SKILL = '[[skill]]\nid = "cut"\nname = "斬る"\n'
ENEMY = '[[enemy]]\nid = "ogre"\nname = "鬼"\nhp = 30\nabilities = { attack = "2D" }\nskills = { cut = 1 }\n'
FORM = {"book": "artonelico", "title": "塔の卓", "players:int": "2", "lang": "ja", "source": "", "scenario": ""}
Files = list[tuple[str, tuple[str, bytes, str]]]


def files(**texts: str) -> Files:
    return [("upload", (f"{name}.toml", text.encode(), "application/toml")) for name, text in texts.items()]


def packed(**texts: str) -> Files:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in texts.items():
            archive.writestr(f"mine/{name}.toml", text)
    return [("upload", ("mine.zip", made.getvalue(), "application/zip"))]


@pytest.fixture
def table(server: Server) -> Table:
    """A table with the starter set alone."""
    return opened(server, server.http.post("/new", data=FORM))


def add(table: Table, given: Files, seat: str = "gm", **headers: str) -> httpx.Response:
    """The form of the page on which content is added, as a browser sends it."""
    return table.http.post(f"{table.seats[seat]}/content", data={"source": ""}, files=given, headers=headers)


@pytest.mark.parametrize("given", [files(a=SKILL, b=ENEMY), packed(a=SKILL, b=ENEMY)], ids=["files", "zip"])
def test_several_files_open_a_table(server: Server, given: Files) -> None:
    table = opened(server, server.http.post("/new", data=FORM, files=given))
    assert "鬼" in kept(table)
    assert "斬る" in kept(table)


def test_a_fault_in_one_of_several_files_names_it(server: Server) -> None:
    answer = server.http.post("/new", data=FORM, files=files(a=SKILL, b=ENEMY.replace("cut", "cot")))
    assert answer.status_code == 422
    assert alert(answer.text).startswith("b.toml 6行目：")


def test_a_book_of_one_file_says_so(server: Server) -> None:
    answer = server.http.post("/new", data={**FORM, "book": "bayside23"}, files=files(a=SKILL, b=ENEMY))
    assert "1つのファイル" in alert(answer.text)


def test_the_gm_adds_files_to_an_open_table(table: Table) -> None:
    assert add(table, files(a=SKILL)).status_code == 303
    assert add(table, packed(b=ENEMY)).status_code == 303
    told = table.http.get(f"{table.seats['gm']}/export.txt").text
    assert "GMが「a.toml」から1件の内容を加えました" in told
    assert "鬼" in kept(table)
    assert "a.toml" in table.http.get(f"{table.seats['gm']}/content").text


def test_a_fault_comes_back_on_the_form(table: Table) -> None:
    answer = table.http.post(f"{table.seats['gm']}/content", data={"source": SKILL + 'range = "far"\n'})
    assert answer.status_code == 422
    assert "「far」という射程はありません" in alert(answer.text)
    assert "far" in answer.text.partition("<textarea")[2]


def test_a_fault_over_the_api(table: Table) -> None:
    answer = add(table, files(a=SKILL + "x = 1\n"), **JSON)
    assert answer.status_code == 409
    assert answer.json()["text"].startswith("a.toml")
    told = table.http.post(f"{table.seats['gm']}/do", json={"do": "bring", "text": SKILL}, headers=JSON)
    assert told.status_code == 200


@pytest.mark.parametrize("seat", ["p1", "w1"])
def test_the_page_is_the_gms_alone(table: Table, seat: str) -> None:
    assert table.http.get(f"{table.seats[seat]}/content").status_code == 404
    assert add(table, files(a=SKILL), seat).status_code == 404
    told = table.http.post(f"{table.seats[seat]}/do", json={"do": "bring", "text": SKILL}, headers=JSON)
    assert told.status_code == 409


def test_nobody_else_hears_of_it(table: Table) -> None:
    before = [table.http.get(f"{table.seats[seat]}/export.txt").text for seat in ("p1", "w1")]
    add(table, files(a=SKILL.replace("[[skill]]", "[[skill]]\nlearnable = false"), b=ENEMY))
    assert [table.http.get(f"{table.seats[seat]}/export.txt").text for seat in ("p1", "w1")] == before
    assert "鬼" not in table.http.get(table.seats["p1"]).text
    assert "斬る" not in table.http.get(table.seats["p1"]).text


def test_a_book_without_content_has_no_such_page(server: Server) -> None:
    table = opened(server, server.http.post("/new", data={**FORM, "book": "bayside23"}))
    assert table.http.get(f"{table.seats['gm']}/content").status_code == 404

"""A GM's own scenario over HTTP: from a file, an archive or pasted text, told what is wrong, kept, handed out."""

from __future__ import annotations

import io
import re
import zipfile
from html import unescape
from typing import Any

import httpx
import pytest

from takusen.rulebook.book import RuleBook, installed
from tests.web.conftest import JSON, Server, Table

WITH_SCENARIOS = [book for book in installed().values() if book.scenarios]
OWN = '[meta]\nid = "mine"\nsource = "me"\ntitle = { ja = "私の話", en = "My story" }\n'
BROKEN = OWN + "\nsurprise = 1\n"


@pytest.fixture(params=WITH_SCENARIOS, ids=lambda book: book.id)
def book(request: pytest.FixtureRequest) -> RuleBook:
    return request.param  # type: ignore[no-any-return]


def shipped(book: RuleBook) -> tuple[str, str]:
    """The id and the text of a scenario that ships."""
    return next(iter(book.scenario_texts.items()))


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return made.getvalue()


def sent(server: Server, name: str, data: bytes, **fields: str) -> httpx.Response:
    """The form for a new table with a file, as a browser sends it."""
    form = {"book": "bayside23", "title": "夜の卓", "players:int": "2", "lang": "ja", "source": "", **fields}
    return server.http.post("/new", data=form, files={"upload": (name, data, "application/octet-stream")})


def opened(server: Server, answer: httpx.Response) -> Table:
    """The table to whose links an answer leads."""
    assert answer.status_code == 303, answer.text[:2000]
    links = re.findall(r"/t/([\w-]+)/([0-9a-f]{24})", server.http.get(answer.headers["location"]).text)
    seats = dict(zip(("gm", "p1", "p2", "w1"), dict.fromkeys(f"/t/{table}/{key}" for table, key in links), strict=True))
    return Table(server.http, {"table": links[0][0], "seats": seats})


def kept(table: Table) -> str:
    """The scenario that the GM of a table may save."""
    answer = table.http.get(f"{table.seats['gm']}/scenario.toml")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith("attachment; filename=scenario.toml;")
    return answer.content.decode()


def alert(page: str) -> str:
    """What a form says is wrong."""
    found = re.search(r'role="alert">(.*?)</p>', page, re.S)
    assert found is not None, page[:2000]
    return unescape(found[1])


# loading -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_a_file_opens_a_table_in_whatever_encoding(server: Server, encoding: str) -> None:
    text = OWN.replace("\n", "\r\n") + "# 覚え書き\r\n"
    table = opened(server, sent(server, "私の話.toml", text.encode(encoding)))
    assert kept(table) == text


def test_an_archive_opens_a_table_as_well(server: Server) -> None:
    data = zipped(scenario__toml=OWN.encode(), README__md=b"# read me", door__png=b"\x89PNG")
    assert kept(opened(server, sent(server, "my.zip", data))) == OWN


def test_pasted_text_opens_a_table_without_a_file(server: Server) -> None:
    answer = sent(server, "", b"", source=OWN.replace("\n", "\r\n"))
    assert kept(opened(server, answer)) == OWN
    plain = server.http.post("/new", data={"book": "bayside23", "players:int": "2", "source": OWN})
    assert kept(opened(server, plain)) == OWN


def test_a_file_goes_before_pasted_text_and_before_a_scenario_of_the_book(server: Server) -> None:
    answer = sent(server, "my.toml", OWN.encode(), source=OWN.replace("mine", "other"), scenario="harbor_lantern")
    assert kept(opened(server, answer)) == OWN


def test_a_long_scenario_comes_through_whichever_way(server: Server) -> None:
    text = OWN + "# " + "長" * 150_000 + "\n"
    assert kept(opened(server, sent(server, "long.toml", text.encode()))) == text
    assert kept(opened(server, sent(server, "", b"", source=text))) == text
    answer = server.http.post("/new", json={"book": "bayside23", "source": text}, headers=JSON)
    assert answer.status_code == 201


# what is wrong -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "said"), [("ja", "「surprise」という項目はありません"), ("en", "unknown field `surprise`")]
)
def test_a_broken_file_is_told_with_its_line_and_can_be_mended_on_the_form(
    server: Server, lang: str, said: str
) -> None:
    form = {"book": "bayside23", "title": "夜の卓", "players:int": "5", "source": "", "lang": "en"}
    form |= {"options.attack_compare": "hits"}
    files = {"upload": ("私の話.toml", BROKEN.encode("cp932"), "text/plain")}
    answer = server.http.post(f"/new?lang={lang}", data=form, files=files)
    assert answer.status_code == 422
    assert alert(answer.text).startswith("私の話.toml")
    assert said in alert(answer.text)
    assert '<pre class="code excerpt" tabindex="0">surprise = 1</pre>' in answer.text
    source = re.search(r'<textarea id="source"[^>]*>(.*?)</textarea>', answer.text, re.S)
    assert source is not None
    assert unescape(source[1]).strip() == BROKEN.strip()
    assert 'value="夜の卓"' in answer.text
    assert 'name="players:int" min="1" max="12" value="5"' in answer.text
    assert re.search(r'value="hits" checked', answer.text)


def test_a_file_that_is_none_leaves_what_was_typed(server: Server) -> None:
    answer = sent(server, "picture.toml", b"\x89PNG\x00", source="# 書きかけ")
    assert answer.status_code == 422
    assert "UTF-8で保存し直してください" in alert(answer.text)
    assert "# 書きかけ</textarea>" in answer.text


def test_an_archive_that_is_a_trap_is_refused_in_words(server: Server) -> None:
    for data, said in (
        (zipped(scenario__toml=b"#" * 30_000_000), "大きすぎます"),
        (zipped(readme__txt=b"?"), "scenario.toml がありません"),
        (b"PK\x03\x04 nothing", "開けません"),
        (bytes(range(255, 0, -1)), "zipファイルを開けません"),
    ):
        answer = sent(server, "my.zip", data)
        assert answer.status_code == 422
        assert said.replace(" ", "") in alert(answer.text).replace(" ", "")


def test_what_is_too_large_or_no_form_is_refused(server: Server) -> None:
    answer = sent(server, "big.zip", b"PK\x03\x04" + b"\x00" * 8_100_000)
    assert answer.status_code == 422
    assert "8MB" in answer.text
    for body, kind in (
        (b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--", "multipart/form-data; boundary=x"),
        (b"nothing", "multipart/form-data"),
        (b"nothing", "multipart/form-data; boundary=x"),
        (b"--x\r\n\xff\xfe", "multipart/form-data; boundary=x; charset=nonsense"),
    ):
        answer = server.http.post("/new", content=body, headers={"content-type": kind})
        assert answer.status_code == 422, (body, answer.text[:500])


def test_a_tool_is_told_in_json(server: Server) -> None:
    answer = server.http.post("/new", json={"book": "bayside23", "source": BROKEN, "file": "a.toml"}, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["refused"] == "bad_file"
    assert answer.json()["text"].startswith("a.toml 6行目：")


def test_nothing_is_half_opened(server: Server, own_server: Server) -> None:
    sent(own_server, "my.toml", BROKEN.encode())
    assert own_server.http.get("/health").text == "ok"
    assert b"table_opened" not in (own_server.data / "takusen.sqlite").read_bytes()
    wal = own_server.data / "takusen.sqlite-wal"
    assert not wal.exists() or b"table_opened" not in wal.read_bytes()


# handing out ---------------------------------------------------------------------------------------------------------


def test_a_shipped_scenario_is_a_template_that_opens_a_table_again(server: Server, book: RuleBook) -> None:
    one, text = shipped(book)
    answer = server.http.get(f"/books/{book.id}/scenarios/{one}.toml")
    assert answer.content.decode() == text
    assert f"{one}.toml" in answer.headers["content-disposition"]
    for page in (f"/new?book={book.id}", f"/books/{book.id}/rules"):
        assert f'href="/books/{book.id}/scenarios/{one}.toml"' in server.http.get(page).text
    table = opened(server, sent(server, f"{one}.toml", answer.content, book=book.id))
    assert kept(table) == text
    assert server.http.get(f"/books/{book.id}/scenarios/none.toml").status_code == 404


def test_the_scenario_of_a_table_is_the_gms_alone(server: Server, book: RuleBook) -> None:
    one, text = shipped(book)
    table = server.open(book=book.id, scenario=one, players=2)
    assert kept(table) == text
    assert "/scenario.toml" in table.page("gm")
    for seat in ("p1", "w1"):
        told = [server.http.get(f"{table.seats[seat]}/{path}") for path in ("scenario.toml", "options")]
        assert [answer.status_code for answer in told] == [404, 404]
        assert told[0].content == told[1].content
        assert "/scenario.toml" not in table.page(seat)


def test_a_table_without_a_scenario_has_none_to_save(server: Server) -> None:
    table = server.open(scenario="")
    assert server.http.get(f"{table.seats['gm']}/scenario.toml").status_code == 404
    assert "/scenario.toml" not in table.page("gm")


def test_what_was_opened_comes_back_after_a_restart(own_server: Server) -> None:
    table = opened(own_server, sent(own_server, "my.toml", OWN.encode()))
    own_server.kill()
    own_server.start()
    assert kept(table) == OWN


def everything(server: Server, table: Table, seat: str) -> bytes:
    """All that a seat can get."""
    paths: list[tuple[str, dict[str, Any]]] = [
        ("", {"later": 1}),
        ("/export.txt", {}),
        ("/export.html", {}),
        ("/lines", {"before": 99}),
    ]
    return b"".join(server.http.get(table.seats[seat] + path, params=query).content for path, query in paths)


def test_no_byte_of_the_file_reaches_a_player(server: Server) -> None:
    secret = "秘密の覚え書き7919"
    table = opened(server, sent(server, f"{secret}.toml", (OWN + f"# {secret}\n").encode()))
    for seat in ("gm", "p1", "w1"):
        table.ok(seat, "sit", name=seat)
    for seat in ("p1", "w1"):
        assert secret.encode() not in everything(server, table, seat)

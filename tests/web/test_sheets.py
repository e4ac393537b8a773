"""Sheets at a table: pasted, looked at, brought in, taken out again; nobody else's, and nothing hidden."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import TYPE_CHECKING, Any, Literal

import httpx
import pytest
from playwright.sync_api import expect

from takusen.interop.reading import read
from takusen.rulebook.sheet import Amount, Remark, Sheet
from tests.interop import samples
from tests.interop.reading import one
from tests.web.conftest import JSON, Server, Table
from tests.web.test_axe import AXE, RUN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PIECE = samples.text_of(samples.ccfolia())
PHONE = {"width": 360, "height": 740}
DROP = """([text, place]) => {
  const moved = new DataTransfer();
  moved.items.add(new File([text], "koto.json", { type: "application/json" }));
  const told = { dataTransfer: moved, bubbles: true, cancelable: true };
  document.querySelector(place).dispatchEvent(new DragEvent("drop", told));
}"""


@pytest.fixture
def table(server: Server) -> Table:
    """A free table with two players."""
    made = server.open(book="free", scenario="", players=2)
    for seat in ("p1", "p2"):
        made.ok(seat, "sit", name=f"{seat}さん")
    return made


def shown(table: Table, seat: str, text: str = "", file: bytes | None = None) -> httpx.Response:
    """The page that shows what was read."""
    files: dict[str, Any] = {"text": (None, text)}
    if file is not None:
        files["file"] = ("sheet.bin", file)
    return table.http.post(f"{table.seats[seat]}/sheet", files=files, params={"lang": "ja"})


def kept(page: str) -> str:
    """The sheet that a page keeps for the way back."""
    found = re.search(r"<textarea name=\"sheet\"[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert found is not None, page
    return unescape(found[1])


def taken(table: Table, by: str, text: str, **fields: str) -> httpx.Response:
    """A sheet is read and brought to the table."""
    sent = {"sheet": kept(shown(table, by, text).text), **fields}
    parts = {name: (None, value) for name, value in sent.items()}
    return table.http.post(f"{table.seats[by]}/sheet/take", files=parts, params={"lang": "ja"})


def entity(table: Table, seat: str, name: str) -> str:
    """The id of somebody whose page a seat may open."""
    links = re.findall(r'/entity/([\w]+)"[^>]*>([^<]*)<', table.page(seat))
    found = [one for one, called in links if unescape(called).strip() == name]
    return found[0] if found else re.findall(r"/entity/(n\w+)", table.page(seat))[-1]


def out(table: Table, seat: str, one: str, form: str = "") -> httpx.Response:
    """A character in the form of another tool."""
    return table.http.get(f"{table.seats[seat]}/sheet/{one}{form}", params={"lang": "ja"})


# reading -------------------------------------------------------------------------------------------------------------


def test_what_was_read_is_shown_before_it_comes_to_the_table(table: Table) -> None:
    page = shown(table, "p1", samples.text_of(samples.ytsheet(hpTotal="31", lvZzz="2"))).text
    for text in (
        "琥珀のレン（こはく）",
        "ゆとシートⅡ",
        "HP 31/31",
        "HP：シートでは31、計算すると29",
        "知らない技能「Zzz」",
    ):
        assert text in page
    assert "琥珀のレン" not in table.page("p1")


def test_a_file_is_read_in_any_encoding(table: Table) -> None:
    assert "イツキ" in shown(table, "p1", file=samples.CHARASHEET_TEXT.encode("cp932")).text
    assert "ツグミ" in shown(table, "p1", file=samples.UDONARIUM.format(icon="").encode()).text


def test_what_is_no_sheet_gets_its_sentence(table: Table) -> None:
    for given, words in (
        ("", "何も入っていません"),
        ("<html><body><p>データがありません</p></body></html>", "データがありません"),
        ("明日は卓の日です。", "シートとして読めません"),
    ):
        answer = shown(table, "p1", given)
        assert answer.status_code == 422
        assert words in answer.text


def test_a_tool_gets_json(table: Table) -> None:
    answer = table.http.post(f"{table.seats['p1']}/sheet", files={"text": (None, PIECE)}, headers=JSON)
    assert read(answer.text) == read(PIECE)
    answer = table.http.post(f"{table.seats['p1']}/sheet", files={"text": (None, "？")}, headers=JSON)
    assert (answer.status_code, answer.json()["refused"]) == (422, "sheet_unknown")


def test_too_large_a_file_is_refused_in_words(table: Table) -> None:
    answer = shown(table, "p1", file=b"a" * 10_200_000)
    assert answer.status_code == 422
    assert "10MB" in answer.text


def test_hostile_texts_stay_texts(table: Table) -> None:
    attack = '</textarea><script>alert(1)</script>"><img src=x onerror=alert(1)>'
    data = samples.ccfolia(name=attack, memo=attack, commands=attack, params=[{"label": attack, "value": attack}])
    page = shown(table, "p1", samples.text_of(data)).text
    assert "<script>alert" not in page
    assert "<img src" not in page
    assert taken(table, "p1", samples.text_of(data)).status_code == 303
    page = out(table, "p1", entity(table, "p1", "")).text
    assert "<script>alert" not in page


# bringing in ---------------------------------------------------------------------------------------------------------


def test_a_player_brings_a_character_with_its_palette(table: Table) -> None:
    assert taken(table, "p1", PIECE).status_code == 303
    for seat in ("gm", "p1", "p2"):
        assert "コト" in table.page(seat)
    page = table.page("p1")
    assert "2d+{スカウト}+{敏捷B}" in page
    assert "2d+{スカウト}+{敏捷B}" not in table.page("p2")
    mine = entity(table, "p1", "コト")
    table.ok("p1", "shift", path=f"characters.{mine}.gauges.HP.now", by=-2)
    assert one(out(table, "p1", mine, "/ccfolia.json").text).gauges["HP"] == Amount(10, 18)


def test_another_name_may_be_given(table: Table) -> None:
    assert taken(table, "p1", PIECE, name="コトハ").status_code == 303
    assert "コトハ" in table.page("p2")
    assert taken(table, "p2", samples.text_of(samples.ccfolia(name="")), name="").status_code == 422


def test_unknown_hp_is_asked_for_and_never_nothing(table: Table) -> None:
    text = samples.text_of(samples.ytsheet_monster(status1Hp="?"))
    assert "HP（シートからは分かりません）" in shown(table, "gm", text).text
    for wrong in ("", "0", "たくさん"):
        answer = taken(table, "gm", text, **{"numbers.HP": wrong})
        assert answer.status_code == 422
        assert "霧の角獣" in answer.text
        assert "霧の角獣" not in table.page("gm")
    assert taken(table, "gm", text, **{"numbers.HP": "４０"}).status_code == 303
    assert "霧の角獣" in table.page("gm")


def test_the_gm_brings_one_for_a_player(table: Table) -> None:
    assert taken(table, "gm", PIECE, seat="p2").status_code == 303
    one_id = entity(table, "p2", "コト")
    assert out(table, "p2", one_id).status_code == 200
    assert out(table, "p1", one_id).status_code == 404
    assert taken(table, "gm", PIECE, seat="p9").status_code == 422


def test_a_namesake_is_told(table: Table) -> None:
    taken(table, "p1", PIECE)
    assert "同じ名前の人がもう卓にいます" in shown(table, "p2", PIECE).text


def test_watchers_and_strangers_bring_nothing(table: Table) -> None:
    table.ok("gm", "add_seat", kind="watcher")
    watcher = next(seat for seat in table.seats if seat.startswith("w"))
    table.ok(watcher, "sit", name="見る人")
    for path in ("/sheet", "/sheet/take"):
        answer = table.http.post(f"{table.seats[watcher]}{path}", files={"text": (None, PIECE)})
        assert answer.status_code == 404
    assert table.http.get(f"/t/{table.id}/nokey/sheet").status_code == 404


def test_a_book_that_takes_no_sheets_says_so(server: Server) -> None:
    table = server.open().seated()
    page = shown(table, "p1", PIECE).text
    assert "シートを持ちこめません" in page
    assert "sheet/take" not in page
    parts = {"sheet": (None, PIECE)}
    answer = table.http.post(f"{table.seats['p1']}/sheet/take", files=parts, headers=JSON)
    assert answer.json()["refused"] == "no_sheets_here"


def test_a_forged_sheet_is_no_sheet(table: Table) -> None:
    for forged in ("", "{}", '{"takusen_sheets": [{"tool": 5}]}', '{"takusen_sheets": []}'):
        parts = {"sheet": (None, forged)}
        assert table.http.post(f"{table.seats['p1']}/sheet/take", files=parts, headers=JSON).status_code == 422


def test_a_palette_alone_goes_to_a_character_that_is_there(table: Table) -> None:
    taken(table, "p1", PIECE)
    page = shown(table, "p1", "◆戦闘\n2d6+{命中} 命中力\n//命中=5").text
    assert "この人のパレットにする" in page
    mine = re.findall(r'<option value="(n\w+)">コト', page)[0]
    table.ok("p1", "set_palette", entity=mine, text="2d6+{命中} 命中力\n//命中=5")
    assert "2d6+{命中}" in table.page("p1")
    assert "この人のパレットにする" not in shown(table, "p2", "2d6+1 命中").text


@pytest.mark.parametrize("book", ["free", "sw2_dungeon"])
def test_every_line_of_a_palette_has_what_it_names(server: Server, book: str) -> None:
    """What the sheet's tool knew as parameters and counters is known at the table too."""
    table = server.open(book=book, scenario="", players=1)
    table.ok("p1", "sit", name="さくら")
    status = [{"label": "HP", "value": 9, "max": 9}, {"label": "陣気", "value": 2}]
    lines = "2d+{スカウト}+{敏捷B}+{陣気} 先制\n//敏捷B=({敏捷度}/6)\n1d100<={SAN}"
    taken(table, "p1", samples.text_of(samples.ccfolia(status=status, commands=lines)))
    page = table.page("p1")
    assert "2d+2+(15/6)+2" in page
    assert page.count("{SAN}") > page.count("{陣気}") > 0  # one is told to be missing


# taking out ----------------------------------------------------------------------------------------------------------


def test_what_a_tool_alone_understands_goes_back_to_it(table: Table) -> None:
    taken(table, "p1", PIECE)
    answer = out(table, "p1", entity(table, "p1", "コト"), "/ccfolia.json")
    data = json.loads(answer.text)["data"]
    assert (data["futureKey"], data["secret"], data["width"]) == ({"deep": [1, None]}, True, 3)
    assert data == {**data, **samples.ccfolia()["data"]}


def test_a_character_goes_to_every_tool(table: Table) -> None:
    taken(table, "p1", samples.text_of(samples.ytsheet()))
    one_id = entity(table, "p1", "琥珀のレン")
    page = out(table, "p1", one_id).text
    assert "{&#34;kind&#34;: &#34;character&#34;" in page
    zipped = one(out(table, "p1", one_id, "/udonarium.zip").content)
    assert (zipped.name, zipped.gauges["HP"], zipped.skills["ファイター"]) == ("琥珀のレン", Amount(29, 29), 4)
    piece = one(out(table, "p1", one_id, "/ccfolia.json").text)
    assert (piece.name, piece.abilities["筋力"], piece.level) == ("琥珀のレン", 24, 4)
    assert "k32[11]+9" in out(table, "p1", one_id, "/palette.txt").text
    assert out(table, "p1", one_id, "/other.exe").status_code == 404


def test_a_character_made_at_the_table_goes_out_too(table: Table) -> None:
    table.ok("p1", "add", name="手づくり", kind="characters", numbers={"HP": 12})
    piece = one(out(table, "p1", entity(table, "p1", "手づくり"), "/ccfolia.json").text)
    assert (piece.name, piece.gauges["HP"]) == ("手づくり", Amount(12, 12))


def test_a_monster_that_was_brought_goes_out_again(server: Server) -> None:
    table = server.open(book="sw2_dungeon", scenario="", players=1)
    taken(table, "gm", samples.text_of(samples.ytsheet_monster()))
    foe = entity(table, "gm", "霧の角獣")
    assert f"/sheet/{foe}" in table.page("gm", f"/entity/{foe}")
    assert one(out(table, "gm", foe, "/ccfolia.json").text).gauges["HP"] == Amount(40, 40)
    assert out(table, "p1", foe).status_code == 404


def test_file_names_may_be_anything(table: Table) -> None:
    taken(table, "p1", PIECE, name='../"a\n/絵;')
    answer = out(table, "p1", entity(table, "p1", "a"), "/udonarium.zip")
    assert "\n" not in answer.headers["content-disposition"]
    assert zipfile.ZipFile(io.BytesIO(answer.content)).namelist() == ["data.xml"]


def test_the_picture_comes_along_and_goes_out(table: Table) -> None:
    files = {"a.xml": samples.UDONARIUM.format(icon="ab").encode(), "ab.png": samples.PNG}
    page = shown(table, "p1", file=samples.zipped(files)).text
    parts = {"sheet": (None, kept(page))}
    assert table.http.post(f"{table.seats['p1']}/sheet/take", files=parts).status_code == 303
    icon = one(out(table, "p1", entity(table, "p1", "ツグミ"), "/udonarium.zip").content).icon
    assert icon is not None
    assert icon.media == "image/webp"


def test_a_large_picture_does_not_stand_in_the_way(table: Table) -> None:
    large = samples.PNG + Random(1).randbytes(1_900_000)
    files = {"a.xml": samples.UDONARIUM.format(icon="ab").encode(), "ab.png": large}
    parts = {"sheet": (None, kept(shown(table, "p1", file=samples.zipped(files)).text))}
    assert table.http.post(f"{table.seats['p1']}/sheet/take", files=parts).status_code == 303
    assert "ツグミ" in table.page("p2")


# nothing hidden ------------------------------------------------------------------------------------------------------


def test_a_hidden_characters_sheet_leaks_nothing(server: Server) -> None:
    """Two tables, one with a hidden foe that was brought as a sheet, look the same to a player."""
    seen = []
    for hidden in (True, False):
        table = server.open(book="free", scenario="", players=2)
        table.ok("p1", "sit", name="さくら")
        taken(table, "p1", PIECE)
        if hidden:
            table.ok("gm", "add", name="影の王", kind="characters", fields={"hidden": True})
        pages = [
            table.page("p1"),
            shown(table, "p1", samples.text_of(samples.ccfolia(name="影の王"))).text,
            table.page("p1", "/sheet"),
            out(table, "p1", "n00000000").text,
            out(table, "p1", entity(table, "p1", "コト")).text,
        ]
        seen.append([_bare(page, table) for page in pages])
    assert seen[0] == seen[1]


def _bare(page: str, table: Table) -> str:
    """A page without what differs between any two tables."""
    page = page.replace(table.seats["p1"], "SEAT").replace(table.id, "TABLE")
    return re.sub(r'n[0-9a-f]{8}|name="token" value="\w+"|datetime="[^"]+"|\d\d:\d\d', "", page)


def test_nobody_takes_anothers_character_out(table: Table) -> None:
    taken(table, "p1", PIECE)
    mine = entity(table, "p1", "コト")
    table.ok("gm", "add", name="影", kind="characters", fields={"hidden": True})
    secret = entity(table, "gm", "影")
    nowhere = out(table, "p2", "nowhere")
    for one_id in (mine, secret):
        for form in ("", "/udonarium.zip", "/palette.txt", "/ccfolia.json"):
            answer = out(table, "p2", one_id, form)
            assert (answer.status_code, answer.text) == (nowhere.status_code, nowhere.text)
    assert out(table, "gm", mine).status_code == 200
    assert out(table, "gm", secret).status_code == 200


# in a browser --------------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone; no page may log an error."""
    context = browser.new_context(viewport=PHONE, locale="ja-JP")  # type: ignore[arg-type]
    context.set_default_timeout(30_000)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def test_a_sheet_is_pasted_on_a_phone(table: Table, phone: Page) -> None:
    phone.goto(f"{table.http.base_url}{table.seats['p1']}".replace("//t/", "/t/"))
    more = phone.locator("label:has(#tab-more)")
    if more.is_visible():
        more.click()
    phone.click("#p-own a[href$='/sheet']")
    phone.fill("textarea[name=text]", samples.text_of(samples.ytsheet_monster(status1Hp="？", characterName="角")))
    phone.click("text=読んでみる")
    phone.wait_for_selector(".preview")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.click("text=卓に加える")
    expect(phone.locator("input[name='numbers.HP']:invalid")).to_have_count(1)
    phone.fill("input[name='numbers.HP']", "30")
    phone.click("text=卓に加える")
    phone.wait_for_selector("body[data-live=yes]")
    expect(phone.locator("#p-stage")).to_contain_text("角")


def test_a_file_is_dropped_and_a_piece_is_copied(table: Table, phone: Page) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    base = f"{table.http.base_url}{table.seats['p1']}".replace("//t/", "/t/")
    phone.goto(f"{base}/sheet")
    phone.evaluate(DROP, [PIECE, "[data-drop]"])
    phone.click("text=読んでみる")
    phone.click("text=卓に加える")
    phone.wait_for_selector("body[data-live=yes]")
    phone.goto(f"{base}/sheet/{entity(table, 'p1', 'コト')}")
    phone.click("[data-copy]")
    expect(phone.locator("#status")).not_to_be_empty()
    copied: Sheet | Remark = one(phone.evaluate("navigator.clipboard.readText()"))
    assert copied.name == "コト"


def test_a_file_dropped_on_the_table_is_read(table: Table, phone: Page) -> None:
    phone.goto(f"{table.http.base_url}{table.seats['p1']}?later=1".replace("//t/", "/t/"))
    phone.wait_for_selector("body[data-live=yes]")
    phone.evaluate(DROP, [PIECE, "#p-stage"])
    phone.wait_for_selector(".preview")
    expect(phone.locator(".preview h2")).to_contain_text("コト")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(table: Table, browser: Browser, scheme: Literal["light", "dark"]) -> None:
    taken(table, "gm", PIECE)
    context = browser.new_context(viewport=PHONE, color_scheme=scheme, locale="ja-JP")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{table.http.base_url}{table.seats['gm']}/sheet".replace("//t/", "/t/"))
    faults = axe(page)
    page.fill("textarea[name=text]", samples.text_of(samples.ytsheet_monster(status1Hp="?", lv="x")))
    page.click("text=読んでみる")
    page.wait_for_selector(".preview")
    faults += axe(page)
    page.goto(f"{table.http.base_url}{table.seats['gm']}/sheet/{entity(table, 'gm', 'コト')}".replace("//t/", "/t/"))
    faults += axe(page)
    context.close()
    assert faults == []


def axe(page: Page) -> list[str]:
    """What axe has to say against a page with all its details open."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


def test_sheets_go_in_and_out_without_a_script(table: Table, browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False, locale="ja-JP")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{table.http.base_url}{table.seats['p2']}/sheet".replace("//t/", "/t/"))
    page.fill("textarea[name=text]", samples.ARIANRHOD)
    page.click("text=読んでみる")
    expect(page.locator(".preview")).to_contain_text("アリアンロッドRPG")
    page.click("text=卓に加える")
    expect(page.locator("#p-stage")).to_contain_text("ミオ")
    context.close()

"""A free table in real browsers: a GM and two players, all on phones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server, Table
from tests.web.test_axe import AXE, RUN
from tests.web.test_browser import PHONE, SMALL, shot, tab, visit
from tests.web.test_pictures import ids, picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["visit"]


@pytest.fixture
def table(server: Server) -> Table:
    """A free table at which two players sit, without characters yet."""
    made = server.open(book="free", scenario="", players=2)
    made.ok("p1", "sit", name="葵")
    made.ok("p2", "sit", name="湊")
    return made


@pytest.fixture
def phones(server: Server, table: Table, visit: Callable[..., Page]) -> tuple[Page, Page, Page]:
    """GM, first and second player."""
    gm, first, second = (visit(server.url + table.seats[seat], PHONE) for seat in ("gm", "p1", "p2"))
    return gm, first, second


def gauge(page: Page, name: str, label: str) -> str:
    """What a gauge of somebody's shows."""
    return page.locator(".card", has_text=name).locator(".gauge", has_text=label).locator(".g-num").inner_text()


def until(page: Page, name: str, label: str, shows: str) -> None:
    """Wait until a gauge shows something."""
    card = page.locator(".card", has_text=name).locator(".gauge", has_text=label)
    card.locator(".g-num", has_text=shows).wait_for()


def test_a_table_from_the_first_page(server: Server, visit: Callable[..., Page]) -> None:
    """自由卓 stands beside the books, asks for no scenario, and leads to a table."""
    gm = visit(server.url, SMALL)
    gm.locator("section.book", has_text="自由卓").locator("a.strong").click()
    expect(gm.locator("[aria-current=true]")).to_have_text(re.compile("^\\s*" + re.escape("自由卓")))
    expect(gm.locator("text=シナリオ")).to_have_count(0)
    gm.locator("a.book-choice", has_text="bayside23").click()
    gm.locator("a.book-choice", has_text="自由卓").click()
    gm.fill("[name=title]", "金曜の卓")
    gm.click("form button.strong")
    gm.click("main a.button.strong")
    gm.fill("main [name=name]", "さくら")
    gm.click("main button[type=submit]")
    gm.wait_for_selector("body[data-live=yes]")
    expect(gm.locator("text=ルールを読む")).to_have_count(0)


def test_characters_go_up_and_down(phones: tuple[Page, Page, Page]) -> None:
    gm, first, second = phones
    tab(first, "hand")
    first.fill("#p-hand [name=name]", "ルカ")
    first.fill("#p-hand [name='numbers.HP:maybe']", "２４")
    first.click("#p-hand .add button")
    first.locator("#p-stage .card", has_text="ルカ").wait_for()
    until(first, "ルカ", "HP", "24")
    shot(first, "free-new-character")
    minus = first.locator(".card", has_text="ルカ").locator("button[aria-label*='減らす']").first
    box = minus.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    for _ in range(5):
        minus.click(delay=5)
    for page in (first, second, gm):
        tab(page, "stage")
        until(page, "ルカ", "HP", "19")
    expect(second.locator(".card", has_text="ルカ").locator("button")).to_have_count(0)
    gm.locator(".card", has_text="ルカ").locator("button[aria-label*='増やす']").first.click()
    until(first, "ルカ", "HP", "20")
    tab(second, "log")
    expect(second.locator("#log li", has_text="ルカ HP：24 → 19（葵）")).to_have_count(1)
    expect(second.locator("#log li", has_text="GMがルカのHPを直しました：19 → 20")).to_have_count(1)
    tab(first, "stage")
    first.fill(".mark-add [name=key]", "毒")
    first.locator(".mark-add [name=key]").press("Enter")
    second.locator(".marks", has_text="毒").wait_for(state="attached")
    first.locator("button.mark-off", has_text="毒").click()
    second.locator(".marks", has_text="毒").wait_for(state="detached")
    tab(first, "hand")
    first.locator(".own-undo button").first.click()
    second.locator(".marks", has_text="毒").wait_for(state="attached")


def test_a_held_button_goes_on(table: Table, phones: tuple[Page, Page, Page]) -> None:
    """A large change is one press and one line."""
    table.ok("p1", "add", name="ルカ", numbers={"HP": 90})
    _, first, second = phones
    tab(first, "stage")
    first.locator("button[aria-label*='減らす']").first.hover()
    first.mouse.down()
    first.wait_for_timeout(1500)
    first.mouse.up()
    first.wait_for_timeout(900)
    told = second.locator("#log li", has_text="ルカ HP：90 → ")
    told.wait_for(state="attached")
    expect(told).to_have_count(1)
    tab(second, "stage")
    assert int(gauge(second, "ルカ", "HP").split("/")[0]) < 87


def test_two_hands_at_once(table: Table, phones: tuple[Page, Page, Page]) -> None:
    """The player and the GM tap the same gauge in the same moment: nothing is lost."""
    table.ok("p1", "add", name="ルカ", numbers={"HP": 24})
    gm, first, second = phones
    for page in phones:
        tab(page, "stage")
        until(page, "ルカ", "HP", "24")
    for _ in range(3):
        first.locator("button[aria-label*='減らす']").first.click(delay=1)
        gm.locator("button[aria-label*='減らす']").first.click(delay=1)
    until(second, "ルカ", "HP", "18")


def test_the_sheet_over_the_table(table: Table, phones: tuple[Page, Page, Page]) -> None:
    table.ok("p1", "add", name="ルカ", numbers={"HP": 24})
    _, first, second = phones
    tab(first, "stage")
    first.click("a.pen")
    sheet = first.locator("dialog[open]")
    sheet.locator("section.rows", has_text="ゲージ").locator("[name=key]").fill("SAN")
    sheet.locator("section.rows", has_text="ゲージ").locator(".new [name='to.now:int']").fill("55")
    sheet.locator("section.rows", has_text="ゲージ").locator(".new button").click()
    sheet.locator("b", has_text="SAN").wait_for()
    tab(second, "stage")
    until(second, "ルカ", "SAN", "55")
    row = sheet.locator(".row-line", has_text="SAN")
    row.locator("summary").click()
    row.locator("[name=to]").last.fill("正気度")
    row.locator("button", has_text="名前を変える").click()
    until(second, "ルカ", "正気度", "55")
    shot(first, "free-sheet")


def test_pictures_in_the_page(table: Table, phones: tuple[Page, Page, Page], tmp_path: Path) -> None:
    """Chosen in the sheet, seen by all, shown before what its owner says, and shown large."""
    table.ok("p1", "add", name="ルカ", numbers={"HP": 24})
    _, first, second = phones
    file = tmp_path / "ルカ.png"
    file.write_bytes(picture(size=(3000, 2000)))
    tab(first, "stage")
    first.click("a.pen")
    sheet = first.locator("dialog[open]")
    sheet.locator("input[type=file]").set_input_files(file)
    sheet.locator(".drop button").click()
    sheet.locator(".picture-now img").wait_for()
    first.locator("dialog .close").click()
    tab(second, "stage")
    face = second.locator(".card", has_text="ルカ").locator("a.face img")
    face.wait_for()
    assert face.evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 240
    table.ok("p1", "say", text="やあ", channel="in", name="ルカ")
    tab(second, "log")
    second.locator("#log .said", has_text="やあ").wait_for()
    before = "(one) => getComputedStyle(one, '::before').backgroundImage"
    assert "/pictures/" in second.locator("#log .said .who").evaluate(before)
    tab(second, "stage")
    second.click("a.face")
    second.locator("dialog[open] img").wait_for()
    shot(second, "free-picture")


def test_a_dropped_picture(table: Table, phones: tuple[Page, Page, Page]) -> None:
    table.ok("p1", "add", name="ルカ")
    _, first, second = phones
    tab(first, "stage")
    drop = """([card, bytes]) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], "map.png", { type: "image/png" }));
      for (const kind of ["dragover", "drop"])
        card.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: files }));
    }"""
    card = first.locator(".card", has_text="ルカ").element_handle()
    first.evaluate(drop, [card, list(picture())])
    second.locator(".card", has_text="ルカ").locator("a.face").wait_for(state="attached")


def test_a_large_photo_is_made_lighter_before_it_is_sent(table: Table, phones: tuple[Page, Page, Page]) -> None:
    """From a phone's camera come more than two megabytes."""
    table.ok("p1", "add", name="ルカ")
    _, first, second = phones
    tab(first, "stage")
    first.click("a.pen")
    noisy = """async ([form]) => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 2400;
      const context = canvas.getContext("2d"), pixels = context.createImageData(2400, 2400);
      for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251;
      context.putImageData(pixels, 0, 0);
      const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 1)), files = new DataTransfer();
      files.items.add(new File([made], "IMG_0001.JPG", { type: "image/jpeg" }));
      form.elements.picture.files = files.files;
      return made.size;
    }"""
    form = first.locator("dialog[open] form.drop").element_handle()
    assert first.evaluate(noisy, [form]) > 2_100_000
    first.locator("dialog[open] .drop button").click()
    second.locator(".card", has_text="ルカ").locator("a.face").wait_for(state="attached", timeout=20_000)


def test_a_note_for_one(table: Table, phones: tuple[Page, Page, Page]) -> None:
    table.ok("gm", "add", name="届いた手紙", kind="notes")
    gm, first, second = phones
    tab(gm, "gm")
    gm.click("#gm-entities summary")
    gm.locator("#gm-entities a", has_text="届いた手紙").click()
    sheet = gm.locator("dialog[open]")
    sheet.locator("label.chip", has_text="葵").click()
    sheet.locator("form.seats button[type=submit]").click()
    first.locator(".item", has_text="届いた手紙").wait_for(state="attached")
    expect(second.locator("text=届いた手紙")).to_have_count(0)
    assert ids(table)["届いた手紙"] not in second.content()


def test_what_was_put_away_under_the_fingers(table: Table, phones: tuple[Page, Page, Page]) -> None:
    """A character is put away while its player has the sheet open: the sheet says so, and the log keeps the name."""
    table.ok("p1", "add", name="ルカ", numbers={"HP": 24})
    _, first, second = phones
    tab(first, "stage")
    first.click("a.pen")
    sheet = first.locator("dialog[open]")
    sheet.locator("b", has_text="HP").wait_for()
    table.ok("gm", "edit", path=f"characters.{ids(table)['ルカ']}.removed", to=True)
    second.locator(".card", has_text="ルカ").wait_for(state="detached")
    sheet.locator(".row-line button").first.click()
    sheet.locator("text=もう盤面にありません").wait_for()
    assert "ルカ" in table.story("p2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("size", "locale"), [(SMALL, "ja-JP"), ((1280, 800), "en-GB")])
def test_axe(server: Server, browser: Browser, table: Table, scheme: str, size: tuple[int, int], locale: str) -> None:
    table.ok("p1", "add", name="ルカ", numbers={"HP": 24, "MP": 3})
    table.ok("gm", "add", name="狼", numbers={"HP": 9}, fields={"hidden": True})
    table.ok("gm", "add", name="手紙", kind="notes")
    ruka, note = ids(table)["ルカ"], ids(table)["手紙"]
    table.ok("p1", "put", path=f"characters.{ruka}.states", key="毒", to={"rest": "3"})
    table.ok("p1", "put", path=f"characters.{ruka}.values", key="器用度", to="14")
    table.ok("p1", "edit", path=f"characters.{ruka}.colour", to="#ffff00")
    table.ok("p1", "say", text="やあ", channel="in", name="ルカ")
    for seat, of in (("p1", ruka), ("gm", note), ("gm", "")):
        files = {"picture": ("a.png", picture(), "image/png")}
        server.http.post(f"{table.seats[seat]}/pictures", data={"of": of}, files=files)
    context = browser.new_context(
        locale=locale, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
    )
    page, faults = context.new_page(), {}
    for where in ("gm", "p1", "p2", f"p1/entity/{ruka}", f"gm/entity/{note}", "gm/entity/" + ruka):
        seat, _, path = where.partition("/")
        page.goto(server.url + table.seats[seat] + (f"/{path}" if path else ""))
        narrow = page.locator("nav.tabs").is_visible()
        for at in [one.get_attribute("value") for one in page.locator("[name=tab]").all()] if narrow else [""]:
            if at:
                tab(page, at)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            page.evaluate(AXE.read_text(encoding="utf-8"))
            if found := page.evaluate(RUN):
                faults[f"{where} {at}"] = found
    context.close()
    assert faults == {}

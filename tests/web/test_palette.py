"""Chat palettes on the page: whose they are, what their lines show, and how they are sent, on a phone and at a desk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

PHONE, DESK = (390, 780), (1280, 800)
TEXT = """### ■戦闘
2d6+{命中}>=12 命中力
こぶし 2d6+{修正}
### ■ほか
//命中=5
//修正=
2d6+{体力}+{未知} 底力
[宣]《かばう》
// ここは覚え書き
"""
FREEZE = 600
"""In ms; alone it takes about 110, but a machine of tests is never alone."""
LONG_TASKS = """() => { window.longTasks = []; new PerformanceObserver((list) => list.getEntries().forEach(
(one) => window.longTasks.push(one.duration))).observe({ entryTypes: ["longtask"] }); }"""
PASTE = "\n".join(f"{n:04d} {'x' * 35}" for n in range(1500))


@pytest.fixture
def table(server: Server) -> Table:
    """Two players, the first with a palette."""
    made = server.open(players=2).seated()
    made.ok("p1", "set_palette", entity="rin", text=TEXT)
    return made


def panel(table: Table, seat: str, **query: str) -> str:
    """The panel of a seat as text."""
    return table.page(seat, "/palette", **query)


class TestPages:
    """What the server sends."""

    def test_lines_show_what_they_come_to(self, table: Table) -> None:
        shown = panel(table, "p1")
        assert "→ 2d6+5&gt;=12" in shown
        assert re.search(r"空なので0としました：\{修正\}", shown)
        assert re.search(r"値がありません：\{未知\}", shown)
        assert "ここは覚え書き" in shown
        assert 'value="2d6+{修正} こぶし"' in shown
        assert "{体力}" in shown
        assert "Nothing known of: {未知}" in panel(table, "p1", lang="en")

    def test_only_its_player_and_the_gm_get_it(self, table: Table) -> None:
        assert "命中力" in panel(table, "gm", palette="rin")
        assert "命中力" in table.page("gm", "/palette/rin")
        for seat in ("p2", "w1"):
            assert "命中力" not in table.page(seat)
            assert "命中力" not in panel(table, seat, palette="rin")
            for path in ("/palette/rin", "/palette/nobody"):
                assert table.http.get(table.seats[seat] + path).status_code == 404
        assert panel(table, "w1").strip() == ""
        assert table.refused("p2", "set_palette", entity="rin", text="") == "not_yours"

    def test_others_notice_nothing_of_it(self, table: Table) -> None:
        bare = re.compile(r'name="token" value="[^"]*"')
        before = bare.sub("", table.page("p2"))
        table.ok("p1", "set_palette", entity="rin", text="2d6")
        assert bare.sub("", table.page("p2")) == before

    def test_without_a_script_a_line_is_a_button(self, table: Table) -> None:
        form = {"do": "say", "channel": "in", "name": "凛", "token": "", "text": "[宣]《かばう》"}
        answer = table.http.post(table.seats["p1"] + "/do", data=form)
        assert answer.status_code == 303
        assert "凛「[宣]《かばう》」" in table.story("p1")
        assert re.search(r'<details class="palette"[^>]* open>', table.page("p1", palette="rin"))

    def test_markup_in_a_palette_is_text(self, table: Table) -> None:
        table.ok("p1", "set_palette", entity="rin", text='### <b>\n2d6 "><script>\n//<i>=<u>\n//&=1')
        shown = panel(table, "p1") + table.page("p1", "/palette/rin")
        assert not re.search(r"<(script|u|i)>", shown)

    def test_a_long_palette_is_quick(self, table: Table) -> None:
        table.ok("p1", "set_palette", entity="rin", text="\n".join(f"2d6+{{命中}} {n}" for n in range(1500)))
        assert panel(table, "p1").count("data-into") == 1500
        assert table.refused("p1", "set_palette", entity="rin", text="x\n" * 2500 + "x") == "too_many_lines"
        assert table.refused("p1", "set_palette", entity="rin", text="x" * 65_001) == "too_long"


# in a browser --------------------------------------------------------------------------------------------------------


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a seat's page with the palette open; no page may log an error."""
    contexts, errors = [], []

    def opened(table: Table, seat: str, size: tuple[int, int] = PHONE) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="ja-JP")
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url + table.seats[seat])
        page.wait_for_selector("body[data-live=yes]")
        if size == PHONE:
            page.locator("label:has(#tab-log)").click()
        page.locator("#palette > summary").click()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def line(page: Page, label: str) -> str:
    return f"#p-palette .pline:has-text('{label}') .line"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_a_tap_puts_a_line_into_the_box(table: Table, visit: Callable[..., Page], size: tuple[int, int]) -> None:
    page = visit(table, "p1", size)
    page.click(line(page, "かばう"))
    assert page.input_value("#say-text") == "[宣]《かばう》"
    page.click(line(page, "こぶし"))
    assert page.input_value("#say-text") == "2d6+{修正} こぶし"
    page.fill("#say-text", "くらえ")
    page.click(line(page, "こぶし"))
    assert page.input_value("#say-text") == "2d6+{修正} こぶし くらえ"
    page.fill("#say-text", "")
    page.locator(line(page, "かばう")).dblclick()
    page.wait_for_selector("#log .said:has-text('かばう')")
    assert page.input_value("#say-text") == ""
    page.click(".pline:has-text('かばう') .go")
    page.wait_for_selector("#log .said >> nth=1")


def test_search_and_keyboard(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(table, "p1")
    page.fill("#p-palette [type=search]", "かば")
    expect(page.locator("#p-palette .line:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    assert page.input_value("#say-text") == "[宣]《かばう》"
    page.fill("#p-palette [type=search]", "")
    expect(page.locator("#p-palette .line:visible")).to_have_count(4)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.input_value("#say-text").startswith("2d6+{修正} こぶし")


def test_targets_are_large_enough(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(table, "p1")
    page.evaluate("document.querySelectorAll('#p-palette details').forEach((one) => { one.open = true; })")
    sizes = page.locator("#p-palette :is(button, summary, a, input, select):visible").evaluate_all(
        "(all) => all.map((one) => [one.outerHTML.slice(0, 60), Math.round(one.getBoundingClientRect().height)])"
    )
    assert sizes
    assert [one for one in sizes if one[1] < 44] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_writing_over_the_table(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(table, "p1")
    page.click("text=パレットを書く")
    page.fill("dialog textarea[name=text]", "2d6 あたらしい")
    page.click("dialog button:has-text('保存')")
    page.wait_for_selector("#p-palette .pline:has-text('あたらしい')")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.click(line(page, "あたらしい"))
    assert page.input_value("#say-text") == "2d6 あたらしい"


def test_a_long_japanese_palette_is_saved(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(table, "p1")
    page.click("text=パレットを書く")
    page.wait_for_selector("dialog textarea[name=text]")
    page.evaluate(
        "document.querySelector('dialog textarea').value = '長い行のあるパレット\\n'.repeat(1900) + 'あ'.repeat(40000)"
    )
    page.click("dialog button:has-text('保存')")
    page.wait_for_selector("#p-palette summary:has-text('1851行目から')")


def test_names_are_filled_in_anew_when_values_change(table: Table, visit: Callable[..., Page]) -> None:
    table.ok("p1", "set_palette", entity="rin", text="2d6+{体力}")
    page = visit(table, "p1")
    page.wait_for_selector("text=→ 2d6+7")
    table.ok("gm", "edit", path="fighters.rin.stamina", to=3)
    page.wait_for_selector("text=→ 2d6+3")


def test_a_palette_goes_and_comes_with_its_character(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(table, "p1")
    table.ok("gm", "edit", path="fighters.rin.removed", to=True)
    page.wait_for_selector("#palette", state="detached")
    told = table.do("p1", "say", text="2d6+{命中} 命中力", channel="in", name="凛").json()
    assert told["refused"] == "palette_missing"
    table.ok("gm", "edit", path="fighters.rin.removed", to=False)
    page.wait_for_selector("#palette")


def test_the_gm_chooses_whose_palette_it_is(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(table, "gm", DESK)
    page.select_option("#p-palette select", label="錆鋏")
    page.wait_for_selector("#palette[data-name='錆鋏'][open]")
    page.select_option("#p-palette select", label="凛")
    page.click(line(page, "かばう"))
    assert page.input_value("#say [name=name]") == "凛"
    page.click("#say .send")
    page.wait_for_selector("#log .said.in:has-text('凛')")


def test_a_whole_file_pasted_asks_first(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(table, "p1")
    asked: list[str] = []

    def no(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", no)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", PASTE)
    page.evaluate(LONG_TASKS)
    page.focus("#say-text")
    page.keyboard.press("Control+v")
    page.wait_for_timeout(400)
    assert max(page.evaluate("window.longTasks"), default=0) < FREEZE
    assert len(page.input_value("#say-text")) == len(PASTE)
    page.click("#say .send")
    page.wait_for_timeout(300)
    assert [re.findall(r"\d+", one) for one in asked] == [["1500", str(len(PASTE))]]
    assert len(page.input_value("#say-text")) == len(PASTE)
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#say .send")
    page.wait_for_selector("#log .said:has-text('1499')")
    assert page.input_value("#say-text") == ""
    page.click("text=パレットを書く")
    page.focus("dialog textarea[name=text]")
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")
    page.click("dialog button:has-text('保存')")
    page.wait_for_selector("#p-palette summary:has-text('1451行目から')")
    assert len(asked) == 1
    assert max(page.evaluate("window.longTasks"), default=0) < FREEZE

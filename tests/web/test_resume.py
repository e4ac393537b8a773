"""Going away and coming back: killed servers, sleeping pages, links on other devices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Server, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

MISS = {"attacker": "rin", "target": "fog_monk", "traits": ["怪力"], "skill": "格闘", "force": 12}
WEAK = {**MISS, "force": 3}
DOM = """() => {
    const copy = document.body.cloneNode(true);
    copy.querySelectorAll('script, #status, #since, [data-told]').forEach((one) => one.remove());
    copy.querySelectorAll('input[name=token]').forEach((one) => one.remove());
    copy.querySelectorAll('dialog').forEach((one) => one.remove());
    [...copy.querySelectorAll('#log > li')].slice(0, -70).forEach((one) => one.remove());
    copy.querySelectorAll('[checked]').forEach((one) => one.removeAttribute('checked'));
    const keep = [...copy.querySelectorAll('section[id^=p-], #log')].filter((one) => one.id !== 'p-compose');
    return keep.map((one) => one.id + '\\n' + one.innerHTML.replace(/\\s+/g, ' ').replace(/ open=""/g, ''));
}"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A desk."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, locale="ja-JP")
    made.set_default_timeout(10_000)
    yield made
    made.close()


def live(context: BrowserContext, server: Server, table: Table, seat: str) -> Page:
    """A seat's page, connected."""
    page = context.new_page()
    page.goto(server.url + table.seats[seat])
    page.wait_for_selector("body[data-live=yes]")
    return page


def waiting_at(server: Server, who: str, attack: dict[str, Any]) -> Table:
    """A fight that waits for somebody's answer."""
    for _ in range(30):
        table = server.open(players=2).fighting()
        table.ok("p1", "declare", act="attack", args=attack)
        if table.prompt("gm").startswith(who):
            return table
    raise AssertionError(who)


def test_killed_while_a_prompt_is_open(own_server: Server, browser: Browser) -> None:
    table = waiting_at(own_server, "rin.", MISS)
    contexts = [browser.new_context(viewport={"width": 390, "height": 780}, locale="ja-JP") for _ in range(3)]
    first, second, fresh = contexts
    one, other = live(first, own_server, table, "p1"), live(second, own_server, table, "p2")
    one.locator("label:has(#tab-log)").click()
    one.fill("#say-text", "書きかけの")
    other.locator("label:has(#tab-hand)").click()
    other.click("a[data-act=check]")
    other.wait_for_selector("#compose")
    other.locator("#compose label.chip", has_text="口がうまい").click()
    other.locator("#compose label.chip", has_text="聞き込みと捜査").click()
    other.wait_for_timeout(400)
    picks = other.evaluate(
        "new URLSearchParams(new FormData(document.getElementById('compose'))).toString().replace(/token=[^&]*/, '')"
    )
    asked = one.locator("#p-prompt .ask").get_attribute("id")
    dice = one.locator("#log .row").all_inner_texts()
    own_server.kill()
    one.wait_for_selector("body[data-live=no]")
    assert one.locator("#status").inner_text()
    one.press("#say-text", "End")
    one.type("#say-text", "台詞")
    own_server.start()
    for page in (one, other):
        page.wait_for_selector("body[data-live=yes]")
    assert one.locator("#p-prompt .ask").get_attribute("id") == asked
    assert one.locator("#log .row").all_inner_texts() == dice
    assert one.locator("#say-text").input_value() == "書きかけの台詞"
    now = other.evaluate(
        "new URLSearchParams(new FormData(document.getElementById('compose'))).toString().replace(/token=[^&]*/, '')"
    )
    assert now == picks
    for page in (one, other):
        page.reload()
        page.wait_for_selector("body[data-live=yes]")
    assert one.locator("#say-text").input_value() == "書きかけの台詞"
    other.wait_for_selector("#compose")
    other.wait_for_selector("#p-compose:not([aria-busy])")
    assert other.locator("#compose input:checked").count() >= 2
    elsewhere = live(fresh, own_server, table, "p1")
    assert elsewhere.locator("#p-prompt .ask").get_attribute("id") == asked
    elsewhere.locator("#p-prompt .answers button:enabled").last.click()
    one.wait_for_selector("#p-prompt [data-asked]", state="detached")
    for one_context in contexts:
        one_context.close()


def test_picks_in_a_prompt_survive_a_kill(own_server: Server, context: BrowserContext) -> None:
    table = waiting_at(own_server, "fog_monk.", WEAK)
    gm = live(context, own_server, table, "gm")
    gm.locator("[id^=answer] label.chip", has_text="惑わしの読経").click()
    own_server.kill()
    gm.wait_for_selector("body[data-live=no]")
    own_server.start()
    gm.wait_for_selector("body[data-live=yes]")
    assert gm.locator("[id^=answer] label.chip", has_text="惑わしの読経").locator("input").is_checked()
    gm.click("[id^=answer] button.go")
    gm.wait_for_selector("#log >> text=惑わしの読経")


def changes(table: Table, count: int) -> None:
    """Many changes of every kind."""
    for n in range(count):
        match n % 6:
            case 0:
                table.ok("gm", "edit", path="fighters.rin.life", to=1 + n % 5)
            case 1:
                table.ok("p2", "say", text=f"つぎ{n}", channel="out")
            case 2:
                table.ok("p2", "say", text="2D6")
            case 3:
                table.ok("gm", "edit", path="fighters.fog_monk.prone", to=n % 4 == 3)
            case 4:
                table.ok("gm", "read", name="attack_compare", value=("hits", "misses")[n % 2])
            case _:
                table.ok(
                    "p2",
                    "declare",
                    act="check",
                    args={"actor": "soma", "traits": [], "skill": "護身術", "difficulty": 0},
                )
                table.settle()


def normalised(page: Page) -> list[str]:
    """What the page shows."""
    return [re.sub(r' data-told=""', "", one) for one in page.evaluate(DOM)]


def test_a_page_that_slept_through_thirty_changes_is_a_fresh_page(server: Server, context: BrowserContext) -> None:
    table = server.open(players=2).fighting()
    pages = {seat: live(context, server, table, seat) for seat in ("gm", "p1")}
    context.set_offline(True)
    for page in pages.values():
        page.evaluate("dispatchEvent(new Event('takusen-test'))")
    server_changes(table)
    context.set_offline(False)
    for seat, page in pages.items():
        page.wait_for_selector(f"#l{table.line(seat, 'said out')}", state="attached")
        page.wait_for_selector("body[data-live=yes]")
        page.wait_for_timeout(300)
        fresh = live(context, server, table, seat)
        for mine, other in zip(normalised(page), normalised(fresh), strict=True):
            assert mine == other
        fresh.close()


def server_changes(table: Table) -> None:
    """Thirty changes, the last of them talk."""
    changes(table, 30)
    table.ok("p2", "say", text="おはよう")


def test_pushed_panels_add_up_to_the_page(server: Server, context: BrowserContext) -> None:
    table = server.open(players=2).fighting()
    pages = {seat: live(context, server, table, seat) for seat in ("gm", "p1", "w1")}
    server_changes(table)
    table.ok("p1", "declare", act="attack", args=MISS)
    table.ok("gm", "undo", to=table.line("gm", "act"))
    table.ok("p2", "say", text="もう一度")
    for seat, page in pages.items():
        page.wait_for_selector("#log >> text=もう一度", state="attached")
        page.wait_for_timeout(300)
        fresh = live(context, server, table, seat)
        for mine, other in zip(normalised(page), normalised(fresh), strict=True):
            assert mine == other
        fresh.close()

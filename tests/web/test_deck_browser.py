"""The page of decks in a browser: cards found while one types, put into the list, mended, brought."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from takusen.cli.folder import library_in
from takusen.server.shelf import take_in
from tests.interop.card_samples import ATOMIC, encoded
from tests.web.conftest import Server, Table
from tests.web.test_axe import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def table(server: Server) -> Table:
    """A table whose server has made-up cards."""
    library = library_in(server.data)
    take_in(library, BytesIO(encoded(ATOMIC)))
    library.close()
    return server.open(book="mtg_trpg", scenario="heron_supper", players=2).seated(("lyuka", "zan"))


def opened(browser: Browser, server: Server, table: Table, locale: str, width: int, script: bool = True) -> Page:
    """A player's page of decks."""
    viewport = {"width": width, "height": 780}
    context = browser.new_context(locale=locale, viewport=viewport, java_script_enabled=script)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{server.url}{table.seats['p1']}/deck")
    return page


@pytest.mark.parametrize(("locale", "width", "name"), [("ja-JP", 360, "燠の門"), ("en-GB", 1280, "Gate of Embers")])
def test_a_deck_is_put_together(
    browser: Browser, server: Server, table: Table, locale: str, width: int, name: str
) -> None:
    page = opened(browser, server, table, locale, width)
    page.locator("[data-search]").press_sequentially("gate")
    expect(page.locator(".found-card")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-put]").first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("textarea")).to_have_value(f"2 {name}\n")
    page.keyboard.press("Escape")
    expect(page.locator("[data-search]")).to_be_focused()
    page.locator("textarea").fill(f"2 {name}\n1 Lone Bel\n3 quiet meedow")
    page.locator("button.go").click()
    expect(page.locator(".misread li")).to_have_count(2)
    page.locator(".found-card summary").first.click() if page.locator(".found-card").count() else None
    assert violations(page) == []
    page.locator(".misread button").first.click()
    expect(page.locator("textarea")).to_have_value(f"2 {name}\n1 Lone Bel\n3 Quiet Meadow")
    page.locator("textarea").fill(f"2 {name}\n3 Quiet Meadow")
    page.locator("button.go").click()
    expect(page.locator("#log")).to_contain_text("5")
    page.context.close()


def test_it_works_without_a_script(browser: Browser, server: Server, table: Table) -> None:
    page = opened(browser, server, table, "ja-JP", 360, script=False)
    page.locator("[name=q]").fill("燠")
    page.locator("[name=q]").press("Enter")
    page.locator("[data-put]").first.click()
    expect(page.locator("textarea")).to_have_value("1 燠の門\n")
    page.locator("button.go").click()
    expect(page.locator("#log")).to_contain_text("デッキ（1枚）を持ちこみました")
    page.context.close()

"""The camp on phones in real browsers: candidates by keyboard, a panel of the book's own, all asked at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.engine.camp import BOOK
from tests.web.conftest import Table, opened_at, page_at, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
SEATS = {"gm": ("ジム", ""), "p1": ("一", "s1"), "p2": ("二", "s2")}

ASKED = re.compile("^●")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of the camp."""
    with serving({"camp": BOOK}, 2) as at:
        yield at


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """Two players with a scout each."""
    with opened_at(address, SEATS, book="camp", players=2, title="夜") as made:
        made.ok("gm", "edit", path="scouts.s2.skill", to=9)
        yield made


def test_a_candidate_is_picked_by_keyboard(browser: Browser, table: Table) -> None:
    page = page_at(browser, table, "gm")
    page.click(".tabs label:has(#tab-stage)")
    page.click("#custom-fire a[data-query] >> text=ナツ")
    page.wait_for_selector("#p-compose .rivals .chosen >> text=ナツ")
    page.locator(".rivals a >> text=アキ").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#p-compose .rivals .chosen >> text=アキ")
    expect(page.locator(".rivals .best")).to_have_text(re.compile("^\\s*" + re.escape("ハル ★")))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.click("#p-compose button[value=declare]")
    page.wait_for_selector("#log .fact >> text=アキは何も見つけられなかった")
    page.wait_for_selector("#log .drawn >> text=災いの山")


def test_everybody_is_asked_at_once(browser: Browser, table: Table) -> None:
    gm, one, two = (page_at(browser, table, seat) for seat in ("gm", "p1", "p2"))
    table.ok("gm", "declare", act="rest", args={})
    for page in (one, two):
        page.wait_for_selector("#p-prompt [data-asked]")
        expect(page).to_have_title(ASKED)
    expect(gm.locator("#p-prompt .ask")).to_have_count(3)
    one.click("#p-prompt button >> text=眠る")
    one.wait_for_selector("#p-prompt .wait >> text=二、GMの返事を待っています")
    expect(one).not_to_have_title(ASKED)
    two.wait_for_selector("#p-prompt .wait >> text=/^GMの返事/")
    expect(gm.locator("#p-prompt .ask")).to_have_count(2)
    gm.locator("#p-prompt .ask:has-text('ナツ')").get_by_text("見張る", exact=True).click()
    two.click("#p-prompt button >> text=見張る")
    for page in (gm, one, two):
        page.wait_for_selector("#log .fact >> text=アキは眠った")
        expect(page.locator("#p-prompt > *")).to_have_count(0)

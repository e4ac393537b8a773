"""Rows in real browsers: what is picked is lit and taken there, by finger and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.engine.ranks import BOOK
from tests.web.conftest import Table, opened_at, serving
from tests.web.test_axe import violations
from tests.web.test_browser import SMALL, shot, tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

Visit = Callable[..., "Page"]
DESK = (1280, 900)
SEATS = {"gm": ("さくら", ""), "p1": ("葵", "aki")}


@pytest.fixture
def table() -> Iterator[Table]:
    """Two lines with one player."""
    with serving({"ranks": BOOK}, 3) as address, opened_at(address, SEATS, book="ranks", players=1) as made:
        yield made


@pytest.fixture
def visit(browser: Browser, table: Table) -> Iterator[Visit]:
    """Opens a seat's page on the rows; no page may log an error."""
    contexts, errors = [], []

    def at(seat: str, size: tuple[int, int] = DESK) -> Page:
        context = browser.new_context(
            has_touch=size == SMALL, locale="ja-JP", viewport={"width": size[0], "height": size[1]}
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(str(table.http.base_url.join(table.seats[seat])))
        page.wait_for_selector("body[data-live=yes]")
        tab(page, "stage")
        return page

    yield at
    for context in contexts:
        context.close()
    assert errors == []


def test_a_phone_steps_to_a_row_and_strikes_at_who_is_near(visit: Visit) -> None:
    """The rows that can be chosen are lit, and so are those who stand near enough."""
    page, gm = visit("p1", SMALL), visit("gm")
    expect(page.locator(".rank-move")).to_have_count(1)
    page.locator("#fig-aki .rank-move").tap()
    tab(page, "stage")
    expect(page.locator("#rank-friends-1")).to_have_attribute("data-lit", "open")
    expect(page.locator("#rank-friends-2")).to_have_attribute("data-lit", "shut")
    expect(page.locator("#rank-foes-1")).not_to_have_attribute("data-lit", "open")
    assert violations(page) == []
    shot(page, "rows-lit")
    page.locator("#take-rank-friends-1").tap()
    page.click("#compose button[value=declare]")
    for one in (page, gm):
        expect(one.locator("#rank-friends-1 #fig-aki")).to_have_count(1)
    tab(page, "hand")
    page.click("a[data-act=strike]")
    tab(page, "stage")
    expect(page.locator("#fig-wolf")).to_have_attribute("data-lit", "open")
    expect(page.locator("#fig-owl")).to_have_attribute("title", "遠すぎます。")
    page.locator("#fig-wolf .who").tap()
    page.click("#compose button[value=declare]")
    for one in (page, gm):
        expect(one.locator("#fig-wolf")).to_have_class(re.compile(r"\bout\b"))


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit("p1")
    page.locator("a[data-act=strike]").focus()
    page.keyboard.press("Enter")
    take = page.locator("#take-fig-wolf")
    expect(take).to_be_visible()
    expect(take).to_have_attribute("aria-label", "狼：ここを選ぶ")
    take.focus()
    page.keyboard.press("Enter")
    page.locator("#compose button[value=declare]").press("Enter")
    expect(page.locator("#fig-wolf")).to_have_class(re.compile(r"\bout\b"))

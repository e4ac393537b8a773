"""The dungeon in real browsers: the board, a declaration begun at a card, a fight compared, a rest, the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from takusen.rulebook.book import installed
from tests.web.conftest import Table, opened_at, page_at, serving
from tests.web.test_axe import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
HEROES = {"p1": ("ゆい", "pc_nagi"), "p2": ("けん", "pc_tomoe"), "p3": ("みお", "pc_gald")}
WISH = {"book": "sw2_dungeon", "scenario": "thawing_icehouse", "players": 3, "title": "氷室の夜"}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server whose dice all show 4."""
    with serving(installed(), 4) as at:
        yield at


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """Three players with a character each, in the introduction."""
    with opened_at(address, {"gm": ("まさと", ""), **HEROES}, **WISH) as made:
        yield made


@pytest.fixture
def exploring(table: Table) -> Table:
    """The party has gone in."""
    table.ok("gm", "declare", act="begin_exploration", args={})
    return table


def test_a_declaration_begins_at_a_card(browser: Browser, exploring: Table) -> None:
    """A character's chance on a card is a link that composes 探索 with both filled in; the board then grows."""
    page = page_at(browser, exploring, "p1")
    page.click("label:has(#tab-stage)")
    page.click("#spot-gate .odd a")
    page.wait_for_selector("#compose button[value=declare]")
    assert page.locator("#compose input[name='args.card']:checked").input_value() == "gate"
    page.click("#compose button[value=declare]")
    page.locator("#spot-ramp").wait_for(state="attached")
    expect(page.locator("#spot-gate.turned")).to_have_count(1)
    expect(page.locator("li.turned:has(> #spot-gate) > .way #spot-ramp")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_fight_is_compared_and_tried(browser: Browser, exploring: Table) -> None:
    exploring.ok("gm", "declare", act="bring_monster", args={"monster": "snow_hound", "style": "short"})
    page = page_at(browser, exploring, "p3")
    page.click("label:has(#tab-stage)")
    page.wait_for_selector("#custom-skirmish tr.best")
    expect(page.locator("#custom-skirmish tr.best")).to_contain_text("ガルド")
    page.click("#custom-skirmish th a")
    page.wait_for_selector("#compose button[value=declare]")
    expect(page.locator("#compose")).to_contain_text("成功までの失敗の回数")


def test_a_rest_asks_everybody_at_once(browser: Browser, exploring: Table) -> None:
    exploring.ok("p1", "declare", act="rest", args={})
    pages = [page_at(browser, exploring, seat) for seat in HEROES]
    for page in pages:
        page.locator("#p-prompt button:has-text('これで答える')").wait_for(state="attached")
    for page in pages:
        page.evaluate("document.querySelector('#p-prompt form#answer, #p-prompt form.compose').requestSubmit()")
        page.wait_for_timeout(300)
    pages[0].locator(".tp-num:has-text('1')").wait_for(state="attached")


def test_every_seat_reads_the_rules_before_the_start(browser: Browser, table: Table) -> None:
    """SD-19: the rules in this table's readings, open to every seat in the introduction, and fit to print."""
    for seat in ("gm", "p1", "p3"):
        page = page_at(browser, table, seat)
        page.goto(str(table.http.base_url.join("/books/sw2_dungeon/rules")))
        text = page.content()
        assert all(f"SD-{number:02}" in text for number in range(1, 20))
        page.emulate_media(media="print")
        expect(page.locator("main")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")])
def test_no_violations(browser: Browser, exploring: Table, width: int, scheme: str) -> None:
    exploring.ok(
        "p1", "declare", act="explore", args={"card": "gate", "representative": "pc_nagi", "skill": "スカウト"}
    )
    exploring.ok("gm", "declare", act="bring_monster", args={"monster": "snow_hound", "style": "short"})
    for seat in ("gm", "p1"):
        page = page_at(browser, exploring, seat, width, scheme)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert violations(page) == []

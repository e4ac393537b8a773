"""The dungeon in real browsers: the board, a declaration begun at a card, a fight compared, a rest, the rules."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest
import uvicorn

from takusen.rulebook.book import installed
from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.web.app import create_app
from tests.web.conftest import Table
from tests.web.test_axe import AXE, RUN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
HEROES = (("p1", "ゆい", "pc_nagi"), ("p2", "けん", "pc_tomoe"), ("p3", "みお", "pc_gald"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server whose dice all show 4."""
    outside = Outside(lambda count, sides: (min(sides, 4),) * count)
    app = create_app(House(MemoryStore(), installed(), b"0" * 32, outside))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """Three players with a character each, in the introduction."""
    with httpx.Client(base_url=address, headers={"accept-language": "ja"}) as http:
        wish = {"book": "sw2_dungeon", "scenario": "thawing_icehouse", "players": 3, "title": "氷室の夜"}
        made = Table(http, http.post("/new", json=wish, headers={"accept": "application/json"}).json())
        made.ok("gm", "sit", name="まさと")
        for seat, name, pc in HEROES:
            made.ok(seat, "sit", name=name)
            made.ok(seat, "take", entity=pc)
        yield made


@pytest.fixture
def exploring(table: Table) -> Table:
    """The party has gone in."""
    table.ok("gm", "declare", act="begin_exploration", args={})
    return table


def page_of(browser: Browser, table: Table, seat: str, width: int = 360, scheme: str = "light") -> Page:
    """A page of a seat."""
    size = {"width": width, "height": 780}
    context = browser.new_context(viewport=size, locale="ja", color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(str(table.http.base_url.join(table.seats[seat])))
    page.wait_for_selector("body[data-live=yes]")
    return page


def test_a_declaration_begins_at_a_card(browser: Browser, exploring: Table) -> None:
    """A character's chance on a card is a link that composes 探索 with both filled in; the board then grows."""
    page = page_of(browser, exploring, "p1")
    page.click("label:has(#tab-stage)")
    page.click("#spot-gate .odd a")
    page.wait_for_selector("#compose button[value=declare]")
    assert page.locator("#compose input[name='args.card']:checked").input_value() == "gate"
    page.click("#compose button[value=declare]")
    page.locator("#spot-ramp").wait_for(state="attached")
    assert page.locator("#spot-gate.turned").count() == 1
    assert page.locator("li.turned:has(> #spot-gate) > .way #spot-ramp").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_fight_is_compared_and_tried(browser: Browser, exploring: Table) -> None:
    exploring.ok("gm", "declare", act="bring_monster", args={"monster": "snow_hound", "style": "short"})
    page = page_of(browser, exploring, "p3")
    page.click("label:has(#tab-stage)")
    page.wait_for_selector("#custom-skirmish tr.best")
    assert "ガルド" in page.locator("#custom-skirmish tr.best").inner_text()
    page.click("#custom-skirmish th a")
    page.wait_for_selector("#compose button[value=declare]")
    assert "成功までの失敗の回数" in page.locator("#compose").inner_text()


def test_a_rest_asks_everybody_at_once(browser: Browser, exploring: Table) -> None:
    exploring.ok("p1", "declare", act="rest", args={})
    pages = [page_of(browser, exploring, seat) for seat, _, _ in HEROES]
    for page in pages:
        page.locator("#p-prompt button:has-text('これで答える')").wait_for(state="attached")
    for page in pages:
        page.evaluate("document.querySelector('#p-prompt form#answer, #p-prompt form.compose').requestSubmit()")
        page.wait_for_timeout(300)
    pages[0].locator(".tp-num:has-text('1')").wait_for(state="attached")


def test_every_seat_reads_the_rules_before_the_start(browser: Browser, table: Table) -> None:
    """SD-19: the rules in this table's readings, open to every seat in the introduction, and fit to print."""
    for seat in ("gm", "p1", "p3"):
        page = page_of(browser, table, seat)
        page.goto(str(table.http.base_url.join("/books/sw2_dungeon/rules")))
        text = page.content()
        assert all(f"SD-{number:02}" in text for number in range(1, 20))
        page.emulate_media(media="print")
        assert page.locator("main").is_visible()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")])
def test_no_violations(browser: Browser, exploring: Table, width: int, scheme: str) -> None:
    exploring.ok(
        "p1", "declare", act="explore", args={"card": "gate", "representative": "pc_nagi", "skill": "スカウト"}
    )
    exploring.ok("gm", "declare", act="bring_monster", args={"monster": "snow_hound", "style": "short"})
    for seat in ("gm", "p1"):
        page = page_of(browser, exploring, seat, width, scheme)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate(RUN) == []

"""A character of artonelico made from nothing by a player on a phone, in a real browser; checks called by the GM."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest
import uvicorn

from takusen.server.house import House
from takusen.server.room import Outside
from takusen.store import MemoryStore
from takusen.web.app import create_app
from takusen_books.artonelico import BOOK
from tests.web.conftest import Table
from tests.web.test_axe import AXE, RUN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of the book; every die shows 4."""
    outside = Outside(lambda count, sides: (4,) * count)
    app = create_app(House(MemoryStore(), {"artonelico": BOOK}, b"0" * 32, outside))
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
    """A table at which a player sits without a character."""
    with httpx.Client(base_url=address, headers={"accept-language": "ja"}) as http:
        wish = {"book": "artonelico", "players": 2, "title": "朝"}
        made = Table(http, http.post("/new", json=wish, headers={"accept": "application/json"}).json())
        for seat, name in (("gm", "ジム"), ("p1", "一"), ("p2", "二")):
            made.ok(seat, "sit", name=name)
        yield made


def page_of(browser: Browser, table: Table, seat: str) -> Page:
    """A phone at a seat's address."""
    page = browser.new_context(viewport=PHONE, locale="ja").new_page()  # type: ignore[arg-type]
    page.goto(str(table.http.base_url.join(table.seats[seat])))
    return page


def row(page: Page, id: str) -> Locator:
    """A row of the panel."""
    return page.locator(f"#custom-making [id$='-{id}']")


def left(page: Page, place: int, number: int) -> None:
    """Wait until so much of an account is left: experience, leaf, growth points."""
    page.wait_for_selector(f"#custom-making .mk-account:nth-child({place}) b >> text=/^{number}$/")


def test_a_character_is_made_from_nothing_on_a_phone(browser: Browser, table: Table) -> None:
    page = page_of(browser, table, "p1")
    page.fill(".own-new input[name=name]", "ヨミ")
    page.click(".own-new button[type=submit]")
    page.wait_for_selector("body[data-live=yes]")
    page.click(".tabs label:has(#tab-stage)")
    left(page, 1, 200)
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    # What can't be done yet says why, and nothing is finished without an origin.
    page.wait_for_selector("#custom-making .mk-line >> text=成長ポイントがありません")
    page.wait_for_selector("#custom-making .mk-finish >> text=先に生まれを選んでください")
    page.click("#custom-making .mk-origins button >> text=歌い手")
    page.wait_for_selector("#custom-making .mk-chosen >> text=歌い手")

    # A level, with growth points for an ability; back again and up once more.
    row(page, "level").get_by_role("button", name="CLを1上げる").click()
    left(page, 1, 160)
    left(page, 3, 2)
    row(page, "level").get_by_role("button", name="CLを1下げる").click()
    left(page, 1, 200)
    row(page, "level").get_by_role("button", name="CLを1上げる").click()
    left(page, 1, 160)
    row(page, "songcraft").get_by_role("button", name="詩力を1上げる").click()
    row(page, "songcraft").locator(".mk-now >> text=3D+1").wait_for()

    # A skill, a song and an item; what is too high says from which level on.
    page.locator("#custom-making summary >> text=/^覚えられるスキル/").click()
    row(page, "throw_oneself").locator(".mk-why >> text=取得可能CLは3です").wait_for()
    row(page, "deep_breath").get_by_role("button").click()
    left(page, 1, 145)
    page.locator("#custom-making summary >> text=/^覚えられる詩魔法/").click()
    row(page, "ember_march").get_by_role("button").click()
    left(page, 1, 125)
    page.locator("#custom-making summary >> text=/^店の品/").click()
    row(page, "tuning_fork").get_by_role("button", name="買う").click()
    left(page, 2, 250)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(RUN) == []

    page.locator("#custom-making .mk-finish button").click()
    page.wait_for_selector("#custom-making .mk-finish", state="detached")
    page.click(".tabs label:has(#tab-log)")
    page.wait_for_selector("#log .fact >> text=ヨミができあがった！")
    assert "ヨミは大音叉を買った（150リーフ）" in table.story("p2")


def test_it_is_made_while_something_else_goes_on(browser: Browser, table: Table) -> None:
    table.ok("p2", "take", entity="kaji")
    table.ok("p1", "add", name="ヨミ")
    table.ok(
        "gm",
        "declare",
        act="call_check",
        args={"members": ["kaji"], "ability": "focus", "difficulty": 5, "how": "unsaid"},
    )
    page = page_of(browser, table, "p1")
    page.click(".tabs label:has(#tab-stage)")
    page.click("#custom-making .mk-origins button >> text=塔守")
    page.wait_for_selector("#custom-making .mk-chosen >> text=塔守")
    assert table.prompt("p2")


def test_the_gm_calls_and_the_called_roll(browser: Browser, table: Table) -> None:
    for seat, one in (("p1", "miori"), ("p2", "kaji")):
        table.ok(seat, "take", entity=one)
    args = {"members": ["miori", "kaji"], "ability": "perception", "difficulty": 9, "how": "unsaid"}
    table.ok("gm", "declare", act="call_check", args=args)
    for seat in ("p1", "p2"):
        page = page_of(browser, table, seat)
        page.wait_for_selector("#p-prompt [data-asked]")
        page.click("#p-prompt button >> text=振る")
        page.wait_for_selector("#p-prompt [data-asked]", state="detached")
    gm = page_of(browser, table, "gm")
    gm.click(".tabs label:has(#tab-log)")
    gm.wait_for_selector("#log .fact >> text=カジの判定は失敗")
    gm.wait_for_selector("#log .fact >> text=/達成値8（難易度9）/ >> nth=0")
    for seat in ("p1", "p2"):
        told = table.story(seat)
        assert "達成値8" in told
        assert "難易度" not in told
        assert "失敗" not in told

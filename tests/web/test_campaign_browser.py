"""A campaign in real browsers: registration, approval, a hand-out, and the way to a table, on a phone and at a desk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from takusen.rulebook.book import installed
from tests.web.conftest import Table, opened_at, serving
from tests.web.test_axe import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
SEATS = {"gm": ("主催", ""), "p1": ("ハル", ""), "p2": ("ナツ", "")}
LOOKED_AT = os.environ.get("TAKUSEN_SHOTS", "")
"""A folder for pictures of the pages, for whoever wants to look."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving({"yoake5": installed()["yoake5"]}, 3) as at:
        yield at


@pytest.fixture(params=[360, 1280])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """A campaign under the house rules, and a ready character of the first player's."""
    wish = {"book": "yoake5", "players": 2, "title": "魔城", "campaign": True, "layers": ["majo@2019-04-19"]}
    with opened_at(address, SEATS, **wish) as made:
        made.ok("p1", "add", name="千早")
        made.ok("p1", "declare", act="take_ready", args={"actor": one_of(made), "ready": ready()})
        made.ok("gm", "declare", act="set_letter", args={"nth": 2})
        yield made


def ready() -> str:
    content = installed()["yoake5"].reading({}).content
    return next(path.split(".")[1] for path in content if path.startswith("ready."))


def one_of(table: Table) -> str:
    """The id of the campaign's first character."""
    html = table.http.get(f"{table.seats['gm']}/campaign").text
    return html.partition(f"{table.seats['gm']}/campaign/n")[2].partition('"')[0].join(("n", ""))


def at_campaign(browser: Browser, table: Table, seat: str, width: int, scheme: str = "light") -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": 780},
        locale="ja",
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(str(table.http.base_url.join(f"{table.seats[seat]}/campaign")))
    return page


def checked(page: Page, name: str, width: int) -> None:
    """axe has nothing to say, and nothing is wider than the page."""
    expect(page.locator("main")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if LOOKED_AT:
        page.screenshot(path=str(Path(LOOKED_AT) / f"{name}-{width}.png"), full_page=True)


def test_registered_approved_and_off_to_a_table(browser: Browser, table: Table, width: int) -> None:
    player = at_campaign(browser, table, "p1", width)
    checked(player, "player-before", width)
    player.click("#own a:has-text('登録を申しこむ')")
    player.wait_for_selector("#p-compose")
    args = {"past": False, "account": "harukaze", "comment": "a 読みました", "notes_read": True}
    table.ok("p1", "declare", act="register", args={"actor": one_of(table), **args})
    player.goto(str(table.http.base_url.join(f"{table.seats['p1']}/campaign")))
    expect(player.locator("#own")).to_contain_text("承認待ち")
    expect(player.locator("main")).not_to_contain_text("合って")
    organiser = at_campaign(browser, table, "gm", width, "dark")
    expect(organiser.locator("#roster")).to_contain_text("合っている")
    checked(organiser, "organiser", width)
    organiser.click("#roster button:has-text('登録を承認する')")
    expect(organiser.locator("#roster")).to_contain_text("承認済み")
    given = {"day": "2026-12-01", "title": "冬の配布", "ticket": "experience", "amount": 50}
    table.ok("gm", "declare", act="hand_out", args=given)
    organiser.fill("[name=title]", "第一夜")
    organiser.click("#tables label:has-text('死亡あり')")
    organiser.click("#tables button:has-text('卓を立てる')")
    organiser.wait_for_selector("body[data-live=yes]")
    player.reload()
    expect(player.locator("main")).to_contain_text("冬の配布")
    expect(player.locator("#tables")).to_contain_text("死亡あり")
    checked(player, "player-ready", width)
    player.click("#tables button:has-text('千早で「第一夜」へ行く')")
    player.wait_for_selector("body[data-live=yes]")
    expect(player.locator("#log")).to_contain_text("千早がキャンペーンから来ました")
    player.goto(str(table.http.base_url.join(f"{table.seats['p1']}/campaign/{one_of(table)}")))
    expect(player.locator("#history")).to_contain_text("配布")
    checked(player, "character", width)
    organiser.goto(str(table.http.base_url.join(f"{table.seats['gm']}/campaign/audit")))
    expect(organiser.locator("#audit")).to_contain_text("千早の登録")
    checked(organiser, "audit", width)

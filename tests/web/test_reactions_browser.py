"""The ford in browsers: the GM answers for all in one form, a player leaves an answer on a phone, policies play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.engine.ford import BOOK
from tests.web.conftest import Table, opened_at, page_at, serving
from tests.web.test_axe import AXE, RUN
from tests.web.test_browser import shot

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
MARK = """() => {
  document.body.removeAttribute("data-now");
  return getComputedStyle(document.querySelector("label:has(#tab-hand)"), "::after").content;
}"""
"""The mark on the tab of the acts, but for the one that a question to the seat sets."""
SEATS = {"gm": ("ジム", ""), "p1": ("一", "aki"), "p2": ("二", "haru")}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of the ford; every die shows 3."""
    with serving({"ford": BOOK}, 3) as at:
        yield at


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """Two travellers, a wolf, and one that nobody sees."""
    with opened_at(address, SEATS, book="ford", players=2, title="渡し") as made:
        yield made


def strike(table: Table) -> None:
    table.ok("gm", "declare", act="strike", args={"of": "grey", "target": "aki"})


def blow(table: Table) -> None:
    table.ok("p1", "declare", act="strike", args={"of": "aki", "target": "grey"})


def fits(page: Page) -> None:
    """Nothing wider than the phone, and nothing for axe to complain of."""
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(RUN) == []


def test_the_gm_answers_for_all_in_one_form(browser: Browser, table: Table) -> None:
    page = page_at(browser, table, "gm")
    blow(table)
    form = page.locator("#ask-joint")
    expect(form.locator("fieldset")).to_have_count(2)
    expect(form.get_by_role("radio", checked=True)).to_have_count(2)
    fits(page)
    form.locator("fieldset:has-text('影狼')").get_by_role("radio", name="かばう").check()
    form.get_by_role("button", name="まとめて答える").click()
    page.wait_for_selector("#log .fact >> text=影狼は3の打撃を受けた", state="attached")
    expect(form).to_have_count(0)


def test_one_tap_answers_by_policy_by_keyboard(browser: Browser, table: Table) -> None:
    page = page_at(browser, table, "gm", 1280)
    blow(table)
    page.get_by_role("button", name="全員、方針に任せて答える").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#log .fact >> text=灰狼は3の打撃を受けた", state="attached")


def test_a_player_leaves_an_answer_on_a_phone_and_takes_it_back(browser: Browser, table: Table) -> None:
    page = page_at(browser, table, "p1")
    table.ok("gm", "edit", path="fighters.haru.wards", to=0)
    strike(table)
    page.wait_for_selector("#p-prompt [data-asked]")
    expect(page.locator("#p-head .waited")).to_have_text("返事待ち：アキ")
    fits(page)
    page.get_by_role("button", name="このターンは聞かない").click()
    page.wait_for_selector("#log .stood_in >> text=決めておいた返事「パス」で済みました", state="attached")
    page.wait_for_selector("#log .fact >> text=アキは3の打撃を受けた", state="attached")
    page.click(".tabs label:has(#tab-hand)")
    mine = page.locator(".own-standing")
    expect(mine).to_contain_text("打撃への反応：パス")
    fits(page)
    mine.get_by_role("button", name=re.compile("^やめる")).click()
    expect(mine).to_have_count(0)
    table.ok("p1", "declare", act="breathe", args={"of": "aki"})
    expect(page.locator("#p-head .waited")).to_have_text("宣言待ち：ハル")
    expect(page.locator("#p-prompt .wait")).to_have_text("ハルの宣言を待っています")
    fits(page)


def test_policies_play_until_a_player_is_needed_and_can_be_stopped(browser: Browser, table: Table) -> None:
    gm, player = page_at(browser, table, "gm", 1280), page_at(browser, table, "p1")
    letting = gm.locator(".letting")
    letting.get_by_role("button", name="参加者の番まで任せる").click()
    player.wait_for_selector("#p-prompt [data-asked]")
    gm.wait_for_selector("#log .let >> text=参加者の番になりました", state="attached")
    expect(letting.get_by_role("button", name="止める")).to_have_count(0)
    expect(player.locator("#log .let")).to_have_count(0)


def test_buying_comes_between(browser: Browser, table: Table) -> None:
    page = page_at(browser, table, "p2")
    strike(table)
    table.ok("p2", "declare", act="buy", args={"of": "haru"})
    page.wait_for_selector("#log .fact >> text=ハルは薬草を買った", state="attached")
    expect(page.locator("#p-prompt [data-asked]")).to_have_count(1)
    expect(page.locator("#p-waiting")).to_be_empty()


def test_what_waits_keeps_to_its_tab_on_a_phone(browser: Browser, table: Table) -> None:
    strike(table)
    blow(table)
    page, other = page_at(browser, table, "p1"), page_at(browser, table, "p2")
    waits = page.locator("#p-waiting")
    for tab, shown in (("stage", False), ("log", False), ("more", False), ("hand", True)):
        page.click(f".tabs label:has(#tab-{tab})")
        expect(waits).to_be_visible(visible=shown)
        shot(page, f"waits-{tab}")
    fits(page)
    assert (page.evaluate(MARK), other.evaluate(MARK)) == ('""', "none")
    waits.get_by_role("button", name="取り下げる").click()
    expect(waits).to_be_hidden()
    assert page.evaluate(MARK) == "none"

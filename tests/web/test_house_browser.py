"""House rules in a real browser: laid after a look, the table's own made and saved, and where values come from on a
player's phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from takusen.rulebook.layers import read_layer
from tests.web.conftest import Server, Table
from tests.web.test_axe import violations
from tests.web.test_browser import PHONE, shot, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["visit"]
EVENING = "short_evening@2026-12-01"


@pytest.fixture
def table(server: Server) -> Table:
    return server.open(book="bayside23", players=1)


def at(table: Table, seat: str) -> str:
    """The address of a seat's page of house rules."""
    return str(table.http.base_url.join(f"{table.seats[seat]}/house"))


def confirm(page: Page, told: str) -> None:
    """See what changes, then change it."""
    expect(page.locator("#move")).to_contain_text(told)
    page.click("#move button.go")
    expect(page.locator("#layers")).to_be_visible()


def test_a_layer_is_laid_after_a_look_and_read_on_a_phone(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(at(table, "gm"))
    page.select_option("#change select[name=path]", EVENING)
    page.locator("#change form:has([value=lay]) button").click()
    expect(page.locator("#move")).to_contain_text("damage.critical：3 → 4")
    assert violations(page) == []
    shot(page, "house-look")
    page.click("#move a:has-text('やめる')")
    expect(page.locator("#layers")).not_to_contain_text("短い夜")
    page.select_option("#change select[name=path]", EVENING)
    page.locator("#change form:has([value=lay]) button").click()
    confirm(page, "damage.critical：3 → 4")
    expect(page.locator("#layers")).to_contain_text("短い夜 2026-12-01")
    phone = visit(at(table, "p1"), PHONE)
    row = phone.locator(".origins tr", has=phone.get_by_role("rowheader", name="damage.critical", exact=True))
    expect(row).to_contain_text("短い夜 2026-12-01")
    expect(row).to_contain_text("もとは 3")
    expect(phone.locator("#change")).to_have_count(0)
    assert violations(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(phone, "house-phone")


def test_the_table_s_own_rules_are_made_saved_and_seen(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(at(table, "gm"))
    page.click("summary:has-text('この卓では使えなくする')")
    page.locator("form:has([value=ban]) select").select_option("stones.large")
    page.locator("form:has([value=ban]) button").click()
    confirm(page, "stones.large：使える → 使えない")
    page.click("summary:has-text('この卓だけ値を変える')")
    page.locator("form:has([value=change]) select").select_option("damage.heavy")
    page.locator("form:has([value=change]) [name=to]").fill("3")
    page.locator("form:has([value=change]) button").click()
    confirm(page, "damage.heavy：2 → 3")
    page.click("#change a:has-text('選択ルールを変える')")
    option = page.locator("details.option").first
    option.locator("summary").click()
    option.locator(".chip:not(:has(input:checked)) input").first.check(force=True)
    option.locator("button[type=submit]").click()
    expect(page.locator("#log")).to_contain_text("選択ルール：")
    page.goto(at(table, "gm"))
    expect(page.locator(".origins tr.changed", has_text="この卓")).to_have_count(3)
    with page.expect_download() as saved:
        page.click("a[download][href$='/house/table.toml']")
    layer = read_layer("house.toml", saved.value.path().read_text(encoding="utf-8"))
    assert {placed.place.partition("[")[0] for placed in layer.patches} == {"ban", "change", "option"}
    phone = visit(at(table, "p1"), PHONE)
    changed = phone.locator(".origins tr.changed")
    expect(changed.filter(has_text="damage.heavy")).to_contain_text("この卓")
    expect(changed.filter(has_text="stones.large")).to_contain_text("使えない")
    shot(phone, "house-own-phone")

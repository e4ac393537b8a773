"""The page of a new table in a real browser: a scenario's file chosen, dropped, mended, without script too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server
from tests.web.test_axe import violations
from tests.web.test_browser import PHONE, shot, visit
from tests.web.test_scenarios import BROKEN, OWN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["visit"]
DROP = """(frame, text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "私の話.toml"));
  const drag = { dataTransfer: data, bubbles: true, cancelable: true };
  for (const kind of ["dragover", "drop"]) frame.dispatchEvent(new DragEvent(kind, drag));
}"""


def test_a_dropped_file_is_told_what_is_wrong_and_mended_on_the_page(
    server: Server, visit: Callable[..., Page]
) -> None:
    page = visit(f"{server.url}/new?book=bayside23", PHONE)
    shot(page, "new")
    page.fill("[name=title]", "霧の夜")
    page.locator("[data-drop]").evaluate(DROP, BROKEN)
    assert page.locator("[data-own]").is_checked()
    expect(page.locator("[name=upload]")).to_be_visible()
    shot(page, "new-dropped")
    page.click("form button.strong")
    alert = page.locator("[role=alert]")
    expect(alert).to_contain_text("私の話.toml 6行目：")
    assert page.locator("pre.excerpt").inner_text() == "surprise = 1"
    assert page.locator("[name=title]").input_value() == "霧の夜"
    assert violations(page) == []
    shot(page, "new-broken")
    source = page.locator("#source")
    source.fill(source.input_value().replace("surprise = 1\n", ""))
    page.click("form button.strong")
    page.wait_for_selector("[data-link]")


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(f"{server.url}/new?book=bayside23")
    page.click("details:has(#source) summary")
    page.set_input_files("[name=upload]", {"name": "a.zip", "mimeType": "", "buffer": b"0" * 8_000_001})
    assert "8MB" in page.locator("[name=upload]").evaluate("input => input.validationMessage")
    page.set_input_files("[name=upload]", {"name": "a.toml", "mimeType": "", "buffer": OWN.encode()})
    assert page.locator("[name=upload]").evaluate("input => input.validationMessage") == ""


@pytest.fixture
def bare(browser: Browser) -> Iterator[Page]:
    """A page that runs no script."""
    context = browser.new_context(java_script_enabled=False, locale="ja-JP")
    yield context.new_page()
    context.close()


def test_a_file_is_loaded_and_saved_without_script(server: Server, bare: Page) -> None:
    bare.goto(f"{server.url}/new?book=bayside23")
    bare.click("details:has(#source) summary")
    bare.set_input_files("[name=upload]", {"name": "話.toml", "mimeType": "text/plain", "buffer": OWN.encode("cp932")})
    bare.click("form button.strong")
    bare.click("main a.button.strong")
    bare.fill("main [name=name]", "ジム")
    bare.click("main button[type=submit]")
    with bare.expect_download() as saved:
        bare.locator("a[download][href$='/scenario.toml']").dispatch_event("click")
    assert saved.value.suggested_filename == "mine.toml"
    assert saved.value.path().read_text(encoding="utf-8") == OWN

"""axe finds nothing to complain of on any page, in both languages, narrow and wide, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
RUN = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations.map((one) => "
RUN += "`${one.id} (${one.impact}): ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`))"
MISS = {"attacker": "rin", "target": "fog_monk", "traits": ["怪力"], "skill": "格闘", "force": 12}
COMPOSE = "?act=attack&args.attacker=rin&args.target=fog_monk&args.traits:list=怪力&args.against:list=&args.skill=格闘"


@pytest.fixture(scope="module")
def addresses(server: Server) -> dict[str, str]:
    """Every kind of page."""
    empty = server.open(players=2)
    named = server.open(players=2)
    named.ok("p1", "sit", name="さくら")
    quiet = server.open(players=2).fighting()
    for _ in range(20):
        asked = server.open(players=2).fighting()
        asked.ok("p1", "declare", act="attack", args=MISS, line="いざ")
        if asked.prompt("p1"):
            break
    quiet.forecast(5)
    asked.ok("p2", "declare", act="pass_turn", args={"actor": "soma"}, line="待つ")
    asked.ok("p1", "say", text="むむ", channel="in", name="凛")
    asked.ok(
        "p1", "set_palette", entity="rin", text="### ■戦闘\n2d6+{体力}+{未知} 命中\n//威力=\n:体力-{威力}\n// 覚え書き"
    )
    found = {
        "home": "/",
        "new": "/new",
        "credits": "/credits",
        "rules": "/books/bayside23/rules",
        "rule": "/books/bayside23/rules/BS-07",
        "error": "/nothing",
        "links": empty.seats["gm"] + "/links",
        "sit": empty.seats["p1"],
        "choose": named.seats["p1"],
        "forecast": quiet.seats["gm"] + "/forecast",
        "options": quiet.seats["gm"] + "/options",
        "fighter": quiet.seats["gm"] + "/entity/rin",
        "palette": asked.seats["p1"] + "/palette/rin",
        "riddle": quiet.seats["gm"] + "/entity/ferryman",
        "compare": quiet.seats["gm"] + "/compare?option=attack_compare",
        "player composing": quiet.seats["p1"] + COMPOSE,
        "gm composing": quiet.seats["gm"] + COMPOSE,
    }
    for seat in ("gm", "p1", "p2", "w1"):
        found |= {f"{seat} quiet": quiet.seats[seat], f"{seat} asked": asked.seats[seat]}
    return found


@pytest.fixture(
    scope="module",
    params=[("ja-JP", 1280, "light"), ("en-GB", 360, "light"), ("ja-JP", 360, "dark"), ("en-GB", 1280, "dark")],
    ids=str,
)
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page of one size, language and scheme."""
    locale, width, scheme = request.param
    context = browser.new_context(
        locale=locale, viewport={"width": width, "height": 780}, color_scheme=scheme, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def violations(page: Page) -> list[str]:
    """What axe complains of on a page as it is."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


def test_no_violations(server: Server, addresses: dict[str, str], page: Page) -> None:
    faults: dict[str, list[str]] = {}
    for name, address in addresses.items():
        page.goto(server.url + address)
        if page.locator("body[data-base]").count():
            page.wait_for_selector("body[data-live=yes]")
        tabs = [one.get_attribute("value") for one in page.locator("[name=tab]").all()]
        narrow = bool(tabs) and page.locator("nav.tabs").is_visible()
        for at in tabs if narrow and "asked" in name else [""]:
            if at:
                page.locator(f"label:has(#tab-{at})").click()
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            found = violations(page)
            if found:
                faults[f"{name} {at}"] = found
    assert faults == {}


def test_the_export_has_no_violations(server: Server, addresses: dict[str, str], page: Page) -> None:
    answer = server.http.get(addresses["gm asked"] + "/export.html")
    page.goto("about:blank")
    page.set_content(answer.text)
    assert violations(page) == []

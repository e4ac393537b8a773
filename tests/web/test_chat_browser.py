"""Dice in the chat in a real browser: a roll, a secret roll that is shown later, and a huge command beside others."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server
from tests.web.test_browser import DESK, PHONE, tab, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["visit"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("chat_browser") / "data").start()
    yield started
    started.stop()


def type_in(page: Page, text: str) -> None:
    """Write a line and send it with the key of a phone's keyboard."""
    page.fill("#say-text", text)
    page.press("#say-text", "Enter")


def test_dice_in_the_chat(server: Server, visit: Callable[..., Page]) -> None:
    table = server.open(players=2).seated()
    rin = visit(server.url + table.seats["p1"], PHONE)
    soma = visit(server.url + table.seats["p2"], PHONE)
    gm = visit(server.url + table.seats["gm"], DESK)
    for page in (rin, soma):
        tab(page, "log")

    gm.click("a[href$='/dice'][data-sheet]")
    gm.select_option("dialog select[name=system]", "SwordWorld2.0")
    gm.click("dialog form:has([name=system]) button")
    soma.wait_for_selector("#log >> text=ダイス：ソード・ワールド2.0")

    type_in(rin, "ｋ２０［１０］＋７ 斬る")
    line = soma.locator("#log .tossed").last
    line.wait_for()
    expect(line).to_contain_text("ｋ２０［１０］＋７ 斬る")
    assert re.search(r"KeyNo\.20c\[10\]\+7 ＞ 2D:", line.inner_text())
    assert line.locator(".d6").count() >= 2
    assert rin.input_value("#say-text") == ""

    type_in(rin, "今度こそ 2d6")
    rin.wait_for_selector("#say .tip:visible")
    expect(rin.locator("#say .tip")).to_contain_text("振っていません")
    expect(soma.locator("#say .tip")).to_have_count(0)

    rin.click("#say .help")
    rin.wait_for_selector("dialog[open] .help-text")
    expect(rin.locator("dialog[open]")).to_contain_text("レーティング表")
    rin.click("dialog[open] .close")


def test_a_secret_roll_is_shown_later(server: Server, visit: Callable[..., Page]) -> None:
    table = server.open(players=2).seated()
    rin = visit(server.url + table.seats["p1"], PHONE)
    soma = visit(server.url + table.seats["p2"], PHONE)
    gm = visit(server.url + table.seats["gm"], DESK)
    frames: list[str] = []
    for page in (soma, gm):
        page.on("response", lambda response: frames.append(response.url))
    for page in (rin, soma):
        tab(page, "log")
    rin.check("#say [name='secret:bool']", force=True)
    type_in(rin, "1D10000 罠を疑う")
    rin.wait_for_selector("#log .tossed.secret")
    value = rin.inner_text("#log .tossed.secret .sum")
    for page in (soma, gm):
        page.wait_for_selector("#log .concealed")
        assert "1D10000" not in page.content()
    rin.reload()
    rin.wait_for_selector("body[data-live=yes]")
    tab(rin, "log")
    assert rin.inner_text("#log .tossed.secret .sum") == value
    rin.click("#log .reveal summary")
    rin.click("#log .reveal button")
    for page in (soma, gm):
        page.wait_for_selector("#log .tossed")
        shown = page.inner_text("#log .tossed")
        assert value in shown
        assert "振った時刻" in shown
    expect(rin.locator("#log .reveal")).to_have_count(0)
    rin.check("#say [name='secret:bool']", force=True)
    tab(rin, "more")
    rin.click(".toss button >> text=D66")
    gm.wait_for_selector("#log .concealed >> nth=1")
    assert "D66" not in gm.content().split('id="log"')[1].split("</ol>")[0]


def test_a_huge_command_holds_nobody_up(server: Server, visit: Callable[..., Page]) -> None:
    table = server.open(players=2).seated()
    rin = visit(server.url + table.seats["p1"], DESK)
    soma = visit(server.url + table.seats["p2"], DESK)
    rin.on("dialog", lambda dialog: dialog.accept())
    rin.fill("#say-text", "2D6" + "+1" * 20_000)
    start = time.monotonic()
    rin.press("#say-text", "Enter")
    type_in(soma, "そのあいだも話せる")
    soma.wait_for_selector("#log >> text=そのあいだも話せる")
    assert time.monotonic() - start < 3
    rin.wait_for_selector("#say .refused:visible")
    expect(rin.locator("#say .refused")).to_contain_text("300文字")
    expect(rin.locator("#log .tossed")).to_have_count(0)

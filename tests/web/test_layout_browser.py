"""What stays in view: the chat box, the log, what somebody is composing, and every choice of a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import JSON, Server, Table
from tests.web.test_browser import DESK, PHONE, SMALL, shot, tab, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["visit"]
PARTY = ("pc_nagi", "pc_gald")
WAY = (("gate", "スカウト"), ("ramp", "冒険者レベル"), ("pillars", "スカウト"), ("counting", "冒険者レベル"))
SHOWS_THE_LAST = """() => {
  const log = document.getElementById("log");
  return log.clientHeight > 0 && log.scrollHeight - log.scrollTop - log.clientHeight < 2;
}"""
LESS_ROOM = """() => {
  const log = document.getElementById("log");
  Object.assign(log.style, { flex: "none", height: `${log.clientHeight - 200}px` });
  log.dispatchEvent(new Event("scroll"));
}"""
NOTHING_BEYOND = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return scrollWidth <= innerWidth && scrollHeight <= innerHeight;
}"""


def dungeon(server: Server) -> Table:
    """A dungeon with two of its characters played."""
    table = server.open(book="sw2_dungeon", scenario="thawing_icehouse", players=2)
    return table.seated(PARTY)


def within(page: Page, selector: str) -> bool:
    """Whether all of an element is in the window, and nothing lies over its middle."""
    return bool(
        page.locator(selector).first.evaluate(
            """one => {
              const box = one.getBoundingClientRect();
              const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
              return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
                && (one.contains(over) || over?.contains(one));
            }"""
        )
    )


@pytest.mark.parametrize("text", ["https://example.jp/" + "a" * 100, "2d6+" * 10_000])
def test_a_long_word_keeps_the_chat_box_in_its_place(server: Server, visit: Callable[..., Page], text: str) -> None:
    table = dungeon(server)
    page = visit(server.url + table.seats["p1"], PHONE)
    page.on("dialog", lambda dialog: dialog.accept())
    tab(page, "log")
    page.fill("#say-text", text)
    assert within(page, "#say .send")
    assert page.evaluate(NOTHING_BEYOND)
    shot(page, f"long-{len(text)}")
    page.reload()
    tab(page, "log")
    assert page.input_value("#say-text") == text
    assert within(page, "#say .send")
    if len(text) > 1000:
        page.click("#say .send")
        page.wait_for_selector("#say .refused:visible")
        assert within(page, "#say .refused")
        assert page.locator("#log").bounding_box()["height"] > 80  # type: ignore[index]
        shot(page, "long-refused")


@pytest.mark.parametrize("size", [PHONE, SMALL, DESK])
def test_an_act_opens_where_it_is_seen(server: Server, visit: Callable[..., Page], size: tuple[int, int]) -> None:
    table = dungeon(server)
    page = visit(server.url + table.seats["gm" if size == DESK else "p1"], size)
    tab(page, "hand")
    page.locator("#p-hand a[data-act]").last.click()
    page.wait_for_selector("#compose")
    expect(page.locator("#compose h2")).to_be_in_viewport()
    assert within(page, "#compose h2")
    assert page.evaluate(NOTHING_BEYOND)
    shot(page, f"act-{size[0]}")


@pytest.mark.parametrize("size", [PHONE, SMALL, DESK])
def test_a_question_hides_neither_its_choices_nor_the_log(
    server: Server, visit: Callable[..., Page], size: tuple[int, int]
) -> None:
    table = dungeon(server)
    for one, hp in (("pc_nagi", 5), ("pc_gald", 7)):
        table.ok("gm", "edit", path=f"pcs.{one}.hp", to=hp)
    table.ok("gm", "declare", act="begin_exploration", args={})
    table.ok("p2", "declare", act="rest", args={})
    table.do("p1", "declare", act="explore", args={"card": "gate", "representative": "pc_nagi"})
    page = visit(server.url + table.seats["p1"], size)
    tab(page, "log")
    shot(page, f"ask-{size[0]}")
    assert page.locator("#log").bounding_box()["height"] >= 80  # type: ignore[index]
    assert within(page, "#say .send")
    covered = page.locator("#p-prompt .chip").evaluate_all(
        """chips => chips.filter(one => {
          one.scrollIntoView({ block: "nearest" });
          const { x, y, width, height } = one.getBoundingClientRect();
          return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).length"""
    )
    assert covered == 0
    page.click(".palette > summary")
    assert page.locator("#log").bounding_box()["height"] >= 80  # type: ignore[index]
    assert within(page, "#say .send")
    page.fill("#say-text", "k20+{ない値}")
    page.click("#say .send")
    page.wait_for_selector("#say :is(.refused, .tip):visible")
    assert within(page, "#say :is(.refused, .tip):not([hidden])")
    shot(page, f"ask-palette-{size[0]}")


def test_a_question_stays_in_view_while_the_tools_are_scrolled(server: Server, visit: Callable[..., Page]) -> None:
    table = dungeon(server)
    table.ok("gm", "declare", act="begin_exploration", args={})
    table.ok("p2", "declare", act="rest", args={})
    table.do("p1", "declare", act="explore", args={"card": "gate", "representative": "pc_nagi"})
    gm = visit(server.url + table.seats["gm"], DESK)
    gm.wait_for_selector("#p-prompt .ask")
    gm.locator("#p-seats summary").scroll_into_view_if_needed()
    expect(gm.locator("#p-seats summary")).to_be_in_viewport()
    expect(gm.locator("#p-prompt .question").first).to_be_in_viewport()
    assert gm.evaluate(NOTHING_BEYOND)
    shot(gm, "ask-scrolled")


def test_the_log_follows_again(server: Server, visit: Callable[..., Page]) -> None:
    table = dungeon(server)
    for n in range(40):
        table.ok("p1", "say", channel="in", name="ナギ", text=f"{n}番めの言葉。")
    page = visit(server.url + table.seats["gm"], DESK)
    page.evaluate("document.getElementById('log').scrollTop = 0")
    page.wait_for_selector("[data-latest]:visible")
    table.ok("p1", "say", channel="in", name="ナギ", text="聞こえますか。")
    page.wait_for_selector("[data-latest] >> text=新しい発言 1")
    shot(page, "latest")
    page.click("[data-latest]")
    page.wait_for_selector("[data-latest]", state="hidden")
    page.evaluate("document.getElementById('log').scrollTop = 0")
    page.wait_for_selector("[data-latest]:visible")
    page.fill("#say-text", "聞こえています。")
    page.press("#say-text", "Enter")
    page.wait_for_selector("[data-latest]", state="hidden")
    assert within(page, "#log > li:last-child")


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_what_came_while_the_log_was_put_away_is_seen(
    server: Server, visit: Callable[..., Page], size: tuple[int, int]
) -> None:
    table = dungeon(server)
    for n in range(30):
        table.ok("p1", "say", channel="in", name="ナギ", text=f"{n}番めの言葉。")
    page = visit(server.url + table.seats["p1"], size)
    tab(page, "log")
    page.wait_for_function(SHOWS_THE_LAST)
    tab(page, "hand")
    for n in range(30):
        table.ok("p2", "say", channel="in", name="ガルド", text=f"{n}番めの返事。")
    page.locator("#log >> text=29番めの返事").wait_for(state="attached")
    tab(page, "log")
    page.wait_for_function(SHOWS_THE_LAST)
    assert page.locator("[data-latest]").is_hidden()
    page.fill("#say-text", "わかった。\n" * 12)
    page.click("#say .send")
    page.wait_for_selector("#log >> text=わかった")
    page.wait_for_function(SHOWS_THE_LAST)


def test_the_log_follows_when_a_question_takes_its_room(server: Server, visit: Callable[..., Page]) -> None:
    """A browser tells of scrolling before it tells of sizes: what was at the end stays there all the same."""
    table = dungeon(server)
    for n in range(30):
        table.ok("p1", "say", channel="in", name="ナギ", text=f"{n}番めの言葉。")
    table.ok("gm", "declare", act="begin_exploration", args={})
    page = visit(server.url + table.seats["p1"], PHONE)
    tab(page, "log")
    page.wait_for_function(SHOWS_THE_LAST)
    page.evaluate(LESS_ROOM)
    page.wait_for_function(SHOWS_THE_LAST)
    page.evaluate("document.getElementById('log').scrollTop -= 200")
    page.wait_for_selector("[data-latest]:visible")
    tab(page, "hand")
    table.ok("p2", "declare", act="rest", args={})
    page.locator("#p-prompt .ask").wait_for(state="attached")
    tab(page, "log")
    page.wait_for_function(SHOWS_THE_LAST)


def test_a_palette_that_is_saved_closes_and_says_so(server: Server, visit: Callable[..., Page]) -> None:
    table = dungeon(server)
    page = visit(server.url + table.seats["p1"], PHONE)
    tab(page, "log")
    page.click(".palette > summary")
    page.click(".palette-tools a.button")
    page.fill("dialog textarea", "2d6+3 試しの行")
    page.click("dialog button.strong")
    page.wait_for_selector("dialog", state="hidden")
    expect(page.locator("#status")).to_contain_text("保存しました")
    page.wait_for_selector(".palette >> text=試しの行")


def test_who_comes_and_goes_is_seen(server: Server, visit: Callable[..., Page]) -> None:
    table = dungeon(server)
    gm = visit(server.url + table.seats["gm"], DESK)
    player = visit(server.url + table.seats["p1"], PHONE)
    gm.wait_for_selector("#p-people li.here >> text=p1さん")
    player.context.close()
    gm.wait_for_selector("#p-people li.here >> text=p1さん", state="detached")


def test_cards_far_in_keep_their_width(server: Server, visit: Callable[..., Page]) -> None:
    table = dungeon(server)
    table.ok("gm", "declare", act="begin_exploration", args={})
    for ability in ("dexterity", "agility", "strength", "vitality", "intellect", "spirit"):
        table.ok("gm", "edit", path=f"pcs.pc_nagi.{ability}", to=90)
    for card, skill in WAY:
        table.do("p1", "declare", act="explore", args={"card": card, "representative": "pc_nagi", "skill": skill})
        table.settle()
    for size in (SMALL, PHONE, DESK):
        page = visit(server.url + table.seats["p1"], size)
        tab(page, "stage")
        widths = page.locator(".ground .spot").evaluate_all("all => all.map(one => one.offsetWidth)")
        assert widths
        assert min(widths) >= 220
        shot(page, f"board-{size[0]}")
        assert all(box["height"] < 60 for one in page.locator(".spot.turned").all() if (box := one.bounding_box()))


def test_a_seat_says_whose_it_is(server: Server) -> None:
    opened = server.http.post("/new", json={"book": "free", "players": 1, "title": "卓"}, headers=JSON).json()
    table = Table(server.http, opened)
    assert "これはGMの席です" in table.page("gm")
    assert "これはGMの席です" not in table.page("p1")
    assert "./run --host 0.0.0.0" in table.page("gm", "/links")


def test_what_cant_be_chosen_for_one_reason_is_told_once(server: Server) -> None:
    table = dungeon(server)
    table.ok("gm", "declare", act="begin_exploration", args={})
    page = table.page("p1", act="retry").split('id="compose"')[1].split("</form>")[0]
    assert page.count("まだ誰も失敗していない") == 1
    assert page.count("no-chip") > 1
    assert "次へ" not in page

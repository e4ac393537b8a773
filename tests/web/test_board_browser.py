"""Boards in real browsers: tokens by mouse, by finger and by keyboard alone; picks and prompts on the squares."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvicorn
from playwright.sync_api import expect

from takusen.server.house import House
from takusen.store import MemoryStore
from takusen.web.app import create_app
from takusen_books.free import BOOK as FREE
from tests.engine.yard import BOOK as YARD
from tests.web.conftest import JSON, Table
from tests.web.test_axe import AXE, RUN
from tests.web.test_browser import DESK, SMALL, shot, tab
from tests.web.test_pictures import picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

Visit = Callable[..., "Page"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of the yard and of free tables."""
    app = create_app(House(MemoryStore(), {"yard": YARD, "free": FREE}, b"0" * 32))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    """Commands to the server."""
    with httpx.Client(base_url=address, headers={"accept-language": "ja"}) as client:
        yield client


def opened(http: httpx.Client, book: str) -> Table:
    """A table at which two players sit."""
    wish = {"book": book, "players": 2, "title": "霧の裏庭"}
    made = Table(http, http.post("/new", json=wish, headers=JSON).json())
    for seat, name in (("gm", "さくら"), ("p1", "葵"), ("p2", "湊")):
        made.ok(seat, "sit", name=name)
    return made


@pytest.fixture
def yard(http: httpx.Client) -> Table:
    """The yard, in which the players have a fighter each."""
    made = opened(http, "yard")
    made.ok("p1", "take", entity="luca")
    made.ok("p2", "take", entity="mina")
    return made


@pytest.fixture
def free(http: httpx.Client) -> Table:
    """A free table with a board and two characters beside it."""
    made = opened(http, "free")
    made.ok("p1", "add", name="ルカ", numbers={"HP": 24})
    made.ok("gm", "add", name="狼", numbers={"HP": 9})
    made.ok("gm", "declare", act="lay_board", args={})
    return made


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens a seat's page on its board; no page may log an error."""
    contexts, errors = [], []

    def at(table: Table, seat: str, size: tuple[int, int] = DESK, **more: Any) -> Page:
        made = {"locale": "ja-JP", "viewport": {"width": size[0], "height": size[1]}, **more}
        context = browser.new_context(has_touch=size == SMALL, **made)
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(str(table.http.base_url.join(table.seats[seat])))
        page.wait_for_selector("body[data-live=yes]")
        tab(page, "stage")
        return page

    yield at
    for context in contexts:
        context.close()
    assert errors == []


def token(page: Page, name: str) -> Locator:
    """Somebody's token."""
    return page.locator(f".token[data-name='{name}']")


def stands(page: Page, name: str, square: str) -> None:
    """Wait until the table says that somebody stands there."""
    expect(page.locator(f"#sq-{square}")).to_have_attribute("aria-label", re.compile(name))
    expect(token(page, name)).to_have_attribute("data-square", square)


def middle(spot: Locator) -> tuple[float, float]:
    """Where the middle of something is on the screen."""
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dragged(page: Page, name: str, square: str) -> None:
    """Drag a token to a square with the mouse, holding it in its middle."""
    page.mouse.move(*middle(token(page, name)))
    page.mouse.down()
    there = page.locator(f"#sq-{square}").bounding_box()
    assert there
    x, y = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
    page.mouse.move(x - 12, y - 12, steps=4)
    page.mouse.move(x, y, steps=2)


def said(page: Page, text: str) -> None:
    """Wait for what the board's status line says."""
    expect(page.locator(".board-status")).to_contain_text(text)


# mouse ---------------------------------------------------------------------------------------------------------------


def test_a_drop_is_a_declaration_and_everybody_sees_it(yard: Table, visit: Visit) -> None:
    """What may be reached is lit while one drags, the rest says why not."""
    first, second = visit(yard, "p1"), visit(yard, "p2")
    dragged(first, "ルカ", "7-3")
    expect(first.locator("#sq-7-4")).to_have_attribute("data-lit", "open")
    expect(first.locator("#sq-12-12")).to_have_attribute("data-lit", "shut")
    expect(first.locator("#sq-7-3")).to_have_attribute("data-over", "")
    shot(first, "board-dragged")
    first.mouse.up()
    for page in (first, second):
        stands(page, "ルカ", "7-3")
    expect(second.locator("#log .fact", has_text="ルカは7-3へ")).to_have_count(1)
    expect(first.locator("#sq-7-4")).not_to_have_attribute("data-lit", "open")
    dragged(first, "ルカ", "12-12")
    expect(first.locator("#sq-12-12")).to_have_attribute("data-lit", "shut")
    first.mouse.up()
    said(first, "12-12：遠すぎます")
    stands(first, "ルカ", "7-3")
    expect(second.locator("#log .act")).to_have_count(1)


def test_others_tokens_stay_where_they_are(yard: Table, visit: Visit) -> None:
    """Not movable for who doesn't play them; a tap says who it is. The GM moves anybody, also of four squares."""
    first, gm = visit(yard, "p1"), visit(yard, "gm")
    expect(first.locator(".token.movable")).to_have_count(1)
    token(first, "狼").click()
    said(first, "狼")
    dragged(gm, "大熊", "4-10")
    expect(gm.locator("[data-over]")).to_have_count(4)
    gm.mouse.up()
    expect(token(gm, "大熊")).not_to_have_attribute("data-square", "2-9")
    expect(token(first, "大熊")).not_to_have_attribute("data-square", "2-9")


def test_a_target_is_picked_on_the_board(yard: Table, visit: Visit) -> None:
    """Who can be struck is ringed, who can't is dim and says why."""
    page = visit(yard, "p1")
    page.click("a[data-act=strike]")
    expect(token(page, "狼")).to_have_attribute("data-lit", "open")
    expect(token(page, "大熊")).to_have_attribute("data-lit", "shut")
    shot(page, "board-targets")
    token(page, "大熊").click()
    said(page, "遠すぎます")
    token(page, "狼").click()
    expect(page.locator("#compose button[value=declare]")).to_be_visible()
    expect(token(page, "狼")).to_have_attribute("data-lit", "chosen")
    page.click("#compose button[value=declare]")
    expect(page.locator(".token.out")).to_have_count(1)


def test_an_area_shows_what_it_would_hit(yard: Table, visit: Visit) -> None:
    """Under the pointer before the pick, around the square after it."""
    page = visit(yard, "p1")
    page.click("a[data-act=throw]")
    expect(page.locator("#sq-5-5")).to_have_attribute("data-lit", "open")
    expect(page.locator("#sq-12-12")).to_have_attribute("data-lit", "shut")
    page.locator("#sq-6-6").hover()
    expect(page.locator("[role=gridcell][data-hit]")).to_have_count(9)
    page.locator("#sq-5-5").click()
    expect(page.locator("#compose button[value=declare]")).to_be_visible()
    page.mouse.move(5, 5)
    expect(token(page, "狼")).to_have_attribute("data-hit", "")
    shot(page, "board-area")
    page.click("#compose button[value=declare]")
    expect(page.locator(".token.out")).to_have_count(2)


def test_a_prompt_for_a_square_is_answered_on_the_board(yard: Table, visit: Visit) -> None:
    page = visit(yard, "p1")
    yard.ok("gm", "declare", act="startle", args={"target": "luca"})
    expect(page.locator("#sq-6-3")).to_have_attribute("data-lit", "open")
    expect(page.locator("#p-prompt .answers button")).to_have_count(1)
    page.locator("#sq-9-9").click()
    said(page, "9-9は選べません")
    shot(page, "board-prompt")
    page.locator("#sq-6-3").click()
    stands(page, "ルカ", "6-3")
    expect(page.locator("#p-prompt .ask")).to_have_count(0)


# finger --------------------------------------------------------------------------------------------------------------


def test_a_phone_taps_a_token_and_then_where_it_goes(yard: Table, visit: Visit) -> None:
    """At 360 pixels the board scrolls in its frame, and tokens are large enough for a finger."""
    page = visit(yard, "p1", SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    box = token(page, "ルカ").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 28
    token(page, "ルカ").tap()
    expect(page.locator("#sq-7-3")).to_have_attribute("data-lit", "open")
    shot(page, "board-phone-held")
    page.locator("#sq-7-3").tap()
    stands(page, "ルカ", "7-3")
    token(page, "ルカ").tap()
    expect(token(page, "ルカ")).to_have_attribute("data-lit", "held")
    token(page, "ルカ").tap()
    expect(token(page, "ルカ")).not_to_have_attribute("data-lit", "held")


class Finger:
    """A finger, as the browser's own input makes one."""

    def __init__(self, page: Page) -> None:
        self._client = page.context.new_cdp_session(page)

    def press(self, start: tuple[float, float]) -> None:
        """Down, and still there."""
        self._send("touchStart", *start)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Down, along, and still there."""
        self.press(start)
        self.move(start, end)

    def move(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Along, and still there."""
        (x, y), (to_x, to_y) = start, end
        for step in range(1, 11):
            self._send("touchMove", x + (to_x - x) * step / 10, y + (to_y - y) * step / 10)

    def lift(self) -> None:
        """Off the screen."""
        self._client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _send(self, kind: str, x: float, y: float) -> None:
        self._client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})


def test_a_finger_drags_a_token_and_scrolls_beside_it(yard: Table, visit: Visit) -> None:
    page = visit(yard, "p1", SMALL)
    finger = Finger(page)
    finger.drag(middle(token(page, "ルカ")), middle(page.locator("#sq-7-3")))
    expect(token(page, "ルカ")).to_have_class(re.compile("dragging"))
    expect(page.locator("#sq-7-3")).to_have_attribute("data-over", "")
    shot(page, "board-phone-dragged")
    finger.lift()
    stands(page, "ルカ", "7-3")
    x, y = middle(page.locator("#sq-8-6"))
    finger.drag((x, y), (x - 90, y))
    finger.lift()
    expect(page.locator("#sq-1-12")).to_be_in_viewport()
    stands(page, "ルカ", "7-3")


def test_a_phone_goes_from_the_list_to_the_board_and_back(yard: Table, visit: Visit) -> None:
    page = visit(yard, "p1", SMALL)
    tab(page, "hand")
    page.click("a[data-act=throw]")
    page.locator("#compose [data-to-board]:visible").click()
    page.locator("#sq-5-5").tap()
    expect(page.locator("#compose button[value=declare]")).to_be_visible()
    page.click("#compose button[value=declare]")
    expect(page.locator("#log .fact", has_text="倒れた")).to_have_count(2)


# keyboard ------------------------------------------------------------------------------------------------------------


def test_the_keyboard_alone_moves_a_token(yard: Table, visit: Visit) -> None:
    """Arrows go about, Enter takes up and puts down, Escape leaves it; a refresh takes the focus from nobody."""
    page = visit(yard, "p1")
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowDown",) * 4 + ("ArrowRight",) * 2:
        page.keyboard.press(key)
    expect(page.locator("#sq-5-3")).to_be_focused()
    page.keyboard.press("Enter")
    said(page, "ルカを持ち上げました")
    expect(page.locator("#sq-6-3")).to_have_attribute("data-lit", "open")
    page.keyboard.press("Escape")
    said(page, "動かすのをやめました")
    page.keyboard.press("Enter")
    expect(page.locator("#sq-6-3")).to_have_attribute("data-lit", "open")
    page.keyboard.press("ArrowRight")
    said(page, "5-4：ほかの人がいます")
    page.keyboard.press("Enter")
    expect(token(page, "ルカ")).to_have_attribute("data-lit", "held")
    for key in ("ArrowLeft", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    said(page, "7-3：選べます")
    yard.ok("p2", "declare", act="move", args={"actor": "mina", "square": "8-4"})
    stands(page, "ミナ", "8-4")
    expect(page.locator("#sq-7-3")).to_be_focused()
    expect(token(page, "ルカ")).to_have_attribute("data-lit", "held")
    page.keyboard.press("Enter")
    stands(page, "ルカ", "7-3")
    expect(page.locator("#sq-7-3")).to_be_focused()
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)


def test_the_keyboard_picks_a_target(yard: Table, visit: Visit) -> None:
    page = visit(yard, "p1")
    page.locator("a[data-act=strike]").focus()
    page.keyboard.press("Enter")
    expect(token(page, "狼")).to_have_attribute("data-lit", "open")
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowDown",) * 4 + ("ArrowRight",) * 3 + ("Enter",):
        page.keyboard.press(key)
    expect(page.locator("#compose button[value=declare]")).to_be_visible()


# the free table ------------------------------------------------------------------------------------------------------


def test_a_free_table_puts_tokens_on_moves_them_and_takes_them_off(free: Table, visit: Visit) -> None:
    """By drag from beside the board, by keyboard back; each is one edit, which can be taken back."""
    page, gm = visit(free, "p1"), visit(free, "gm")
    dragged(page, "ルカ", "3-4")
    page.mouse.up()
    stands(gm, "ルカ", "3-4")
    stands(page, "ルカ", "3-4")
    dragged(page, "ルカ", "5-4")
    page.mouse.up()
    stands(gm, "ルカ", "5-4")
    expect(gm.locator("#log .edited", has_text="ルカ マス：3-4 → 5-4（葵）")).to_have_count(1)
    page.locator("#p-hand .own-undo button").first.click()
    stands(page, "ルカ", "3-4")
    page.locator("#sq-3-4").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Delete")
    expect(gm.locator(".beside .token")).to_have_count(2)


def test_the_gm_draws_a_board_and_puts_a_picture_below_it(free: Table, visit: Visit) -> None:
    gm, page = visit(free, "gm"), visit(free, "p1")
    expect(page.locator("#board-editor")).to_have_count(0)
    gm.click("#board-editor summary")
    gm.fill("[data-rows]", "6")
    gm.fill("[data-columns]", "8")
    gm.click("#board-editor label:has(input[value='#'])")
    gm.locator("#sq-2-2").click()
    gm.locator("#sq-2-3").click()
    shot(gm, "board-drawing")
    gm.click("#board-editor button.strong")
    for seen in (gm, page):
        expect(seen.locator("[role=gridcell]")).to_have_count(48)
        expect(seen.locator(".wall")).to_have_count(2)
    gm.click("#board-editor label:has(input[value='']:checked), #board-editor label:has-text('塗らない')")
    files = {"picture": ("x.png", picture(colour="#335533"))}
    sent = free.http.post(f"{free.seats['gm']}/pictures", data={"of": "/board"}, files=files, headers=JSON)
    assert sent.status_code == 200
    assert (
        free.http.post(f"{free.seats['p1']}/pictures", data={"of": "/board"}, files=files, headers=JSON).status_code
        == 409
    )
    expect(page.locator(".board-picture")).to_have_count(1)


@pytest.mark.parametrize("size", [DESK, SMALL], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(yard: Table, free: Table, visit: Visit, size: tuple[int, int], scheme: str) -> None:
    """While a token is held, a target is picked, and the GM draws."""
    for table, seat, step in ((yard, "p1", "hold"), (free, "gm", "draw"), (free, "p1", "")):
        page = visit(table, seat, size, color_scheme=scheme, bypass_csp=True)
        if step == "hold":
            token(page, "ルカ").click()
            expect(page.locator("#sq-7-3")).to_have_attribute("data-lit", "open")
        if step == "draw":
            page.click("#board-editor summary")
        page.add_script_tag(path=str(AXE))
        assert page.evaluate(RUN) == []

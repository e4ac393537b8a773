"""Places in real browsers: pieces by mouse, by finger and by keyboard alone; picks and prompts in the picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.engine.village import BOOK
from tests.web.conftest import Table, opened_at, serving
from tests.web.test_axe import violations
from tests.web.test_board_browser import Finger, middle
from tests.web.test_browser import SMALL, shot, tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

Visit = Callable[..., "Page"]
DESK = (1280, 1200)
SEATS = {"gm": ("さくら", ""), "p1": ("葵", "aki"), "p2": ("湊", "haru")}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of the village."""
    with serving({"village": BOOK}, 3) as made:
        yield made


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """The village with two players."""
    with opened_at(address, SEATS, book="village", players=2, title="霧の村") as made:
        yield made


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens a seat's page on its places; no page may log an error."""
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


def piece(page: Page, id: str) -> Locator:
    """Somebody's piece."""
    return page.locator(f"#piece-{id}")


def stands(page: Page, id: str, place: str) -> None:
    """Wait until the table says that somebody is there."""
    expect(page.locator(f"#in-{place} > .pieces #piece-{id}")).to_have_count(1)


def said(page: Page, text: str) -> None:
    """Wait for what the status line says."""
    expect(page.locator(".places-bar p")).to_contain_text(text)


def dragged(page: Page, id: str, place: str) -> None:
    """Drag a piece to the head of a place with the mouse."""
    page.mouse.move(*middle(piece(page, id)))
    page.mouse.down()
    x, y = middle(page.locator(f"#place-{place}-name"))
    page.mouse.move(x - 12, y - 6, steps=4)
    page.mouse.move(x, y, steps=2)


def test_a_drop_is_a_declaration_and_everybody_sees_it(table: Table, visit: Visit) -> None:
    """Where it may go is lit while one drags, the rest says why not."""
    first, second = visit(table, "p1"), visit(table, "p2")
    dragged(first, "aki", "keep")
    expect(first.locator("#place-keep")).to_have_attribute("data-lit", "open")
    expect(first.locator("#place-keep")).to_have_attribute("data-over", "")
    expect(first.locator("#place-inn")).to_have_attribute("data-lit", "shut")
    shot(first, "places-dragged")
    first.mouse.up()
    for page in (first, second):
        stands(page, "aki", "keep")
    expect(second.locator("#log .fact", has_text="アキは「丘の砦」へ")).to_have_count(1)
    dragged(first, "aki", "inn")
    expect(first.locator("#place-inn")).to_have_attribute("data-lit", "shut")
    first.mouse.up()
    said(first, "宿屋「三本足」：ここからは見えず")
    stands(first, "aki", "keep")
    expect(second.locator("#log .act")).to_have_count(1)


def test_others_pieces_stay_where_they_are_and_the_gm_moves_all(table: Table, visit: Visit) -> None:
    first, gm = visit(table, "p1"), visit(table, "gm")
    expect(first.locator(".piece.movable")).to_have_count(1)
    piece(first, "guard").click()
    said(first, "門番ドルク 2/2")
    dragged(gm, "spy", "well")
    gm.mouse.up()
    stands(gm, "spy", "well")
    expect(piece(first, "spy")).to_have_count(0)


def test_sight_is_seen_and_heard(table: Table, visit: Visit) -> None:
    """What one's own can see is marked, for the eye and for a screen reader; a move changes it."""
    page = visit(table, "p1")
    expect(page.locator("#place-gate")).to_have_class(re.compile(r"\bhere\b"))
    expect(page.locator("#place-hall")).to_have_class(re.compile(r"\bseen\b"))
    expect(page.locator("#place-inn")).not_to_have_class(re.compile(r"\b(here|seen)\b"))
    table.ok("p1", "declare", act="go", args={"actor": "aki", "area": "keep"})
    expect(page.locator("#place-keep")).to_have_class(re.compile(r"\bhere\b"))
    expect(page.locator("#place-keep > .place-head")).to_contain_text("ここにいる")


def test_a_card_finds_its_target_in_the_picture(table: Table, visit: Visit) -> None:
    page = visit(table, "p1", SMALL)
    tab(page, "hand")
    page.click("[data-card=aki-spark] .button")
    page.locator("#compose [data-to-board]:visible").click()
    expect(piece(page, "guard")).to_have_attribute("data-lit", "open")
    expect(piece(page, "haru")).to_have_attribute("data-lit", "shut")
    shot(page, "places-lit")
    piece(page, "guard").tap()
    page.click("#compose button[value=declare]")
    tab(page, "stage")
    expect(piece(page, "guard")).to_have_class(re.compile(r"\bout\b"))


def test_a_question_for_a_place_is_answered_in_the_picture(table: Table, visit: Visit) -> None:
    gm = visit(table, "gm")
    table.ok("p1", "declare", act="play", args={"actor": "aki", "card": "aki-storm", "targets": []})
    expect(gm.locator("#place-keep")).to_have_attribute("data-lit", "open")
    gm.locator("#place-inn-name").click()
    expect(gm.locator("#p-prompt .ask")).to_have_count(1)
    shot(gm, "places-asked")
    gm.locator("[data-take-place=keep]").click()
    expect(piece(gm, "lord")).to_have_class(re.compile(r"\bout\b"))
    expect(piece(gm, "haru")).not_to_have_class(re.compile(r"\bout\b"))
    expect(gm.locator("#p-prompt .ask")).to_have_count(0)


def test_a_phone_taps_a_piece_and_then_where_it_goes(table: Table, visit: Visit) -> None:
    """At 360 pixels nothing runs off the screen, and pieces are large enough for a finger."""
    page = visit(table, "p1", SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    box = piece(page, "aki").bounding_box()
    assert box
    assert box["height"] >= 40
    piece(page, "aki").tap()
    expect(page.locator("[data-take-place=keep]")).to_be_visible()
    shot(page, "places-phone-held")
    page.locator("[data-take-place=keep]").tap()
    stands(page, "aki", "keep")
    piece(page, "aki").tap()
    expect(piece(page, "aki")).to_have_attribute("data-lit", "held")
    page.locator("[data-let-go]").tap()
    expect(piece(page, "aki")).not_to_have_attribute("data-lit", "held")


def test_a_finger_that_holds_for_a_moment_drags(table: Table, visit: Visit) -> None:
    page = visit(table, "p1", SMALL)
    finger = Finger(page)
    start, end = middle(piece(page, "aki")), middle(page.locator("#place-keep-name"))
    finger.press(start)
    expect(piece(page, "aki")).to_have_class(re.compile("dragging"))
    finger.move(start, end)
    expect(page.locator("#place-keep")).to_have_attribute("data-over", "")
    finger.lift()
    stands(page, "aki", "keep")


def test_a_phone_folds_what_is_far_and_finds_what_is_lit(table: Table, visit: Visit) -> None:
    page = visit(table, "p1", SMALL)
    expect(page.locator("#place-town")).to_have_attribute("data-folded", "")
    expect(page.locator("#in-town")).to_be_hidden()
    expect(page.locator("#place-gate")).not_to_have_attribute("data-folded", "")
    page.locator("#place-town > .place-head > .fold").tap()
    expect(piece(page, "haru")).to_be_visible()
    page.locator("#place-town > .place-head > .fold").tap()
    table.ok("p2", "declare", act="go", args={"actor": "haru", "area": "well"})
    stands(page, "haru", "well")
    expect(piece(page, "haru")).to_be_hidden()
    gm = visit(table, "gm", SMALL)
    piece(gm, "aki").tap()
    expect(gm.locator("[data-take-place=well]")).to_be_visible()


def test_the_keyboard_alone_moves_a_piece(table: Table, visit: Visit) -> None:
    """Enter takes up, arrows walk through the places, Enter puts down; a refresh takes the focus from nobody."""
    page = visit(table, "p1")
    piece(page, "aki").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".place-take:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(piece(page, "aki")).to_be_focused()
    page.keyboard.press("Enter")
    keep = page.locator("[data-take-place=keep]")
    expect(keep).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-take-place=hall]")).to_be_focused()
    table.ok("p2", "declare", act="go", args={"actor": "haru", "area": "well"})
    stands(page, "haru", "well")
    expect(page.locator("[data-take-place=hall]")).to_be_focused()
    page.keyboard.press("Enter")
    stands(page, "aki", "hall")


@pytest.mark.parametrize("lang", ["ja-JP", "en-GB"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [SMALL, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing(table: Table, visit: Visit, lang: str, scheme: str, size: tuple[int, int]) -> None:
    """With a piece held, on every tab."""
    table.ok("p2", "declare", act="play", args={"actor": "haru", "card": "haru-frost", "targets": ["baker"]})
    for seat in ("gm", "p1"):
        page = visit(table, seat, size, locale=lang, color_scheme=scheme, reduced_motion="reduce")
        piece(page, "aki").click()
        expect(page.locator("[data-take-place=keep]")).to_be_visible()
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert violations(page) == []
        for at in ("hand", "more") if size == SMALL else ():
            tab(page, at)
            assert violations(page) == []

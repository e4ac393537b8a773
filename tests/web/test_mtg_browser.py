"""MTGでTRPG in real browsers: two stories of the rules, played by a GM at a desk and a player at a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server, Table
from tests.web.test_axe import violations
from tests.web.test_browser import SMALL, shot, tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

Visit = Callable[..., "Page"]
DESK = (1280, 900)
LANTERN, WRATH = "lyuka-knotted_lantern", "lyuka-quiet_after_bells"


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens a seat's page; no page may log an error."""
    contexts, errors = [], []

    def at(server: Server, table: Table, seat: str, size: tuple[int, int] = DESK, **more: Any) -> Page:
        made = {"locale": "ja-JP", "viewport": {"width": size[0], "height": size[1]}, **more}
        context = browser.new_context(has_touch=size == SMALL, **made)
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url + table.seats[seat])
        page.wait_for_selector("body[data-live=yes]")
        return page

    yield at
    for context in contexts:
        context.close()
    assert errors == []


def supper(server: Server) -> Table:
    """The starter scenario with two players, whose PCs are not in a scene yet."""
    table = server.open(book="mtg_trpg", scenario="heron_supper", players=2, title="サギ城の晩餐")
    for seat, name, pc in (("p1", "葵", "lyuka"), ("p2", "湊", "zan")):
        table.ok(seat, "sit", name=name)
        table.ok(seat, "take", entity=pc)
    return table


def has_card(table: Table, card: str) -> None:
    """Lyuka holds a card, and mana to cast it."""
    if f'data-card="{card}"' not in table.page("p1"):
        pick = {"pc": "lyuka", "source": "library", "card": card, "to": "hand", "reason": "物語のため"}
        table.ok("p1", "declare", act="put_card", args=pick)
    table.ok("gm", "edit", path="pcs.lyuka.mana", to={"W": 4})


def begun(table: Table, place: str) -> None:
    """A scene with both PCs."""
    table.ok("gm", "declare", act="start_scene", args={"place": place, "members": ["lyuka", "zan"]})


def piece(page: Page, id: str) -> Locator:
    """Somebody or something in the picture."""
    return page.locator(f"#piece-{id}")


def stands(page: Page, id: str, place: str) -> None:
    """Wait until somebody is in a place."""
    expect(page.locator(f"#in-{place} > .pieces #piece-{id}")).to_have_count(1)


def composing(page: Page, name: str) -> None:
    """Compose an act, in whichever group it is folded."""
    act = page.locator(f"a[data-act={name}]")
    if not act.is_visible():
        page.locator("details.act-group", has=act).locator("summary").click()
    act.click()


def chosen(page: Page, pick: str, value: str) -> None:
    """Pick something in the panel in which an act is composed."""
    box = page.locator(f"#compose [data-pick={pick}] input[value='{value}']")
    box.locator("xpath=..").click()
    expect(box).to_be_checked()


def declared(page: Page) -> None:
    """Declare what is composed, and wait until it is."""
    page.click("#compose button[value=declare]")
    expect(page.locator("#compose")).to_have_count(0)


def told(page: Page, text: str) -> None:
    """Wait for a line of the log."""
    expect(page.locator("#log .fact", has_text=text)).not_to_have_count(0)


def test_a_seal_ends_where_the_owner_of_the_card_is(server: Server, visit: Visit) -> None:
    """MT-EX-2: an enemy is sealed at the castle's gate; its sealer goes to town; the lantern leaves, and the enemy
    stands in town, an enemy still."""
    table = supper(server)
    gm, phone = visit(server, table, "gm"), visit(server, table, "p1", SMALL)
    gm.click("a[data-act=start_scene]")
    chosen(gm, "place", "gate")
    declared(gm)
    has_card(table, LANTERN)
    tab(phone, "hand")
    phone.click(f"[data-card={LANTERN}] .pile-acts a >> nth=0")
    phone.locator("#compose [data-to-board]:visible").click()
    expect(piece(phone, "borda")).to_have_attribute("data-lit", "open")
    expect(piece(phone, "gatehouse")).to_have_attribute("data-lit", "shut")
    shot(phone, "mtg-lit")
    piece(phone, "borda").tap()
    expect(phone.locator(".preview-of")).to_contain_text("封印")
    shot(phone, "mtg-preview")
    declared(phone)
    for page in (gm, phone):
        told(page, "隊長ボルダは封印された")
        expect(piece(page, "borda")).to_contain_text("封印")
    shot(gm, "mtg-sealed")
    tab(phone, "stage")
    piece(phone, "lyuka").tap()
    phone.locator("[data-take-place=square]").tap()
    gm.locator("#p-prompt [data-choice=allow]").click()
    stands(phone, "lyuka", "square")
    composing(gm, "leave_battlefield")
    lantern = gm.locator("#compose [data-pick=of] label.chip", has_text="結び目の灯籠")
    lantern.click()
    chosen(gm, "to", "graveyard")
    expect(gm.locator(".preview-of")).to_contain_text("広場")
    shot(gm, "mtg-leaves")
    declared(gm)
    for page in (gm, phone):
        stands(page, "borda", "square")
        expect(piece(page, "borda")).to_have_class(re.compile(r"\benemy\b"))
        expect(piece(page, "borda")).not_to_contain_text("封印")
    shot(phone, "mtg-returned")


def test_a_wrath_takes_the_room_and_the_pcs_own_wherever_they_stand(own_server: Server, visit: Visit) -> None:
    """MT-EX-3: the GM is asked how far, and picks the hall in the picture, though the server was killed meanwhile; a
    creature of a PC who is in the scene dies in the yard, the hound beside it lives."""
    table = supper(own_server)
    begun(table, "castle")
    token = {"pc": "zan", "name": "灰の子", "power": 1, "toughness": 1, "count": 1, "reason": "物語のため"}
    table.ok("p2", "declare", act="make_tokens", args=token)
    table.ok("gm", "declare", act="place_at", args={"of": "lyuka", "place": "hall"})
    table.ok("gm", "declare", act="place_at", args={"of": "zan", "place": "yard"})
    has_card(table, WRATH)
    phone, gm = visit(own_server, table, "p1", SMALL), visit(own_server, table, "gm")
    tab(phone, "hand")
    phone.click(f"[data-card={WRATH}] .pile-acts a >> nth=0")
    expect(phone.locator(".preview-of .asks")).to_contain_text("灰の子")
    expect(phone.locator(".preview-of .asks .seal")).to_have_text("GMに尋ねる")
    shot(phone, "mtg-wrath-preview")
    declared(phone)
    expect(gm.locator("#place-hall")).to_have_attribute("data-lit", "open")
    own_server.kill()
    own_server.start()
    for page in (gm, phone):
        page.reload()
        page.wait_for_selector("body[data-live=yes]")
    expect(phone.locator("#p-prompt")).to_contain_text("返事を待っています")
    shot(gm, "mtg-range")
    gm.locator("[data-take-place=hall]").click()
    expect(gm.locator("#p-prompt .ask")).to_have_count(0)
    for page in (gm, phone):
        told(page, "執事オーレンは破壊された")
        told(page, "灰の子")
        expect(piece(page, "oren")).to_contain_text("死体・残骸")
        expect(page.locator(".piece", has_text="灰の子")).to_have_count(0)
    expect(piece(gm, "hound")).not_to_have_class(re.compile(r"\bout\b"))
    shot(gm, "mtg-after-wrath")


def test_a_check_is_called_for_above_the_log_and_the_hand(server: Server, visit: Visit) -> None:
    """With its chance, and a button that turns the cards; the header says who may act in a scene."""
    table = supper(server)
    begun(table, "hall")
    phone = visit(server, table, "p1", SMALL)
    expect(phone.locator("#p-head .waited")).to_have_text("シーン中：だれでも宣言できます")
    table.ok("gm", "declare", act="call_check", args={"pc": "lyuka", "colour": "W", "difficulty": 3})
    for at in ("log", "hand"):
        tab(phone, at)
        called = phone.locator("#p-prompt .called")
        expect(called).to_be_in_viewport()
        expect(called).to_contain_text("白・難易度3")
        expect(called).to_contain_text("%")
        shot(phone, f"mtg-called-{at}")
    phone.locator("#p-prompt .called button").click()
    told(phone, "目標値")
    expect(phone.locator("#p-prompt .called")).to_have_count(0)


def test_a_hand_on_a_phone_is_a_grid_and_a_card_is_told_where_it_is_cast(server: Server, visit: Visit) -> None:
    """Two cards beside each other, of which one opens at a touch; what can't be chosen is folded."""
    table = supper(server)
    begun(table, "hall")
    has_card(table, LANTERN)
    phone = visit(server, table, "p1", SMALL)
    tab(phone, "hand")
    cards = phone.locator("#pile-hand-lyuka .pile-card")
    first, second = cards.nth(0).bounding_box(), cards.nth(1).bounding_box()
    assert first
    assert second
    assert abs(first["y"] - second["y"]) < 1
    assert second["x"] + second["width"] <= SMALL[0]
    shot(phone, "mtg-hand-grid")
    lantern = phone.locator(f"[data-card={LANTERN}]").first
    lantern.locator("[data-open-card]").click()
    expect(lantern).to_have_attribute("data-wide", "")
    lantern.locator(".pile-acts a >> nth=0").click()
    expect(phone.locator("#compose .composed")).to_contain_text("結び目の灯籠")
    expect(phone.locator("#compose .greyed-more .no-chip").first).to_be_hidden()
    shot(phone, "mtg-cast-form")


@pytest.mark.parametrize("size", [DESK, SMALL], ids=["desk", "phone"])
@pytest.mark.parametrize("seat", ["gm", "p1"])
def test_the_places_follow_the_scene(server: Server, visit: Visit, seat: str, size: tuple[int, int]) -> None:
    """To its place at first, and to wherever the next one is."""
    table = supper(server)
    begun(table, "hall")
    page = visit(server, table, seat, size)
    tab(page, "stage")
    expect(page.locator("#place-hall > .place-head")).to_be_in_viewport()
    shot(page, f"mtg-scene-{seat}-{size[0]}")
    table.ok("gm", "declare", act="end_scene", args={})
    begun(table, "square")
    expect(page.locator("#place-square.now > .place-head")).to_be_in_viewport()


def test_of_anothers_hand_nothing_but_the_count_is_sent(server: Server) -> None:
    """No name, no id, no picture: not in the page, not in the stream, not in the exports."""
    table = supper(server)
    begun(table, "gate")
    has_card(table, LANTERN)
    own = table.page("p1")
    hand = set(re.findall(r'id="hand-lyuka-\d+" data-card="([^"]+)"', own))
    names = set(re.findall(r'<li class="pile-card[^>]*id="hand-lyuka-\d+".*?<b>([^<]+)</b>', own, re.S))
    shown = {LANTERN, "結び目の灯籠", "lyuka-homing_compass", "風まかせ"}  # the last are words of a place's text too
    count = re.search(r'id="pile-hand-lyuka"><h3>手札 <span class="tag">(\d+)枚', own)
    assert count
    assert len(hand) > 2
    assert LANTERN in hand
    for seat in ("p2", "w1"):
        got = [table.page(seat), *(table.page(seat, f"/export.{kind}") for kind in ("html", "txt", "ccfolia.html"))]
        with table.http.stream("GET", f"{table.seats[seat]}/events", params={"after": 0, "lang": "ja"}) as stream:
            got.append(next(stream.iter_text()))
        for text in got:
            assert not [one for one in (hand | names) - shown if one in text]
        assert re.search(rf'id="pile-hand-lyuka">.*手札 <b>{count[1]}</b>', got[0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["ja-JP", "en-GB"])
def test_axe_finds_nothing(server: Server, visit: Visit, lang: str, scheme: str) -> None:
    """On the pages of GM and player, narrow and wide, with a card composed."""
    table = supper(server)
    begun(table, "gate")
    has_card(table, LANTERN)
    for seat, size in (("gm", DESK), ("p1", DESK), ("p1", SMALL), ("gm", SMALL)):
        page = visit(server, table, seat, size, locale=lang, color_scheme=scheme, reduced_motion="reduce")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if seat == "p1":
            tab(page, "hand")
            page.click(f"[data-card={LANTERN}] .pile-acts a >> nth=0")
            page.wait_for_selector("#compose")
        for at in ("stage", "hand", "more", "log") if size == SMALL else ("",):
            if at:
                tab(page, at)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert violations(page) == []
            shot(page, f"mtg-{seat}-{size[0]}-{at}-{lang[:2]}-{scheme}")

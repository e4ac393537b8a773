"""魔城卓 on phones and desks, by day and by night, in English: nothing for axe, nothing off the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from takusen_books.majo import LAYER
from takusen_books.yoake5 import BOOK
from tests.web.conftest import Table, opened_at, page_at, serving
from tests.web.test_axe import violations
from tests.web.test_browser import shot, tab
from tests.web.test_majo_browser import HOUSE, SEATS, added, fighting, played, ready_made

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
LOOKS = [(360, "light", "en"), (1280, "dark", "en")]
look = pytest.mark.parametrize(("width", "scheme", "lang"), LOOKS)


@pytest.fixture(scope="module")
def tables() -> Iterator[dict[str, Table]]:
    """A character being made, a fight, a shop, an after-play and a campaign."""
    with ExitStack() as opened:
        address = opened.enter_context(serving({"yoake5": BOOK.beside(LAYER)}, 3))
        wish = {"book": "yoake5", "players": 2, "title": "魔城の放課後", "layers": [HOUSE]}
        kinds = {"campaign": {"campaign": True, "scenario": ""}}
        yield {
            name: prepared(name, opened.enter_context(opened_at(address, SEATS, **wish, **kinds.get(name, {}))))
            for name in PREPARED
        }


def prepared(name: str, table: Table) -> Table:
    """A table at the moment that is looked at."""
    PREPARED[name](table)
    return table


def making(table: Table) -> None:
    """Somebody is half made, with a try at growing."""
    one = added(table, "p1", "ハルカ")
    for act, picks in (
        ("begin_making", {}),
        ("choose_species", {"species": "human"}),
        ("choose_main", {"kind": "phantom_thief"}),
        ("plan_class", {"kind": "barrier_mage"}),
        ("plan_skill", {"skill": "stealth"}),
    ):
        table.ok("p1", "declare", act=act, args={"actor": one, **picks})


def after_play(table: Table) -> None:
    """The reward is there; one has come as far as growth."""
    one, _ = played(table)
    table.ok("gm", "declare", act="decide_reward", args={"fixed": 30, "boss_level": 7})
    table.ok("p1", "declare", act="take_reward", args={"actor": one, "tickets": 0})


def shopping(table: Table) -> None:
    """The shop is open in a session."""
    one = ready_made(table, "p1", "つるぎ", "tsurugi")
    session = {"title": "試験前夜の裂け目", "day": "2026-12-01", "members": [one], "flags": []}
    table.ok("gm", "declare", act="begin_session", args=session)
    for act in ("begin_main_play", "open_shop"):
        table.ok("gm", "declare", act=act, args={})


def campaign(table: Table) -> None:
    """Somebody waits for the organiser."""
    one = ready_made(table, "p1", "ハルカ", "tsurugi")
    wish = {"actor": one, "past": False, "account": "haruka", "comment": "るーるを読みました", "notes_read": True}
    table.ok("p1", "declare", act="register", args=wish)


PREPARED = {"making": making, "fight": fighting, "shop": shopping, "afterplay": after_play, "campaign": campaign}


def checked(page: Page, width: int, name: str) -> None:
    """Everything unfolded: axe finds nothing, and nothing scrolls sideways."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    shot(page, name)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@look
@pytest.mark.parametrize("name", ["making", "fight", "shop", "afterplay"])
def test_no_violations_at_tables(
    browser: Browser, tables: dict[str, Table], name: str, width: int, scheme: str, lang: str
) -> None:
    for seat in ("p1",) if width == 360 else ("p1", "gm"):
        page = page_at(browser, tables[name], seat, width, scheme, lang)
        for part in ("stage", "hand", "more") if width == 360 else ("hand",):
            tab(page, part)
            checked(page, width, f"axe-majo-{name}-{seat}-{part}-{width}-{scheme}-{lang}")
        page.context.close()


@look
def test_no_violations_in_a_campaign(
    browser: Browser, tables: dict[str, Table], width: int, scheme: str, lang: str
) -> None:
    table = tables["campaign"]
    one = re.search(r'id="fig-([^"]+)"', table.page("p1"))
    assert one
    for seat in ("p1", "gm"):
        page = page_at(browser, table, seat, width, scheme, lang)
        for path in ("/campaign", f"/campaign/{one[1]}"):
            page.goto(str(table.http.base_url.join(table.seats[seat] + path)))
            page.wait_for_selector("main .panel")
            checked(page, width, f"axe-majo{path.replace('/', '-')}-{seat}-{width}-{scheme}-{lang}")
        page.context.close()

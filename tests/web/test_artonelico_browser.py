"""Three turns of a battle, 4 against 6, in real browsers: a GM at a desk and two players on phones, over a restart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from takusen.rulebook.book import installed
from tests.web.conftest import Server, Table, opened_at, page_at, serving
from tests.web.test_axe import violations
from tests.web.test_browser import DESK, PHONE, SMALL, shot, tab, visit
from tests.web.test_sw2_browser import declare, sit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["visit"]
Played = tuple[str, str, dict[str, Any]]
"""Who declares which act with which picks."""
BOUT = (Path(__file__).parent / "bout.toml").read_text(encoding="utf-8")
MEMBERS = ("アオイ", "バン", "チエ", "ダン")
PATIENCE = 30_000
SEATS = {"gm": ("ジム", ""), "p1": ("さくら", "aoi"), "p2": ("ゆう", "ban")}


def exactly(name: str) -> re.Pattern[str]:
    """A name and nothing else, be it one's own."""
    return re.compile(rf"^{name}\s*(（自分）)?$")


class Bout:
    """The table and its three pages."""

    def __init__(self, server: Server, visit: Callable[..., Page]) -> None:
        self.server = server
        table = server.open(book="artonelico", scenario="", source=BOUT, players=2, title="地下室の夜")
        self.gm = visit(server.url + table.seats["gm"], DESK)
        self.aoi = self.seated(visit(server.url + table.seats["p1"], PHONE), "さくら", "アオイ")
        self.ban = self.seated(visit(server.url + table.seats["p2"], SMALL), "ゆう", "バン")
        for page in self.pages:
            page.set_default_timeout(PATIENCE)

    @property
    def pages(self) -> tuple[Page, ...]:
        return (self.gm, self.aoi, self.ban)

    @property
    def players(self) -> tuple[Page, ...]:
        return (self.aoi, self.ban)

    @staticmethod
    def seated(page: Page, name: str, character: str) -> Page:
        page.set_default_timeout(PATIENCE)
        sit(page, name)
        page.click(f"text={character}を動かす")
        page.wait_for_selector("body[data-live=yes]")
        return page

    def told(self, text: str) -> None:
        """Everybody reads it in the log."""
        for page in self.pages:
            page.locator(f"#log >> text={text}").last.wait_for(state="attached")

    def up(self, page: Page, name: str) -> None:
        """Somebody's turn comes, as a page's phase bar says."""
        page.locator(".bar-waits", has_text="の番：").locator(".bar-who", has_text=exactly(name)).wait_for()

    def acts(self, page: Page, actor: str, name: str, act: str, **picks: Any) -> None:
        """When somebody's turn has come it is declared what they do."""
        self.up(page, name)
        declare(page, act, actor=actor, **picks)

    def bides(self, actor: str, name: str) -> None:
        """The GM lets somebody's turn go by."""
        self.acts(self.gm, actor, name, "wait", action="main")

    def press(self, page: Page, words: str) -> None:
        """Press a button that declares at once."""
        tab(page, "hand")
        page.locator(".at-once button:visible", has_text=words).first.click()

    def restart(self) -> None:
        """The server is killed and comes back; the pages find it again by themselves."""
        self.server.kill()
        self.server.start()
        for page in self.pages:
            page.wait_for_selector("body[data-live=yes]")


@pytest.mark.timeout(300)
def test_three_turns_of_four_against_six(own_server: Server, visit: Callable[..., Page]) -> None:
    bout = Bout(own_server, visit)
    lay_out(bout)
    first_turn(bout)
    second_turn(bout)
    third_turn(bout)
    for page in bout.pages:
        assert violations(page) == []


def lay_out(bout: Bout) -> None:
    """The GM starts the encounter from the desk; who hides is the GM's secret."""
    gm = bout.gm
    gm.locator("#desk-cellar summary").click()
    gm.locator("#desk-cellar a.button").click()
    gm.wait_for_selector("#compose[data-act=start_battle]")
    for name in MEMBERS:
        box = gm.locator("#compose label.chip", has_text=name).locator("input")
        if not box.is_checked():
            box.locator("xpath=..").click()
            gm.wait_for_selector("#p-compose:not([aria-busy])")
    gm.click("#compose button[value=declare]")
    gm.wait_for_selector("#compose", state="detached")
    bout.told("戦闘準備")
    gm.wait_for_selector("#token-cellar-5")
    for page in bout.players:
        tab(page, "stage")
        page.wait_for_selector("#token-cellar-4")
        assert "壁の影" not in page.content()
        assert "cellar-5" not in page.content()
    bout.press(gm, "戦闘準備を終える")
    shot(bout.aoi, "bout-map")


def song_phase(bout: Bout) -> None:
    """The GM passes for the enemies, and the songs are to be decided."""
    bout.press(bout.gm, "敵はもう何もしない")
    for page in bout.pages:
        page.locator(".bar-waits", has_text="が歌を決めるのを待っています").wait_for()


def first_turn(bout: Bout) -> None:
    """A song begins, a guard, a blow that somebody steps in front of while the server dies."""
    song_phase(bout)
    declare(bout.aoi, "sing", actor="aoi", song="slow_fire")
    bout.acts(bout.ban, "ban", "バン", "guard", action="main")
    bout.told("バンは守りを固めた")
    bout.acts(bout.gm, "cellar-1", "大ねずみ", "attack", target="aoi")
    asked = bout.ban.locator("#p-prompt [data-asked]")
    asked.wait_for()
    shot(bout.ban, "bout-cover")
    bout.restart()
    asked.get_by_role("button", name="盾になる").click()
    asked.wait_for(state="detached")
    bout.told("バンがアオイをかばった")
    bout.acts(bout.aoi, "aoi", "アオイ", "wait", action="main")
    bout.bides("cellar-2", "大すずめばち")
    rest_of_turn(bout)


def rest_of_turn(bout: Bout) -> None:
    """Those at the end of the order let their turn go by."""
    for one, name in (("chie", "チエ"), ("dan", "ダン"), ("cellar-3", "岩かたつむり"), ("cellar-4", "岩なめくじ")):
        bout.bides(one, name)


def second_turn(bout: Bout) -> None:
    """A wave comes, the song goes on, somebody strikes, somebody is stung, and what hid comes out."""
    bout.press(bout.gm, "いま出す")
    bout.told("増援が来た")
    song_phase(bout)
    bout.press(bout.aoi, "歌いつづける")
    bout.told("アオイは「ゆっくり燃える火」を歌いつづける")
    bout.up(bout.ban, "バン")
    move(bout.ban, "2-4")
    bout.acts(bout.ban, "ban", "バン", "attack", target="cellar-1")
    bout.told("大ねずみに7点のダメージ")
    bout.bides("cellar-1", "大ねずみ")
    bout.acts(bout.aoi, "aoi", "アオイ", "wait", action="main")
    bout.acts(bout.gm, "cellar-2", "大すずめばち", "use_skill", skill="sting", target="chie")
    bout.told("チエはペインになった（2ターン）")
    for page in bout.players:
        assert "壁の影" not in page.content()
    bout.press(bout.gm, "姿を見せる")
    bout.told("壁の影が姿を現した")
    rest_of_turn(bout)
    for page in bout.players:
        tab(page, "stage")
        page.wait_for_selector("#token-cellar-5")
        page.locator("#fig-chie .marks", has_text="ペイン").wait_for()
    shot(bout.ban, "bout-shade")


def move(page: Page, square: str) -> None:
    """A move, its square chosen from the list."""
    tab(page, "hand")
    page.click("a[data-act=move]")
    page.locator("#compose select[name='args.square']").select_option(square)
    page.click("#compose button[value=declare]")
    page.locator("#compose").wait_for(state="detached")


def third_turn(bout: Bout) -> None:
    """The song is released after two turns, and does what its panel has foretold."""
    song_phase(bout)
    bout.press(bout.aoi, "歌いつづける")
    bout.acts(bout.ban, "ban", "バン", "wait", action="main")
    bout.bides("cellar-1", "大ねずみ")
    bout.bides("cellar-more_rats-1", "子ねずみチッチ")
    bout.up(bout.aoi, "アオイ")
    tab(bout.aoi, "hand")
    bout.aoi.locator("#singer-aoi .closed-ward").first.wait_for()
    bout.gm.locator("#custom-desk li", has_text="大ねずみ").first.locator("button", has_text="能力を見せる").click()
    row = bout.aoi.locator("#singer-aoi .shots", has=bout.aoi.locator("h4", has_text=exactly("大ねずみ")))
    row.locator(".shot", has_text="平均 19.0").filter(has_text="倒す 100%").first.wait_for()
    row.locator(".shot.later", has_text="平均 24.0").wait_for()
    row.scroll_into_view_if_needed()
    shot(bout.aoi, "bout-singer")
    row.locator("h4 a").click()
    bout.aoi.wait_for_selector("#compose[data-act=release]")
    bout.aoi.click("#compose button[value=declare]")
    bout.told("大ねずみに19点のダメージ")
    bout.told("大ねずみは倒れた")
    shot(bout.gm, "bout-desk")
    declare(bout.gm, "end_battle", winner="party")
    for page in bout.pages:
        page.locator(".bar-turn", has_text="戦闘はありません").wait_for()


@pytest.fixture
def fighting() -> Iterator[Table]:
    """The second turn of the bout, in which the singer is up and an enemy's numbers are shown."""
    wish = {"book": "artonelico", "scenario": "", "source": BOUT, "players": 2, "title": "地下室の夜"}
    with serving(installed(), 4) as address, opened_at(address, SEATS, **wish) as table:
        for seat, act, args in PLAYED:
            table.ok(seat, "declare", act=act, args=args)
            table.settle()
        yield table


def waits(seat: str, one: str) -> Played:
    return seat, "wait", {"actor": one, "action": "main"}


PLAYED: list[Played] = [
    ("gm", "start_battle", {"encounter": "cellar", "members": ["aoi", "ban", "chie", "dan"]}),
    ("gm", "begin", {}),
    ("gm", "ready_enemies", {}),
    ("p1", "sing", {"actor": "aoi", "song": "slow_fire"}),
    ("p2", "guard", {"actor": "ban", "action": "main"}),
    ("gm", "attack", {"actor": "cellar-1", "target": "aoi"}),
    waits("p1", "aoi"),
    ("gm", "use_skill", {"actor": "cellar-2", "skill": "sting", "target": "chie"}),
    *(waits("gm", one) for one in ("chie", "dan", "cellar-3", "cellar-4")),
    ("gm", "show_enemy", {"enemy": "cellar-1"}),
    ("gm", "announce", {"text": "大すずめばちが針を立てている。"}),
    ("gm", "ready_enemies", {}),
    ("p1", "keep_singing", {"actor": "aoi"}),
    ("p2", "move", {"actor": "ban", "square": "2-4"}),
    ("p2", "attack", {"actor": "ban", "target": "cellar-1"}),
    waits("gm", "cellar-1"),
]


@pytest.mark.parametrize(
    ("width", "scheme", "lang"),
    [(360, "light", "ja"), (360, "dark", "en"), (1280, "light", "en"), (1280, "dark", "ja")],
)
def test_no_violations(browser: Browser, fighting: Table, width: int, scheme: str, lang: str) -> None:
    for seat in SEATS:
        page = page_at(browser, fighting, seat, width, scheme, lang)
        for name in ("stage", "hand"):
            tab(page, name)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            shot(page, f"axe-{seat}-{name}-{width}-{scheme}")
        if seat == "p1":
            page.locator("#singer-aoi h4 a").first.click()
            page.wait_for_selector("#compose[data-act=release] .rivals")
            assert violations(page) == []
            shot(page, f"axe-release-{width}-{scheme}")
        page.context.close()


def test_a_turn_by_keyboard_alone(browser: Browser, fighting: Table) -> None:
    """The singer's turn on a phone: to the acts, to the song's target, and released."""
    page = page_at(browser, fighting, "p1")
    page.locator("#tab-stage").focus()
    while not page.locator("#tab-hand").is_checked():
        page.keyboard.press("ArrowRight")
    reached(page, "#singer-aoi h4 a")
    page.keyboard.press("Enter")
    page.wait_for_selector("#compose[data-act=release] button[value=declare]")
    reached(page, "#compose button[value=declare]")
    page.keyboard.press("Enter")
    page.locator("#log >> text=大ねずみに14点のダメージ").wait_for(state="attached")


def reached(page: Page, selector: str) -> None:
    """Tab until something has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(selector)


@pytest.fixture
def gallery() -> Iterator[Table]:
    """A battle on a map of 16 columns."""
    wish = {"book": "artonelico", "scenario": "morning_note", "players": 2}
    with serving(installed(), 4) as address, opened_at(address, {"gm": ("ジム", "")}, **wish) as made:
        made.ok("gm", "declare", act="start_battle", args={"encounter": "pipe_gallery", "members": ["kaji"]})
        yield made


@pytest.mark.parametrize(("width", "fits"), [(360, False), (1280, True)])
def test_a_wide_map_can_be_seen_whole(browser: Browser, gallery: Table, width: int, fits: bool) -> None:
    """On a desk at once; on a phone after one step, and until then a shade shows that it goes on."""
    page = page_at(browser, gallery, "gm", width)
    tab(page, "stage")
    assert page.locator("[role=columnheader]").count() == 17
    assert whole(page) == fits
    shot(page, f"map-{width}")
    assert page.locator("#board-more").evaluate("one => one.matches('[data-left], [data-right]')") != fits
    page.locator("[data-zoom='-1']").click()
    assert whole(page)
    assert not page.locator("#board-more").evaluate("one => one.matches('[data-left], [data-right]')")
    shot(page, f"map-fitted-{width}")
    page.context.close()


def whole(page: Page) -> bool:
    """Whether all columns of the map are in its frame."""
    return bool(page.locator(".board-frame").evaluate("one => one.scrollWidth <= one.clientWidth + 1"))


def test_no_board_is_offered_where_nothing_on_it_is_left_to_pick(browser: Browser, fighting: Table) -> None:
    page = page_at(browser, fighting, "p1")
    page.evaluate("document.dispatchEvent(new CustomEvent('takusen:compose', { detail: 'act=wait&args.actor=aoi' }))")
    page.wait_for_selector("#compose[data-act=wait] [data-pick]")
    expect(page.locator("#compose [data-to-board]:not([hidden])")).to_have_count(0)
    page.context.close()

"""An evening of 魔城卓 in real browsers: a GM at a desk and two players on phones; a character is made, and fights."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from takusen_books.majo import LAYER
from takusen_books.yoake5 import BOOK
from tests.web.conftest import Table, opened_at, serving
from tests.web.test_axe import violations
from tests.web.test_browser import SMALL, shot, tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

Visit = Callable[..., "Page"]
DESK = (1280, 900)
SEATS = {"gm": ("さくら", ""), "p1": ("葵", ""), "p2": ("湊", "")}
HOUSE = "majo@2019-04-19"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of the book with the house rules beside it; every die shows 3."""
    with serving({"yoake5": BOOK.beside(LAYER)}, 3) as made:
        yield made


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """A table under the house rules, with two players who have no characters yet."""
    with opened_at(address, SEATS, book="yoake5", players=2, title="魔城の放課後", layers=[HOUSE]) as made:
        yield made


@pytest.fixture
def campaign(address: str) -> Iterator[Table]:
    """A campaign under the house rules, with two players."""
    wish = {"title": "マビノギオンの一年", "layers": [HOUSE], "campaign": True, "scenario": ""}
    with opened_at(address, SEATS, book="yoake5", players=2, **wish) as made:
        yield made


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Opens a seat's page; no page may log an error."""
    contexts, errors = [], []

    def at(link: str, size: tuple[int, int] = DESK) -> Page:
        width, height = size
        context = browser.new_context(
            has_touch=size == SMALL, locale="ja-JP", viewport={"width": width, "height": height}
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address + link)
        page.wait_for_selector("body[data-live=yes], main .panel")
        return page

    yield at
    for context in contexts:
        context.close()
    assert errors == []


def added(table: Table, seat: str, name: str) -> str:
    """A new character of a seat's; gives its id."""
    table.ok(seat, "add", name=name)
    found = re.search(rf'id="fig-([^"]+)"(?:(?!id="fig-).)*?<span class="who">{name}<', table.page(seat), re.DOTALL)
    assert found
    return found[1]


def ready_made(table: Table, seat: str, name: str, ready: str) -> str:
    """A new character of a seat's that is one of the ready ones; gives its id."""
    one = added(table, seat, name)
    table.ok(seat, "declare", act="take_ready", args={"actor": one, "ready": ready})
    return one


def fits(page: Page) -> None:
    """Nothing runs off a phone's screen, and axe finds nothing."""
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    assert violations(page) == []


def told(page: Page, text: str) -> None:
    """Wait for a line of the log."""
    expect(page.locator("#log .fact", has_text=text)).not_to_have_count(0)


def row(page: Page, one: str, what: str) -> Locator:
    """A class, a skill or LP of the plan, unfolded if it stands in a shelf."""
    found = page.locator(f"[id='y-{one}-{what}']")
    shelf = page.locator("details.y-shelf", has=found)
    if shelf.count() and not found.is_visible():
        shelf.locator("summary").first.click()
    return found


def more(page: Page, one: str, what: str, then: str) -> None:
    """Try one more level of something, and wait until the plan has it."""
    row(page, one, what).locator(".y-steps button").last.click()
    expect(page.locator(f"[id='y-{one}-{what}'] .y-then")).to_have_text(then)


def made_by_hand(page: Page, one: str) -> None:
    """A phantom thief with two subclasses is made on a phone, each step in its order."""
    tab(page, "hand")
    page.locator("#custom-growth").get_by_role("button", name="キャラクターを作りはじめる").click()
    page.get_by_role("button", name="人間", exact=True).click()
    expect(page.locator(".y-making > li").first).to_have_class("done")
    page.get_by_role("button", name="怪盗", exact=True).click()
    expect(page.locator(".y-making > li").nth(1)).to_have_class("done")
    total = page.locator(".y-sum b")
    expect(total.nth(0)).to_have_text("230")
    more(page, one, "barrier_mage", "1")
    expect(total.nth(1)).to_have_text("0")
    more(page, one, "barrier_mage", "2")
    expect(total.nth(1)).to_have_text("10")
    more(page, one, "esper", "1")
    expect(total.nth(1)).to_have_text("60")
    more(page, one, "stealth", "1")
    shot(page, "majo-plan")
    fits(page)


def test_a_character_is_made_on_a_phone(table: Table, visit: Visit) -> None:
    """What each choice costs is shown, the cheapest charge always; a try can be dropped; what can't be had says why."""
    one = added(table, "p1", "ハルカ")
    page = visit(table.seats["p1"], SMALL)
    made_by_hand(page, one)
    expect(row(page, one, "esper").locator(".y-name small").first).to_have_text("追加サブ")
    expect(row(page, one, "stealth")).to_contain_text("SLの上限です")
    expect(row(page, one, "stealth").locator(".y-layer")).to_have_text("魔城卓ハウスルール 2019-04-19")
    page.get_by_role("button", name="成長の試しをやめる").click()
    expect(page.locator(".y-sum b").nth(1)).to_have_text("0")
    more(page, one, "barrier_mage", "1")
    more(page, one, "stealth", "1")
    page.get_by_role("button", name="0点で確定する").click()
    expect(page.locator(f"[id='y-{one}-stealth'] .y-now")).to_have_text("1/1")
    expect(page.locator(".y-making > li").last).to_contain_text("先に寮を選んでください")
    page.get_by_role("button", name="赤杖寮", exact=True).click()
    page.locator(".y-making > li").last.get_by_role("button", name="キャラクターを完成させる").click()
    expect(page.locator(".y-making")).to_have_count(0)
    tab(page, "more")
    page.locator(f"[id='y-{one}-stat-barrier'] summary, [id='y-{one}-stat-hp_max'] summary").last.click()
    shot(page, "majo-sheet")
    page.locator(f"[id='y-{one}-history'] summary").click()
    expect(page.locator(".y-entries li").last).to_contain_text("初期作成")
    expect(page.locator(".y-entries li", has_text="メインクラスの成長")).to_contain_text("→ 230")
    fits(page)


def fighting(table: Table) -> tuple[str, str, str]:
    """A thief, and two barrier mages of whom the GM plays one, against two foes; everybody in the front row."""
    one = added(table, "p1", "ハルカ")
    for act, picks in (
        ("begin_making", {}),
        ("choose_species", {"species": "human"}),
        ("choose_main", {"kind": "phantom_thief"}),
        ("spread_abilities", {"perception": 4, "dexterity": 0, "intellect": 0, "spirit": 0}),
        ("plan_skill", {"skill": "stealth"}),
        ("confirm_plan", {}),
        ("choose_dormitory", {"dormitory": "red_staff"}),
        ("finish_making", {}),
    ):
        table.ok("p1", "declare", act=act, args={"actor": one, **picks})
    two, three = (ready_made(table, seat, name, "mamori") for seat, name in (("p2", "まもり"), ("gm", "マモリ先輩")))
    table.ok("gm", "declare", act="start_combat", args={"encounter": "", "foes": ["ink_imp", "broom_soldier"]})
    table.ok("gm", "declare", act="place_row", args={"of": two, "row": 1})
    table.ok("gm", "declare", act="place_row", args={"of": three, "row": 1})
    return one, two, three


def used(page: Page, skill: str) -> None:
    """Use a skill from the hand, with the targets that it takes by itself."""
    page.locator(f"a[data-skill={skill}]").first.click()
    page.click("#compose button[value=declare]")
    expect(page.locator("#compose")).to_have_count(0)


def test_statuses_forbid_the_skills_that_they_name(table: Table, visit: Visit) -> None:
    """戒め leaves magic alone and forbids stealth; 封印 the other way round; each says so where the skill stands."""
    one, two, _ = fighting(table)
    first, second = visit(table.seats["p1"], SMALL), visit(table.seats["p2"], SMALL)
    for page in (first, second):
        tab(page, "hand")
    expect(first.locator("a[data-skill=stealth]")).to_have_count(1)
    for status, free, shut in (("restrained", (second, "wide_barrier"), (first, "stealth")),
                               ("sealed", (first, "stealth"), (second, "wide_barrier"))):  # fmt: skip
        for of in (one, two):
            table.ok("gm", "declare", act="lay_status", args={"of": of, "status": status})
        expect(shut[0].locator(f"a[data-skill={shut[1]}]")).to_have_count(0)
        expect(free[0].locator(f"a[data-skill={free[1]}]")).to_have_count(1)
        others = shut[0].locator(".y-hand .y-shelf")
        others.locator("summary").click()
        name = "戒め" if status == "restrained" else "封印"
        expect(others.locator("li", has_text=name).first).to_be_visible()
        shot(shut[0], f"majo-{status}")
        for of in (one, two):
            table.ok("gm", "declare", act="clear_status", args={"of": of, "status": status})
        expect(shut[0].locator(f"a[data-skill={shut[1]}]")).to_have_count(1)
    fits(first)


def test_two_barriers_do_not_stack_and_who_hides_leaves_a_row_empty(table: Table, visit: Visit) -> None:
    """The first barrier counts; then the only one in the front row hides, and those behind move up."""
    one, two, _ = fighting(table)
    gm, first, second = visit(table.seats["gm"]), visit(table.seats["p1"], SMALL), visit(table.seats["p2"], SMALL)
    for page in (first, second):
        tab(page, "hand")
    used(second, "wide_barrier")
    marks = gm.locator(f"#fig-{one} .marks li")
    expect(marks).to_have_count(1)
    expect(marks.first).to_contain_text("結界強度+10")
    used(gm, "wide_barrier")
    told(gm, "先の効果が優先")
    expect(marks).to_have_count(1)
    expect(marks.first).to_contain_text("結界強度+10")
    expect(gm.locator(f"#rank-friends-1 #fig-{two}")).to_have_count(1)
    used(first, "stealth")
    for page in (gm, first, second):
        told(page, "後ろの者が詰めた")
        expect(page.locator(f"#rank-friends-0 #fig-{two}")).to_have_count(1)
    tab(first, "stage")
    shot(first, "majo-rows")
    shot(gm, "majo-rows-gm")
    fits(first)


def written(page: Page, name: str, value: str) -> None:
    """Write a text or number that is asked next, and wait until it is taken."""
    field = page.locator(f"#compose .next [name='args.{name}'], #compose .next input[name='args.{name}:int']")
    field.fill(value)
    field.dispatch_event("change")
    expect(field).to_have_count(0)


def played(table: Table) -> tuple[str, str]:
    """Two ready characters at the end of a session's main play."""
    one, two = ready_made(table, "p1", "つるぎ", "tsurugi"), ready_made(table, "p2", "まもり", "mamori")
    session = {"title": "試験前夜の裂け目", "day": "2026-12-01", "members": [one, two], "flags": []}
    table.ok("gm", "declare", act="begin_session", args=session)
    for act in ("begin_main_play", "begin_afterplay"):
        table.ok("gm", "declare", act=act, args={})
    return one, two


def walked(page: Page, name: str, nth: int) -> None:
    """Take the step of the after-play that is next, and wait until it is done."""
    page.locator(".y-walk").get_by_role("button", name=name).click()
    expect(page.locator(".y-walk-steps li").nth(nth)).to_have_class("past")


def test_the_after_play_is_walked_on_phones(table: Table, visit: Visit) -> None:
    """Reward, growth, bonds, settlement: each step says what it waits for, the history keeps all of it."""
    one, _ = played(table)
    gm, first, second = visit(table.seats["gm"]), visit(table.seats["p1"], SMALL), visit(table.seats["p2"], SMALL)
    for page in (first, second):
        tab(page, "hand")
        expect(page.locator(".y-walk")).to_contain_text("GMが報酬を決めるのを待っています")
    gm.locator("#custom-afterplay").get_by_role("link", name="報酬を決める").click()
    written(gm, "fixed", "30")
    written(gm, "boss_level", "7")
    gm.click("#compose button[value=declare]")
    before = table.page("p1")
    held = int(re.search(r"<dt>経験点</dt><dd>(\d+)</dd>", before)[1])  # type: ignore[index]
    walked(first, "報酬を受け取る", 0)
    told(gm, "セッションの報酬：経験点 37")
    expect(first.locator(".y-sum b").first).to_have_text(str(held + 37))
    more(first, one, "lp", "6")
    shot(first, "majo-after-growth")
    first.get_by_role("button", name="点で確定する").click()
    expect(first.locator(".y-sum b").first).to_have_text(str(held + 37 - 50))
    walked(first, "成長を終えて次へ", 1)
    walked(first, "次へ", 2)
    fits(first)
    shot(first, "majo-after-settlement")
    first.locator(".y-walk-steps .now").get_by_role("button").click()
    expect(first.locator(".y-walk .tag")).to_have_text("終了")
    expect(second.locator(".y-other-walk")).to_contain_text("終了")
    tab(first, "more")
    first.locator(f"[id='y-sheet-{one}'] summary").first.click()
    first.locator(f"[id='y-{one}-history'] summary").click()
    newest = first.locator(f"[id='y-{one}-history'] .y-entries li")
    expect(newest.nth(1)).to_contain_text(f"→ {held + 37 - 50}")
    expect(newest.nth(1)).to_contain_text(HOUSE)
    shot(first, "majo-history")


def session_of(page: Page, title: str) -> None:
    """Open a table of the campaign from its page, as its GM."""
    opening = page.locator("#tables details.tool")
    if opening.get_attribute("open") is None:
        opening.locator("summary").click()
    opening.locator("input[name=title]").fill(title)
    opening.get_by_role("button", name="卓を立てる").click()
    page.wait_for_selector("body[data-live=yes]")


def unfolded(page: Page, act: str) -> Locator:
    """An act of the hand, in whichever group it is folded."""
    link = page.locator(f"a[data-act={act}]")
    expect(link).to_have_count(1)
    group = page.locator("details.act-group:not([open])", has=link)
    if group.count():
        group.locator("summary").click()
    return link


def composed(page: Page, act: str, **picks: str) -> None:
    """Compose an act with numbers and texts, one after the other, and declare it."""
    unfolded(page, act).click()
    for name, value in picks.items():
        written(page, name, value)
    page.click("#compose button[value=declare]")
    expect(page.locator("#compose")).to_have_count(0)


def evening(gm: Page, player: Page, campaign: Table, title: str, reward: int) -> None:
    """A short session: the player comes from the campaign, plays, takes the reward, and goes home."""
    gm.goto(str(campaign.http.base_url.join(campaign.seats["gm"] + "/campaign")))
    session_of(gm, title)
    player.goto(str(campaign.http.base_url.join(campaign.seats["p1"] + "/campaign")))
    player.get_by_role("button", name=f"ハルカで「{title}」へ行く").click()
    player.wait_for_selector("body[data-live=yes]")
    expect(gm.locator("#p-stage .who", has_text="ハルカ")).to_have_count(1)
    composed(gm, "begin_session", title=title, day="2026-12-01")
    told(player, title)
    composed(gm, "begin_main_play")
    composed(gm, "begin_afterplay")
    composed(gm, "decide_reward", fixed=str(reward), boss_level="3")
    tab(player, "hand")
    walked(player, "報酬を受け取る", 0)
    walked(player, "成長を終えて次へ", 1)
    walked(player, "次へ", 2)
    player.locator(".y-walk-steps .now").get_by_role("button").click()
    expect(player.locator(".y-walk .tag")).to_have_text("終了")
    composed(gm, "end_session")


def test_a_character_lives_on_from_table_to_table(campaign: Table, visit: Visit) -> None:
    """Registered and approved, at two tables one after the other; what they gave adds up in the campaign."""
    table = campaign
    one = ready_made(table, "p1", "ハルカ", "tsurugi")
    gm, player = visit(table.seats["gm"] + "?later=1"), visit(table.seats["p1"] + "?later=1", SMALL)
    tab(player, "hand")
    unfolded(player, "register").click()
    player.locator("#compose label.chip").first.click()
    shot(player, "majo-register")
    comment = {"actor": one, "past": False, "account": "haruka", "comment": "るーるを読みました", "notes_read": True}
    table.ok("p1", "declare", act="register", args=comment)
    composed(gm, "approve")
    held = int(re.search(r"<dt>経験点</dt><dd>(\d+)</dd>", table.page("p1"))[1])  # type: ignore[index]
    evening(gm, player, campaign, "第一夜", 20)
    evening(gm, player, campaign, "第二夜", 30)
    home = str(campaign.http.base_url.join(campaign.seats["p1"]))
    player.goto(f"{home}?later=1")
    tab(player, "more")
    holdings = player.locator(f"[id='item-holds-{one}']")
    expect(holdings).to_contain_text(f"経験点{held + 25 + 35}")
    player.locator(f"[id='y-{one}-history'] summary").click()
    rewards = player.locator(f"[id='y-{one}-history'] li", has_text="セッションの報酬")
    expect(rewards.nth(0)).to_contain_text(f"→ {held + 25 + 35}")
    expect(rewards.nth(1)).to_contain_text(f"→ {held + 25}")
    player.goto(f"{home}/campaign/{one}")
    expect(player.locator("main")).to_contain_text("第一夜")
    expect(player.locator("main")).to_contain_text("第二夜")
    shot(player, "majo-campaign-character")
    fits(player)

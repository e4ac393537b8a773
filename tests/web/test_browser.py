"""Four people in a real browser: a GM at a desk, two players on phones, a watcher."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import TimeoutError as TimedOut
from playwright.sync_api import expect

from tests.web.conftest import Server, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DESK, PHONE, SMALL = (1280, 800), (390, 780), (360, 740)
ASKED = re.compile("^●")
MISSES = 6
SHOTS = os.environ.get("TAKUSEN_SHOTS", "")
MISS = {"attacker": "rin", "target": "fog_monk", "traits": ["怪力"], "skill": "格闘", "force": 12}


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address in a context of its own; no page may log an error."""
    contexts, errors = [], []

    def opened(address: str, size: tuple[int, int] = DESK, locale: str = "ja-JP") -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=locale)
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        if page.locator("body[data-base]").count():
            page.wait_for_selector("body[data-live=yes]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def shot(page: Page, name: str) -> None:
    """Keep a picture, if a folder for them is named."""
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def tab(page: Page, name: str) -> None:
    """Switch a phone to one of its tabs."""
    label = page.locator(f"label:has(#tab-{name})")
    if label.is_visible():
        label.click()


def missed(server: Server) -> Table:
    """A fight in which rin has missed and is asked whether to roll again."""
    for _ in range(20):
        table = server.open(players=2).fighting()
        table.ok("p1", "declare", act="attack", args=MISS)
        if table.prompt("p1"):
            return table
    raise AssertionError


def compose(page: Page, act: str) -> None:
    """Pick an act and take the first choice wherever one is asked, as far as the declaration."""
    tab(page, "hand")
    page.click(f"a[data-act={act}]")
    page.wait_for_selector("#compose")
    for _ in range(8):
        page.wait_for_selector("#p-compose:not([aria-busy])")
        if page.locator("#compose button[value=declare]").count():
            return
        choice = page.locator("#compose .next input[type=radio]:enabled:not(:checked)")
        if choice.count() and not page.locator("#compose .next input[type=radio]:checked").count():
            choice.first.locator("xpath=..").click()
        else:
            page.click("#compose button.go")
        page.wait_for_timeout(150)
    raise AssertionError(page.locator("#p-compose").inner_text())


def answer(page: Page, again: bool) -> bool:
    """Answer what the page is asked, if anything; `again` rolls again where one may."""
    ask = page.locator("#p-prompt .ask[id]")
    if not ask.count():
        return False
    asked = ask.first.get_attribute("id")
    form = page.locator("#p-prompt form[id^=answer] button[type=submit]")
    buttons = page.locator("#p-prompt .answers button:enabled")
    button = form if form.count() else buttons.first if again else buttons.last
    try:
        button.click(timeout=8_000)
    except TimedOut:  # the page was about to lose a question that is answered already
        if page.locator(f'[id="{asked}"]').count():
            raise
        return False
    page.wait_for_selector(f'[id="{asked}"]', state="detached")
    return True


# a whole fight -------------------------------------------------------------------------------------------------------


@pytest.mark.timeout(400)
def test_a_whole_fight_from_the_links(server: Server, visit: Callable[..., Page]) -> None:
    gm = visit(server.url)
    gm.locator("section.book", has_text="bayside23").locator("a.button.strong").click()
    gm.fill("[name=title]", "霧の夜")
    gm.fill("[name='players:int']", "2")
    gm.click("form button.strong")
    links = [box.input_value() for box in gm.locator("[data-link]").all()]
    assert len(links) == 4
    shot(gm, "links")
    gm.click("main a.button.strong")
    gm.fill("main [name=name]", "ジム")
    gm.click("main button[type=submit]")
    gm.wait_for_selector("body[data-live=yes]")
    first, second, watcher = visit(links[1], PHONE), visit(links[2], SMALL), visit(links[3], SMALL, "en-GB")
    for page, name, hero in ((first, "さくら", "凛"), (second, "ゆう", "相馬")):
        page.fill("main [name=name]", name)
        page.click("main button[type=submit]")
        shot(page, f"sit-{name}")
        page.click(f"text={hero}を動かす")
        page.wait_for_selector("body[data-live=yes]")
    shot(gm, "start")
    gm.click("a[data-act=start_fight]")
    gm.wait_for_selector("#compose")
    for name in ("凛", "相馬", "霧法師", "錆鋏"):
        box = gm.locator("#compose label.chip", has_text=re.compile(rf"^\s*{name}\s*$")).locator("input")
        if not box.is_checked():
            box.locator("xpath=..").click()
    gm.wait_for_timeout(200)
    for _ in range(3):
        if gm.locator("#compose button[value=declare]").count():
            break
        gm.click("#compose button.go")
        gm.wait_for_timeout(300)
    gm.click("#compose button[value=declare]")
    gm.wait_for_selector("#log >> text=戦いの火ぶたが切られた")
    chat(first, second, watcher)
    play_on(gm, {"凛": first, "相馬": second}, watcher, links)
    for page in (gm, first, second):
        assert page.locator("#log li", has_text="食い下がる").count() > 0
    assert "won" in watcher.locator("#log").inner_text() or "勝" in first.locator("#log").text_content()
    export = first.context.request.get(links[1] + "/export.txt").text()
    assert "凛は" in export


def chat(first: Page, second: Page, watcher: Page) -> None:
    """Talk in and out of character, twice in a row."""
    tab(first, "log")
    for text in ("……行くよ。", "せーの！"):
        first.fill("#say-text", text)
        first.click("#say button.send")
        first.wait_for_selector(f"#log .said.in >> text={text}")
    tab(second, "log")
    second.locator("#say label", has_text="雑談").click()
    second.fill("#say-text", "お茶のおかわりいる？")
    second.press("#say-text", "Enter")
    for page in (first, watcher):
        tab(page, "log")
        page.wait_for_selector("#log .said.out >> text=お茶のおかわりいる？")
    assert second.locator("#say-text").input_value() == ""
    shot(first, "chat")


def play_on(gm: Page, players: dict[str, Page], watcher: Page, links: list[str]) -> None:
    """Play until a side has won: everybody rolls again while both sides have not yet done so."""
    odds_seen = waits_seen = misses = 0
    weakened = False
    for step in range(160):
        story = gm.locator("#log").inner_text()
        if re.search(r"勝利|勝った|勝ち", story):
            assert odds_seen
            assert waits_seen
            return
        friends = any(f"{name}は" in line and "食い下がる" in line for name in players for line in story.splitlines())
        foes = any(
            f"{name}は" in line and "食い下がる" in line for name in ("霧法師", "錆鋏") for line in story.splitlines()
        )
        if step > 12 and friends and foes and not weakened:
            weakened = weaken(gm, links)
        try:
            odds, waits = step_on(gm, players, step, not friends, not foes, links)
        except TimedOut:  # on a busy machine a page may change between a look and a tap; not again and again
            misses += 1
            if misses > MISSES:
                raise
            continue
        odds_seen, waits_seen = odds_seen + odds, waits_seen + waits
        gm.wait_for_timeout(120)
    raise AssertionError("the fight doesn't end: " + gm.locator("#log").inner_text()[-1500:])


def step_on(
    gm: Page, players: dict[str, Page], step: int, again: bool, foes_again: bool, links: list[str]
) -> tuple[int, int]:
    """Whoever is asked answers, else the next declares; counts odds that a player saw, and waits seen by others."""
    if gm.locator("#p-prompt .ask.instead").count():
        who = next((page for page in players.values() if page.locator("#p-prompt [data-asked]").count()), None)
        if who is None:  # its page is about to show the question, or it was answered just now
            return 0, 0
        other = next(page for page in players.values() if page is not who)
        other.wait_for_selector("#p-prompt .wait")
        expect(who).to_have_title(ASKED)
        shot(who, f"asked-{step}")
        answer(who, again)
        return 0, 1
    if gm.locator("#p-prompt .ask[data-asked]").count():
        for page in players.values():
            page.wait_for_selector("#p-prompt .wait")
        answer(gm, foes_again)
    elif step > 100:
        end(gm, links)
    else:
        return declare_one(gm, players, step), 0
    return 0, 0


def declare_one(gm: Page, players: dict[str, Page], step: int) -> int:
    """The next to act declares; gives 1 where a player saw the odds first."""
    for page in players.values():
        if page.locator("[data-my-turn]").count():
            compose(page, "attack")
            assert page.locator("#compose .bar").count() > 5
            expect(page.locator("#compose .bar.best")).to_have_count(1)
            assert re.search(r"\d+\.\d%", page.locator("#compose .odds").inner_text())
            shot(page, f"odds-{step}")
            page.fill("#compose [name=line]", "くらえ！")
            page.click("#compose button[value=declare]")
            page.wait_for_selector("#compose", state="detached")
            return 1
    foes = gm.locator("#gm-foes form:has([name=act]) button")
    if foes.count():
        foes.first.click()
    return 0


def weaken(gm: Page, links: list[str]) -> bool:
    """The GM shortens the fight, once: every foe is down to its last point, whoever is down stays so."""
    for foe in ("fog_monk", "rustclaw"):
        gm.context.request.post(links[0] + "/do", data={"do": "edit", "path": f"fighters.{foe}.life", "to": 1})
    return True


def end(gm: Page, links: list[str]) -> None:
    """A fight that luck drags on is ended by the GM."""
    form = {"do": "declare", "act": "end_fight", "args": {"winner": "friends"}}
    gm.context.request.post(links[0] + "/do", data=form)


# the GM --------------------------------------------------------------------------------------------------------------


def test_the_gm_rules_overrules_and_takes_back(server: Server, visit: Callable[..., Page]) -> None:
    table = missed(server)
    gm, player = visit(server.url + table.seats["gm"]), visit(server.url + table.seats["p1"], PHONE)
    gm.locator("#prompt-gm > summary").click()
    ruling = gm.locator("#prompt-gm form.ruling", has_text="成功").first
    shot(gm, "ruling")
    ruling.locator("label", has_text=re.compile("成功")).first.click()
    ruling.locator("[name=reason]").fill("見事な演技だった")
    ruling.locator("button").click()
    tab(player, "log")
    player.wait_for_selector("#log >> text=見事な演技だった")
    table.settle()
    table = missed(server)
    gm.goto(server.url + table.seats["gm"])
    player.goto(server.url + table.seats["p1"])
    player.wait_for_selector("#p-prompt [data-asked]")
    die = gm.locator("#log li.dice:has(details.overrule)").last
    die.locator("summary", has_text="裁定で直す").click()
    die.locator("[name='value:faces']").fill("1, 1")
    die.locator("[name=reason]").fill("机から落ちた")
    die.locator("button").click()
    tab(player, "log")
    player.wait_for_selector("#log >> text=机から落ちた")
    player.wait_for_selector("#p-prompt [data-asked]", state="detached")
    table.settle()
    table.ok("gm", "edit", path="fighters.soma.life", to=1)
    gm.locator("#gm-undo > summary").click()
    undo = gm.locator("#gm-undo li:has(.also)").first
    expect(undo).to_contain_text("いっしょに消えるもの")
    shot(gm, "undo")
    gm.on("dialog", lambda dialog: dialog.accept())
    undo.locator("button").click()
    player.wait_for_selector("#log li.undone")
    tab(player, "stage")
    assert "5/5" in player.locator("#fig-soma").inner_text().replace("\n", "")


def test_the_gm_edits_over_the_table(server: Server, visit: Callable[..., Page]) -> None:
    table = server.open(players=2).seated(("rin", "soma"))
    gm, player = visit(server.url + table.seats["gm"]), visit(server.url + table.seats["p1"], PHONE)
    gm.locator("#gm-entities > summary").click()
    gm.click("a[data-sheet][href$='/entity/rin']")
    life = gm.locator("dialog[open] form:has([value='fighters.rin.life']) input[type=number]")
    life.fill("3")
    life.press("Enter")
    tab(player, "stage")
    player.wait_for_selector("#fig-rin .g-num >> text=3")
    shot(gm, "sheet")
    gm.locator("dialog[open] form:has([value='fighters.rin.life']) button.step").last.click()
    player.wait_for_selector("#fig-rin .g-num >> text=4")
    gm.keyboard.press("Escape")
    expect(gm.locator("dialog[open]")).to_have_count(0)


def test_a_riddle_and_a_trap(server: Server, visit: Callable[..., Page]) -> None:
    table = server.open(players=2).seated(("rin", "soma"))
    player = visit(server.url + table.seats["p1"], PHONE)
    table.ok("gm", "declare", act="enter_scene", args={"scene": "quay"})
    for text, told in (("ひみつ", "首を横に振る"), (" カゲ ", "満足げに目を閉じ")):
        tab(player, "hand")
        player.click("a[data-act=answer_riddle]")
        player.wait_for_selector("#compose")
        if not player.locator("#compose textarea[name='args.text']").count():
            player.locator("#compose .next input[type=radio]:enabled").first.locator("xpath=..").click()
        player.fill("#compose textarea[name='args.text']", text)
        player.click("#compose button.go")
        player.click("#compose button[value=declare]")
        tab(player, "log")
        player.wait_for_selector(f"#log >> text={told}")
    tab(player, "more")
    expect(player.locator("#item-ferryman")).to_contain_text("突破済み")
    shot(player, "riddle")
    table.ok("gm", "declare", act="enter_scene", args={"scene": "market"})
    for _ in range(12):
        compose(player, "work_at_riddle")
        expect(player.locator("#compose .odds")).to_contain_text("%")
        player.click("#compose button[value=declare]")
        player.wait_for_selector("#compose", state="detached")
        table.settle()
        if "水は静かに引いていく" in table.story("p1"):
            break
        table.ok("gm", "edit", path="fighters.rin.stamina", to=7)
        table.ok("gm", "edit", path="fighters.rin.incapacitated", to=False)
    tab(player, "log")
    player.wait_for_selector("#log >> text=水は静かに引いていく")


# typing and keys -----------------------------------------------------------------------------------------------------


def test_a_typed_declaration(server: Server, visit: Callable[..., Page]) -> None:
    table = server.open(players=2).fighting()
    player = visit(server.url + table.seats["p1"], SMALL)
    tab(player, "log")
    player.fill("#say-text", "！攻撃する 霧法師 怪力 格闘 ８")
    player.press("#say-text", "Enter")
    player.wait_for_selector("#compose button[value=declare]", state="attached")
    expect(player.locator("#compose")).to_be_visible()
    assert player.locator("#say-text").input_value() == ""
    player.click("#compose button[value=declare]")
    tab(player, "log")
    player.wait_for_selector("#log >> text=強制力8")
    player.fill("#say-text", "！攻撃する だれか")
    player.press("#say-text", "Enter")
    player.wait_for_selector("text=「だれか」に当てはまるものがありません")


def test_an_attack_by_keyboard_alone(server: Server, visit: Callable[..., Page]) -> None:
    table = server.open(players=2).fighting()
    page = visit(server.url + table.seats["p1"])

    def reach(selector: str, keys: str = "Tab", limit: int = 90) -> None:
        for _ in range(limit):
            if page.evaluate(f"document.activeElement?.matches({selector!r})"):
                return
            page.keyboard.press(keys)
        raise AssertionError(
            f"{selector} can't be reached; at " + page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        )

    reach("a[data-act=attack]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#compose")
    for _ in range(10):
        page.wait_for_selector("#p-compose:not([aria-busy])")
        if page.locator("#compose button[value=declare]").count():
            break
        reach("#compose .next input:enabled, #compose button.go")
        if page.evaluate("document.activeElement.matches('[value=declare]')"):
            break
        page.keyboard.press("Space" if page.evaluate("document.activeElement.matches('input')") else "Enter")
        page.wait_for_timeout(200)
        if page.locator("#compose .next input[type=radio]:checked").count():
            reach("#compose button.go")
            if page.evaluate("document.activeElement.matches('[value=declare]')"):
                break
            page.keyboard.press("Enter")
            page.wait_for_timeout(200)
    reach("#compose button[value=declare]")
    shot(page, "keyboard")
    page.keyboard.press("Enter")
    page.wait_for_selector("#log >> text=凛の命中判定")


def test_everything_is_english_for_an_english_reader(server: Server, visit: Callable[..., Page]) -> None:
    table = server.open(players=2, lang="en", title="Fog")
    gm, player = (
        visit(server.url + table.seats["gm"], DESK, "en-GB"),
        visit(server.url + table.seats["p1"], SMALL, "en-GB"),
    )
    player.fill("main [name=name]", "Ann")
    player.click("main button[type=submit]")
    player.click("button:has-text('Rin')")
    table.ok("p2", "sit", name="Bob")
    table.ok("p2", "take", entity="soma")
    table.ok("gm", "declare", act="enter_scene", args={"scene": "quay"})
    table.ok("gm", "declare", act="start_fight", args={"members": ["rin", "soma", "fog_monk", "rustclaw"]})
    player.wait_for_selector("body[data-live=yes]")
    pages = [gm, player]
    for path in ("/links", "/options", "/forecast", "/entity/rin", "/compare?option=attack_compare"):
        pages.append(visit(server.url + table.seats["gm"] + path, DESK, "en-GB"))
    for address in ("/", "/new", "/books/bayside23/rules", "/books/bayside23/rules/BS-07", "/nothing"):
        pages.append(visit(server.url + address, SMALL, "en-GB"))
    for page in pages:
        page.wait_for_timeout(50)
        text = page.evaluate(
            "document.querySelectorAll('.example, optgroup').forEach((one) => one.remove()),"
            "document.querySelectorAll('details').forEach((one) => { one.open = true; }), document.body.innerText"
        )
        left = [
            line
            for line in text.splitlines()
            if re.search(r"[ぁ-んァ-ヶ一-龠]", line)
            and "日本語" not in line
            and "影 / かげ" not in line
            and "ライト" not in line
        ]
        assert not left, (page.url, left[:5])


# the narrow screen ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
def test_nothing_runs_off_a_screen_of_360_pixels(server: Server, visit: Callable[..., Page], locale: str) -> None:
    table = missed(server)
    table.ok("gm", "say", text="W" * 300 + " https://example.com/" + "a" * 200, channel="story")
    table.ok("p1", "sit", name="とても長い名前のひと" * 4)
    fresh = server.open(players=3)
    fresh.ok("p1", "sit", name="あ")
    addresses = [
        "/",
        "/new",
        "/credits",
        "/books/bayside23/rules",
        "/books/bayside23/rules/BS-07",
        "/nothing",
        fresh.seats["p1"],
        fresh.seats["p2"],
    ]
    addresses += [table.seats[seat] for seat in ("gm", "p1", "p2", "w1")]
    addresses += [
        table.seats["gm"] + path
        for path in ("/links", "/options", "/forecast", "/entity/rin", "/entity/quay", "/compare?option=attack_compare")
    ]
    addresses += [
        table.seats["p2"] + "?act=attack&args.attacker=soma&args.target=fog_monk&args.traits:list=&args.skill=護身術"
    ]
    page = visit(server.url, SMALL, locale)
    for address in addresses:
        page.goto(server.url + address)
        tabs = [one.get_attribute("value") for one in page.locator("[name=tab]").all()] or [""]
        for name in tabs:
            if name:
                tab(page, name)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            wide = page.evaluate(
                "document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth"
            )
            assert not wide, (address, name, overflowing(page))


def overflowing(page: Page) -> Any:
    """Which elements stick out."""
    return page.evaluate(
        "[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)"
        ".slice(0, 6).map((one) => one.outerHTML.slice(0, 120))"
    )

"""Takes the pictures of README.md from a real table: `.venv/bin/python tools/pictures.py` (needs Chromium)."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
SERVE = [sys.executable, "-m", "takusen.cli", "serve", "--port", "0", "--data"]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
DESK, PHONE = (1440, 900), (390, 844)
CHOIR = ("towa", "kaji", "renka", "shigure")


@contextmanager
def served() -> Iterator[str]:
    """A server on a fresh folder; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([*SERVE, folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            yield line[line.index("http") :].split()[0].rstrip("/")
        finally:
            server.terminate()
            server.wait()


class Table:
    """A table that is played over HTTP."""

    def __init__(self, base: str, book: str, scenario: str, title: str) -> None:
        self.base = base
        wish = {"book": book, "scenario": scenario, "players": 3, "title": title}
        self.seats = self._asked("/new", wish)["seats"]

    def _asked(self, path: str, data: dict[str, Any]) -> Any:
        headers = {"content-type": "application/json", "accept": "application/json"}
        request = urllib.request.Request(self.base + path, json.dumps(data).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def do(self, seat: str, do: str, **fields: Any) -> None:
        """Carry out a command."""
        self._asked(self.seats[seat] + "/do", {"do": do, **fields})

    def declare(self, seat: str, act: str, line: str = "", **args: Any) -> None:
        """Declare an act."""
        self.do(seat, "declare", act=act, args=args, line=line)

    def seated(self, *heroes: str) -> None:
        """Everybody sits and takes a character."""
        for seat, name in (("gm", "まさと"), ("p1", "ゆい"), ("p2", "けん"), ("p3", "みお")):
            self.do(seat, "sit", name=name)
        for seat, hero in zip(("p1", "p2", "p3"), heroes, strict=True):
            self.do(seat, "take", entity=hero)

    def story(self) -> str:
        """The log as the first player may read it."""
        with urllib.request.urlopen(self.base + self.seats["p1"] + "/export.txt") as answer:
            text: str = answer.read().decode()
        return text

    def fighting(self) -> Table:
        """The riddle is solved and the fight has begun."""
        self.seated("rin", "soma", "suzu")
        self.declare("gm", "enter_scene", scene="quay")
        self.do("p3", "say", text="海が、ない……。においだけ残ってる。", channel="in", name="鈴")
        self.declare("p2", "answer_riddle", "月……じゃないか？", actor="soma", riddle="ferryman", text="月")
        self.declare("p1", "answer_riddle", "あたしたちの、影！", actor="rin", riddle="ferryman", text="影")
        self.declare("gm", "enter_scene", scene="lighthouse")
        foes = ["fog_monk", "rustclaw", "weeping_lantern"]
        for foe in foes:
            self.do("gm", "autoplay", entity=foe, policy="strike_the_weakest")
        self.declare("gm", "start_fight", members=["rin", "soma", "suzu", *foes])
        return self

    def exploring(self) -> bool:
        """The party goes down as far as luck lets it; whether the way shows failures as well as successes."""
        self.seated("pc_nagi", "pc_tomoe", "pc_gald")
        self.declare("gm", "begin_exploration")
        self.do("p1", "say", text="足あとは新しいね。……二つ、いや三つ。", channel="in", name="ナギ")
        line, nagi = "雪をかき分けて、扉の縁を調べる。", {"representative": "pc_nagi", "skill": "スカウト"}
        self.declare("p1", "explore", line, card="gate", **nagi)
        self.do("p3", "say", text="２Ｄ６＋３ 聞き耳")
        if "氷の滑り道" not in self.story():
            return False
        self.declare("p2", "explore", card="hut", representative="pc_tomoe", skill="レンジャー")
        self.declare("p1", "explore", card="ramp", **nagi)
        told = self.story()
        return "氷柱の間" in told and "失敗" in told

    def singing(self) -> Table:
        """A battle in its second turn: the singer has held her song, and it is her turn."""
        self.seated("towa", "kaji", "renka")
        self.declare("gm", "start_battle", encounter="pump_room", members=list(CHOIR))
        self.do("p1", "say", text="息を、合わせて。——いくよ。", channel="in", name="トワ")
        self.declare("gm", "begin")
        for _ in range(120):
            page = self.page("gm")
            if not self.answered(page) and self.sung(page):
                return self
        raise RuntimeError("the singer's second turn doesn't come")

    def supping(self, lantern: str) -> Table:
        """A scene in the great hall: a blow has fallen, and the first player holds a lantern that seals."""
        self.seated("lyuka", "zan", "towa")
        self.declare("gm", "start_scene", place="hall", members=["lyuka", "zan", "towa"])
        self.do("p1", "say", text="……その鏡、中に誰かいますね？", channel="in", name="リュカ")
        with suppress(HTTPError):  # it may have been drawn
            put = {"pc": "lyuka", "source": "library", "card": lantern, "to": "hand"}
            self.declare("p1", "put_card", reason="物語のため", **put)
        self.do("gm", "edit", path="pcs.lyuka.mana", to={"W": 4})
        return self

    def page(self, seat: str) -> str:
        """A seat's page."""
        with urllib.request.urlopen(self.base + self.seats[seat]) as answer:
            text: str = answer.read().decode()
        return text

    def answered(self, page: str) -> bool:
        """Answer an open question as the book's policy would; whether there was one."""
        prompt = re.search(r'name="prompt" value="([^"]+)"', page)
        proposed = re.search(r'name="answer:json" value="([^"]*)"', page)
        if prompt and proposed:
            self.do("gm", "answer", prompt=prompt[1], answer=json.loads(html.unescape(proposed[1])))
        return bool(prompt and proposed)

    def sung(self, page: str) -> bool:
        """One step of the battle; whether it is the singer's turn in the second."""
        turn = re.findall(r'class="bar-turn">(\d+)', page)[0]
        up = re.findall(r'class="bar-who[^"]*">([^<]+?) ?<', page)
        if "の番：" in page:
            if turn == "2" and up == ["トワ"]:
                return True
            self.declare("gm", "wait", actor=self.ids(page)[up[0]], action="main")
        else:
            self.decided(up[0], page)
        return False

    def decided(self, name: str, page: str) -> None:
        """What somebody does in the phases before the main one."""
        own = self.page("p1").partition('id="custom-decide"')[2].partition("</section>")[0]
        if name == "トワ" and "keep_singing" in own:
            self.declare("p1", "keep_singing", actor="towa")
        elif name == "トワ" and "act=sing" in own:
            self.declare("p1", "sing", actor="towa", song="gale_lance")
        else:
            self.passed(self.ids(page).get(name, ""))

    def passed(self, one: str) -> None:
        """One of the party, or the enemies' side, does nothing more in a phase."""
        if one in CHOIR:
            self.declare("gm", "ready", actor=one)
        else:
            self.declare("gm", "ready_enemies")

    @staticmethod
    def ids(page: str) -> dict[str, str]:
        """Those on the map by name."""
        return {name: one for one, name in re.findall(r'data-token="([^"]+)" data-name="([^"]+)"', page)}


def visited(browser: Browser, address: str, size: tuple[int, int]) -> Page:
    """A page of its own."""
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, locale="ja-JP", timezone_id="Asia/Tokyo")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("body[data-live=yes]")
    return page


def settle(pages: list[Page]) -> Page:
    """Answer what the foes' first turn asks, until a player may act; gives that player's page."""
    for _ in range(60):
        for page in pages:
            page.wait_for_timeout(120)
            guard = page.locator("#p-prompt button:has-text('これで答える')")
            give_up = page.locator("#p-prompt button:has-text('あきらめる')")
            if guard.count():
                guard.first.click()
            elif give_up.count():
                give_up.first.click()
            elif page.locator("#p-hand [data-act=attack]").count():
                page.locator("#tab-hand").check(force=True)
                return page
    raise RuntimeError("nobody's turn came")


def taken(browser: Browser, base: str) -> None:
    """Play and take the pictures."""
    table = Table(base, "bayside23", "harbor_lantern", "霧の夜の卓").fighting()
    phones = [visited(browser, base + table.seats[seat], PHONE) for seat in ("p1", "p2", "p3")]
    page = settle(phones)
    page.locator("[data-act=attack]").first.click()
    page.locator("#compose .pick[data-pick=target] .chip").first.click()
    page.wait_for_selector("#compose button[value=declare]")
    page.locator("#compose .chart").scroll_into_view_if_needed()
    page.wait_for_timeout(400)
    page.screenshot(path=PICTURES / "compose-phone.png")
    desk = visited(browser, page.url.partition("?")[0], DESK)
    desk.locator("[data-act=attack]").first.click()
    desk.locator("#compose .pick[data-pick=target] .chip").first.click()
    desk.wait_for_selector("#compose button[value=declare]")
    desk.wait_for_timeout(400)
    desk.screenshot(path=PICTURES / "table-desktop.png")
    page.locator("#compose button[value=declare]").click()
    page.wait_for_timeout(900)
    page.locator("#tab-stage").check(force=True)
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / "prompt-phone.png")
    page.locator("#tab-log").check(force=True)
    page.wait_for_timeout(400)
    page.screenshot(path=PICTURES / "log-phone.png")


def dungeon_taken(browser: Browser, base: str) -> None:
    """Explore, and take the pictures of the dungeon."""
    for _ in range(200):
        table = Table(base, "sw2_dungeon", "thawing_icehouse", "雪どけの夜")
        with suppress(HTTPError):  # what luck brought stands in the way of the next act
            if table.exploring():
                break
    phone = visited(browser, base + table.seats["p1"], PHONE)
    phone.locator("#tab-stage").check(force=True)
    phone.wait_for_timeout(400)
    phone.screenshot(path=PICTURES / "dungeon-phone.png")
    desk = visited(browser, base + table.seats["p1"], DESK)
    desk.wait_for_timeout(400)
    desk.screenshot(path=PICTURES / "dungeon-desktop.png")


def battle_taken(browser: Browser, base: str) -> None:
    """Sing, and take the pictures of a battle."""
    table = Table(base, "artonelico", "morning_note", "風琴塔の朝").singing()
    for number in range(1, 5):
        table.declare("gm", "show_enemy", enemy=f"pump_room-{number}")
    phone = visited(browser, base + table.seats["p1"], PHONE)
    phone.locator("#tab-hand").check(force=True)
    phone.wait_for_timeout(400)
    phone.screenshot(path=PICTURES / "battle-phone.png")
    desk = visited(browser, base + table.seats["gm"], DESK)
    desk.wait_for_timeout(400)
    desk.screenshot(path=PICTURES / "battle-desktop.png")


def scene_taken(browser: Browser, base: str) -> None:
    """Seal a guest, and take the pictures of a scene."""
    lantern = "lyuka-knotted_lantern"
    table = Table(base, "mtg_trpg", "heron_supper", "サギ城の晩餐").supping(lantern)
    phone = visited(browser, base + table.seats["p1"], PHONE)
    phone.locator("#tab-hand").check(force=True)
    phone.click(f"[data-card={lantern}] .pile-acts a >> nth=0")
    phone.locator("#compose input[value=oren]").check(force=True)
    phone.wait_for_selector(".preview-of")
    phone.locator(".preview-of").scroll_into_view_if_needed()
    phone.wait_for_timeout(400)
    phone.screenshot(path=PICTURES / "preview-phone.png")
    phone.locator("#compose button[value=declare]").click()
    desk = visited(browser, base + table.seats["gm"], DESK)
    desk.wait_for_timeout(400)
    desk.screenshot(path=PICTURES / "scene-desktop.png")


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with served() as base, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        taken(browser, base)
        dungeon_taken(browser, base)
        battle_taken(browser, base)
        scene_taken(browser, base)
        browser.close()


if __name__ == "__main__":
    main()

"""The dungeon's starter scenario in real browsers: a GM and three players on phones, to its endings, over a restart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from takusen.cli.folder import store_there
from takusen.log.codec import decode
from takusen.rulebook.book import installed
from takusen.table.fold import folded
from tests.web.conftest import Server
from tests.web.test_axe import violations
from tests.web.test_browser import PHONE, SMALL, shot, tab, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["visit"]
PARTY = {
    "pc_nagi": ("さくら", "ナギ", SMALL),
    "pc_gald": ("ゆう", "ガルド", PHONE),
    "pc_miu": ("まこと", "ミウ", PHONE),
}
ROUTE = {
    "gate": "pc_nagi",
    "ramp": "pc_nagi",
    "pillars": "pc_miu",
    "counting": "pc_miu",
    "door": "pc_nagi",
    "mother": "pc_nagi",
    "shelf": "pc_gald",
    "home": "pc_gald",
}
HONEST = ("gate", "ramp", "pillars")
"""What is played with the dice as they fall; further on the GM sees to it that the evening ends."""
TRIES = 12
PATIENCE = 30_000


class Evening:
    """One table: its pages, and its world as the server's log has it."""

    def __init__(self, server: Server, visit: Callable[..., Page], title: str) -> None:
        self.server, self._visit = server, visit
        self.gm = self.seated(f"{server.url}/new?book=sw2_dungeon", PHONE)
        self.gm.fill("[name=title]", title)
        shot(self.gm, f"{title}-new")
        self.gm.click("form button.strong")
        self.gm.wait_for_selector("[data-link]")
        links = [box.input_value() for box in self.gm.locator("[data-link]").all()]
        self.id = links[0].split("/")[-2]
        self.gm.click("main a.button.strong")
        sit(self.gm, "ジム")
        self.players = {one: self.seated(link, PARTY[one][2]) for one, link in zip(PARTY, links[1:4], strict=True)}
        for one, page in self.players.items():
            sit(page, PARTY[one][0])
            page.wait_for_selector(f"text={PARTY[one][1]}を動かす")
            assert violations(page) == []
            page.click(f"text={PARTY[one][1]}を動かす")
            page.wait_for_selector("body[data-live=yes]")

    def seated(self, address: str, size: tuple[int, int]) -> Page:
        """A phone that waits as long as a busy machine needs."""
        page = self._visit(address, size)
        page.set_default_timeout(PATIENCE)
        return page

    @property
    def pages(self) -> tuple[Page, ...]:
        return (self.gm, *self.players.values())

    @property
    def world(self) -> Any:
        """The world as it was committed."""
        with closing(store_there(self.server.data)) as store:
            return folded(installed(), [decode(row) for _, row in store.read(self.id)]).world

    def edit(self, path: str, to: Any) -> None:
        """The GM corrects a number."""
        answer = self.gm.context.request.post(
            f"{self.gm.url.partition('?')[0]}/do", data={"do": "edit", "path": path, "to": to}
        )
        assert answer.ok, answer.text()

    def told(self, text: str) -> None:
        """Everybody reads it in the log."""
        for page in self.pages:
            tab(page, "log")
            page.wait_for_selector(f"#log >> text={text}")

    # what people do ----------------------------------------------------------------------------------------------

    def take(self, card: str, first: str) -> None:
        """Explore a card until it is turned: whoever may, after that a retry."""
        for tried in range(TRIES):
            world = self.world
            if world.cards[card].turned or world.phase == "epilogue":
                return
            self.mend(world)
            able = [one for one in (first, *PARTY) if one not in world.cards[card].failed]
            if able:
                self.explore(card, able[0])
            else:
                declare(self.players["pc_miu"], "retry", card=card)
            self.settle()
            if tried > 3:
                self.favour(card)
        raise AssertionError(f"{card} is never turned: {self.world.cards[card]}")

    def explore(self, card: str, one: str) -> None:
        page = self.players[one]
        declare(page, "explore", before=f"explore-{card}", card=card, representative=one)

    def settle(self) -> None:
        """Whatever fight is on is brought to its end."""
        for tried in range(TRIES):
            world = self.world
            if world.battle or (world.fight and tried > 4):
                declare(self.gm, "end_fight", outcome="beaten")
            elif world.fight:
                one = max((one for one in world.ready if one in PARTY), key=lambda one: world.pcs[one].hp)
                declare(self.players[one], "abbreviated", before="abbreviated", representative=one)
            else:
                return
        raise AssertionError("the fight doesn't end")

    def mend(self, world: Any) -> None:
        """The GM puts everybody on their feet again."""
        for one in PARTY:
            if world.pcs[one].hp < 8 or not world.pcs[one].able:
                for field, value in (("hp", 20), ("unconscious", False), ("dead", False)):
                    self.edit(f"pcs.{one}.{field}", value)
        if world.tp > 2:
            declare(self.gm, "event_tp", delta=-2, reason="氷が少し持ちなおした")

    def favour(self, card: str) -> None:
        """The GM makes a check easy that luck has made long."""
        check = self.world.cards[card].check
        for one in PARTY if check else ():
            self.edit(f"pcs.{one}.{check.ability}", 90)


def sit(page: Page, name: str) -> None:
    page.fill("main [name=name]", name)
    page.click("main button[type=submit]")


def declare(page: Page, act: str, before: str = "", **picks: Any) -> None:
    """Compose an act with these picks, the first choice elsewhere, and declare it."""
    tab(page, "hand")
    page.click(f"a[data-act={act}]")
    page.wait_for_selector(f"#compose[data-act={act}]")
    for _ in range(16):
        page.wait_for_selector("#p-compose:not([aria-busy])")
        open_picks = [name for name, value in picks.items() if not is_picked(page, name, value)]
        if open_picks and offered(page, open_picks[0]):
            pick(page, open_picks[0], picks[open_picks[0]])
        elif page.locator("#compose button[value=declare]").count():
            break
        else:
            choice = page.locator("#compose .next input[type=radio]:enabled")
            if choice.count() and not page.locator("#compose .next input[type=radio]:checked").count():
                choice.first.locator("xpath=..").click()
            else:
                page.click("#compose button.go")
        page.wait_for_timeout(120)
    shot(page, before or act)
    page.click("#compose button[value=declare]")
    page.wait_for_selector("#compose", state="detached")


def answer(page: Page) -> None:
    """Answer what a page is asked with what is proposed."""
    ask = page.locator("#p-prompt [data-asked]").first
    asked = ask.get_attribute("id")
    ask.locator("button[type=submit]").last.click()
    page.wait_for_selector(f'[id="{asked}"]', state="detached")


def offered(page: Page, name: str) -> bool:
    """Whether a pick is on the page."""
    return bool(page.locator(f"#compose [data-pick={name}], #compose [name='args.{name}']").count())


def is_picked(page: Page, name: str, value: Any) -> bool:
    """Whether a pick stands as wished."""
    if page.locator(f"#compose textarea[name='args.{name}']").count():
        return page.locator(f"#compose textarea[name='args.{name}']").input_value() == value
    inputs = f"#compose input[name^='args.{name}'][value='{value}']"
    return bool(page.locator(f"{inputs}:checked, {inputs}[type=hidden]").count())


def pick(page: Page, name: str, value: Any) -> None:
    """Pick one value."""
    text = page.locator(f"#compose textarea[name='args.{name}']")
    if text.count():
        text.fill(value)
        text.blur()
        return
    radio = page.locator(f"#compose input[name^='args.{name}'][value='{value}']")
    if radio.count():
        radio.first.locator("xpath=..").click()
    else:
        page.locator(f"#compose a[data-query*='args.{name}={value}']").first.click()


# the evenings --------------------------------------------------------------------------------------------------------


def test_the_icehouse_to_its_good_end_over_a_restart(own_server: Server, visit: Callable[..., Page]) -> None:
    evening = Evening(own_server, visit, "氷室の夜")
    for page in evening.pages:
        tab(page, "hand")
    shot(evening.gm, "start-gm")
    shot(evening.players["pc_nagi"], "start-player")
    declare(evening.gm, "begin_exploration")
    evening.told("一行は足を踏み入れた")
    for card, one in ROUTE.items():
        if card == "counting":
            two_fights(evening)
            rest_over_a_restart(evening)
        if card not in HONEST:
            evening.favour(card)
        evening.take(card, one)
        for page, name in ((evening.gm, "gm"), (evening.players["pc_nagi"], "player")):
            tab(page, "stage")
            shot(page, f"after-{card}-{name}")
    evening.told("春が来る")
    assert evening.world.ending == "spring"
    for page, name in ((evening.gm, "gm"), (evening.players["pc_nagi"], "player")):
        shot(page, f"epilogue-log-{name}")
        tab(page, "hand")
        assert violations(page) == []
        shot(page, f"epilogue-hand-{name}")


def two_fights(evening: Evening) -> None:
    """A fight in a few rolls, and a full one that leaves a body."""
    declare(evening.gm, "bring_monster", monster="ember_pup", style="short")
    for page in evening.pages:
        tab(page, "stage")
    shot(evening.players["pc_miu"], "fight")
    evening.settle()
    declare(evening.gm, "bring_monster", monster="snow_hound", style="full")
    shot(evening.gm, "battle")
    evening.settle()
    assert evening.world.bodies


def rest_over_a_restart(evening: Evening) -> None:
    """A rest asks everybody at once; the server is killed when two have answered."""
    nagi, gald, miu = evening.players.values()
    evening.mend(evening.world)
    tp = evening.world.tp
    evening.edit("pcs.pc_gald.hp", 9)
    declare(nagi, "rest")
    for page in (nagi, gald, miu):
        page.wait_for_selector("#p-prompt [data-asked]")
    shot(miu, "rest-asked")
    answer(nagi)
    answer(gald)
    assert evening.world.tp == tp
    evening.server.kill()
    evening.server.start()
    for page in evening.pages:
        page.wait_for_selector("body[data-live=yes]")
    expect(miu.locator("#p-prompt [data-asked]")).to_have_count(1)
    expect(nagi.locator("#p-prompt [data-asked]")).to_have_count(0)
    shot(nagi, "rest-waiting")
    miu.locator("#p-prompt [data-pick=bodies] label.chip").click()
    answer(miu)
    evening.told("一行は腰を下ろし")
    nagi.wait_for_selector("#p-prompt .wait", state="detached")
    assert evening.world.tp == tp + 1
    assert all(body.done for body in evening.world.bodies.values())


def test_the_icehouse_to_its_bad_end(own_server: Server, visit: Callable[..., Page]) -> None:
    evening = Evening(own_server, visit, "雪どけの夜")
    declare(evening.gm, "begin_exploration")
    declare(evening.gm, "event_tp", delta=3, reason="入口で道具をそろえた")
    declare(evening.players["pc_gald"], "rest")
    for page in evening.players.values():
        page.wait_for_selector("#p-prompt [data-asked]")
        answer(page)
    evening.told("氷室が泣きだす")
    shot(evening.players["pc_gald"], "threshold-4")
    assert all(evening.world.pcs[one].hp < evening.world.pcs[one].hp_max for one in PARTY)
    declare(evening.gm, "event_tp", delta=4, reason="水が引くのを待った")
    evening.told("雪どけ")
    assert evening.world.ending == "thaw"
    shot(evening.players["pc_nagi"], "thaw")

"""Values changed from the chat: `:HP-5` and its kin as players send them, at a table without any book."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import JSON, Server, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PALETTE = "//命中=5\n//空=\n2d6+{命中}+{空} 命中力\n半減 k10[13]+8//\n:HP-5\n:HP+\n:HP-1d6 痛い\n2d6+{ない} だめ"


@pytest.fixture
def table(server: Server) -> Table:
    """Luka of the first player, and two slimes of the GM's."""
    made = server.open(book="free", scenario="", players=2)
    for seat in ("p1", "p2"):
        made.ok(seat, "sit", name=f"{seat}さん")
    made.ok("gm", "set_dice", system="SwordWorld2.0")
    made.ok("p1", "add", name="試作のルカ", kind="characters", numbers={"HP": 24, "MP": 10})
    for name, life in (("スライム", 10), ("スライムキング", 50)):
        made.ok("gm", "add", name=name, kind="characters", numbers={"HP": life})
    made.ok("p1", "set_palette", entity=luka(made), text=PALETTE)
    return made


def luka(table: Table) -> str:
    found = re.search(r'data-entity="(\w+)"', table.page("p1"))
    assert found is not None
    return found[1]


def say(table: Table, seat: str, text: str, **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = table.do(seat, "say", text=text, channel="in", **more).json()
    return told


def story(table: Table, seat: str = "p2") -> str:
    """What a seat reads, without the times."""
    return re.sub(r"^\[\d{4}-[^\]]*\] ", "", table.story(seat), flags=re.M)


def last(table: Table, seat: str = "p2") -> str:
    """The last line that a seat reads."""
    return [line for line in story(table, seat).splitlines() if line][-1]


class TestLines:
    """What the chat makes of lines."""

    def test_a_change_is_told_as_players_know_it(self, table: Table) -> None:
        assert say(table, "p1", "：ＨＰ－５　痛い") == {"ok": True}
        assert last(table) == "[ 試作のルカ ] HP : 24 → 19 痛い"
        assert say(table, "p1", ":HP+99L MP-2") == {"ok": True}
        assert story(table).endswith("[ 試作のルカ ] HP : 19 → 24\n[ 試作のルカ ] MP : 10 → 8\n")

    @pytest.mark.parametrize(
        ("line", "now"), [("：ＨＰ＝１２", 12), (":HP=1,320", 1320), (":HP\u22122", 22), (":HP+３", 27)]
    )
    def test_numbers_as_people_type_them(self, table: Table, line: str, now: int) -> None:
        assert say(table, "p1", line) == {"ok": True}
        assert last(table) == f"[ 試作のルカ ] HP : 24 → {now}"

    @pytest.mark.parametrize("line", [":)", ":D-ランド", ":3-4人で", "12:30-13:00 まで", "@ルカ: やあ"])
    def test_talk_stays_talk(self, table: Table, line: str) -> None:
        assert say(table, "p1", line) == {"ok": True}
        assert last(table) == f"試作のルカ「{line}」"

    def test_a_whole_file_as_one_post_is_folded(self, table: Table) -> None:
        text = "\n".join(f"{n}行目" for n in range(1500))
        assert say(table, "p1", text) == {"ok": True}
        shown = re.search(r'<li [^>]*class="said in.*?</li>', table.page("p2"), re.S)
        assert shown is not None
        assert '<details class="post">' in shown[0]
        assert shown[0].index("1499行目") > shown[0].index("<details")
        assert "1499行目" in table.story("p2")

    def test_rolled_amounts_show_their_dice(self, table: Table) -> None:
        assert say(table, "p1", ":HP-1d6") == {"ok": True}
        told = re.search(r"\(1D6\) ＞ (\d)\n\[ 試作のルカ \] HP : 24 → (\d+)", story(table))
        assert told is not None
        assert int(told[2]) == 24 - int(told[1])
        assert say(table, "p1", ":HP-k20[10]+5") == {"ok": True}
        assert "KeyNo.20c[10]+5" in story(table)

    def test_names_are_filled_in_for_dice_and_talk(self, table: Table) -> None:
        assert say(table, "p1", "2d6+{命中}+{空} 命中力")["hint"] == "empty_names"
        assert re.search(r": 2d6\+5\+0 命中力\n.*\(2D6\+5\+0\)", story(table))
        say(table, "p1", "残りは{HP}だ")
        assert last(table) == "試作のルカ「残りは24だ」"
        say(table, "p1", "k10[13]+8// 半減")
        assert "/2 ＞" in story(table) or "自動的失敗" in story(table)

    def test_nothing_with_an_unknown_name_is_posted_as_a_roll(self, table: Table) -> None:
        before = story(table)
        told = say(table, "p1", "2d6+{ない} だめ")
        assert (told["refused"], "{ない}" in told["text"]) == ("palette_missing", True)
        assert story(table) == before

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            (":XX-1", "no_such_value"),
            (":HP+", "change_needs_amount"),
            (":HP-2d6>=7", "no_number"),
            (":HP=12.5", "no_number"),
            (":HP=1e3", "no_number"),
            (":HP-たくさん", "no_number"),
            (":HP-201d6", "too_many_at_once"),
            ("@スライム:HP-1", "not_yours"),
            ("@だれか:HP-1", "no_such_name"),
            (":HP=9999999", "bad_edit"),
        ],
    )
    def test_refused_in_words(self, table: Table, line: str, reason: str) -> None:
        told = say(table, "p1", line)
        assert told["refused"] == reason
        assert told["text"] != told["refused"]
        assert "→" not in last(table)

    def test_secret_changes_there_are_none(self, table: Table) -> None:
        assert say(table, "p1", ":HP-5", secret=True)["refused"] == "only_dice_are_secret"

    def test_sent_twice_counts_once(self, table: Table) -> None:
        for _ in range(2):
            assert say(table, "p1", ":HP-5", token="t1") == {"ok": True}
        assert last(table) == "[ 試作のルカ ] HP : 24 → 19"

    def test_a_player_takes_it_back(self, table: Table) -> None:
        say(table, "p1", ":HP-30 MP-3")
        number = re.findall(r'<form class="palette-last".*?name="to:int" value="(\d+)"', table.page("p1"))[0]
        form = {"do": "undo", "to:int": number}
        assert table.http.post(table.seats["p1"] + "/do", data=form, headers=JSON).status_code == 200
        say(table, "p1", "{HP}と{MP}")
        assert last(table) == "試作のルカ「24と10」"

    def test_the_gm_changes_anybody(self, table: Table) -> None:
        assert say(table, "gm", "@スライム:HP-3") == {"ok": True}
        assert last(table) == "[ スライム ] HP : 10 → 7"
        told = say(table, "gm", "@スラ:HP-3")
        assert (told["refused"], told["fits"]) == ("which_name", ["スライム", "スライムキング"])
        assert say(table, "gm", "@ルカ:HP^+6") == {"ok": True}
        assert last(table).startswith("[ 試作のルカ ] HP")

    def test_what_is_hidden_changes_unseen(self, table: Table) -> None:
        table.ok("gm", "add", name="影", kind="characters", numbers={"HP": 10})
        shadow = re.search(r'href="[^"]*/entity/(\w+)"[^>]*>影<', table.page("gm"))
        assert shadow is not None
        table.ok("gm", "edit", path=f"characters.{shadow[1]}.hidden", to=True)
        bare = re.compile(r'name="token" value="[^"]*"')
        before, told = bare.sub("", table.page("p2")), story(table)
        assert say(table, "gm", "@影:HP-1d6 ひそかに") == {"ok": True}
        assert "ひそかに" in story(table, "gm")
        assert story(table) == told
        assert bare.sub("", table.page("p2")) == before


# in a browser --------------------------------------------------------------------------------------------------------


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a seat's page; no page may log an error."""
    contexts, errors = [], []

    def opened(table: Table, seat: str, width: int) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 780}, locale="ja-JP")
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url + table.seats[seat])
        page.wait_for_selector("body[data-live=yes]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def test_damage_on_a_phone(table: Table, visit: Callable[..., Page]) -> None:
    page, other = visit(table, "p1", 390), visit(table, "p2", 390)
    for one in (page, other):
        one.locator("label:has(#tab-log)").click()
    page.locator("#palette > summary").click()
    page.click(".pline:has(code:text-is(':HP-5')) .go")
    other.wait_for_selector("#log >> text=[ 試作のルカ ] HP : 24 → 19")
    page.click(".pline:has(code:text-is(':HP+')) .line")
    assert page.input_value("#say-text") == ":HP+"
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    other.wait_for_selector("#log >> text=[ 試作のルカ ] HP : 19 → 21")
    page.click(".palette-last >> nth=0 >> button")
    page.wait_for_selector("#log .undone:has-text('19 → 21')")
    page.click(".palette-last:has-text('24 → 19') button")
    page.wait_for_selector(".palette-last", state="detached")
    page.click(".pline:has-text('だめ') .go")
    page.wait_for_selector(".palette-lines .refused:has-text('{ない}')")


def test_the_gm_is_asked_which_one(table: Table, visit: Callable[..., Page]) -> None:
    page = visit(table, "gm", 1280)
    page.fill("#say-text", "@スラ:HP-3")
    page.click("#say .send")
    page.click("#say .refused button:has-text('スライムキング')")
    page.wait_for_selector("#log >> text=[ スライムキング ] HP : 50 → 47")
    assert page.input_value("#say-text") == ""

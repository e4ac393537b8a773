"""A line of chat: rolled, changed, or said; secret rolls in every page, stream and export."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.conftest import JSON, Server, Table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("chat") / "data").start()
    yield started
    started.stop()


@pytest.fixture
def table(server: Server) -> Table:
    return server.open().seated()


def hinted(table: Table, seat: str, text: str, **more: Any) -> str:
    """What the sender is hinted at, "" for nothing."""
    answer = table.do(seat, "say", text=text, **more)
    assert answer.status_code == 200, answer.text
    return str(answer.json().get("hint", ""))


# rolls ---------------------------------------------------------------------------------------------------------------


def test_a_line_that_is_a_command_is_rolled(table: Table) -> None:
    told = table.do("p1", "say", text="２Ｄ６＋３ 剣で殴る").json()
    assert (told["ok"], len(told["roll"]["rands"])) == (True, 2)
    story = table.story("w1")
    assert re.search(r"p1さん: ２Ｄ６＋３ 剣で殴る\nDiceBot : \(2D6\+3\) ＞ \d+\[\d,\d\]\+3 ＞ \d+", story)
    page = table.page("w1")
    assert 'class="d6 f' in page
    assert "DiceBot" in page


def test_the_system_of_the_table_or_of_the_line(table: Table) -> None:
    assert hinted(table, "p1", "K20+5") == "not_this_system"
    table.ok("p1", "say", text="K20+5", system="SwordWorld2.5")
    assert "ソード・ワールド2.5 : KeyNo.20" in table.story("p2")
    assert table.refused("p1", "set_dice", system="SwordWorld2.0") == "not_the_gm"
    assert table.refused("gm", "set_dice", system="アリアンロッド99") == "no_such_system"
    assert table.refused("p1", "say", text="2d6", system="x") == "no_such_system"
    table.ok("gm", "set_dice", system="SwordWorld2.0")
    table.ok("p1", "say", text="ｋ２０［１０］＋７")
    assert "ソード・ワールド2.0 : KeyNo.20" in table.story("p2")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("今度こそ 2d6+3", "not_at_the_head"),
        ("$ポーション+K20", "not_at_the_head"),
        ("2d6+3今度こそ", "not_at_the_head"),
        ("k20", "not_this_system"),
        ("１００年前の話", ""),
        ("https://example.org/2d6", ""),
        ("やあ", ""),
    ],
)
def test_a_dry_hint_to_the_sender_alone(table: Table, text: str, hint: str) -> None:
    before = table.page("p2").count("<li id=")
    assert hinted(table, "p1", text) == hint
    page = table.page("p2")
    assert page.count("<li id=") == before + 1
    assert "tossed" not in page
    assert text in table.story("p2")


def test_a_refused_roll_leaves_nothing(table: Table) -> None:
    before = table.story("gm")
    for text, why in (
        ("0D6", "no_dice"),
        ("201D6", "too_many_at_once"),
        ("1D10001", "too_many_sides"),
        ("x101 2D6", "bad_repeat"),
        ("x10 x10 2D6", "nested_repeat"),
        ("x51 200D6", "too_many_dice"),
        ("2D6" + "+1" * 20_000, "command_too_long"),
        ("2R6[>=1]>=1", "dice_said"),
    ):
        start = time.monotonic()
        assert table.refused("p1", "say", text=text) == why
        assert time.monotonic() - start < 2
    assert table.story("gm") == before


def test_ten_thousand_dice_and_back(table: Table) -> None:
    table.ok("p1", "say", text="x50 200D6")
    line = table.story("p2").rsplit("p1さん: x50 200D6", 1)[1]
    assert len(re.findall(r"#\d+\n", line)) == 50
    assert 'value="50"' in table.page("p2")


def test_a_double_tap_is_one_roll(table: Table) -> None:
    table.ok("p1", "say", text="2D6", token="t1")
    table.ok("p1", "say", text="2D6", token="t1")
    assert table.story("p2").count("p1さん: 2D6") == 1


def test_others_talk_while_a_roll_runs(table: Table) -> None:
    table.ok("gm", "set_dice", system="SwordWorld2.0")
    stop, slowest = threading.Event(), [0.0]

    def hammer() -> None:
        with httpx.Client(base_url=table.http.base_url, timeout=60) as http:
            while not stop.is_set():
                for text in ("x100 K100@3", "2D6" + "+1" * 20_000):
                    http.post(f"{table.seats['p1']}/do", json={"do": "say", "text": text}, headers=JSON)

    thread = threading.Thread(target=hammer)
    thread.start()
    try:
        for n in range(30):
            start = time.monotonic()
            table.ok("p2", "say", text=f"ひとこと{n}")
            slowest[0] = max(slowest[0], time.monotonic() - start)
    finally:
        stop.set()
        thread.join()
    assert slowest[0] < 1
    table.ok("p2", "say", text="2D6")


@pytest.mark.parametrize("text", ["👩‍👩‍👧‍👦", "𠮷野家", "🇯🇵🇯🇵", "🎲CF+3"])
def test_signs_of_every_kind_go_through(table: Table, text: str) -> None:
    table.ok("p1", "say", text=f"choice[{text},{text}] {text}")
    assert f"p1さん: choice[{text},{text}] {text}\nDiceBot : (choice[{text},{text}]) ＞ {text}\n" in table.story("p2")
    assert f"{text} (choice[" in table.page("p2", "/export.ccfolia.html")
    assert hinted(table, "p1", text) in ("", "not_at_the_head")


def test_one_instant_on_page_and_in_exports(table: Table) -> None:
    table.ok("p1", "say", text="2D6 いま")
    line = next(line for line in re.findall(r"<li id=.*?</li>", table.page("p2")) if "2D6 いま" in line)
    told = re.search(r'datetime="([^"]+)Z" title="([^"]+)"', line)
    assert told
    at = datetime.fromisoformat(told[1]).replace(tzinfo=UTC).astimezone(timezone(timedelta(hours=9)))
    assert told[2] == f"{at:%Y-%m-%d %H:%M} UTC+09:00"
    assert f"[{at:%Y-%m-%d %H:%M:%S}] p1さん: 2D6 いま" in table.story("p2")
    assert "UTC+9" in table.story("p2")
    assert f'datetime="{told[1]}Z" title="{told[2]}"' in table.page("p2", "/export.html")


MESSAGE = re.compile(
    r'<p style="color:(#[0-9a-f]{6});">\n  <span> \[(\w+)\]</span>\n  <span>([^<]*)</span> :\n'
    r"  <span>\n    (.*)\n  </span>\n</p>"
)


def test_the_log_as_ccfolia_saves_it(table: Table) -> None:
    table.ok("p1", "say", text="2d6+5>=2 <b>命中</b>", channel="in", name="凛")
    table.ok("p1", "say", text="やあ", channel="out")
    table.ok("p1", "say", text="S2d6 罠")
    saved = table.page("p1", "/export.ccfolia.html")
    messages = MESSAGE.findall(saved)
    assert saved.count("<p style=") == len(messages)
    spoken = [(tab, name, text) for _, tab, name, text in messages if name != "system"]
    assert [one[:2] for one in spoken] == [("main", "凛"), ("other", "p1さん"), ("secret", "p1さん")]
    assert re.fullmatch(
        r"2d6\+5&gt;=2 &lt;b&gt;命中&lt;/b&gt; \(2D6\+5&gt;=2\) ＞ \d+\[\d,\d\]\+5 ＞ \d+ ＞ 成功", spoken[0][2]
    )
    assert "罠" not in table.page("gm", "/export.ccfolia.html")


# names and changes ---------------------------------------------------------------------------------------------------


def test_names_are_filled_in(table: Table) -> None:
    table.ok("p1", "set_palette", entity="rin", text="//修正=+2")
    table.ok("p1", "say", text="2d6+{修正}+{格闘} 攻撃", channel="in", name="凛")
    assert re.search(r"凛: 2d6\+2\+13 攻撃\nDiceBot : \(2D6\+2\+13\) ＞", table.story("p2"))
    assert table.refused("p1", "say", text="2d6+{なにか}", channel="in", name="凛") == "palette_missing"
    assert hinted(table, "p1", "{なにか}はただの言葉") == ""
    assert "{なにか}はただの言葉" in table.story("p2")


def test_a_value_changes_by_what_is_rolled(table: Table) -> None:
    table.ok("gm", "say", text=":体力-1d1 痛い", channel="in", name="凛")
    story = table.story("p2")
    assert re.search(r"DiceBot : \(1D1\) ＞ 1", story)
    assert "7 → 6" in story
    table.ok("gm", "undo", to=table.line("gm", "edited"))
    assert table.refused("gm", "say", text=":体力-1", channel="in", name="凛", secret=True) == "only_dice_are_secret"
    assert table.refused("gm", "say", text=":体力-S1d6", channel="in", name="凛") == "no_number"
    assert table.refused("gm", "say", text=":なぞ-1d6", channel="in", name="凛") == "no_such_value"
    assert table.story("p2").count("DiceBot") == 1


# charts --------------------------------------------------------------------------------------------------------------

CHART = "空もよう\n１Ｄ６\n1:晴れ\n２：くもり\n3:霧\n4:雨\n5:風\n6:雪"


def test_a_chart_of_the_table(table: Table) -> None:
    assert table.refused("p1", "put_chart", text=CHART) == "not_the_gm"
    assert table.refused("gm", "put_chart", text="空もよう\n1D6\n1:晴れ") == "no_chart"
    assert table.refused("gm", "put_chart", text="") == "no_chart"
    table.ok("gm", "put_chart", text=CHART)
    assert "空もよう" in table.page("gm", "/dice")
    table.ok("p1", "say", text="空もよう 明日は？")
    assert re.search(r"卓の表 : 空もよう\(\d\) ＞ (晴れ|くもり|霧|雨|風|雪)", table.story("p2"))
    table.ok("p1", "say", text="空もようを見る")
    assert table.story("p2").count("卓の表 : ") == 1
    table.ok("p1", "say", text="S空もよう")
    assert table.story("p2").count("卓の表 : ") == 1
    assert table.refused("gm", "drop_chart", name="ない表") == "no_such_chart"
    table.ok("gm", "drop_chart", name="空もよう")
    table.ok("p1", "say", text="空もよう")
    assert table.story("p1").count("卓の表 : ") == 2


# secret dice ---------------------------------------------------------------------------------------------------------

SECRET = re.compile(r"\d{5,}")


def everything(table: Table, seat: str) -> str:
    """All that a seat can get."""
    pages = [table.page(seat), table.page(seat, "/lines", before="1000"), table.page(seat, lang="en")]
    exports = [table.page(seat, f"/export.{kind}") for kind in ("txt", "html", "ccfolia.html")]
    with table.http.stream("GET", f"{table.seats[seat]}/events", params={"after": "0"}) as stream:
        frames = ""
        for chunk in stream.iter_text():
            frames += chunk
            if '"t":"ready"' in frames:
                break
    return "\n".join((*pages, *exports, frames))


@pytest.mark.parametrize("way", [{"text": "S1D10000"}, {"text": "1D10000", "secret": True}, {"text": "Sx2 1D10000"}])
def test_a_secret_roll_is_for_the_roller(table: Table, way: dict[str, Any]) -> None:
    table.ok("p1", "say", **way)
    told = re.findall(r"DiceBot : (?:#1\n)?\(1D10000\) ＞ (\d+)", table.story("p1"))
    assert len(told) == 1
    assert "シークレット" in table.story("p1")
    for seat in ("p2", "w1", "gm"):
        got = everything(table, seat)
        assert "p1さんがシークレットダイスを振りました" in got
        assert "1D10000" not in got
        assert f"＞ {told[0]}" not in got
    assert f"＞ {told[0]}" in everything(table, "p1")


def test_the_gm_sees_secret_rolls_where_the_table_says_so(table: Table) -> None:
    table.ok("p1", "say", text="S1D10000 まえ")
    table.ok("gm", "set_dice", system="DiceBot", gm=True)
    assert "本人とGMに見えます" in table.story("p2")
    table.ok("p1", "say", text="S1D10000 あと")
    table.ok("gm", "say", text="S1D10000 GMの")
    gm = everything(table, "gm")
    assert "1D10000 まえ" not in gm
    assert "S1D10000 あと" in gm
    assert "S1D10000 GMの" in gm
    assert "1D10000" not in everything(table, "p2") + everything(table, "w1")
    assert "GMの" not in everything(table, "p1")


def test_reveal_once_with_both_times(table: Table, server: Server) -> None:
    table.ok("p1", "say", text="S1D10000 罠を疑う")
    line = table.line("p1", "dice tossed secret")
    assert table.refused("p2", "reveal", of=line) == "nothing_to_reveal"
    assert table.refused("gm", "reveal", of=line) == "nothing_to_reveal"
    table.ok("p1", "reveal", of=line)
    assert table.refused("p1", "reveal", of=line) == "nothing_to_reveal"
    value = re.findall(r"\(1D10000\) ＞ (\d+)", table.story("p1"))[0]
    for seat in ("p1", "p2", "w1", "gm"):
        page = table.page(seat)
        shown = next(line for line in re.findall(r"<li id=.*?</li>", page) if "シークレットダイスを公開" in line)
        assert f"{value}</b>" in shown
        assert len(re.findall(r"<time ", shown)) == 2
    assert 'form="reveal"' not in table.page("p1")


def test_a_secret_roll_lasts_over_a_restart_and_undo(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    table = server.open().fighting()
    table.ok("p1", "say", text="S1D10000")
    value = re.findall(r"\(1D10000\) ＞ (\d+)", table.story("p1"))
    table.ok("gm", "undo", to=table.line("gm", "act"))
    server.kill()
    server.start()
    assert re.findall(r"\(1D10000\) ＞ (\d+)", table.story("p1")) == value
    assert "1D10000" not in table.story("gm")
    table.ok("p1", "reveal", of=table.line("p1", "dice tossed secret"))
    assert re.findall(r"\(1D10000\) ＞ (\d+)", table.story("w1")) == value
    server.stop()


def test_what_was_meant_to_be_secret_and_is_no_roll_is_not_said(table: Table) -> None:
    before = table.story("p2")
    assert table.refused("p1", "say", text="秘密の話", secret=True) == "only_dice_are_secret"
    assert table.refused("p1", "say", text="2d6+3罠", secret=True) == "only_dice_are_secret"
    assert table.story("p2") == before


# for tools -----------------------------------------------------------------------------------------------------------


def test_rolls_in_the_manner_of_bcdice_api(table: Table) -> None:
    http = table.http
    assert http.get("/v2/version").json()["bcdice"]
    listed = http.get("/v2/game_system").json()["game_system"]
    assert {"id": "SwordWorld2.0", "name": "ソード・ワールド2.0", "sort_key": "そおとわあると2.0"} in listed
    told = http.get("/v2/game_system/SwordWorld2.0").json()
    assert (told["ok"], "威力" in told["help_message"]) == (True, True)
    rolled = http.get("/v2/game_system/SwordWorld2.0/roll", params={"command": "K20+5"})
    assert rolled.headers["access-control-allow-origin"] == "*"
    assert set(rolled.json()) == {"ok", "text", "secret", "success", "failure", "critical", "fumble", "rands"}
    assert set(rolled.json()["rands"][0]) == {"kind", "sides", "value"}
    posted = http.post("/v2/game_system/DiceBot/roll", data={"command": "choice[a,a]"})
    assert posted.json()["text"] == "(choice[a,a]) ＞ a"
    chart = http.post("/v2/original_table", json={"table": CHART}).json()
    assert (set(chart), chart["text"][:4]) == ({"ok", "text", "rands"}, "空もよう")
    for path, why in (
        ("/v2/game_system/x", "unsupported game system"),
        ("/v2/game_system/x/roll?command=2d6", "unsupported game system"),
        ("/v2/game_system/DiceBot/roll?command=やあ", "unsupported command"),
        ("/v2/game_system/DiceBot/roll", "unsupported command"),
        ("/v2/original_table?table=x", "unsupported table"),
    ):
        answer = http.get(path)
        assert (answer.status_code, answer.json()) == (400, {"ok": False, "reason": why})
    assert http.get("/v2/game_system/DiceBot/roll?command=201D6").status_code == 400


def test_help_pages(table: Table) -> None:
    page = table.http.get("/dice/SwordWorld2.0").text
    assert "レーティング表" in page
    assert len(re.findall(r"<li><a href=\"/dice/", page)) == 294
    found = table.http.get("/dice", params={"q": "ソード ２．５"}).text
    assert re.findall(r"<li><a href=\"/dice/([^\"]+)\"", found)[0] == "SwordWorld2.5"
    assert table.http.get("/dice/x").status_code == 404

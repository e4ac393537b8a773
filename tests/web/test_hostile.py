"""Hostile and careless input: clear words, no trace, nothing half-written, nobody else disturbed."""

from __future__ import annotations

import json
import re
import subprocess
import time
from html.parser import HTMLParser
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import expect

from takusen.store import SqliteStore
from tests.web.conftest import JSON, PROGRAM, Server, Table

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

FAMILY = "👩‍👩‍👧‍👦"
SCRIPT = "<script>alert(1)</script>"
ATTACKS = (
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "</script><script>alert(1)</script>",
    "</textarea></title></style><svg/onload=alert(1)>",
    "{{7*7}}${7*7}<%= 7*7 %>",
    "javascript:alert(1)",
    'https://example.com/"onmouseover=alert(1)//',
)


@pytest.fixture
def table(server: Server) -> Table:
    """A table with three players."""
    return server.open().seated()


class Elements(HTMLParser):
    """What stands on a page that we never write: scripts without an address, pictures, handlers, odd addresses."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.odd: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        given = dict(attrs)
        script = tag == "script" and "src" not in given and given.get("type") != "application/json"
        if script or tag in ("img", "iframe", "object", "embed") or any(name.startswith("on") for name in given):
            self.odd.append(self.get_starttag_text() or tag)
        if (given.get("href") or "").lower().startswith("javascript:"):
            self.odd.append(given["href"] or "")


def name_of(table: Table, seat: str) -> str:
    """The name under which a seat is shown to itself."""
    found = re.search(r'name="name" maxlength="\d+" required value="([^"]*)"', table.page(seat))
    assert found is not None
    return found[1]


# texts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [SCRIPT, *ATTACKS])
def test_markup_in_names_and_texts_is_only_text(table: Table, text: str) -> None:
    table.ok("p1", "sit", name=text[:40])
    table.ok("p1", "say", text=text, channel="in", name=text[:40])
    table.ok("p1", "say", text=f"2d6 {text.replace(chr(123), chr(40))}")
    table.ok("gm", "edit", path="fighters.rin.name", to=text)
    table.ok("gm", "edit", path="fighters.rin.note", to=text)
    table.ok("gm", "edit", path="scenes.quay.title", to=text)
    table.ok("gm", "declare", act="enter_scene", args={"scene": "quay"}, line=text)
    table.ok("gm", "read", name="attack_compare", value="hits", reason=text)
    for seat in ("gm", "p2", "w1"):
        for path in ("", "/export.html", "/lines?before=99"):
            page = table.http.get(table.seats[seat] + path).text
            assert Elements(page).odd == []
            assert "{{7*7}}" in page or "{{7*7}}" not in text


@pytest.mark.parametrize(
    "name", [FAMILY * 40, "𠮷野家", "はﾟ" * 20, "🇯🇵" * 40, "👍🏽" * 40, "한국어 이름", "神﨑 陽", "e\u0301" * 40]
)
def test_names_count_what_one_sees_and_stay_whole(table: Table, name: str) -> None:
    table.ok("p1", "sit", name=name)
    shown = name_of(table, "p1")
    assert shown == (name if not name.startswith("e") else "é" * 40)
    assert shown in table.story("w1")
    assert table.refused("p1", "sit", name=name + "長" * 41) == "too_long"
    assert name_of(table, "p1") == shown


def test_a_name_of_one_letter_and_a_thousand_marks_is_refused(table: Table) -> None:
    assert table.refused("p1", "sit", name="Z" + "\u0301" * 1000) == "too_long"


def test_marks_that_turn_the_text_and_nuls_are_dropped(table: Table) -> None:
    table.ok("p1", "sit", name="\u202eלוי\u0000\u0007\u2066 アリ\u200f")
    assert name_of(table, "p1") == "לוי アリ"
    table.ok("p1", "say", text="行\u0000く\u001b[31m\r\nぞ")
    assert "\u0000" not in table.story("w1")
    assert "\u001b" not in table.page("w1")


def test_what_is_named_in_a_refusal_is_short_and_whole(table: Table) -> None:
    told = table.do("p1", "declare", act="attack", args={"attacker": FAMILY * 500}).json()
    assert len(told["text"]) < 1000
    told = table.http.get(f"{table.seats['p1']}/compose", params={"typed": "！" + FAMILY * 60}, headers=JSON).json()
    assert told["text"].count(FAMILY) <= 40
    assert told["text"].replace(FAMILY, "").count("👩") == 0


# sizes ---------------------------------------------------------------------------------------------------------------


def test_a_quarter_of_a_megabyte_of_talk(server: Server, table: Table) -> None:
    began = time.monotonic()
    told = table.do("p1", "say", text="あ" * 83_000).json()
    assert (told["refused"], "65,000" in told["text"]) == ("too_long", True)
    assert table.do("p1", "say", text="x" * 250_000).status_code == 409
    form = server.http.post(f"{table.seats['p1']}/do", data={"do": "say", "text": "あ" * 250_000}, headers=JSON)
    assert (form.status_code, form.json()["refused"]) == (422, "too_long")
    big = server.http.post(f"{table.seats['p1']}/do", content=b"x" * 5_000_000, headers=JSON)
    assert big.status_code == 422
    table.ok("p1", "say", text="行\n" * 10_000)
    table.ok("p2", "say", text="だいじょうぶ？")
    assert time.monotonic() - began < 5
    assert "だいじょうぶ？" in table.story("w1")


def test_huge_numbers(table: Table) -> None:
    huge = 10**30
    args = {"attacker": "rin", "target": "fog_monk", "traits": [], "skill": "格闘", "force": huge}
    raw = '{"do":"edit","path":"fighters.rin.life","to":%s}'
    for value in (str(huge), "-99999999999999999999", "1e400", "1.5", "999999999999"):
        answer = table.http.post(
            f"{table.seats['gm']}/do", content=raw % value, headers={**JSON, "content-type": "application/json"}
        )
        assert answer.status_code in (409, 422), answer.text
    for do, fields in (
        ("declare", {"act": "attack", "args": args}),
        ("reveal", {"of": 10**18}),
        ("undo", {"to": 2**62}),
        ("amend", {"to": -5, "text": "x"}),
        ("say", {"text": f"3D{2**60}"}),
    ):
        assert table.do("p1", do, **fields).status_code in (409, 422)
    for text, count in (("１０", 10), ("+3", 3), ("　２　", 2)):
        form = {"do": "edit", "path": "fighters.rin.life", "to:int": text}
        assert table.http.post(f"{table.seats['gm']}/do", data=form, headers=JSON).status_code == 200
        assert f"→ {count}" in table.story("gm")
    for text in ("12.5", "1e3", "", "--5", "1+2", "1,2", "0x10", "9" * 400, "−"):
        form = {"do": "undo", "to:int": text}
        answer = table.http.post(f"{table.seats['p1']}/do", data=form, headers=JSON)
        assert (answer.status_code, answer.json()["refused"]) == (422, "not_a_number"), text


def test_deep_and_wide_bodies(table: Table) -> None:
    address = f"{table.seats['p1']}/do"
    bodies = [
        b'{"do":"declare","act":"attack","args":{"attacker":' + b"[" * depth + b"]" * depth + b"}}"
        for depth in (20, 500, 900, 100_000)
    ]
    bodies += [
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"do":"say","text":"\\ud800"}',
        b'{"do":"say","text":"\xff"}',
        b"null",
        b'"x"',
        b"",
        b"\x00",
    ]
    for body in bodies:
        answer = table.http.post(address, content=body, headers={**JSON, "content-type": "application/json"})
        assert answer.status_code in (409, 422), (body[:40], answer.text)
    forms = [
        "a." * 20_000 + "b=1",
        "&".join(f"a{n}=1" for n in range(600)),
        "a=1&a.b=2",
        "a=1&a:list=2",
        "do:json=%5B%5B",
        "%ff=1",
        "do=say&text:int=x",
        "do:list=say",
        "=&=",
        "do=declare&act=attack&args=x",
    ]
    for form in forms:
        answer = table.http.post(
            address, content=form, headers={**JSON, "content-type": "application/x-www-form-urlencoded"}
        )
        assert answer.status_code in (409, 422), (form[:40], answer.text)
        page = table.http.get(table.seats["p1"] + "/compose?" + form[:50_000])
        assert page.status_code in (200, 422), (form[:40], page.text)


ODD_VALUES: tuple[Any, ...] = (None, True, 0, -1, 1.5, "", "x", [], ["x"], [[]], [{}], {}, {"a": 1})


def test_wrong_types_and_unknown_fields(server: Server, table: Table) -> None:
    for do in (
        "declare",
        "confirm",
        "withdraw",
        "answer",
        "decide",
        "abort",
        "restart",
        "overrule",
        "undo",
        "edit",
        "add",
        "take",
        "read",
        "autoplay",
        "say",
        "reveal",
        "set_dice",
        "put_chart",
        "drop_chart",
        "amend",
        "sit",
        "add_seat",
        "renew",
    ):
        assert table.do("p1", do, surprise=1).status_code == 422
    fields = {
        "declare": {
            "act": "attack",
            "args": {
                "attacker": "rin",
                "target": "fog_monk",
                "traits": ["怪力"],
                "against": [],
                "skill": "格闘",
                "force": 8,
            },
        },
        "overrule": {"seq": 5, "value": [1, 1]},
        "edit": {"path": "fighters.rin.life", "to": 3},
        "reveal": {"of": 1},
        "set_dice": {"system": "DiceBot", "gm": True},
        "put_chart": {"text": "表\n1D2\n1:あ\n2:い"},
        "drop_chart": {"name": "x"},
        "say": {"text": "x", "channel": "out", "name": "", "token": "", "system": "", "secret": False},
        "read": {"name": "attack_compare", "value": "hits"},
    }
    for do, good in fields.items():
        for name in good:
            for odd in ODD_VALUES:
                answer = table.do("gm", do, **{**good, name: odd})
                assert answer.status_code in (200, 409, 422), (do, name, odd, answer.text)
    table = server.open().fighting()
    good = fields["declare"]["args"]
    for name in good:
        for odd in ODD_VALUES:
            answer = table.do("p1", "declare", act="attack", args={**good, name: odd})
            if answer.status_code == 200:
                assert (name, odd) in (
                    ("traits", []),
                    ("against", []),
                    ("against", ""),
                    ("against", None),
                    ("against", 0),
                    ("against", {}),
                )
                table.settle()
                table.ok("gm", "undo", to=table.line("gm", "act"))
            else:
                assert answer.status_code in (409, 422), (name, odd, answer.text)
            compose = table.http.get(
                f"{table.seats['p1']}/compose", params={"act": "attack", "args:json": json.dumps({**good, name: odd})}
            )
            assert compose.status_code == 200, (name, odd, compose.text)


def test_answers_of_every_wrong_kind(server: Server) -> None:
    table = server.open().fighting()
    args = {"attacker": "rin", "target": "fog_monk", "traits": ["怪力"], "skill": "格闘", "force": 12}
    table.ok("p1", "declare", act="attack", args=args)
    while table.prompt("gm"):
        prompt, story = table.prompt("gm"), table.story("gm")
        for odd in (
            *ODD_VALUES,
            {"traits": "つかみどころがない", "skill": "絡みつく霧"},
            {"traits": [], "skill": [], "against": 1},
        ):
            answer = table.do("gm", "answer", prompt=prompt, answer=odd)
            assert answer.status_code in (409, 422), (odd, answer.text)
        for odd in (one for one in ODD_VALUES if one is not True):
            assert table.do("gm", "decide", prompt=prompt, depth=0, result=odd).status_code in (409, 422)
        assert table.story("gm") == story
        page = table.page("gm")
        proposed = re.search(r'name="answer:json" value="([^"]*)"', page)
        assert proposed is not None
        form = {"do": "answer", "prompt": prompt, "answer:json": proposed[1].replace("&#34;", '"')}
        table.http.post(f"{table.seats['gm']}/do", data=form)


# other people's things -----------------------------------------------------------------------------------------------


def test_forged_requests(server: Server) -> None:
    table = server.open().fighting()
    attack = {"attacker": "soma", "target": "fog_monk", "traits": [], "skill": "護身術", "force": 3}
    assert table.refused("p1", "declare", act="attack", args=attack) == "not_your_fighter"
    assert table.refused("p1", "declare", act="attack", args={**attack, "attacker": "fog_monk"}) == "not_your_fighter"
    assert table.refused("p1", "declare", act="attack", args={**attack, "attacker": "nobody"}) == "not_your_fighter"
    for act in ("start_fight", "end_fight", "rest", "enter_scene", "next_turn", "conclude"):
        assert table.refused("p1", "declare", act=act, args={}) == "not_the_gm"
    assert table.refused("gm", "declare", act="next_turn", args={}) == "not_the_gm"
    assert table.refused("p1", "declare", act="pass_turn", args={"actor": "rin", "extra": 1}) == "unknown_argument"
    assert table.refused("gm", "declare", act="pass_turn", args={"actor": "fog_monk"}) == "not_your_turn"
    table.ok("p1", "declare", act="pass_turn", args={"actor": "rin"})
    assert table.refused("p1", "declare", act="pass_turn", args={"actor": "rin"}) in ("already_acted", "not_your_turn")
    for do, fields in (
        ("decide", {"prompt": "x", "depth": 0, "result": "success"}),
        ("overrule", {"seq": 1, "value": [1]}),
        ("edit", {"path": "fighters.fog_monk.life", "to": 0}),
        ("add", {"name": "x"}),
        ("restart", {}),
        ("autoplay", {"entity": "rin", "policy": ""}),
        ("read", {"name": "attack_compare", "value": "hits"}),
        ("add_seat", {}),
        ("renew", {"seat": "gm"}),
        ("abort", {}),
    ):
        assert table.refused("p1", do, **fields) == "not_the_gm"


def test_a_key_opens_its_own_table_alone(server: Server) -> None:
    one, other = server.open(), server.open()
    key = one.seats["gm"].rpartition("/")[2]
    assert server.http.get(f"/t/{other.id}/{key}").status_code == 404
    assert server.http.post(f"/t/{other.id}/{key}/do", json={"do": "sit", "name": "x"}).status_code == 404


def test_odd_addresses(server: Server, table: Table) -> None:
    key = table.seats["gm"].rpartition("/")[2]
    for path in (
        "/t/../../etc/passwd/x",
        "/t/..%2f..%2fetc%2fpasswd/x",
        f"/t/%00/{key}",
        f"/t/{table.id}/%00",
        f"/t/{table.id}/{key}%00",
        f"/t/{table.id}'%20OR%201=1--/{key}",
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/",
        "/static/takusen.css/x",
        f"/t/{'x' * 5000}/{key}",
        f"/t/{table.id}/{'é' * 30}",
        "/t/%ff%fe/x",
        "//",
        "/books/..%2f/rules",
        "/books/bayside23/rules/%3Cscript%3E",
        f"/t/{table.id}/{key}/export.../x",
        f"/t/{table.id}/{key}/events/x",
    ):
        answer = httpx.get(server.url + path)
        assert answer.status_code in (404, 405), (path, answer.status_code)
        assert "import" not in answer.text
        assert "<script>" not in answer.text.lower()
        assert "root:" not in answer.text


def test_headers(server: Server, table: Table) -> None:
    for path in ("/", table.seats["p1"], f"{table.seats['p1']}/export.html", "/nothing", "/static/app.js"):
        headers = server.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert not re.search(r"script-src[^;]*unsafe-inline", headers["content-security-policy"])
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
    page = table.page("gm")
    assert '<meta name="referrer" content="no-referrer">' in page
    table.ok("p1", "say", text="見て https://example.com/a?b=1&c=2 だよ")
    assert 'rel="noopener noreferrer nofollow"' in table.page("w1")


# files ---------------------------------------------------------------------------------------------------------------

SCENARIO = '[meta]\nid = "mine"\nsource = "me"\ntitle = { ja = "私の話" }\n'


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ('[meta]\nid = "x"\ntitle = "題\n', 3, ""),
        ("[meta\n", 1, ""),
        (SCENARIO + '[[fighter]]\nid = "x"\nname = { ja = "鬼" }\nside = "foes"\nstamina = "七"\n', 9, "stamina"),
        (SCENARIO + '[[fighter]]\nid = "x"\nname = { ja = "鬼" }\nside = "demons"\n', 8, "side"),
        (SCENARIO + '[[fighter]]\nid = "x"\nside = "foes"\n', 5, "name"),
        (SCENARIO + "[surprise]\nx = 1\n", 1, "surprise"),
        (SCENARIO + '[[scene]]\nid = "s"\ntitle = { ja = "場" }\nriddles = ["none"]\n', 1, "none"),
        (SCENARIO.replace('title = { ja = "私の話" }\n', ""), 1, "title"),
        ("x = " + "[" * 5000, 1, ""),
        ("\x00", 1, ""),
        ("# " + SCRIPT, 1, ""),
        ("あ" * 90_000, 1, ""),
    ],
)
def test_a_broken_scenario_names_line_and_mend_and_stays_on_the_form(
    server: Server, text: str, line: int, word: str
) -> None:
    form = {"book": "bayside23", "title": "題名", "source": text, "players:int": "4"}
    answer = server.http.post("/new", data=form)
    if len(text) > 50_000:
        assert answer.status_code == 422
        return
    assert answer.status_code == 422, answer.text[:300]
    told = re.search(r'role="alert">(.*?)</p>', answer.text, re.S)
    assert told is not None
    assert re.search(r"scenario\.toml \d+行目", told[1]), told[1]
    if line > 1:
        assert f"scenario.toml {line}行目" in told[1], told[1]
    assert word in told[1]
    kept = re.search(r'<textarea id="source"[^>]*>(.*?)</textarea>', answer.text, re.S)
    assert kept is not None
    assert kept[1].strip()[:6] == text.strip().replace("<", "&lt;").replace("\x00", kept[1].strip()[:1])[:6]
    assert 'value="題名"' in answer.text
    assert SCRIPT not in answer.text


def test_a_scenario_of_extremes_still_makes_a_table(server: Server) -> None:
    text = SCENARIO + (
        '[[fighter]]\nid = "x.y/<b>"\nname = { ja = "'
        + FAMILY
        + SCRIPT
        + '" }\nside = "foes"\nshown = true\nstamina = -5\nlife = 999999999\n'
        'traits = [{ id = "", value = 0 }]\nskills = []\n'
        '[[scene]]\nid = ""\ntitle = { ja = "" }\nmembers = ["x.y/<b>"]\n'
    )
    answer = server.http.post("/new", json={"book": "bayside23", "source": text}, headers=JSON)
    assert answer.status_code in (201, 422), answer.text
    if answer.status_code == 201:
        table = Table(server.http, answer.json())
        table.ok("gm", "sit", name="ジム")
        page = table.page("gm")
        assert SCRIPT not in page
        assert table.do("gm", "declare", act="start_fight", args={"members": ["rin", "x.y/<b>"]}).status_code in (
            200,
            409,
        )
        assert table.page("w1")


def test_a_cut_database_is_told_in_words(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = Server(data).start()
    table = server.open()
    for n in range(60):
        table.ok("gm", "say", text="あ" * 400 + str(n))
    server.stop()
    SqliteStore(data / "takusen.sqlite").close()
    whole = (data / "takusen.sqlite").read_bytes()
    assert not (data / "takusen.sqlite-wal").exists()
    command = [PROGRAM, "serve", "--port", "0", "--data", str(data)]
    for size in (1, 100, len(whole) // 2, len(whole) - 1):
        (data / "takusen.sqlite").write_bytes(whole[:size])
        done = subprocess.run(command, capture_output=True, timeout=20, text=True, check=False)
        assert done.returncode == 2, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        assert "takusen.sqlite" in done.stderr


def test_on_a_full_disk_reading_goes_on(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    table = server.open().seated()
    server.kill()
    size = max(one.stat().st_size for one in (tmp_path / "data").iterdir()) + 40_000
    server.start(file_limit=size)
    try:
        for n in range(100):
            answer = table.do("gm", "say", text=f"{n} " + "あ" * 2_000)
            if answer.status_code != 200:
                break
        else:
            raise AssertionError("the disk never filled")
        assert answer.status_code == 503
        told = answer.json()
        assert told["refused"] == "store_error"
        assert "Traceback" not in answer.text
        page = server.http.post(f"{table.seats['gm']}/do", data={"do": "say", "text": "あ" * 9_000})
        assert page.status_code == 503
        assert "何も変わっていません" in page.text
        assert f"{n - 1} あ" in table.story("w1")
        assert f"{n} あ" not in table.story("w1")
        assert server.http.post("/new", data={"book": "bayside23", "scenario": "harbor_lantern"}).status_code == 503
        server.kill()
        server.start()
        assert f"{n - 1} あ" in table.story("w1")
        table.ok("gm", "say", text="もどった")
    finally:
        server.stop()
    assert "Traceback" not in server.traces


# in a browser --------------------------------------------------------------------------------------------------------


def test_no_text_runs_in_a_browser(server: Server, browser: Browser) -> None:
    table = server.open(title=ATTACKS[3]).fighting()
    marks = [text.replace("alert(1)", "window.hit=1") for text in (SCRIPT, *ATTACKS)]
    context = browser.new_context(locale="ja-JP")
    page = context.new_page()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    leaks: list[str] = []
    page.on("request", lambda request: leaks.append(request.url) if request.headers.get("referer") else None)
    page.goto(server.url + table.seats["gm"])
    page.wait_for_selector("body[data-live=yes]")
    for text in marks:
        table.ok("p1", "sit", name=text[:40])
        table.ok("p1", "say", text=text, channel="in", name=text[:40])
        table.ok("gm", "say", text=text, channel="story")
        table.ok("p1", "say", text=f"2d6 {text.replace(chr(123), chr(40))}")
        table.ok("gm", "edit", path="fighters.rin.name", to=text)
        table.ok("gm", "edit", path="fighters.rin.note", to=text)
        table.ok("gm", "edit", path="fighters.fog_monk.name", to=text)
        table.ok("gm", "edit", path="enemy_hp_name", to=text)
        table.ok("gm", "edit", path="scenes.quay.text", to=text)
        table.ok("gm", "edit", path="riddles.ferryman.title", to=text)
        table.ok("gm", "edit", path="fighters.fog_monk.skills", to={text: 10, "絡みつく霧": 9})
    table.ok("gm", "declare", act="enter_scene", args={"scene": "quay"}, line=marks[0])
    table.ok(
        "p1",
        "declare",
        act="attack",
        line=marks[0],
        args={"attacker": "rin", "target": "fog_monk", "traits": [], "skill": "格闘", "force": 11},
    )
    page.wait_for_timeout(400)
    for address in (
        "",
        "?act=attack&args.attacker=rin&args.target=fog_monk&args.traits:list=&args.skill=格闘&args.force:int=5",
        "/links",
        "/export.html",
    ):
        try:
            page.goto(server.url + table.seats["gm"] + address)
        except Exception:  # a download
            page.set_content(table.page("gm", "/export.html"))
        page.wait_for_timeout(150)
        assert page.evaluate("window.hit") is None
        expect(page.locator("img, svg[onload], [onerror], [onmouseover], [onload]")).to_have_count(0)
        expect(page.locator("a[href^='javascript:']")).to_have_count(0)
    page.goto(
        server.url
        + "/new?"
        + "&".join(
            f"{name}=%22%3E%3Cimg%20src=x%20onerror=window.hit=1%3E" for name in ("title", "source", "lang", "scenario")
        )
    )
    assert page.evaluate("window.hit") is None
    assert dialogs == []
    assert leaks == []
    context.close()


def test_keys_differ(server: Server) -> None:
    tables = [server.open() for _ in range(3)]
    keys = sorted(link.rpartition("/")[2] for table in tables for link in table.seats.values())
    assert all(a != b for a, b in pairwise(keys))

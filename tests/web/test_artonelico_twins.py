"""Twins of a battle: who hides, who may come, what an enemy can take and do are in no byte that players get."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from takusen.web import app as web_app
from takusen.web.build import waiting_models
from takusen_books.artonelico import BOOK
from tests.web.twin import Op, Twin, composed, declare, same

BOUT = (Path(__file__).parent / "bout.toml").read_text(encoding="utf-8")
SECRET = "7919"
HIDING = """
[[encounter.foe]]
enemy = "shade"
square = "8-9"
hidden = true
"""
ODD = (
    (HIDING, HIDING.replace("8-9", "4-3").replace("hidden", f'name = "影{SECRET}"\nhidden')),
    ("hp = 30", f'hp = 34\npattern = "癖{SECRET}"'),
    ('title = { ja = "地下室", en = "The cellar" }', f'title = "地下室{SECRET}"\ntext = "覚え{SECRET}"'),
    ('ja = "子ねずみチッチ"', f'ja = "増援{SECRET}"'),
)
PLAIN = ((HIDING, ""), (BOUT[BOUT.index("[[encounter.wave]]") :], ""))
MORE = f"""
[[skill]]
id = "trick{SECRET}"
name = "奥の手{SECRET}"
learnable = false
hook = "main"
target = "enemy"
effect = [{{ kind = "damage", power = "攻撃力" }}]

[[enemy]]
id = "king{SECRET}"
name = "王{SECRET}"
hp = 99
abilities = {{ strength = "9" }}
skills = {{ trick{SECRET} = 1 }}
"""
WAIT = {"action": "main"}
SEEN: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "ジム"}),
    *((seat, "do", {"do": "sit", "name": name}) for seat, name in (("p1", "一"), ("p2", "二"))),
    *((seat, "do", {"do": "take", "entity": pc}) for seat, pc in (("p1", "aoi"), ("p2", "ban"))),
    declare("gm", "start_battle", encounter="cellar", members=["aoi", "ban", "chie", "dan"]),
    ("p1", "get", {"path": ""}),
    declare("gm", "begin"),
    *(composed("p1", act) for act in ("sing", "attack", "use_skill", "release", "call_wave", "reveal")),
    declare("p1", "reveal", enemy="cellar-5"),
    declare("p1", "call_wave", wave="more_rats"),
    declare("gm", "ready_enemies"),
    composed("p1", "sing", actor="aoi", song="slow_fire"),
    declare("p1", "sing", actor="aoi", song="slow_fire"),
    *(composed("p2", "attack", actor="ban", target=one) for one in ("cellar-1", "cellar-5", "nobody")),
    *(composed("p2", "move", actor="ban", square=one) for one in ("4-3", "2-3")),
    declare("p2", "attack", actor="ban", target="cellar-5"),
    declare("p2", "move", actor="ban", square="4-3"),
    ("p2", "get", {"path": ""}),
    declare("p2", "guard", actor="ban", **WAIT),
    declare("gm", "attack", actor="cellar-1", target="aoi"),
    ("p2", "get", {"path": ""}),
    declare("gm", "call_wave", wave="more_rats"),
    *((seat, "get", {"path": path}) for seat in ("p1", "w1") for path in ("", "/export.txt")),
    ("gm", "withdraw", {}),
    ("p1", "get", {"path": ""}),
    ("p2", "answer", {"answer": "shield"}),
    *(composed("p1", "release", actor="aoi", target=one) for one in ("cellar-2", "cellar-5")),
    declare("p1", "release", actor="aoi", target="cellar-2"),
    declare("gm", "use_skill", actor="cellar-2", skill="sting", target="chie"),
    *(declare("gm", "wait", actor=one, **WAIT) for one in ("chie", "dan", "cellar-3", "cellar-4")),
    *((seat, "get", {"path": path}) for seat in ("p1", "w1") for path in ("", "/export.txt", "/export.html")),
    *(("p1", "get", {"path": path}) for path in ("/entity/cellar-5", "/entity/cellar-2", "/scenario.toml")),
    *(("p1", "get", {"path": f"/entity/{one}{SECRET}"}) for one in ("king", "trick")),
]


def changed(text: str, changes: tuple[tuple[str, str], ...]) -> str:
    """A text in which each of these has been replaced."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.fixture(autouse=True)
def _no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms' tokens are random and tell nothing: here they are all alike."""
    monkeypatch.setattr(web_app, "token_hex", lambda count: "0" * count * 2)


def test_what_a_battle_hides_is_in_no_byte_that_players_get() -> None:
    head, _, encounter = BOUT.partition("[[encounter]]")
    odd = changed(f"{head}{MORE}\n[[encounter]]{encounter}", ODD)
    got = same(BOOK, (odd, changed(BOUT, PLAIN)), SEEN, SECRET)
    story = got["p1 gets 200 for {'path': '/export.txt'}"].decode()
    assert "バンがアオイをかばった" in story
    assert "チエはペインになった" in story


def test_what_an_unscanned_enemy_adds_to_its_dice_and_so_their_total_stay_closed() -> None:
    text = changed(BOUT, (('agility = "16"', 'agility = "1D+60"'), ('agility = "6"', 'agility = "1D+40"')))
    ops = SEEN[:8] + [(seat, "get", {"path": path}) for seat in ("p1", "w1") for path in ("", "/export.txt")]
    got = same(BOOK, (changed(text, (("1D+40", "1D+45"),)), text), ops, SECRET)
    story = got["w1 gets 200 for {'path': '/export.txt'}"].decode()
    assert re.search(r"アオイの行動順 \d +＋60 +＝ *6\d", story)
    assert re.search(r"岩かたつむりの行動順 \d$", story, re.M)


def test_the_gm_reads_what_waits_of_its_own_by_name() -> None:
    """A wave is called by who comes, and what only the GM may declare is the GM's, whomever it names."""
    twin = Twin(BOOK, BOUT)
    calls = SEEN.index(declare("gm", "call_wave", wave="more_rats"))
    asyncio.run(twin.play([*SEEN[: calls + 1], declare("gm", "show_enemy", enemy="cellar-1")]))
    calling, showing = waiting_models(twin.room, "gm")
    assert calling.said == (("wave", "子ねずみチッチ"),)
    assert (calling.who, showing.who) == ("ジム", "ジム")
    assert [line.name for line in twin.room.feed("gm").lines(0, 999)[-2:]] == ["ジム", "ジム"]
    assert waiting_models(twin.room, "p1") == ()

"""Twins of the dungeon: two scenarios that differ only in what players don't know give them the same bytes."""

from __future__ import annotations

import pytest

from takusen.web import app as web_app
from takusen_books.sw2_dungeon import BOOK
from tests.web.twin import Op, composed, declare, same

HEAD = """
[meta]
id = "twin"
title = "双子の洞"
lead = "ふたつの洞は、よく似ている。"

[[card]]
id = "gate"
title = "門"
front = "閉じた門。"
start = true
check = {{ target = 12 }}
fail = [{fail}]
back = "門が開いた。"
success = [{{ do = "open", cards = ["hall"] }}]
{note}

[[card]]
id = "hall"
title = "広間"
front = "静かな広間。"
restriction = {{ text = "鍵が要る。", treasures = ["key"] }}
success = [{{ do = "ending", ending = "end" }}{success}]
back = "{back}"
{route}

[[card]]
id = "side"
title = "脇道"
front = "細い脇道。"
start = true
success = [{{ do = "treasure", treasure = "key" }}]
{dead_end}

[[treasure]]
id = "key"
name = "鍵"

[[ending]]
id = "end"
title = "{ending}"
text = "{ending}"

[[monster]]
id = "beast"
name = "{monster}"
level = {level}

[[threshold]]
tp = 4
title = "{threshold}"
text = "{threshold}"
effects = [{event}]

[[threshold]]
tp = 8
fails = true
ending = "end"
"""
TROUBLE = '\n[[trouble]]\nid = "t{n}"\ntitle = "{word}{n}"\ntext = "{word}"\neffects = [{effect}]\n'
MORE = """
[[card]]
id = "vault7919"
title = "宝物庫7919"
front = "7919"
back = "7919"

[[treasure]]
id = "gem7919"
name = "宝玉7919"

[[ending]]
id = "end7919"
title = "結末7919"
text = "7919"

[[monster]]
id = "m7919"
name = "魔物7919"
level = 9
# 覚え書き7919
"""
PLAIN = {"fail": "", "note": "", "success": "", "back": "裏", "route": "", "dead_end": "", "ending": "おわり"}
PLAIN |= {"monster": "けもの", "level": "1", "threshold": "4", "event": ""}
ODD = {
    "fail": '{ do = "danger_sense", target = 13, fail = [{ do = "damage", plus = 791 }] }, { do = "trouble" }',
    "note": 'note = "秘密7919"\non_route = true',
    "success": ', { do = "flag", name = "f7919" }',
    "back": "裏7919",
    "route": "on_route = true\nstays_open = true\ndead_end = true",
    "dead_end": "dead_end = false",
    "ending": "おわり7919",
    "monster": "けもの7919",
    "level": "19",
    "threshold": "閾値7919",
    "event": '{ do = "fight", monster = "beast" }',
}


def scenario(odd: bool) -> str:
    """One of the twins."""
    word, effect = ("秘密7919", '{ do = "tp", delta = 3, reason = "7919" }') if odd else ("こまりごと", "")
    troubles = "".join(TROUBLE.format(n=n, word=word, effect=effect) for n in range(13))
    return HEAD.format(**(ODD if odd else PLAIN)) + troubles + (MORE if odd else "")


NAGI = {"representative": "pc_nagi", "skill": "スカウト"}
SEEN: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "ジム"}),
    ("p1", "do", {"do": "sit", "name": "一"}),
    ("p1", "do", {"do": "take", "entity": "pc_nagi"}),
    ("p2", "do", {"do": "sit", "name": "二"}),
    ("p2", "do", {"do": "take", "entity": "pc_gald"}),
    composed("p1", "explore"),
    declare("p1", "explore", card="gate", **NAGI),
    declare("gm", "begin_exploration"),
    *(composed("p1", "explore", card=card, **NAGI) for card in ("gate", "hall", "side", "vault7919", "nothing")),
    *(composed("p2", "explore", card="gate", representative=one) for one in ("pc_gald", "pc_nagi")),
    *(composed("p1", act) for act in ("retry", "rest", "abbreviated", "check", "use_item", "cast", "loot", "conclude")),
    declare("p1", "explore", card="vault7919", **NAGI),
    declare("p1", "explore", card="hall", **NAGI),
    declare("p1", "retry", card="gate"),
    declare("p1", "conclude", ending="end7919"),
    declare("p1", "gm_tp", card="gate", reason="?"),
    declare("p1", "explore", card="gate", **NAGI),
    ("p2", "get", {"path": ""}),
    declare("p1", "explore", card="gate", **NAGI),
    composed("p1", "explore", card="hall", representative="pc_nagi"),
    ("gm", "do", {"do": "edit", "path": "cards.gate.title", "to": "開いた門"}),
    ("gm", "do", {"do": "edit", "path": "pcs.pc_nagi.hp", "to": 9}),
    ("p1", "do", {"do": "say", "text": "！探索 脇道 ナギ"}),
    declare("p1", "explore", card="side", representative="pc_nagi"),
    composed("p1", "explore", card="hall", representative="pc_nagi"),
    *(("p1", "get", {"path": path}) for path in ("/scenario.toml", "/entity/vault7919", "/entity/beast", "/options")),
    *((seat, "get", {"path": path}) for seat in ("p1", "w1") for path in ("", "/export.txt", "/export.html")),
]


@pytest.fixture(autouse=True)
def _no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms' tokens are random and tell nothing: here they are all alike."""
    monkeypatch.setattr(web_app, "token_hex", lambda count: "0" * count * 2)


def test_what_a_scenario_hides_is_in_no_byte_that_players_get() -> None:
    got = same(BOOK, (scenario(True), scenario(False)), SEEN, "7919")
    story = got["p1 gets 200 for {'path': '/export.txt'}"].decode()
    assert "門が開いた" in story
    assert "鍵" in story

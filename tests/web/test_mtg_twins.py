"""MTGでTRPG: of another's cards, of hidden places and of an NPC's numbers a player gets nothing."""

from __future__ import annotations

import pytest

from takusen.web import app as web_app
from takusen_books.mtg_trpg import BOOK
from tests.web.twin import Op, composed, declare, same

CAPE = """
[meta]
id = "cape"
title = {{ ja = "岬" }}

[[place]]
id = "sea"
name = {{ ja = "海の次元" }}
[[place]]
id = "shore"
inside = "sea"
name = {{ ja = "浜" }}
[[place]]
id = "cave"
inside = "sea"
hidden = true
name = {{ ja = "{cave}" }}

[[permanent]]
id = "keeper"
name = {{ ja = "灯台守" }}
type = {{ ja = "クリーチャー — 人間" }}
cost = "{cost}"
power = {power}
toughness = 4
place = "shore"
[[permanent]]
id = "spy"
name = {{ ja = "{cave}の密偵" }}
type = {{ ja = "クリーチャー — 人間" }}
power = 1
toughness = 1
place = "shore"
hidden = true

[[deck]]
id = "mine"
[deck.cards]
reedmead = 20
[[deck]]
id = "theirs"
[deck.cards]
{card} = 12
ember_crag = 12

[[pc]]
id = "mei"
name = {{ ja = "メイ" }}
deck = "mine"
[[pc]]
id = "aki"
name = {{ ja = "アキ" }}
deck = "theirs"
marked = ["{card}", "{card}", "{card}"]
"""
ODD = CAPE.format(cave="秘密の洞", card="alder_bear", power=3, cost="{R}")
PLAIN = CAPE.format(cave="ただの洞", card="hedge_mice", power=1, cost="{G}{G}")
PLAY: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "ジム"}),
    *((seat, "do", {"do": "sit", "name": name}) for seat, name in (("p1", "一"), ("p2", "二"))),
    *((seat, "do", {"do": "take", "entity": pc}) for seat, pc in (("p1", "mei"), ("p2", "aki"))),
    declare("gm", "start_scene", place="shore", members=["mei", "aki"]),
    declare("p2", "draw", pc="aki", amount=2, reason="効果"),
    declare("p2", "shuffle", pc="aki"),
    declare("gm", "call_check", pc="aki", colour="R", difficulty=2),
    composed("p1", "turn_cards", pc="mei"),
    composed("p1", "recruit", pc="mei"),
    composed("p1", "attack", pc="mei"),
    declare("p1", "recruit", pc="mei", of="keeper"),
    declare("gm", "place_at", of="keeper", place="cave"),
    declare("gm", "place_at", of="spy", place="cave"),
    declare("gm", "heal", of="mei", what="life", amount=1),
    declare("gm", "set_care", of="spy", on=True),
    declare("gm", "end_scene"),
    declare("gm", "pass_days", days=7),
    *(("p1", "get", {"path": path}) for path in ("", "/export.txt", "/export.json", "/sheet/keeper", "/sheet/aki")),
]


@pytest.fixture(autouse=True)
def _same_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms' tokens are random and tell nothing: here they are all alike."""
    monkeypatch.setattr(web_app, "token_hex", lambda count: "0" * count * 2)


def test_what_a_player_may_not_see_changes_nothing_for_the_player() -> None:
    got = same(BOOK, (ODD, PLAIN), PLAY, "秘密の洞")
    told = next(text for what, text in got.items() if "/export.txt" in what).decode()
    assert "アキはカードを7枚引いた" in told
    assert "灯台守はどこかへ去った" in told
    assert "熊" not in told

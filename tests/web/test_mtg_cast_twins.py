"""MTGでTRPG: who casts learns nothing hidden, neither from what may be aimed at nor from what comes of it."""

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
power = 1
toughness = 4
hexproof = {hexproof}
ward = "{ward}"
protection = {protection}
place = "shore"
[[permanent]]
id = "fisher"
name = {{ ja = "漁師" }}
type = {{ ja = "クリーチャー — 人間" }}
power = {power}
toughness = 2
place = "shore"
home = "cave"
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
homeward_step = 4
quiet_after_bells = 2
cinder_dart = 2
reedmead = 9
[[deck]]
id = "theirs"
[deck.cards]
{card} = 12
ember_crag = 12

[[pc]]
id = "mei"
name = {{ ja = "メイ" }}
deck = "mine"
place = "shore"
hand = ["homeward_step", "homeward_step", "quiet_after_bells", "cinder_dart", "reedmead"]
[[pc]]
id = "aki"
name = {{ ja = "アキ" }}
deck = "theirs"
place = "shore"
hand = ["{card}", "{card}", "ember_crag"]
"""
ODD = CAPE.format(cave="秘密の洞", card="alder_bear", power=3, hexproof="true", ward="{2}", protection='["R"]')
PLAIN = CAPE.format(cave="ただの洞", card="hedge_mice", power=1, hexproof="false", ward="", protection="[]")


def cast(card: str, *targets: str) -> Op:
    """Mei casts a card."""
    args = {"targets": list(targets)} if targets else {}
    return declare("p1", "cast", pc="mei", card=f"mei-{card}", **args)


def looked(card: str) -> Op:
    """A look at what a card may be aimed at."""
    return composed("p1", "cast", pc="mei", card=f"mei-{card}")


def answered(value: str) -> Op:
    """The GM answers what is asked."""
    return "gm", "answer", {"answer": value}


PLAY: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "ジム"}),
    *((seat, "do", {"do": "sit", "name": name}) for seat, name in (("p1", "一"), ("p2", "二"))),
    *((seat, "do", {"do": "take", "entity": pc}) for seat, pc in (("p1", "mei"), ("p2", "aki"))),
    declare("gm", "start_scene", place="shore", members=["mei", "aki"]),
    ("gm", "do", {"do": "edit", "path": "pcs.mei.mana", "to": {"W": 9, "U": 9, "R": 9}}),
    *(looked(card) for card in ("homeward_step", "quiet_after_bells", "cinder_dart")),
    composed("p1", "cast", pc="mei"),
    composed("p1", "play_land", pc="mei"),
    cast("homeward_step", "fisher"),
    answered("cave"),
    declare("gm", "keep_precedent", ruling="rightful_place → home"),
    declare("gm", "place_at", of="fisher", place="shore"),
    cast("homeward_step", "fisher"),
    cast("quiet_after_bells"),
    answered("sea"),
    *(("p1", "get", {"path": path}) for path in ("", "/export.txt", "/export.json", "/sheet/fisher", "/sheet/aki")),
]


@pytest.fixture(autouse=True)
def _same_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms' tokens are random and tell nothing: here they are all alike."""
    monkeypatch.setattr(web_app, "token_hex", lambda count: "0" * count * 2)


def test_whoever_casts_learns_nothing_of_what_is_hidden() -> None:
    got = same(BOOK, (ODD, PLAIN), PLAY, "秘密の洞")
    told = next(text for what, text in got.items() if "/export.txt" in what).decode()
    assert "漁師はどこかへ去った" in told
    assert "先例どおり" in told
    assert "灯台守は破壊された" in told
    assert "密偵" not in told


def test_why_it_cannot_be_cast_is_told_by_nobody_but_the_gm() -> None:
    plain = {"cave": "ただの洞", "card": "hedge_mice", "power": 1, "ward": ""}
    safe = CAPE.format(**plain, hexproof="true", protection="[]")
    guarded = CAPE.format(**plain, hexproof="false", protection='["R"]')
    begin = PLAY[: PLAY.index(composed("p1", "cast", pc="mei"))]
    play = [*begin, cast("cinder_dart", "keeper"), PAGE, answered("keep_secret"), PAGE, TEXT]
    got = same(BOOK, (safe, guarded), play, "呪禁")
    told = next(text for what, text in got.items() if "/export.txt" in what).decode()
    assert "理由は明かされない" in told


def test_how_many_a_range_takes_in_is_for_the_gm_to_read() -> None:
    made = PLAIN.replace("秘密の", "ただの")
    thing = made.replace('クリーチャー — 人間" }\npower = 1\ntoughness = 1', 'アーティファクト" }')
    assert thing != made
    begin = PLAY[: PLAY.index(composed("p1", "cast", pc="mei"))]
    same(BOOK, (made, thing), [*begin, cast("quiet_after_bells"), PAGE, TEXT], "隠れている1")


PAGE: Op = ("p1", "get", {"path": ""})
TEXT: Op = ("p1", "get", {"path": "/export.txt"})

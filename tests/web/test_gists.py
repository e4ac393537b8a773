"""What a skill, song or item is stands beside its name where it is to be chosen, as far as the reader knows it."""

from __future__ import annotations

from tests.web.conftest import Server, Table

FIGHT = {"encounter": "pump_room", "members": ["miori", "kaji"]}


def tower(server: Server) -> Table:
    table = server.open(book="artonelico", scenario="morning_note", players=2)
    return table.seated(("miori", "kaji"))


def test_a_pick_tells_what_each_thing_does(server: Server) -> None:
    page = tower(server).page("p1", **{"act": "hand_over", "args.actor": "miori", "args.target": "kaji"})
    assert "<small>喉をうるおし、MPを回復する。</small>" in page


def test_to_choose_nothing_is_put_in_words(server: Server) -> None:
    page = tower(server).page("gm", act="start_battle")
    assert "<span>なし</span>" in page


def test_a_question_tells_what_each_answer_does(server: Server) -> None:
    table = tower(server)
    table.ok("gm", "declare", act="start_battle", args=FIGHT)
    table.ok("gm", "declare", act="begin", args={})
    for seat in ("gm", "p2"):
        assert "<small>戦闘開始、先に足場を見ておく。2ターンのあいだ耐久が上がる。</small>" in table.page(seat)

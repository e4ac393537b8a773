"""What players are told of enemies whose numbers are hidden: forecasts and odds by their own estimate."""

from __future__ import annotations

import asyncio
from pathlib import Path

from takusen_books.artonelico import BOOK
from tests.web.conftest import Server
from tests.web.twin import Op, Twin, composed, declare

BOUT = (Path(__file__).parent / "bout.toml").read_text(encoding="utf-8")
MEMBERS = ("kaji", "renka", "miori", "seren")
AOIS_TURN: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "ジム"}),
    *((seat, "do", {"do": "sit", "name": name}) for seat, name in (("p1", "一"), ("p2", "二"))),
    *((seat, "do", {"do": "take", "entity": pc}) for seat, pc in (("p1", "aoi"), ("p2", "ban"))),
    declare("gm", "start_battle", encounter="cellar", members=["aoi", "ban", "chie", "dan"]),
    declare("gm", "begin"),
    declare("gm", "ready_enemies"),
    declare("p1", "sing", actor="aoi", song="slow_fire"),
    declare("p2", "wait", actor="ban", action="main"),
    declare("gm", "wait", actor="cellar-1", action="main"),
]


def shown(act: str, wishes: dict[str, str], *more: Op, **args: str) -> str:
    """What aoi's player is shown of an act with these picks and wishes, on aoi's turn and after these operations."""
    by, kind, fields = composed("p1", act, **args)
    got = asyncio.run(Twin(BOOK, BOUT).play([*AOIS_TURN, *more, (by, kind, fields | wishes)]))
    return next(text.decode() for what, text in reversed(got) if what.startswith("p1 gets 200"))


def test_a_second_battle_is_forecast_though_the_first_ones_enemies_stay_unknown(server: Server) -> None:
    table = server.open(book="artonelico", scenario="morning_note", players=2).seated(MEMBERS[:2])
    for one in ("pump_room", "pipe_gallery"):
        table.ok("gm", "declare", act="start_battle", args={"encounter": one, "members": list(MEMBERS)})
        table.ok("gm", "declare", act="begin")
        table.settle()
        page = table.forecast(20, "p1", **{"guess:int": "999"})
        assert "20回まで試しました" in page
        assert 'name="guess:int" min="1" max="8" value="8"' in page
        assert "公開されていない相手は、HP50、MP50とみて数えます。" in page
        table.ok("gm", "declare", act="end_battle", args={"winner": "party"})


def test_a_guess_out_of_bounds_is_taken_as_the_nearest() -> None:
    for guess, near in (("999", "8"), ("0", "1"), ("x", "3")):
        text = shown("release", {"guess": guess}, actor="aoi", target="cellar-2")
        assert f'name="guess" data-pair="guess" min="1" max="8" value="{near}"' in text


def test_whether_hidden_hp_run_out_is_not_told() -> None:
    text = shown("release", {"best": "downed"}, actor="aoi", target="cellar-2")
    assert "相手の数値が公開されていないので出せないもの：倒す見こみ" in text
    assert text.count("倒す見こみ") == 1
    assert text.count("使えるスキルを使う ／") == 1


def test_beside_open_hp_the_hidden_ones_stay_a_question() -> None:
    show: Op = ("gm", "do", {"do": "edit", "path": "fighters.cellar-2.shown", "to": True})
    text = shown("release", {}, show, actor="aoi", target="cellar-3")
    assert "<td>？</td>" in text
    assert "出せないもの：倒す見こみ" in text
    assert "出せないもの" not in shown("release", {}, show, actor="aoi", target="cellar-2")

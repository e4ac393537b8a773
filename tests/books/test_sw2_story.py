"""How the log of a dungeon reads: who and what, acts that go on, what stands in a frame."""

from typing import Any

from takusen.log.audience import EVERYONE
from takusen.log.entries import Added, Became, Declared, Dropped, Edited, Entry, Opened, Reverted, SeatTaken
from takusen.table.feed import Feed
from takusen.table.story import Line
from takusen.web.lines import Lines
from takusen.web.words import Words
from takusen_books.sw2_dungeon import BOOK

HURT = {"type": "damaged", "of": "nagi", "kind": "physical", "rolled": 9, "amount": 6, "left": 14, "formula": "2d6+2"}
EVENT = {"type": "threshold_reached", "threshold": "t", "tp": 4, "title": "水位", "text": "一段目。\n\n二段目。"}


def read(*entries: tuple[str, Any]) -> list[Line]:
    """The last line that each entry gives to a player."""
    feed = Feed(BOOK, "p1")
    given = (feed.add(Entry(seq=n, at=n, by=by, body=body, see=EVERYONE)) for n, (by, body) in enumerate(entries, 1))
    return [lines[-1] for lines in given]


def told(line: Line) -> str:
    return Lines(Words("ja"), BOOK, lambda reason, params: reason).text(line)


def test_a_rest_that_others_come_into_is_continued() -> None:
    story = read(
        ("p1", SeatTaken(seat="p1", name="葵")),
        ("p2", SeatTaken(seat="p2", name="遼")),
        ("p1", Opened(act="rest", args={})),
        ("p1", Became(fact=HURT | {"armour": 3}, of=3, names={"nagi": "ナギ"})),
        ("p2", Declared(act="retry", args={})),
        ("p2", Dropped(of=5, how="withdrawn")),
        ("p1", Became(fact={"type": "tp_changed", "delta": 1, "now": 2, "why": "rest"}, of=3)),
        ("gm", Reverted(to=3, why="undo")),
    )
    assert [told(one) for one in story[2:]] == [
        "葵 宣言 休憩する",
        "ナギに物理ダメージ6点：2d6+2＝9、防護点−3。HP残り14",
        "遼の「再挑戦する」が順番を待っています",
        "遼が、待っていた「再挑戦する」を取り下げました",
        "「休憩する」のつづき TP+1（休憩）→ 2",
        "GMが葵の「休憩する」を取り消しました",
    ]


def test_taking_back_says_what_was_changed() -> None:
    story = read(
        ("p1", SeatTaken(seat="p1", name="葵")),
        ("gm", Edited(path="pcs.nagi.hp", was=9, to=5, name="ナギ")),
        ("gm", Reverted(to=2, why="undo")),
        ("gm", Edited(path="tp", was=1, to=2)),
        ("gm", Reverted(to=4, why="undo")),
        ("p1", Added(path="memos.m1", value={"title": "合い言葉"}, who="葵")),
        ("p1", Reverted(to=6, why="undo")),
    )
    assert [told(one) for one in story if one.kind == "reverted"] == [
        "GMがナギの「HP」の変更を取り消しました",
        "GMがGMの「TP」の変更を取り消しました",
        "葵が「合い言葉」の追加を取り消しました",
    ]


def test_a_dose_reads_in_english() -> None:
    said = Lines(Words("en"), BOOK, lambda reason, params: reason)
    assert said.worded("救命草 → ナギ ①", ("choice", "item")) == "Lifesaving herb → ナギ ①"


def test_a_threshold_stands_in_a_frame_of_its_own() -> None:
    head, event = read(
        ("p1", Opened(act="threshold_event", args={}, itself=True)),
        ("p1", Became(fact=EVENT, of=1)),
    )
    assert told(head) == "TPの節目"
    assert event.framed
    assert event.of == head.n
    assert told(event) == "TP4「水位」 一段目。 二段目。"

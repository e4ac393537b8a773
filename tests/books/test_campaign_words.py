"""What a campaign's sessions begin with, and the names of its tickets."""

from __future__ import annotations

from takusen.rulebook.book import installed, title_of
from takusen.table.opening import NewTable, opening

BOOK = installed()["yoake5"]


def test_a_scenario_brings_nobody_to_a_table_of_a_campaign() -> None:
    wish = NewTable("yoake5", "第一夜", scenario=next(iter(BOOK.scenarios)))
    own, _ = opening(BOOK, wish, 0)
    session, _ = opening(BOOK, wish, 0, campaign="a-campaign")
    assert own.world.characters
    assert not session.world.characters


def test_a_ticket_is_named_by_what_it_is_worth() -> None:
    titles = BOOK.titles(BOOK.usual)
    assert title_of(titles, "experience_2", "ja") == "経験点チケット（2点）"
    assert title_of(titles, "experience_300", "en") == "experience ticket (worth 300)"

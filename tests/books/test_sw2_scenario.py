"""Scenarios of the dungeon: what the schema takes, and how it tells what is wrong."""

import pytest

from takusen.log.codec import plain, typed
from takusen.rulebook.toml import BadFile, read_toml
from takusen.web.faults import told
from takusen_books.sw2_dungeon.scenario import Scenario
from takusen_books.sw2_dungeon.setting import CardSet, StoryBegun, ThresholdSet
from tests.books.sw2_scenarios import SMALL, TROUBLES


def read(text: str) -> Scenario:
    return read_toml("mine.toml", text, Scenario)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_scenario_comes_to_the_table_in_one_language(lang: str) -> None:
    facts = read(SMALL).facts(lang)
    assert isinstance(facts[0], StoryBegun)
    cards = [fact for fact in facts if isinstance(fact, CardSet)]
    assert cards[0].content.title == {"ja": "洞の口", "en": "The mouth of the cave"}[lang]
    for fact in facts:
        assert typed(plain(fact), type(fact)) == fact


def test_the_ordinary_thresholds_are_4_and_8() -> None:
    plainly = "\n".join(part for part in SMALL.split("\n[[threshold]]") if not part.startswith("\ntp"))
    text = plainly.replace(', flags = ["warned"]', "") + TROUBLES
    lines = [fact for fact in read(text).facts("ja") if isinstance(fact, ThresholdSet)]
    assert [(one.content.tp, one.content.fails) for one in lines] == [(4, False), (8, True)]


BROKEN = (
    ('treasure = "coin" }', 'treasure = "gem" }', "[[treasure]] に「gem」という id はありません"),
    ('cards = ["hall"]', 'cards = ["hull"]', "[[card]] に「hull」という id はありません"),
    ('monster = "rat"', 'monster = "cat"', "[[monster]] に「cat」という id はありません"),
    ('ending = "home"', 'ending = "away"', "[[ending]] に「away」という id はありません"),
    ('flags = ["warned"]', 'flags = ["told"]', "[[flag]] に「told」という id はありません"),
    ('id = "coin"', 'id = "hall"', "「hall」が2回使われています"),
    ("tp = 8", "tp = 4", "「4」が2回使われています"),
    ('id = "t7"', 'id = "t6"', "「t6」が2回使われています"),
    ("start = true\n", "", "start = true の [[card]] がひとつもありません"),
    ('{ do = "fight", monster = "rat" }', '{ do = "trouble" }', "「trouble」はここには置けません"),
    (", dice = 2, plus = 1", "", "「dice」か「plus」が要ります"),
    ("check = { target = 10 }\n", "", "「fail」には「check」が要ります"),
    ("target = 10", "target = 10, skills = []", "「check」には「skills」が要ります"),
    ('do = "open"', 'do = "opens"', "「opens」は選べません"),
    ("level = 1", 'level = "1"', "数が要るところが文字になっています"),
    ('front = { ja = "石の扉がある。", en = "There is a stone door." }\n', "", "「front」がありません"),
)


@pytest.mark.parametrize(("right", "wrong", "said"), BROKEN, ids=[case[2] for case in BROKEN])
def test_a_broken_scenario_is_told_with_its_line(right: str, wrong: str, said: str) -> None:
    assert right in SMALL
    text = SMALL.replace(right, wrong, 1)
    with pytest.raises(BadFile) as caught:
        read(text)
    assert said in told(caught.value, "ja")
    assert 1 < caught.value.line <= text.count("\n")


def test_a_wrong_number_of_troubles_is_counted() -> None:
    with pytest.raises(BadFile) as caught:
        read(SMALL[: SMALL.rindex("[[trouble]]")])
    assert "[[trouble]] は13個要りますが、12個です" in told(caught.value, "ja")

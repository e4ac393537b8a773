"""Errors of a pasted scenario in words: no wording and no paths of the library that reads it."""

import re

import pytest

from takusen.rulebook.toml import BadFile
from takusen.web.faults import told
from takusen_books.bayside23 import BOOK
from takusen_books.sw2_dungeon import BOOK as DUNGEON

HEAD = '[meta]\ntitle = "港"\n'
CARD = HEAD + '[[card]]\nid = "gate"\ntitle = "門"\nfront = "門がある"\nstart = true\n'
SUCCESS = CARD + 'success = [{ do = "text", text = "a" }, '
TROUBLE = '[[trouble]]\nid = "t{0}"\ntitle = "t"\ntext = "t"\n'
DEVELOPERS = re.compile(r"[$`|]|Expected|Invalid|Object|\b(?:int|str|array|got|null)\b")


def wrong(text: str, book: object = DUNGEON) -> BadFile:
    """What is wrong with a scenario."""
    with pytest.raises(BadFile) as caught:
        book.read_scenario("話.toml", text)  # type: ignore[attr-defined]
    return caught.value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[meta]\nid = "x"\n', "「title」がありません。その行を足してください。"),
        (
            HEAD + "[[scene]]\nid = 3\n",
            "の1つめ、id：文字が要るところが数になっています。値を直してください。",
        ),
        (HEAD + 'colour = "red"\n', "「colour」という項目はありません。その行を消すか、名前を直してください。"),
    ],
)
def test_a_broken_scenario_is_told_in_japanese(text: str, said: str) -> None:
    fault = wrong(text, BOOK)
    assert told(fault, "ja").startswith(f"話.toml {fault.line}行目：")
    assert told(fault, "ja").endswith(said)
    assert told(fault, "en").startswith(f"話.toml:{fault.line}: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "「card」がありません"),
        (HEAD + "[[card]]\n", "[[card]] の1つめ：「id」がありません"),
        (CARD + "[card.check]\ntarget = 100\n", "[[card]] の1つめ、check、target：数は99までです"),
        (CARD + "[card.check]\ntarget = -1\n", "[[card]] の1つめ、check、target：数は0からです"),
        (CARD + "[card.check]\ntarget = 1.5\n", "数が要るところが小数になっています"),
        (CARD + 'dead_end = "x"\n', "はいかいいえ（true か false）が要るところが文字になっています"),
        (CARD + "success = 3\n", "[[card]] の1つめ、success：[ ] の並びが要るところが数になっています"),
        (SUCCESS + '{ do = "dance" }]\n', "[[card]] の1つめ、success の2つめ、do：「dance」は選べません"),
        (SUCCESS + '{ do = "flag", name = "a b" }]\n', "success の2つめ、name：文字（かなも）、数字"),
        (SUCCESS + '{ do = "damage", to = 3 }]\n', "success の2つめ、to：文字が要るところが数になっています"),
        (CARD + "title = \n", "読み取れない書き方です"),
        (CARD + "back = 3\n", "[[card]] の1つめ、back：文字か、ja と en の組が要ります"),
        (CARD + TROUBLE.format(1), "[[trouble]] は13個要りますが、1個です"),
        (CARD * 2, "同じ項目が2回書かれています"),
        (HEAD + "x = [1\n", "[ が閉じられていません"),
    ],
)
def test_no_wording_of_a_library_is_told(text: str, said: str) -> None:
    fault = wrong(text)
    assert said in told(fault, "ja")
    assert not DEVELOPERS.search(told(fault, "ja")), told(fault, "ja")
    assert "$." not in told(fault, "en")


def test_what_nobody_thought_of_is_still_told_in_words() -> None:
    fault = BadFile("a.toml", 3, "$.card[0]: Expected `Ext | null`, what - ever", "Do that.")
    assert told(fault, "ja") == "a.toml 3行目：[[card]] の1つめ：読み取れない書き方です。そのあたりを確かめてください。"

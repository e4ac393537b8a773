"""Errors of a pasted scenario in Japanese."""

import pytest

from takusen.rulebook.toml import BadFile
from takusen.web.faults import told
from takusen_books.bayside23 import BOOK

HEAD = '[meta]\ntitle = "港"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[meta]\nid = "x"\n', "「title」がありません。その行を足してください。"),
        (HEAD + "[[scene]]\nid = 3\n", "文字 が要るところが 数 になっています。値を直してください。"),
        (HEAD + 'colour = "red"\n', "「colour」という項目はありません。その行を消すか、名前を直してください。"),
    ],
)
def test_a_broken_scenario_is_told_in_japanese(text: str, said: str) -> None:
    with pytest.raises(BadFile) as wrong:
        BOOK.read_scenario("scenario.toml", text)
    assert told(wrong.value, "ja").startswith(f"scenario.toml:{wrong.value.line}: ")
    assert told(wrong.value, "ja").endswith(said)
    assert told(wrong.value, "en") == str(wrong.value)

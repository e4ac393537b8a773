"""Values that don't fit are refused in the words of the page, whatever is sent."""

import re
from typing import Any

import pytest

from takusen.table.commands import AnyCommand
from takusen.web.forms import BadRequest, command
from takusen.web.render import renderer
from takusen_books.free import BOOK as FREE
from takusen_books.sw2_dungeon import BOOK as DUNGEON

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠、。]")
DEVELOPERS = re.compile(r"[$`|]|Expected|Invalid|\b(?:int|str|object|got|null)\b")
ODD = (None, 10**40, "x" * 2_000, [[1]], {"a": {"b": 1}}, True, 1.5)


def sentences(wrong: BadRequest) -> tuple[str, str]:
    """The refusal in Japanese and in English."""
    ja, en = (renderer(lang, None).refusal(wrong.key, wrong.params) for lang in ("ja", "en"))
    assert not DEVELOPERS.search(ja), ja
    assert not DEVELOPERS.search(en), en
    assert not JAPANESE.search(en), en
    return ja, en


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"do": "act"}, "「操作」：…表示されているものから選んでください。"),
        ({"do": "declare"}, "「宣言」：…入力してから、もう一度送ってください。"),
        ({"do": "say", "text": 3}, "「本文」：…文字で入力してください。"),
        ({"do": "shift", "path": "a", "by": "x"}, "「増減」：…数で入力してください。"),
        ([], "…画面を開き直してからもう一度どうぞ。"),
    ],
)
def test_a_command_that_is_none(data: Any, said: str) -> None:
    with pytest.raises(BadRequest) as wrong:
        command(data)
    assert sentences(wrong.value)[0] == said.replace("…", "送られた内容を読み取れませんでした。")


@pytest.mark.parametrize("kind", AnyCommand.__args__, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_every_field_of_every_command(kind: Any, odd: Any) -> None:
    for field in kind.__struct_fields__:
        try:
            command({"do": kind.__struct_config__.tag, field: odd})
        except BadRequest as wrong:
            sentences(wrong)


@pytest.mark.parametrize("why", ["", "number", "text", "choice", "colour", "code", "large", "missing", "most"])
@pytest.mark.parametrize("book", [DUNGEON, FREE], ids=lambda book: book.id)
def test_an_edit_names_the_field_as_the_page_does(book: Any, why: str) -> None:
    said = {lang: renderer(lang, book).refusal("bad_edit", {"path": "pcs.x.hp", "why": why}) for lang in ("ja", "en")}
    assert "pcs" not in said["ja"] + said["en"]
    assert not JAPANESE.search(said["en"])
    if book is DUNGEON:
        assert said["ja"].startswith("「HP」：その値にはできません。")

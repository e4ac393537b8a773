"""The neutral sheet."""

import pytest

from takusen.log.table import Table
from takusen.rulebook.sheet import Sheet


@pytest.mark.parametrize(
    ("text", "number"), [("12", 12), ("+3", 3), ("-2", -2), ("", None), ("?", None), ("1d6", None), ("9" * 30, None)]
)
def test_a_labelled_value_is_a_number_only_if_it_is_one(text: str, number: int | None) -> None:
    assert Sheet(tool="text", values=Table({"先制力": text})).number("先制力") == number


def test_what_is_not_there_is_no_number() -> None:
    assert Sheet(tool="text").number("先制力") is None

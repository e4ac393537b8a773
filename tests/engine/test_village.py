"""The book of the village, with which places and hands of cards are tested, keeps the laws of every book."""

from takusen.table.example import read_examples
from takusen.table.examples import failures
from takusen.table.laws import example_faults, faults
from tests.engine.village import BOOK

FILES = BOOK.example_files()
EXAMPLES = read_examples("village.toml", FILES["village.toml"])


def test_the_village_keeps_the_laws() -> None:
    assert faults(BOOK, EXAMPLES) == []
    assert [failures(BOOK, one, FILES.__getitem__) for one in EXAMPLES] == [[], []]
    assert list(example_faults(BOOK, EXAMPLES, FILES.__getitem__)) == []

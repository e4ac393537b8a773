"""The bench of cards runs on what the library is today."""

import pytest

from bench import cards


def test_the_bench_of_cards_measures_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "CARDS", 300)
    assert [row.aim for row in cards.measure()] == ["50 ms", ""]

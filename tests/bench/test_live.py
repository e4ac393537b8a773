"""The live bench runs on what the server is today."""

import asyncio

import pytest

from bench import live


def test_the_live_bench_measures_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "ENTRIES", 300)
    rows = asyncio.run(live.measure())
    assert [row.aim for row in rows] == ["100 ms", "", "", "1 s", ""]

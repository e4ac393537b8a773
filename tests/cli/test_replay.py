"""`takusen replay`: a log under other house rules, told in words and as data."""

import json
from pathlib import Path

from tests.cli.conftest import Run

LOG = Path(__file__).parents[1] / "golden/bayside23-0.1.0.jsonl"


def test_a_log_under_house_rules_in_words(takusen: Run) -> None:
    ran = takusen("replay", LOG, "--with", "short_evening@2026-12-01")
    assert ran.code == 0
    assert "short_evening@2026-12-01" in ran.out
    assert "できなくなる宣言" in ran.out or "Acts that are refused" in ran.out


def test_a_log_under_the_book_alone_ends_the_same(takusen: Run) -> None:
    ran = takusen("replay", LOG, "--json")
    told = json.loads(ran.out)
    assert (told["values"], told["missing"]) == ([], 0)
    assert {one["how"] for one in told["acts"]} == {"same"}


def test_what_is_no_log_or_no_layer_is_told(takusen: Run, tmp_path: Path) -> None:
    broken = tmp_path / "log.jsonl"
    broken.write_bytes(LOG.read_bytes()[:900] + b"\nnothing\n")
    assert takusen("replay", broken).code == 2
    assert "short_evening" in takusen("replay", LOG, "--with", "short_evning").err
    middle = tmp_path / "middle.jsonl"
    middle.write_bytes(b"\n".join(LOG.read_bytes().splitlines()[5:]))
    assert takusen("replay", middle).code == 2
    assert takusen("replay", tmp_path / "none.jsonl").code == 2

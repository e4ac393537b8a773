"""A log told again: under its own rules nothing changes; under others the report says what does, and why."""

from pathlib import Path

import pytest

from takusen.log.codec import decode
from takusen.log.entries import Entry
from takusen.rulebook.book import installed
from takusen.rulebook.layers import read_layer
from takusen.rulebook.stacking import Stack
from takusen.table.retold import Retold, retold

GOLDEN = Path(__file__).parents[1] / "golden"
MINE = '[meta]\nid = "mine"\ntitle = "うち"\nversion = "1"\nbase = "bayside23"\n'


def golden(name: str) -> tuple[Entry, ...]:
    return tuple(map(decode, (GOLDEN / f"{name}.jsonl").read_bytes().splitlines()))


def under(name: str, *texts: str) -> Retold:
    layers = tuple(read_layer(f"{at}.toml", text) for at, text in enumerate(texts))
    return retold(installed(), golden(name), Stack(layers))


@pytest.mark.parametrize(
    "name",
    [
        "artonelico-0.1.0",
        "bayside23-0.1.0",
        "free-0.1.0",
        "mtg_trpg-0.1.0",
        "yoake5-0.1.0-campaign",
        "yoake5-0.1.0-session",
    ],
)
def test_under_its_own_rules_a_log_is_told_as_it_was(name: str) -> None:
    found = under(name)
    assert [one for one in found.acts if one.how != "same"] == []
    assert (found.values, found.missing, found.fresh) == ((), 0, 0)


def test_a_number_that_is_another_changes_what_hangs_on_it_and_nothing_before() -> None:
    found = under("bayside23-0.1.0", MINE + '[[change]]\npath = "damage.light"\nto = 2\n')
    first = next(place for place, one in enumerate(found.acts) if one.how != "same")
    assert first > 0
    assert all(one.how == "same" for one in found.acts[:first])
    assert found.acts[first].how == "otherwise"


def test_an_act_that_is_refused_says_why() -> None:
    found = under("bayside23-0.1.0", MINE + '[[ban]]\npath = "stones.large"\n')
    assert "banned" in {one.reason for one in found.acts if one.how == "refused"}


def test_where_the_dice_of_the_log_run_out_it_is_said_and_the_retelling_is_the_same_every_time() -> None:
    text = MINE + '[[option]]\nname = "attack_compare"\nto = "misses"\n'
    found = under("bayside23-0.1.0", text)
    assert found.fresh == sum(one.fresh for one in found.acts)
    assert found == under("bayside23-0.1.0", text)


def test_it_can_be_stopped() -> None:
    entries = golden("bayside23-0.1.0")
    heard: list[tuple[int, int]] = []

    def go_on(done: int, of: int) -> bool:
        heard.append((done, of))
        return done < 200

    retold(installed(), entries, Stack(), go_on)
    assert heard[-1] == (200, len(entries) - 1)

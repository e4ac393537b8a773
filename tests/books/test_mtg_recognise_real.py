"""The recogniser on real cards, where they lie beside the project: the bars it has to hold, and old wordings."""

import gzip
import importlib.util
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from takusen.rules import CardFace
from takusen_books.mtg_trpg.recognise import Recognised, recognise

pytestmark = pytest.mark.slow

Row = dict[str, Any]
Read = list[tuple[Row, Recognised]]


@pytest.fixture(scope="module")
def scorer(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", shared / "cases/mtg/score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def rows(shared: Path) -> list[Row]:
    with gzip.open(shared / "cases/mtg/effects_open.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def face(row: Row, text: str) -> CardFace:
    name = row.get("face") or row["name"]
    return CardFace(name=name, full_name=row["name"], type_line=row["type_line"], text=text)


def read(rows: list[Row], reword: Callable[[str], str] = str) -> Read:
    return [(row, recognise(face(row, reword(row["oracle_text"])))) for row in rows]


def counts(scorer: ModuleType, cards: Read, level: int) -> Iterator[tuple[str, bool, bool]]:
    """Every label that is true or found: its kind, whether it is true, whether it was found."""
    for row, got in cards:
        true, found = (scorer.levels(labels, scorer.CORE) for labels in (row["labels"], got.labels()))
        idle = {one["kind"] for one in row["labels"] if one["scope"] not in scorer.ACTIONABLE or one.get("unsure")}
        for key in true[level] | found[level]:
            kind = key if level == 0 else key[0]
            if key in true[level] or kind not in idle - true[0]:
                yield kind, key in true[level], key in found[level]


def f1(found: list[tuple[str, bool, bool]]) -> float:
    both = sum(true and got for _, true, got in found)
    return 2 * both / (2 * both + sum(true != got for _, true, got in found))


def right(scorer: ModuleType, row: Row, got: Recognised, level: int) -> bool:
    return bool(scorer.levels(row["labels"], scorer.CORE)[level] == scorer.levels(got.labels(), scorer.CORE)[level])


def acts(scorer: ModuleType, row: Row) -> bool:
    return bool(scorer.levels(row["labels"], scorer.CORE)[0])


def share(some: list[bool]) -> float:
    return sum(some) / len(some)


def assert_bars(scorer: ModuleType, cards: Read) -> None:
    kinds = list(counts(scorer, cards, 0))
    assert f1(kinds) >= 0.98
    for kind in {kind for kind, _, _ in kinds}:
        assert f1([one for one in kinds if one[0] == kind]) >= 0.95, kind
    assert f1(list(counts(scorer, cards, 2))) >= 0.955
    acting = [(row, got) for row, got in cards if acts(scorer, row)]
    assert share([right(scorer, row, got, 2) for row, got in acting]) >= 0.94
    assert share([right(scorer, row, got, 3) for row, got in acting]) >= 0.92
    assert share([got.unsure for _, got in acting]) <= 0.05
    assert share([not right(scorer, row, got, 2) for row, got in acting if not got.unsure]) <= 0.03


def assert_others_left_alone(scorer: ModuleType, cards: Read) -> None:
    idle = [(row, got) for row, got in cards if not acts(scorer, row)]
    assert share([got.unsure for _, got in idle]) <= 0.01
    recorded = [{one["kind"] for one in row["labels"]} for row, _ in idle]
    found = [scorer.levels(got.labels(), scorer.CORE)[0] for _, got in idle]
    assert share([not kinds - known for kinds, known in zip(found, recorded, strict=True)]) >= 0.998


def ancient(text: str) -> str:
    """The text as it would have been written before 2009."""
    for new, old in (
        ("onto the battlefield", "into play"),
        ("leaves the battlefield", "leaves play"),
        (" enters,", " comes into play,"),
        ("on the battlefield", "in play"),
        ("any target", "target creature or player"),
        ("mana value", "converted mana cost"),
        (" of their choice", ""),
    ):
        text = text.replace(new, old)
    return text


def test_real_cards_are_read_and_the_others_left_alone(scorer: ModuleType, rows: list[Row]) -> None:
    begun = time.process_time()
    cards = read(rows)
    assert time.process_time() - begun < 20
    scripted = [(row, got) for row, got in cards if row["label_src"] == "a"]
    assert_bars(scorer, scripted)
    assert_others_left_alone(scorer, scripted)


def test_old_wordings_are_read_as_well(scorer: ModuleType, rows: list[Row]) -> None:
    cards = read([row for row in rows if row["label_src"] == "a"], ancient)
    assert_bars(scorer, cards)
    assert_others_left_alone(scorer, cards)

"""`takusen library`: files come in whole or not at all, cards are found and shown, and what a book reads is printed."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.card import CardFace
from tests.cli.conftest import Run
from tests.interop.card_samples import ATOMIC, GATE, GATE_JA, LINES, SCRYFALL, by_lines, encoded


class Read(NamedTuple):
    """What the toy recogniser makes of a face."""

    kinds: tuple[str, ...]
    unsure: bool = False
    doubts: tuple[str, ...] = ()

    def labels(self) -> list[dict[str, Any]]:
        """One label a kind."""
        return [{"kind": kind} for kind in self.kinds]


def recognise(face: CardFace) -> Read:
    """Reads shouting out of a face, and doubts sleep."""
    if "Sleep" in face.text:
        return Read((), True, ("who sleeps",))
    return Read(("shout",) if "shout" in face.text or "Haste" in face.text else ())


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> RuleBook:
    """The free table's book reads cards, and no other."""
    for book in installed().values():
        monkeypatch.setattr(book, "recognise", recognise if book.id == "free" else None)
    return installed()["free"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the library is."""
    return tmp_path / "data"


def put(tmp_path: Path, name: str, data: bytes) -> Path:
    """A file."""
    path = tmp_path / name
    path.write_bytes(data)
    return path


def test_a_file_comes_in_and_says_what_was_left_out(takusen: Run, tmp_path: Path, folder: Path) -> None:
    ran = takusen("library", "import", put(tmp_path, "a.txt", gzip.compress(encoded(SCRYFALL))), "--data", folder)
    assert ran.code == 0, ran.err
    assert "5 new cards, 0 changed, 0 as they were (5 in the library)" in ran.out
    assert "no cards (tokens, schemes and the like): 1" in ran.out


def test_files_follow_each_other_and_a_bad_one_changes_nothing(takusen: Run, tmp_path: Path, folder: Path) -> None:
    good, more = put(tmp_path, "1", encoded(SCRYFALL)), put(tmp_path, "3", encoded(ATOMIC))
    cut = put(tmp_path, "2", encoded([GATE | {"name": "Half a Gate", "oracle_id": "z"}, GATE])[:-5])
    ran = takusen("library", "import", good, cut, more, "--data", folder)
    assert ran.code == 2
    assert "cut off at byte" in ran.err
    assert "Download it again" in ran.err
    assert ran.out.count("in the library") == 2
    assert takusen("library", "search", "half", "--data", folder).code == 1


def test_every_refusal_has_words(takusen: Run, tmp_path: Path, folder: Path) -> None:
    for data, told in (
        (b"", "empty"),
        (b"<html>", "web page"),
        (b"4 Gate of Embers", "deck list"),
        (b"PK\x03\x04", "zip"),
        (b"\x1f\x8b" + b"x" * 30, "damaged"),
        (b'[{"object": "ruling"}]', "rulings"),
        (b"[]", "no cards"),
    ):
        ran = takusen("library", "import", put(tmp_path, "file.json", data), "--data", folder)
        assert ran.code == 2
        assert told in ran.err
        assert "Traceback" not in ran.err
    assert takusen("library", "import", tmp_path / "nowhere", "--data", folder).code == 2


def test_japanese_after_english_merges_and_is_searched(takusen: Run, tmp_path: Path, folder: Path) -> None:
    takusen("library", "import", put(tmp_path, "1", encoded(SCRYFALL)), "--data", folder)
    takusen("library", "import", put(tmp_path, "2", encoded([GATE_JA])), "--data", folder)
    for words in (["燠"], ["gate", "emb"]):
        ran = takusen("library", "search", *words, "--data", folder)
        assert ran.out == "Gate of Embers\t燠の門\t{2}{R}\tEnchantment\n"
    shown = json.loads(takusen("library", "search", "燠", "--json", "--data", folder).out)
    assert shown["name_ja"] == "燠の門"


def test_a_search_has_pages(takusen: Run, tmp_path: Path, folder: Path) -> None:
    many = [GATE | {"name": f"Stone {n:02}", "oracle_id": f"s{n}"} for n in range(30)]
    takusen("library", "import", put(tmp_path, "1", encoded(many)), "--data", folder)
    first = takusen("library", "search", "stone", "--data", folder)
    assert first.out.count("\n") == 20
    assert "--page 2" in first.err
    assert takusen("library", "search", "stone", "--page", 2, "--data", folder).out.count("\n") == 10
    assert takusen("library", "search", "stone", "--page", 0, "--data", folder).code == 2


def test_show_has_both_names_and_what_the_book_reads(
    takusen: Run, tmp_path: Path, folder: Path, reader: RuleBook
) -> None:
    takusen("library", "import", put(tmp_path, "1", encoded(ATOMIC)), "--data", folder)
    for name in ("燠の門", "gate of embers", "Gate of Em"):
        out = takusen("library", "show", name, "--data", folder).out
        for text in (
            "Gate of Embers",
            "燠の門",
            "Haste, they all shout.",
            "速攻、と叫ぶ。",
            "Read by free:",
            '"shout"',
        ):
            assert text in out
    out = takusen("library", "show", "early/late", "--data", folder).out
    assert "No effect is read out of this text" in out
    assert "doubt: who sleeps" in out
    assert takusen("library", "show", "nobody", "--data", folder).code == 2
    effects = json.loads(takusen("library", "show", "遅く", "--json", "--data", folder).out)["effects"]
    assert [one["unsure"] for one in effects] == [False, True]


def lines_of(out: str) -> list[Mapping[str, Any]]:
    """The JSON of every line."""
    return [json.loads(line) for line in out.splitlines()]


def test_effects_of_a_file_and_of_the_library(takusen: Run, tmp_path: Path, folder: Path, reader: RuleBook) -> None:
    file = put(tmp_path, "cards.jsonl.gz", gzip.compress(by_lines(LINES)))
    assert lines_of(takusen("library", "effects", "--jsonl", file).out) == [
        {"name": "Gate of Embers", "face": None, "labels": [{"kind": "shout"}], "unsure": False},
        {"name": "Early // Late", "face": "Late", "labels": [], "unsure": True},
        {"name": "Lone Bell", "face": None, "labels": [], "unsure": False},
    ]
    takusen("library", "import", put(tmp_path, "1", encoded(ATOMIC)), "--data", folder)
    found = lines_of(takusen("library", "effects", "--jsonl", "--data", folder).out)
    assert [(one["name"], one["face"]) for one in found] == [
        ("Early // Late", "Early"),
        ("Early // Late", "Late"),
        ("Gate of Embers", None),
        ("Quiet Meadow", None),
    ]
    assert "Early // Late\tLate\t\t?" in takusen("library", "effects", file).out


def test_effects_need_a_book_that_reads(takusen: Run, tmp_path: Path, folder: Path, reader: RuleBook) -> None:
    file = put(tmp_path, "cards.jsonl", by_lines(LINES))
    assert takusen("library", "effects", file, "--book", "bayside23").code == 2
    assert takusen("library", "effects", file, "--book", "nobody").code == 2
    assert takusen("library", "effects", file, "--book", "free").code == 0
    assert "library import" in takusen("library", "effects", "--data", folder).err
    assert takusen("library", "effects", put(tmp_path, "x", b"[]")).code == 2


def test_doctor_reads_the_library(takusen: Run, tmp_path: Path, data: Path) -> None:
    takusen("library", "import", put(tmp_path, "1", encoded(SCRYFALL)), "--data", data)
    assert takusen("doctor", data).code == 0
    file = data / "library.sqlite"
    file.write_bytes(file.read_bytes()[:-5000])
    ran = takusen("doctor", data)
    assert ran.code == 1
    assert "library.sqlite" in ran.out

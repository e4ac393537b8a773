"""Scenarios at the command line: checked as text or archive, and printed as a template."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from takusen.rulebook.book import RuleBook, installed
from tests.cli.conftest import Run

WITH_SCENARIOS = [book for book in installed().values() if book.scenarios]
OWN = '[meta]\r\nid = "mine"\r\ntitle = { ja = "私の話", en = "My story" }\r\n'


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """An archive with a scenario in a folder."""
    path = tmp_path / "my.ZIP"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("話/scenario.toml", OWN.encode("cp932"))
        archive.writestr("話/README.txt", b"?")
    return path


def test_an_archive_is_checked_like_a_file(takusen: Run, packed: Path) -> None:
    assert takusen("check", packed, "--book", "bayside23").out == "1 passed, 0 failed\n"
    assert takusen("check", packed).code == 2
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("scenario.toml", OWN + "surprise = 1\n")
    ran = takusen("check", packed, "--book", "bayside23")
    assert ran.code == 1
    assert f"{packed}/scenario.toml:4: " in ran.out
    packed.write_bytes(b"PK\x03\x04")
    assert "can't be opened" in takusen("check", packed, "--book", "bayside23").out


def test_a_file_in_an_older_encoding_is_checked(takusen: Run, tmp_path: Path) -> None:
    for encoding in ("cp932", "utf-8-sig", "utf-16"):
        path = tmp_path / f"{encoding}.toml"
        path.write_bytes(OWN.encode(encoding))
        assert takusen("check", path, "--book", "bayside23").out == "1 passed, 0 failed\n"


@pytest.mark.parametrize("book", WITH_SCENARIOS, ids=lambda book: book.id)
def test_a_shipped_scenario_is_printed_and_checks(takusen: Run, tmp_path: Path, book: RuleBook) -> None:
    listed = takusen("book", "scenario", book.id)
    one = listed.out.split("\t")[0]
    printed = takusen("book", "scenario", book.id, one)
    assert printed.out == book.scenario_texts[one]
    path = tmp_path / "mine.toml"
    path.write_text(printed.out, encoding="utf-8")
    assert takusen("check", path, "--book", book.id).out == "1 passed, 0 failed\n"


def test_an_unknown_scenario_names_those_there_are(takusen: Run) -> None:
    ran = takusen("book", "scenario", "bayside23", "nonsense")
    assert ran.code == 2
    assert "harbor_lantern" in ran.err

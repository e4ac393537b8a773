"""`takusen sheet`: what it says of a sheet, and what it writes."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from takusen.cli.words import words
from takusen.interop.reading import read
from takusen.web.sheet_words import REMARKS
from tests.cli.conftest import Run
from tests.interop import samples
from tests.interop.reading import one


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A sheet in a file, one of whose totals doesn't add up."""
    file = tmp_path / "sheet.json"
    file.write_text(samples.text_of(samples.ytsheet(hpTotal="31", lvZzz="2")))
    return file


@pytest.fixture
def japanese(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The terminal speaks Japanese."""
    monkeypatch.setenv("TAKUSEN_LANG", "ja")
    words.cache_clear()
    yield
    words.cache_clear()


def test_a_sheet_is_told(takusen: Run, sheet: Path) -> None:
    ran = takusen("sheet", "import", sheet)
    assert ran.code == 0
    for text in (
        "琥珀のレン（こはく）",
        "Yutosheet II",
        "SW2.0",
        "HP 31/31",
        "HP: 31 on the sheet, 29 when worked out",
        "Zzz",
    ):
        assert text in ran.out


def test_the_same_in_japanese(takusen: Run, sheet: Path, japanese: None) -> None:
    out = takusen("sheet", "import", sheet).out
    assert "HP：シートでは31、計算すると29" in out
    assert "知らない技能「Zzz」（2レベル）を、そのまま残しました。" in out


def test_json_holds_everything_and_is_read_again(takusen: Run, sheet: Path) -> None:
    out = takusen("sheet", "import", sheet, "--json").out
    assert read(out) == read(sheet.read_bytes())


def test_unknown_numbers_are_asked_for(takusen: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(samples.text_of(samples.ytsheet_monster(status1Hp="?")))
    assert "Not known, to be decided\n    HP" in takusen("sheet", "import", file).out


def test_what_is_no_sheet_gets_a_sentence(takusen: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text("<html><body><p>お探しのシートはありません</p></body></html>")
    ran = takusen("sheet", "import", file)
    assert (ran.code, ran.out) == (2, "")
    assert "お探しのシートはありません" in ran.err
    told = json.loads(takusen("sheet", "import", file, "--json").out)
    assert told["refused"] == "sheet_page_says"
    assert takusen("sheet", "export", file, "--to", "ccfolia").code == 2


def test_pieces_are_written_to_a_file_and_to_standard_output(takusen: Run, sheet: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.zip"
    assert takusen("sheet", "export", sheet, "--to", "udonarium", "-o", out).code == 0
    assert one(out.read_bytes()).name == "琥珀のレン"
    assert takusen("sheet", "export", sheet, "--to", "ccfolia", "-o", out).code == 0
    assert one(out.read_bytes()).tool == "ccfolia"
    assert "takusen" not in takusen("sheet", "export", sheet, "--to", "palette", "-o", tmp_path / "no" / "p").out


def test_a_sheet_comes_from_standard_input(takusen: Run, sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sheet.read_bytes())))
    assert "琥珀のレン" in takusen("sheet", "import", "-").out


def test_of_several_one_is_named(takusen: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "two.json", tmp_path / "out"
    file.write_text(samples.text_of([samples.ccfolia(), samples.ccfolia(name="トウ")]))
    ran = takusen("sheet", "export", file, "--to", "palette", "-o", out)
    assert ran.code == 2
    assert "コト, トウ" in ran.err
    assert takusen("sheet", "export", file, "--to", "palette", "--name", "トウ", "-o", out).code == 0
    assert "2d+{スカウト}" in out.read_text()


def test_a_file_that_is_not_there_is_told(takusen: Run, tmp_path: Path) -> None:
    ran = takusen("sheet", "import", tmp_path / "none")
    assert ran.code == 2
    assert "none" in ran.err


def test_every_remark_has_words() -> None:
    files = Path(read.__code__.co_filename).parent.glob("*.py")
    used = {key for file in files for key in re.findall(r'"(sheet_[a-z_]+)"', file.read_text())}
    assert used == set(REMARKS)

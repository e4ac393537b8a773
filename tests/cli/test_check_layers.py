"""`takusen check` of a package of layers: by its name, by its layer's, and as a folder."""

from pathlib import Path

import pytest

from takusen.cli import check, named
from tests.cli.conftest import Run
from tests.engine.tag import LAYER
from tests.engine.yard import BOOK as YARD

FOLDER = Path(__file__).parents[1] / "engine" / "tag"


@pytest.fixture(autouse=True)
def yard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The yard is installed, with the game of tag over it."""
    known = {"yard": YARD.beside(LAYER)}
    for module in (check, named):
        monkeypatch.setattr(module, "books", lambda: known)


@pytest.mark.parametrize("name", ["tag", "yard.tag"])
def test_a_package_is_checked_by_name(takusen: Run, name: str) -> None:
    ran = takusen("check", name, "--states")
    assert (ran.code, ran.out) == (0, "6 passed, 0 failed\n")


def test_its_folder_and_a_file_in_it_are_checked(takusen: Run) -> None:
    assert takusen("check", FOLDER).out == "5 passed, 0 failed\n"
    assert takusen("check", FOLDER / "examples" / "tag.toml").out == "4 passed, 0 failed\n"


def test_what_breaks_a_law_is_told(takusen: Run, tmp_path: Path) -> None:
    made = tmp_path / "chase"
    for one in FOLDER.rglob("*"):
        if one.is_file() and "__pycache__" not in one.parts and one.name != "en.toml":
            (made / one.relative_to(FOLDER)).parent.mkdir(parents=True, exist_ok=True)
            (made / one.relative_to(FOLDER)).write_bytes(one.read_bytes())
    ran = takusen("check", made)
    assert ran.code == 1
    assert "lang/en.toml: [act] tag is missing" in ran.out


def test_a_folder_without_a_layer_says_so(takusen: Run, tmp_path: Path) -> None:
    (tmp_path / "hollow").mkdir()
    (tmp_path / "hollow" / "__init__.py").write_text("LAYER = 1\n")
    assert "has neither BOOK = RuleBook(...) nor LAYER" in takusen("check", tmp_path / "hollow").err


def test_a_name_that_nothing_has_is_told_with_those_there_are(takusen: Run) -> None:
    assert "yard, tag" in takusen("check", "gone").err

"""A data folder with played tables, made once."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from takusen.cli.folder import FILE
from takusen.cli.main import main
from takusen.log.codec import encode
from takusen.rulebook.book import installed
from takusen.store.sqlite import SqliteStore
from tests.engine.sessions import Session

Run = Callable[..., "Ran"]


class Ran:
    """What a command came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def takusen(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, in English."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        try:
            code = main([str(one) for one in arguments])
        except SystemExit as end:
            code = int(end.code or 0)
        told = capsys.readouterr()
        return Ran(code, told.out, told.err)

    return run


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with three played tables."""
    folder = tmp_path_factory.mktemp("played")
    store = SqliteStore(folder / FILE)
    for seed in range(3):
        session = Session(installed()["bayside23"], Random(seed)).play(60)
        store.append(f"table{seed}", 1, [encode(entry) for entry in session.entries]).result()
    store.close()
    return folder


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(played, tmp_path / "data"))

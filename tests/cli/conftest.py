"""A data folder with played tables, made once."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from takusen.cli.folder import FILE
from takusen.cli.main import main
from takusen.log.codec import encode
from takusen.log.entries import Entry
from takusen.rulebook.book import installed
from takusen.server.keys import secret_in
from takusen.store.sqlite import SqliteStore
from takusen.table import commands as c
from tests.engine.sessions import Session
from tests.engine.tables import Game, asked_id

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
    """A data folder with three played tables; in table1 one attack came to its end."""
    folder = tmp_path_factory.mktemp("played")
    secret_in(folder)
    store = SqliteStore(folder / FILE)
    for seed in (0, 2):
        session = Session(installed()["bayside23"], Random(seed)).play(60)
        store.append(f"table{seed}", 1, [encode(entry) for entry in session.entries]).result()
    store.append("table1", 1, [encode(entry) for entry in one_attack()]).result()
    store.close()
    return folder


def one_attack() -> list[Entry]:
    """A log with one attack that hits and is not parried."""
    game = Game("given.toml#duel")
    args = {"attacker": "rin", "target": "oni", "traits": ["怪力"], "skill": "運動能力", "force": 8}
    game.do("p1", c.Declare("attack", args), (2, 4))
    game.do("gm", c.Answer(asked_id(game.state), {"traits": ["巨漢"], "skill": "原始的武器戦闘"}), (6, 5))
    game.do("gm", c.Answer(asked_id(game.state), "give_up"))
    return game.entries


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(played, tmp_path / "data"))

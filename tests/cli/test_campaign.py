"""`takusen campaign`: what is in a campaign, and characters to and from a file."""

import json
from pathlib import Path
from typing import cast

import pytest

from takusen.cli.folder import FILE, store_in
from takusen.store.sqlite import SqliteStore
from tests.cli.conftest import Run

LOG = Path("tests/golden/yoake5-0.1.0-campaign.jsonl")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a campaign."""
    store = SqliteStore(tmp_path / FILE)
    store.append("home", 1, [row.encode() for row in LOG.read_text(encoding="utf-8").splitlines()]).result()
    store.close()
    return tmp_path


def roster(takusen: Run, data: Path) -> list[dict[str, str]]:
    """The characters, as JSON tells them."""
    ran = takusen("campaign", "show", "home", "--data", data, "--json")
    return cast("list[dict[str, str]]", json.loads(ran.out)["characters"])


def test_campaigns_are_listed_and_shown(data: Path, takusen: Run) -> None:
    assert takusen("campaign", "list", "--data", data).out.startswith("home\tyoake5\t")
    ran = takusen("campaign", "show", "home", "--data", data)
    assert ran.code == 0
    assert "Characters" in ran.out
    assert all(one["name"] in ran.out for one in roster(takusen, data))
    assert takusen("campaign", "show", "none", "--data", data).code == 2


def test_a_character_goes_to_a_file_and_comes_in_again(data: Path, takusen: Run) -> None:
    before = roster(takusen, data)
    file = data / "one.json"
    assert takusen("campaign", "export", "home", before[0]["id"], "--data", data, "-o", file).code == 0
    ran = takusen("campaign", "import", "home", file, "--data", data, "--seat", "p1")
    assert (ran.code, ran.out) == (0, "Taken in.\n"), ran.err
    assert len(roster(takusen, data)) == len(before) + 1
    none = takusen("campaign", "export", "home", "nobody", "--data", data)
    assert none.code == 2
    assert before[0]["name"] in none.err


def test_forged_files_and_running_servers_are_refused_in_words(data: Path, takusen: Run) -> None:
    file = data / "forged.json"
    file.write_text("{}", encoding="utf-8")
    ran = takusen("campaign", "import", "home", file, "--data", data, "--seat", "p1")
    assert ran.code == 2
    assert ran.err
    assert "p77" in takusen("campaign", "import", "home", file, "--data", data, "--seat", "p77").err
    with store_in(data):
        held = takusen("campaign", "import", "home", file, "--data", data, "--seat", "p1")
    assert held.code == 2
    assert "takusen serve" in held.err

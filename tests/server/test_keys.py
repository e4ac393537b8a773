"""The server's secret."""

from pathlib import Path

import pytest

from takusen.server.keys import BadSecret, secret_in
from tests.cli.conftest import Run, takusen

__all__ = ["takusen"]


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    made = secret_in(tmp_path)
    assert len(made) == 32
    assert secret_in(tmp_path) == made
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 33])
def test_a_damaged_secret_is_never_used(tmp_path: Path, takusen: Run, content: bytes) -> None:
    path = tmp_path / "secret"
    path.write_bytes(content)
    with pytest.raises(BadSecret):
        secret_in(tmp_path)
    told = takusen("serve", "--data", tmp_path, "--port", 0)
    assert told.code == 2
    for word in (str(path), f"{len(content)} バイト", "32"):
        assert word in told.err or word.replace(" バイト", " bytes") in told.err
    assert path.read_bytes() == content

"""How tests read sheets."""

from takusen.interop.reading import read
from takusen.rulebook.sheet import Remark, Sheet


def several(given: bytes | str) -> tuple[Sheet, ...]:
    """The characters in what is given."""
    found = read(given)
    assert not isinstance(found, Remark), found
    return found


def one(given: bytes | str) -> Sheet:
    """The only character in what is given."""
    found = several(given)
    assert len(found) == 1
    return found[0]


def refused(given: bytes | str) -> Remark:
    """Why what is given can't be read."""
    found = read(given)
    assert isinstance(found, Remark), found
    return found

"""Golden logs: one played session of every released shape, which must fold for ever.

`python -m tests.engine.golden BOOK RELEASE` writes the one of a release, just before it; later it is never changed.
"""

import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec

from takusen.log.codec import digest_bytes, encode
from takusen.rulebook.book import installed
from takusen.table import commands as c
from takusen.table.state import State
from tests.engine.sessions import Session

GOLDEN = Path(__file__).parent.parent / "golden"


class Golden(msgspec.Struct, frozen=True):
    """What a golden log folds to."""

    entries: int
    digest: str


def digest(state: State) -> str:
    """A hash of all of a table that outlives the code: its world, seats, readings, policies and open steps."""
    floor = [state.floor.opened, state.floor.steps] if state.floor else None
    parts = [state.world, state.seats, state.reading.options, state.policies, floor, len(state.waiting), state.seq]
    return sha256(digest_bytes(parts)).hexdigest()


def write(book: str, release: str, seed: int = 16) -> None:
    """Play a session, do what it may have left out, and keep it."""
    session = Session(installed()[book], Random(seed)).play(150)
    option = next(iter(session.book.texts.options.values()))
    session.do("gm", c.Abort("ここまで"))
    session.do("gm", c.Read(option.name, option.choices[-1].value, "卓で決めた"))
    session.do("gm", c.Toss(3, 8))
    session.do("gm", c.Add("影"))
    session.do("gm", c.SetPalette(next(iter(session.book.entities(session.state.world))), "2d6+{修正} 命中\n//修正=1"))
    session.do("gm", c.Say("やあ", "in"))
    session.do("gm", c.Amend(session.state.seq, "やあやあ"))
    file = GOLDEN / f"{book}-{release}.jsonl"
    file.write_bytes(b"\n".join(map(encode, session.entries)) + b"\n")
    golden = Golden(len(session.entries), digest(session.state))
    file.with_suffix(".json").write_bytes(msgspec.json.encode(golden) + b"\n")


if __name__ == "__main__":
    write(*sys.argv[1:])

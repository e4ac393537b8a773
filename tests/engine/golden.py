"""Golden logs: one played session of every released shape, which must fold for ever.

`python -m tests.engine.golden BOOK RELEASE` writes the one of a release, just before it; later it is never changed.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec

from takusen.log.codec import digest_bytes, encode
from takusen.log.entries import AnyBody, Became, Entry
from takusen.log.rolls import ChatRoll, Thrown
from takusen.log.table import Table
from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.sheet import Amount, Sheet
from takusen.rulebook.stacking import Stack
from takusen.table import commands as c
from takusen.table.campaign import Lend, OpenSession, due
from takusen.table.decide import decide
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.fold import folded
from takusen.table.house import command_of, move_to
from takusen.table.opening import NewTable, opening
from takusen.table.pictures import Hang
from takusen.table.state import State
from tests.engine.sessions import Session

GOLDEN = Path(__file__).parent.parent / "golden"
SEEDS = 30
LET = 150
BEFORE: Mapping[str, Sequence[tuple[str, dict[str, Any]]]] = {
    "artonelico": (
        ("start_battle", {"encounter": "pipe_gallery", "members": ("miori", "kaji", "seren", "renka")}),
        ("begin", {}),
    ),
}
"""A battle that policies play before anybody sits down."""
BROUGHT = '[[item]]\nid = "lamp"\nname = "灯"\ntext = "足もとを照らす。"\nkind = "tool"\nprice = 1\n'


class Golden(msgspec.Struct, frozen=True):
    """What a golden log folds to."""

    entries: int
    digest: str


def digest(state: State) -> str:
    """A hash of all of a table that outlives the code: its world, seats, readings, policies, dice and open steps."""
    floor = [state.floor.opened, state.floor.steps] if state.floor else None
    parts = [
        state.world,
        state.seats,
        state.reading.options,
        state.policies,
        state.dice,
        floor,
        len(state.waiting),
        state.seq,
    ]
    return sha256(digest_bytes(parts)).hexdigest()


def write(book: str, release: str) -> None:
    """Keep the session that lacks the fewest kinds of entry, of equals the one with the most kinds of fact."""
    session = min(
        (played(book, seed) for seed in range(SEEDS)),
        key=lambda one: (len(missing(one.entries)), -len(words(one.entries))),
    )
    keep(GOLDEN / f"{book}-{release}.jsonl", session.entries, session.state)


def keep(file: Path, entries: Sequence[Entry], state: State) -> None:
    """Write a log, and what it folds to."""
    file.write_bytes(b"\n".join(map(encode, entries)) + b"\n")
    golden = Golden(len(entries), digest(state))
    file.with_suffix(".json").write_bytes(msgspec.json.encode(golden) + b"\n")


def missing(entries: Iterable[Entry]) -> set[str]:
    """The kinds of entry that a log lacks, but for the one that needs a book which never comes to rest."""
    kinds = {type(entry.body) for entry in entries}
    return {kind.__name__ for kind in set(get_args(AnyBody)) - kinds} - {"Noticed"}


def words(entries: Iterable[Entry]) -> set[str]:
    """The kinds of fact that a log holds."""
    return {str(entry.body.fact["type"]) for entry in entries if isinstance(entry.body, Became)}


def played(book: str, seed: int) -> Session:
    """A session, and what it may have left out."""
    session = Session(installed()[book], Random(seed))
    for act, args in BEFORE.get(book, ()):
        session.do("gm", c.Declare(act, args))
    for _ in range(LET if book in BEFORE else 0):
        session.do("gm", c.LetPlay())
        session.do("gm", c.AnswerByPolicy(tuple(prompt_id(session.state, one) for one in open_prompts(session.state))))
    session.play(150)
    session.do("gm", c.Abort("ここまで"))
    for one in session.book.entities(session.state.world):
        for label in sorted({policy.label for policy in session.book.policies})[:1]:
            session.do(session.state.responder(one), c.Stand(one, label, "pass"))
    session.do("gm", c.LetPlay(acts=3))
    session.do("gm", c.Abort("ここまで"))
    session.do("gm", c.StopPlay())
    for option in list(session.book.texts.options.values())[:1]:
        session.do("gm", c.Read(option.name, option.choices[-1].value, "卓で決めた"))
    for layer in list(session.book.shipped.values())[-1:]:
        session.do("gm", command_of(move_to(session.state, Stack((layer,)))))
    session.do("gm", c.Toss(c.Say("3D8"), ChatRoll("(3D8) ＞ 18[5,5,8] ＞ 18", (Thrown(8, (5, 5, 8)),)), "DiceBot"))
    session.do("gm", c.Toss(c.Say("S1D2"), ChatRoll("(1D2) ＞ 2", (Thrown(2, (2,)),), secret=True), "DiceBot"))
    session.do("gm", c.Reveal(session.state.seq))
    session.do("gm", c.SetDice("SwordWorld2.0", gm=True))
    session.do("gm", c.PutChart("表\n1D2\n1:あ\n2:い"))
    session.do("gm", c.Add("影"))
    session.do("gm", c.Bring(BROUGHT, "lamp.toml"))
    for hidden in (True, False):
        collection = session.book.fresh[0].collection
        session.do("gm", c.Edit(f"{collection}.{list(getattr(session.state.world, collection))[-1]}.hidden", hidden))
    if session.book.adopt:
        sheet = Sheet(tool="text", name="旅の者", gauges=Table({"HP": Amount(5, 9)}), values=Table({"命中": "3"}))
        session.do("p1", c.Adopt(sheet, "2d6+{命中}"))
    session.do("gm", c.SetPalette(next(iter(session.book.entities(session.state.world))), "2d6+{修正} 命中\n//修正=1"))
    session.do("gm", Hang("", "0f1e2d3c4b5a6978", "霧の街", 1600, 900, 120_000))
    session.do("gm", c.Say("やあ", "in"))
    session.do("gm", c.Amend(session.state.seq, "やあやあ"))
    return session


def campaign(book: RuleBook) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """A campaign and a table of it: somebody goes there and comes back, goes again and is called home."""
    home, begun = opening(book, NewTable(book.id, "長い夜", players=2, campaign=True), 1)
    there, opened = opening(book, NewTable(book.id, "第一夜", players=0), 2, "home")
    logs = {True: (home, begun), False: (there, opened)}

    def do(at_home: bool, seat: str, command: c.Command) -> None:
        state, entries = logs[at_home]
        decision = decide(state, seat, command, len(entries), lambda count, sides: (1,) * count)
        assert not decision.refused, decision.refused
        logs[at_home] = (decision.state, (*entries, *decision.entries))

    def settle() -> None:
        for _ in range(3):
            for one in due(logs[True][0], logs[False][0], "there"):
                do(one.at_home, "", one.command)

    do(True, "gm", c.Sit("主催"))
    do(True, "gm", c.Add("千早"))
    do(True, "gm", c.LetSessions(True))
    do(True, "gm", OpenSession("there", "第一夜"))
    one = next(iter(book.entities(logs[True][0].world)))
    for back in (c.SendBack(one), c.Recall(one, "続かない")):
        do(True, "gm", Lend(one, "there"))
        settle()
        do(isinstance(back, c.Recall), "gm", back)
        settle()
    return logs[True][1], logs[False][1]


def write_campaign(book: str, release: str) -> None:
    """Keep a campaign and a table of it."""
    for name, entries in zip(("campaign", "session"), campaign(installed()[book]), strict=True):
        keep(GOLDEN / f"{book}-{release}-{name}.jsonl", entries, folded(installed(), entries))


if __name__ == "__main__":
    (write_campaign if installed()[sys.argv[1]].campaign else write)(*sys.argv[1:])

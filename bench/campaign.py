"""`python -m bench.campaign`: pages of a campaign with 40 characters, each with a year of 30 sessions behind it."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import httpx

from bench.table import Row, print_rows
from takusen.log.audience import EVERYONE, GM
from takusen.log.codec import encode, plain
from takusen.log.entries import Added, Became, Body, Entry, Lent, Returned, SeatTaken, SessionOpened
from takusen.rulebook.book import installed
from takusen.rules import Id, Table
from takusen.server.house import House
from takusen.store.sqlite import SqliteStore
from takusen.table.opening import NewTable, opening
from takusen.web.app import create_app
from takusen.web.build import base_of
from takusen_books.yoake5.ledger import Recorded
from takusen_books.yoake5.lending import CharacterLent, CharacterReturned
from takusen_books.yoake5.world import Character, Record

CHARACTERS, SESSIONS, RECORDS = 40, 30, 12
SECRET = b"bench" * 8
BOOK = installed()["yoake5"]
TABLE = "campaign00000000"
LAYER = "majo@2019-04-19"
KINDS = ("experience", "money", "goodwill", "hostility", "ticket", "stubs")


def records(session: int, other: Id) -> tuple[Record, ...]:
    """What a session writes into a history."""
    day, title = f"2026-{session % 12 + 1:02}-{session % 28 + 1:02}", f"第{session + 1}夜"
    return tuple(
        Record(
            KINDS[n % len(KINDS)], 1, other if KINDS[n % len(KINDS)][1] == "o" else Id(""), "faith", "handed_out",
            "YA-13", day=day, table=title,
        )
        for n in range(RECORDS)
    )  # fmt: skip


def bodies() -> list[Body]:
    """A year of a campaign: everybody goes to every session and comes back."""
    ids = [Id(f"c{n}") for n in range(CHARACTERS)]
    seats = [f"p{n + 1}" for n in range(CHARACTERS)]
    made: list[Body] = [SeatTaken(seat=seat, name=f"参加者{seat}") for seat in seats]
    people = [
        Character(f"生徒{n}", player=seats[n], main="barrier_mage", species="human", classes=Table({"barrier_mage": 5}))
        for n in range(CHARACTERS)
    ]
    made += [Added(path=f"characters.{one}", value=plain(me)) for one, me in zip(ids, people, strict=True)]
    told = [Record("experience", 300, why="creation", rule="MJ-11"), Record("max_lp", 3, why="species")]
    made += [Became(fact=BOOK.told(Recorded(one, tuple(told)))) for one in ids]
    for session in range(SESSIONS):
        table, title = f"session{session}", f"第{session + 1}夜"
        made.append(SessionOpened(table=table, title=title, gm=GM))
        for n, one in enumerate(ids):
            went = (BOOK.told(CharacterLent(one, table)),)
            made.append(Lent(of=one, table=table, name=people[n].name, title=title, facts=went))
        for n, one in enumerate(ids):
            came = (BOOK.told(CharacterReturned(one, people[n], records(session, ids[n - 1]))),)
            made.append(Returned(of=one, table=table, seq=9, name=people[n].name, title=title, facts=came))
    return made


async def kept(folder: Path) -> None:
    """Write the campaign's log."""
    wish = NewTable(BOOK.id, "一年", players=CHARACTERS, campaign=True, layers=(LAYER,))
    state, entries = opening(BOOK, wish, 1)
    rows = [encode(one) for one in entries]
    rows += [encode(Entry(state.seq + 1 + n, 2, GM, body, EVERYONE)) for n, body in enumerate(bodies())]
    store = SqliteStore(folder / "bench.sqlite")
    await asyncio.wrap_future(store.append(TABLE, 1, rows))
    store.close()


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    """A server that has just started."""
    house = House(SqliteStore(folder / "bench.sqlite"), {BOOK.id: BOOK}, SECRET)
    transport = httpx.ASGITransport(app=create_app(house))
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
        yield house, http
    house.store.close()


async def timed(http: httpx.AsyncClient, path: str) -> float:
    """Seconds until a page is there."""
    start = perf_counter()
    answer = await http.get(path)
    assert answer.status_code == 200, answer.text
    return perf_counter() - start


async def measure() -> Sequence[Row]:
    """The campaign's page and a character's, on a server that has just started and on one that runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        await kept(folder)
        async with served(folder) as (house, http):
            start = perf_counter()
            room = await house.room(TABLE)
            loading = perf_counter() - start
            assert room is not None
            assert len(room.state.world.histories["c0"].records) == 2 + SESSIONS * RECORDS
            player = base_of(room, "p1")
            first = loading + await timed(http, f"{player}/campaign")
            pages = [await timed(http, f"{player}/campaign") for _ in range(5)]
            organiser = [await timed(http, f"{base_of(room, GM)}/campaign") for _ in range(5)]
            character = [await timed(http, f"{player}/campaign/c7?page=3") for _ in range(5)]
        async with served(folder) as (_, http):
            cold = await timed(http, f"{player}/campaign/c7")
    what = f"{CHARACTERS} characters, {SESSIONS} sessions x {RECORDS} entries each"
    return (
        Row(f"a campaign's page after a start ({what})", f"{first * 1000:,.0f} ms", "", 0, "1 s"),
        Row("the same again", f"{median(pages) * 1000:,.0f} ms", "", 0, "1 s"),
        Row("the organiser's", f"{median(organiser) * 1000:,.0f} ms", "", 0, "1 s"),
        Row("a character's page", f"{median(character) * 1000:,.0f} ms", "", 0, "300 ms"),
        Row("a character's page after a start", f"{cold * 1000:,.0f} ms", "", 0, "300 ms"),
    )


if __name__ == "__main__":
    print_rows(asyncio.run(measure()))

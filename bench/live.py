"""`python -m bench.live`: a declaration to 50 viewers, answers at the 1st and 60th prompt, 50,000 entries."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.subjects import ONE, OTHER, duel_world
from bench.table import Row, print_rows
from takusen.log.codec import encode, plain
from takusen.log.entries import Edited, Entry, Said, SeatTaken
from takusen.rules import Table
from takusen.server.house import House
from takusen.server.room import Outside, Room
from takusen.store.sqlite import SqliteStore
from takusen.table import commands as c
from takusen.table.floor import prompt_id
from takusen.table.opening import NewTable
from takusen.web.build import table_model
from takusen.web.render import renderer
from takusen.web.stream import Broadcast, View
from takusen_books.bayside23 import BOOK

VIEWERS = 50
ENTRIES = 50_000
PROMPTS = 60
SECRET = b"bench" * 8


def house(folder: Path) -> House:
    """A house over a durable store. All dice show 6, 5: every roll fails."""
    loaded = Outside(entropy=lambda count, sides: (6, 5)[:count])
    return House(SqliteStore(folder / "bench.sqlite"), {BOOK.id: BOOK}, SECRET, loaded)


async def duel(where: House, pool: int) -> Room:
    """A table with a duel on: player p1 plays the first fighter, the GM the other."""
    room = await where.open_table(NewTable(BOOK.id, players=5))
    world = duel_world(16, 16, pool, pool)
    fighters = Table((one, each) for one, each in world.fighters.items())
    told = plain(fighters)
    told[ONE]["player"] = "p1"
    bodies = [SeatTaken(seat=seat, name=seat) for seat in ("gm", "p1", "p2", "p3", "p4", "p5")]
    bodies += [Edited(path="fighters", to=told), Edited(path="fight", to=plain(world.fight))]
    rows = [encode(Entry(room.state.seq + 1 + n, 0, "gm", body, "all")) for n, body in enumerate(bodies)]
    await asyncio.wrap_future(where.store.append(room.table, room.state.seq + 1, rows))
    room._catch_up()
    return room


async def to_all(where: House) -> float:
    """Seconds from a declaration to the last of 50 viewers' pages having it in hand, durable, log and panels."""
    times = []
    for _ in range(5):
        room = await duel(where, 7)
        live = Broadcast(room)
        seats = ["gm", "p1", "p2", "p3", "p4", "p5"] + ["w1"] * (VIEWERS - 6)
        watches = [live.join(View(seat, "ja"), 0) for seat in seats]
        for watch in watches:
            watch.taken()
        start = perf_counter()
        args = {"attacker": ONE, "target": OTHER, "traits": ["t"], "skill": "s", "force": 8}
        refused = await room.do("p1", c.Declare("attack", args))
        assert refused is None
        await asyncio.sleep(0)
        assert all(b"panel" in watch.taken() for watch in watches)
        times.append(perf_counter() - start)
    return median(times)


async def prompts(where: House) -> tuple[float, float]:
    """Seconds for the answer to the 1st and to the 60th prompt of one act."""
    room = await duel(where, PROMPTS + 40)
    args = {"attacker": ONE, "target": OTHER, "traits": ["t"], "skill": "s", "force": 14}
    assert await room.do("p1", c.Declare("attack", args)) is None
    times = []
    for _ in range(PROMPTS):
        (prompt,), _ = room.prompts()
        start = perf_counter()
        assert await room.do("p1", c.Answer(prompt_id(room.state, prompt), "stamina")) is None
        times.append(perf_counter() - start)
    return times[0], times[-1]


async def opening(where: House) -> tuple[float, float]:
    """Seconds to open a table of 50,000 entries from the store and render the GM's page; and a player's page after."""
    room = await duel(where, 7)
    first = room.state.seq + 1
    rows = [
        encode(
            Entry(first + n, n, "p1", Said(text=f"台詞その{n}。霧の向こうで鐘が鳴る。", channel="in", name="凛"), "all")
        )
        for n in range(ENTRIES)
    ]
    await asyncio.wrap_future(where.store.append(room.table, first, rows))
    fresh = House(where.store, {BOOK.id: BOOK}, SECRET)
    start = perf_counter()
    opened = await fresh.room(room.table)
    assert opened is not None
    assert opened.state.seq == first + ENTRIES - 1
    _page(opened, "gm")
    joined = perf_counter()
    _page(opened, "p2")
    return joined - start, perf_counter() - joined


def _page(room: Room, seat: str) -> str:
    return renderer("ja", BOOK).table(table_model(room, seat, "ja", {}))


async def measure() -> Sequence[Row]:
    """All rows."""
    with tempfile.TemporaryDirectory() as folder:
        where = house(Path(folder))
        to_viewers = await to_all(where)
        early, late = await prompts(where)
        opened, joined = await opening(where)
        where.store.close()
    return [
        Row(f"a declaration to all of {VIEWERS} viewers", f"{to_viewers * 1e3:.1f} ms", "", 0, "100 ms"),
        Row("an answer at the 1st prompt", f"{early * 1e3:.1f} ms", "", 0, ""),
        Row(
            f"an answer at the {PROMPTS}th prompt",
            f"{late * 1e3:.1f} ms",
            f"1st {early * 1e3:.1f} ms",
            late / early,
            "",
        ),
        Row(f"opening a table of {ENTRIES:,} entries, GM's page", f"{opened * 1e3:.0f} ms", "", 0, "1 s"),
        Row("the next seat's page of it", f"{joined * 1e3:.0f} ms", "", 0, ""),
    ]


if __name__ == "__main__":
    print_rows(asyncio.run(measure()))

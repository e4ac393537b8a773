"""Campaigns on a server: characters go to tables and come back; a stop between two logs loses and doubles nothing."""

import asyncio
from typing import Any

import pytest

from takusen.log.codec import decode
from takusen.log.entries import Became, Borrowed, Lent, Returned, SentBack
from takusen.play.handles import Id
from takusen.rulebook.book import installed
from takusen.server.campaigns import Campaigns
from takusen.server.house import House
from takusen.server.room import Room
from takusen.store import MemoryStore
from takusen.store.protocol import StoreError
from takusen.table import commands as c
from takusen.table.commands import LetSessions, Recall, SendBack
from takusen.table.opening import NewTable

BOOKS = installed()
SECRET = b"k" * 32


class Stopped(StoreError):
    """The server is killed here."""


class Dying(MemoryStore):
    """A store of a server that is killed before its n-th append."""

    left = 10_000

    def append(self, table: str, seq: int, rows: Any, pictures: Any = ()) -> Any:
        if self.left <= 0:
            raise Stopped("killed", "")
        self.left -= 1
        return super().append(table, seq, rows, pictures)


async def campaign(store: MemoryStore) -> tuple[House, Room]:
    """A campaign with a player and their character."""
    house = House(store, BOOKS, SECRET)
    home = await house.open_table(NewTable("yoake5", title="魔城", players=60, campaign=True))
    await home.do("gm", c.Sit("主催"))
    await home.do("p1", c.Sit("ハル"))
    assert await home.do("gm", c.Add("千早")) is None
    one = next(iter(home.state.world.characters))
    assert await home.do("gm", c.Take(one, "p1")) is None
    return house, home


def one_of(home: Room) -> Id:
    return next(iter(home.state.world.characters))


async def opened(house: House, home: Room) -> Room:
    table = await house.campaigns.open(home, "gm", "第一夜", "", "t1")
    assert isinstance(table, str), table
    room = await house.campaigns.session(home, table)
    assert room is not None
    return room


def bodies(store: MemoryStore, table: str, *kinds: type) -> list[Any]:
    found = (decode(row).body for _, row in store.read(table))
    return [one for one in found if isinstance(one, kinds)]


def test_a_character_goes_to_a_table_and_comes_back_with_what_happened() -> None:
    async def play() -> None:
        store = MemoryStore()
        house, home = await campaign(store)
        session, one = await opened(house, home), one_of(home)
        assert not session.state.world.characters
        assert await house.campaigns.lend(home, "p1", one, session.table) is None
        assert home.state.is_away(one)
        assert home.state.world.characters[one].away == session.table
        assert session.state.world.characters[one].player == "p1"
        assert session.state.seats["p1"].name == "ハル"
        refused = await home.do("gm", c.Edit(f"characters.{one}.name", "別名"))
        assert refused is not None
        assert refused.reason == "is_away"
        again = await house.campaigns.lend(home, "p1", one, session.table)
        assert again is None
        assert await session.do("gm", c.Edit(f"characters.{one}.name", "千早（改）")) is None
        assert await session.do("gm", SendBack(one)) is None
        await house.campaigns.settle(session)
        assert not home.state.lent
        assert home.state.world.characters[one].name == "千早（改）"
        assert home.state.world.characters[one].away == ""
        refused = await session.do("gm", c.Edit(f"characters.{one}.name", "まだ"))
        assert refused is not None
        assert len(bodies(store, home.table, Lent, Returned)) == 2
        assert await house.campaigns.lend(home, "p1", one, session.table) is None
        assert not session.state.is_away(one)
        assert session.state.world.characters[one].name == "千早（改）"

    asyncio.run(play())


def test_who_may_open_lend_and_enter() -> None:
    async def play() -> None:
        house, home = await campaign(MemoryStore())
        no = await house.campaigns.open(home, "p2", "夜", "", "t9")
        assert not isinstance(no, str)
        assert no.reason == "not_the_gm"
        assert await home.do("gm", LetSessions(True)) is None
        table = await house.campaigns.open(home, "p2", "夜", "", "t9")
        assert table == await house.campaigns.open(home, "p2", "夜", "", "t9")
        assert isinstance(table, str)
        assert len(home.state.sessions) == 1
        one = one_of(home)
        stranger = await house.campaigns.lend(home, "p3", one, table)
        assert stranger is not None
        assert stranger.reason == "not_yours"
        for seat, there in (("gm", "gm"), ("p2", "gm"), ("p1", "p1"), ("w1", "w1")):
            entered = await house.campaigns.enter(home, seat, table)
            assert isinstance(entered, tuple)
            assert entered[1] == there

    asyncio.run(play())


def test_the_organiser_calls_a_character_home_from_a_table_that_never_ends() -> None:
    async def play() -> None:
        house, home = await campaign(MemoryStore())
        session, one = await opened(house, home), one_of(home)
        await house.campaigns.lend(home, "p1", one, session.table)
        await session.do("gm", c.Edit(f"characters.{one}.name", "知らない名"))
        assert await home.do("p1", Recall(one)) is not None
        assert await home.do("gm", Recall(one, "卓が続かない")) is None
        assert home.state.world.characters[one].name == "千早"
        await house.campaigns.settle(session)
        assert session.state.is_away(one)
        assert not home.state.lent

    asyncio.run(play())


async def _evening(store: Dying, home_table: str, one: Id, table: list[str]) -> None:
    """What people do; each step is done again by whoever comes back after a stop."""
    house = House(store, BOOKS, SECRET)
    home = await house.room(home_table)
    assert home is not None
    opened_ = await house.campaigns.open(home, "gm", "第一夜", "", "t1")
    assert isinstance(opened_, str)
    table[:] = [opened_]
    session = await house.campaigns.session(home, opened_)
    assert session is not None
    await house.campaigns.settle(session)
    if not session.state.borrowed:
        assert await house.campaigns.lend(home, "p1", one, opened_) is None
    await house.campaigns.settle(session)
    assert await session.do("gm", SendBack(one)) is None
    await house.campaigns.settle(session)
    assert not home.state.lent


@pytest.mark.parametrize("steps", range(9))
def test_a_stop_between_any_two_appends_loses_and_doubles_nothing(steps: int) -> None:
    async def play() -> None:
        store, table = Dying(), list[str]()
        _, home = await campaign(store)
        one = one_of(home)
        store.left = steps
        try:
            await _evening(store, home.table, one, table)
        except Stopped:
            store.left = 10_000
            await _evening(store, home.table, one, table)
        store.left = 10_000
        assert [type(body) for body in bodies(store, home.table, Lent, Returned)] == [Lent, Returned]
        assert [type(body) for body in bodies(store, table[0], Borrowed, SentBack)] == [Borrowed, SentBack]
        fresh = House(store, BOOKS, SECRET)
        again = await fresh.room(home.table)
        assert again is not None
        assert again.state.world.characters[one].away == ""

    asyncio.run(play())


def test_what_a_stop_left_undone_is_done_when_the_campaign_is_loaded() -> None:
    async def play() -> None:
        store = Dying()
        house, home = await campaign(store)
        session, one = await opened(house, home), one_of(home)
        await house.campaigns.lend(home, "p1", one, session.table)
        store.left = 1
        assert await session.do("gm", SendBack(one)) is None
        with pytest.raises(Stopped):
            await house.campaigns.settle(session)
        store.left = 10_000
        fresh = House(store, BOOKS, SECRET)
        again = await fresh.room(home.table)
        assert again is not None
        for _ in range(200):
            await asyncio.sleep(0.01)
            if not again.state.lent:
                break
        assert not again.state.lent
        assert bodies(store, home.table, Became)

    asyncio.run(play())


def test_a_table_of_a_campaign_has_its_house_rules_and_readings() -> None:
    async def play() -> None:
        house = House(MemoryStore(), BOOKS, SECRET)
        wish = NewTable("yoake5", players=2, campaign=True, layers=("majo@2019-04-19",))
        home = await house.open_table(wish)
        session = await opened(house, home)
        assert session.state.stack == home.state.stack
        assert session.state.reading == home.state.reading
        assert isinstance(house.campaigns, Campaigns)

    asyncio.run(play())

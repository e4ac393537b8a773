"""Twins of the camp: what the pile holds, and what was answered early, changes no byte for those who may not know."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from takusen.log.entries import Answered, Drawn
from takusen.server.house import House
from takusen.server.room import Outside, Room
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.opening import NewTable
from takusen.web.build import table_model
from takusen.web.compose import Composer
from takusen.web.render import panels_of, renderer
from takusen.web.stream import Broadcast, View
from tests.engine.camp import BOOK

SEATS = ("p2", "w1")
Op = tuple[str, int]
"""What somebody does, and a number to choose by."""

KINDS = (
    "scout",
    "forage",
    "rest",
    "answer",
    "answer",
    "answer",
    "undo",
    "overrule",
    "restart",
    "abort",
    "stamina",
    "say",
)


class Table:
    """One of the twins, and all that p2 and the watcher get."""

    def __init__(self, pile: list[str], early: str) -> None:
        self.pile, self.early, self.rolled = pile, early, 0
        self.got: list[bytes] = []

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        self.rolled += 1
        return tuple((self.rolled * 5 + each * 3) % sides + 1 for each in range(count))

    async def play(self, ops: list[Op]) -> list[bytes]:
        outside = Outside(self.faces, lambda: 1_700_000_000_000, lambda: "table0000000")
        house = House(MemoryStore(), {"camp": BOOK}, b"0" * 32, outside)
        self.room = room = await house.open_table(NewTable("camp", "夜", players=2))
        begin: list[tuple[str, c.Command]] = [("gm", c.Sit("ジム")), ("p1", c.Sit("一")), ("p2", c.Sit("二"))]
        begin += [("p1", c.Take("s1")), ("p2", c.Take("s2")), ("gm", c.Edit("pile", self.pile))]
        for seat, one in begin:
            assert await room.do(seat, one) is None
        broadcast = Broadcast(room)
        watches = [broadcast.join(View(seat, "ja"), 0) for seat in SEATS]
        for op in ops:
            for seat, command in self.commands(*op):
                refused = await room.do(seat, command)
                self.got.append(repr(refused if seat in SEATS else None).encode())
            await asyncio.sleep(0)
            self.got += [b"|".join([str(len(watch.chunks)).encode(), watch.taken()]) for watch in watches]
        await self.look(room)
        return self.got

    async def look(self, room: Room) -> None:
        """Every panel, and the odds, as they are at the end."""
        for seat in SEATS:
            model, page = table_model(room, seat, "ja", {}), renderer("ja", BOOK)
            self.got += [page.panel(name, model).encode() for name in panels_of(model)]
            composed = await Composer(room).model(seat, "ja", "forage", {"place": "stream"}, {})
            self.got.append(repr(composed).encode())

    def commands(self, kind: str, n: int) -> list[tuple[str, c.Command]]:
        """What an op comes to, alike for both twins."""
        state, who = self.room.state, f"s{n % 3 + 1}"
        if kind in ("scout", "forage", "rest"):
            args = {"scout": {"of": who}, "forage": {"place": "hill", "of": who, "how": "eyes"}, "rest": {}}[kind]
            return [("gm" if kind == "rest" else f"p{n % 2 + 1}", c.Declare(kind, args))]
        if kind == "answer":
            return self.answers(n)
        if kind == "overrule":
            return self.overrules(n)
        simple: dict[str, tuple[str, c.Command]] = {
            "undo": ("gm", c.Undo(state.past.seq if state.past else 0)),
            "restart": ("gm", c.Restart()),
            "abort": ("gm", c.Abort()),
            "stamina": ("gm", c.Edit(f"scouts.{who}.stamina", n % 4)),
            "say": ("p2", c.Say("…")),
        }
        return [simple[kind]]

    def answers(self, n: int) -> list[tuple[str, c.Command]]:
        """An answer to one of the prompts; those of p1 differ between the twins until the last is there."""
        state = self.room.state
        prompts = open_prompts(state)
        if not prompts:
            return []
        prompt = prompts[n % len(prompts)]
        said = self.early if prompt.of == "s1" and len(prompts) > 1 else ("sleep", "watch")[n % 2]
        made: list[tuple[str, c.Command]] = [(state.responder(prompt.of), c.Answer(prompt_id(state, prompt), said))]
        if len(prompts) == 1 and self.has_early(state.floor):
            seq = next(seq for seq, body in state.floor.steps if self.is_early(state.floor, body))  # type: ignore[union-attr]
            made.insert(0, ("gm", c.Overrule(seq, "watch")))
        return made

    @staticmethod
    def is_early(floor: Any, body: Any) -> bool:
        asked = dict(floor.asked)
        return isinstance(body, Answered) and body.to in asked and asked[body.to].subject == "s1"

    def has_early(self, floor: Any) -> bool:
        return any(self.is_early(floor, body) for _, body in floor.steps)

    def overrules(self, n: int) -> list[tuple[str, c.Command]]:
        """The GM names another card of the deck."""
        drawn = [entry for entry in self.room.entries if isinstance(entry.body, Drawn)]
        return [("gm", c.Overrule(drawn[-1].seq, drawn[-1].body.deck[n % len(drawn[-1].body.deck)]))] if drawn else []  # type: ignore[union-attr]


def ops() -> st.SearchStrategy[list[Op]]:
    return st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 11)), min_size=3, max_size=25)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ops())
def test_a_random_session(session: list[Op]) -> None:
    one = asyncio.run(Table(["rain", "wolf", "rain", "wolf"], "sleep").play(session))
    other = asyncio.run(Table(["wolf", "wolf", "wolf", "rain"], "watch").play(session))
    assert one == other


def test_the_twins_differ_where_they_may() -> None:
    one, other = Table(["rain"], "sleep"), Table(["wolf"], "watch")
    session: list[Op] = [("scout", 0), ("rest", 0), ("answer", 0)]
    assert asyncio.run(one.play(session)) == asyncio.run(other.play(session))
    assert one.room.state.world != other.room.state.world
    said = [
        [body.answer for _, body in t.room.state.floor.steps if isinstance(body, Answered)]
        for t in (one, other)
        if t.room.state.floor
    ]
    assert said == [["sleep"], ["watch"]]

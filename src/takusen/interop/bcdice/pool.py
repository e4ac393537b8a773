"""Engines in threads of their own. BCDice runs without the lock of Python, so a roll that hangs holds nobody up."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from takusen.interop.bcdice import roll
from takusen.interop.bcdice.command import typed
from takusen.interop.bcdice.engine import Engine
from takusen.interop.bcdice.roll import Words, fresh_words
from takusen.interop.bcdice.systems import System, packed
from takusen.log.rolls import ChatRoll
from takusen.play.handles import Refused

T = TypeVar("T")

THREADS = 2
STACK = 8 * 1024 * 1024


class Worker:
    """A thread and the engine that lives in it."""

    def __init__(self) -> None:
        before = threading.stack_size(STACK)
        try:
            self._thread = ThreadPoolExecutor(1, "dice")
            self._thread.submit(int).result()
        finally:
            threading.stack_size(before)
        self._engine: Engine | None = None

    async def do(self, work: Callable[[Engine], T]) -> T:
        """Let the engine do something."""
        return await asyncio.wrap_future(self._thread.submit(self._with_engine, work))

    def _with_engine(self, work: Callable[[Engine], T]) -> T:
        if self._engine is None:
            self._engine = Engine(packed())
        return work(self._engine)


class Dice:
    """Rolls for all tables of a server. The second worker is made when somebody has to wait for the first."""

    def __init__(self, words: Words = fresh_words, threads: int = THREADS) -> None:
        self._words = words
        self._idle: list[Worker] = []
        self._free = asyncio.Semaphore(threads)

    @staticmethod
    def may_roll(system: System, line: str) -> bool:
        """Whether a line may be a command of a system; for most talk this tells that it is none."""
        return typed(line, system) is not None

    async def roll(self, system: System, line: str) -> ChatRoll | Refused | None:
        """What a line comes to; None where it is no command of the system."""
        return await self._do(lambda engine: roll.rolled(engine, system, line, self._words))

    async def chart(self, chart: str) -> ChatRoll | Refused | None:
        """A roll on a chart of the users' own; None where the text is no chart."""
        return await self._do(lambda engine: roll.charted(engine, chart, self._words))

    async def is_chart(self, chart: str) -> bool:
        """Whether a text is a chart with a line for every result."""
        return await self._do(lambda engine: engine.fits(chart))

    async def _do(self, work: Callable[[Engine], T]) -> T:
        async with self._free:
            worker = self._idle.pop() if self._idle else Worker()
            try:
                return await worker.do(work)
            finally:
                self._idle.append(worker)

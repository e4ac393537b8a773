"""Long work beside the event loop: a few at a time, with progress, and it can be cancelled."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

T = TypeVar("T")

Report = Callable[[T], bool]
"""Takes the state of the work so far; False means stop."""

AT_ONCE = 4
WAITING = 20
"""Jobs that may wait for others; further ones are refused."""

_WORKERS = ThreadPoolExecutor(max_workers=AT_ONCE, thread_name_prefix="job")
_going: set[asyncio.Future[None]] = set()


class Busy(Exception):
    """So many jobs wait already that no more are taken."""


class Job(Generic[T]):
    """Work in a thread: its latest state, whether it goes on, what it failed of, and a way to stop it."""

    def __init__(self, work: Callable[[Report[T]], T]) -> None:
        """`work` calls the report every now and then and returns the last state. Needs a running event loop.

        Raises Busy.
        """
        if len(_going) >= AT_ONCE + WAITING:
            raise Busy
        self.so_far: T | None = None
        self.wrong: Exception | None = None
        self.cancelled = False
        self._work = work
        self._future = asyncio.get_running_loop().run_in_executor(_WORKERS, self._run)
        _going.add(self._future)
        self._future.add_done_callback(_going.discard)

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return not self._future.done()

    def cancel(self) -> None:
        """Stop at the next report; what is known so far stays."""
        self.cancelled = True

    def _run(self) -> None:
        if self.cancelled:
            return
        try:
            self.so_far = self._work(self._report)
        except Exception as wrong:  # work may fail in any way; whoever started it is told
            self.wrong = wrong
            logging.getLogger(__name__).exception("work in the background failed")

    def _report(self, so_far: T) -> bool:
        self.so_far = so_far
        return not self.cancelled

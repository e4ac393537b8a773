"""Processes beside the server that play the fights of forecasts, started when first needed and kept warm.

Each is spoken to by one thread over a pipe: a part of a plan goes in, sums come out every now and then, and a word in
between stops it. The parts of all forecasts wait in one line.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cached_property, partial
from importlib.metadata import entry_points
from multiprocessing.connection import Connection
from queue import SimpleQueue
from traceback import format_exc
from typing import Any

from takusen.forecast.figures import Forecast, Sums
from takusen.forecast.plan import Plan, part_played
from takusen.play.exact import Memo
from takusen.play.reading import Reading
from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.fields import Unseen

MOST = 8
NICE = 10
TOLD = 0.1
"""Seconds after which a process says how far it is."""

Report = Callable[[Forecast], bool]
"""Hears the figures so far; False means stop."""


class WorkFailed(Exception):
    """A part could not be played; the text says why."""


class Crew:
    """The processes: as many as the machine has cores, 8 at the most."""

    def __init__(self, size: int = 0) -> None:
        self.size = size or min(os.cpu_count() or 1, MOST)
        self._hands: list[_Hand] = []
        self._idle: SimpleQueue[_Hand] = SimpleQueue()
        self._hiring = threading.Lock()
        self._closed = False
        self._threads = ThreadPoolExecutor(self.size, "forecast")

    def warm(self) -> None:
        """Start the processes that don't run yet, so that a forecast need not wait for them."""
        with self._hiring:
            while len(self._hands) < self.size:
                self._hands.append(_Hand())
                self._idle.put(self._hands[-1])

    def forecast(self, plan: Plan, book: RuleBook, report: Report = lambda so_far: True) -> Forecast:
        """Play a plan; the report hears the figures so far every now and then.

        A book that isn't installed is played in this process. Raises Unseen where the plan's world is a view that lacks
        what a rule needs, WorkFailed for anything else.
        """
        if self._books.get(book.id) is not book.root:
            return alone(plan, book, report)
        run = _Run(plan)
        futures = [self._threads.submit(self._part, run, part) for part in range(plan.parts)]
        try:
            while wait(futures, TOLD).not_done:
                run.stopped = run.stopped or not report(run.figures())
        finally:
            run.stopped = True
        if run.wrong and not self._closed:
            raise run.wrong
        return run.figures()

    @cached_property
    def _books(self) -> dict[str, RuleBook]:
        return installed()

    def close(self) -> None:
        """End the processes; what they are playing is lost."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._hiring:
            for hand in self._hands:
                hand.end()

    def _part(self, run: "_Run", part: int) -> None:
        if run.stopped:
            return
        self.warm()
        hand = self._idle.get()
        try:
            hand.play(run, part)
        except (EOFError, OSError):
            run.failed(WorkFailed("a process that played fights has ended"))
            with self._hiring:
                self._hands.remove(hand)
        except Exception as wrong:  # of any kind; whoever asked for the forecast is told
            run.failed(wrong)
            self._idle.put(hand)
        else:
            self._idle.put(hand)


def alone(plan: Plan, book: RuleBook, report: Report = lambda so_far: True) -> Forecast:
    """Play a plan in this process, with the same figures."""
    run, memo = _Run(plan), Memo(plan.reading)

    def hear(part: int, so_far: Sums) -> bool:
        run.stopped = not (run.heard(part, so_far) and report(run.figures()))
        return not run.stopped

    for part in range(plan.parts):
        run.heard(part, part_played(plan, part, book, memo, _NowAndThen(partial(hear, part))))
        if run.stopped:
            break
    return run.figures()


class _Run:
    """A forecast under way: the sums of its parts as they are known, and whether it is to stop."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.stopped = plan, False
        self.wrong: Exception | None = None
        self._sums: dict[int, Sums] = {}

    def heard(self, part: int, sums: Sums) -> bool:
        """Take the sums of a part; gives whether it should go on."""
        self._sums[part] = sums
        return not self.stopped

    def failed(self, wrong: Exception) -> None:
        """A part can't be played: the others need not be."""
        self.wrong, self.stopped = wrong, True

    def figures(self) -> Forecast:
        """The figures so far."""
        return Sums.together(sums for _, sums in sorted(self._sums.items())).forecast()


class _Hand:
    """One process, and this end of its pipe."""

    def __init__(self) -> None:
        context = _context()
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def play(self, run: _Run, part: int) -> None:
        """Have a part played, and tell the run how it goes. Raises EOFError, OSError if the process ends, and what the
        process says went wrong."""
        self._pipe.send((run.plan, part))
        told = False
        while True:
            over, said = self._pipe.recv()
            if isinstance(said, Exception):
                raise said
            going = run.heard(part, said)
            if over:
                return
            if not (going or told):
                self._pipe.send(None)
                told = True

    def end(self) -> None:
        """End the process."""
        self._process.terminate()


def _context() -> Any:
    """How processes are started: from a small one that has the books loaded, where the system can; else anew."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, *(point.module for point in entry_points(group="takusen.books"))])
    return context


# in the process ------------------------------------------------------------------------------------------------------


class _NowAndThen:
    """Hands sums on at most every tenth of a second."""

    def __init__(self, tell: Callable[[Sums], bool]) -> None:
        self._tell, self._due = tell, time.monotonic() + TOLD

    def __call__(self, so_far: Sums) -> bool:
        """Whether to go on."""
        now = time.monotonic()
        if now < self._due:
            return True
        self._due = now + TOLD
        return self._tell(so_far)


class _Kept:
    """What the dice of the latest reading are known to do."""

    def __init__(self) -> None:
        self._memo = Memo(Reading.of({}))

    def memo(self, reading: Reading) -> Memo:
        """The memo of a reading."""
        if self._memo.reading != reading:
            self._memo = Memo(reading)
        return self._memo


def serve(pipe: Connection) -> None:
    """Play the parts that come through a pipe until nobody is at its other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    kept, books = _Kept(), installed()
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            if task is not None:
                pipe.send((True, _answer(pipe, kept, books, *task)))


def _answer(pipe: Connection, kept: _Kept, books: dict[str, RuleBook], plan: Plan, part: int) -> Sums | Exception:
    """The sums of a part, or what went wrong."""

    def tell(so_far: Sums) -> bool:
        pipe.send((False, so_far))
        return not pipe.poll()

    try:
        return part_played(
            plan, part, books[plan.book].under(plan.reading.layers), kept.memo(plan.reading), _NowAndThen(tell)
        )
    except (EOFError, OSError):
        raise
    except Unseen:
        return Unseen()
    except Exception:  # a rule may fail in any way; whoever asked is told
        return WorkFailed(format_exc())

"""Goes on where the GM lets policies play: one act at a time, with a pause in which the GM can stop it."""

import asyncio
import logging

from takusen.log.audience import GM
from takusen.server.room import Change, Room
from takusen.store.protocol import StoreError
from takusen.table.commands import LetOn

PAUSE = 0.8
"""Seconds between two acts, so that people can follow what happens."""


class Letting:
    """Plays the acts of one room that are left. What is left stands in the log, so that it outlives a restart."""

    def __init__(self, room: Room, pause: float = PAUSE) -> None:
        """Needs a running event loop."""
        self._room, self._pause = room, pause
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        room.listen(self._changed)
        self._wake()

    def stop(self) -> None:
        """Let the room go."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()

    def _changed(self, change: Change) -> None:
        self._wake()

    def _wake(self) -> None:
        if self._room.state.letting is not None and self._task is None and not self._stopped:
            self._task = asyncio.get_running_loop().create_task(self._play())

    async def _play(self) -> None:
        try:
            while self._room.state.letting is not None:
                await asyncio.sleep(self._pause)
                await self._room.do(GM, LetOn())
        except StoreError:
            logging.getLogger(__name__).exception("policies stopped playing")
        finally:
            self._task = None

"""What each family of verbs does to the things of a clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from takusen_books.mtg_trpg.recognise.frames.harm import deal, destroy, distribute, fight, get, regenerate
from takusen_books.mtg_trpg.recognise.frames.moves import exile, put, return_, shuffle
from takusen_books.mtg_trpg.recognise.frames.players import control, discard, exchange, gain, sacrifice
from takusen_books.mtg_trpg.recognise.scene import Scene

FRAMES: Final[dict[str, Callable[[Scene], None]]] = {
    "destroy": destroy,
    "deal": deal,
    "distribute": distribute,
    "fight": fight,
    "get": get,
    "regenerate": regenerate,
    "be": regenerate,
    "exile": exile,
    "put": put,
    "return": return_,
    "shuffle": shuffle,
    "control": control,
    "discard": discard,
    "exchange": exchange,
    "gain": gain,
    "sacrifice": sacrifice,
}
"""Verb -> what it does; every other verb only names things."""

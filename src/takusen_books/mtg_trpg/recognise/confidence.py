"""When the recogniser is not sure of itself."""

from __future__ import annotations

from collections.abc import Iterable

from takusen_books.mtg_trpg.recognise.labels import Effect
from takusen_books.mtg_trpg.recognise.scene import Scene


def doubts(scene: Scene, effects: Iterable[Effect]) -> tuple[str, ...]:
    """Why a person should look, in words; nothing where all was understood."""
    return tuple(scene.doubts)

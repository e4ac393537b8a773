"""What ties abilities together: exile that ends, overload, instructions that were only a price."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from takusen_books.mtg_trpg.recognise.labels import Effect, Face
from takusen_books.mtg_trpg.recognise.scene import Scene

_OVERLOAD: Final = re.compile(r"^Overload\b", re.MULTILINE)


def linked(scene: Scene, face: Face) -> Iterator[Effect]:
    """The effects as they stand once the whole face is read."""
    yield from (effect for index, effect in enumerate(scene.effects) if index not in scene.prices)
    if _OVERLOAD.search(face.text):
        for effect in scene.effects:
            if effect.scope == "target" and effect.ctx == "spell":
                yield msgspec.structs.replace(effect, scope="all", count=None, alt="overload")

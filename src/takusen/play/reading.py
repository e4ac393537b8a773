"""What a run takes as constant: the table's options, the book's content, and what layers say beside them."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from takusen.log.table import Table


class Limited(msgspec.Struct, frozen=True):
    """How often something may be used: per "timing", "scene" or "scenario"."""

    times: int
    per: str


class Wrap(msgspec.Struct, frozen=True):
    """A function of a layer's around a rule: (handle, the rule within, its arguments) -> its result."""

    layer: str
    name: str
    body: Callable[..., Any]


class Reading(msgspec.Struct, frozen=True):
    """Options by name, and content by dotted path.

    Layers add which entries are banned (or which pairs, as `one & other`) and by which layer, how often an entry may
    be used, and which rules run within functions of theirs, from the outermost in. `sources` are the layers that gave
    values of the content, by path; what the book itself says isn't among them.
    `layers` are the ids of the layers that lie over the book.
    """

    options: Table[str, str | int]
    content: Table[str, Any] = Table()
    bans: Table[str, str] = Table()
    limits: Table[str, Limited] = Table()
    wraps: Table[str, tuple[Wrap, ...]] = Table()
    sources: Table[str, str] = Table()
    layers: tuple[str, ...] = ()

    @classmethod
    def of(cls, options: Mapping[str, str | int], content: Mapping[str, Any] | None = None) -> "Reading":
        """A reading from plain mappings."""
        return cls(Table(options), Table(content or {}))

    def banned(self, path: str, other: str = "") -> str:
        """The layer that bans an entry, or that it is used together with another; "" for none."""
        return self.bans.get(pair(path, other) if other else path, "")


def pair(one: str, other: str) -> str:
    """How two entries that can't be used together are named, whichever comes first."""
    return " & ".join(sorted((one, other)))

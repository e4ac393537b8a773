"""What a run takes as constant: the table's options and the book's content."""

from collections.abc import Mapping
from typing import Any

import msgspec

from takusen.log.table import Table


class Reading(msgspec.Struct, frozen=True):
    """Options by name, and content by dotted path."""

    options: Table[str, str | int]
    content: Table[str, Any] = Table()

    @classmethod
    def of(cls, options: Mapping[str, str | int], content: Mapping[str, Any] | None = None) -> "Reading":
        """A reading from plain mappings."""
        return cls(Table(options), Table(content or {}))

"""Values of a book's content, each with its source and the layers it came from."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from takusen.log.table import Table
from takusen.rulebook.toml import Both


class Value(msgspec.Struct, frozen=True):
    """A resolved value: which layer gave it, why, and what it was before."""

    value: Any
    source: str
    layer: str
    why: Both | None = None
    before: "Value | None" = None

    @property
    def trace(self) -> Iterator["Value"]:
        """The value, then what it was before, down to the book's own."""
        one: Value | None = self
        while one is not None:
            yield one
            one = one.before


def flatten(data: Mapping[str, Any], source: str, layer: str, prefix: str = "") -> dict[str, Value]:
    """Nested tables as dotted paths; lists become tuples. A table's own `source` names the source of what is in it."""
    source = data.get("source", source)
    flat: dict[str, Value] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            flat |= flatten(value, source, layer, f"{prefix}{key}.")
        elif key != "source":
            flat[prefix + key] = Value(frozen(value), source, layer)
    return flat


def frozen(value: Any) -> Any:
    """A value of a file so that nobody can change it: lists as tuples, tables in them as `Table`."""
    if isinstance(value, list):
        return tuple(frozen(one) for one in value)
    return Table((key, frozen(one)) for key, one in value.items()) if isinstance(value, dict) else value

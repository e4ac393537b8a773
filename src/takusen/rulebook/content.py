"""Values of a book's content, each with its source and the layer it came from."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Value(msgspec.Struct, frozen=True):
    """A resolved value."""

    value: Any
    source: str
    layer: str


def flatten(data: Mapping[str, Any], source: str, layer: str, prefix: str = "") -> dict[str, Value]:
    """Nested tables as dotted paths; lists become tuples. A table's own `source` names the source of what is in it."""
    source = data.get("source", source)
    flat: dict[str, Value] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            flat |= flatten(value, source, layer, f"{prefix}{key}.")
        elif key != "source":
            flat[prefix + key] = Value(tuple(value) if isinstance(value, list) else value, source, layer)
    return flat

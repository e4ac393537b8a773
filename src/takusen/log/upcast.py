"""Upcasters: pure functions that give an entry of an earlier release today's shape.

Every released shape keeps a golden log in `tests/golden` that must fold.
"""

from collections.abc import Callable
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""(kind of body, shape number it reads) -> function giving the next shape."""


def upcast(entry: dict[str, Any]) -> dict[str, Any]:
    """Apply every upcaster that fits, oldest first."""
    body = entry.get("body")
    while isinstance(body, dict) and (step := UPCASTERS.get(_shape(body))):
        body = step(body)
    return {**entry, "body": body}


def _shape(body: dict[str, Any]) -> tuple[str, int]:
    shape = body.get("shape", 0)
    return str(body.get("type")), shape if isinstance(shape, int) else -1

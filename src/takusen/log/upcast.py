"""Upcasters: pure functions that give an entry of an earlier release today's shape.

Every released shape keeps a golden log in `tests/golden` that must fold.
"""

from collections.abc import Callable, Mapping
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
Upcasters = Mapping[tuple[str, int], Upcaster]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""(kind of body, shape number it reads) -> function giving the next shape. What has an upcaster is written with the
number of its shape, so that the old can be told from the new even where it would still decode."""


def upcast(entry: dict[str, Any]) -> dict[str, Any]:
    """Apply every upcaster that fits, oldest first."""
    body = entry.get("body")
    return {**entry, "body": brought_up(body, UPCASTERS) if isinstance(body, dict) else body}


def brought_up(told: dict[str, Any], upcasters: Upcasters) -> dict[str, Any]:
    """A tagged struct in its logged form, brought up to today's shape."""
    while step := upcasters.get(_shape(told)):
        (kind, shape), made = _shape(told), step(told)
        told = {**made, "shape": shape + 1} if made.get("type") == kind else made
    return {name: value for name, value in told.items() if name != "shape"}


def shape_of(kind: str, upcasters: Upcasters) -> int:
    """The number of the shape that a kind has today; 0 for what never changed."""
    return max((shape + 1 for known, shape in upcasters if known == kind), default=0)


def _shape(told: dict[str, Any]) -> tuple[str, int]:
    shape = told.get("shape", 0)
    return str(told.get("type")), shape if isinstance(shape, int) else -1

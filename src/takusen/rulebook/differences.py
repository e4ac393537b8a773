"""What is another under one set of layers than under another."""

from collections.abc import Mapping
from typing import Any

import msgspec

from takusen.log.table import Table
from takusen.play.reading import Limited, Wrap
from takusen.rulebook.content import Value
from takusen.rulebook.stacking import Resolved, Slot


class Difference(msgspec.Struct, frozen=True):
    """A value that is another: "content", "option", "ban", "limit" or "wrap", its name, before and after (None where it
    isn't there)."""

    kind: str
    name: str
    before: Value | None
    after: Value | None


def differences(before: Resolved, after: Resolved) -> tuple[Difference, ...]:
    """All values that are others, by kind and name; which layer gives a value makes no difference."""
    one, other = dict(before.slots()), dict(after.slots())
    return tuple(
        Difference(*slot, one.get(slot), other.get(slot))
        for slot in (*one, *(slot for slot in other if slot not in one))
        if _said(slot, one) != _said(slot, other)
    )


def _said(slot: Slot, values: Mapping[Slot, Value]) -> tuple[object, ...]:
    """What to compare; a ban that was lifted is none."""
    value = values.get(slot)
    there = value is not None and (slot[0] != "ban" or value.value)
    return (_unlabelled(value.value),) if value is not None and there else ()


def _unlabelled(value: Any) -> Any:
    """A value without the layer that gives it: a wrapper is what it does."""
    if isinstance(value, tuple) and value and isinstance(value[0], Wrap):
        return tuple((one.name, one.body) for one in value)
    return value


def spelt(value: Value | None) -> str:
    """A value in the signs that files write it with; "" for none."""
    return "" if value is None else written(value.value)


def written(value: Any) -> str:
    """A plain value in the signs that files write it with."""
    if isinstance(value, Limited):
        return f"{value.times}/{value.per}"
    if isinstance(value, Wrap):
        return value.name
    if isinstance(value, tuple):
        return ", ".join(map(written, value))
    if isinstance(value, Table):
        return "{" + ", ".join(f"{name}={written(one)}" for name, one in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else str(value)

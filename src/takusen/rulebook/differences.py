"""What is another under one set of layers than under another."""

import msgspec

from takusen.rulebook.content import Value
from takusen.rulebook.stacking import Resolved


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
        if _said(one.get(slot)) != _said(other.get(slot))
    )


def _said(value: Value | None) -> tuple[object, ...]:
    return () if value is None else (value.value,)

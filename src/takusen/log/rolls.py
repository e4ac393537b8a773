"""Dice of the chat, as they are recorded."""

import msgspec


class Thrown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice of one kind that were thrown one after the other.

    `kind` is "normal", "tens_d10" (0, 10 ... 90) or "d9" (0 ... 9), as BCDice calls them.
    """

    sides: int
    values: tuple[int, ...]
    kind: str = "normal"


class ChatRoll(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a dice command came to: its text, what the system calls it, and every die in order.

    `rands` is the record: the same command with these dice gives the same text.
    """

    text: str
    rands: tuple[Thrown, ...] = ()
    secret: bool = False
    success: bool = False
    failure: bool = False
    critical: bool = False
    fumble: bool = False

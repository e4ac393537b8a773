"""What is recognised in a card's text: effects by kind, whom they reach, and how much of it was understood."""

from typing import Any, Literal

import msgspec

Kind = Literal[
    "destroy", "bounce", "tuck", "exile", "exile_until", "damage", "minus", "minus_counter", "control", "discard",
    "reanimate", "raise", "blink", "grave_exile", "fight", "edict", "plus", "plus_counter",
]  # fmt: skip
Scope = Literal["target", "choose", "all", "each", "attached", "referenced", "self", "you"]
Number = int | str
"""A number, or "X" where it varies."""


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One effect of a face. `ability` and `mode` count where in the text it stands, from 0 (mode -1: no choice);
    the other fields are those of a label."""

    kind: Kind
    targets_kind: tuple[str, ...]
    scope: Scope
    ability: int = 0
    mode: int = -1
    count: tuple[Number, Number] | None = None
    controller: str = ""
    restricted: bool = False
    excl: tuple[str, ...] = ()
    ctx: str = ""
    modal: bool = False
    alt: str = ""
    amount: Number | tuple[Number, Number] | None = None
    duration: str = ""
    position: str = ""
    under: str = ""
    new_controller: str = ""
    exchange: bool = False
    discard_mode: str = ""
    noregen: bool = False
    divided: bool = False
    delayed: bool = False
    unsure: bool = False


class Recognised(msgspec.Struct, frozen=True):
    """The effects of a face. It is `unsure` where a part that may matter was not understood; `doubts` say which."""

    effects: tuple[Effect, ...] = ()
    unsure: bool = False
    doubts: tuple[str, ...] = ()

    def labels(self) -> list[dict[str, Any]]:
        """The effects as plain values, for tools."""
        return [msgspec.to_builtins(one) for one in self.effects]

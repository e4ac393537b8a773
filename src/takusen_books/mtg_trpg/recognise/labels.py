"""What is recognised in a card's text: effects by kind, whom they reach, and how much of it was understood."""

from typing import Any, Final, Literal, Protocol

import msgspec

Kind = Literal[
    "destroy", "bounce", "tuck", "exile", "exile_until", "damage", "minus", "minus_counter", "control", "discard",
    "reanimate", "raise", "blink", "grave_exile", "fight", "edict", "plus", "plus_counter",
]  # fmt: skip
Scope = Literal["target", "choose", "all", "each", "attached", "referenced", "self", "you"]
Controller = Literal["", "any", "you", "not_you", "opponent", "specific", "mixed"]
Context = Literal[
    "", "spell", "activated", "loyalty", "triggered", "static", "replacement", "chapter", "granted", "keyword"
]  # fmt: skip
Number = int | str
"""A number, or "X" where it varies."""

ACTIONABLE: Final = frozenset({"target", "choose", "all", "each", "attached"})
"""The scopes with which something or somebody in the scene is reached that the text itself doesn't fix."""
CORE: Final[frozenset[Kind]] = frozenset(
    {
        "destroy", "bounce", "tuck", "exile", "exile_until", "damage", "minus", "minus_counter", "control", "discard",
        "reanimate", "raise",
    }
)  # fmt: skip
"""The kinds of effect that the adventure rules speak of."""


class Face(Protocol):
    """The part of a card face that decides what its text does."""

    @property
    def name(self) -> str: ...
    @property
    def full_name(self) -> str: ...
    @property
    def type_line(self) -> str: ...
    @property
    def text(self) -> str: ...


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One effect of a face. `ability` and `mode` count where in the text it stands, from 0 (mode -1: no choice);
    the other fields are those of a label."""

    kind: Kind
    targets_kind: tuple[str, ...]
    scope: Scope
    ability: int = 0
    mode: int = -1
    count: tuple[Number, Number] | None = None
    controller: Controller = ""
    restricted: bool = False
    excl: tuple[str, ...] = ()
    ctx: Context = ""
    modal: bool = False
    alt: str = ""
    amount: Number | tuple[Number, Number] | None = None
    duration: str = ""
    position: str = ""
    under: Literal["", "you", "owner"] = ""
    new_controller: Literal["", "you", "other"] = ""
    exchange: bool = False
    discard_mode: str = ""
    noregen: bool = False
    divided: bool = False
    delayed: bool = False
    player_scope: str = ""
    unsure: bool = False

    @property
    def actionable(self) -> bool:
        """Whether it reaches something or somebody that the text itself doesn't fix."""
        return self.scope in ACTIONABLE

    def label(self) -> dict[str, Any]:
        """The effect under the names that labelled cards use; what isn't set is left out."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        label = {name: value for name, value in values.items() if name not in {"ability", "mode", "discard_mode"}}
        label["targets_kind"] = sorted(self.targets_kind)
        if self.controller == "not_you":
            label["controller"] = "opponent"
        if self.discard_mode:
            label["mode"] = self.discard_mode
        return label


class Recognised(msgspec.Struct, frozen=True):
    """The effects of a face. It is `unsure` where a part that may matter was not understood; `doubts` say which."""

    effects: tuple[Effect, ...] = ()
    unsure: bool = False
    doubts: tuple[str, ...] = ()

    def labels(self) -> list[dict[str, Any]]:
        """The effects as plain values, for tools."""
        return [one.label() for one in self.effects]

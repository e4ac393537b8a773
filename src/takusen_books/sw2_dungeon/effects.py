"""What cards, troubles and events may do: a closed list of kinds (SD-04, SD-12, SD-14, SD-17, SD-18).

`T` is the kind of text: `Both` in a scenario's file, `str` at a table.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from takusen.rules import Both, Id

T = TypeVar("T")

REPRESENTATIVE, PARTY = "representative", "party"
Whom = Literal["representative", "party"]
"""Whom an effect meets: those who took on the card or failed the check before it, or everybody."""

Ability = Literal["dexterity", "agility", "strength", "vitality", "intellect", "spirit"]
Key = Annotated[Id, msgspec.Meta(pattern=r"^[\w\-]{1,40}$")]
"""The id of a thing in a file: letters, digits, - and _."""
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Points = Annotated[int, msgspec.Meta(ge=0, le=999)]
Shift = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Span = Literal["next_action", "until_declaration", "until_tp", "exploration", "gm"]
"""How long a benefit lasts (SD-16): `gm` until the GM ends it."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """One thing that happens."""


class Tell(Effect, Generic[T], frozen=True, tag="text"):
    """A text is read to all."""

    text: T


class Damage(Effect, frozen=True, tag="damage"):
    """Dice and points of damage: physical goes through 防護点, magic does not, mp is taken from MP."""

    dice: Count = 0
    plus: Points = 0
    kind: Literal["physical", "magic", "mp"] = "physical"
    to: Whom = "representative"


class Heal(Effect, frozen=True, tag="heal"):
    """Dice and points of HP or MP come back."""

    dice: Count = 0
    plus: Points = 0
    gauge: Literal["hp", "mp"] = "hp"
    to: Whom = "representative"


class State(Effect, Generic[T], frozen=True, tag="state"):
    """A lasting help or hindrance: `bonus` to checks, `ward` off damage."""

    name: T
    bonus: Shift = 0
    ward: Count = 0
    lasts: Span = "until_tp"
    to: Whom = "representative"


class Item(Effect, frozen=True, tag="item"):
    """Things that go into somebody's bag."""

    name: str
    count: Annotated[int, msgspec.Meta(ge=-99, le=99)] = 1
    to: Whom = "representative"


class Find(Effect, frozen=True, tag="treasure"):
    """A treasure of the scenario is found."""

    treasure: Key


class Reveal(Effect, frozen=True, tag="open"):
    """Area cards come to light."""

    cards: tuple[Key, ...]


class Shut(Effect, frozen=True, tag="close"):
    """Area cards are out of reach from now on."""

    cards: tuple[Key, ...]


class Time(Effect, Generic[T], frozen=True, tag="tp"):
    """TP rises or falls."""

    delta: Shift
    reason: T


class Mark(Effect, frozen=True, tag="flag"):
    """A flag of the scenario is set or taken away; restrictions speak of flags."""

    name: Key
    on: bool = True


class Trouble(Effect, frozen=True, tag="trouble"):
    """A trouble card is drawn."""


class Meet(Effect, frozen=True, tag="fight"):
    """A monster attacks: as 省略戦闘, or in a full fight after the base game."""

    monster: Key
    full: bool = False


class End(Effect, frozen=True, tag="ending"):
    """The exploration ends, and this ending is read."""

    ending: Key


Plain = (
    Tell[T] | Damage | Heal | State[T] | Item | Find | Reveal | Shut | Time[T] | Mark | Trouble | Meet | End
)  # fmt: skip
"""What needs no check."""


class DangerSense(Effect, Generic[T], frozen=True, tag="danger_sense"):
    """A 危険感知判定; `to` is whom it asks, by default as the table reads it (option hazard_scope)."""

    target: Count
    fail: tuple[Plain[T], ...] = ()
    success: tuple[Plain[T], ...] = ()
    to: Whom | None = None


class Resist(Effect, Generic[T], frozen=True, tag="resist"):
    """A 生命抵抗力判定 (fortitude) or 精神抵抗力判定 (willpower) against a number."""

    by: Literal["fortitude", "willpower"]
    target: Count
    fail: tuple[Plain[T], ...] = ()
    success: tuple[Plain[T], ...] = ()
    to: Whom = "representative"


Anything = (
    Tell[T] | Damage | Heal | State[T] | Item | Find | Reveal | Shut | Time[T] | Mark | Trouble | Meet | End
    | DangerSense[T] | Resist[T]
)  # fmt: skip
"""Every kind of effect."""

PERSONAL = (Damage, Heal, State, Item)
"""Effects that meet people; the others happen once."""


def points(dice: int, plus: int) -> str:
    """Dice and points as people write them: 2d6+2, 1d6, 2."""
    rolled = f"{dice}d6" if dice else ""
    return "+".join(filter(None, (rolled, str(plus) if plus else ""))) or "0"


def worded(value: Any, lang: str) -> Any:
    """A thing of a file with its texts in one language."""
    if isinstance(value, Both):
        return value[lang]
    if isinstance(value, msgspec.Struct):
        inside = {name: worded(getattr(value, name), lang) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **inside)
    return tuple(worded(one, lang) for one in value) if isinstance(value, tuple) else value

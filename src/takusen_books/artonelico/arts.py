"""Skills, songs and items as the table keeps them, and the closed list of what they may do (AT-27, AT-28).

Numbers are formulas, kept as the content file writes them: `攻撃力+6+SL*2`. Texts are in the table's language.
"""

from typing import Annotated, Any, Literal

import msgspec

from takusen.rules import EVERYONE, GM, Audience, Field, Table, everyone

HOOKS = (
    "battle_start", "order", "announce", "song_command", "standby", "main", "cover", "counter", "harmonics", "check",
    "damage_dealt", "damage_taken", "mp_paid", "chant_changed",
)  # fmt: skip
"""The windows of AT-28. In announce, song_command, standby and main a skill is declared; in the others it is asked."""
DECLARED = ("announce", "song_command", "standby", "main")
ABILITIES = ("strength", "endurance", "agility", "perception", "focus", "songcraft", "luck", "attack")
ELEMENTS = ("none", "fire", "water", "wind", "earth", "light", "dark")
AILMENTS = ("paralysis", "pain", "sick", "faint")
STATS = (*ABILITIES, "power", "ward", "move", "harmonics")
"""What lasting effects change: abilities, every power and endurance roll, squares a move, the harmonics roll."""

Hook = Literal[
    "battle_start", "order", "announce", "song_command", "standby", "main", "cover", "counter", "harmonics", "check",
    "damage_dealt", "damage_taken", "mp_paid", "chant_changed",
]  # fmt: skip
Ability = Literal["strength", "endurance", "agility", "perception", "focus", "songcraft", "luck", "attack"]
Element = Literal["none", "fire", "water", "wind", "earth", "light", "dark"]
Ailment = Literal["paralysis", "pain", "sick", "faint"]
Stat = Literal[
    "strength", "endurance", "agility", "perception", "focus", "songcraft", "luck", "attack",
    "power", "ward", "move", "harmonics",
]  # fmt: skip
Stacking = Literal["add", "highest", "replace"]
Whom = Literal["target", "self", "party", "enemies"]
"""Whom an effect meets: those aimed at, the user, all of the user's side, or all of the other."""
State = Literal["command", "active", "passive"]
Singing = Literal["no", "allowed", "only"]
Aim = Literal["enemy", "ally", "self", "anyone", "square", "none"]
Cost = Literal["mp", "hg", "bg", "hp", "miracle", "marker"]
Limit = Literal["timing", "turn", "battle"]
Permit = Literal["standby", "main", "active"]
"""What a chanting character may do all the same (AT-26): standby actions, main actions, active skills."""


class Range(msgspec.Struct, frozen=True, cache_hash=True):
    """How far something reaches: self, adjacent, reach (the weapon's), line N, within N, any."""

    kind: Annotated[Literal["self", "adjacent", "reach", "line", "within", "any"], Field(see=everyone)] = "adjacent"
    squares: Annotated[int, Field(see=everyone)] = 1


# effects -------------------------------------------------------------------------------------------------------------


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """One thing that a skill, song or item does. `when` is a condition; without one it always happens."""

    to: Whom = "target"
    when: str = ""


class Damage(Effect, frozen=True, tag="damage"):
    """A power roll against each target's endurance roll; what `pierces` knows no endurance."""

    power: str
    element: Element = "none"
    pierces: bool = False


class Heal(Effect, frozen=True, tag="heal"):
    """HP come back; a downed target stays down unless it `revives`."""

    amount: str
    revives: bool = False


class RestoreMp(Effect, frozen=True, tag="restore_mp"):
    """MP come back."""

    amount: str


class Barrier(Effect, frozen=True, tag="barrier"):
    """Points that take damage before HP do."""

    amount: str


class Inflict(Effect, frozen=True, tag="ailment"):
    """An ailment for some turns. With `power` it takes hold only where that roll beats the target's `against` roll."""

    ailment: Ailment
    turns: str = "1"
    power: str = ""
    against: Ability = "luck"


class Cure(Effect, frozen=True, tag="cure"):
    """Ailments end."""

    ailments: tuple[Ailment, ...] = ("paralysis", "pain", "sick", "faint")


class Modify(Effect, frozen=True, tag="modify"):
    """A stat is other than it was for some turns: 0 for as long as what is going on, a passive skill's always."""

    stat: Stat
    amount: str
    turns: str = "1"
    stacking: Stacking = "add"


class GaugeShift(Effect, frozen=True, tag="gauge"):
    """The burst gauge rises or falls."""

    amount: str


class HarmoShift(Effect, frozen=True, tag="harmo"):
    """The shared harmo gauge rises or falls."""

    amount: str


class Reorder(Effect, frozen=True, tag="order"):
    """The target's place in this turn's order."""

    place: Literal["first", "last", "up", "down"] = "first"


class Cover(Effect, frozen=True, tag="cover"):
    """The user takes the blow in the target's place, `ward` better defended."""

    ward: str = "0"


class Counter(Effect, frozen=True, tag="counter"):
    """The user strikes back at the attacker."""

    power: str
    element: Element = "none"


class Scan(Effect, frozen=True, tag="scan"):
    """A check of an ability against how hard the enemy is to read; a success opens its numbers to all."""

    ability: Ability = "focus"
    bonus: str = "0"


class KeepGauge(Effect, frozen=True, tag="keep_gauge"):
    """A change of song that follows in this phase keeps the burst gauge and raises it by 1."""


class Allow(Effect, frozen=True, tag="permit"):
    """A restriction on chanters is lifted for some turns."""

    what: Permit
    turns: str = "1"


Anything = (
    Damage | Heal | RestoreMp | Barrier | Inflict | Cure | Modify | GaugeShift | HarmoShift | Reorder | Cover | Counter
    | Scan | KeepGauge | Allow
)  # fmt: skip
"""Every kind of effect."""


# arts ----------------------------------------------------------------------------------------------------------------


def if_learnable(world: Any, one: Any) -> Audience:
    """What a party may learn is open; what only enemies can do is the GM's."""
    return EVERYONE if one.learnable else GM


class Skill(msgspec.Struct, frozen=True):
    """A skill. `cost` holds formulas, `limit` how often within a timing, a turn, a battle; `cap` 0 stands for none."""

    name: Annotated[str, Field(see=everyone)]
    text: Annotated[str, Field(see=everyone)] = ""
    state: Annotated[State, Field(see=everyone)] = "command"
    hooks: Annotated[tuple[Hook, ...], Field(see=everyone)] = ("main",)
    singing: Annotated[Singing, Field(see=everyone)] = "no"
    required_level: Annotated[int, Field(see=everyone)] = 1
    cap: Annotated[int, Field(see=everyone)] = 0
    price: Annotated[int, Field(see=everyone)] = 0
    price_up: Annotated[int, Field(see=everyone)] = 0
    cost: Annotated[Table[Cost, str], Field(see=everyone)] = Table()
    limit: Annotated[Table[Limit, int], Field(see=everyone)] = Table()
    needs: Annotated[str, Field(see=everyone)] = ""
    target: Annotated[Aim, Field(see=everyone)] = "enemy"
    range: Annotated[Range, Field(see=everyone)] = Range()
    area: Annotated[int, Field(see=everyone)] = 0
    effects: Annotated[tuple[Anything, ...], Field(see=everyone)] = ()
    learnable: Annotated[bool, Field(see=everyone)] = True

    def seen(self, world: Any) -> Audience:
        """Who knows of the skill."""
        return if_learnable(world, self)


class Song(msgspec.Struct, frozen=True):
    """A song: red is released in the main phase, blue takes effect each turn (AT-24, AT-25). `mp` is a formula."""

    name: Annotated[str, Field(see=everyone)]
    colour: Annotated[Literal["red", "blue"], Field(see=everyone)] = "red"
    text: Annotated[str, Field(see=everyone)] = ""
    mp: Annotated[str, Field(see=everyone)] = "0"
    required_level: Annotated[int, Field(see=everyone)] = 1
    price: Annotated[int, Field(see=everyone)] = 0
    needs: Annotated[str, Field(see=everyone)] = ""
    target: Annotated[Aim, Field(see=everyone)] = "enemy"
    range: Annotated[Range, Field(see=everyone)] = Range("any")
    area: Annotated[int, Field(see=everyone)] = 0
    effects: Annotated[tuple[Anything, ...], Field(see=everyone)] = ()
    learnable: Annotated[bool, Field(see=everyone)] = True

    def seen(self, world: Any) -> Audience:
        """Who knows of the song."""
        return if_learnable(world, self)


class Item(msgspec.Struct, frozen=True):
    """An item. Gear adds `attack` and `endurance`, formulas over IL; a weapon has its own range; tools have effects."""

    name: Annotated[str, Field(see=everyone)]
    kind: Annotated[Literal["weapon", "armour", "tool"], Field(see=everyone)] = "tool"
    text: Annotated[str, Field(see=everyone)] = ""
    price: Annotated[int, Field(see=everyone)] = 0
    price_up: Annotated[int, Field(see=everyone)] = 0
    cap: Annotated[int, Field(see=everyone)] = 0
    standby: Annotated[bool, Field(see=everyone)] = True
    attack: Annotated[str, Field(see=everyone)] = "0"
    endurance: Annotated[str, Field(see=everyone)] = "0"
    needs: Annotated[str, Field(see=everyone)] = ""
    target: Annotated[Aim, Field(see=everyone)] = "ally"
    range: Annotated[Range, Field(see=everyone)] = Range()
    area: Annotated[int, Field(see=everyone)] = 0
    effects: Annotated[tuple[Anything, ...], Field(see=everyone)] = ()

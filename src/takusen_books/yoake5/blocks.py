"""What content is made of: species, classes, skills, items and foes, as their files say them (YA-04, YA-09, YA-10).

An entry is a table of its file under `species`, `classes`, `skills`, `items`, `foes`, `statuses` or `emotions`, so that
a layer can change each field by its path: `skills.stealth.cost`. `from` names the supplement that an entry comes from;
a layer that bans `supplements.<id>` bans all of them.
"""

from typing import Annotated, Literal

import msgspec

from takusen.rules import Both, Table

PASSIVE, SETUP, INITIATIVE, MOVE, MINOR, MAJOR, REACTION, CLEANUP, PREPLAY, AFTER = (
    "passive", "setup", "initiative", "move", "minor", "major", "reaction", "cleanup", "preplay", "after",
)  # fmt: skip
Timing = Literal["passive", "setup", "initiative", "move", "minor", "major", "reaction", "cleanup", "preplay", "after"]
Check = Literal["none", "auto", "hit", "effect"]
Target = Literal["none", "self", "single", "row", "area", "effect"]
Until = Literal["round", "next_cleanup", "scene", "scenario", "attack", "lasting"]
"""How long a state holds: to the end of this round, of the next one, of the scene or the scenario, for the attack that
it is part of, or until something takes it away."""
Stacking = Literal["add", "highest", "first"]
EffectKind = Literal[
    "attack", "damage", "heal", "modify", "status", "cure", "hide", "march", "cost", "discount", "call", "steal",
    "gain", "hook",
]  # fmt: skip
Slot = Literal["none", "hand", "hands", "body", "head", "feet", "accessory", "quiver"]
Text = Both
Count = Annotated[int, msgspec.Meta(ge=0, le=999_999_999)]
"""What can't be less than nothing."""
Number = Annotated[int, msgspec.Meta(ge=-9_999, le=9_999)]
"""What is added to something, or takes from it."""
Level = Annotated[int, msgspec.Meta(ge=0, le=999)]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a skill or item does. Amounts are formulas over SL, CL, ML and the user's stats by their names.

    `stat` is what a `modify` changes, `status` what is laid on or cured, `on` whom it meets, `when` its condition,
    `item` what it needs or calls, `hook` the procedure that does what the other kinds can't say.
    """

    kind: EffectKind
    stat: str = ""
    amount: str = "0"
    dice: str = "0"
    element: str = ""
    status: str = ""
    on: Literal["target", "self", "allies", "foes", "others"] = "target"
    until: Until = "attack"
    stacking: Stacking = "add"
    when: str = ""
    item: str = ""
    hook: Literal["", "cover", "act_next"] = ""


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A skill (YA-09). `of` is the class or species that teaches it, or "common" or "unique"; `needs` the skills with
    the SL that it builds on, `from_level` the main level from which it can be taken, `limit` how often it may be used;
    `money` tells that it is about money (MJ-62). One with a `beneficiary` works for somebody, who is named once or, if
    it says "preplay", may be changed in every pre-play (MJ-51)."""

    name: Text
    text: Text
    of: str
    cap: Level
    timing: Timing
    cost: str = "0"
    check: Check = "none"
    contest: tuple[str, str] | None = None
    target: Target = "none"
    range: str = ""
    category: tuple[str, ...] = ()
    needs: Table[str, Level] = Table()
    from_level: Level = 0
    limit: str = "0"
    per: Literal["", "timing", "round", "scene", "scenario"] = ""
    extra: bool = True
    money: bool = False
    weapon: str = ""
    beneficiary: Literal["", "once", "preplay"] = ""
    supplement: str = msgspec.field(name="from", default="")
    effects: Table[str, Effect] = Table()


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An item (YA-10). `range` is the weapon's, "" for none; `spent` is used up by its use; `mystic` makes it a mystic
    code, whose price includes `surcharge`."""

    name: Text
    text: Text
    kind: str
    slot: Slot = "none"
    level: Level = 1
    weight: Count = 0
    hit: Number = 0
    evasion: Number = 0
    attack: Number = 0
    magic_attack: Number = 0
    armour: Number = 0
    barrier: Number = 0
    action: Number = 0
    range: str = ""
    element: str = ""
    price: Count = 0
    surcharge: Count = 0
    spent: bool = False
    mystic: bool = False
    sold: bool = True
    timing: Timing = "passive"
    supplement: str = msgspec.field(name="from", default="")
    effects: Table[str, Effect] = Table()


class Species(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A species: what its abilities begin at, and what it is in the world (`undead`)."""

    name: Text
    text: Text
    abilities: Table[str, Number] = Table()
    hp: Count = 0
    mp: Count = 0
    lp: Level = 3
    undead: bool = False
    supplement: str = msgspec.field(name="from", default="")


class Class(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A class: what each of its levels adds. `extra` ones fill the place of the extra class, `advanced` ones open
    later, `illegal` ones are tolerated (MJ-61)."""

    name: Text
    text: Text
    abilities: Table[str, Number] = Table()
    hp: Count = 0
    mp: Count = 0
    extra: bool = False
    advanced: bool = False
    illegal: bool = False
    supplement: str = msgspec.field(name="from", default="")


class Foe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A foe: its numbers as they stand, its skills by SL, and what it may drop."""

    name: Text
    text: Text
    level: Level
    species: str = ""
    stats: Table[str, Number] = Table()
    hp: Count = 1
    mp: Count = 0
    range: str = "0-0"
    skills: Table[str, Level] = Table()
    drops: tuple[str, ...] = ()
    boss: bool = False


class Status(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named status and what it forbids or allows: `timings` and `moves` that can't be taken, `only` categories of
    skills that can be used, `never` those that can't, `silent` if no skill at all can be declared."""

    name: Text
    text: Text
    bad: bool = True
    until: Until = "next_cleanup"
    timings: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    silent: bool = False
    stat: str = ""
    amount: Number = 0


class Emotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A feeling towards somebody."""

    name: Text
    text: Text


class Dormitory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A house that characters belong to."""

    name: Text
    text: Text


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character that is ready to be played: its species, its main class with its level, what else it has."""

    name: Text
    text: Text
    species: str
    main: str
    level: Level = 1
    classes: Table[str, Level] = Table()
    abilities: Table[str, Number] = Table()
    skills: Table[str, Level] = Table()
    items: Table[str, Count] = Table()
    dormitory: str = ""

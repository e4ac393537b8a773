"""What a table of the dungeon keeps: characters, cards on the board, TP, troubles, monsters, what is found."""

from typing import Annotated, Any, Final

import msgspec

from takusen.rules import EVERYONE, GM, Audience, Field, Id, Table, everyone

from .effects import Anything

INTRODUCTION, EXPLORATION, EPILOGUE = "introduction", "exploration", "epilogue"
PHASES = (INTRODUCTION, EXPLORATION, EPILOGUE)
ABILITIES = ("dexterity", "agility", "strength", "vitality", "intellect", "spirit")
NOBODY: Final = Id("")
UNSKILLED: Final = "平目"
"""No fitting skill: plain 2d6."""
ADVENTURER: Final = "冒険者レベル"
"""A check that anybody makes with the adventurer level."""


def if_open(world: Any, one: Any) -> Audience:
    """A card is everybody's once it lies on the board."""
    return EVERYONE if one.open or one.turned else GM


def if_turned(world: Any, one: Any) -> Audience:
    """A card's back is everybody's once it is turned."""
    return EVERYONE if one.turned else GM


def if_met(world: Any, one: Any) -> Audience:
    """Troubles, monsters, treasures and endings are everybody's once met."""
    return EVERYONE if one.met else GM


class PC(msgspec.Struct, frozen=True):
    """A character. `bonuses` and the resistances hold what a sheet prints otherwise than it comes to (0: as it comes
    to); `fumbles` counts automatic failures, which earn experience; `here` says that the GM has it come along though
    nobody plays it."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    race: Annotated[str, Field(see=everyone, edit=True)] = ""
    dexterity: Annotated[int, Field(see=everyone, edit=True)] = 12
    agility: Annotated[int, Field(see=everyone, edit=True)] = 12
    strength: Annotated[int, Field(see=everyone, edit=True)] = 12
    vitality: Annotated[int, Field(see=everyone, edit=True)] = 12
    intellect: Annotated[int, Field(see=everyone, edit=True)] = 12
    spirit: Annotated[int, Field(see=everyone, edit=True)] = 12
    bonuses: Annotated[Table[str, int], Field(see=everyone, edit=True)] = Table()
    skills: Annotated[Table[str, int], Field(see=everyone, edit=True)] = Table()
    feats: Annotated[tuple[str, ...], Field(see=everyone, edit=True)] = ()
    hp: Annotated[int, Field(see=everyone, mine=True, gauge="hp_max")] = 15
    hp_max: Annotated[int, Field(see=everyone, edit=True)] = 15
    mp: Annotated[int, Field(see=everyone, mine=True, gauge="mp_max")] = 12
    mp_max: Annotated[int, Field(see=everyone, edit=True)] = 12
    armour: Annotated[int, Field(see=everyone, mine=True)] = 0
    fortitude: Annotated[int, Field(see=everyone, edit=True)] = 0
    willpower: Annotated[int, Field(see=everyone, edit=True)] = 0
    items: Annotated[Table[str, int], Field(see=everyone, mine=True)] = Table()
    unconscious: Annotated[bool, Field(see=everyone, edit=True)] = False
    dead: Annotated[bool, Field(see=everyone, edit=True)] = False
    fumbles: Annotated[int, Field(see=everyone, edit=True)] = 0
    here: Annotated[bool, Field(see=everyone, edit=True)] = True
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False
    memo: Annotated[str, Field(see=everyone, mine=True, form="long")] = ""

    def seen(self, world: Any) -> Audience:
        """Who knows that the character is there."""
        return GM if self.removed else EVERYONE

    @property
    def present(self) -> bool:
        """Whether the character is with the party: somebody plays it, or the GM has it come along."""
        return bool(self.player or self.here) and not self.removed

    @property
    def able(self) -> bool:
        """Whether the character can act."""
        return self.present and not (self.unconscious or self.dead)

    @property
    def level(self) -> int:
        """冒険者レベル: the highest skill."""
        return max(self.skills.values(), default=0)

    def bonus(self, ability: str) -> int:
        """能力値ボーナス: a sixth of the score, rounded down, unless the sheet prints another."""
        return self.bonuses.get(ability, int(getattr(self, ability)) // 6)

    def base(self, skill: str, ability: str) -> int:
        """基準値: level and bonus; 0 without the skill, and then no bonus either (SD-05)."""
        level = self.level if skill == ADVENTURER else self.skills.get(skill, 0)
        return level + self.bonus(ability) if level else 0

    def lacking(self, gauge: str) -> int:
        """How many HP or MP a character is short of."""
        return max(0, self.mp_max - self.mp if gauge == "mp" else self.hp_max - self.hp)

    def resistance(self, by: str) -> int:
        """生命抵抗力 or 精神抵抗力."""
        printed = self.fortitude if by == "fortitude" else self.willpower
        return printed or self.level + self.bonus("vitality" if by == "fortitude" else "spirit")


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card asks for: a target number, the skills that serve, and the ability (SD-05)."""

    target: Annotated[int, msgspec.Meta(ge=0, le=99), Field(see=everyone)]
    skills: Annotated[tuple[str, ...], Field(see=everyone)] = ("スカウト", "レンジャー")
    ability: Annotated[str, Field(see=everyone)] = "intellect"


class Needs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold before a card can be explored (SD-09)."""

    turned: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    flags: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    no_flags: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    treasures: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    tp_from: Annotated[int, Field(see=everyone)] = 0
    tp_to: Annotated[int, Field(see=everyone)] = 99


class Card(msgspec.Struct, frozen=True):
    """An area card. `failed` are those who have failed on it and `tried` those who have taken it on, until a retry
    restores them (SD-06, SD-07); `via` is the card that brought it to light."""

    title: Annotated[str, Field(see=everyone, edit=True)]
    front: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    check: Annotated[Check | None, Field(see=everyone)] = None
    restriction: Annotated[str, Field(see=everyone, edit=True)] = ""
    needs: Annotated[Needs | None, Field(see=everyone)] = None
    together: Annotated[bool, Field(see=everyone)] = False
    back: Annotated[str, Field(see=if_turned, edit=True, form="long")] = ""
    stays_open: Annotated[bool, Field(see=if_turned)] = False
    dead_end: Annotated[bool, Field(see=if_turned)] = False
    fail: tuple[Anything[str], ...] = ()
    success: tuple[Anything[str], ...] = ()
    on_route: bool = False
    note: Annotated[str, Field(edit=True, form="long")] = ""
    open: Annotated[bool, Field(see=everyone)] = False
    turned: Annotated[bool, Field(see=everyone)] = False
    shut: Annotated[bool, Field(see=everyone)] = False
    failed: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    tried: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    via: Annotated[Id, Field(see=everyone)] = NOBODY

    def seen(self, world: Any) -> Audience:
        """Who knows the card."""
        return if_open(world, self)


class TroubleCard(msgspec.Struct, frozen=True):
    """A trouble card (SD-17); `left` tells that it may still come up, which only the GM knows."""

    title: Annotated[str, Field(see=everyone, edit=True)]
    text: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    effects: tuple[Anything[str], ...] = ()
    left: bool = True
    met: Annotated[bool, Field(see=everyone)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows the card."""
        return if_met(world, self)


class Loot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a loot table: results from `low` to `high` of 2d6; "自動" lines have `always`."""

    item: str
    low: Annotated[int, msgspec.Meta(ge=2, le=20)] = 2
    high: Annotated[int, msgspec.Meta(ge=2, le=99)] = 99
    count: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    price: Annotated[int, msgspec.Meta(ge=0)] = 0
    always: bool = False


class Monster(msgspec.Struct, frozen=True):
    """A monster of the scenario; its full block stands in `block` for a fight after the base game."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    level: Annotated[int, Field(see=everyone, edit=True)] = 1
    hp: Annotated[int, Field(edit=True)] = 0
    mp: Annotated[int, Field(edit=True)] = 0
    armour: Annotated[int, Field(edit=True)] = 0
    block: Annotated[str, Field(edit=True, form="long")] = ""
    text: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    loot: tuple[Loot, ...] = ()
    met: Annotated[bool, Field(see=everyone)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows the monster."""
        return if_met(world, self)


class Body(msgspec.Struct, frozen=True):
    """A defeated monster on which a loot check may be made."""

    name: Annotated[str, Field(see=everyone)]
    loot: tuple[Loot, ...] = ()
    done: Annotated[bool, Field(see=everyone)] = False


class Treasure(msgspec.Struct, frozen=True):
    """A treasure of the scenario."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    text: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    price: Annotated[int, Field(see=everyone, edit=True)] = 0
    met: Annotated[bool, Field(see=everyone)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows the treasure."""
        return if_met(world, self)


class Ending(msgspec.Struct, frozen=True):
    """A way in which the scenario ends; `when` tells the GM."""

    title: Annotated[str, Field(see=everyone, edit=True)]
    text: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    when: Annotated[str, Field(edit=True, form="long")] = ""
    met: Annotated[bool, Field(see=everyone)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows the ending."""
        return if_met(world, self)


class Threshold(msgspec.Struct, frozen=True):
    """What happens when TP gets there (SD-14); that there is one is known, what it does is not."""

    tp: Annotated[int, Field(see=everyone)]
    fails: Annotated[bool, Field(see=everyone)] = False
    title: Annotated[str, Field(see=if_met, edit=True)] = ""
    text: Annotated[str, Field(see=if_met, edit=True, form="long")] = ""
    effects: tuple[Anything[str], ...] = ()
    ending: Id = NOBODY
    met: Annotated[bool, Field(see=everyone)] = False


class Benefit(msgspec.Struct, frozen=True):
    """A spell or a state that lasts (SD-16): `bonus` to checks, `ward` off damage."""

    name: Annotated[str, Field(see=everyone)]
    of: Annotated[Id, Field(see=everyone)]
    lasts: Annotated[str, Field(see=everyone)]
    bonus: Annotated[int, Field(see=everyone)] = 0
    ward: Annotated[int, Field(see=everyone)] = 0
    ended: Annotated[bool, Field(see=everyone)] = False


class Fight(msgspec.Struct, frozen=True):
    """A 省略戦闘 that is on (SD-18). `acted` are those who have done something since the last try, `dying` those whose
    生死判定 waits for the end of the fight."""

    monster: Annotated[Id, Field(see=everyone)]
    name: Annotated[str, Field(see=everyone)]
    level: Annotated[int, Field(see=everyone)]
    target: Annotated[int, Field(see=everyone)]
    tries: Annotated[int, Field(see=everyone)] = 0
    acted: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    dying: Annotated[tuple[Id, ...], Field(see=everyone)] = ()


class World(msgspec.Struct, frozen=True):
    """The whole table. `due` are thresholds that TP has reached and whose event is still to come, `foes` the monsters
    that wait while a fight is on, `battle` the monster of a full fight."""

    pcs: Annotated[Table[Id, PC], Field(see=everyone)] = Table()
    phase: Annotated[str, Field(see=everyone, edit=True, choices=PHASES)] = INTRODUCTION
    title: Annotated[str, Field(see=everyone)] = ""
    lead: Annotated[str, Field(see=everyone)] = ""
    tp: Annotated[int, Field(see=everyone, edit=True)] = 0
    thresholds: Annotated[Table[Id, Threshold], Field(see=everyone)] = Table()
    due: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    cards: Annotated[Table[Id, Card], Field(see=everyone)] = Table()
    troubles: Annotated[Table[Id, TroubleCard], Field(see=everyone)] = Table()
    monsters: Annotated[Table[Id, Monster], Field(see=everyone)] = Table()
    treasures: Annotated[Table[Id, Treasure], Field(see=everyone)] = Table()
    endings: Annotated[Table[Id, Ending], Field(see=everyone)] = Table()
    fight: Annotated[Fight | None, Field(see=everyone)] = None
    foes: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    battle: Annotated[Id, Field(see=everyone)] = NOBODY
    bodies: Annotated[Table[Id, Body], Field(see=everyone)] = Table()
    haul: Annotated[Table[str, int], Field(see=everyone, edit=True)] = Table()
    benefits: Annotated[Table[Id, Benefit], Field(see=everyone)] = Table()
    flags: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    ending: Annotated[Id, Field(see=everyone)] = NOBODY

    def pc(self, one: Id) -> PC:
        """The character of that id."""
        return self.pcs[one]

    @property
    def here(self) -> tuple[Id, ...]:
        """Characters who are with the party."""
        return tuple(one for one, me in self.pcs.items() if me.present)

    @property
    def party(self) -> tuple[Id, ...]:
        """Characters who are with the party and alive, or not quite."""
        return tuple(one for one, me in self.pcs.items() if me.present and not me.dead)

    @property
    def ready(self) -> tuple[Id, ...]:
        """Characters who can act."""
        return tuple(one for one, me in self.pcs.items() if me.able)

    def help(self, one: Id) -> int:
        """What benefits add to a character's checks."""
        return sum(benefit.bonus for benefit in self.lasting(one).values())

    def ward(self, one: Id) -> int:
        """What benefits take off the damage that a character suffers."""
        return sum(benefit.ward for benefit in self.lasting(one).values())

    def lasting(self, one: Id) -> dict[Id, Benefit]:
        """A character's benefits that have not ended."""
        return {key: benefit for key, benefit in self.benefits.items() if benefit.of == one and not benefit.ended}

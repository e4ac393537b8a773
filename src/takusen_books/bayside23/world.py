"""What a table of bayside23 keeps: fighters, the fight, stones, the enemy HP track, scenes and riddles."""

from collections.abc import Iterable
from typing import Annotated, Any, Final

import msgspec

from takusen.rules import EVERYONE, GM, Audience, Field, Id, Table, everyone

FRIENDS, FOES = "friends", "foes"
SIDES = (FRIENDS, FOES)
STAMINA: Final = "stamina"
CONCENTRATION: Final = "concentration"
LIFE_MAX = 5
RECOVERIES = 3


def other_side(side: str) -> str:
    """The opposing side."""
    return FOES if side == FRIENDS else FRIENDS


def if_shown(world: Any, one: Any) -> Audience:
    """Numbers of friends are open; a foe's are open while the GM shows them, and always to its own player."""
    if one.side == FRIENDS or one.shown:
        return EVERYONE
    return (GM, one.player) if one.player else GM


def if_found(world: Any, one: Any) -> Audience:
    """Riddles, hints and scenes are open once found."""
    return EVERYONE if one.found else GM


class Fighter(msgspec.Struct, frozen=True):
    """A character of either side (BS-09, BS-16). `lost_turn` is the round in which it may not act (BS-14)."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    side: Annotated[str, Field(see=everyone, edit=True, choices=SIDES)]
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    traits: Annotated[Table[str, int], Field(see=if_shown, edit=True)] = Table()
    hinders: Annotated[tuple[str, ...], Field(see=if_shown, edit=True)] = ()
    skills: Annotated[Table[str, int], Field(see=if_shown, edit=True)] = Table()
    stamina: Annotated[int, Field(see=if_shown, edit=True, gauge="stamina_max")] = 7
    stamina_max: Annotated[int, Field(see=if_shown, edit=True)] = 7
    concentration: Annotated[int, Field(see=if_shown, edit=True, gauge="concentration_max")] = 7
    concentration_max: Annotated[int, Field(see=if_shown, edit=True)] = 7
    life: Annotated[int, Field(see=if_shown, edit=True, gauge="life_max")] = LIFE_MAX
    life_max: Annotated[int, Field(see=if_shown, edit=True)] = LIFE_MAX
    prone: Annotated[bool, Field(see=everyone, edit=True)] = False
    incapacitated: Annotated[bool, Field(see=everyone, edit=True)] = False
    unconscious: Annotated[bool, Field(see=everyone, edit=True)] = False
    recoveries: Annotated[int, Field(see=if_shown, edit=True)] = RECOVERIES
    locks: Annotated[Table[str, str], Field(see=if_shown)] = Table()
    acted: Annotated[bool, Field(see=everyone, edit=True)] = False
    lost_turn: Annotated[int, Field(see=everyone)] = 0
    shown: Annotated[bool, Field(see=everyone, edit=True)] = False
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False
    note: Annotated[str, Field(see=everyone, edit=True)] = ""

    def seen(self, world: Any) -> Audience:
        """Who knows that the fighter is there."""
        return GM if self.hidden or self.removed else EVERYONE

    @property
    def out(self) -> bool:
        """Whether it takes no more part in the fight."""
        return self.incapacitated or self.unconscious or self.removed

    def total(self, traits: Iterable[str], skill: str, against: Iterable[str] = ()) -> int:
        """Skill plus helping traits minus hindering ones (BS-03, BS-16); what the GM has struck out since counts 0."""
        helping = sum(self.traits.get(name, 0) for name in traits)
        return self.skills.get(skill, 0) + helping - sum(self.traits.get(name, 0) for name in against)


class Fight(msgspec.Struct, frozen=True):
    """A fight that is on (BS-02, BS-17). `order` lists fighters where each has an initiative of their own,
    `moved` tells that the side whose turn it is has acted."""

    members: Annotated[tuple[Id, ...], Field(see=everyone)]
    first: Annotated[str, Field(see=everyone)] = ""
    turn: Annotated[str, Field(see=everyone)] = ""
    order: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    round: Annotated[int, Field(see=everyone)] = 0
    moved: Annotated[bool, Field(see=everyone)] = False


class Hint(msgspec.Struct, frozen=True):
    """A hint to a riddle and where it lies (BS-15)."""

    text: Annotated[str, Field(see=everyone, edit=True)]
    where: Annotated[str, Field(edit=True)] = ""
    found: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows the hint."""
        return if_found(world, self)


class Riddle(msgspec.Struct, frozen=True):
    """A riddle or trap (BS-15); `difficulty` 0 means that no action check gets past it."""

    title: Annotated[str, Field(see=everyone, edit=True)]
    text: Annotated[str, Field(see=everyone, edit=True)] = ""
    kind: Annotated[str, Field(see=everyone)] = "riddle"
    answers: Annotated[tuple[str, ...], Field(edit=True)] = ()
    hints: Annotated[Table[Id, Hint], Field(see=everyone)] = Table()
    difficulty: Annotated[int, Field(see=everyone, edit=True)] = 0
    skill_hint: Annotated[str, Field(see=everyone)] = ""
    success: Annotated[str, Field(edit=True)] = ""
    failure: Annotated[str, Field(edit=True)] = ""
    found: Annotated[bool, Field(see=everyone, edit=True)] = False
    solved: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows the riddle."""
        return if_found(world, self)


class Scene(msgspec.Struct, frozen=True):
    """A scene of the scenario; `note` is the GM's."""

    title: Annotated[str, Field(see=everyone, edit=True)]
    text: Annotated[str, Field(see=everyone, edit=True)] = ""
    note: Annotated[str, Field(edit=True)] = ""
    riddles: tuple[Id, ...] = ()
    members: tuple[Id, ...] = ()
    found: Annotated[bool, Field(see=everyone)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows the scene."""
        return if_found(world, self)


class World(msgspec.Struct, frozen=True):
    """The whole table."""

    fighters: Annotated[Table[Id, Fighter], Field(see=everyone)] = Table()
    fight: Annotated[Fight | None, Field(see=everyone)] = None
    stones: Annotated[Table[str, int], Field(see=everyone, edit=True)] = Table()
    enemy_hp: Annotated[int, Field(see=everyone, edit=True, gauge="enemy_hp_max")] = 0
    enemy_hp_max: Annotated[int, Field(see=everyone, edit=True)] = 0
    enemy_hp_name: Annotated[str, Field(see=everyone, edit=True)] = ""
    victory_due: Annotated[bool, Field(see=everyone)] = False
    scenes: Annotated[Table[Id, Scene], Field(see=everyone)] = Table()
    scene: Annotated[Id, Field(see=everyone)] = Id("")
    riddles: Annotated[Table[Id, Riddle], Field(see=everyone)] = Table()
    session_open: Annotated[bool, Field(see=everyone)] = False

    def fighter(self, one: Id) -> Fighter:
        """The fighter of that id."""
        return self.fighters[one]

    def standing(self, side: str) -> tuple[Id, ...]:
        """Members of the fight on a side who are not out."""
        members = self.fight.members if self.fight else ()
        return tuple(
            one
            for one in members
            if one in self.fighters and self.fighters[one].side == side and not self.fighters[one].out
        )

    def ready(self, side: str) -> tuple[Id, ...]:
        """Those standing on a side who may still act this round."""
        return tuple(one for one in self.standing(side) if not (self.fighters[one].acted or self.loses_turn(one)))

    def loses_turn(self, one: Id) -> bool:
        """Whether the fighter lies through this round (BS-14)."""
        return self.fight is not None and self.fighters[one].lost_turn == self.fight.round > 0

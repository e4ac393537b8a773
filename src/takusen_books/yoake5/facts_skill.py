"""What becomes true when skills and items are used (YA-09, YA-10)."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import Audience, Id, Table

from .fact import Open, changed, numbers
from .states import StateKept, StateLaid, StatesEnded
from .world import Belonging, Character, World


class SkillUsed(Open, frozen=True):
    """A skill is used: its cost is paid and its use counts. `done` are the flags of the action that it takes."""

    of: Id
    skill: str
    level: int
    cost: int
    mp: int
    uses: Table[str, int]
    done: tuple[str, ...] = ()
    targets: tuple[Id, ...] = ()

    def parts(self, world: Any) -> dict[str, Audience]:
        return numbers(world, self.of, "mp", "uses")

    def apply(self, world: World) -> World:
        return changed(world, self.of, mp=self.mp, uses=self.uses, **dict.fromkeys(self.done, True))


class ItemUsed(Open, frozen=True):
    """The effect of a thing is used; `left` of it are there afterwards."""

    of: Id
    own: Id
    item: str
    left: int
    uses: Table[str, int]
    done: tuple[str, ...] = ()
    targets: tuple[Id, ...] = ()

    def parts(self, world: Any) -> dict[str, Audience]:
        return numbers(world, self.of, "uses")

    def apply(self, world: World) -> World:
        me = with_left(world.characters[self.of], self.own, self.left)
        me = replace(me, uses=self.uses, **dict.fromkeys(self.done, True))
        return replace(world, characters=world.characters.put(self.of, me))


class Mended(Open, frozen=True):
    """Somebody gets HP or MP back."""

    of: Id
    what: str
    amount: int
    now: int

    def parts(self, world: Any) -> dict[str, Audience]:
        return numbers(world, self.of, "now")

    def apply(self, world: World) -> World:
        return changed(world, self.of, **{self.what: self.now})


class Withstood(Open, frozen=True):
    """Somebody isn't affected by what was to happen to them."""

    of: Id
    skill: str


class Marched(Open, frozen=True):
    """Somebody goes to another row."""

    of: Id
    row: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, row=self.row)


class Called(Open, frozen=True):
    """Somebody has a thing in hand that was called, and lets go of what was there."""

    of: Id
    own: Id
    item: str
    slot: str
    dropped: tuple[Id, ...] = ()

    def apply(self, world: World) -> World:
        items = world.characters[self.of].items
        for own in self.dropped:
            items = items.put(own, replace(items[own], worn="", dropped=True))
        items = items.put(self.own, replace(items[self.own], worn=self.slot, dropped=False))
        return changed(world, self.of, items=items)


class Taken(Open, frozen=True):
    """Somebody has got a thing from another."""

    of: Id
    target: Id
    item: str
    key: Id

    def apply(self, world: World) -> World:
        me = world.characters[self.of]
        return changed(world, self.of, items=me.items.put(self.key, Belonging(self.item)))


class Counted(Open, frozen=True):
    """Something of somebody's counts once more."""

    of: Id
    uses: Table[str, int]

    def see(self, world: Any) -> Audience:
        return world.characters[self.of].seen(world) if self.of in world.characters else super().see(world)

    def apply(self, world: World) -> World:
        return changed(world, self.of, uses=self.uses)


class KillCounted(Open, frozen=True):
    """A weapon has one more kill."""

    of: Id
    own: Id
    item: str
    kills: int

    def apply(self, world: World) -> World:
        items = world.characters[self.of].items
        return changed(world, self.of, items=items.put(self.own, replace(items[self.own], kills=self.kills)))


def with_left(me: Character, own: Id, left: int) -> Character:
    """The character with so many of a thing; none is gone."""
    items = me.items.put(own, replace(me.items[own], count=left)) if left > 0 else me.items.without(own)
    return replace(me, items=items)


class Covered(Open, frozen=True):
    """Somebody takes an attack that was meant for another."""

    of: Id
    target: Id


class MysticCodeMade(Open, frozen=True):
    """A mystic code is made, with the skill that it stands for."""

    of: Id
    own: Id
    item: str
    skill: str

    def apply(self, world: World) -> World:
        items = world.characters[self.of].items
        return changed(world, self.of, items=items.put(self.own, replace(items[self.own], skill=self.skill)))


class Discarded(Open, frozen=True):
    """Somebody throws a thing away."""

    of: Id
    own: Id
    item: str

    def apply(self, world: World) -> World:
        me = world.characters[self.of]
        return changed(world, self.of, items=me.items.without(self.own))


class Spent(Open, frozen=True):
    """One of a thing is used up; `left` are there."""

    of: Id
    own: Id
    item: str
    left: int

    def apply(self, world: World) -> World:
        me = world.characters[self.of]
        return replace(world, characters=world.characters.put(self.of, with_left(me, self.own, self.left)))


SKILL_FACTS = (
    *(
        SkillUsed,
        ItemUsed,
        Mended,
        Withstood,
        Marched,
        Called,
        Taken,
        Counted,
        KillCounted,
        Spent,
        Covered,
        Discarded,
        MysticCodeMade,
    ),
    *(StateLaid, StateKept, StatesEnded),
)

"""Facts of what characters suffer, carry and gain, and of what lasts on them."""

from msgspec.structs import replace

from takusen.rules import Audience, Id

from .fact import Open, changed
from .world import (
    Benefit,
    Body,
    Loot,
    World,
)


class Damaged(Open, frozen=True):
    """HP goes down: `amount` is what is left of `rolled` after 防護点 and benefits.

    `formula` is what was rolled, such as 2d6+2, or empty; then `flat` are the points where something is taken off.
    """

    of: Id
    kind: str
    rolled: int
    amount: int
    left: int
    formula: str = ""
    flat: int = 0
    armour: int = 0
    ward: int = 0

    def apply(self, world: World) -> World:
        return changed(world, self.of, hp=self.left)


class MpLost(Open, frozen=True):
    """MP goes down; `formula` and `rolled` are the dice, if any."""

    of: Id
    amount: int
    left: int
    formula: str = ""
    rolled: int = 0

    def apply(self, world: World) -> World:
        return changed(world, self.of, mp=self.left)


class HpRestored(Open, frozen=True):
    """HP comes back; `formula` and `rolled` are the dice or the power table with what comes on top, if any."""

    of: Id
    amount: int
    left: int
    formula: str = ""
    rolled: int = 0

    def apply(self, world: World) -> World:
        return changed(world, self.of, hp=self.left)


class MpRestored(Open, frozen=True):
    """MP comes back; `formula` and `rolled` as with HP."""

    of: Id
    amount: int
    left: int
    formula: str = ""
    rolled: int = 0

    def apply(self, world: World) -> World:
        return changed(world, self.of, mp=self.left)


class FellUnconscious(Open, frozen=True):
    """A character is down."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, unconscious=True)


class Woke(Open, frozen=True):
    """A character comes to."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, unconscious=False)


class Died(Open, frozen=True):
    """A character dies."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, dead=True, unconscious=False)


class NoEffect(Open, frozen=True):
    """The power roll came to 1-1: nothing happens."""

    of: Id
    item: str


# items ---------------------------------------------------------------------------------------------------------------


class ItemUsed(Open, frozen=True):
    """Something from a bag is used up."""

    of: Id
    item: str
    target: Id
    left: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, items=world.pcs[self.of].items.put(self.item, self.left))


class ItemKept(Open, frozen=True):
    """A herb stays in the bag: its target has had as many as one may."""

    of: Id
    item: str
    target: Id


class ItemSpared(Open, frozen=True):
    """A herb stays in the bag: its target lacks nothing any more."""

    of: Id
    item: str
    target: Id


class ItemGained(Open, frozen=True):
    """Something goes into a bag, or out of it."""

    of: Id
    item: str
    count: int
    left: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, items=world.pcs[self.of].items.put(self.item, self.left))


class TreasureFound(Open, frozen=True):
    """A treasure of the scenario is found."""

    treasure: Id
    text: str = ""

    def apply(self, world: World) -> World:
        found = replace(world.treasures[self.treasure], met=True)
        return replace(world, treasures=world.treasures.put(self.treasure, found))


class BodyLeft(Open, frozen=True):
    """A monster is defeated and may be searched."""

    body: Id
    name: str
    loot: tuple[Loot, ...]

    def parts(self, world: World) -> dict[str, Audience]:
        return {"loot": "gm"}

    def apply(self, world: World) -> World:
        return replace(world, bodies=world.bodies.put(self.body, Body(self.name, self.loot)))


class BodySearched(Open, frozen=True):
    """A loot check: the result is read off the monster's table."""

    of: Id
    body: Id
    result: int

    def apply(self, world: World) -> World:
        return replace(world, bodies=world.bodies.put(self.body, replace(world.bodies[self.body], done=True)))


class LootGained(Open, frozen=True):
    """Loot for the party; `left` is how many it has now."""

    item: str
    count: int
    price: int
    left: int

    def apply(self, world: World) -> World:
        return replace(world, haul=world.haul.put(self.item, self.left))


class NothingFound(Open, frozen=True):
    """The loot check brings nothing."""

    body: Id


# what lasts ---------------------------------------------------------------------------------------------------------


class BenefitBegun(Open, frozen=True):
    """A spell or state begins to last."""

    benefit: Id
    name: str
    of: Id
    lasts: str
    bonus: int = 0
    ward: int = 0

    def apply(self, world: World) -> World:
        begun = Benefit(self.name, self.of, self.lasts, self.bonus, self.ward)
        return replace(world, benefits=world.benefits.put(self.benefit, begun))


class BenefitEnded(Open, frozen=True):
    """A spell or state is over."""

    benefit: Id
    name: str
    of: Id

    def apply(self, world: World) -> World:
        ended = replace(world.benefits[self.benefit], ended=True)
        return replace(world, benefits=world.benefits.put(self.benefit, ended))


class SpellCast(Open, frozen=True):
    """Magic is used."""

    of: Id
    name: str
    cost: int

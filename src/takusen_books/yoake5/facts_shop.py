"""What becomes true of things that people have: bought, sold, worn, broken and mended (YA-10)."""

from msgspec.structs import replace

from takusen.rules import Fact, Id

from .fact import Open, changed, during, put
from .facts_skill import with_left
from .world import Belonging, Iou, World


class ShopOpened(Open, frozen=True):
    """The GM opens or closes a shop in the main play."""

    open: bool

    def apply(self, world: World) -> World:
        return during(world, shop=self.open)


class ItemGot(Open, frozen=True):
    """Somebody has a thing now, or more of it."""

    of: Id
    key: Id
    item: str
    belonging: Belonging

    def apply(self, world: World) -> World:
        return changed(world, self.of, items=world.characters[self.of].items.put(self.key, self.belonging))


class ItemGone(Open, frozen=True):
    """Somebody has a thing no more, or less of it: `left` are there."""

    of: Id
    key: Id
    item: str
    left: int

    def apply(self, world: World) -> World:
        return put(world, self.of, with_left(world.characters[self.of], self.key, self.left))


class Equipped(Open, frozen=True):
    """Somebody puts a thing on or takes it off: `slot` is where it is worn, "" for nowhere."""

    of: Id
    key: Id
    item: str
    slot: str

    def apply(self, world: World) -> World:
        items = world.characters[self.of].items
        worn = replace(items[self.key], worn=self.slot, dropped=False)
        return changed(world, self.of, items=items.put(self.key, worn))


class IousHeld(Open, frozen=True):
    """The notes that somebody owes by now; `face` is that of the one that came or went."""

    of: Id
    face: int
    ious: tuple[Iou, ...]

    def apply(self, world: World) -> World:
        return changed(world, self.of, ious=self.ious)


class ItemBroken(Open, frozen=True):
    """A thing is broken; `by_itself` tells that a skill of its bearer's did it."""

    of: Id
    key: Id
    item: str
    by_itself: bool

    def apply(self, world: World) -> World:
        items = world.characters[self.of].items
        broken = replace(items[self.key], broken=True, self_broken=self.by_itself)
        return changed(world, self.of, items=items.put(self.key, broken))


class ItemMended(Open, frozen=True):
    """A thing is as it was before it broke."""

    of: Id
    key: Id
    item: str

    def apply(self, world: World) -> World:
        items = world.characters[self.of].items
        mended = replace(items[self.key], broken=False, self_broken=False)
        return changed(world, self.of, items=items.put(self.key, mended))


class ExpensesSettled(Open, frozen=True):
    """Things that were bought as expenses are no more to be paid back."""

    of: Id
    keys: tuple[Id, ...]

    def apply(self, world: World) -> World:
        items = world.characters[self.of].items
        for key in self.keys:
            items = items.put(key, replace(items[key], expenses=False))
        return changed(world, self.of, items=items)


class ExpensesSet(Open, frozen=True):
    """How much of the expenses comes back, in percent."""

    percent: int

    def apply(self, world: World) -> World:
        return during(world, expenses=self.percent)


class Favoured(Open, frozen=True):
    """A thing is somebody's own piece, with a name of its own and the enchantments that it carries."""

    of: Id
    key: Id
    item: str
    title: str
    belonging: Belonging

    def apply(self, world: World) -> World:
        return changed(world, self.of, items=world.characters[self.of].items.put(self.key, self.belonging))


SHOP_FACTS: tuple[type[Fact], ...] = (
    ShopOpened, ItemGot, ItemGone, Equipped, IousHeld, ItemBroken, ItemMended, ExpensesSettled, ExpensesSet, Favoured,
)  # fmt: skip

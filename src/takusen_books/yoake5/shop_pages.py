"""What is shown of a shop: what there is, what each thing does, and what it costs after discounts (YA-10)."""

import msgspec

from takusen.rules import Both, Custom, Id, View, Word, is_hidden

from .blocks import Item
from .catalogue import catalogue
from .prices import price
from .sheet import layer_of, worded
from .shop import discounts, for_sale, percents, why_not_buy, why_not_discount, why_not_shopping
from .world import World

WEAPONS, CLOTHES, SPENT, OTHERS = "weapons", "clothes", "spent", "others"
NUMBERS = ("attack", "magic_attack", "hit", "evasion", "armour", "barrier", "action", "weight")


class Ware(msgspec.Struct, frozen=True):
    """A thing in the shop: its price as printed and after every discount that can be had, and why it can't be had."""

    id: str
    text: Both
    numbers: tuple[tuple[str, int], ...]
    range: str
    full: int
    price: int
    layer: str
    why: Word | None


class Shelf(msgspec.Struct, frozen=True):
    """Things of one sort."""

    name: str
    wares: tuple[Ware, ...]


class Customer(msgspec.Struct, frozen=True):
    """Somebody who can buy, their money, and the skills by which things are cheaper for them."""

    id: Id
    name: str
    money: int
    skills: tuple[str, ...]
    shelves: tuple[Shelf, ...]


class Shop(msgspec.Struct, frozen=True):
    """The shop for those whom the viewer plays."""

    people: tuple[Customer, ...]


def shop_panels(v: View[World]) -> tuple[Custom, ...]:
    """The shop, for players whose characters can go to one now."""
    people = tuple(customer(v, one) for one in v.world.characters if shops(v, one))
    return (Custom("shop", Shop(people)),) if people else ()


def shops(v: View[World], one: Id) -> bool:
    """Whether somebody is the viewer's and can go to a shop now."""
    me = v.world.characters[one]
    if not v.mine(one) or is_hidden(me.money) or me.making or not me.main:
        return False
    return why_not_shopping(v.world, one) is None


def customer(v: View[World], one: Id) -> Customer:
    """Somebody who can buy."""
    world, reading, me = v.world, v.reading, v.world.characters[one]
    skills = tuple(id for id in discounts(world, reading, one) if why_not_discount(world, reading, one, id) is None)
    off = percents(reading, me, skills)
    return Customer(one, me.name, me.money, skills, shelves(v, me.money, off))


def shelves(v: View[World], money: int, off: tuple[int, ...]) -> tuple[Shelf, ...]:
    """All that is for sale, by sorts."""
    known = catalogue(v.reading).items
    sorts: dict[str, list[Ware]] = {name: [] for name in (WEAPONS, CLOTHES, SPENT, OTHERS)}
    for id in for_sale(v.reading):
        sorts[sort_of(known[id])].append(ware(v, id, money, off))
    return tuple(Shelf(name, tuple(wares)) for name, wares in sorts.items() if wares)


def sort_of(item: Item) -> str:
    """Among what a thing stands."""
    if item.spent:
        return SPENT
    if item.slot in ("hand", "hands") and item.range:
        return WEAPONS
    return CLOTHES if item.slot in ("hand", "body", "head", "feet") else OTHERS


def ware(v: View[World], id: str, money: int, off: tuple[int, ...]) -> Ware:
    """A thing in the shop."""
    item = catalogue(v.reading).items[id]
    numbers = tuple((name, getattr(item, name)) for name in NUMBERS if getattr(item, name))
    why = worded(why_not_buy(v.reading, id, money, off, False))
    layer = layer_of(v.reading, f"items.{id}")
    return Ware(id, item.text, numbers, item.range, price(v.reading, item, ()), price(v.reading, item, off), layer, why)

"""Shopping under the house rules: notes, expenses, favourite pieces, and what comes back (MJ-30, 31, 36, 65, 67)."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, Reading, Refused, Table, act
from takusen_books.yoake5.catalogue import catalogue
from takusen_books.yoake5.facts_shop import ExpensesSet, ExpensesSettled, Favoured, IousHeld
from takusen_books.yoake5.ledger import Recorded
from takusen_books.yoake5.prices import price
from takusen_books.yoake5.session import in_part
from takusen_books.yoake5.shop import (
    for_sale,
    haggle,
    pay,
    percents,
    pick_discounts,
    price_now,
    receive,
    restore,
    shopper,
    why_not_buy,
)
from takusen_books.yoake5.things import day_of
from takusen_books.yoake5.world import AFTERPLAY, Belonging, Character, Iou, Record, World

IOU_LIMIT = "charts.iou.limit"
MOST_PERCENT, LONGEST_TITLE = 100, 40


# notes ---------------------------------------------------------------------------------------------------------------


def face(reading: Reading, id: str, off: tuple[int, ...]) -> int:
    """What a note for a thing is made out for: the half that is not paid, or the whole price."""
    item = catalogue(reading).items[id]
    whole, paid = price(reading, item, off), price(reading, item, off, half=True)
    return whole if reading.options["iou_face"] == "full_price" else whole - paid


def why_not_iou(reading: Reading, me: Character, id: str, off: tuple[int, ...]) -> Refused | None:
    """Why no note can be made out for a thing: a ban, the half price, or the limit of notes."""
    limit, owed = int(reading.content[IOU_LIMIT]), face(reading, id, off)
    before = sum(each.face for each in me.ious) if reading.options["iou_limit"] == "in_total" else 0
    too_much = Refused.because("iou_limit", limit=f"{limit:,}", owed=f"{before + owed:,}")
    return why_not_buy(reading, id, me.money, off, True) or (too_much if before + owed > limit else None)


@act("MJ-36", own=True)
def buy_on_iou(t: Play[World], actor: Id, skills: tuple[str, ...], item: str) -> None:
    """Buy a thing at half the price, and owe a note."""
    me = t.world.characters[actor]
    off = percents(t.reading, me, skills)
    paid, owed = price(t.reading, catalogue(t.reading).items[item], off, half=True), face(t.reading, item, off)
    haggle(t, actor, skills)
    pay(t, actor, item, paid, "bought_on_iou", "MJ-36")
    told = Record("told", owed, what=item, why="iou_made", rule="MJ-36", day=day_of(t.world))
    t.emit(Recorded(actor, (told,)))
    t.emit(IousHeld(actor, owed, (*me.ious, Iou(owed, item))))
    receive(t, actor, item, Belonging(item, 1, paid=paid))


@buy_on_iou.offer
def _(o: Offer[World]) -> None:
    actor = shopper(o)
    me = o.world.characters[actor]
    off = percents(o.reading, me, pick_discounts(o, actor))
    o.pick(
        "item", for_sale(o.reading), lambda id: why_not_iou(o.reading, me, id, off),
        note=lambda id: price_now(o.reading, id, off, half=True),
    )  # fmt: skip


@act("MJ-36", own=True)
def pay_iou(t: Play[World], actor: Id, note: int) -> None:
    """Pay what a note is made out for."""
    ious = t.world.characters[actor].ious
    owed = ious[note - 1]
    pay(t, actor, owed.item, owed.face, "iou_paid", "MJ-36")
    t.emit(IousHeld(actor, owed.face, (*ious[: note - 1], *ious[note:])))


@pay_iou.offer
def _(o: Offer[World]) -> None:
    actor = shopper(o)
    me = o.world.characters[actor]
    if not me.ious:
        o.refuse("no_iou")
    note = o.number("note", 1, len(me.ious))
    if me.ious[note - 1].face > me.money:
        o.refuse("too_little_money", price=me.ious[note - 1].face, money=me.money)


# expenses ------------------------------------------------------------------------------------------------------------


@act("MJ-30", own=True)
def buy_as_expenses(t: Play[World], actor: Id, skills: tuple[str, ...], item: str) -> None:
    """Buy a thing as expenses: its price comes back in the after-play."""
    each = price(t.reading, catalogue(t.reading).items[item], percents(t.reading, t.world.characters[actor], skills))
    haggle(t, actor, skills)
    pay(t, actor, item, each, "expenses", "MJ-30")
    receive(t, actor, item, Belonging(item, 1, paid=each, expenses=True))


@buy_as_expenses.offer
def _(o: Offer[World]) -> None:
    actor = shopper(o)
    if o.world.session is None:
        o.refuse("no_session")
    me = o.world.characters[actor]
    off = percents(o.reading, me, pick_discounts(o, actor))
    o.pick(
        "item", for_sale(o.reading), lambda id: why_not_buy(o.reading, id, me.money, off, False),
        note=lambda id: price_now(o.reading, id, off),
    )  # fmt: skip


@act("MJ-30", by="gm")
def set_expenses(t: Play[World], percent: int) -> None:
    """The GM says how much of the expenses comes back, where the table leaves that to the GM."""
    t.emit(ExpensesSet(percent))


@set_expenses.offer
def _(o: Offer[World]) -> None:
    in_part(o, AFTERPLAY)
    if o.option("expenses_return") != "gm_sets":
        o.refuse("expenses_in_full")
    o.number("percent", 0, MOST_PERCENT)


def expenses_of(world: World, reading: Reading, one: Id) -> Iterator[tuple[Id, int]]:
    """The things that somebody bought as expenses, and what comes back for each."""
    known = catalogue(reading).items
    percent = world.now().expenses if reading.options["expenses_return"] == "gm_sets" else MOST_PERCENT
    for key, had in world.characters[one].items.items():
        if had.expenses:
            base = known[had.item].price if reading.options["expenses_base"] == "list_price" else had.paid
            yield key, base * had.count * percent // MOST_PERCENT


def settled(t: Play[World], inner: Callable[[Id], None], one: Id) -> None:
    """At the end of the after-play expenses come back (MJ-30), and weapons that others broke are whole (MJ-67)."""
    inner(one)
    back = tuple(expenses_of(t.world, t.reading, one))
    if back:
        day, items = day_of(t.world), t.world.characters[one].items
        told = (Record("money", n, what=items[key].item, why="expenses_back", rule="MJ-30", day=day) for key, n in back)
        t.emit(Recorded(one, tuple(told)))
        t.emit(ExpensesSettled(one, tuple(key for key, _ in back)))
    for key, had in t.world.characters[one].items.items():
        if had.broken and not had.self_broken and t.content(f"items.{had.item}.slot") in ("hand", "hands"):
            restore(t, one, key)


# favourite pieces ----------------------------------------------------------------------------------------------------


@act("MJ-31", own=True)
def name_favourite(t: Play[World], actor: Id, item: Id, title: str) -> None:
    """A piece of equipment becomes one's own, with a name of its own."""
    had = t.world.characters[actor].items[item]
    t.emit(Favoured(actor, item, had.item, title, replace(had, title=title)))
    t.emit(Recorded(actor, (Record("told", 1, what=had.item, why="favourite", rule="MJ-31", note=title),)))


@name_favourite.offer
def _(o: Offer[World]) -> None:
    actor = shopper(o)
    o.pick("item", equipment(o.reading, o.world.characters[actor]), otherwise="nothing_to_wear")
    o.text("title", LONGEST_TITLE)


def equipment(reading: Reading, me: Character) -> tuple[Id, ...]:
    """The pieces of equipment that somebody has."""
    known = catalogue(reading).items
    return tuple(key for key, each in me.items.items() if each.item in known and known[each.item].slot != "none")


@act("MJ-31", own=True)
def carry_over(t: Play[World], actor: Id, item: Id, favourite: Id) -> None:
    """The enchantments of a piece go over to one's favourite piece."""
    mine = t.world.characters[actor].items
    source, target = mine[item], mine[favourite]
    both = {**target.enchants}
    for stat, by in source.enchants.items():
        both[stat] = both.get(stat, 0) + by
    t.emit(Favoured(actor, item, source.item, source.title, replace(source, enchants=Table())))
    t.emit(Favoured(actor, favourite, target.item, target.title, replace(target, enchants=Table(both))))
    told = Record("told", 1, what=source.item, why="carried_over", rule="MJ-31", note=target.title)
    t.emit(Recorded(actor, (told,)))


@carry_over.offer
def _(o: Offer[World]) -> None:
    actor = shopper(o)
    mine = o.world.characters[actor].items
    item = o.pick("item", tuple(key for key, each in mine.items() if each.enchants), otherwise="nothing_enchanted")
    favourites = tuple(key for key, each in mine.items() if each.title and key != item)
    o.pick("favourite", favourites, otherwise="no_favourite")


WRAPPERS = {"settled": settled}

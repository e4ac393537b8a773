"""Buying, selling, wearing, breaking and mending things (YA-10)."""

from collections.abc import Iterable

from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, Reading, Refused, Table, Word, act, rule

from .catalogue import catalogue
from .facts_shop import Equipped, ItemBroken, ItemGone, ItemGot, ItemMended, ShopOpened
from .facts_skill import SkillUsed
from .growth import banned
from .ledger import Recorded
from .plan import party
from .prices import price, selling_price
from .session import in_part
from .stats import amount
from .things import HANDS, MOST_HANDS, day_of, new_key
from .use_skill import banned as not_at_this_table
from .uses import cost, counted, not_now, spent, unpayable
from .world import MAIN_PLAY, PARTY, Belonging, Character, Record, World

MOST_BOUGHT, MOST_MONEY, MOST_ENCHANT = 99, 99_999_999, 20
RULE = "YA-10"
NOWHERE = ""


# when shops are open -------------------------------------------------------------------------------------------------


def why_not_shopping(world: World, one: Id) -> Refused | None:
    """Why somebody can't go to a shop now."""
    me, session = world.characters[one], world.session
    if me.side != PARTY or me.removed:
        return Refused("not_your_character")
    if me.away:
        return Refused("is_away")
    if me.dead:
        return Refused("is_dead")
    closed = session is not None and session.part == MAIN_PLAY and not session.shop
    return Refused("shop_closed") if closed or world.combat is not None else None


def shopper(o: Offer[World]) -> Id:
    """One of one's characters who can go to a shop."""
    return o.pick("actor", o.mine(party(o.world)), lambda one: why_not_shopping(o.world, one), "not_your_character")


@act("YA-10", by="gm")
def open_shop(t: Play[World]) -> None:
    """There is a shop in this scene."""
    t.emit(ShopOpened(True))


@open_shop.offer
def _(o: Offer[World]) -> None:
    in_part(o, MAIN_PLAY)
    if o.world.now().shop:
        o.refuse("shop_is_open")


@act("YA-10", by="gm")
def close_shop(t: Play[World]) -> None:
    """The shop is closed again."""
    t.emit(ShopOpened(False))


@close_shop.offer
def _(o: Offer[World]) -> None:
    in_part(o, MAIN_PLAY)
    if not o.world.now().shop:
        o.refuse("no_shop")


# discounts -----------------------------------------------------------------------------------------------------------


def discounts(world: World, reading: Reading, one: Id) -> tuple[str, ...]:
    """The skills of somebody's that make things cheaper."""
    known = catalogue(reading).skills
    mine = world.characters[one].skills
    return tuple(id for id in mine if id in known and any(e.kind == "discount" for e in known[id].effects.values()))


def why_not_discount(world: World, reading: Reading, one: Id, id: str) -> Refused | None:
    """Why a discount can't be had now."""
    skill = catalogue(reading).skills[id]
    return (
        not_at_this_table(reading, f"skills.{id}")
        or not_now(world, one, skill.timing)
        or spent(world, reading, one, id)
        or unpayable(world, reading, one, id)
    )


def percents(reading: Reading, me: Character, skills: Iterable[str]) -> tuple[int, ...]:
    """What each of these skills takes off, in percent."""
    known = catalogue(reading).skills
    return tuple(
        amount(me, reading, effect.amount, me.skills.get(id, 1), known[id].of)
        for id in skills
        for effect in known[id].effects.values()
        if effect.kind == "discount"
    )


@rule("YA-09", "YA-10")
def haggle(t: Play[World], one: Id, skills: tuple[str, ...]) -> None:
    """Skills for a discount are used and paid for."""
    for id in skills:
        me, paid = t.world.characters[one], cost(t.reading, t.world.characters[one], id)
        t.emit(SkillUsed(one, id, me.skills.get(id, 1), paid, me.mp - paid, counted(t.world, one, id)))


# buying and selling --------------------------------------------------------------------------------------------------


@act("YA-10", own=True)
def buy(t: Play[World], actor: Id, skills: tuple[str, ...], item: str, count: int) -> None:
    """Buy things, with the discounts that skills give."""
    each = price(t.reading, catalogue(t.reading).items[item], percents(t.reading, t.world.characters[actor], skills))
    haggle(t, actor, skills)
    pay(t, actor, item, each * count, "bought", RULE)
    receive(t, actor, item, Belonging(item, count, paid=each))


@rule("YA-10")
def pay(t: Play[World], one: Id, item: str, amount: int, why: str, carried: str) -> None:
    """Money goes for a thing."""
    t.emit(Recorded(one, (Record("money", -amount, what=item, why=why, rule=carried, day=day_of(t.world)),)))


@rule("YA-10")
def receive(t: Play[World], one: Id, item: str, got: Belonging) -> None:
    """A thing comes to what somebody has; more of what is used up goes together."""
    me = t.world.characters[one]
    spent_up = catalogue(t.reading).items[item].spent
    key = next((key for key, had in me.items.items() if spent_up and _alike(had, got)), None)
    if key is None:
        t.emit(ItemGot(one, new_key(me, item), item, got))
    else:
        t.emit(ItemGot(one, key, item, replace(me.items[key], count=me.items[key].count + got.count)))


def _alike(had: Belonging, got: Belonging) -> bool:
    return replace(had, count=got.count) == got


@buy.offer
def _(o: Offer[World]) -> None:
    actor = shopper(o)
    skills = pick_discounts(o, actor)
    off = percents(o.reading, o.world.characters[actor], skills)
    known = catalogue(o.reading).items
    purse = o.world.characters[actor].money
    item = o.pick(
        "item", for_sale(o.reading), lambda one: why_not_buy(o.reading, one, purse, off, False),
        note=lambda one: price_now(o.reading, one, off),
    )  # fmt: skip
    each = price(o.reading, known[item], off)
    o.number("count", 1, min(MOST_BOUGHT, purse // each) if each else MOST_BOUGHT, "too_dear_for_so_many")


def pick_discounts(o: Offer[World], actor: Id) -> tuple[str, ...]:
    """The skills that the buyer uses for a discount."""
    known = discounts(o.world, o.reading, actor)
    return o.some("skills", known, len(known), unless=lambda id: why_not_discount(o.world, o.reading, actor, id))


def for_sale(reading: Reading) -> tuple[str, ...]:
    """What shops have."""
    return tuple(id for id, item in catalogue(reading).items.items() if item.sold)


def why_not_buy(reading: Reading, id: str, purse: int, off: tuple[int, ...], half: bool) -> Refused | None:
    """Why somebody can't buy a thing: a ban, or the price."""
    item = catalogue(reading).items[id]
    stopped = banned(reading, f"items.{id}", item.supplement)
    each = price(reading, item, off, half)
    return stopped or (Refused.because("too_little_money", price=each, money=purse) if each > purse else None)


def price_now(reading: Reading, id: str, off: tuple[int, ...], half: bool = False) -> Word:
    """What a thing costs the one who buys it, beside its name."""
    cost = price(reading, catalogue(reading).items[id], off, half)
    return Word("phrase.price_now", (("price", f"{cost:,}"),))


@act("YA-10", own=True)
def sell(t: Play[World], actor: Id, item: Id, count: int) -> None:
    """Sell things to a shop."""
    had = t.world.characters[actor].items[item]
    got = selling_price(t.reading, had.item) * count
    t.emit(ItemGone(actor, item, had.item, had.count - count))
    t.emit(Recorded(actor, (Record("money", got, what=had.item, why="sold", rule=RULE, day=day_of(t.world)),)))


@sell.offer
def _(o: Offer[World]) -> None:
    actor = shopper(o)
    mine = o.world.characters[actor].items
    item = o.pick("item", tuple(mine), lambda one: why_not_sell(o.reading, mine[one]), "nothing_to_sell")
    o.number("count", 1, mine[item].count)


def why_not_sell(reading: Reading, had: Belonging) -> Refused | None:
    """Why no shop takes a thing."""
    if had.item not in catalogue(reading).items or had.broken:
        return Refused("nobody_buys_that")
    return Refused("still_expenses") if had.expenses else None


@act("YA-10", by="gm")
def grant_item(t: Play[World], of: Id, item: str, count: int) -> None:
    """The GM gives somebody a thing."""
    day = day_of(t.world)
    t.emit(Recorded(of, (Record("told", count, what=item, why="granted", rule=RULE, day=day),)))
    receive(t, of, item, Belonging(item, count))


@grant_item.offer
def _(o: Offer[World]) -> None:
    o.pick("of", party(o.world))
    o.pick("item", tuple(catalogue(o.reading).items), lambda id: not_at_this_table(o.reading, f"items.{id}"))
    o.number("count", 1, MOST_BOUGHT)


# wearing -------------------------------------------------------------------------------------------------------------


@act("YA-10", own=True)
def equip(t: Play[World], actor: Id, item: Id) -> None:
    """Put a thing on or take it in hand; what was in its place is taken off."""
    me = t.world.characters[actor]
    slot = slot_of(t.reading, me, item)
    for other in in_the_way(t.reading, me, item):
        t.emit(Equipped(actor, other, me.items[other].item, NOWHERE))
    t.emit(Equipped(actor, item, me.items[item].item, slot))


def slot_of(reading: Reading, me: Character, own: Id) -> str:
    """Where a thing is worn."""
    return catalogue(reading).items[me.items[own].item].slot


def in_the_way(reading: Reading, me: Character, own: Id) -> tuple[Id, ...]:
    """What has to be taken off for a thing: what is in its place, or as much as both hands hold."""
    slot = slot_of(reading, me, own)
    worn = tuple(key for key, each in me.items.items() if each.worn and key != own)
    if slot not in HANDS:
        return tuple(key for key in worn if slot_of(reading, me, key) == slot)
    hands, needed = MOST_HANDS - HANDS[slot], []
    for key in worn[::-1]:
        takes = HANDS.get(slot_of(reading, me, key), 0)
        hands -= takes
        if takes and hands < 0:
            needed.append(key)
            hands += takes
    return tuple(needed)


@equip.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(party(o.world)), lambda one: why_not_dress(o.world, one), "not_your_character")
    me = o.world.characters[actor]
    o.pick("item", tuple(me.items), lambda one: why_not_wear(o.reading, me, one), "nothing_to_wear")


def why_not_dress(world: World, one: Id) -> Refused | None:
    """Why somebody can't change what they wear now."""
    me = world.characters[one]
    if me.away:
        return Refused("is_away")
    return Refused("combat_is_on") if world.combat is not None and me.fighting else None


def why_not_wear(reading: Reading, me: Character, own: Id) -> Refused | None:
    """Why a thing can't be put on."""
    had = me.items[own]
    item = catalogue(reading).items.get(had.item)
    if item is None or item.slot == "none":
        return Refused("not_wearable")
    if had.broken:
        return Refused("is_broken")
    return Refused("worn_already") if had.worn else not_at_this_table(reading, f"items.{had.item}")


@act("YA-10", own=True)
def unequip(t: Play[World], actor: Id, item: Id) -> None:
    """Take a thing off."""
    t.emit(Equipped(actor, item, t.world.characters[actor].items[item].item, NOWHERE))


@unequip.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(party(o.world)), lambda one: why_not_dress(o.world, one), "not_your_character")
    worn = tuple(key for key, each in o.world.characters[actor].items.items() if each.worn)
    o.pick("item", worn, otherwise="nothing_worn")


# breaking and mending ------------------------------------------------------------------------------------------------


@act("YA-10", by="gm")
def break_item(t: Play[World], of: Id, item: Id, by_itself: bool) -> None:
    """Something breaks a thing: its own bearer's skill, or anything else."""
    t.emit(ItemBroken(of, item, t.world.characters[of].items[item].item, by_itself))


@break_item.offer
def _(o: Offer[World]) -> None:
    of = o.pick("of", tuple(one for one in party(o.world) if o.world.characters[one].items))
    whole = tuple(key for key, each in o.world.characters[of].items.items() if not each.broken)
    o.pick("item", whole)
    o.pick("by_itself", (False, True))


@rule("YA-10")
def restore(t: Play[World], one: Id, key: Id) -> None:
    """A thing is whole again."""
    t.emit(ItemMended(one, key, t.world.characters[one].items[key].item))


@act("YA-10", by="gm")
def enchant(t: Play[World], of: Id, item: Id, stat: str, more: int) -> None:
    """A thing is enchanted: a number is higher while it is worn."""
    had = t.world.characters[of].items[item]
    now = Table({**had.enchants, stat: had.enchants.get(stat, 0) + more})
    day = day_of(t.world)
    t.emit(Recorded(of, (Record("told", more, what=had.item, why="enchanted", rule=RULE, note=stat, day=day),)))
    t.emit(ItemGot(of, item, had.item, replace(had, enchants=now)))


ENCHANTED = ("attack", "magic_attack", "hit", "evasion", "armour", "barrier", "action_value")


@enchant.offer
def _(o: Offer[World]) -> None:
    of = o.pick("of", tuple(one for one in party(o.world) if o.world.characters[one].items))
    o.pick("item", tuple(o.world.characters[of].items))
    o.pick("stat", ENCHANTED)
    o.number("more", 1, MOST_ENCHANT)

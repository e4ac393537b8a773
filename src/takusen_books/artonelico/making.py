"""Making and growing characters (AT-01 to AT-07)."""

from collections.abc import Callable, Iterable

from takusen.rules import Id, Offer, Play, Refused, Table, act, code

from .facts_making import (
    AbilityGrown,
    AbilityShrunk,
    Awarded,
    ItemBought,
    ItemLowered,
    ItemRaised,
    ItemReturned,
    LevelLowered,
    LevelRaised,
    MakingFinished,
    OriginChosen,
    PoolFilled,
    SkillForgotten,
    SkillLearned,
    SkillLowered,
    SkillRaised,
    SongForgotten,
    SongLearned,
)
from .ledger import GROWABLE, POOL, Ledger, owned
from .setting import RegulationSet
from .turns import require
from .world import PARTY, World

MOST = 99_999


def opened(t: Play[World], one: Id) -> Ledger:
    """The accounts of a character where a rule runs."""
    return Ledger(t.world, one, t.option)


def offered(o: Offer[World]) -> Ledger:
    """The accounts of the character that is picked."""
    if o.world.battle is not None:
        o.refuse("battle_on")
    one = o.pick("actor", o.mine(party(o.world)), otherwise="not_your_fighter")
    return Ledger(o.world, one, o.option)


def party(world: World) -> tuple[Id, ...]:
    """The characters of the party."""
    return tuple(one for one, me in world.fighters.items() if me.side == PARTY and not me.removed)


def pick_one(o: Offer[World], name: str, choices: Iterable[Id], unless: Callable[[Id], Refused | None]) -> Id:
    """One of several things; there must be any."""
    listed = tuple(choices)
    if not listed:
        o.refuse("nothing_there")
    return o.pick(name, listed, unless=unless)


# what characters are made from ---------------------------------------------------------------------------------------


@act("AT-01", by="gm")
def set_regulation(t: Play[World], experience: int, leaf: int, level_cap: int) -> None:
    """The GM says what characters are made from."""
    t.emit(RegulationSet(experience, leaf, level_cap))


@set_regulation.offer
def _(o: Offer[World]) -> None:
    o.number("experience", 0, MOST)
    o.number("leaf", 0, MOST)
    o.number("level_cap", 0, 99)


@act("AT-01", by="gm")
def award(t: Play[World], members: tuple[Id, ...], experience: int, leaf: int) -> None:
    """After play the GM gives experience and leaf; where each player has an own pool, experience goes there."""
    pooled = t.option("experience_source") == POOL
    for one in members:
        me = t.world.fighter(one)
        own = 0 if pooled and me.player else experience
        t.emit(Awarded(one, own, leaf, me.experience + own, me.leaf + leaf))
    by_seat = {t.world.fighter(one).player: one for one in members} if pooled else {}
    for seat, one in by_seat.items():
        if seat:
            t.emit(PoolFilled(one, seat, experience, t.world.pools.get(seat, 0) + experience))


@award.offer
def _(o: Offer[World]) -> None:
    here = party(o.world)
    played = tuple(one for one in here if o.world.fighter(one).player)
    o.some("members", here, at_most=len(here), at_least=1, suggested=played)
    o.number("experience", 0, MOST)
    o.number("leaf", 0, MOST)


@act("AT-01", own=True)
def choose_origin(t: Play[World], actor: Id, origin: Id) -> None:
    """What a new character comes from: its abilities to begin with, and whether it sings; all else is as the tables
    have it."""
    me, tables = t.world.fighter(actor), t.world.tables
    first = tables.origins[origin].abilities
    begun = {one: code(first.get(one, "0")) + tables.step * me.grown.get(one, 0) for one in GROWABLE}
    abilities = Table({one: str(made) for one, made in begun.items()})
    hp, mp = (base + by * me.level for base, by in (tables.hp, tables.mp))
    t.emit(OriginChosen(actor, origin, abilities, hp, mp, tables.miracle, tables.move))


@choose_origin.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    require(o, mine.fixed())
    o.pick("origin", o.world.tables.origins, unless=lambda one: why_not_origin(mine, one))


def why_not_origin(mine: Ledger, origin: Id) -> Refused | None:
    """Why a character can't come from there."""
    if mine.me.songs and not mine.world.tables.origins[origin].sings:
        return Refused("knows_songs")
    return Refused("chosen_already") if origin == mine.me.origin else None


@act("AT-01", own=True)
def finish_making(t: Play[World], actor: Id) -> None:
    """A character is made: what is left is kept, and nothing is taken back any more."""
    mine = opened(t, actor)
    t.emit(MakingFinished(actor, mine.me.experience if mine.pooled else mine.experience, mine.leaf))


@finish_making.offer
def _(o: Offer[World]) -> None:
    require(o, why_not_finish(offered(o)))


def why_not_finish(mine: Ledger) -> Refused | None:
    """Why a character can't be finished."""
    return mine.fixed() or (None if mine.me.origin else Refused("choose_origin_first"))


# levels --------------------------------------------------------------------------------------------------------------


@act("AT-02", "AT-06", "AT-07", own=True)
def raise_level(t: Play[World], actor: Id) -> None:
    """A level for experience, with growth points, HP and MP."""
    mine = opened(t, actor)
    t.emit(levelled(LevelRaised, mine, 1, mine.level_price(mine.me.level + 1) or 0))


@raise_level.offer
def _(o: Offer[World]) -> None:
    require(o, offered(o).why_not_level())


@act("AT-02", own=True)
def lower_level(t: Play[World], actor: Id) -> None:
    """A level is taken back while the character is being made."""
    mine = opened(t, actor)
    t.emit(levelled(LevelLowered, mine, -1, -(mine.level_price(mine.me.level) or 0)))


@lower_level.offer
def _(o: Offer[World]) -> None:
    require(o, offered(o).why_not_lower_level())


def levelled(kind: type[LevelRaised], mine: Ledger, by: int, price: int) -> LevelRaised:
    """What a level more or less makes of a character: HP and MP rise and fall with their maximum."""
    me, tables = mine.me, mine.world.tables
    hp, mp = by * tables.hp[1], by * tables.mp[1]
    return kind(
        mine.one,
        me.level + by,
        abs(price),
        me.experience_spent + price,
        me.growth + by * tables.growth,
        max(0, me.hp + hp),
        me.hp_max + hp,
        max(0, me.mp + mp),
        me.mp_max + mp,
    )


# skills and songs ----------------------------------------------------------------------------------------------------


@act("AT-02", "AT-04", own=True)
def learn(t: Play[World], actor: Id, skill: Id) -> None:
    """A skill at SL 1, or a song, for experience."""
    mine = opened(t, actor)
    price = mine.art(skill).price
    if skill in t.world.skills:
        t.emit(SkillLearned(actor, skill, 1, price, mine.spent + price))
    else:
        t.emit(SongLearned(actor, skill, price, mine.spent + price, (*mine.me.songs, skill)))


@learn.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    pick_one(o, "skill", learnable(o.world), mine.why_not_learn)


def learnable(world: World) -> tuple[Id, ...]:
    """The skills and songs that a party may learn."""
    skills = (one for one, skill in world.skills.items() if skill.learnable)
    return (*skills, *(one for one, song in world.songs.items() if song.learnable))


@act("AT-02", own=True)
def forget(t: Play[World], actor: Id, skill: Id) -> None:
    """A skill or song is taken back while the character is being made, with all that was paid for it."""
    mine = opened(t, actor)
    if skill in mine.me.skills:
        known, level = t.world.skills[skill], mine.me.skills[skill]
        price = known.price + (level - 1) * known.price_up
        t.emit(SkillForgotten(actor, skill, price, mine.spent - price))
    else:
        price = t.world.songs[skill].price
        left = tuple(one for one in mine.me.songs if one != skill)
        t.emit(SongForgotten(actor, skill, price, mine.spent - price, left))


@forget.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    known = (one for one in (*mine.me.skills, *mine.me.songs) if one in learnable(o.world))
    pick_one(o, "skill", known, lambda one: mine.fixed())


@act("AT-02", "AT-05", own=True)
def raise_skill(t: Play[World], actor: Id, skill: Id) -> None:
    """A level of a skill, for experience."""
    mine, price = opened(t, actor), t.world.skills[skill].price_up
    t.emit(SkillRaised(actor, skill, mine.me.skills[skill] + 1, price, mine.spent + price))


@raise_skill.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    pick_one(o, "skill", (one for one in mine.me.skills if one in o.world.skills), mine.why_not_raise)


@act("AT-02", own=True)
def lower_skill(t: Play[World], actor: Id, skill: Id) -> None:
    """A level of a skill is taken back while the character is being made."""
    mine, price = opened(t, actor), t.world.skills[skill].price_up
    t.emit(SkillLowered(actor, skill, mine.me.skills[skill] - 1, price, mine.spent - price))


@lower_skill.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    pick_one(o, "skill", (one for one in mine.me.skills if one in o.world.skills), mine.why_not_lower)


# abilities -----------------------------------------------------------------------------------------------------------


@act("AT-07", own=True)
def grow(t: Play[World], actor: Id, ability: str) -> None:
    """A growth point into an ability."""
    t.emit(grown(AbilityGrown, opened(t, actor), ability, 1))


@grow.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    o.pick("ability", GROWABLE, unless=mine.why_not_grow)


@act("AT-07", own=True)
def shrink(t: Play[World], actor: Id, ability: str) -> None:
    """A growth point is taken out again while the character is being made."""
    t.emit(grown(AbilityShrunk, opened(t, actor), ability, -1))


@shrink.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    o.pick("ability", GROWABLE, unless=mine.why_not_shrink)


def grown(kind: type[AbilityGrown], mine: Ledger, ability: str, points: int) -> AbilityGrown:
    """What a growth point more or less makes of an ability."""
    inside = mine.me.grown.get(ability, 0) + points
    return kind(mine.one, ability, mine.grown_code(ability, points), inside, mine.me.growth - points)


# items ---------------------------------------------------------------------------------------------------------------


@act("AT-03", own=True)
def buy(t: Play[World], actor: Id, item: Id) -> None:
    """One of an item, for leaf."""
    mine, price = opened(t, actor), t.world.items[item].price
    count = mine.me.items.get(item, 0) + 1
    t.emit(ItemBought(actor, item, count, mine.item_level(item), price, mine.me.leaf_spent + price))


@buy.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    pick_one(o, "item", o.world.items, mine.why_not_buy)


@act("AT-03", own=True)
def give_back(t: Play[World], actor: Id, item: Id) -> None:
    """One of an item is given back while the character is being made, with all that was paid for it."""
    mine = opened(t, actor)
    price, count = mine.item_value(item), mine.me.items[item] - 1
    items = mine.me.items.put(item, count) if count else mine.me.items.without(item)
    levels = mine.me.item_levels if count else mine.me.item_levels.without(item)
    t.emit(ItemReturned(actor, item, price, mine.me.leaf_spent - price, items, levels))


@give_back.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    pick_one(o, "item", owned(mine.me, o.world.items), lambda one: mine.fixed())


@act("AT-03", own=True)
def raise_item(t: Play[World], actor: Id, item: Id) -> None:
    """A level of an item, for leaf."""
    t.emit(levelled_item(ItemRaised, opened(t, actor), item, 1))


@raise_item.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    pick_one(o, "item", owned(mine.me, o.world.items), mine.why_not_raise_item)


@act("AT-03", own=True)
def lower_item(t: Play[World], actor: Id, item: Id) -> None:
    """A level of an item is taken back while the character is being made."""
    t.emit(levelled_item(ItemLowered, opened(t, actor), item, -1))


@lower_item.offer
def _(o: Offer[World]) -> None:
    mine = offered(o)
    pick_one(o, "item", owned(mine.me, o.world.items), mine.why_not_lower_item)


def levelled_item(kind: type[ItemBought], mine: Ledger, item: Id, by: int) -> ItemBought:
    """What a level more or less makes of an item."""
    price = mine.world.items[item].price_up
    return kind(mine.one, item, mine.me.items[item], mine.item_level(item) + by, price, mine.me.leaf_spent + by * price)

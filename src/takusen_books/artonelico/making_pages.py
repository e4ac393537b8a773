"""What a table shows of making and growing characters: what is left, what can be had, what can't and why."""

from collections.abc import Iterable

import msgspec

from takusen.rules import Custom, Id, Listed, Refused, View, Word

from .arts import Item, Skill, Song
from .gist import about_art, about_item
from .ledger import GROWABLE, Ledger, owned
from .making import learnable, party, why_not_finish, why_not_origin
from .world import Regulation, World


class Step(msgspec.Struct, frozen=True):
    """One thing that can be declared at once, or why it can't."""

    act: str
    pick: str = ""
    value: str = ""
    price: int = 0
    why: Word | None = None


class Row(msgspec.Struct, frozen=True):
    """A skill, song, item or ability: what it stands at, and the steps up and down."""

    id: str
    title: str | Word
    text: str = ""
    now: str = ""
    about: Listed | None = None
    up: Step | None = None
    down: Step | None = None
    out: Step | None = None


class Account(msgspec.Struct, frozen=True):
    """What is there to spend, and what is left of it."""

    label: Word
    left: int
    all: int


class Person(msgspec.Struct, frozen=True):
    """One character's page."""

    id: Id
    name: str
    making: bool
    level: Row
    accounts: tuple[Account, ...]
    origins: tuple[Row, ...]
    abilities: tuple[Row, ...]
    known: tuple[Row, ...]
    songs: tuple[Row, ...]
    skills_to_learn: tuple[Row, ...]
    songs_to_learn: tuple[Row, ...]
    owned: tuple[Row, ...]
    shop: tuple[Row, ...]
    finish: Step | None

    @property
    def grows(self) -> bool:
        """Whether an ability can go up or down now."""
        return any(step and not step.why for row in self.abilities for step in (row.up, row.down))


class Making(msgspec.Struct, frozen=True):
    """The panel; whoever looks at more than their own one character finds each `folded`."""

    regulation: Regulation
    pooled: bool
    folded: bool
    people: tuple[Person, ...]


def making_panels(v: View[World]) -> tuple[Custom, ...]:
    """The panel of those characters of the viewer who are being made or have something to spend; none in a battle."""
    if v.world.battle is not None:
        return ()
    shown = tuple(one for one in party(v.world) if concerns(v, one))
    if not shown:
        return ()
    pooled = v.reading.options["experience_source"] == "player_pool"
    people = tuple(person(ledger(v, one)) for one in shown)
    return (Custom("making", Making(v.world.regulation, pooled, v.gm or len(people) > 1, people)),)


def ledger(v: View[World], one: Id) -> Ledger:
    """The accounts of a character on a view."""
    return Ledger(v.world, one, v.reading.options.__getitem__)


def concerns(v: View[World], one: Id) -> bool:
    """Whether the viewer makes or grows a character: a player their own, the GM those that are being made."""
    mine = ledger(v, one)
    if v.gm:
        return mine.me.making
    return v.mine(one) and (mine.me.making or mine.experience_left > 0 or mine.leaf_left > 0 or mine.me.growth > 0)


def person(mine: Ledger) -> Person:
    """One character's page."""
    me, world = mine.me, mine.world
    arts = [one for one in learnable(world) if not mine.knows(one)]
    return Person(
        mine.one,
        me.name,
        me.making,
        level(mine),
        accounts(mine),
        tuple(origin(mine, one) for one in mine.world.tables.origins) if me.making else (),
        tuple(ability(mine, one) for one in GROWABLE),
        tuple(skill(mine, one) for one in me.skills if one in world.skills),
        tuple(song(mine, one) for one in me.songs if one in world.songs),
        best_first(to_learn(mine, one) for one in arts if one in world.skills),
        best_first(to_learn(mine, one) for one in arts if one in world.songs) if mine.sings() else (),
        tuple(thing(mine, one) for one in owned(me, world.items)),
        best_first(to_buy(mine, one) for one in world.items),
        step(why_not_finish(mine), "finish_making") if me.making else None,
    )


def best_first(rows: Iterable[Row]) -> tuple[Row, ...]:
    """What can be had before what can't."""
    return tuple(sorted(rows, key=lambda row: bool(row.up and row.up.why)))


def accounts(mine: Ledger) -> tuple[Account, ...]:
    """Experience, leaf and growth points."""
    points = mine.me.growth + sum(mine.me.grown.values())
    return (
        Account(Word("field.experience"), mine.experience_left, mine.experience),
        Account(Word("field.leaf"), mine.leaf_left, mine.leaf),
        Account(Word("field.growth"), mine.me.growth, points),
    )


def step(refused: Refused | None, act: str, pick: str = "", value: str = "", price: int = 0) -> Step:
    """A step that can be declared, or why it can't."""
    why = Word(f"refused.{refused.reason}", refused.params) if refused else None
    return Step(act, pick, value, price, why)


def back(mine: Ledger, why_not: Refused | None, act: str, pick: str = "", value: str = "") -> Step | None:
    """A step back, where the character is being made."""
    return step(why_not, act, pick, value) if mine.me.making else None


def level(mine: Ledger) -> Row:
    """The character's level."""
    price = mine.level_price(mine.me.level + 1) or 0
    up = step(mine.why_not_level(), "raise_level", price=price)
    down = back(mine, mine.why_not_lower_level(), "lower_level")
    return Row("level", Word("field.level"), now=str(mine.me.level), up=up, down=down)


def origin(mine: Ledger, one: Id) -> Row:
    """What a character may come from."""
    chosen = mine.me.origin == one
    up = None if chosen else step(why_not_origin(mine, one), "choose_origin", "origin", one)
    return Row(one, mine.world.tables.origins[one].name, now="●" if chosen else "", up=up)


def ability(mine: Ledger, one: str) -> Row:
    """An ability and the points in it."""
    return Row(
        one,
        Word(f"ability.{one}"),
        now=mine.me.abilities.get(one, "0"),
        up=step(mine.why_not_grow(one), "grow", "ability", one),
        down=back(mine, mine.why_not_shrink(one), "shrink", "ability", one),
    )


def skill(mine: Ledger, one: Id) -> Row:
    """A skill that is known."""
    known: Skill = mine.world.skills[one]
    return Row(
        one,
        known.name,
        now=f"SL {mine.me.skills[one]}",
        up=step(mine.why_not_raise(one), "raise_skill", "skill", one, known.price_up),
        down=back(mine, mine.why_not_lower(one), "lower_skill", "skill", one),
        out=back(mine, mine.fixed(), "forget", "skill", one),
    )


def song(mine: Ledger, one: Id) -> Row:
    """A song that is known."""
    known: Song = mine.world.songs[one]
    return Row(one, known.name, out=back(mine, mine.fixed(), "forget", "skill", one))


def to_learn(mine: Ledger, one: Id) -> Row:
    """A skill or song that is not known yet."""
    art = mine.art(one)
    up = step(mine.why_not_learn(one), "learn", "skill", one, art.price)
    return Row(one, art.name, art.text, about=about_art(art), up=up)


def thing(mine: Ledger, one: Id) -> Row:
    """An item that the character has."""
    item: Item = mine.world.items[one]
    rises = item.price_up > 0
    return Row(
        one,
        item.name,
        now=f"IL {mine.item_level(one)} ×{mine.me.items[one]}",
        up=step(mine.why_not_raise_item(one), "raise_item", "item", one, item.price_up) if rises else None,
        down=back(mine, mine.why_not_lower_item(one), "lower_item", "item", one) if rises else None,
        out=back(mine, mine.fixed(), "give_back", "item", one),
    )


def to_buy(mine: Ledger, one: Id) -> Row:
    """An item that can be bought."""
    item = mine.world.items[one]
    return Row(
        one,
        item.name,
        item.text,
        about=about_item(item),
        up=step(mine.why_not_buy(one), "buy", "item", one, item.price),
    )

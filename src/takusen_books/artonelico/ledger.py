"""What a character has to spend, what things cost, and why something can't be had (AT-01 to AT-07)."""

from collections.abc import Callable
from typing import Any, NamedTuple

from takusen.rules import Id, Refused, Table, code

from .arts import ABILITIES, Item, Skill, Song
from .world import Fighter, World

ATTACK = "attack"
GROWABLE = tuple(one for one in ABILITIES if one != ATTACK)
POOL = "player_pool"

Reads = Callable[[str], Any]
"""Gives the table's reading of an open point by its name."""


class Ledger(NamedTuple):
    """The accounts of one character at one table."""

    world: World
    one: Id
    option: Reads

    @property
    def me(self) -> Fighter:
        """The character."""
        return self.world.fighter(self.one)

    # what is there -----------------------------------------------------------------------------------------------

    @property
    def pooled(self) -> bool:
        """Whether the experience is the player's own (option experience_source)."""
        return bool(self.option("experience_source") == POOL and self.me.player)

    @property
    def experience(self) -> int:
        """All the experience that there is to spend."""
        if self.pooled:
            return self.world.pools.get(self.me.player, 0)
        return self.me.experience + (self.world.regulation.experience if self.me.making else 0)

    @property
    def experience_left(self) -> int:
        """Experience not spent yet."""
        return self.experience - (sum(one.experience_spent for one in self._theirs()) if self.pooled else self.spent)

    def _theirs(self) -> tuple[Fighter, ...]:
        """The characters of the same player."""
        return tuple(one for one in self.world.fighters.values() if one.player == self.me.player)

    @property
    def spent(self) -> int:
        """Experience that this character has spent."""
        return self.me.experience_spent

    @property
    def leaf(self) -> int:
        """All the leaf that there is to spend."""
        return self.me.leaf + (self.world.regulation.leaf if self.me.making else 0)

    @property
    def leaf_left(self) -> int:
        """Leaf not spent yet."""
        return self.leaf - self.me.leaf_spent

    # levels ------------------------------------------------------------------------------------------------------

    def level_price(self, level: int) -> int | None:
        """The experience that a level costs; None where the table has none."""
        prices = self.world.tables.prices
        return prices[level - 1] if 0 < level <= len(prices) else None

    def why_not_level(self) -> Refused | None:
        """Why the character's level can't rise."""
        to, cap = self.me.level + 1, self.world.regulation.level_cap
        price = self.level_price(to)
        if cap and to > cap:
            return Refused.because("regulation_cap", cap=cap)
        if price is None:
            return Refused.because("no_higher_level", level=self.me.level)
        return self.too_dear(price)

    def why_not_lower_level(self) -> Refused | None:
        """Why the character's level can't be taken back."""
        if self.me.level <= 1:
            return Refused("lowest_level")
        return self.fixed() or self._needs_level() or self._needs_growth()

    def _needs_level(self) -> Refused | None:
        """What the character has that needs its level."""
        me = self.me
        for one, level in me.skills.items():
            known = self.world.skills.get(one)
            if level >= me.level or (known and known.required_level >= me.level):
                return Refused.because("needs_this_level", art=known.name if known else one)
        for one in me.songs:
            song = self.world.songs.get(one)
            if song and song.required_level >= me.level:
                return Refused.because("needs_this_level", art=song.name)
        return None

    def _needs_growth(self) -> Refused | None:
        used = self.world.tables.growth - self.me.growth
        return Refused.because("growth_is_used", points=used) if used > 0 else None

    # skills and songs --------------------------------------------------------------------------------------------

    def art(self, one: Id) -> Skill | Song:
        """A skill or song by its id."""
        return self.world.skills[one] if one in self.world.skills else self.world.songs[one]

    def knows(self, one: Id) -> bool:
        """Whether the character has a skill or song."""
        return one in self.me.skills or one in self.me.songs

    def sings(self) -> bool:
        """Whether the character can sing: whoever comes from elsewhere than the tables know can."""
        origin = self.world.tables.origins.get(self.me.origin)
        return origin is None or origin.sings

    def why_not_learn(self, one: Id) -> Refused | None:
        """Why a skill or song can't be learned (AT-04)."""
        art = self.art(one)
        if self.knows(one):
            return Refused("known_already")
        if isinstance(art, Song) and not self.sings():
            return Refused("no_singer")
        if art.required_level > self.me.level:
            return Refused.because("level_too_low", level=art.required_level, now=self.me.level)
        return self.too_dear(art.price)

    def skill_cap(self, skill: Skill) -> int:
        """How far a skill rises: its own cap and the character's level (AT-05)."""
        return min(skill.cap, self.me.level) if skill.cap else self.me.level

    def why_not_raise(self, one: Id) -> Refused | None:
        """Why a skill's level can't rise (AT-05)."""
        skill, level = self.world.skills[one], self.me.skills[one]
        if skill.cap and level >= skill.cap:
            return Refused.because("at_own_cap", cap=skill.cap)
        if level >= self.me.level:
            return Refused.because("at_level_cap", level=self.me.level)
        return self.too_dear(skill.price_up)

    def why_not_lower(self, one: Id) -> Refused | None:
        """Why a skill's level can't be taken back."""
        return self.fixed() or (Refused("lowest_level") if self.me.skills[one] <= 1 else None)

    # abilities ---------------------------------------------------------------------------------------------------

    def grown_code(self, ability: str, points: int) -> str:
        """An ability's code after so many more growth points, less where negative (AT-07)."""
        return str(code(self.me.abilities.get(ability, "0")) + points * self.world.tables.step)

    def why_not_grow(self, ability: str) -> Refused | None:
        """Why a growth point can't go into an ability."""
        return None if self.me.growth > 0 else Refused("no_growth")

    def why_not_shrink(self, ability: str) -> Refused | None:
        """Why a growth point can't be taken out of an ability."""
        return self.fixed() or (None if self.me.grown.get(ability) else Refused("nothing_grown"))

    # items -------------------------------------------------------------------------------------------------------

    def why_not_buy(self, one: Id) -> Refused | None:
        """Why an item can't be bought."""
        return self.too_dear_leaf(self.world.items[one].price)

    def why_not_raise_item(self, one: Id) -> Refused | None:
        """Why an item's level can't rise."""
        item, level = self.world.items[one], self.item_level(one)
        if not item.price_up:
            return Refused("no_item_level")
        if item.cap and level >= item.cap:
            return Refused.because("at_own_cap", cap=item.cap)
        return self.too_dear_leaf(item.price_up)

    def why_not_lower_item(self, one: Id) -> Refused | None:
        """Why an item's level can't be taken back."""
        return self.fixed() or (Refused("lowest_level") if self.item_level(one) <= 1 else None)

    def item_level(self, one: Id) -> int:
        """The level of an item that the character has."""
        return self.me.item_levels.get(one, 1)

    def item_value(self, one: Id) -> int:
        """What giving one of an item back returns: the last one's with its levels."""
        item = self.world.items[one]
        levels = self.item_level(one) - 1 if self.me.items[one] == 1 else 0
        return item.price + levels * item.price_up

    # why not -----------------------------------------------------------------------------------------------------

    def too_dear(self, price: int) -> Refused | None:
        """Why a price in experience can't be paid."""
        left = self.experience_left
        return Refused.because("too_dear", price=price, left=left, short=price - left) if price > left else None

    def too_dear_leaf(self, price: int) -> Refused | None:
        """Why a price in leaf can't be paid."""
        left = self.leaf_left
        return Refused.because("too_dear_leaf", price=price, left=left, short=price - left) if price > left else None

    def fixed(self) -> Refused | None:
        """Why nothing can be taken back."""
        return None if self.me.making else Refused("made_already")


def owned(me: Fighter, items: Table[Id, Item]) -> tuple[Id, ...]:
    """The items that a character has and the table knows."""
    return tuple(one for one, count in me.items.items() if count > 0 and one in items)

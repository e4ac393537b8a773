"""Facts of making and growing characters (AT-01 to AT-07)."""

from msgspec.structs import replace

from takusen.rules import Id, Table

from .fact import Open, changed
from .world import World


class OriginChosen(Open, frozen=True):
    """A character begins as what they come from makes them, with all their HP and MP, miracles and movement."""

    of: Id
    origin: Id
    abilities: Table[str, str]
    hp: int
    mp: int
    miracle: int
    move: int

    def apply(self, world: World) -> World:
        return changed(
            world,
            self.of,
            origin=self.origin,
            abilities=self.abilities,
            hp=self.hp,
            hp_max=self.hp,
            mp=self.mp,
            mp_max=self.mp,
            miracle=self.miracle,
            move=self.move,
        )


class LevelRaised(Open, frozen=True):
    """A level is bought, and with it growth points, HP and MP (AT-02, AT-06, AT-07)."""

    of: Id
    level: int
    price: int
    spent: int
    growth: int
    hp: int
    hp_max: int
    mp: int
    mp_max: int

    def apply(self, world: World) -> World:
        return changed(
            world,
            self.of,
            level=self.level,
            experience_spent=self.spent,
            growth=self.growth,
            hp=self.hp,
            hp_max=self.hp_max,
            mp=self.mp,
            mp_max=self.mp_max,
        )


class LevelLowered(LevelRaised, frozen=True):
    """A level is taken back while the character is being made."""


class SkillLearned(Open, frozen=True):
    """A skill is learned, or raised to a level; `spent` is all the experience that the character has spent."""

    of: Id
    skill: Id
    level: int
    price: int
    spent: int

    def apply(self, world: World) -> World:
        skills = world.fighters[self.of].skills.put(self.skill, self.level)
        return changed(world, self.of, skills=skills, experience_spent=self.spent)


class SkillRaised(SkillLearned, frozen=True):
    """A skill's level rises."""


class SkillLowered(SkillLearned, frozen=True):
    """A skill's level is taken back while the character is being made."""


class SkillForgotten(Open, frozen=True):
    """A skill is taken back while the character is being made."""

    of: Id
    skill: Id
    price: int
    spent: int

    def apply(self, world: World) -> World:
        skills = world.fighters[self.of].skills.without(self.skill)
        return changed(world, self.of, skills=skills, experience_spent=self.spent)


class SongLearned(Open, frozen=True):
    """A song is learned, or taken back; `songs` are all that the character knows."""

    of: Id
    song: Id
    price: int
    spent: int
    songs: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return changed(world, self.of, songs=self.songs, experience_spent=self.spent)


class SongForgotten(SongLearned, frozen=True):
    """A song is taken back while the character is being made."""


class AbilityGrown(Open, frozen=True):
    """A growth point goes into an ability; `growth` are those left, `points` those in it."""

    of: Id
    ability: str
    code: str
    points: int
    growth: int

    def apply(self, world: World) -> World:
        me = world.fighters[self.of]
        return changed(
            world,
            self.of,
            abilities=me.abilities.put(self.ability, self.code),
            grown=me.grown.put(self.ability, self.points),
            growth=self.growth,
        )


class AbilityShrunk(AbilityGrown, frozen=True):
    """A growth point is taken out again while the character is being made."""


class ItemBought(Open, frozen=True):
    """One of an item is bought, at item level 1; `spent` is all the leaf that the character has spent."""

    of: Id
    item: Id
    count: int
    level: int
    price: int
    spent: int

    def apply(self, world: World) -> World:
        me = world.fighters[self.of]
        return changed(
            world,
            self.of,
            items=me.items.put(self.item, self.count),
            item_levels=me.item_levels.put(self.item, self.level),
            leaf_spent=self.spent,
        )


class ItemRaised(ItemBought, frozen=True):
    """An item's level rises."""


class ItemLowered(ItemBought, frozen=True):
    """An item's level is taken back while the character is being made."""


class ItemReturned(Open, frozen=True):
    """One of an item is given back while the character is being made; `items` are all those left."""

    of: Id
    item: Id
    price: int
    spent: int
    items: Table[Id, int]
    item_levels: Table[Id, int]

    def apply(self, world: World) -> World:
        return changed(world, self.of, items=self.items, item_levels=self.item_levels, leaf_spent=self.spent)


class MakingFinished(Open, frozen=True):
    """A character is made: what the regulation gave is theirs."""

    of: Id
    experience: int
    leaf: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, making=False, experience=self.experience, leaf=self.leaf)


class Awarded(Open, frozen=True):
    """The GM gives experience and leaf after play: `total` and `purse` are all that the character has been given."""

    of: Id
    experience: int
    leaf: int
    total: int
    purse: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, experience=self.total, leaf=self.purse)


class PoolFilled(Open, frozen=True):
    """The own experience of the player of a character grows (option experience_source)."""

    of: Id
    seat: str
    experience: int
    total: int

    def apply(self, world: World) -> World:
        return replace(world, pools=world.pools.put(self.seat, self.total))

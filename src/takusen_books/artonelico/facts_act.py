"""Facts of actions and of what they do to fighters (AT-20, AT-21, AT-27)."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, Audience, Id, Square, Table

from .fact import Open, changed, numbers, on, put
from .world import NOWHERE, Lasting, World


class StandbyTaken(Open, frozen=True):
    """A fighter's standby action is used up."""

    of: Id

    def apply(self, world: World) -> World:
        return put(world, self.of, replace(world.fighters[self.of], standby_used=True))


class Moved(Open, frozen=True):
    """A fighter goes to another square."""

    of: Id
    square: Square

    def apply(self, world: World) -> World:
        return put(world, self.of, replace(world.fighters[self.of], square=self.square))


class Guarded(Open, frozen=True):
    """A fighter guards; `guard` counts how often."""

    of: Id
    guard: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, guard=self.guard)


class GuardEnded(Open, frozen=True):
    """A guard ends."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, guard=0)


class Waited(Open, frozen=True):
    """A fighter lets an action go by."""

    of: Id
    action: str


class Delayed(Open, frozen=True):
    """A fighter puts its turn off to the end of the order."""

    of: Id
    order: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return on(changed(world, self.of, delayed=True), order=self.order)


class Fled(Open, frozen=True):
    """A fighter leaves the battle."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, fled=True, square=NOWHERE, chant=None)


class FleeFailed(Open, frozen=True):
    """A fighter can't get away."""

    of: Id


class SkillUsed(Open, frozen=True):
    """A skill is used and paid for: what its user has left, the counts of uses, and the shared gauge."""

    of: Id
    skill: Id
    level: int
    target: Id
    square: Square
    hp: int
    mp: int
    gauge: int
    miracle: int
    marker: int
    harmo: int
    uses: Table[str, int]

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "level", "hp", "mp", "miracle", "uses")

    def apply(self, world: World) -> World:
        user = replace(
            world.fighters[self.of],
            hp=self.hp,
            mp=self.mp,
            gauge=self.gauge,
            miracle=self.miracle,
            marker=self.marker,
            uses=self.uses,
        )
        return replace(world, fighters=world.fighters.put(self.of, user), harmo=self.harmo)


class ItemUsed(Open, frozen=True):
    """An item is used up."""

    of: Id
    item: Id
    target: Id
    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "left")

    def apply(self, world: World) -> World:
        return changed(world, self.of, items=world.fighters[self.of].items.put(self.item, self.left))


class HandedOver(Open, frozen=True):
    """An item changes hands: what giver and taker have of it now, and of which level the taker's is."""

    of: Id
    target: Id
    item: Id
    left: int
    now: int
    level: int

    def apply(self, world: World) -> World:
        given = changed(world, self.of, items=world.fighters[self.of].items.put(self.item, self.left))
        taker = given.fighters[self.target]
        items, levels = taker.items.put(self.item, self.now), taker.item_levels.put(self.item, self.level)
        return changed(given, self.target, items=items, item_levels=levels)


class Attacked(Open, frozen=True):
    """A normal attack is declared."""

    of: Id
    target: Id


class AttackMissed(Open, frozen=True):
    """A normal attack misses."""

    of: Id
    target: Id


class Covered(Open, frozen=True):
    """Somebody takes another's blow."""

    of: Id
    target: Id


class Damaged(Open, frozen=True):
    """Damage: `amount` is power less endurance; barrier and HP are what is left."""

    target: Id
    by: Id
    amount: int
    barrier: int
    hp: int
    element: str = "none"

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.target, "hp")

    def apply(self, world: World) -> World:
        return put(world, self.target, replace(world.fighters[self.target], hp=self.hp, barrier=self.barrier))


class Downed(Open, frozen=True):
    """A fighter is downed: no chant, no guard."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, downed=True, chant=None, guard=0)


class Raised(Open, frozen=True):
    """A downed fighter is up again."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, downed=False)


class Healed(Open, frozen=True):
    """HP comes back."""

    target: Id
    by: Id
    amount: int
    hp: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.target, "hp")

    def apply(self, world: World) -> World:
        return changed(world, self.target, hp=self.hp)


class MpChanged(Open, frozen=True):
    """MP comes back or goes."""

    target: Id
    amount: int
    mp: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.target, "mp")

    def apply(self, world: World) -> World:
        return changed(world, self.target, mp=self.mp)


class BarrierSet(Open, frozen=True):
    """A barrier stands at so many points."""

    target: Id
    barrier: int

    def apply(self, world: World) -> World:
        return changed(world, self.target, barrier=self.barrier)


class AilmentStruck(Open, frozen=True):
    """An ailment takes hold for so many turns."""

    target: Id
    ailment: str
    turns: int

    def apply(self, world: World) -> World:
        return changed(world, self.target, ailments=world.fighters[self.target].ailments.put(self.ailment, self.turns))


class AilmentHurt(Open, frozen=True):
    """An ailment does its harm in the check phase."""

    target: Id
    ailment: str
    amount: int
    hp: int
    mp: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.target, "hp", "mp")

    def apply(self, world: World) -> World:
        return changed(world, self.target, hp=self.hp, mp=self.mp)


class Lasted(Open, frozen=True):
    """What a turn's end leaves of a fighter's ailments and lasting effects."""

    of: Id
    ailments: Table[str, int]
    effects: tuple[Lasting, ...]

    def apply(self, world: World) -> World:
        return changed(world, self.of, ailments=self.ailments, effects=self.effects)


class Cured(Open, frozen=True):
    """An ailment is gone; `ailments` are those left."""

    target: Id
    ailment: str
    ailments: Table[str, int]

    def apply(self, world: World) -> World:
        return changed(world, self.target, ailments=self.ailments)


class Modified(Open, frozen=True):
    """A lasting effect is on a fighter; `effects` are all that it has now. What it changes by how much, and for how
    many turns, is "" and 0 where it changes no number, and of turns for a moment."""

    target: Id
    name: str
    effects: tuple[Lasting, ...]
    stat: str = ""
    amount: str = ""
    turns: int = 0

    def apply(self, world: World) -> World:
        return changed(world, self.target, effects=self.effects)


class StatClashed(Open, frozen=True):
    """Two effects of equal rank would put different values in a stat's place: neither does; these are their names."""

    target: Id
    stat: str
    names: tuple[str, ...]


class HarmoChanged(Open, frozen=True):
    """The shared gauge goes up or down."""

    amount: int
    left: int

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return replace(world, harmo=self.left)

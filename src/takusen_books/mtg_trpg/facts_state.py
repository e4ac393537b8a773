"""Facts of what is on permanents: damage, modifiers, counters, tapped or not, and who controls them."""

from takusen.rules import Audience, Id

from .fact import Open, changed, numbers
from .stats import MINUS, PLUS
from .world import NOTHING, Control, Modifier, World

# damage, modifiers, counters -----------------------------------------------------------------------------------------


class Damaged(Open, frozen=True):
    """It is dealt damage."""

    of: Id
    amount: int
    damage: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, damage=self.damage)


class DamageHealed(Open, frozen=True):
    """Damage goes away; `left` stays."""

    of: Id
    amount: int
    left: int = 0

    def apply(self, world: World) -> World:
        return changed(world, self.of, damage=self.left)


class DamageStayed(Open, frozen=True):
    """Damage stays beyond the scene (MT-13)."""

    of: Id
    damage: int


class LoyaltyChanged(Open, frozen=True):
    """A planeswalker has another loyalty."""

    of: Id
    amount: int
    loyalty: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "loyalty")

    def apply(self, world: World) -> World:
        return changed(world, self.of, loyalty=self.loyalty)


class NpcLifeChanged(Open, frozen=True):
    """An NPC treated as a player gains or loses life."""

    of: Id
    amount: int
    life: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "life")

    def apply(self, world: World) -> World:
        return changed(world, self.of, life=self.life)


class NpcHandChanged(Open, frozen=True):
    """An NPC treated as a player has more or fewer cards in hand."""

    of: Id
    amount: int
    hand: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "hand")

    def apply(self, world: World) -> World:
        return changed(world, self.of, hand=self.hand)


class Modified(Open, frozen=True):
    """Power and toughness change for a while."""

    of: Id
    power: int
    toughness: int
    modifiers: tuple[Modifier, ...]

    def apply(self, world: World) -> World:
        return changed(world, self.of, modifiers=self.modifiers)


class ModifiersEnded(Open, frozen=True):
    """Modifiers of power and toughness end, by so much in all; those `left` go on."""

    of: Id
    power: int
    toughness: int
    left: tuple[Modifier, ...] = ()

    def apply(self, world: World) -> World:
        return changed(world, self.of, modifiers=self.left)


class ModifiersEased(Open, frozen=True):
    """Power and toughness recover by so much (MT-15)."""

    of: Id
    power: int
    toughness: int
    left: tuple[Modifier, ...] = ()

    def apply(self, world: World) -> World:
        return changed(world, self.of, modifiers=self.left)


class ModifiersStayed(Open, frozen=True):
    """Minus modifiers stay beyond the scene (MT-15)."""

    of: Id
    power: int
    toughness: int


class CounterPut(Open, frozen=True):
    """Counters are put on it; `total` of the kind are there now."""

    of: Id
    counter: str
    amount: int
    total: int

    def apply(self, world: World) -> World:
        counters = world.permanents[self.of].counters.put(self.counter, self.total)
        return changed(world, self.of, counters=counters)


class CounterRemoved(Open, frozen=True):
    """Counters are taken off it; `total` of the kind are left."""

    of: Id
    counter: str
    amount: int
    total: int

    def apply(self, world: World) -> World:
        counters = world.permanents[self.of].counters.put(self.counter, self.total)
        return changed(world, self.of, counters=counters)


class CountersCancelled(Open, frozen=True):
    """As many +1/+1 as -1/-1 counters go."""

    of: Id
    amount: int
    plus: int
    minus: int

    def apply(self, world: World) -> World:
        counters = world.permanents[self.of].counters.put(PLUS, self.plus).put(MINUS, self.minus)
        return changed(world, self.of, counters=counters)


class ShieldsFaded(Open, frozen=True):
    """Regeneration shields are gone as the scene ends."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, regeneration=0)


class Tapped(Open, frozen=True):
    """It is tapped."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, tapped=True)


class Untapped(Open, frozen=True):
    """It is untapped."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, tapped=False)


# control and allegiance ----------------------------------------------------------------------------------------------


class ControlTaken(Open, frozen=True):
    """Somebody takes control of it (MT-18 to MT-20)."""

    of: Id
    by: Id
    control: Control

    def apply(self, world: World) -> World:
        return changed(world, self.of, control=self.control)


class ControlEnded(Open, frozen=True):
    """The control of it that somebody had is over."""

    of: Id
    by: Id = NOTHING

    def apply(self, world: World) -> World:
        return changed(world, self.of, control=None)


class DeclaredHostile(Open, frozen=True):
    """The GM says that an NPC of an openly hostile force counts as an opponent's (MT-27)."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, hostile=True)


class DeclaredPeaceful(Open, frozen=True):
    """The GM says that an NPC counts as an opponent's no longer (MT-27)."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, hostile=False)


class Ordered(Open, frozen=True):
    """A PC has somebody under its control do something, without a word or a gesture (MT-18)."""

    of: Id
    by: Id
    text: str


class ThingCalled(Open, frozen=True):
    """A thing comes to the hand of the PC who controls it (MT-19)."""

    of: Id
    by: Id
    place: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, place=self.place, holder=self.by)


class FacilityUsed(Open, frozen=True):
    """A PC uses an ability of a facility under its control (MT-20)."""

    of: Id
    by: Id
    text: str


class ConsentRefused(Open, frozen=True):
    """An NPC doesn't want to be controlled."""

    of: Id
    by: Id

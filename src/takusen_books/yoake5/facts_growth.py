"""What becomes true while characters are made and grow (YA-12)."""

from typing import Any

from takusen.rules import GM, Audience, Fact, Id, Table

from .fact import Open, changed
from .world import Belonging, Plan, World


class MakingBegun(Open, frozen=True):
    """Somebody is being made."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, making=True)


class SpeciesChosen(Open, frozen=True):
    """What somebody is by birth."""

    of: Id
    species: str

    def apply(self, world: World) -> World:
        return changed(world, self.of, species=self.species)


class MainChosen(Open, frozen=True):
    """Somebody's main class, at the level that characters begin with."""

    of: Id
    main: str
    level: int
    classes: Table[str, int]

    def apply(self, world: World) -> World:
        return changed(world, self.of, main=self.main, classes=self.classes)


class AbilitiesSpread(Open, frozen=True):
    """What somebody makes of the points for abilities."""

    of: Id
    base: Table[str, int]

    def apply(self, world: World) -> World:
        return changed(world, self.of, base=self.base)


class DormitoryChosen(Open, frozen=True):
    """The house that somebody belongs to."""

    of: Id
    dormitory: str

    def apply(self, world: World) -> World:
        return changed(world, self.of, dormitory=self.dormitory)


class MakingFinished(Open, frozen=True):
    """Somebody is made, rested and whole."""

    of: Id
    hp: int
    mp: int
    lp: int
    items: Table[Id, Belonging] = Table()

    def apply(self, world: World) -> World:
        whole = {"hp": self.hp, "mp": self.mp, "lp": self.lp, "items": self.items}
        return changed(world, self.of, making=False, **whole)


class Planned(Fact, frozen=True):
    """Growth as somebody tries it now; None drops it."""

    of: Id
    plan: Plan | None

    def see(self, world: Any) -> Audience:
        me = world.characters[self.of]
        return (GM, me.player) if me.player else GM

    def apply(self, world: World) -> World:
        return changed(world, self.of, plan=self.plan)


class Grown(Open, frozen=True):
    """What somebody has grown to; the plan is done with."""

    of: Id
    classes: Table[str, int]
    extra: str
    skills: Table[str, int]
    rows: Table[str, str]
    lp_steps: int
    lp: int

    def apply(self, world: World) -> World:
        grown = {"classes": self.classes, "extra": self.extra, "skills": self.skills, "rows": self.rows}
        return changed(world, self.of, plan=None, lp_steps=self.lp_steps, lp=self.lp, **grown)


class BeneficiaryNamed(Open, frozen=True):
    """For whom a skill works from now on."""

    of: Id
    skill: str
    target: Id

    def apply(self, world: World) -> World:
        named = world.characters[self.of].beneficiaries
        return changed(world, self.of, beneficiaries=named.put(self.skill, self.target))


GROWTH_FACTS: tuple[type[Fact], ...] = (
    MakingBegun,
    SpeciesChosen,
    MainChosen,
    AbilitiesSpread,
    DormitoryChosen,
    MakingFinished,
    Planned,
    Grown,
    BeneficiaryNamed,
)

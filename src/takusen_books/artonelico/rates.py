"""The tables of character making as content files write them (AT-01, AT-02, AT-06, AT-07)."""

from collections.abc import Iterator
from functools import cache

from takusen.rules import Both, Fact, Table, code, read_content

from .arts import Ability
from .setting import RegulationSet, TablesSet
from .world import Origin, Tables
from .written import Content, Count, Key, Place, Points, Price, Written, code_faults


class ByLevel(Content, frozen=True):
    """A number that grows with the level: a base, and so much a level."""

    base: Points
    level: Points

    def at(self, level: int) -> int:
        """The number at a level."""
        return self.base + self.level * level


class OriginText(Content, frozen=True, kw_only=True):
    """What characters may come from: their abilities to begin with, and whether they sing."""

    id: Key
    name: Both
    abilities: dict[Ability, Written]
    sings: bool = False

    def origin(self, lang: str) -> Origin:
        """The origin in one language."""
        abilities = {str(ability): str(code(str(text))) for ability, text in self.abilities.items()}
        return Origin(self.name[lang], self.sings, Table(abilities))


class MakingText(Content, frozen=True, kw_only=True):
    """What characters are made from and at what prices; whoever writes it writes all of it."""

    experience: Price
    leaf: Price
    level_cap: Count
    prices: tuple[Price, ...]
    growth: Count
    step: Count
    hp: ByLevel
    mp: ByLevel
    miracle: Count
    move: Count
    origin: tuple[OriginText, ...]

    def facts(self, lang: str) -> tuple[Fact, ...]:
        """The regulation and the tables, in one language."""
        regulation = RegulationSet(self.experience, self.leaf, self.level_cap)
        return (regulation, TablesSet(self.tables(lang)))

    def tables(self, lang: str) -> Tables:
        """The tables in one language."""
        return Tables(
            self.prices,
            self.growth,
            self.step,
            (self.hp.base, self.hp.level),
            (self.mp.base, self.mp.level),
            self.miracle,
            self.move,
            Table((one.id, one.origin(lang)) for one in self.origin),
        )

    def faults(self) -> Iterator[Place]:
        """What is wrong with them."""
        if not self.origin:
            yield "origin", "characters must come from somewhere", "Add a [[making.origin]]."
        for number, one in enumerate(self.origin):
            for ability, text in one.abilities.items():
                yield from code_faults(f"origin[{number}].abilities.{ability}", str(text))


class _File(Content, frozen=True):
    """The starter set's file."""

    making: MakingText


@cache
def usual() -> MakingText:
    """The tables of the starter set."""
    return read_content(__package__, "content/making.toml", _File).making

"""Scenarios as content files: the schema, what must fit together, and how they come to the table."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from takusen.rules import Both, Fact, Id, Table

from .effects import (
    Ability,
    Anything,
    Count,
    Damage,
    DangerSense,
    End,
    Find,
    Heal,
    Key,
    Mark,
    Meet,
    Plain,
    Points,
    Resist,
    Reveal,
    Shut,
    Trouble,
    worded,
)
from .setting import CardSet, EndingSet, MonsterSet, StoryBegun, ThresholdSet, TreasureSet, TroubleSet
from .world import NOBODY, PC, Card, Check, Ending, Loot, Monster, Needs, Threshold, Treasure, TroubleCard

TROUBLES = 13
EMPTY = Both("")
Tp = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what stands in content files: unknown keys are refused."""


class Meta(Content, frozen=True):
    """Head of a scenario."""

    title: Both
    id: Key = Id("mine")
    source: str = ""
    summary: Both = EMPTY
    lead: Both = EMPTY


class CheckText(Content, frozen=True):
    """A card's check: any of the skills, with the ability."""

    target: Count
    skills: tuple[str, ...] = ("スカウト", "レンジャー")
    ability: Ability = "intellect"

    def __post_init__(self) -> None:
        if not self.skills:
            raise ValueError("`check` needs `skills`")


class RestrictionText(Content, frozen=True):
    """When a card can be explored, and what the players read."""

    text: Both
    turned: tuple[Key, ...] = ()
    flags: tuple[Key, ...] = ()
    no_flags: tuple[Key, ...] = ()
    treasures: tuple[Key, ...] = ()
    tp_from: Tp = 0
    tp_to: Tp = 99

    @property
    def needs(self) -> Needs:
        """The condition without its text."""
        return Needs(self.turned, self.flags, self.no_flags, self.treasures, self.tp_from, self.tp_to)


class CardText(Content, frozen=True):
    """An area card: `front` and `check` are read before, `back` and `success` after it is turned."""

    id: Key
    title: Both
    front: Both
    check: CheckText | None = None
    fail: tuple[Anything[Both], ...] = ()
    back: Both = EMPTY
    success: tuple[Anything[Both], ...] = ()
    restriction: RestrictionText | None = None
    start: bool = False
    dead_end: bool = False
    together: bool = False
    stays_open: bool = False
    on_route: bool = False
    note: Both = EMPTY

    def __post_init__(self) -> None:
        if self.fail and self.check is None:
            raise ValueError("`fail` needs `check`")

    def card(self, lang: str) -> Card:
        """The card in one language."""
        check = self.check
        return Card(
            title=self.title[lang],
            front=self.front[lang],
            check=Check(check.target, check.skills, check.ability) if check else None,
            restriction=self.restriction.text[lang] if self.restriction else "",
            needs=self.restriction.needs if self.restriction else None,
            together=self.together,
            back=self.back[lang],
            stays_open=self.stays_open,
            dead_end=self.dead_end,
            fail=worded(self.fail, lang),
            success=worded(self.success, lang),
            on_route=self.on_route,
            note=self.note[lang],
            open=self.start,
        )


class TroubleText(Content, frozen=True):
    """A trouble card."""

    id: Key
    title: Both
    text: Both
    effects: tuple[Anything[Both], ...] = ()

    def card(self, lang: str) -> TroubleCard:
        """The card in one language."""
        return TroubleCard(self.title[lang], self.text[lang], worded(self.effects, lang))


class LootText(Content, frozen=True):
    """A line of a loot table: which results of 2d6 give it, or that it always drops."""

    item: Both
    low: Annotated[int, msgspec.Meta(ge=2, le=20)] = 2
    high: Annotated[int, msgspec.Meta(ge=2, le=99)] = 99
    count: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    price: Annotated[int, msgspec.Meta(ge=0, le=999_999)] = 0
    always: bool = False

    def line(self, lang: str) -> Loot:
        """The line in one language."""
        return Loot(self.item[lang], self.low, self.high, self.count, self.price, self.always)


class MonsterText(Content, frozen=True):
    """A monster: its level serves in 省略戦闘, the rest in a full fight and for loot."""

    id: Key
    name: Both
    level: Annotated[int, msgspec.Meta(ge=1, le=30)]
    text: Both = EMPTY
    hp: Points = 0
    mp: Points = 0
    armour: Points = 0
    block: Both = EMPTY
    loot: tuple[LootText, ...] = ()

    def monster(self, lang: str) -> Monster:
        """The monster in one language."""
        loot = tuple(line.line(lang) for line in self.loot)
        return Monster(
            self.name[lang], self.level, self.hp, self.mp, self.armour, self.block[lang], self.text[lang], loot
        )


class TreasureText(Content, frozen=True):
    """A treasure."""

    id: Key
    name: Both
    text: Both = EMPTY
    price: Annotated[int, msgspec.Meta(ge=0, le=999_999)] = 0


class EndingText(Content, frozen=True):
    """An ending: `text` is read to all, `when` tells the GM."""

    id: Key
    title: Both
    text: Both
    when: Both = EMPTY


class ThresholdText(Content, frozen=True):
    """What happens when TP gets there."""

    tp: Annotated[int, msgspec.Meta(ge=1, le=99)]
    title: Both = EMPTY
    text: Both = EMPTY
    effects: tuple[Anything[Both], ...] = ()
    fails: bool = False
    ending: Key = NOBODY


ORDINARY = (ThresholdText(tp=4), ThresholdText(tp=8, fails=True))
"""The thresholds of a scenario that names none (SD-14)."""


class Scenario(Content, frozen=True):
    """A whole scenario."""

    meta: Meta
    card: tuple[CardText, ...]
    trouble: tuple[TroubleText, ...]
    threshold: tuple[ThresholdText, ...] = ORDINARY
    monster: tuple[MonsterText, ...] = ()
    treasure: tuple[TreasureText, ...] = ()
    ending: tuple[EndingText, ...] = ()

    def __post_init__(self) -> None:
        wrong = next(self._faults(), None)
        if wrong:
            raise ValueError("{} - at `$.{}`".format(*wrong))

    def facts(self, lang: str) -> tuple[Fact, ...]:
        """What lies on the table at the beginning, in one language."""
        return (
            StoryBegun(self.meta.title[lang], self.meta.lead[lang]),
            *(ThresholdSet(Id(f"tp{one.tp}"), threshold(one, lang)) for one in self.threshold),
            *(CardSet(one.id, one.card(lang)) for one in self.card),
            *(TroubleSet(one.id, one.card(lang)) for one in self.trouble),
            *(MonsterSet(one.id, one.monster(lang)) for one in self.monster),
            *(TreasureSet(one.id, Treasure(one.name[lang], one.text[lang], one.price)) for one in self.treasure),
            *(EndingSet(one.id, Ending(one.title[lang], one.text[lang], one.when[lang])) for one in self.ending),
        )

    # what must fit together --------------------------------------------------------------------------------------

    def _faults(self) -> Iterator[tuple[str, str]]:
        """What does not fit, each with its place."""
        yield from self._twice()
        if len(self.trouble) != TROUBLES:
            yield f"Expected {TROUBLES} `trouble`, got {len(self.trouble)}", "trouble"
        if not any(card.start for card in self.card):
            yield "no `card` has `start = true`", "card"
        for kind, one, place in self._named():
            if one not in self._known()[kind]:
                yield f"`{one}` is the id of no {kind}", place
        for trouble, place in self._effects():
            if isinstance(trouble, Trouble) and place.startswith(("trouble", "threshold")):
                yield "`trouble` can't stand here", place
            if isinstance(trouble, Damage | Heal) and not (trouble.dice or trouble.plus):
                yield "`dice` or `plus` is missing", place

    def _twice(self) -> Iterator[tuple[str, str]]:
        """Ids that two things share."""
        used: set[str] = set()
        for kind in ("card", "trouble", "monster", "treasure", "ending"):
            for place, one in enumerate(getattr(self, kind)):
                if one.id in used:
                    yield f"`{one.id}` stands twice", f"{kind}[{place}].id"
                used.add(one.id)
        for place, line in enumerate(self.threshold):
            if line.tp in [other.tp for other in self.threshold[:place]]:
                yield f"`{line.tp}` stands twice", f"threshold[{place}].tp"

    def _known(self) -> dict[str, set[Id]]:
        """The ids that a scenario may speak of."""
        flags = {effect.name for effect, _ in self._effects() if isinstance(effect, Mark)}
        named: dict[str, Any] = {kind: getattr(self, kind) for kind in ("card", "monster", "treasure", "ending")}
        return {kind: {one.id for one in listed} for kind, listed in named.items()} | {"flag": flags}

    def _named(self) -> Iterator[tuple[str, Id, str]]:
        """Every id that the scenario speaks of, as what, and where."""
        for effect, place in self._effects():
            if isinstance(effect, Reveal | Shut):
                yield from (("card", one, place) for one in effect.cards)
            elif isinstance(effect, Meet):
                yield "monster", effect.monster, place
            elif isinstance(effect, Find):
                yield "treasure", effect.treasure, place
            elif isinstance(effect, End):
                yield "ending", effect.ending, place
        for number, card in enumerate(self.card):
            if card.restriction:
                yield from _needed(card.restriction, f"card[{number}].restriction")
        for number, one in enumerate(self.threshold):
            if one.ending:
                yield "ending", one.ending, f"threshold[{number}].ending"

    def _effects(self) -> Iterator[tuple[Any, str]]:
        """Every effect with its place."""
        lists = (
            *((f"card[{n}].{side}", getattr(one, side)) for n, one in enumerate(self.card) for side in SIDES),
            *((f"trouble[{n}].effects", one.effects) for n, one in enumerate(self.trouble)),
            *((f"threshold[{n}].effects", one.effects) for n, one in enumerate(self.threshold)),
        )
        for path, effects in lists:
            for number, effect in enumerate(effects):
                yield effect, f"{path}[{number}]"
                yield from ((inner, f"{path}[{number}]") for inner in _inside(effect))


SIDES = ("fail", "success")


def _inside(effect: Anything[Both]) -> tuple[Plain[Both], ...]:
    """What hangs on an effect's own check."""
    return effect.fail + effect.success if isinstance(effect, DangerSense | Resist) else ()


def _needed(needs: RestrictionText, place: str) -> Iterator[tuple[str, Id, str]]:
    """The ids that a restriction speaks of."""
    kinds = (("card", "turned"), ("flag", "flags"), ("flag", "no_flags"), ("treasure", "treasures"))
    yield from ((kind, one, f"{place}.{name}") for kind, name in kinds for one in getattr(needs, name))


def threshold(one: ThresholdText, lang: str) -> Threshold:
    """A threshold in one language."""
    return Threshold(
        tp=one.tp,
        fails=one.fails,
        title=one.title[lang],
        text=one.text[lang],
        effects=worded(one.effects, lang),
        ending=one.ending,
    )


class PCText(Content, frozen=True):
    """A ready character. Skills and items go by their Japanese names, as on every sheet."""

    id: Key
    name: Both
    race: Both
    abilities: dict[Ability, Annotated[int, msgspec.Meta(ge=1, le=99)]]
    skills: dict[str, Annotated[int, msgspec.Meta(ge=1, le=15)]]
    hp: Points
    mp: Points
    armour: Count = 0
    feats: tuple[str, ...] = ()
    items: dict[str, Count] = {}
    memo: Both = EMPTY

    def made(self, lang: str) -> PC:
        """The character in one language."""
        me = PC(
            name=self.name[lang],
            race=self.race[lang],
            skills=Table(self.skills),
            feats=self.feats,
            hp=self.hp,
            hp_max=self.hp,
            mp=self.mp,
            mp_max=self.mp,
            armour=self.armour,
            items=Table(self.items),
            memo=self.memo[lang],
            here=False,
        )
        return msgspec.structs.replace(me, **self.abilities)


class Party(Content, frozen=True):
    """The file of ready characters."""

    source: str
    pc: tuple[PCText, ...]

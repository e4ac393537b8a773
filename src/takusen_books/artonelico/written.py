"""Skills, songs, items and enemies as content files write them: the schema, and what stands in a formula's place."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec

from takusen.rules import BadCode, BadFormula, Both, Fault, Id, Names, Table, code, formula

from .arts import (
    DECLARED,
    Ability,
    Aim,
    Allow,
    Anything,
    Cost,
    Element,
    Hook,
    Item,
    Limit,
    Modify,
    Range,
    Singing,
    Skill,
    Song,
    State,
)
from .terms import names_in
from .world import Enemy, Fighter

EMPTY = Both("")
Key = Annotated[Id, msgspec.Meta(pattern=r"^[\w\-]{1,40}$")]
"""The id of a thing in a file: letters, digits, - and _."""
Level = Annotated[int, msgspec.Meta(ge=1, le=99)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Price = Annotated[int, msgspec.Meta(ge=0, le=999_999)]
Points = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
Written = Annotated[str, msgspec.Meta(max_length=200)] | Annotated[int, msgspec.Meta(ge=-9_999, le=9_999)]
"""A formula, or a plain number."""
Width = Literal[0, 3, 5, 7, 9]
RANGE = re.compile(r"(line|within) *(\d{1,2})")
REACHED: Mapping[str, Range] = {
    "self": Range("self"),
    "adjacent": Range("adjacent"),
    "reach": Range("reach"),
    "any": Range("any"),
}
Place = tuple[str, str, str]
"""What is wrong: where, what, and the mend."""


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what stands in content files: unknown keys are refused."""


class ArtText(Content, frozen=True, kw_only=True):
    """What skills, songs and items have in common."""

    id: Key
    name: Both
    text: Both = EMPTY
    price: Price = 0
    needs: str = ""
    range: str = "adjacent"
    area: Width = 0
    effect: tuple[Anything, ...] = ()


class SkillText(ArtText, frozen=True, kw_only=True):
    """A skill. `cap` 0 stands for none; a skill that is not `learnable` is only an enemy's."""

    state: State = "command"
    hook: Hook | tuple[Hook, ...] = "main"
    singing: Singing = "no"
    required_level: Level = 1
    cap: Count = 0
    price_up: Price = 0
    cost: dict[Cost, Written] = {}
    limit: dict[Limit, Level] = {}
    target: Aim = "enemy"
    learnable: bool = True

    @property
    def hooks(self) -> tuple[Hook, ...]:
        """Its windows."""
        return self.hook if isinstance(self.hook, tuple) else (self.hook,)

    def skill(self, lang: str) -> Skill:
        """The skill in one language."""
        return Skill(
            name=self.name[lang],
            text=self.text[lang],
            state=self.state,
            hooks=self.hooks,
            singing=self.singing,
            required_level=self.required_level,
            cap=self.cap,
            price=self.price,
            price_up=self.price_up,
            cost=Table((cost, str(amount)) for cost, amount in self.cost.items()),
            limit=Table(self.limit),
            needs=self.needs,
            target=self.target,
            range=reached(self.range),
            area=self.area,
            effects=self.effect,
            learnable=self.learnable,
        )

    def faults(self) -> Iterator[Place]:
        """What is wrong with it."""
        passive = self.state == "passive"
        names = names_in("skill", self.hooks, passive)
        before = names_in("skill", (), passive)
        yield from art_faults(self, names, before)
        for cost, amount in self.cost.items():
            yield from formula_faults(f"cost.{cost}", str(amount), before, "number")
        yield from state_faults(self)


class SongText(ArtText, frozen=True, kw_only=True):
    """A song."""

    colour: Literal["red", "blue"]
    mp: Written = "0"
    required_level: Level = 1
    target: Aim = "enemy"
    range: str = "any"
    learnable: bool = True

    def song(self, lang: str) -> Song:
        """The song in one language."""
        return Song(
            name=self.name[lang],
            colour=self.colour,
            text=self.text[lang],
            mp=str(self.mp),
            required_level=self.required_level,
            price=self.price,
            needs=self.needs,
            target=self.target,
            range=reached(self.range),
            area=self.area,
            effects=self.effect,
            learnable=self.learnable,
        )

    def faults(self) -> Iterator[Place]:
        """What is wrong with it."""
        names = names_in("song")
        yield from art_faults(self, names, names)
        yield from formula_faults("mp", str(self.mp), names, "number")


class ItemText(ArtText, frozen=True, kw_only=True):
    """An item."""

    kind: Literal["weapon", "armour", "tool"] = "tool"
    price_up: Price = 0
    cap: Count = 0
    standby: bool = True
    attack: Written = "0"
    endurance: Written = "0"
    target: Aim = "ally"

    def item(self, lang: str) -> Item:
        """The item in one language."""
        return Item(
            name=self.name[lang],
            kind=self.kind,
            text=self.text[lang],
            price=self.price,
            price_up=self.price_up,
            cap=self.cap,
            standby=self.standby,
            attack=str(self.attack),
            endurance=str(self.endurance),
            needs=self.needs,
            target=self.target,
            range=reached(self.range),
            area=self.area,
            effects=self.effect,
        )

    def faults(self) -> Iterator[Place]:
        """What is wrong with it."""
        gear = self.kind != "tool"
        names = names_in("item", (), gear)
        yield from art_faults(self, names, names)
        yield from formula_faults("attack", str(self.attack), names, "code")
        yield from formula_faults("endurance", str(self.endurance), names, "code")
        if gear:
            yield from lasting_faults(self.effect)


# what is wrong -------------------------------------------------------------------------------------------------------


def reached(text: str) -> Range:
    """A range as files write it: `self`, `adjacent`, `reach`, `line 4`, `within 6`, `any`. Raises ValueError."""
    counted = RANGE.fullmatch(text)
    if counted and int(counted[2]):
        return Range("line" if counted[1] == "line" else "within", int(counted[2]))
    if text not in REACHED:
        raise ValueError(text)
    return REACHED[text]


def range_faults(place: str, text: str) -> Iterator[Place]:
    """What is wrong with a range."""
    try:
        reached(text)
    except ValueError:
        yield place, f"`{text}` is no range", "Write self, adjacent, reach, line 3, within 3 or any."


def formula_faults(place: str, text: str, names: Names, kind: Any) -> Iterator[Place]:
    """What is wrong with a formula."""
    try:
        formula(text, names, kind)
    except BadFormula as wrong:
        yield place, wrong.what, wrong.mend


def code_faults(place: str, text: str) -> Iterator[Place]:
    """What is wrong with a dice code."""
    try:
        code(text)
    except BadCode:
        yield place, f"`{text[:40]}` is no dice code", "Write it like 2D+3."


def art_faults(art: Any, names: Names, before: Names) -> Iterator[Place]:
    """What is wrong with what all arts have; `before` are the names for conditions of use."""
    yield from range_faults("range", art.range)
    if art.needs:
        yield from formula_faults("needs", art.needs, before, "truth")
    if art.target == "square" and not art.area:
        yield "area", "`target` needs `area`", "Add the missing line."
    for number, effect in enumerate(art.effect):
        yield from effect_faults(f"effect[{number}]", effect, names)


KINDS = {"power": "code", "amount": "code", "turns": "number", "ward": "code", "bonus": "code", "when": "truth"}
"""The fields of effects that hold formulas, and what they come to."""


def effect_faults(place: str, effect: Any, names: Names) -> Iterator[Place]:
    """What is wrong with the formulas of an effect."""
    for field, kind in KINDS.items():
        text = getattr(effect, field, "")
        if text:
            yield from formula_faults(f"{place}.{field}", text, names, kind)
    if isinstance(effect, Modify) and effect.stat == "move":
        yield from formula_faults(f"{place}.amount", effect.amount, names, "number")


def lasting_faults(effects: tuple[Anything, ...]) -> Iterator[Place]:
    """What passive skills and gear can't do."""
    for number, effect in enumerate(effects):
        if not isinstance(effect, Modify | Allow):
            yield f"effect[{number}]", "only `modify` and `permit` can be always on", "Make it another effect or skill."


def state_faults(skill: SkillText) -> Iterator[Place]:
    """What doesn't fit a skill's state."""
    declared = [hook for hook in skill.hooks if hook in DECLARED]
    if skill.state == "passive":
        yield from lasting_faults(skill.effect)
    elif skill.state == "command" and len(declared) < len(skill.hooks):
        yield "hook", "a `command` skill is declared", f'Write {", ".join(DECLARED)}, or `state` = "active".'
    if not skill.hooks:
        yield "hook", "a skill needs a `hook`", "Add the missing line."


def placed(kind: str, number: int, faults: Iterator[Place]) -> Iterator[Fault]:
    """What is wrong with one thing of a file, as the reader of files tells it."""
    for place, what, mend in faults:
        yield Fault(f"{kind}[{number}].{place}", what, mend)


# enemies -------------------------------------------------------------------------------------------------------------


class EnemyText(Content, frozen=True, kw_only=True):
    """An enemy's block."""

    id: Key
    name: Both
    text: Both = EMPTY
    level: Level = 1
    size: Literal[1, 2] = 1
    move: Count = 3
    reach: str = "adjacent"
    element: Element = "none"
    resist: dict[Element, Annotated[int, msgspec.Meta(ge=-99, le=99)]] = {}
    hp: Points
    mp: Points = 0
    abilities: dict[Ability, Written]
    scan: Count = 10
    barrier: Points = 0
    skills: dict[Key, Level] = {}
    songs: tuple[Key, ...] = ()
    pattern: Both = EMPTY
    habit: Both = EMPTY

    def enemy(self, lang: str) -> Enemy:
        """The enemy in one language."""
        return Enemy(
            Fighter(
                name=self.name[lang],
                side="enemies",
                level=self.level,
                abilities=Table((ability, str(code(str(text)))) for ability, text in self.abilities.items()),
                hp=self.hp,
                hp_max=self.hp,
                mp=self.mp,
                mp_max=self.mp,
                barrier=self.barrier,
                skills=Table(self.skills),
                songs=self.songs,
                size=self.size,
                move=self.move,
                reach=reached(self.reach),
                element=self.element,
                resist=Table((element, amount) for element, amount in self.resist.items()),
                scan=self.scan,
                pattern=self.pattern[lang],
                habit=self.habit[lang],
                note=self.text[lang],
            )
        )

    def faults(self) -> Iterator[Place]:
        """What is wrong with it."""
        yield from range_faults("reach", self.reach)
        for ability, text in self.abilities.items():
            yield from code_faults(f"abilities.{ability}", str(text))

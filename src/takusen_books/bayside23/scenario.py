"""Scenarios and ready fighters as content files, and how they come to the table."""

from typing import Annotated, Literal

import msgspec

from takusen.rules import Both, Fact, Id, Table

from .setting import Joined, RiddleSet, SceneSet, StoryBegun, Supplied
from .world import FOES, Fighter, Hint, Riddle, Scene


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what stands in content files: unknown keys are refused."""


Key = Annotated[Id, msgspec.Meta(pattern=r"^[\w\-]{1,40}$")]
"""The id of a thing in a file: letters, digits, - and _."""


Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""A number of points in a file."""


class TrackText(Content, frozen=True):
    """The enemy HP track."""

    name: Both
    now: Points
    max: Points


class Meta(Content, frozen=True):
    """Head of a scenario."""

    title: Both
    id: Key = Id("mine")
    source: str = ""
    summary: Both = Both("")
    lead: Both = Both("")
    enemy_hp: TrackText | None = None
    stones: dict[Literal["small", "medium", "large"], Points] = {}


class Rated(Content, frozen=True):
    """A trait or skill with its value."""

    id: str
    value: Annotated[int, msgspec.Meta(ge=1, le=60)]
    name: Both | None = None
    hinders: bool = False

    def word(self, lang: str) -> str:
        """Its name in one language."""
        return self.name[lang] if self.name else self.id


class FighterText(Content, frozen=True):
    """A fighter's block."""

    id: Key
    name: Both
    side: Literal["friends", "foes"]
    traits: tuple[Rated, ...] = ()
    skills: tuple[Rated, ...] = ()
    stamina: Points = 7
    concentration: Points = 7
    life: Points = 5
    note: Both = Both("")
    shown: bool = False

    def fighter(self, lang: str) -> Fighter:
        """The fighter in one language; foes wait out of sight."""
        return Fighter(
            name=self.name[lang],
            side=self.side,
            traits=Table((one.word(lang), one.value) for one in self.traits),
            hinders=tuple(one.word(lang) for one in self.traits if one.hinders),
            skills=Table((one.word(lang), one.value) for one in self.skills),
            stamina=self.stamina,
            stamina_max=self.stamina,
            concentration=self.concentration,
            concentration_max=self.concentration,
            life=self.life,
            life_max=self.life,
            note=self.note[lang],
            shown=self.shown,
            hidden=self.side == FOES,
        )


class Answers(Content, frozen=True):
    """Accepted answers by language."""

    ja: tuple[str, ...] = ()
    en: tuple[str, ...] = ()


class HintText(Content, frozen=True):
    """A hint and where it lies."""

    id: Key
    text: Both
    where: Both = Both("")


class CheckText(Content, frozen=True):
    """The action check that gets past a riddle."""

    difficulty: Points
    traits: Points = 1
    skill_hint: Both = Both("")


class RiddleText(Content, frozen=True):
    """A riddle or trap."""

    id: Key
    title: Both
    text: Both
    kind: Literal["riddle", "trap"] = "riddle"
    answers: Answers = Answers()
    hints: tuple[HintText, ...] = ()
    check: CheckText | None = None
    success: Both = Both("")
    failure: Both = Both("")

    def riddle(self, lang: str) -> Riddle:
        """The riddle in one language; answers of both are accepted."""
        hints = Table((one.id, Hint(one.text[lang], one.where[lang])) for one in self.hints)
        return Riddle(
            title=self.title[lang],
            text=self.text[lang],
            kind=self.kind,
            answers=self.answers.ja + self.answers.en,
            hints=hints,
            difficulty=self.check.difficulty if self.check else 0,
            skill_hint=self.check.skill_hint[lang] if self.check else "",
            success=self.success[lang],
            failure=self.failure[lang],
        )


class SceneText(Content, frozen=True):
    """A scene."""

    id: Key
    title: Both
    text: Both = Both("")
    note: Both = Both("")
    riddles: tuple[Id, ...] = ()
    members: tuple[Id, ...] = ()


class Cast(Content, frozen=True):
    """The file of ready fighters."""

    meta: dict[str, str]
    fighter: tuple[FighterText, ...]


class Scenario(Content, frozen=True):
    """A scenario file. References to riddles and fighters that it doesn't hold are refused."""

    meta: Meta
    scene: tuple[SceneText, ...] = ()
    riddle: tuple[RiddleText, ...] = ()
    fighter: tuple[FighterText, ...] = ()

    def __post_init__(self) -> None:
        held = {"riddle": {one.id for one in self.riddle}, "fighter": {one.id for one in self.fighter}}
        for scene in self.scene:
            named = [("riddle", one) for one in scene.riddles] + [("fighter", one) for one in scene.members]
            for kind, one in named:
                if one not in held[kind]:
                    raise ValueError(f"scene {scene.id} names the {kind} {one}, which the file doesn't hold")

    def facts(self, lang: str) -> tuple[Fact, ...]:
        """What the scenario brings to the table."""
        track = self.meta.enemy_hp
        supplied = Supplied(
            Table((size, self.meta.stones.get(size, 0)) for size in ("small", "medium", "large")),
            track.now if track else 0,
            track.max if track else 0,
            track.name[lang] if track else "",
        )
        scenes = (
            SceneSet(one.id, Scene(one.title[lang], one.text[lang], one.note[lang], one.riddles, one.members))
            for one in self.scene
        )
        riddles = (RiddleSet(one.id, one.riddle(lang)) for one in self.riddle)
        lead = self.meta.lead[lang]
        begun = (StoryBegun(lead),) if lead else ()
        return (*begun, supplied, *scenes, *riddles, *(Joined(one.id, one.fighter(lang)) for one in self.fighter))

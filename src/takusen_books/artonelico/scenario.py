"""Scenarios and content of a group's own: what files may hold, what must fit, and how it comes to the table."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from takusen.rules import Board, Both, Fact, Fault, Id, Square, Table, board_of, code, covered, is_square

from .arts import Ability
from .rates import MakingText, usual
from .setting import EncounterSet, EnemySet, ItemSet, Joined, SkillSet, SongSet, StoryBegun
from .world import PARTY, Encounter, Fighter, Foe, Reinforcement, World
from .written import (
    EMPTY,
    Content,
    Count,
    EnemyText,
    ItemText,
    Key,
    Level,
    Place,
    Points,
    SkillText,
    SongText,
    Written,
    code_faults,
    placed,
)


class Meta(Content, frozen=True):
    """Head of a scenario; a file of content alone needs none."""

    title: Both = EMPTY
    id: Key = Id("mine")
    source: str = ""
    summary: Both = EMPTY
    lead: Both = EMPTY


class CharacterText(Content, frozen=True, kw_only=True):
    """A ready character; HP and MP that it doesn't give follow from its level."""

    id: Key
    name: Both
    note: Both = EMPTY
    level: Level = 1
    origin: Id = Id("")
    abilities: dict[Ability, Written]
    hp: Points = 0
    mp: Points = 0
    move: Count = 3
    miracle: Count = 1
    skills: dict[Key, Level] = msgspec.field(default_factory=dict)
    songs: tuple[Key, ...] = ()
    items: dict[Key, Level] = msgspec.field(default_factory=dict)
    item_levels: dict[Key, Level] = msgspec.field(default_factory=dict)

    def fighter(self, lang: str, making: MakingText) -> Fighter:
        """The character in one language, made by some tables."""
        hp, mp = self.hp or making.hp.at(self.level), self.mp or making.mp.at(self.level)
        return Fighter(
            name=self.name[lang],
            side=PARTY,
            level=self.level,
            origin=self.origin,
            abilities=Table((ability, str(code(str(text)))) for ability, text in self.abilities.items()),
            hp=hp,
            hp_max=hp,
            mp=mp,
            mp_max=mp,
            move=self.move,
            miracle=self.miracle,
            skills=Table(self.skills),
            songs=self.songs,
            items=Table(self.items),
            item_levels=Table({item: self.item_levels.get(item, 1) for item in self.items}),
            note=self.note[lang],
        )

    def faults(self) -> Iterator[Place]:
        """What is wrong with it."""
        for ability, text in self.abilities.items():
            yield from code_faults(f"abilities.{ability}", str(text))


# encounters ----------------------------------------------------------------------------------------------------------


class FoeText(Content, frozen=True, kw_only=True):
    """An enemy of an encounter and its square."""

    enemy: Key
    square: str
    name: Both | None = None
    hidden: bool = False


class WaveText(Content, frozen=True, kw_only=True):
    """Reinforcements; turn 0: when the GM calls them."""

    id: Key = Id("")
    turn: Count = 0
    foe: tuple[FoeText, ...]


class EncounterText(Content, frozen=True, kw_only=True):
    """A battle that lies ready: a map, enemies, waves, and where the party starts."""

    id: Key
    title: Both
    text: Both = EMPTY
    map: Annotated[tuple[str, ...], msgspec.Meta(max_length=40)]
    foe: tuple[FoeText, ...] = ()
    wave: tuple[WaveText, ...] = ()
    starts: tuple[str, ...] = ()
    flee: bool = False
    victory_condition: Both = EMPTY

    def encounter(self, lang: str) -> Encounter:
        """The encounter in one language."""
        waves = ((Id(one.id or f"wave{n}"), one) for n, one in enumerate(self.wave, 1))
        return Encounter(
            title=self.title[lang],
            board=board_of(self.map),
            foes=self._foes(self.foe, "", lang),
            waves=Table((key, Reinforcement(one.turn, self._foes(one.foe, key, lang))) for key, one in waves),
            starts=tuple(map(Square, self.starts)),
            flee=self.flee,
            victory_condition=self.victory_condition[lang],
            text=self.text[lang],
        )

    def _foes(self, foes: tuple[FoeText, ...], wave: str, lang: str) -> tuple[Foe, ...]:
        head = "-".join(filter(None, (self.id, wave)))
        return tuple(
            Foe(Id(f"{head}-{n}"), one.enemy, Square(one.square), one.name[lang] if one.name else "", one.hidden)
            for n, one in enumerate(foes, 1)
        )

    def standing(self) -> Iterator[tuple[str, FoeText, int]]:
        """Every enemy, where the file names it, and in which wave from 1 it comes."""
        for number, one in enumerate(self.foe):
            yield f"foe[{number}]", one, 0
        for wave, coming in enumerate(self.wave):
            for number, one in enumerate(coming.foe):
                yield f"wave[{wave}].foe[{number}]", one, wave + 1

    def faults(self) -> Iterator[Place]:
        """What is wrong with its map and squares."""
        try:
            board = board_of(self.map)
        except ValueError as wrong:
            yield (
                "map",
                str(wrong),
                "Draw it with # for walls, ~ for rough ground and . for floor, all rows equally long.",
            )
            return
        named = [*((f"{place}.square", one.square) for place, one, _ in self.standing())]
        for place, square in (*named, *((f"starts[{n}]", one) for n, one in enumerate(self.starts))):
            yield from square_faults(place, square, 1, board)
        yield from twice("starts", self.starts)


def square_faults(place: str, square: str, size: int, board: Board) -> Iterator[Place]:
    """What is wrong with a square that somebody is to stand on."""
    if not is_square(square):
        yield place, f"`{square[:40]}` is no square", "Write row and column from 1, such as 4-11."
    elif not board.holds(Square(square), size):
        yield place, f"`{square}` is not on the map", f"The map has {board.rows} rows and {board.columns} columns."
    elif any(board.ground(one) == "wall" for one in covered(Square(square), size)):
        yield place, f"`{square}` is in a wall", "Choose a square of floor."


def twice(place: str, listed: Iterable[str]) -> Iterator[Place]:
    """What a list names more than once."""
    seen: set[str] = set()
    for number, one in enumerate(listed):
        if one in seen:
            yield f"{place}[{number}]", f"`{one}` stands twice", "Correct the value."
        seen.add(one)


# a whole file --------------------------------------------------------------------------------------------------------

KINDS = ("skill", "song", "item", "enemy", "character", "encounter")


class Scenario(Content, frozen=True):
    """A scenario, or content that a group adds to its table."""

    meta: Meta = Meta()
    making: MakingText | None = None
    skill: tuple[SkillText, ...] = ()
    song: tuple[SongText, ...] = ()
    item: tuple[ItemText, ...] = ()
    enemy: tuple[EnemyText, ...] = ()
    character: tuple[CharacterText, ...] = ()
    encounter: tuple[EncounterText, ...] = ()

    def __post_init__(self) -> None:
        wrong = next(self._faults(), None)
        if wrong:
            raise wrong

    def facts(self, lang: str) -> tuple[Fact, ...]:
        """What lies on the table with it, in one language."""
        begun = (StoryBegun(self.meta.lead[lang]),) if self.meta.lead[lang] else ()
        return (
            *begun,
            *(self.making.facts(lang) if self.making else ()),
            *(SkillSet(one.id, one.skill(lang)) for one in self.skill),
            *(SongSet(one.id, one.song(lang)) for one in self.song),
            *(ItemSet(one.id, one.item(lang)) for one in self.item),
            *(EnemySet(one.id, one.enemy(lang)) for one in self.enemy),
            *(Joined(one.id, one.fighter(lang, self.making or usual())) for one in self.character),
            *(EncounterSet(one.id, one.encounter(lang)) for one in self.encounter),
        )

    def _faults(self) -> Iterator[Fault]:
        """What is wrong with the file by itself."""
        if self.making:
            yield from (Fault(f"making.{place}", what, mend) for place, what, mend in self.making.faults())
        used: set[str] = set()
        for kind in KINDS:
            for number, one in enumerate(getattr(self, kind)):
                if one.id in used:
                    yield Fault(f"{kind}[{number}].id", f"`{one.id}` stands twice", "Give it an id of its own.")
                used.add(one.id)
                yield from placed(kind, number, one.faults())


def amiss(scenario: Scenario, world: World) -> Iterator[Fault]:
    """What a scenario speaks of that neither it nor the table has, and what its characters may not have yet."""
    for kind, number, one, key, place in _named(scenario):
        if key not in _known(scenario, world, kind):
            what = f"`{key}` is the id of no {kind}"
            yield Fault(f"{one}[{number}].{place}", what, f"Add a [[{kind}]] of that id, or correct it.")
    for number, made in enumerate(scenario.character):
        yield from placed("character", number, _beyond(made, _known(scenario, world, "skill")))
    enemies = _known(scenario, world, "enemy")
    for number, meeting in enumerate(scenario.encounter):
        yield from placed("encounter", number, _crowded(meeting, enemies))


def _known(scenario: Scenario, world: World, kind: str) -> dict[str, Any]:
    """What of a kind there is, by id: what the file writes goes before what lies on the table."""
    there: dict[str, Any] = dict(getattr(world, PLURALS[kind]))
    return there | {one.id: one for one in getattr(scenario, kind)}


PLURALS = {"skill": "skills", "song": "songs", "item": "items", "enemy": "enemies"}


def _named(scenario: Scenario) -> Iterator[tuple[str, int, str, Id, str]]:
    """Every id that is spoken of: as what, by which thing of which kind, and where."""
    for kind in ("enemy", "character"):
        for number, one in enumerate(getattr(scenario, kind)):
            yield from (("skill", number, kind, key, f"skills.{key}") for key in one.skills)
            yield from (("song", number, kind, key, f"songs[{n}]") for n, key in enumerate(one.songs))
    for number, made in enumerate(scenario.character):
        yield from (("item", number, "character", key, f"items.{key}") for key in made.items)
    for number, meeting in enumerate(scenario.encounter):
        for place, foe, _ in meeting.standing():
            yield "enemy", number, "encounter", foe.enemy, f"{place}.enemy"


def _beyond(made: CharacterText, skills: dict[str, Any]) -> Iterator[Place]:
    """Skills that a character has too early or too well (AT-04, AT-05)."""
    for key, level in made.skills.items():
        skill = skills[key]
        cap = min(skill.cap or made.level, made.level)
        if skill.required_level > made.level:
            what = f"`{key}` needs level {skill.required_level}"
            yield f"skills.{key}", what, "Raise the character's level or choose another skill."
        elif level > cap:
            yield f"skills.{key}", f"`{key}` can't be higher than {cap}", f"Write {cap} or less."


def _crowded(meeting: EncounterText, enemies: dict[str, Any]) -> Iterator[Place]:
    """Enemies that don't fit where they stand, or stand where another does from the start, and places of the party that
    are an enemy's."""
    board, taken = board_of(meeting.map), set[str]()
    for place, foe, wave in meeting.standing():
        there = enemies[foe.enemy]
        size = there.size if isinstance(there, EnemyText) else there.fighter.size
        yield from square_faults(f"{place}.square", foe.square, size, board)
        for square in covered(Square(foe.square), size):
            if wave == 0 and square in taken:
                yield f"{place}.square", f"`{square}` is taken already", "Choose a free square."
            if wave == 0:
                taken.add(square)
    for number, start in enumerate(meeting.starts):
        if start in taken:
            yield f"starts[{number}]", f"`{start}` is taken already", "Choose a free square."

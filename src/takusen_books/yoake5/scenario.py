"""Scenarios as content files: what they may hold, what must fit together, and how they come to the table (YA-14)."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from takusen.rules import Both, Fact, Fault, Id, Reading, nearest

from .blocks import Ready
from .catalogue import catalogue
from .setting import EncounterSet, GuideSet, Joined, SceneSet, StoryBegun
from .starter import made_ready
from .world import Foes, Scene, World

EMPTY = Both("")
MOST_ROWS, MOST_OF_A_KIND = 5, 9
Key = Annotated[Id, msgspec.Meta(pattern=r"^[\w\-]{1,40}$")]
"""The id of a thing in a file: letters, digits, - and _."""
Row = Annotated[int, msgspec.Meta(ge=0, lt=MOST_ROWS)]
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_OF_A_KIND)]


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what stands in scenario files: unknown keys are refused."""


class Meta(Content, frozen=True):
    """Head of a scenario. All read the `lead`, the GM alone the `guide`."""

    title: Both = EMPTY
    id: Key = Id("mine")
    source: str = ""
    summary: Both = EMPTY
    lead: Both = EMPTY
    guide: Both = EMPTY


class SceneText(Content, frozen=True):
    """A scene: what is read out, and what the GM is told."""

    id: Key
    title: Both
    text: Both = EMPTY
    note: Both = EMPTY


class FoeText(Content, frozen=True):
    """So many foes of a kind in a row, out of sight or not."""

    foe: str
    row: Row = 0
    count: Count = 1
    hidden: bool = False


class EncounterText(Content, frozen=True):
    """A fight that is ready: who comes, and what the GM is told."""

    id: Key
    title: Both
    foes: tuple[FoeText, ...]
    text: Both = EMPTY

    def ready(self, lang: str) -> Foes:
        """The encounter in one language."""
        each = tuple((one.foe, one.row, one.hidden) for one in self.foes for _ in range(one.count))
        return Foes(self.title[lang], each, self.text[lang])


class PcText(Content, frozen=True):
    """A character: one of the ready ones of the catalogue, or only a name for a player to make somebody of."""

    id: Key
    ready: str = ""
    name: Both = EMPTY
    note: Both = EMPTY


class Scenario(Content, frozen=True):
    """A scenario, or what a group adds to its table."""

    meta: Meta = Meta()
    scene: tuple[SceneText, ...] = ()
    encounter: tuple[EncounterText, ...] = ()
    pc: tuple[PcText, ...] = ()

    def __post_init__(self) -> None:
        wrong = next(self._faults(), None)
        if wrong:
            raise wrong

    def facts(self, lang: str) -> tuple[Fact, ...]:
        """What comes to the table beside characters, in one language."""
        return (*self._head(lang), *self._ready(lang))

    def _head(self, lang: str) -> Iterator[Fact]:
        meta = self.meta
        if meta.title[lang]:
            yield StoryBegun(meta.title[lang], meta.lead[lang], lang)
        if meta.guide[lang]:
            yield GuideSet(meta.guide[lang])

    def _ready(self, lang: str) -> Iterator[Fact]:
        for scene in self.scene:
            yield SceneSet(scene.id, Scene(scene.title[lang], scene.text[lang], scene.note[lang]))
        for one in self.encounter:
            yield EncounterSet(one.id, one.ready(lang))

    def names(self, lang: str) -> Iterator[Joined]:
        """The characters of the file, as long as nobody has made them."""
        return (joining(one, None, lang) for one in self.pc)

    def people(self, lang: str, reading: Reading) -> Iterator[Fact]:
        """The characters of the file, the ready ones made by the table's reading."""
        known = catalogue(reading).ready
        for one in self.pc:
            ready = known.get(one.ready)
            joined = joining(one, ready, lang)
            yield joined
            if ready:
                yield from made_ready(reading, joined.apply(World()), one.id, one.ready)

    def _faults(self) -> Iterator[Fault]:
        for kind in ("scene", "encounter", "pc"):
            used: set[str] = set()
            for number, one in enumerate(getattr(self, kind)):
                if one.id in used:
                    yield Fault(f"{kind}[{number}].id", f"`{one.id}` stands twice", "Give it an id of its own.")
                used.add(one.id)
        for number, pc in enumerate(self.pc):
            if not (pc.ready or pc.name["ja"] or pc.name["en"]):
                yield Fault(f"pc[{number}]", "nobody is named", "Add `ready` or `name`.")


def joining(one: PcText, ready: Ready | None, lang: str) -> Joined:
    """How somebody comes to the table: under the file's own words, or those of the ready character."""
    name = one.name[lang] or (ready.name[lang] if ready else one.id)
    return Joined(one.id, name, one.note[lang] or (ready.text[lang] if ready else ""))


def misfits(scenario: Scenario, reading: Reading) -> Iterator[Fault]:
    """What a file speaks of that the catalogue has not."""
    known = catalogue(reading)
    for number, encounter in enumerate(scenario.encounter):
        for place, one in enumerate(encounter.foes):
            if one.foe not in known.foes:
                where = f"encounter[{number}].foes[{place}].foe"
                yield Fault(where, f"there is no foe `{one.foe}`", nearest(one.foe, known.foes))
    for number, pc in enumerate(scenario.pc):
        if pc.ready and pc.ready not in known.ready:
            yield Fault(f"pc[{number}].ready", f"nobody ready is `{pc.ready}`", nearest(pc.ready, known.ready))

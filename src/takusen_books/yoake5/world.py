"""What a table of yoake5 keeps: characters and foes, the session or the campaign, the combat, and every history.

A table is either a session or a campaign. What may change a character for good (experience, money, bonds, tickets, LP)
is moved by `Recorded` alone and stands in its history. World and facts keep ids of the content; what an entry is, the
reading says.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from takusen.rules import EVERYONE, GM, Audience, Field, Id, Table, everyone

PARTY, FOES = "party", "foes"
SIDES = (PARTY, FOES)
NOT_YET, WAITING, ACTED = "not_yet", "waiting", "acted"
SETUP, INITIATIVE, MAIN, CLEANUP = "setup", "initiative", "main", "cleanup"
PREPLAY, MAIN_PLAY, AFTERPLAY, OVER = "preplay", "main_play", "afterplay", "over"
NOBODY = Id("")
FROM_FILE = "from_file"
"""Why a history has an entry where its character came from a file."""


def if_known(world: Any, one: Any) -> Audience:
    """Numbers of the party are open; a foe's once the GM shows them."""
    return EVERYONE if one.side == PARTY or one.shown else GM


def own(world: Any, one: Any) -> Audience:
    """What is its player's business (and the GM's)."""
    return (GM, one.player) if one.player else GM


class State(msgspec.Struct, frozen=True):
    """A status or a changed number, with what it comes from and how long it holds (YA-11).

    `ends` is the round in whose cleanup it ends, for those that end by rounds. `source` names the skill or item.
    """

    name: Annotated[str, Field(see=everyone)]
    until: Annotated[str, Field(see=everyone)] = "round"
    ends: Annotated[int, Field(see=everyone)] = 0
    stat: Annotated[str, Field(see=everyone)] = ""
    amount: Annotated[int, Field(see=everyone)] = 0
    stacking: Annotated[str, Field(see=everyone)] = "add"
    source: Annotated[str, Field(see=everyone)] = ""
    by: Annotated[Id, Field(see=everyone)] = NOBODY


class Belonging(msgspec.Struct, frozen=True):
    """Something that a character has: which item of the content, how many, where it is worn, what was paid for one and
    in what state it is. `before` is its name in the catalogue before it was broken or changed for this scenario."""

    item: Annotated[str, Field(see=everyone)]
    count: Annotated[int, Field(see=everyone)] = 1
    worn: Annotated[str, Field(see=everyone)] = ""
    broken: Annotated[bool, Field(see=everyone)] = False
    self_broken: Annotated[bool, Field(see=everyone)] = False
    dropped: Annotated[bool, Field(see=everyone)] = False
    paid: Annotated[int, Field(see=everyone)] = 0
    expenses: Annotated[bool, Field(see=everyone)] = False
    title: Annotated[str, Field(see=everyone)] = ""
    enchants: Annotated[Table[str, int], Field(see=everyone)] = Table()
    skill: Annotated[str, Field(see=everyone)] = ""
    kills: Annotated[int, Field(see=everyone)] = 0


class Bond(msgspec.Struct, frozen=True):
    """What a character holds towards somebody (YA-13): hostility, goodwill, faith, and emotions with the names they
    were given."""

    name: Annotated[str, Field(see=everyone)] = ""
    hostility: Annotated[int, Field(see=everyone)] = 0
    goodwill: Annotated[int, Field(see=everyone)] = 0
    faith: Annotated[int, Field(see=everyone)] = 0
    faith_gained: Annotated[int, Field(see=everyone)] = 0
    emotions: Annotated[Table[str, str], Field(see=everyone)] = Table()


class Iou(msgspec.Struct, frozen=True):
    """A note for money owed (MJ-36)."""

    face: Annotated[int, Field(see=everyone)]
    item: Annotated[str, Field(see=everyone)] = ""


class Plan(msgspec.Struct, frozen=True):
    """Growth that is being tried (YA-12): levels, skills and LP steps bought on top of what stands, and the rows of the
    chart on which new classes are charged where players name them."""

    classes: Annotated[Table[str, int], Field(see=everyone)] = Table()
    extra: Annotated[str, Field(see=everyone)] = ""
    skills: Annotated[Table[str, int], Field(see=everyone)] = Table()
    lp_steps: Annotated[int, Field(see=everyone)] = 0
    rows: Annotated[Table[str, str], Field(see=everyone)] = Table()


class Record(msgspec.Struct, frozen=True):
    """One entry of a history: what changed by how much, towards whom, why and under which rule, when and at which
    table. `kind` is a key of `ledger.KINDS`; `what` names an item, a skill, an emotion, a ticket."""

    kind: Annotated[str, Field(see=everyone)]
    amount: Annotated[int, Field(see=everyone)] = 0
    whom: Annotated[Id, Field(see=everyone)] = NOBODY
    what: Annotated[str, Field(see=everyone)] = ""
    why: Annotated[str, Field(see=everyone)] = ""
    rule: Annotated[str, Field(see=everyone)] = ""
    note: Annotated[str, Field(see=everyone)] = ""
    day: Annotated[str, Field(see=everyone)] = ""
    table: Annotated[str, Field(see=everyone)] = ""


class Character(msgspec.Struct, frozen=True, gc=False):
    """A character or a foe. `base` are its numbers as they stand in nobody's catalogue: a foe's whole block, what a
    character has beside species, classes and items. `rows` are the rows of the chart that a player named for classes,
    `beneficiaries` for whom a skill works. `away` is the table that has borrowed it, `home` the id that it has
    in its campaign."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    side: Annotated[str, Field(see=everyone, choices=SIDES)] = PARTY
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    home: Annotated[str, Field(see=everyone)] = ""
    away: Annotated[str, Field(see=everyone)] = ""
    foe: Annotated[str, Field(see=if_known)] = ""
    species: Annotated[str, Field(see=if_known)] = ""
    main: Annotated[str, Field(see=if_known)] = ""
    extra: Annotated[str, Field(see=if_known)] = ""
    classes: Annotated[Table[str, int], Field(see=if_known)] = Table()
    rows: Annotated[Table[str, str], Field(see=if_known)] = Table()
    base: Annotated[Table[str, int], Field(see=if_known)] = Table()
    skills: Annotated[Table[str, int], Field(see=if_known)] = Table()
    items: Annotated[Table[Id, Belonging], Field(see=if_known)] = Table()
    beneficiaries: Annotated[Table[str, Id], Field(see=if_known)] = Table()
    proficiencies: Annotated[Table[str, int], Field(see=if_known)] = Table()
    hp: Annotated[int, Field(see=if_known, edit=True)] = 0
    mp: Annotated[int, Field(see=if_known, edit=True)] = 0
    lp: Annotated[int, Field(see=if_known, edit=True)] = 0
    max_lp: Annotated[int, Field(see=if_known)] = 0
    lp_steps: Annotated[int, Field(see=if_known)] = 0
    experience: Annotated[int, Field(see=if_known)] = 0
    money: Annotated[int, Field(see=if_known)] = 0
    tickets: Annotated[Table[str, int], Field(see=if_known)] = Table()
    stubs: Annotated[int, Field(see=if_known)] = 0
    bonds: Annotated[Table[Id, Bond], Field(see=if_known)] = Table()
    ious: Annotated[tuple[Iou, ...], Field(see=if_known)] = ()
    dormitory: Annotated[str, Field(see=everyone)] = ""
    marks: Annotated[tuple[str, ...], Field(see=if_known)] = ()
    plan: Annotated[Plan | None, Field(see=own)] = None
    making: Annotated[bool, Field(see=everyone)] = False
    states: Annotated[tuple[State, ...], Field(see=everyone)] = ()
    row: Annotated[int, Field(see=everyone)] = 0
    fighting: Annotated[bool, Field(see=everyone)] = False
    mark: Annotated[str, Field(see=everyone)] = NOT_YET
    waited: Annotated[int, Field(see=everyone)] = 0
    moved: Annotated[bool, Field(see=everyone)] = False
    minor_used: Annotated[bool, Field(see=everyone)] = False
    major_used: Annotated[bool, Field(see=everyone)] = False
    setup_done: Annotated[bool, Field(see=everyone)] = False
    down: Annotated[bool, Field(see=everyone, edit=True)] = False
    dead: Annotated[bool, Field(see=everyone)] = False
    uses: Annotated[Table[str, int], Field(see=if_known)] = Table()
    step: Annotated[str, Field(see=everyone)] = ""
    began: Annotated[int, Field(see=everyone)] = 0
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False
    shown: Annotated[bool, Field(see=everyone, edit=True)] = False
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False
    note: Annotated[str, Field(see=everyone, mine=True, form="long")] = ""

    def seen(self, world: Any) -> Audience:
        """Who knows that it is there."""
        return GM if self.hidden or self.removed else EVERYONE

    @property
    def stands(self) -> bool:
        """Whether it takes part in the combat, in sight of all and on its feet."""
        return self.fighting and not (self.down or self.dead or self.hidden or self.removed)

    @property
    def level(self) -> int:
        """The main level (YA-12); a foe's own."""
        return self.classes.get(self.main, self.base.get("level", 0))


class History(msgspec.Struct, frozen=True):
    """Everything by which a character came to what it is, oldest first."""

    records: Annotated[tuple[Record, ...], Field(see=everyone)] = ()


class Combat(msgspec.Struct, frozen=True, gc=False):
    """A combat that is on (YA-05, YA-06): the round, the process, whose main process it is, who may still do something
    in a process that is everybody's, and who acts next whatever the order."""

    round: Annotated[int, Field(see=everyone)] = 1
    process: Annotated[str, Field(see=everyone)] = SETUP
    turn: Annotated[Id, Field(see=everyone)] = NOBODY
    waits: Annotated[int, Field(see=everyone)] = 0
    waiting: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    given: Annotated[Id, Field(see=everyone)] = NOBODY


class Session(msgspec.Struct, frozen=True):
    """A session (YA-14): which part it is in, who takes part, which scene is on, and the reward, once the GM has
    decided on it."""

    title: Annotated[str, Field(see=everyone, edit=True)] = ""
    day: Annotated[str, Field(see=everyone, edit=True)] = ""
    part: Annotated[str, Field(see=everyone)] = PREPLAY
    flags: Annotated[tuple[str, ...], Field(see=everyone)] = ()
    members: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    scene: Annotated[int, Field(see=everyone)] = 0
    scene_name: Annotated[str, Field(see=everyone)] = ""
    scene_members: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    combats: Annotated[int, Field(see=everyone)] = 0
    boss_level: Annotated[int, Field(see=everyone)] = 0
    fixed_reward: Annotated[int, Field(see=everyone)] = 0
    reward: Annotated[int, Field(see=everyone)] = 0
    rewarded: Annotated[bool, Field(see=everyone)] = False
    shop: Annotated[bool, Field(see=everyone)] = False
    expenses: Annotated[int, Field(see=everyone)] = 100


class Handout(msgspec.Struct, frozen=True):
    """Tickets handed out on a day (MJ-17)."""

    day: Annotated[str, Field(see=everyone)]
    ticket: Annotated[str, Field(see=everyone)]
    amount: Annotated[int, Field(see=everyone)] = 0
    title: Annotated[str, Field(see=everyone)] = ""


class Registration(msgspec.Struct, frozen=True):
    """A wish to take part with a character (MJ-01, MJ-02, MJ-06). What came of the `check` is the organiser's alone."""

    character: Annotated[Id, Field(see=everyone)]
    seat: Annotated[str, Field(see=everyone)]
    state: Annotated[Literal["waiting", "approved", "refused"], Field(see=everyone)] = "waiting"
    past: Annotated[bool, Field(see=everyone)] = False
    account: Annotated[str, Field(see=own)] = ""
    comment: Annotated[str, Field(see=own)] = ""
    player: Annotated[str, Field(see=everyone)] = ""
    check: Literal["", "passed", "failed"] = ""


class Standing(msgspec.Struct, frozen=True):
    """What the organiser holds about a player (MJ-01, MJ-03)."""

    allowed: Annotated[int, Field(see=everyone)] = 2
    notes: tuple[str, ...] = ()
    suspended: Annotated[bool, Field(see=everyone)] = False
    removed: Annotated[bool, Field(see=everyone)] = False


class Campaign(msgspec.Struct, frozen=True):
    """What a campaign keeps beside its characters. `letter` is the organiser's setting of the reading check (MJ-02)."""

    title: Annotated[str, Field(see=everyone, edit=True)] = ""
    handouts: Annotated[Table[Id, Handout], Field(see=everyone)] = Table()
    standings: Annotated[Table[str, Standing], Field(see=everyone)] = Table()
    sessions: Annotated[Table[str, str], Field(see=everyone)] = Table()
    letter: int = 0


class Foes(msgspec.Struct, frozen=True):
    """Foes that the GM has ready for a combat: which, in which row, hidden or not."""

    title: Annotated[str, Field(edit=True)]
    foes: tuple[tuple[str, int, bool], ...] = ()
    text: Annotated[str, Field(edit=True)] = ""

    def seen(self, world: Any) -> Audience:
        """The GM alone knows what may come."""
        return GM


class Scene(msgspec.Struct, frozen=True):
    """A scene that the GM has ready: what is read out, and what only the GM is told."""

    title: Annotated[str, Field(edit=True)]
    text: Annotated[str, Field(edit=True)] = ""
    note: Annotated[str, Field(edit=True)] = ""

    def seen(self, world: Any) -> Audience:
        """The GM alone knows what may come."""
        return GM


class World(msgspec.Struct, frozen=True, gc=False):
    """The whole table: a session, a campaign, or neither yet."""

    characters: Annotated[Table[Id, Character], Field(see=everyone)] = Table()
    histories: Annotated[Table[Id, History], Field(see=everyone)] = Table()
    combat: Annotated[Combat | None, Field(see=everyone)] = None
    session: Annotated[Session | None, Field(see=everyone)] = None
    campaign: Annotated[Campaign | None, Field(see=everyone)] = None
    registrations: Annotated[Table[Id, Registration], Field(see=everyone)] = Table()
    encounters: Annotated[Table[Id, Foes], Field(see=everyone)] = Table()
    scenes: Annotated[Table[Id, Scene], Field(see=everyone)] = Table()
    guide: str = ""
    asides: Annotated[Table[str, str], Field(see=everyone)] = Table()
    lang: Annotated[str, Field(see=everyone)] = "ja"

    def character(self, one: Id) -> Character:
        """The character of that id."""
        return self.characters[one]

    def of_side(self, side: str) -> Iterator[tuple[Id, Character]]:
        """Those of a side who are in the combat and not gone for good."""
        return ((one, me) for one, me in self.characters.items() if me.side == side and me.stands)

    def here(self) -> Combat:
        """The combat that is on."""
        assert self.combat is not None
        return self.combat

    def now(self) -> Session:
        """The session that is on."""
        assert self.session is not None
        return self.session

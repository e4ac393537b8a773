"""What a table of artonelico keeps: fighters, the battle, the board, the shared gauge, and the content in use."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from takusen.rules import EVERYONE, GM, Audience, Board, Field, Id, Square, Table, everyone

from .arts import Item, Range, Skill, Song

PARTY, ENEMIES = "party", "enemies"
SIDES = (PARTY, ENEMIES)
PREPARE, INITIATIVE, ANNOUNCE, SONG, MAIN, HARMONICS, CHECK = (
    "prepare", "initiative", "announce", "song", "main", "harmonics", "check",
)  # fmt: skip
PHASES = (PREPARE, INITIATIVE, ANNOUNCE, SONG, MAIN, HARMONICS, CHECK)
PARALYSIS, PAIN, SICK, FAINT = "paralysis", "pain", "sick", "faint"
NOBODY = Id("")
NOWHERE = Square("")


def other_side(side: str) -> str:
    """The opposing side."""
    return ENEMIES if side == PARTY else PARTY


def if_known(world: Any, one: Any) -> Audience:
    """Numbers of the party are open; an enemy's once it is scanned or the GM shows them."""
    return EVERYONE if one.side == PARTY or one.scanned or one.shown else GM


class Lasting(msgspec.Struct, frozen=True):
    """An effect that lasts: what it changes by how much, for how many turns, and how it stacks with its like."""

    name: Annotated[str, Field(see=everyone)]
    stat: Annotated[str, Field(see=everyone)]
    amount: Annotated[str, Field(see=everyone)]
    turns: Annotated[int, Field(see=everyone)] = 1
    stacking: Annotated[str, Field(see=everyone)] = "add"
    of: Annotated[Id, Field(see=everyone)] = NOBODY


class Chant(msgspec.Struct, frozen=True, gc=False):
    """A song being sung: at whom, for how many turns, the turn in which it was last decided on, and whether it is
    unpaid this turn and so without effect."""

    song: Annotated[Id, Field(see=everyone)]
    target: Annotated[Id, Field(see=everyone)] = NOBODY
    square: Annotated[Square, Field(see=everyone)] = NOWHERE
    turns: Annotated[int, Field(see=everyone)] = 1
    decided: Annotated[int, Field(see=everyone)] = 0
    idle: Annotated[bool, Field(see=everyone)] = False


class Fighter(msgspec.Struct, frozen=True, gc=False):
    """A character of either side (AT-27). `delayed` tells that it has put its turn off, `scan` is how hard its numbers
    are to learn."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    side: Annotated[str, Field(see=everyone, edit=True, choices=SIDES)]
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    level: Annotated[int, Field(see=if_known, edit=True)] = 1
    abilities: Annotated[Table[str, str], Field(see=if_known, edit=True, form="code")] = Table()
    hp: Annotated[int, Field(see=if_known, edit=True, gauge="hp_max")] = 50
    hp_max: Annotated[int, Field(see=if_known, edit=True)] = 50
    mp: Annotated[int, Field(see=if_known, edit=True, gauge="mp_max")] = 0
    mp_max: Annotated[int, Field(see=if_known, edit=True)] = 0
    gauge: Annotated[int, Field(see=everyone, edit=True)] = 0
    barrier: Annotated[int, Field(see=everyone, edit=True)] = 0
    miracle: Annotated[int, Field(see=if_known, edit=True)] = 0
    marker: Annotated[int, Field(see=everyone, edit=True)] = 0
    guard: Annotated[int, Field(see=everyone, edit=True)] = 0
    chant: Annotated[Chant | None, Field(see=everyone)] = None
    ailments: Annotated[Table[str, int], Field(see=everyone, edit=True)] = Table()
    downed: Annotated[bool, Field(see=everyone, edit=True)] = False
    effects: Annotated[tuple[Lasting, ...], Field(see=everyone)] = ()
    skills: Annotated[Table[Id, int], Field(see=if_known, edit=True)] = Table()
    songs: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    items: Annotated[Table[Id, int], Field(see=if_known, edit=True)] = Table()
    item_levels: Annotated[Table[Id, int], Field(see=if_known, edit=True)] = Table()
    square: Annotated[Square, Field(see=everyone)] = NOWHERE
    size: Annotated[int, Field(see=everyone)] = 1
    move: Annotated[int, Field(see=if_known, edit=True)] = 3
    reach: Annotated[Range, Field(see=if_known)] = Range()
    element: Annotated[str, Field(see=if_known)] = "none"
    resist: Annotated[Table[str, int], Field(see=if_known)] = Table()
    standby_used: Annotated[bool, Field(see=everyone, edit=True)] = False
    main_used: Annotated[bool, Field(see=everyone, edit=True)] = False
    done: Annotated[bool, Field(see=everyone, edit=True)] = False
    delayed: Annotated[bool, Field(see=everyone)] = False
    uses: Annotated[Table[str, int], Field(see=if_known, edit=True)] = Table()
    fighting: Annotated[bool, Field(see=everyone)] = False
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False
    scanned: Annotated[bool, Field(see=everyone, edit=True)] = False
    shown: Annotated[bool, Field(see=everyone, edit=True)] = False
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False
    fled: Annotated[bool, Field(see=everyone)] = False
    experience: Annotated[int, Field(see=if_known, edit=True)] = 0
    leaf: Annotated[int, Field(see=if_known, edit=True)] = 0
    growth: Annotated[int, Field(see=if_known, edit=True)] = 0
    experience_spent: Annotated[int, Field(see=if_known, edit=True)] = 0
    leaf_spent: Annotated[int, Field(see=if_known, edit=True)] = 0
    grown: Annotated[Table[str, int], Field(see=if_known, edit=True)] = Table()
    origin: Annotated[Id, Field(see=if_known)] = NOBODY
    making: Annotated[bool, Field(see=everyone)] = False
    scan: Annotated[int, Field(edit=True)] = 0
    pattern: Annotated[str, Field(see=if_known)] = ""
    habit: Annotated[str, Field(see=if_known)] = ""
    note: Annotated[str, Field(see=everyone, edit=True)] = ""

    def seen(self, world: Any) -> Audience:
        """Who knows that the fighter is there."""
        return GM if self.hidden or self.removed else EVERYONE

    @property
    def stands(self) -> bool:
        """Whether it takes part in the battle and is in sight and on its feet."""
        return self.fighting and not (self.downed or self.fled or self.hidden or self.removed)

    @property
    def fainted(self) -> bool:
        """Whether it has fainted and can do nothing at all."""
        return FAINT in self.ailments


class Battle(msgspec.Struct, frozen=True, gc=False):
    """A battle that is on (AT-14 to AT-23). `order` is this turn's order and `at` the place in it; `waiting` are those
    who may still act or say that they are ready in this phase; `waves` have
    not come yet, each with the turn in which it comes by itself (0: when the GM calls it). `alert` tells for each
    window who has active skills for it, as of the beginning of the turn."""

    phase: Annotated[str, Field(see=everyone)] = PREPARE
    turn: Annotated[int, Field(see=everyone)] = 0
    order: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    at: Annotated[int, Field(see=everyone)] = 0
    waiting: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    encounter: Id = NOBODY
    waves: Table[Id, int] = Table()
    alert: Table[str, tuple[Id, ...]] = Table()
    starts: Annotated[tuple[Square, ...], Field(see=everyone)] = ()
    flee: Annotated[bool, Field(see=everyone)] = False
    victory_condition: Annotated[str, Field(see=everyone)] = ""


class Enemy(msgspec.Struct, frozen=True):
    """An enemy of the content as it enters a battle; the GM's alone."""

    fighter: Fighter

    def seen(self, world: Any) -> Audience:
        """The GM alone knows what may come."""
        return GM


class Foe(msgspec.Struct, frozen=True):
    """An enemy of an encounter: which, where, under which name if there are several, and whether it hides."""

    id: Id
    enemy: Id
    square: Square
    name: str = ""
    hidden: bool = False


class Reinforcement(msgspec.Struct, frozen=True):
    """A wave of an encounter."""

    turn: int = 0
    foes: tuple[Foe, ...] = ()


class Encounter(msgspec.Struct, frozen=True):
    """A battle that the GM has ready: the map, who waits there, who comes later, and how it may end."""

    title: Annotated[str, Field(edit=True)]
    board: Board = Board()
    foes: tuple[Foe, ...] = ()
    waves: Table[Id, Reinforcement] = Table()
    starts: tuple[Square, ...] = ()
    flee: bool = False
    victory_condition: Annotated[str, Field(edit=True)] = ""
    text: Annotated[str, Field(edit=True)] = ""

    def seen(self, world: Any) -> Audience:
        """The GM alone knows what may come."""
        return GM


class Regulation(msgspec.Struct, frozen=True):
    """What characters are made from (AT-01)."""

    experience: Annotated[int, Field(see=everyone, edit=True)] = 0
    leaf: Annotated[int, Field(see=everyone, edit=True)] = 0
    level_cap: Annotated[int, Field(see=everyone, edit=True)] = 0


class Omen(msgspec.Struct, frozen=True):
    """A fumble or critical to which the GM may add something (AT-13)."""

    of: Id
    rank: Literal["fumble", "critical"]


class Origin(msgspec.Struct, frozen=True):
    """What a character may come from: the abilities to begin with, and whether it sings."""

    name: Annotated[str, Field(see=everyone)]
    sings: Annotated[bool, Field(see=everyone)] = False
    abilities: Annotated[Table[str, str], Field(see=everyone)] = Table()


class Tables(msgspec.Struct, frozen=True):
    """What making and growing costs (AT-02, AT-06, AT-07): the experience for each level, growth points a level, what
    one adds to an ability, HP and MP as a base and so much a level, miracles and movement."""

    prices: Annotated[tuple[int, ...], Field(see=everyone)] = (0,)
    growth: Annotated[int, Field(see=everyone)] = 2
    step: Annotated[int, Field(see=everyone)] = 1
    hp: Annotated[tuple[int, int], Field(see=everyone)] = (0, 0)
    mp: Annotated[tuple[int, int], Field(see=everyone)] = (0, 0)
    miracle: Annotated[int, Field(see=everyone)] = 1
    move: Annotated[int, Field(see=everyone)] = 3
    origins: Annotated[Table[Id, Origin], Field(see=everyone)] = Table()


class World(msgspec.Struct, frozen=True, gc=False):
    """The whole table. `pools` are the players' own experience by seat, where the table reads it so (AT-01)."""

    fighters: Annotated[Table[Id, Fighter], Field(see=everyone)] = Table()
    battle: Annotated[Battle | None, Field(see=everyone)] = None
    board: Annotated[Board, Field(see=everyone)] = Board()
    harmo: Annotated[int, Field(see=everyone, edit=True)] = 0
    announcement: Annotated[str, Field(see=everyone, edit=True)] = ""
    regulation: Annotated[Regulation, Field(see=everyone)] = Regulation()
    skills: Annotated[Table[Id, Skill], Field(see=everyone)] = Table()
    songs: Annotated[Table[Id, Song], Field(see=everyone)] = Table()
    items: Annotated[Table[Id, Item], Field(see=everyone)] = Table()
    tables: Annotated[Tables, Field(see=everyone)] = Tables()
    pools: Annotated[Table[str, int], Field(see=everyone, edit=True)] = Table()
    omens: tuple[Omen, ...] = ()
    enemies: Annotated[Table[Id, Enemy], Field(see=everyone)] = Table()
    encounters: Annotated[Table[Id, Encounter], Field(see=everyone)] = Table()

    def fighter(self, one: Id) -> Fighter:
        """The fighter of that id."""
        return self.fighters[one]

    def fighting(self) -> Iterator[tuple[Id, Fighter]]:
        """Those who take part in the battle, in sight and on their feet."""
        return ((one, me) for one, me in self.fighters.items() if me.stands)

    def standing(self, side: str) -> tuple[Id, ...]:
        """Those of a side who stand in the battle."""
        return tuple(one for one, me in self.fighters.items() if me.side == side and me.stands)

    def here(self) -> Battle:
        """The battle that is on."""
        assert self.battle is not None
        return self.battle

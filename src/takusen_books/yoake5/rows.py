"""Rows: where everybody stands, how far it is, and who can be a target (YA-07)."""

from takusen.rules import Chance, Id, Offer, Play, Reading, Refused, Table, act, judged, rule

from .catalogue import catalogue
from .facts_fight import RowsClosed, RowTaken
from .states import hidden_from
from .stats import in_use
from .world import NOBODY, SIDES, Character, World

SELF, SINGLE, ROW, AREA = "self", "single", "row", "area"
FAR = 99


# where ---------------------------------------------------------------------------------------------------------------


@rule("YA-07")
def row_counts(t: Chance, standing: int, out_of_sight: int) -> bool:
    """Whether a row with so many on their feet, and so many of them in hiding, is there: one that holds only hidden
    ones counts as empty."""
    return standing > out_of_sight


def closed(world: World, reading: Reading) -> Table[Id, int]:
    """Who comes to stand in another row where one is empty; those behind move up."""
    moved: dict[Id, int] = {}
    for side in SIDES:
        moved |= _closed(world, reading, side)
    return Table(moved)


def _closed(world: World, reading: Reading, side: str) -> dict[Id, int]:
    held: dict[int, list[Id]] = {}
    for one, me in world.of_side(side):
        held.setdefault(me.row, []).append(one)
    moved: dict[Id, int] = {}
    at = 0
    for row in sorted(held):
        moved |= {one: at for one in held[row] if row != at}
        at += judged(reading, row_counts, len(held[row]), sum(hidden_from(world, one, one) for one in held[row]))
    return moved


def rows_of(world: World, side: str) -> tuple[tuple[Id, ...], ...]:
    """The rows of a side, front first, with those who stand in them."""
    standing = tuple(world.of_side(side))
    last = max((me.row for _, me in standing), default=-1)
    return tuple(tuple(one for one, me in standing if me.row == row) for row in range(last + 1))


def distance(one: Character, other: Character) -> int:
    """How many rows lie between two: 0 in one's own row, 1 from front row to front row."""
    return abs(one.row - other.row) if one.side == other.side else one.row + other.row + 1


def bounds(range: str) -> tuple[int, int]:
    """A range as the content writes it: `0-2`, `1` for as far as 1; nothing written reaches everywhere."""
    low, mark, high = range.partition("-")
    if not range:
        return 0, FAR
    return (int(low), int(high)) if mark else (0, int(low))


def in_range(world: World, one: Id, other: Id, range: str) -> bool:
    """Whether somebody is within range of another."""
    low, high = bounds(range)
    return low <= distance(world.character(one), world.character(other)) <= high


def weapon_range(world: World, reading: Reading, one: Id, weapon: Id = NOBODY) -> str:
    """How far somebody's weapon reaches; a foe's own reach, or that of bare hands, without one."""
    me, known = world.character(one), catalogue(reading)
    own = in_use(me.items, known, weapon)
    if own in me.items:
        return known.items[me.items[own].item].range
    foe = known.foes.get(me.foe)
    return foe.range if foe else str(reading.content["charts.combat.bare_range"])


# targets -------------------------------------------------------------------------------------------------------------


def not_a_target(world: World, one: Id, other: Id, range: str) -> Refused | None:
    """Why somebody can't be chosen as a target."""
    them = world.character(other)
    if one != other and hidden_from(world, other, one):
        return Refused.because("target_hidden", who=them.name)
    return None if in_range(world, one, other, range) else Refused.because("out_of_range", who=them.name)


def fighting_with(world: World, one: Id) -> tuple[Id, ...]:
    """Those who stand in the combat on the other side."""
    side = world.character(one).side
    return tuple(other for other, me in world.characters.items() if me.stands and me.side != side)


@rule("YA-07")
def area_meets(t: Chance) -> bool:
    """Whether what chooses no target meets somebody in hiding."""
    return True


def legal_targets(world: World, reading: Reading, one: Id, target: str, range: str) -> tuple[Id, ...]:
    """Whom something of one's own can go to, on either side; those in hiding only where nobody is chosen."""
    if target == SELF:
        return (one,)
    near = tuple(other for other, me in world.characters.items() if me.stands and in_range(world, one, other, range))
    if target == AREA and judged(reading, area_meets):
        return near
    return tuple(other for other in near if other == one or not hidden_from(world, other, one))


def foes_in_reach(world: World, one: Id, range: str) -> tuple[Id, ...]:
    """Whom of the other side one can choose as a target: within range, and not in hiding."""
    return tuple(other for other in fighting_with(world, one) if not_a_target(world, one, other, range) is None)


def in_row(world: World, one: Id) -> tuple[Id, ...]:
    """All who stand in the same row as somebody, who is first."""
    me = world.character(one)
    return (one, *(other for other, each in world.of_side(me.side) if each.row == me.row and other != one))


# acts ----------------------------------------------------------------------------------------------------------------


@act("YA-07", by="table")
def close_rows(t: Play[World]) -> None:
    """Those behind move up to fill a row that has become empty."""
    t.emit(RowsClosed(closed(t.world, t.reading)))


@act("YA-07", by="gm")
def place_row(t: Play[World], of: Id, row: int) -> None:
    """The GM puts somebody into a row."""
    t.emit(RowTaken(of, row, t.world.character(of).moved))


@place_row.offer
def _(o: Offer[World]) -> None:
    if o.world.combat is None:
        o.refuse("no_combat")
    one = o.pick("of", tuple(one for one, me in o.world.characters.items() if me.stands or (me.fighting and me.hidden)))
    o.number("row", 0, len(rows_of(o.world, o.world.character(one).side)))


def other_rows(world: World, one: Id) -> tuple[int, ...]:
    """The rows that somebody can move to: the next to the front, the next to the back, a new one behind the last."""
    me = world.character(one)
    alone = len(in_row(world, one)) == 1
    last = max((each.row for _, each in world.of_side(me.side)), default=0)
    ahead = (me.row - 1,) if me.row else ()
    return (*ahead, *((me.row + 1,) if me.row < last or not alone else ()))

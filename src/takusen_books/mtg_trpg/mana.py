"""Paying mana costs with the pool and with untapped permanents that give mana (MT-01)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product

import msgspec

from takusen.rules import Id, Table

from .world import CREATURE, NOTHING, Permanent, World

COLOURS = "WUBRG"
COLOURLESS = "C"
KINDS = COLOURS + COLOURLESS
SYMBOL = re.compile(r"\{([^{}]+)\}")
ANY = frozenset(KINDS)
HASTE = "haste"
LIFE = 2
"""What a Phyrexian symbol costs in life."""
PLENTY = 60
"""How much mana of one kind is counted on at most."""
WAYS = 64
"""How many ways of reading the hybrid symbols of a cost are tried."""
MOST_GENERIC = 99
"""The greatest number in a symbol that mana pays; a greater one is left to the GM, as no pool reaches it."""
MOST_SYMBOLS = 60
"""A cost of more symbols is left to the GM as a whole."""
LONGEST_SYMBOL = 12
"""No symbol that is paid has more signs, and of another no more is told."""

Need = frozenset[str]
"""The kinds of mana of which one pays."""


class Cost(msgspec.Struct, frozen=True):
    """A mana cost: its symbols in order without braces, and those that no mana pays here, which are words for the
    GM."""

    symbols: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()

    @property
    def variable(self) -> int:
        """How many {X} it holds."""
        return self.symbols.count("X")


class Payment(msgspec.Struct, frozen=True):
    """How a cost is paid: what stays in the pool, what is tapped, and the life that goes."""

    pool: Table[str, int]
    tapped: tuple[Id, ...] = ()
    life: int = 0


class Source(msgspec.Struct, frozen=True):
    """One mana that can be had: the kinds it may be of, and the permanent that is tapped for it, nothing for mana of
    the pool."""

    kinds: Need
    tap: Id = Id("")


def cost_of(text: str) -> Cost:
    """A cost as it is written on a card: `{2}{W/U}{R/P}{X}`."""
    found = tuple(one.upper() for one in SYMBOL.findall(text))
    if len(found) > MOST_SYMBOLS:
        return Cost((), ("…",))
    return Cost(tuple(one for one in found if readings(one)), tuple(told(one) for one in found if not readings(one)))


def told(symbol: str) -> str:
    """A symbol that no mana pays, shortened."""
    return symbol if len(symbol) <= LONGEST_SYMBOL else f"{symbol[:LONGEST_SYMBOL]}…"


def generic(part: str) -> int | None:
    """The number that a symbol or a side of one is; None for any other, and for one that nobody pays."""
    return int(part) if part.isdecimal() and len(part) <= LONGEST_SYMBOL and int(part) <= MOST_GENERIC else None


def readings(symbol: str) -> tuple[tuple[tuple[Need, ...], int], ...]:
    """The ways to pay a symbol, the usual first: the mana that each takes, and the life; none for what is unknown."""
    if len(symbol) > LONGEST_SYMBOL:
        return ()
    if symbol == "X":
        return (((), 0),)
    number = generic(symbol)
    if number is not None:
        return (((ANY,) * number, 0),)
    if symbol in KINDS and len(symbol) == 1:
        return (((frozenset(symbol),), 0),)
    ways = tuple(way for half in symbol.split("/") for way in half_way(half)) if "/" in symbol else ()
    return merged(ways) if len(ways) == symbol.count("/") + 1 else ()


def half_way(half: str) -> tuple[tuple[tuple[Need, ...], int], ...]:
    """One side of a hybrid symbol."""
    return (((), LIFE),) if half == "P" else readings(half)


def merged(ways: tuple[tuple[tuple[Need, ...], int], ...]) -> tuple[tuple[tuple[Need, ...], int], ...]:
    """Two colours of a hybrid are one need of either; mana goes before life, and one mana before several."""
    single = [way[0][0] for way in ways if len(way[0]) == 1]
    either: tuple[tuple[tuple[Need, ...], int], ...] = (((frozenset().union(*single),), 0),) if single else ()
    return either + tuple(way for way in ways if len(way[0]) != 1)


def value_of(text: str) -> int:
    """The mana value of a cost, with X as 0."""
    return sum(worth(one) for one in cost_of(text).symbols)


def worth(symbol: str) -> int:
    """What a symbol counts in a mana value: the dearest of its sides."""
    numbers = (generic(half) if half.isdecimal() else 0 if half in "XP" else 1 for half in symbol.split("/"))
    return max((number or 0 for number in numbers), default=0)


def sources(world: World, pc: Id, without: Id = NOTHING) -> tuple[Source, ...]:
    """What mana a PC can have, in the order in which it should go: the pool, then what can give the fewest kinds;
    `without` is tapped for something else."""
    counted = [(kind, min(count, PLENTY)) for kind, count in world.pcs[pc].mana.items()]
    pool = tuple(Source(frozenset(kind)) for kind, count in counted for _ in range(count))
    able = [(one, me) for one, me in world.here() if me.controller == pc and one != without and gives(world, me)]
    given = [Source(frozenset(me.produces) & ANY, one) for one, me in able]
    return (*sorted(pool, key=by_breadth), *sorted(given, key=by_breadth))


def gives(world: World, me: Permanent) -> bool:
    """Whether a permanent can be tapped for mana now (MT-20: a facility that is out of use gives none)."""
    return bool(me.produces) and not (me.tapped or me.ruin or weary(world, me))


def weary(world: World, me: Permanent) -> bool:
    """Whether a creature came under control in this scene, which is one turn, so that it can't be tapped yet; haste
    doesn't mind."""
    if not (me.is_a(CREATURE) and me.owner):
        return False
    since = me.control.scene if me.control else me.entered
    card = world.cards.get(me.card)
    return since == world.scenes and not (card and HASTE in card.faces[me.face].keywords)


def by_breadth(one: Source) -> int:
    """Colourless mana goes first, what could be of any colour last."""
    return len(one.kinds) if one.kinds != frozenset(COLOURLESS) else 0


def paid(world: World, pc: Id, cost: Cost, x: int = 0, more: int = 0, without: Id = NOTHING) -> Payment | None:
    """How a PC pays a cost with so much for each {X} and `more` on top; None where that can't be."""
    have, me = sources(world, pc, without), world.pcs[pc]
    extra = (ANY,) * (x * cost.variable + more)
    for needs, life in ways_to_pay(cost):
        used = matched((*needs, *extra), have)
        if used is not None and life <= max(0, me.life):
            return Payment(spent(me.mana, used), tuple(one.tap for one in used if one.tap), life)
    return None


def ways_to_pay(cost: Cost) -> Iterator[tuple[tuple[Need, ...], int]]:
    """Every reading of a cost, those without life first."""
    ways = islice(product(*map(readings, cost.symbols)), WAYS)
    summed = [(tuple(need for needs, _ in way for need in needs), sum(life for _, life in way)) for way in ways]
    yield from sorted(summed, key=lambda way: way[1])


def matched(needs: tuple[Need, ...], have: tuple[Source, ...]) -> tuple[Source, ...] | None:
    """The sources that pay all needs, the earliest possible ones; None where they don't reach."""
    taken: dict[int, int] = {}
    if len(needs) > len(have):
        return None
    for place in range(len(have)):
        if len(taken) < len(needs):
            _serve(place, needs, have, taken, set())
    return tuple(have[place] for place in sorted(taken.values())) if len(taken) == len(needs) else None


def _serve(
    place: int, needs: tuple[Need, ...], have: tuple[Source, ...], taken: dict[int, int], tried: set[int]
) -> bool:
    """Let a source pay a need, moving others to other needs where that makes room."""
    for at, need in enumerate(needs):
        if at in tried or not need & have[place].kinds:
            continue
        tried.add(at)
        if at not in taken or _serve(taken[at], needs, have, taken, tried):
            taken[at] = place
            return True
    return False


def spent(pool: Mapping[str, int], used: Iterable[Source]) -> Table[str, int]:
    """What is left of the pool."""
    left = dict(pool)
    for one in used:
        if not one.tap:
            kind = next(iter(one.kinds))
            left[kind] -= 1
    return Table({kind: count for kind, count in left.items() if count})


def most(world: World, pc: Id, cost: Cost, without: Id = NOTHING) -> int:
    """The highest X that a PC can pay: what the rest of the cost leaves over."""
    have, life = sources(world, pc, without), max(0, world.pcs[pc].life)
    ways = [needs for needs, lost in ways_to_pay(cost) if lost <= life and matched(needs, have) is not None]
    return max([len(have) - len(needs) for needs in ways], default=0) // max(1, cost.variable)

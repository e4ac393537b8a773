"""Whom a skill, song, item or blow may be aimed at, and whom it then meets (AT-27)."""

from takusen.rules import Board, Id, Offer, Refused, Square, area, covered, distance, straight

from .arts import Damage, Heal, Inflict, Item, Range, Skill, Song
from .stats import reach
from .world import World

Art = Skill | Song | Item


def in_reach(world: World, of: Id, range: Range, square: Square, size: int) -> bool:
    """Whether somebody's range bridges the way to a body."""
    me = world.fighter(of)
    arm = reach(world, of) if range.kind == "reach" else range
    return bridged(world.board, arm, (me.square, me.size), (square, size))


def bridged(board: Board, range: Range, me: tuple[Square, int], other: tuple[Square, int]) -> bool:
    """Whether a range bridges the way from one body to another; who stands on no square is near to all."""
    if range.kind == "any" or not (me[0] and other[0]):
        return True
    if range.kind == "self":
        return me[0] == other[0]
    away = distance(*me, *other)
    if range.kind == "adjacent":
        return away <= 1
    return away <= range.squares and (range.kind == "within" or straight(board, *me, *other))


def cannot_reach(world: World, of: Id, range: Range, target: Id) -> Refused | None:
    """Why a target is too far away or not in line."""
    other = world.fighter(target)
    reached = in_reach(world, of, range, other.square, other.size)
    return None if reached else Refused.because("out_of_range", target=other.name)


def cannot_strike(world: World, of: Id, range: Range, target: Id) -> Refused | None:
    """Why an enemy can't be struck."""
    other = world.fighter(target)
    if other.side == world.fighter(of).side:
        return Refused.because("same_side", target=other.name)
    if other.downed:
        return Refused.because("target_downed", target=other.name)
    return cannot_reach(world, of, range, target)


def cannot_aim(world: World, of: Id, art: Art, target: Id) -> Refused | None:
    """Why an art can't be aimed at somebody."""
    if art.target == "enemy":
        return cannot_strike(world, of, art.range, target)
    other = world.fighter(target)
    if art.target == "ally" and other.side != world.fighter(of).side:
        return Refused.because("not_an_ally", target=other.name)
    if other.downed and not revives(art):
        return Refused.because("target_downed", target=other.name)
    return None if art.range.kind == "self" and art.area else cannot_reach(world, of, art.range, target)


def cannot_aim_at(world: World, of: Id, art: Art, square: Square) -> Refused | None:
    """Why an art can't be aimed at a square."""
    reached = in_reach(world, of, art.range, square, 1)
    return None if reached else Refused("square_out_of_range")


def revives(art: Art) -> bool:
    """Whether an art helps those who are down."""
    return any(isinstance(one, Heal) and one.revives for one in art.effects)


def harms(art: Art) -> bool:
    """Whether an art is meant for enemies, wherever it is aimed."""
    return art.target == "enemy" or any(isinstance(one, Damage | Inflict) for one in art.effects)


def targets(world: World, of: Id, art: Art) -> tuple[Id, ...]:
    """Everybody at whom somebody might think to aim an art."""
    if art.target == "self" or art.range.kind == "self":
        return (of,)
    return tuple(one for one, me in world.fighters.items() if me.fighting and not (me.fled or me.hidden or me.removed))


def aimed(world: World, of: Id, art: Art, target: Id, square: Square) -> tuple[Id, ...]:
    """Whom an art meets: the target alone, or all of the side it is meant for in its area."""
    if art.target in ("self", "none") and not art.area:
        return (of,)
    if not art.area:
        return (target,) if target else ()
    me = world.fighter(of)
    centre = square or world.fighter(target or of).square
    if not centre:
        return (target,) if target else ()
    squares = frozenset(area(centre, art.area))
    hostile = harms(art)
    return tuple(
        one
        for one, other in world.fighting()
        if (other.side != me.side) == hostile and not squares.isdisjoint(covered(other.square, other.size))
    )


def likeliest_first(world: World, of: Id, art: Art) -> list[Id]:
    """Those of the side that an art is meant for before the others."""
    mine, foes = world.fighter(of).side, art.target == "enemy"
    return sorted(targets(world, of, art), key=lambda one: (world.fighter(one).side == mine) == foes)


def pick_aim(o: Offer[World], actor: Id, art: Art) -> None:
    """At whom or at which square something goes, if it is aimed at all."""
    if art.target == "square":
        o.pick(
            "square", o.world.board.squares(), unless=lambda one: cannot_aim_at(o.world, actor, art, one), area=art.area
        )
    elif art.target not in ("self", "none"):
        o.pick(
            "target",
            likeliest_first(o.world, actor, art),
            unless=lambda one: cannot_aim(o.world, actor, art, one),
            area=art.area,
        )

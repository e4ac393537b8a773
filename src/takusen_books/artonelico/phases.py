"""Battle preparation and the course of a turn (AT-14 to AT-17)."""

from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, Refused, Square, Table, act

from .facts_flow import Appeared, BattleEnded, BattleStarted, Placed
from .world import NOBODY, PARTY, PREPARE, SIDES, Encounter, Foe, World

DRAW = "draw"


# preparation ---------------------------------------------------------------------------------------------------------


@act("AT-14", by="gm")
def start_battle(t: Play[World], encounter: Id, members: tuple[Id, ...]) -> None:
    """The map and the enemies of an encounter are laid out, and the members take part."""
    ready = t.world.encounters.get(encounter) or Encounter("", t.world.board)
    waves = Table((wave, one.turn) for wave, one in ready.waves.items())
    t.emit(BattleStarted(members, ready.board, encounter, waves, ready.starts, ready.flee, ready.victory_condition))
    for foe in ready.foes:
        enter(t, foe)
    for one, square in zip(members, ready.starts, strict=False):
        t.emit(Placed(one, square))


@start_battle.offer
def _(o: Offer[World]) -> None:
    if o.world.battle is not None:
        o.refuse("battle_on")
    encounter = o.pick("encounter", (*o.world.encounters, NOBODY))
    here = tuple(one for one, me in o.world.fighters.items() if not me.removed)
    suggested = tuple(one for one in here if o.world.fighter(one).player)
    o.some(
        "members",
        here,
        at_most=len(here),
        at_least=1 if encounter else 2,
        unless=lambda one: is_downed(o.world, one),
        suggested=suggested,
    )


def is_downed(world: World, one: Id) -> Refused | None:
    """Why a fighter can't take part."""
    me = world.fighter(one)
    return Refused.because("downed", who=me.name) if me.downed else None


def enter(t: Play[World], foe: Foe) -> None:
    """An enemy of an encounter comes onto the board."""
    block = t.world.enemies[foe.enemy].fighter
    t.emit(
        Appeared(
            foe.id,
            replace(block, name=foe.name or block.name, square=foe.square, hidden=foe.hidden, fighting=True),
        )
    )


@act("AT-14", by="gm")
def place(t: Play[World], actor: Id, square: Square) -> None:
    """Somebody's place on the map while the battle is prepared."""
    t.emit(Placed(actor, square))


@place.offer
def _(o: Offer[World]) -> None:
    battle = o.world.battle
    if battle is None:
        o.refuse("no_battle")
        return
    if battle.phase != PREPARE:
        o.refuse("not_this_phase")
    o.pick("actor", tuple(one for one, me in o.world.fighters.items() if me.fighting))
    o.pick("square", o.world.board.squares())


# the end -------------------------------------------------------------------------------------------------------------


@act("AT-14", by="gm")
def end_battle(t: Play[World], winner: str) -> None:
    """The GM closes the battle and says who has won."""
    t.emit(BattleEnded(winner))


@end_battle.offer
def _(o: Offer[World]) -> None:
    if o.world.battle is None:
        o.refuse("no_battle")
    o.pick("winner", (*SIDES, DRAW))


def over(world: World) -> bool:
    """Whether a side has nobody standing and nobody to come."""
    return world.battle is not None and not all(world.standing(side) for side in SIDES)


def winner(world: World) -> str:
    """The side that alone stands, "" for none."""
    standing = [side for side in SIDES if world.standing(side)]
    return standing[0] if len(standing) == 1 else ""


def tally(world: World) -> dict[str, float]:
    """What a forecast notes at the end of a battle."""
    fighters = [(one, me) for one, me in world.fighters.items() if me.fighting]
    figures = {"turns": float(world.battle.turn if world.battle else 0)}
    figures["downed"] = float(sum(me.downed for _, me in fighters if me.side == PARTY))
    for one, me in fighters:
        figures |= {f"hp.{one}": float(me.hp), f"downed.{one}": float(me.downed)}
    return figures

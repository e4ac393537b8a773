"""What happens by itself: the dying die, seals and control end, wards fall (MT-03, MT-10, MT-11, MT-15)."""

from collections.abc import Callable

from takusen.rules import Declaration, Id, Play, Reading, act, rule

from .facts_cast import Beaten
from .facts_pc import PcOut, PcRecovered
from .facts_state import ControlEnded, ModifiersEnded
from .facts_world import Died, Fled, Taken, WentToGraveyard
from .moving import leave_scene
from .questions import Case, gm, loses
from .remains import DIES, FLEES, destroy, put_in_graveyard
from .scene import powers, toughnesses
from .seals import ended, unseal
from .stats import is_walker, lethal, spent
from .world import ARTIFACT, ENCHANTMENT, NOBODY, Modifier, Pc, Permanent, World

Sign = Callable[[World, Permanent], bool]


SETTLE: Declaration = ("settle", {})


def due(world: World, reading: Reading) -> Declaration | None:
    """The act nobody declares: it settles whatever is due."""
    pending = any(any(sign(world, me) for sign in SIGNS) for _, me in world.here())
    return SETTLE if pending or ended(world) or any(map(falls, world.pcs.values())) or able_again(world) else None


@act("MT-03", "MT-10", "MT-11", "MT-15", "MT-26", by="table")
def settle(t: Play[World]) -> None:
    """All that is due at this moment, the dying first."""
    for one, _ in with_sign(t.world, dying):
        if dying(t.world, t.world.permanents[one]):
            die(t, one)
    for one, _ in with_sign(t.world, beaten):
        boss_falls(t, one)
    for one, me in with_sign(t.world, bearer_gone):
        fall_off(t, one, me)
    for one in ended(t.world):
        unseal(t, one)
    for one, me in with_sign(t.world, control_over):
        t.emit(ControlEnded(one, me.controller))
    for one, me in with_sign(t.world, modifiers_over):
        left = tuple([each for each in me.modifiers if not source_gone(t.world, each)])
        had = me.modifiers
        t.emit(ModifiersEnded(one, powers(had) - powers(left), toughnesses(had) - toughnesses(left), left))
    settle_pcs(t)


def with_sign(world: World, sign: Sign) -> tuple[tuple[Id, Permanent], ...]:
    """The permanents of which something is due."""
    return tuple([(one, me) for one, me in world.here() if sign(world, me)])


# signs ---------------------------------------------------------------------------------------------------------------


def dying(world: World, me: Permanent) -> bool:
    """Whether it dies now."""
    return spent(me) or (lethal(me) and not me.indestructible)


def beaten(world: World, me: Permanent) -> bool:
    """Whether it is an NPC treated as a player without life."""
    return me.as_player and me.life <= 0


def bearer_gone(world: World, me: Permanent) -> bool:
    """Whether a ward or a PC's equipment lies on what isn't on the battlefield any more."""
    bearer = world.permanents.get(me.holder)
    return bearer is not None and not bearer.here and (me.is_a(ENCHANTMENT) or bool(me.owner))


def control_over(world: World, me: Permanent) -> bool:
    """Whether the source of a control has left, or the NPC who had it."""
    control = me.control
    if control is None:
        return False
    lost = control.until == "source" and not on_battlefield(world, control.source)
    return lost or (control.by in world.permanents and not world.permanents[control.by].here)


def modifiers_over(world: World, me: Permanent) -> bool:
    """Whether the source of a modifier has left."""
    return any(source_gone(world, each) for each in me.modifiers)


def source_gone(world: World, each: Modifier) -> bool:
    """Whether a modifier lasts as long as something that has left."""
    return each.until == "source" and not on_battlefield(world, each.source)


def on_battlefield(world: World, one: Id) -> bool:
    """Whether a permanent is there."""
    me = world.permanents.get(one)
    return me is not None and me.here


SIGNS: tuple[Sign, ...] = (dying, beaten, bearer_gone, control_over, modifiers_over)

# what becomes of them ------------------------------------------------------------------------------------------------


def die(t: Play[World], one: Id) -> None:
    """No toughness or no loyalty is no destruction; damage destroys."""
    me = t.world.permanents[one]
    if not spent(me):
        destroy(t, one)
        return
    t.emit(Died(one, "loyalty" if is_walker(me) else "toughness"))
    put_in_graveyard(t, one)


def boss_falls(t: Play[World], one: Id) -> None:
    """The GM says what becomes of a boss without life."""
    t.emit(Beaten(one))
    answer = gm(t, "boss_beaten", Case(NOBODY, "", one), (FLEES, DIES), loses)
    t.emit(Fled(one) if answer == FLEES else WentToGraveyard(one, t.world.permanents[one].place))


def fall_off(t: Play[World], one: Id, me: Permanent) -> None:
    """A ward has nothing to lie on; equipment lies free."""
    if me.is_a(ARTIFACT) and not me.is_a(ENCHANTMENT):
        t.emit(Taken(one, NOBODY))
        return
    t.emit(Died(one, "bearer_gone"))
    put_in_graveyard(t, one)


# PCs -----------------------------------------------------------------------------------------------------------------


def falls(pc: Pc) -> bool:
    """Whether a PC has no life left and still takes part."""
    return pc.life <= 0 and not (pc.out or pc.removed)


def returns(pc: Pc) -> bool:
    """Whether a PC who was out has life again."""
    return pc.out and pc.life > 0 and not (pc.lost or pc.removed)


def able_again(world: World) -> bool:
    """Whether somebody who was out can take part from the next scene on."""
    return world.scene is None and any(map(returns, world.pcs.values()))


@rule("MT-26")
def settle_pcs(t: Play[World]) -> None:
    """PCs without life are out (option zero_life); whoever has life again takes part from the next scene on."""
    for pc, me in t.world.pcs.items():
        if falls(me):
            t.emit(PcOut(pc, t.option("zero_life") == "loses_scenario"))
            leave_scene(t, pc)
        elif returns(me) and t.world.scene is None:
            t.emit(PcRecovered(pc))

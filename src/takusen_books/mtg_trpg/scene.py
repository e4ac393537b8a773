"""Scenes: one scene is one turn (MT-26); what recovers as it ends and what stays (MT-13 to MT-15)."""

from collections.abc import Iterator

from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, act, rule

from .facts_pc import JoinedScene, ManaEmptied, ReachSet, SceneEnded, SceneStarted, TurnBegan
from .facts_state import (
    ControlEnded,
    DamageHealed,
    DamageStayed,
    ModifiersEnded,
    ModifiersStayed,
    ShieldsFaded,
    Untapped,
)
from .moving import find, leave_scene, pc_goes, pcs_able, places
from .piles import HAND, discard_down, draw_cards
from .seals import returns_at_end
from .world import NOWHERE, Control, Modifier, Permanent, World

# the beginning -------------------------------------------------------------------------------------------------------


@act("MT-26", by="gm")
def start_scene(t: Play[World], place: Id, members: tuple[Id, ...]) -> None:
    """A scene starts: what is tapped untaps, each PC in it draws a card and may play a land."""
    find(t, place)
    t.emit(SceneStarted(place, members, t.world.scenes + 1))
    for one, me in t.world.here():
        if me.tapped and me.controller not in t.world.pcs:
            t.emit(Untapped(one))
    for pc in members:
        begin_turn(t, pc)


@start_scene.offer
def _(o: Offer[World]) -> None:
    if o.world.scene:
        o.refuse("scene_on")
    o.pick("place", places(o.world))
    able = pcs_able(o.world)
    o.some("members", able, at_most=len(able), at_least=1, suggested=played(o.world, able))


def played(world: World, pcs: tuple[Id, ...]) -> tuple[Id, ...]:
    """Those PCs whom somebody plays; all where nobody plays any."""
    return tuple(one for one in pcs if world.pcs[one].player) or pcs


@rule("MT-26")
def begin_turn(t: Play[World], pc: Id) -> None:
    """A PC's turn, once a scene; the first of all begins with seven cards and without a draw."""
    me, scene = t.world.pcs[pc], t.world.here_now()
    if not t.world.within(me.place, scene.place):
        pc_goes(t, pc, scene.place)
    if me.turn == t.world.scenes:
        return
    tapped = tuple([one for one, each in t.world.here() if each.tapped and each.controller == pc])
    t.emit(TurnBegan(pc, t.world.scenes, tapped))
    if me.turn:
        draw_cards(t, pc, 1)
    elif not me.hand_size:
        draw_cards(t, pc, HAND)


@act("MT-26", by="gm")
def join_scene(t: Play[World], pc: Id) -> None:
    """A PC comes into the scene that is on."""
    t.emit(JoinedScene(pc, (*t.world.here_now().present, pc)))
    begin_turn(t, pc)


@join_scene.offer
def _(o: Offer[World]) -> None:
    present = on(o.world)
    if present is None:
        o.refuse("no_scene")
    o.pick("pc", tuple(one for one in pcs_able(o.world) if one not in (present or ())))


@act("MT-26", by="gm")
def quit_scene(t: Play[World], pc: Id) -> None:
    """A PC leaves the scene that goes on without it."""
    leave_scene(t, pc)


@quit_scene.offer
def _(o: Offer[World]) -> None:
    if not on(o.world):
        o.refuse("no_scene")
    o.pick("pc", on(o.world) or ())


def on(world: World) -> tuple[Id, ...] | None:
    """Who is in the scene that is on; None where there is none."""
    return world.scene.present if world.scene else None


@act("MT-21", by="gm")
def set_reach(t: Play[World], place: str) -> None:
    """The GM limits how far spells reach in this scene, or lifts the limit."""
    t.emit(ReachSet(NOWHERE if place == EYE else Id(place)))


@set_reach.offer
def _(o: Offer[World]) -> None:
    if o.world.scene is None:
        o.refuse("no_scene")
    o.pick("place", (EYE, *(one for one in places(o.world) if not o.world.places[one].hidden)))


EYE = "as_far_as_one_sees"

# the end -------------------------------------------------------------------------------------------------------------


@act("MT-13", "MT-14", "MT-15", "MT-26", by="gm")
def end_scene(t: Play[World]) -> None:
    """The GM ends the scene: wounds of those under control close, others stay; what lasted for the scene ends."""
    for pc in t.world.here_now().present:
        discard_down(t, pc)
    for pc, me in t.world.pcs.items():
        if any(me.mana.values()):
            t.emit(ManaEmptied(pc))
    returns_at_end(t)
    healed, stayed = everybody_recovers(t)
    t.emit(SceneEnded(t.world.scenes, healed, stayed))


@end_scene.offer
def _(o: Offer[World]) -> None:
    if o.world.scene is None:
        o.refuse("no_scene")


@rule("MT-13", "MT-14", "MT-15")
def everybody_recovers(t: Play[World]) -> tuple[int, int]:
    """What heals and what ends with the scene (option eot_control_scene_end); how many recovered, and how many keep
    wounds."""
    late = t.option("eot_control_scene_end") == "yes"
    if not late:
        end_controls(t)
    before = tuple(t.world.here())
    for one, _ in before:
        recover(t, one)
    if late:
        end_controls(t)
    return tally(before, t.world)


def end_controls(t: Play[World]) -> None:
    """Control until the end of the scene is over."""
    for one, me in t.world.here():
        if me.control and me.control.until == "scene":
            t.emit(ControlEnded(one, me.control.by))


@rule("MT-13", "MT-14", "MT-15")
def recover(t: Play[World], one: Id) -> None:
    """What becomes of damage and modifiers of one permanent as a scene ends."""
    me = t.world.permanents[one]
    left = damage_left(t, me)
    if me.damage > left:
        t.emit(DamageHealed(one, me.damage - left, left))
    if left:
        t.emit(DamageStayed(one, left))
    lose_modifiers(t, one, tuple([kept for each in older(t, me) for kept in lasting(t, me, each)]))
    if me.regeneration and me.controller:
        t.emit(ShieldsFaded(one))


@rule("MT-13", "MT-14")
def damage_left(t: Play[World], me: Permanent) -> int:
    """Damage stays, but on what is under control it goes (option control_heal)."""
    if not me.controller:
        return me.damage
    since = since_control(t, me)
    return min(me.damage, since.damage) if since else 0


@rule("MT-15")
def lasting(t: Play[World], me: Permanent, each: Modifier) -> tuple[Modifier, ...]:
    """What stays of a modifier: of one for the scene, the minus on what nobody controls (options plus_modifiers,
    control_heal)."""
    if each.until != "scene":
        return (each,)
    if me.controller and not since_control(t, me):
        return ()
    if t.option("plus_modifiers") == "persist":
        return some_left(each)
    return some_left(replace(each, power=min(0, each.power), toughness=min(0, each.toughness)))


def since_control(t: Play[World], me: Permanent) -> Control | None:
    """The control since which it recovers, where only that counts (option control_heal)."""
    return me.control if t.option("control_heal") == "since_control" and not me.owner else None


def older(t: Play[World], me: Permanent) -> tuple[Modifier, ...]:
    """The modifiers; of those for the scene no more than there was when control was taken, where that counts."""
    since = since_control(t, me)
    if since is None:
        return me.modifiers
    had, now = ([each for each in those if each.until == "scene"] for those in (since.modifiers, me.modifiers))
    power = capped([each.power for each in now], [each.power for each in had])
    toughness = capped([each.toughness for each in now], [each.toughness for each in had])
    return tuple(
        [
            replace(each, power=next(power), toughness=next(toughness)) if each.until == "scene" else each
            for each in me.modifiers
        ]
    )


def capped(now: list[int], had: list[int]) -> Iterator[int]:
    """Numbers in order, in all no more below and above nothing than there was."""
    low, high = sum([min(0, one) for one in had]), sum([max(0, one) for one in had])
    for one in now:
        kept = max(low, min(high, one))
        low, high = low - min(0, kept), high - max(0, kept)
        yield kept


def some_left(each: Modifier) -> tuple[Modifier, ...]:
    """A modifier, if it still does something."""
    return (each,) if each.power or each.toughness else ()


def lose_modifiers(t: Play[World], one: Id, left: tuple[Modifier, ...]) -> None:
    """State which modifiers ended, and what minus stays."""
    had = t.world.permanents[one].modifiers
    if had != left:
        t.emit(ModifiersEnded(one, powers(had) - powers(left), toughnesses(had) - toughnesses(left), left))
    stays = tuple([each for each in left if each.until == "scene"])
    if stays:
        t.emit(ModifiersStayed(one, powers(stays), toughnesses(stays)))


def powers(modifiers: tuple[Modifier, ...]) -> int:
    """What modifiers add to power."""
    return sum([each.power for each in modifiers])


def toughnesses(modifiers: tuple[Modifier, ...]) -> int:
    """What modifiers add to toughness."""
    return sum([each.toughness for each in modifiers])


def tally(before: tuple[tuple[Id, Permanent], ...], world: World) -> tuple[int, int]:
    """How many recovered as the scene ended, and how many keep wounds."""
    ill = [(me, world.permanents[one]) for one, me in before if wounded(me)]
    return sum([worse(then) > worse(now) for then, now in ill]), sum([wounded(now) for _, now in ill])


def wounded(me: Permanent) -> bool:
    """Whether damage or a minus is on somebody."""
    return worse(me) > 0


def worse(me: Permanent) -> int:
    """How much damage and minus is on somebody."""
    minus = [min(0, one.power) + min(0, one.toughness) for one in me.modifiers if one.until == "scene"]
    return me.damage - sum(minus)

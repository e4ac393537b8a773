"""Using abilities of permanents, playing lands and tapping for mana (MT-01, MT-20)."""

from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, Refused, act, rule

from .agree import agreed, left_over, ranged, wards_met
from .aiming import absent, aim, modes
from .cards import Ability, Face
from .entering import enter
from .facts_cast import AbilityUsed, CastHeld, Paid
from .facts_pc import LandPlayed, ManaAdded
from .facts_state import LoyaltyChanged, Tapped
from .mana import Payment, cost_of, most, paid, weary
from .plan import Part, Use, at_cast, parts, steps
from .questions import Case, gm, it_triggers
from .resolve import resolve
from .world import CREATURE, LAND, NOTHING, Permanent, World

USABLE = ("activated", "loyalty")
WAITING = ("triggered", "chapter")
"""Abilities that come about by themselves: the player says so, and the GM whether it is so."""
TRIGGERS, STILL = "triggers", "still"


@act("MT-01", "MT-18", "MT-20", "MT-21")
def activate(
    t: Play[World],
    actor: Id,
    ability: str,
    x: int = 0,
    modes: tuple[str, ...] = (),
    targets: tuple[Id, ...] = (),
    targets_2: tuple[Id, ...] = (),
    targets_3: tuple[Id, ...] = (),
    targets_4: tuple[Id, ...] = (),
    fighter: Id = NOTHING,
) -> None:
    """An ability of a permanent that a PC controls is used."""
    use = in_use(t, actor, ability, x)
    plan = steps(work_of(t, actor, ability, modes), (targets, targets_2, targets_3, targets_4), fighter)
    if not due(t, use, actor, ability):
        return
    fit = agreed(t, use, plan, ability_of(t.world, actor, ability).rest)
    if fit is None:
        return
    plan = ranged(t, use, fit)
    pay(t, use, actor, ability, x, tuple([one for step in plan for one in step.targets]))
    if wards_met(t, use, plan):
        resolve(t, use, plan)
    left_over(t, use, work_of(t, actor, ability, modes))


@rule("MT-01")
def due(t: Play[World], use: Use, actor: Id, ability: str) -> bool:
    """Whether an ability that comes about by itself does so now, as the GM sees it."""
    if ability_of(t.world, actor, ability).kind not in WAITING:
        return True
    about = Case(use.pc, use.name, NOTHING, ability)
    if gm(t, "triggered", about, (TRIGGERS, STILL), it_triggers, use.name) == TRIGGERS:
        return True
    t.emit(CastHeld(use.pc, use.name, "not_due"))
    return False


def in_use(t: Play[World], actor: Id, ability: str, x: int) -> Use:
    """The ability in use."""
    me = t.world.permanents[actor]
    variable = cost_of(ability_of(t.world, actor, ability).mana).variable
    return Use(me.controller, me.card, me.name, me.colours, actor, x if variable else -1)


def work_of(t: Play[World], actor: Id, ability: str, modes: tuple[str, ...]) -> tuple[Part, ...]:
    """What an ability does."""
    return parts((ability_of(t.world, actor, ability),), modes)


def abilities_of(world: World, me: Permanent) -> tuple[Ability, ...]:
    """The abilities of a permanent that can be used, or that wait for something."""
    face = face_of(world, me)
    return tuple(one for one in face.abilities if one.kind in USABLE or waits(one)) if face else ()


def waits(one: Ability) -> bool:
    """Whether an ability does something as soon as something else happens."""
    return one.kind in WAITING and one.when != "enters" and any(mode.effects for mode in one.modes)


def face_of(world: World, me: Permanent) -> Face | None:
    """The face of a card that a permanent shows; none for what is no card."""
    return world.cards[me.card].faces[me.face] if me.card in world.cards else None


def ability_of(world: World, actor: Id, ability: str) -> Ability:
    """An ability by its text."""
    return next(one for one in abilities_of(world, world.permanents[actor]) if one.text == ability)


@rule("MT-01")
def pay(t: Play[World], use: Use, actor: Id, ability: str, x: int, at: tuple[Id, ...]) -> None:
    """The ability is used and paid for: mana, tapping, loyalty."""
    me, how, pc = t.world.permanents[actor], ability_of(t.world, actor, ability), t.world.pcs[use.pc]
    scene = t.world.scenes if how.kind == "loyalty" else me.activated
    t.emit(AbilityUsed(actor, use.pc, ability, at, scene))
    payment = payable(t.world, actor, how, x)
    if how.mana and payment is not None:
        t.emit(Paid(use.pc, how.mana, payment.tapped, payment.pool, payment.life, pc.life - payment.life))
    if how.tap:
        t.emit(Tapped(actor))
    if how.kind == "loyalty":
        t.emit(LoyaltyChanged(actor, how.loyalty, me.loyalty + how.loyalty))


@activate.offer
def _(o: Offer[World]) -> None:
    actors = tuple(one for one, me in o.world.here() if me.controller in o.world.pcs and abilities_of(o.world, me))
    actor = o.pick("actor", o.mine(actors), unless=lambda one: idle(o, one), otherwise="not_your_pc")
    me = o.world.permanents[actor]
    texts = tuple(one.text for one in abilities_of(o.world, me))
    text = o.pick("ability", texts, unless=lambda one: unusable(o.world, actor, ability_of(o.world, actor, one)))
    ability = ability_of(o.world, actor, text)
    cost = cost_of(ability.mana)
    x = o.number("x", 0, most(o.world, me.controller, cost, actor if ability.tap else NOTHING)) if cost.variable else -1
    aim(o, me.controller, parts((ability,), modes(o, (ability,))), me.colours, x, actor, me.is_a(CREATURE))


def idle(o: Offer[World], one: Id) -> Refused | None:
    """Why nothing of a permanent can be used: its PC is away, or a facility is out of use (MT-20)."""
    me = o.world.permanents[one]
    return absent(o.world, me.controller, o.seat) or (Refused("out_of_use") if me.ruin else None)


def unusable(world: World, actor: Id, ability: Ability) -> Refused | None:
    """Why an ability can't be used now."""
    me = world.permanents[actor]
    if ability.kind == "loyalty":
        return unloyal(world, me, ability)
    if ability.tap and me.tapped:
        return Refused("tapped")
    if ability.tap and weary(world, me):
        return Refused("just_came")
    return None if payable(world, actor, ability) else Refused.because("mana_short", cost=ability.mana)


def payable(world: World, actor: Id, ability: Ability, x: int = 0) -> Payment | None:
    """How the mana of an ability is paid; what is tapped for the ability itself gives none for it."""
    me = world.permanents[actor]
    return paid(world, me.controller, cost_of(ability.mana), x, without=actor if ability.tap else NOTHING)


def unloyal(world: World, me: Permanent, ability: Ability) -> Refused | None:
    """Why a loyalty ability can't be used: one a scene, and no more than there is."""
    if world.scene is not None and me.activated == world.scenes:
        return Refused("used_this_scene")
    return Refused("loyalty_short") if me.loyalty + ability.loyalty < 0 else None


# lands and mana ------------------------------------------------------------------------------------------------------


@act("MT-01", "MT-26")
def play_land(
    t: Play[World],
    pc: Id,
    card: Id,
    face: str = "",
    targets: tuple[Id, ...] = (),
    targets_2: tuple[Id, ...] = (),
    targets_3: tuple[Id, ...] = (),
    targets_4: tuple[Id, ...] = (),
) -> None:
    """A PC plays a land, one a scene; what it does as it comes is done."""
    use = land_in_use(t, pc, card, face)
    plan = steps(coming(t, card, face), (targets, targets_2, targets_3, targets_4), NOTHING)
    fit = agreed(t, use, plan, "")
    if fit is None:
        return
    plan = ranged(t, use, fit)
    number = t.world.cards[card].faces.index(land_of(t.world, card, face))
    come = replace(use, permanent=enter(t, card, number, "hand", pc))
    t.emit(LandPlayed(pc))
    if wards_met(t, come, plan):
        resolve(t, come, plan)
    left_over(t, come, coming(t, card, face))


def land_in_use(t: Play[World], pc: Id, card: Id, face: str) -> Use:
    """The land in use."""
    return Use(pc, card, land_of(t.world, card, face).name)


def land_of(world: World, card: Id, face: str) -> Face:
    """The face of a card that is played as a land."""
    return next(one for one in world.cards[card].faces if LAND in one.types and face in ("", one.name))


def coming(t: Play[World], card: Id, face: str) -> tuple[Part, ...]:
    """What a land does as it comes."""
    return parts(at_cast(land_of(t.world, card, face)), ())


@play_land.offer
def _(o: Offer[World]) -> None:
    pcs = tuple(one for one, pc in o.world.pcs.items() if not pc.removed)
    pc = o.pick("pc", o.mine(pcs), unless=lambda one: no_land_now(o, one), otherwise="not_your_pc")
    lands = tuple(dict.fromkeys(one for one in o.world.pcs[pc].hand if land_faces(o.world, one)))
    if not lands:
        o.refuse("no_land_in_hand")
    card = o.pick("card", lands)
    names = land_faces(o.world, card)
    face = o.pick("face", names) if len(names) > 1 else names[0]
    aim(o, pc, parts(at_cast(land_of(o.world, card, face)), ()), "", -1)


def land_faces(world: World, card: Id) -> tuple[str, ...]:
    """The faces of a card that are lands."""
    return tuple(one.name for one in world.cards[card].faces if LAND in one.types)


def no_land_now(o: Offer[World], pc: Id) -> Refused | None:
    """Why a PC can't play a land."""
    played = Refused("land_played") if o.world.pcs[pc].land_played else None
    return absent(o.world, pc, o.seat) or played


@act("MT-01", "MT-20")
def tap_for_mana(t: Play[World], actor: Id, colour: str) -> None:
    """A permanent is tapped for mana, which stays in the pool until the scene ends."""
    pc = t.world.permanents[actor].controller
    t.emit(Tapped(actor))
    t.emit(ManaAdded(pc, colour, 1, t.world.pcs[pc].mana.get(colour, 0) + 1))


@tap_for_mana.offer
def _(o: Offer[World]) -> None:
    actors = tuple(one for one, me in o.world.here() if me.controller in o.world.pcs and me.produces)
    actor = o.pick("actor", o.mine(actors), unless=lambda one: unproductive(o, one), otherwise="not_your_pc")
    o.pick("colour", tuple(o.world.permanents[actor].produces))


def unproductive(o: Offer[World], one: Id) -> Refused | None:
    """Why a permanent gives no mana now."""
    me = o.world.permanents[one]
    tired = Refused("tapped") if me.tapped else Refused("just_came") if weary(o.world, me) else None
    return idle(o, one) or tired

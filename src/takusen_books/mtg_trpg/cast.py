"""Casting a card (MT-01, MT-21 to MT-23): choose, aim, pay, and see what becomes of it."""

from msgspec.structs import replace

from takusen.rules import Id, Offer, Play, Refused, act, rule

from .agree import agreed, left_over, ranged, ward_passed, wards_met
from .aiming import absent, aim, barred, modes
from .cards import Face
from .entering import enter
from .facts_cast import CardCast, CardSpent, CastHeld, NothingHappened, Paid
from .facts_pc import CardZone, CastCounted
from .mana import cost_of, most, paid
from .plan import Step, Use, at_cast, lasts, parts, steps
from .recognise import Effect
from .resolve import resolve
from .world import CREATURE, LAND, NOBODY, NOTHING, World

COMMAND: CardZone = "command"
HAND: CardZone = "hand"
TAX = 2
"""What an item card costs more for each time that it was cast (option item_tax)."""

# the act -------------------------------------------------------------------------------------------------------------


@act("MT-01", "MT-02", "MT-21", "MT-22", "MT-23", "MT-27")
def cast(
    t: Play[World],
    pc: Id,
    card: Id,
    face: str = "",
    x: int = 0,
    modes: tuple[str, ...] = (),
    bearer: Id = NOBODY,
    targets: tuple[Id, ...] = (),
    targets_2: tuple[Id, ...] = (),
    targets_3: tuple[Id, ...] = (),
    targets_4: tuple[Id, ...] = (),
    fighter: Id = NOTHING,
) -> None:
    """A PC casts a card: the GM is asked first what the rules leave to the GM, then it is paid for and carried out."""
    use = in_use(t, pc, card, face, x)
    shape = face_of(t.world, card, face)
    given = (targets, targets_2, targets_3, targets_4)
    plan = agreed(t, use, (laid(shape, bearer), *planned(t, card, face, modes, given, fighter)), shape.extra)
    if plan is None:
        return
    lies, plan = plan[0], ranged(t, use, plan[1:])
    if not paid_for(t, use, face, x, aimed(plan, bearer)):
        return
    if is_spell(t, card, face):
        spell(t, use, plan)
    else:
        becomes_permanent(t, use, face, lies, plan)
    left_over(t, use, parts(at_cast(face_of(t.world, card, face)), modes))


def in_use(t: Play[World], pc: Id, card: Id, face: str, x: int) -> Use:
    """The card in use."""
    shape = face_of(t.world, card, face)
    return Use(pc, card, shape.name, shape.colours, NOTHING, x if cost_of(shape.cost).variable else -1)


def planned(
    t: Play[World], card: Id, face: str, modes: tuple[str, ...], targets: tuple[tuple[Id, ...], ...], fighter: Id
) -> tuple[Step, ...]:
    """What the card is going to do."""
    return steps(parts(at_cast(face_of(t.world, card, face)), modes), targets, fighter)


def laid(face: Face, bearer: Id) -> Step:
    """An Aura upon what it is to lie on; upon nothing for all else."""
    return Step(aura(face), face.text, (bearer,) if bearer else ())


def aura(face: Face) -> Effect:
    """Being enchanted, as far as it is aimed at something."""
    return Effect("control", face.enchants, "target")


def face_of(world: World, card: Id, face: str) -> Face:
    """A face of a card by its name, by default the first one that can be cast."""
    return world.cards[card].faces[number_of(world, card, face)]


def number_of(world: World, card: Id, face: str) -> int:
    """Which of the faces it is."""
    faces = world.cards[card].faces
    named = [place for place, one in enumerate(faces) if one.name == face]
    return named[0] if named else next((place for place, one in enumerate(faces) if one.castable), 0)


def is_spell(t: Play[World], card: Id, face: str) -> bool:
    """Whether it is no permanent: an instant or a sorcery."""
    return not lasts(face_of(t.world, card, face))


# paying --------------------------------------------------------------------------------------------------------------


@rule("MT-01")
def paid_for(t: Play[World], use: Use, face: str, x: int, at: tuple[Id, ...]) -> bool:
    """The card is cast and paid for; lands are tapped so that the most useful ones stay."""
    shape, me = face_of(t.world, use.card, face), t.world.pcs[use.pc]
    more = tax(t.world, use.pc, use.card, str(t.option("item_tax")))
    payment = paid(t.world, use.pc, cost_of(shape.cost), x, more)
    if payment is None:
        t.emit(CastHeld(use.pc, use.name, "cost_unpaid"))
        return False
    t.emit(CardCast(use.pc, use.card, shape.name, at, max(0, use.x)))
    cost = shape.cost + (f"{{{more}}}" if more else "")
    if cost:
        t.emit(Paid(use.pc, cost, payment.tapped, payment.pool, payment.life, me.life - payment.life))
    return True


def aimed(plan: tuple[Step, ...], bearer: Id) -> tuple[Id, ...]:
    """All whom a card is aimed at, and what it lies on."""
    return tuple(dict.fromkeys([*([bearer] if bearer else []), *(one for step in plan for one in step.targets)]))


def tax(world: World, pc: Id, card: Id, reading: str) -> int:
    """What an item card costs more (option item_tax)."""
    if reading == "none" or not world.cards[card].item:
        return 0
    return TAX * world.pcs[pc].cast_before.get(card, 0)


def zone_of(world: World, pc: Id, card: Id) -> CardZone:
    """Where a card is cast from."""
    return COMMAND if card in world.pcs[pc].command and card not in world.pcs[pc].hand else HAND


# what becomes of it --------------------------------------------------------------------------------------------------


@rule("MT-01", "MT-02")
def spell(t: Play[World], use: Use, plan: tuple[Step, ...]) -> None:
    """An instant or a sorcery: it goes to the graveyard, an item card to where such go, and does what it does."""
    put_aside(t, use)
    if wards_met(t, use, plan):
        resolve(t, use, plan)


@rule("MT-02")
def put_aside(t: Play[World], use: Use) -> None:
    """A card that was used goes to the graveyard; an item card back to the command zone (option item_after)."""
    source = zone_of(t.world, use.pc, use.card)
    if source == COMMAND:
        t.emit(CastCounted(use.pc, use.card, t.world.pcs[use.pc].cast_before.get(use.card, 0) + 1))
    if source == HAND or t.option("item_after") == "graveyard":
        t.emit(CardSpent(use.pc, use.card, source, "graveyard"))


@rule("MT-01", "MT-02")
def becomes_permanent(t: Play[World], use: Use, face: str, lies: Step, plan: tuple[Step, ...]) -> None:
    """A permanent: it comes onto the battlefield with its PC, an Aura on what it enchants, and does what it does as it
    comes."""
    bearer = lies.targets[0] if lies.targets else NOBODY
    if lies.spared:
        t.emit(NothingHappened(bearer, "lost"))
    if lies.spared or (bearer and not ward_passed(t, use, bearer)):
        put_aside(t, use)
        return
    source = zone_of(t.world, use.pc, use.card)
    if source == COMMAND:
        t.emit(CastCounted(use.pc, use.card, t.world.pcs[use.pc].cast_before.get(use.card, 0) + 1))
    one = enter(t, use.card, number_of(t.world, use.card, face), source, use.pc, bearer)
    come = replace(use, permanent=one)
    if wards_met(t, come, plan):
        resolve(t, come, plan)


# the offer -----------------------------------------------------------------------------------------------------------


@cast.offer
def _(o: Offer[World]) -> None:
    pcs = tuple(one for one, pc in o.world.pcs.items() if not pc.removed)
    pc = o.pick("pc", o.mine(pcs), unless=lambda one: absent(o.world, one, o.seat), otherwise="not_your_pc")
    card = o.pick("card", cards_of(o.world, pc), unless=lambda one: uncastable(o, pc, one))
    names = tuple(face.name for face in o.world.cards[card].faces if face.castable)
    face = o.pick("face", names, unless=lambda name: unaffordable(o, pc, card, name)) if len(names) > 1 else names[0]
    compose(o, pc, card, face_of(o.world, card, face))


def compose(o: Offer[World], pc: Id, card: Id, face: Face) -> None:
    """Pick the X, the modes, what an Aura lies on, and the targets of a face."""
    cost = cost_of(face.cost)
    x = o.number("x", 0, most(o.world, pc, cost)) if cost.variable else -1
    chosen = modes(o, at_cast(face))
    if face.enchants:
        enchants = aura(face)
        o.pick("bearer", bearers(o.world), unless=lambda one: barred(o, pc, one, enchants, face.colours))
    aim(o, pc, parts(at_cast(face), chosen), face.colours, x, fights=CREATURE in face.types)


def cards_of(world: World, pc: Id) -> tuple[Id, ...]:
    """The cards that a PC may cast: those of the hand, and item cards of the command zone."""
    me = world.pcs[pc]
    return tuple(dict.fromkeys((*me.hand, *me.command)))


def uncastable(o: Offer[World], pc: Id, card: Id) -> Refused | None:
    """Why a card can't be cast now."""
    faces = [face for face in o.world.cards[card].faces if face.castable]
    if not faces:
        return Refused("is_land")
    found = [unaffordable(o, pc, card, face.name) for face in faces]
    return found[0] if all(found) else None


def unaffordable(o: Offer[World], pc: Id, card: Id, face: str) -> Refused | None:
    """Why a face can't be cast: a land is played, and mana is short."""
    shape = face_of(o.world, card, face)
    if LAND in shape.types:
        return Refused("is_land")
    more = tax(o.world, pc, card, str(o.option("item_tax")))
    if paid(o.world, pc, cost_of(shape.cost), 0, more) is None:
        return Refused.because("mana_short", cost=shape.cost or "{0}")
    return None


def bearers(world: World) -> tuple[Id, ...]:
    """What an Aura could be thought to lie on."""
    return tuple(one for one, me in world.here() if not me.hidden)

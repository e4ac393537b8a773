"""Control of NPCs, things and facilities (MT-14, MT-17 to MT-20, MT-27)."""

from collections.abc import Sequence

from takusen.rules import Id, Offer, Play, Refused, act, is_hidden, policy, rule

from .aiming import placeless
from .facts_cast import Paid
from .facts_state import ConsentRefused, ControlEnded, ControlTaken, FacilityUsed, Ordered, ThingCalled
from .mana import cost_of, paid
from .moving import pcs_able
from .piles import pick_pc
from .questions import Case, gm
from .reach import sees
from .world import ARTIFACT, CREATURE, LAND, NOTHING, Control, Permanent, Until, World

NOBODY_ANY_MORE = "nobody"


@rule("MT-17", "MT-18", "MT-27")
def take_control(t: Play[World], one: Id, by: Id, until: Until = "stays", source: Id = NOTHING) -> None:
    """Somebody takes control of a permanent, to the end of the scene, as long as a source is there, or for good."""
    me = t.world.permanents[one]
    t.emit(ControlTaken(one, by, Control(by, until, source, t.world.scenes, me.damage, me.modifiers)))


@rule("MT-17")
def end_control(t: Play[World], one: Id) -> None:
    """What somebody controlled is a teammate's, or its owner's, again."""
    control = t.world.permanents[one].control
    if control:
        t.emit(ControlEnded(one, control.by))


@act("MT-14", "MT-17", by="gm")
def give_control(t: Play[World], of: Id, controller: str) -> None:
    """The GM says who controls something: a PC, an NPC, or nobody in particular any more."""
    end_control(t, of)
    if controller != NOBODY_ANY_MORE:
        take_control(t, of, Id(controller))


@give_control.offer
def _(o: Offer[World]) -> None:
    of = o.pick("of", tuple(one for one, _ in o.world.here()))
    npcs = tuple(one for one, me in o.world.here() if me.is_a(CREATURE) and not me.owner and one != of)
    ends = (NOBODY_ANY_MORE,) if o.world.permanents[of].control else ()
    o.pick("controller", (*ends, *pcs_able(o.world), *npcs))


# with consent --------------------------------------------------------------------------------------------------------

AGREES, DECLINES = "agrees", "declines"


@policy("consent")
def agrees(about: Case, open_ones: Sequence[str]) -> str:
    """The NPC agrees."""
    return AGREES


@act("MT-27")
def recruit(t: Play[World], pc: Id, of: Id) -> None:
    """A PC gains control of an NPC with its consent, for its mana cost; it takes the time of a sorcery."""
    if gm(t, "consent", Case(pc, "", of), (AGREES, DECLINES), agrees, sort=of) == DECLINES:
        t.emit(ConsentRefused(of, pc))
        return
    pay(t, pc, t.world.permanents[of].cost)
    take_control(t, of, pc)


@recruit.offer
def _(o: Offer[World]) -> None:
    pc = pick_pc(o)
    if o.world.scene is None:
        o.refuse("no_scene")
    npcs = tuple(one for one, me in o.world.here() if me.is_a(CREATURE) and not (me.owner or me.hidden))
    o.pick("of", npcs, unless=lambda one: unwilling(o.world, pc, one))


def unwilling(world: World, pc: Id, one: Id) -> Refused | None:
    """Why a PC can't ask somebody for control now."""
    me = world.permanents[one]
    if not sees(world, pc, one):
        return Refused("out_of_sight")
    if me.controller:
        return Refused("is_yours" if me.controller == pc else "controlled_already")
    open_cost = is_hidden(me.cost) or paid(world, pc, cost_of(me.cost))
    return None if open_cost else Refused("mana_short")


def pay(t: Play[World], pc: Id, cost: str) -> None:
    """Mana is paid, from the pool and from what gives it."""
    payment, me = paid(t.world, pc, cost_of(cost)), t.world.pcs[pc]
    if payment is not None:
        life = me.life - payment.life
        t.emit(Paid(pc, cost, payment.tapped, payment.pool, payment.life, life))


# what control is good for --------------------------------------------------------------------------------------------


@act("MT-18")
def order(t: Play[World], pc: Id, of: Id, text: str) -> None:
    """An NPC under control does what it is able to do, secrets included, without a word or a gesture."""
    t.emit(Ordered(of, pc, text))


@order.offer
def _(o: Offer[World]) -> None:
    pc = pick_pc(o)
    own = controlled(o.world, pc, CREATURE)
    if not own:
        o.refuse("nobody_controlled")
    o.pick("of", own, unless=lambda one: Refused("tapped") if o.world.permanents[one].tapped else None)
    o.text("text")


@act("MT-19")
def call_thing(t: Play[World], pc: Id, of: Id) -> None:
    """A thing under control comes to hand by magic, wherever it is."""
    t.emit(ThingCalled(of, pc, t.world.pcs[pc].place))


@call_thing.offer
def _(o: Offer[World]) -> None:
    pc = pick_pc(o)
    own = controlled(o.world, pc, ARTIFACT)
    if not own:
        o.refuse("nothing_controlled")
    if not o.world.pcs[pc].place:
        o.refuse(placeless(o.world))
    o.pick("of", own, unless=lambda one: Refused("in_hand") if o.world.permanents[one].holder == pc else None)


@act("MT-20")
def use_facility(t: Play[World], pc: Id, of: Id, text: str) -> None:
    """An ability of a facility under control is used; nothing else of it obeys."""
    t.emit(FacilityUsed(of, pc, text))


@use_facility.offer
def _(o: Offer[World]) -> None:
    pc = pick_pc(o)
    own = controlled(o.world, pc, LAND)
    if not own:
        o.refuse("no_facility_controlled")
    o.pick("of", own, unless=lambda one: useless(o.world.permanents[one]))
    o.text("text")


def useless(me: Permanent) -> Refused | None:
    """Why a facility can't be used."""
    return Refused("out_of_use") if me.ruin else None


def controlled(world: World, pc: Id, kind: str) -> tuple[Id, ...]:
    """What a PC controls of a kind that isn't its own card."""
    return tuple(one for one, me in world.here() if me.is_a(kind) and me.controller == pc and not me.owner)

"""What players do by hand with what they control, for what their cards say and the table doesn't do by itself
(MT-01)."""

from takusen.rules import Id, Offer, Play, Refused, act

from .aiming import placeless
from .facts_pc import ReasonGiven
from .facts_state import Tapped, Untapped
from .facts_world import Died, EnteredBattlefield, Moved, Taken
from .piles import pick_pc
from .reach import sees, stands
from .remains import put_in_graveyard
from .world import ARTIFACT, ENCHANTMENT, Permanent, World
from .wounds import change_life

MOST_LIFE, BIGGEST, MANY = 40, 20, 10
TAP, UNTAP = "tap", "untap"
GAIN, LOSE = "gain", "lose"


@act("MT-01")
def sacrifice(t: Play[World], actor: Id, reason: str) -> None:
    """Put a permanent under the own control into the graveyard, as a cost or because a card says so."""
    t.emit(ReasonGiven(t.world.permanents[actor].controller, reason))
    t.emit(Died(actor, "sacrificed"))
    put_in_graveyard(t, actor)


@sacrifice.offer
def _(o: Offer[World]) -> None:
    pick_own(o)
    o.text("reason")


@act("MT-01")
def turn_sideways(t: Play[World], actor: Id, how: str, reason: str) -> None:
    """Tap or untap a permanent under the own control."""
    t.emit(ReasonGiven(t.world.permanents[actor].controller, reason))
    t.emit(Tapped(actor) if how == TAP else Untapped(actor))


@turn_sideways.offer
def _(o: Offer[World]) -> None:
    actor = pick_own(o)
    o.pick("how", (UNTAP if o.world.permanents[actor].tapped else TAP,))
    o.text("reason")


@act("MT-01")
def attach(t: Play[World], actor: Id, target: Id, reason: str) -> None:
    """Put equipment or a ward of the own onto something else in sight."""
    t.emit(ReasonGiven(t.world.permanents[actor].controller, reason))
    t.emit(Taken(actor, target))
    t.emit(Moved(actor, stands(t.world, target)))


@attach.offer
def _(o: Offer[World]) -> None:
    actor = pick_own(o, ARTIFACT, ENCHANTMENT)
    me = o.world.permanents[actor]
    others = tuple(one for one, each in o.world.here() if one != actor and not each.hidden)
    o.pick("target", others, unless=lambda one: unreachable(o.world, me, one))
    o.text("reason")


def unreachable(world: World, me: Permanent, one: Id) -> Refused | None:
    """Why something can't be laid on somebody."""
    if me.holder == one:
        return Refused("already_there")
    return None if sees(world, me.controller, one) else Refused("out_of_sight")


@act("MT-01")
def change_own_life(t: Play[World], pc: Id, how: str, amount: int, reason: str) -> None:
    """Gain or lose life."""
    t.emit(ReasonGiven(pc, reason))
    change_life(t, pc, amount if how == GAIN else -amount)


@change_own_life.offer
def _(o: Offer[World]) -> None:
    pick_pc(o)
    o.pick("how", (GAIN, LOSE))
    o.number("amount", 1, MOST_LIFE)
    o.text("reason")


@act("MT-01")
def make_tokens(t: Play[World], pc: Id, name: str, power: int, toughness: int, count: int, reason: str) -> None:
    """Creature tokens that a card of the own makes."""
    t.emit(ReasonGiven(pc, reason))
    for _ in range(count):
        made = token(t.world, pc, name, power, toughness)
        t.emit(EnteredBattlefield(next_token(t.world, pc), made, name))


@make_tokens.offer
def _(o: Offer[World]) -> None:
    pc = pick_pc(o)
    if not o.world.pcs[pc].place:
        o.refuse(placeless(o.world))
    o.text("name")
    o.number("power", 0, BIGGEST)
    o.number("toughness", 1, BIGGEST)
    o.number("count", 1, MANY)
    o.text("reason")


def token(world: World, pc: Id, name: str, power: int, toughness: int) -> Permanent:
    """A creature token of a PC's, which stands with it."""
    return Permanent(
        name=name,
        token=True,
        owner=pc,
        place=world.pcs[pc].place,
        power=power,
        toughness=toughness,
        entered=world.scenes,
        shown=True,
    )


def next_token(world: World, pc: Id) -> Id:
    """A name for the next token of a PC."""
    number = 1
    while Id(f"{pc}-token-{number}") in world.permanents:
        number += 1
    return Id(f"{pc}-token-{number}")


def pick_own(o: Offer[World], *types: str) -> Id:
    """A permanent that a PC of the seat controls."""
    led = [(one, me) for one, me in o.world.here() if me.controller in o.world.pcs]
    own = o.mine(tuple(one for one, me in led if not types or me.is_a(*types)))
    if not own:
        o.refuse("nothing_of_yours")
    return o.pick("actor", own, otherwise="not_yours")

"""What is done at the ford: blows that others may ward off, a breath, and herbs bought between them."""

from collections.abc import Iterator, Sequence

import msgspec

from takusen.rules import PASS, Chance, Declaration, Id, Measure, Memo, OddsOf, Offer, Play, Refused, act, policy, rule
from takusen.rules import total as sum_of

from .facts import Acted, Bought, Hurt, TurnBegan, Warded
from .world import World

PRICE = 3


class Blow(msgspec.Struct, frozen=True):
    """What is known of a blow before it lands."""

    target: Id
    amount: int
    life: int


@policy("blow")
def when_deadly(about: Blow, open_ones: Sequence[str]) -> str:
    """A blow is warded off if it would bring somebody down."""
    return open_ones[0] if about.amount >= about.life else PASS


@policy("blow")
def always(about: Blow, open_ones: Sequence[str]) -> str:
    """Every blow is warded off."""
    return open_ones[0]


@rule("F-01")
def force(t: Chance, of: Id) -> int:
    """One die."""
    return t.roll("force", sum_of(1, 6), of)


@rule("F-02")
def hit(t: Play[World], target: Id, amount: int) -> Id:
    """Whom a blow hits in the end: the first who covers the target takes it; nobody, if the target wards it off."""
    about = Blow(target, amount, t.world.fighters[target].life)
    for one, answer in t.window("blow", about, dict(able(t.world, target)), when_deadly):
        t.emit(Warded(one, t.world.fighters[one].wards - 1))
        return one if answer == "cover" else Id("")
    return target


def able(world: World, target: Id) -> Iterator[tuple[Id, tuple[str, ...]]]:
    """Who could ward a blow off, and how."""
    for one in world.standing(world.fighters[target].side):
        if world.fighters[one].wards > 0:
            yield one, ("ward",) if one == target else ("cover",)


@act("F-01", "F-02")
def strike(t: Play[World], of: Id, target: Id) -> None:
    """A blow at somebody of the other side."""
    amount = force(t, of)
    struck = hit(t, target, amount)
    if struck in t.world.fighters:
        t.emit(Hurt(struck, amount, max(0, t.world.fighters[struck].life - amount)))
    t.emit(Acted(of))


@strike.offer
def _(o: Offer[World]) -> None:
    world = o.world
    me = o.pick("of", o.mine(world.standing()), unless=lambda one: has_acted(world, one))
    o.pick("target", foes(world, me))


def foes(world: World, me: Id) -> tuple[Id, ...]:
    """Whom somebody can strike at."""
    return tuple(one for one in world.standing() if world.fighters[one].side != world.fighters[me].side)


def has_acted(world: World, one: Id) -> Refused | None:
    """Why somebody has to wait."""
    return Refused.because("has_acted") if world.fighters[one].done else None


@act("F-03")
def breathe(t: Play[World], of: Id) -> None:
    """Do nothing."""
    t.emit(Acted(of))


@breathe.offer
def _(o: Offer[World]) -> None:
    o.pick("of", o.mine(o.world.standing()), unless=lambda one: has_acted(o.world, one))


@act("F-04", own=True)
def buy(t: Play[World], of: Id) -> None:
    """A herb for three coins."""
    me = t.world.fighters[of]
    t.emit(Bought(of, me.herbs + 1, me.purse - PRICE))


@buy.offer
def _(o: Offer[World]) -> None:
    o.pick("of", o.mine(tuple(o.world.fighters)), unless=lambda one: too_poor(o.world, one))


def too_poor(world: World, one: Id) -> Refused | None:
    """Why somebody can't buy."""
    return Refused.because("too_poor") if world.fighters[one].purse < PRICE else None


@act("F-03", by="table")
def turn_ends(t: Play[World]) -> None:
    """Everybody has had their turn."""
    t.emit(TurnBegan(t.world.turn + 1))


def fierce(world: World, one: Id, memo: Memo) -> Declaration | None:
    """Strike the first foe there is."""
    targets = foes(world, one)
    return ("strike", {"of": one, "target": targets[0]}) if targets else None


STRIKE = OddsOf(
    "strike",
    (
        Measure("lands", "chance", lambda facts, args: int(any(isinstance(one, Hurt) for one in facts))),
        Measure("amount", "mean", lambda facts, args: sum(one.amount for one in facts if isinstance(one, Hurt))),
    ),
    over="target",
    best=("lands",),
)

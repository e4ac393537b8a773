"""How a permanent ends: destroyed, dead, gone, and what is left of it (MT-03 to MT-05)."""

from takusen.rules import Id, Offer, Play, act, rule

from .facts_pc import CardZone, LeftToCards
from .facts_world import (
    Burned,
    Destroyed,
    Endured,
    Exiled,
    Fled,
    PutOutOfUse,
    Regenerated,
    Ruin,
    ShieldBroken,
    Vanished,
    WentToGraveyard,
)
from .questions import Case, gets_away, gm
from .stats import SHIELD, is_walker
from .world import ENCHANTMENT, LAND, NOBODY, Permanent, Seal, World

FLEES, DIES = "flees", "dies"


def is_ward(me: Permanent) -> bool:
    """Whether it is a barrier or a spell that lies on something, and nothing with a body."""
    return me.types == (ENCHANTMENT,)


def is_facility(me: Permanent) -> bool:
    """Whether it is a building, a field or the like of the world, not a land card of a PC's."""
    return me.is_a(LAND) and not me.owner


@rule("MT-03", "MT-04", "MT-05")
def destroy(t: Play[World], one: Id, noregen: bool = False) -> None:
    """Destroy a permanent, unless it can't be, or something goes instead."""
    me = t.world.permanents[one]
    if me.indestructible:
        t.emit(Endured(one))
    elif me.counters.get(SHIELD):
        t.emit(ShieldBroken(one, me.counters.put(SHIELD, me.counters[SHIELD] - 1)))
    elif me.regeneration and not noregen:
        t.emit(Regenerated(one, me.regeneration - 1))
    else:
        t.emit(Destroyed(one))
        put_in_graveyard(t, one)


@rule("MT-02", "MT-03", "MT-04", "MT-05")
def put_in_graveyard(t: Play[World], one: Id) -> None:
    """What becomes of a permanent that is put into a graveyard: a card goes to its owner's, people and things leave
    their remains, planeswalkers flee, facilities are of no use any more."""
    me = t.world.permanents[one]
    if me.owner:
        leave(t, one, "graveyard")
    elif is_walker(me):
        walker_falls(t, one)
    elif is_facility(me):
        put_out_of_use(t, one, "destroyed")
    elif is_ward(me) and t.option("land_ward_graveyard") == "no":
        t.emit(Vanished(one))
    else:
        t.emit(WentToGraveyard(one, me.place))


@rule("MT-04")
def walker_falls(t: Play[World], one: Id) -> None:
    """An NPC treated as a planeswalker flees badly wounded (option planeswalker_destroyed)."""
    answer = FLEES
    if t.option("planeswalker_destroyed") == "gm":
        case = Case(NOBODY, "", one, t.world.permanents[one].text)
        answer = gm(t, "walker_destroyed", case, (FLEES, DIES), gets_away)
    t.emit(Fled(one) if answer == FLEES else WentToGraveyard(one, t.world.permanents[one].place))


@rule("MT-05", "MT-12")
def put_out_of_use(t: Play[World], one: Id, how: Ruin, seal: Seal | None = None) -> None:
    """A facility can't be used any more; whoever and whatever is in it is unharmed (option ward_on_destroyed)."""
    t.emit(PutOutOfUse(one, how, seal))
    if t.option("ward_on_destroyed") == "goes_to_graveyard":
        for ward in lying_on(t.world, one):
            put_in_graveyard(t, ward)


def lying_on(world: World, bearer: Id) -> tuple[Id, ...]:
    """The wards that lie on something."""
    return tuple([one for one, me in world.here() if me.holder == bearer and me.is_a(ENCHANTMENT)])


@rule("MT-02")
def leave(t: Play[World], one: Id, to: CardZone) -> None:
    """A PC's permanent leaves the battlefield: the card goes to a zone of its owner's, a token is no more."""
    me = t.world.permanents[one]
    t.emit(LeftToCards(one, me.owner, me.card, to) if me.card else Vanished(one))


# what the GM does ----------------------------------------------------------------------------------------------------


@act("MT-03", by="gm")
def burn(t: Play[World], of: Id) -> None:
    """Remains are burned, or otherwise gone."""
    t.emit(Burned(of))


@burn.offer
def _(o: Offer[World]) -> None:
    remains = tuple(one for one, me in o.world.permanents.items() if me.zone == "graveyard" and not me.removed)
    if not remains:
        o.refuse("no_remains")
    o.pick("of", remains)


@act("MT-02", "MT-03", by="gm")
def leave_battlefield(t: Play[World], of: Id, to: str) -> None:
    """A permanent leaves the battlefield for a reason of the GM's."""
    me = t.world.permanents[of]
    if to == "graveyard":
        put_in_graveyard(t, of)
    elif me.owner:
        leave(t, of, "exile" if to == "exile" else "hand")
    else:
        t.emit(Exiled(of) if to == "exile" else Fled(of))


@leave_battlefield.offer
def _(o: Offer[World]) -> None:
    of = o.pick("of", tuple(one for one, _ in o.world.here()))
    owned = o.world.permanents[of].owner
    o.pick("to", ("graveyard", "exile", "hand" if owned else "fled"))

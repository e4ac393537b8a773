"""The boss fight: cards are gathered, life and hand adjusted (MT-26)."""

from takusen.rules import Id, Offer, Play, Table, act, rule

from .facts_check import BossFightBegun, Reset
from .moving import pcs_able
from .piles import draw_cards
from .remains import leave
from .world import Pc, World

LOW, RAISED = 9, 10
HIGH, LOWERED = 21, 20
LEAST_HAND = 5


@act("MT-26", by="gm")
def begin_boss_fight(t: Play[World]) -> None:
    """The adventure ends: each PC's cards are gathered and shuffled, life and hand adjusted for the boss fight."""
    members = pcs_able(t.world)
    t.emit(BossFightBegun(members))
    for pc in members:
        reset(t, pc)


@begin_boss_fight.offer
def _(o: Offer[World]) -> None:
    if o.world.boss:
        o.refuse("boss_fight_on")
    if not pcs_able(o.world):
        o.refuse("nobody_able")


@rule("MT-26")
def reset(t: Play[World], pc: Id) -> None:
    """All cards that a PC owns go back into the library; it draws as many as it held, with no fewer than five."""
    for one, each in t.world.permanents.items():
        if each.owner == pc and each.zone != "left":
            leave(t, one, "library")
    me = t.world.pcs[pc]
    t.emit(Reset(pc, me.hand_size, adjusted(me.life), gathered(me)))
    draw_cards(t, pc, max(LEAST_HAND, me.hand_size))


def adjusted(life: int) -> int:
    """The life with which a PC goes into the boss fight."""
    return RAISED if life <= LOW else LOWERED if life >= HIGH else life


def gathered(me: Pc) -> Table[Id, int]:
    """All cards of a PC but those of the command zone, counted."""
    library = me.library
    for card in (*me.hand, *me.top, *me.bottom, *me.graveyard, *me.exile):
        library = library.put(card, library.get(card, 0) + 1)
    return library

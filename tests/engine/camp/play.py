"""What people do at the camp."""

from takusen.rules import Chance, Id, Offer, Play, Refused, act, rule, total

from .facts import Found, Missed, Struck
from .world import World


@rule("C-01")
def finds(t: Chance, of: Id, skill: int) -> bool:
    """2d6 + skill, 8 or more."""
    return t.roll("search", total(2, 6), of) + skill >= 8


@act("C-01", "C-02")
def scout(t: Play[World], of: Id) -> None:
    """Go out and look; whoever finds nothing may meet trouble."""
    if finds(t, of, t.world.scouts[of].skill):
        t.emit(Found(of))
        return
    t.emit(Missed(of, t.world.scouts[of].stamina - 1))
    if t.world.pile:
        trouble = t.draw("trouble", t.world.pile, of)
        place = t.world.pile.index(trouble)
        t.emit(Struck(trouble, t.world.pile[:place] + t.world.pile[place + 1 :]))


@scout.offer
def _(o: Offer[World]) -> None:
    o.pick("of", o.mine(tuple(o.world.scouts)), unless=lambda one: tired(o.world, one))


def tired(world: World, one: Id) -> Refused | None:
    """Why a scout can't go."""
    return Refused.because("tired") if world.scouts[one].stamina < 1 else None

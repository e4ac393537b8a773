"""Effects that last by themselves and can be taken away for a while (YA-11)."""

from takusen.rules import Id, Offer, Play, act

from .states import end, lay
from .world import State, World

LOST = "lost"


@act("YA-11", by="gm")
def strip_effect(t: Play[World], of: Id, skill: str) -> None:
    """Magic or a device takes away what a skill does for somebody."""
    until = str(t.content("charts.effects.lost_until"))
    end(t, of, tuple(state for state in t.world.characters[of].states if state.source == skill and state.name != LOST))
    lay(t, of, State(LOST, until, source=skill))


@strip_effect.offer
def _(o: Offer[World]) -> None:
    removable = tuple(o.content("charts.effects.removable"))
    able = tuple(one for one, me in o.world.characters.items() if set(me.skills) & set(removable) and not me.removed)
    of = o.pick("of", able)
    o.pick("skill", tuple(one for one in o.world.characters[of].skills if one in removable))

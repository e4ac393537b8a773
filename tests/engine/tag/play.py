"""The game of tag."""

from takusen.rules import Chance, Id, Offer, Play, act, rule
from tests.engine.yard.play import cannot_reach, is_out
from tests.engine.yard.world import World

from .facts import Caught


@rule("TAG-1")
def pace(t: Chance) -> int:
    """How fast whoever was caught still is."""
    return int(t.content("pace.caught")) if t.option("caught") == "slow" else 0


@act("TAG-1")
def tag(t: Play[World], actor: Id, target: Id) -> None:
    """Catch who stands beside one."""
    t.emit(Caught(target, pace(t)))


@tag.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(o.world.fighters), unless=lambda one: is_out(o.world, one))
    others = tuple(one for one in o.world.fighters if one != actor)
    o.pick("target", others, unless=lambda one: cannot_reach(o.world, actor, one))

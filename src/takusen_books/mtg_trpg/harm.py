"""Damage, modifiers, counters, fights and control (MT-13, MT-15, MT-16, MT-18 to MT-20)."""

from takusen.rules import Id, Play, rule

from .amounts import counted, modifier_of
from .control import take_control
from .facts_cast import Fought, NothingHappened
from .plan import Step, Use
from .reach import guarded
from .stats import MINUS, PLUS, power
from .world import NOTHING, Until, World
from .wounds import modify, put_counters, wound


@rule("MT-01", "MT-13", "MT-23")
def wounded(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Dealt damage, unless protection from the colour prevents it."""
    if guarded(t.world, one, use.colours):
        t.emit(NothingHappened(one, "protected"))
    else:
        wound(t, one, counted(t, use, step, one))


@rule("MT-01", "MT-15")
def weakened(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A modifier of power and toughness: for this scene, or as long as its source is there."""
    modify(t, one, modifier_of(t, use, step, one))


@rule("MT-01", "MT-16")
def withered(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """-1/-1 counters."""
    put_counters(t, one, MINUS, counted(t, use, step, one))


@rule("MT-01", "MT-16")
def strengthened(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """+1/+1 counters, which take -1/-1 counters away."""
    put_counters(t, one, PLUS, counted(t, use, step, one))


@rule("MT-01", "MT-13")
def fought(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Two creatures deal each other damage as high as their power."""
    mine = step.fighter or use.permanent
    if mine not in t.world.permanents or not t.world.permanents[mine].here or mine == one:
        t.emit(NothingHappened(one, "itself" if mine == one else "gone"))
        return
    t.emit(Fought(mine, one))
    given, taken = power(t.world.permanents[mine]), power(t.world.permanents[one])
    wound(t, one, given)
    wound(t, mine, taken)


@rule("MT-01", "MT-18", "MT-19", "MT-20", "MT-27")
def taken(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A PC takes control by magic, which needs no consent."""
    me = t.world.permanents[one]
    if me.controller == use.pc and me.control is None:
        t.emit(NothingHappened(one, "already_so"))
        return
    until = lasting(step.effect.duration)
    take_control(t, one, use.pc, until, use.permanent if until == "source" else NOTHING)


def lasting(duration: str) -> Until:
    """How long control lasts."""
    if duration in ("eot", "your_next_turn"):
        return "scene"
    return "source" if duration in ("while_source", "while_attached") else "stays"

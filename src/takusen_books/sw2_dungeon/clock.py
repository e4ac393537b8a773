"""TP, the only clock (SD-12 to SD-14), and what a declaration ends (SD-16)."""

from takusen.rules import Chance, Id, Play

from .facts import TpChanged
from .harm import end_benefits
from .world import Threshold, World


def declared(t: Play[World]) -> None:
    """A declaration is made: what lasts until the next one is over (SD-11, SD-16)."""
    end_benefits(t, ("until_declaration",))


def pass_time(t: Play[World], delta: int, why: str, reason: str = "") -> None:
    """TP rises or falls; thresholds that it reaches become due, and what lasts until it rises is over."""
    was = t.world.tp
    now = was + delta if t.option("tp_floor") == "yes" else max(0, was + delta)
    t.emit(TpChanged(now - was, now, why, reason, t.world.due + reached(t, t.world, was, now)))
    if now > was:
        end_benefits(t, ("until_tp",))


def reached(t: Chance, world: World, was: int, now: int) -> tuple[Id, ...]:
    """Thresholds whose event is due now (SD-14, options tp_trigger and tp_refire)."""
    open_ones = {
        key: one
        for key, one in world.thresholds.items()
        if key not in world.due and (not one.met or t.option("tp_refire") == "yes")
    }
    hit = [key for key, one in open_ones.items() if struck(t, one, was, now)]
    return tuple(sorted(hit, key=lambda key: open_ones[key].tp))


def struck(t: Chance, threshold: Threshold, was: int, now: int) -> bool:
    """Whether a rise of TP sets off a threshold: by reaching or passing it, or only by coming to it exactly."""
    if t.option("tp_trigger") == "exact":
        return was < threshold.tp == now
    return was < threshold.tp <= now

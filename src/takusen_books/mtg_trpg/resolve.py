"""What effects do: each to whomever it is aimed at, by the rule that the matrix names for that sort of target."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from takusen.rules import Id, Play

from . import bodies, graves, harm, minds
from .amounts import counted, divided, settled_once
from .facts_cast import LeftToTable, NothingHappened
from .mass import within_reach
from .matrix import MATRIX, Fate
from .plan import Step, Use
from .questions import Case, carry_on, gm, reads_right
from .reach import FOR_PLAYERS, whose
from .sorts import sort_of
from .world import NOTHING, World

APPLY, BY_HAND, NOTHING_DONE = "apply", "by_hand", "nothing"

OUTCOMES: Mapping[str, Callable[[Play[World], Use, Step, Id], None]] = {
    one.name: one
    for one in (
        bodies.destroyed,
        bodies.sent_home,
        bodies.brought_back,
        bodies.teleported,
        bodies.land_teleported,
        bodies.vanished,
        bodies.walker_exiled,
        bodies.land_exiled,
        bodies.sealed,
        bodies.walker_sealed,
        bodies.blinked,
        bodies.land_blinked,
        bodies.token_gone,
        bodies.to_hand,
        bodies.to_library,
        bodies.to_exile,
        harm.wounded,
        harm.weakened,
        harm.withered,
        harm.strengthened,
        harm.fought,
        harm.taken,
        minds.boss_discards,
        minds.discards,
        minds.sacrifices,
        graves.revived_at_home,
        graves.revived_here,
        graves.mended,
        graves.remains_gone,
        graves.back_to_hand,
        graves.back_to_battlefield,
        graves.card_exiled,
        graves.graveyard_exiled,
    )
}
"""The procedures by the words that the matrix uses."""


def fate(world: World, step: Step, one: Id) -> Fate:
    """What the matrix says of an effect and its target."""
    return MATRIX[step.effect.kind][sort_of(world, one)]


def resolve(t: Play[World], use: Use, plan: tuple[Step, ...]) -> None:
    """The effects in the order of the card; one that speaks of those before it is the GM's to confirm."""
    last: tuple[Id, ...] = ()
    for step in plan:
        last = carried_out(t, use, step, last)


def carried_out(t: Play[World], use: Use, step: Step, last: tuple[Id, ...]) -> tuple[Id, ...]:
    """One effect upon all that it meets, and whom that was."""
    met = struck(t, use, step, last)
    if step.effect.unsure and met and step.effect.scope != "referenced" and not read_rightly(t, use, step, met):
        met = ()
    if met:
        step = settled_once(t, use, step, met)
    if step.effect.kind == "fight" and len(met) == 2:
        befall(t, use, replace(step, fighter=met[0]), met[1])
    elif step.effect.divided and len(met) > 1:
        shares = divided(t, use, counted(t, use, step, met[0]), met)
        for one, share in zip(met, shares, strict=True):
            befall(t, use, replace(step, effect=replace(step.effect, amount=share)), one)
    else:
        for one in met:
            befall(t, use, step, one)
    return met or last


def befall(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """One effect upon one target, as the matrix says."""
    if is_gone(t.world, one, step):
        t.emit(NothingHappened(one, "gone"))
        return
    if one in step.spared:
        t.emit(NothingHappened(one, "lost"))
        return
    found = fate(t.world, step, one)
    if found.never:
        t.emit(NothingHappened(one, "no_target"))
    else:
        OUTCOMES[found.does](t, use, step, one)


def is_gone(world: World, one: Id, step: Step) -> bool:
    """Whether a target isn't where it was when it was picked."""
    me = world.permanents.get(one)
    if step.effect.kind in ("raise", "reanimate", "grave_exile"):
        buried = any(one in pc.graveyard for pc in world.pcs.values()) or one in world.pcs
        return not (buried if me is None else me.zone == "graveyard" or me.ruin == "destroyed")
    return me is not None and not me.here


def struck(t: Play[World], use: Use, step: Step, last: tuple[Id, ...]) -> tuple[Id, ...]:
    """Whom an effect meets: its targets, all within its range, its own permanent, or whoever was met before."""
    scope = step.effect.scope
    if scope in ("target", "choose"):
        return step.targets
    if scope in ("all", "each"):
        return within_reach(t, use, step)
    if scope == "attached":
        holder = t.world.permanents[use.permanent].holder if use.permanent else NOTHING
        return (holder,) if holder else ()
    if scope == "self":
        return (use.permanent,) if use.permanent else ()
    return (use.pc,) if scope == "you" else confirmed(t, use, step, last)


def confirmed(t: Play[World], use: Use, step: Step, last: tuple[Id, ...]) -> tuple[Id, ...]:
    """Whoever was met before, where the GM agrees that the card speaks of them."""
    about = Case(use.pc, use.name, last[0] if last else NOTHING, step.text)
    choices = (APPLY, NOTHING_DONE) if last else (BY_HAND, NOTHING_DONE)
    answer = gm(t, "referred", about, choices, carry_on, step.effect.kind)
    return spoken_of(t.world, step, last) if answer == APPLY else ()


def read_rightly(t: Play[World], use: Use, step: Step, met: tuple[Id, ...]) -> bool:
    """Whether an effect that the recogniser doubts is carried out, as the GM says."""
    about = Case(use.pc, use.name, met[0] if len(met) == 1 else NOTHING, step.text)
    answer: str = gm(t, "doubted", about, (APPLY, BY_HAND, NOTHING_DONE), reads_right, f"{use.name}:{step.effect.kind}")
    if answer == BY_HAND:
        t.emit(LeftToTable(use.name, step.text, "by_hand"))
    return answer == APPLY


def spoken_of(world: World, step: Step, last: tuple[Id, ...]) -> tuple[Id, ...]:
    """Whoever a card means by what it says of those before: themselves, or the players who control them."""
    if step.effect.kind not in FOR_PLAYERS and step.effect.targets_kind != ("player",):
        return last
    return tuple(dict.fromkeys([whose(world, one) or one for one in last]))

"""What has to be settled around a card: the GM's word before it is cast, ranges, wards, and what is done by hand."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from takusen.rules import Id, Play, Policy, rule

from .aiming import to_be_said
from .facts_cast import AbilityCountered, CastHeld, Countered, LeftToTable, Paid, WardMet
from .hindered import cleared
from .mana import cost_of, paid
from .mass import MASS, OPPONENTS, TEAMMATES, enemies_count, range_of
from .plan import Part, Step, Use
from .questions import (
    Case,
    Demand,
    as_an_opponent,
    counts_too,
    gm,
    is_met,
    is_paid,
    it_fits,
    pays_the_ward,
    settled_by_hand,
)
from .world import NOTHING, World

COUNTS, COUNTS_NOT = "counts", "counts_not"
FITS, FITS_NOT = "fits", "fits_not"
PAID, UNPAID = "paid", "unpaid"
BY_HAND, NOTHING_DONE = "by_hand", "nothing"

Held = Literal["teammates", "not_fitting"]
VERDICTS: Mapping[str, tuple[str, str, Policy[str], Held]] = {
    "whose": (OPPONENTS, TEAMMATES, as_an_opponent, "teammates"),
    "graveyard_counts": (COUNTS, COUNTS_NOT, counts_too, "teammates"),
    "fits": (FITS, FITS_NOT, it_fits, "not_fitting"),
}
"""The questions about a target: the answer that lets it be one and the other, the usual one, and why it isn't."""

# before anything is paid ---------------------------------------------------------------------------------------------


def agreed(t: Play[World], use: Use, plan: tuple[Step, ...], extra: str) -> tuple[Step, ...] | None:
    """The plan as the GM agrees to its targets, and that other costs are paid; None where not. Nothing has happened
    yet."""
    done: list[Step] = []
    for step in plan:
        found = cleared(t, use, step)
        if found is None or not all(settled(t, use, step, one) for one in step.targets if one not in found.spared):
            return None
        done.append(found)
    return tuple(done) if met(t, use, extra) else None


@rule("MT-21", "MT-24", "MT-27")
def settled(t: Play[World], use: Use, step: Step, one: Id) -> bool:
    """Whether the GM lets something be the target, where that is the GM's to say."""
    for asks in to_be_said(t.world, one, step.effect):
        yes, no, usual, why = VERDICTS[asks]
        if gm(t, asks, Case(use.pc, use.name, one, step.text), (yes, no), usual, sort(asks, one)) == no:
            t.emit(CastHeld(use.pc, use.name, why, one))
            return False
    return True


def sort(asks: str, one: Id) -> str:
    """What a precedent is about: whose somebody is, or any remains."""
    return "" if asks == "graveyard_counts" else one


@rule("MT-01")
def met(t: Play[World], use: Use, extra: str) -> bool:
    """Whether costs that are no mana are paid, as the GM sees it."""
    if not extra:
        return True
    if gm(t, "cost_paid", Case(use.pc, use.name, NOTHING, extra), (PAID, UNPAID), is_paid) == PAID:
        return True
    t.emit(CastHeld(use.pc, use.name, "cost_unpaid"))
    return False


def ranged(t: Play[World], use: Use, plan: tuple[Step, ...]) -> tuple[Step, ...]:
    """The plan with the range of each effect that takes in everything, before anything happens."""
    reached: Id = NOTHING
    done: list[Step] = []
    for step in plan:
        if step.effect.scope in MASS:
            declared = t.option("hostile_npc_side") == "gm_declares"
            step = replace(step, declared=declared, rivals=enemies_count(t, use, step))
            reached = reached or range_of(t, use, step)
            step = replace(step, reach=reached)
        done.append(step)
    return tuple(done)


# ward ----------------------------------------------------------------------------------------------------------------


@rule("MT-01")
def wards_met(t: Play[World], use: Use, plan: tuple[Step, ...]) -> bool:
    """Whether what the wards of the targets demand is paid; else it all comes to nothing."""
    aimed = [step for step in plan if step.effect.scope == "target"]
    asked = [one for step in aimed for one in step.targets if one not in step.spared]
    return all(ward_passed(t, use, one) for one in dict.fromkeys(asked))


def ward_passed(t: Play[World], use: Use, one: Id) -> bool:
    """Whether a target has no ward, or it is paid."""
    if not demands(t.world, use.pc, one) or ward_paid(t, use, one):
        return True
    t.emit((AbilityCountered if use.permanent else Countered)(use.pc, use.name, one))
    return False


def demands(world: World, pc: Id, one: Id) -> str:
    """What a target's ward demands of a PC."""
    me = world.permanents.get(one)
    return "" if me is None or me.controller == pc else me.ward


def ward_paid(t: Play[World], use: Use, one: Id) -> bool:
    """Whether a ward is paid: mana by the PC, anything else as the GM sees it."""
    demand = t.world.permanents[one].ward
    about = Demand(use.name, one, demand)
    if not demand.startswith("{"):
        answer = gm(t, "ward_met", about, (PAID, UNPAID), is_met)
    else:
        payable = paid(t.world, use.pc, cost_of(demand)) is not None
        answer = t.ask(use.pc, "ward_paid", (PAID, UNPAID) if payable else (UNPAID,), about, pays_the_ward)
    return answer == PAID and ward_settled(t, use, one)


def ward_settled(t: Play[World], use: Use, one: Id) -> bool:
    """The mana that a ward demands goes; False where it can't be paid any more."""
    demand, me = t.world.permanents[one].ward, t.world.pcs[use.pc]
    if demand.startswith("{"):
        payment = paid(t.world, use.pc, cost_of(demand))
        if payment is None:
            return False
        t.emit(Paid(use.pc, demand, payment.tapped, payment.pool, payment.life, me.life - payment.life))
    t.emit(WardMet(use.pc, one))
    return True


# afterwards ----------------------------------------------------------------------------------------------------------


@rule("MT-01")
def left_over(t: Play[World], use: Use, work: tuple[Part, ...]) -> None:
    """What the table doesn't do of a card is the GM's: done by hand, or left undone."""
    for part in work:
        if part.mode.doubt:
            about = Case(use.pc, use.name, NOTHING, part.mode.doubt)
            answer = gm(t, "outcome", about, (BY_HAND, NOTHING_DONE), settled_by_hand, use.name)
            t.emit(LeftToTable(use.name, part.mode.doubt, answer))

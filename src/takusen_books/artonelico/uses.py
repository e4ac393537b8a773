"""When a skill may be used, and what it costs (AT-17, AT-26, AT-28)."""

from takusen.rules import Id, Play, Refused, Square, Table, rule

from .arts import DECLARED, Skill
from .facts_act import SkillUsed
from .stats import amount, holds, permits
from .world import NOBODY, NOWHERE, Fighter, World

ONCE = ("announce", "song_command")
"""Timings at which the same-named effect works once only (AT-17)."""
HARMO = "hg"


# when ----------------------------------------------------------------------------------------------------------------


def not_while_chanting(world: World, one: Id, skill: Skill, hook: str) -> Refused | None:
    """Why chanting, or not chanting, forbids a skill."""
    if world.fighter(one).chant is None:
        return Refused("only_while_chanting") if skill.singing == "only" else None
    if skill.singing != "no" or permits(world, one, "active" if skill.state == "active" else hook):
        return None
    return Refused("not_while_chanting")


def cannot_use(world: World, one: Id, skill: Id, hook: str, per_side: bool = False) -> Refused | None:
    """Why somebody can't use a skill in a window, as far as skill and user go."""
    art = world.skills[skill]
    return (
        (None if hook in art.hooks else Refused("other_moment"))
        or not_while_chanting(world, one, art, hook)
        or spent(world, one, skill, hook, per_side)
        or unpayable(world, one, skill)
        or unmet(world, one, skill)
    )


def spent(world: World, one: Id, skill: Id, hook: str, per_side: bool) -> Refused | None:
    """Why a limit forbids one more use."""
    me, limit = world.fighter(one), world.skills[skill].limit
    for span in ("turn", "battle"):
        if span in limit and me.uses.get(f"{skill}:{span}", 0) >= limit[span]:
            return Refused("limit_reached")
    if hook not in ONCE and not (hook in DECLARED and "timing" in limit):
        return None
    side = world.standing(me.side) if per_side else (one,)
    used = sum(world.fighter(each).uses.get(f"{skill}:{hook}", 0) for each in side)
    return Refused("same_name_used") if used >= limit.get("timing", 1) else None


def unpayable(world: World, one: Id, skill: Id) -> Refused | None:
    """Why the cost can't be paid."""
    for what, need in price(world, one, skill).items():
        left = purse(world, one, what)
        if need > left:
            return Refused.because("cost_short", what=what, need=need, left=left)
    return None


def unmet(world: World, one: Id, skill: Id) -> Refused | None:
    """Why the condition is not met."""
    art = world.skills[skill]
    if not art.needs or holds(world, one, art.needs, world.fighter(one).skills.get(skill, 1)):
        return None
    return Refused.because("needs_unmet", needs=art.needs)


# what it costs -------------------------------------------------------------------------------------------------------


def price(world: World, one: Id, skill: Id) -> dict[str, int]:
    """What a skill costs its user now."""
    cost = world.skills[skill].cost
    level = world.fighter(one).skills.get(skill, 1)
    return {what: max(0, amount(world, one, text, level)) for what, text in cost.items()}


def purse(world: World, one: Id, what: str) -> int:
    """What there is to pay with."""
    if what == HARMO:
        return world.harmo
    left: int = getattr(world.fighter(one), {"bg": "gauge"}.get(what, what))
    return left


def counted(me: Fighter, skill: Id, hook: str, art: Skill) -> Table[str, int]:
    """The counts of uses after one more."""
    spans = [span for span in ("turn", "battle") if span in art.limit]
    if hook in ONCE or (hook in DECLARED and "timing" in art.limit):
        spans.append(hook)
    uses = me.uses
    for span in spans:
        uses = uses.put(f"{skill}:{span}", uses.get(f"{skill}:{span}", 0) + 1)
    return uses


@rule("AT-28")
def pay(t: Play[World], one: Id, skill: Id, hook: str, target: Id = NOBODY, square: Square = NOWHERE) -> int:
    """A skill is used: its cost goes and its uses count. Gives the MP paid."""
    me, art = t.world.fighter(one), t.world.skills[skill]
    cost = price(t.world, one, skill)
    left = {what: purse(t.world, one, what) - cost.get(what, 0) for what in ("hp", "mp", "bg", "miracle", "marker")}
    t.emit(
        SkillUsed(
            one,
            skill,
            me.skills.get(skill, 1),
            target,
            square,
            left["hp"],
            left["mp"],
            left["bg"],
            left["miracle"],
            left["marker"],
            t.world.harmo - cost.get(HARMO, 0),
            counted(me, skill, hook, art),
        )
    )
    return cost.get("mp", 0)

"""Timing windows: who has a reaction, and what comes of it (AT-21, AT-26, AT-28)."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from takusen.rules import PASS, Choice, Id, Play, Policy, Refused, Table, policy, rule

from . import effects
from .aim import aimed, cannot_aim, targets
from .arts import DECLARED, HOOKS, Skill
from .uses import cannot_use, pay
from .world import FAINT, NOBODY, NOWHERE, World

COVER = "cover"
NOTHING: Table[str, int] = Table()
WINDOWS = tuple(hook for hook in HOOKS if hook not in DECLARED)


class Moment(msgspec.Struct, frozen=True):
    """What a reaction prompt shows: the window, whom it concerns, and what is left to pay with."""

    window: str
    of: Id
    by: Id = NOBODY
    target: Id = NOBODY
    known: Table[str, int] = Table()
    harmo: int = 0


class Aimed(msgspec.Struct, frozen=True):
    """Who is asked at whom a reaction goes."""

    of: Id
    skill: Id


@policy("aim")
def nearest_first(about: Aimed, open_ones: Sequence[Id]) -> Id:
    """Oneself or the first in reach."""
    return about.of if about.of in open_ones else open_ones[0]


# reactions -----------------------------------------------------------------------------------------------------------


def watching(world: World, window: str) -> tuple[Id, ...]:
    """Who has active skills for a window, as of this turn."""
    return world.here().alert.get(window, ())


def alert(world: World) -> Table[str, tuple[Id, ...]]:
    """For each window those who have active skills for it."""
    found: dict[str, tuple[Id, ...]] = {}
    for one, me in world.fighters.items():
        if me.skills and me.fighting and not (me.fled or me.removed):
            for hook in hooks(world.skills, me.skills):
                found[hook] = (*found.get(hook, ()), one)
    return Table(found)


@lru_cache(maxsize=4096)
def hooks(arts: Table[Id, Skill], known: Table[Id, int]) -> tuple[str, ...]:
    """The windows in which active skills may be used."""
    active = (arts[skill] for skill in known if skill in arts and arts[skill].state == "active")
    return tuple(dict.fromkeys(hook for art in active for hook in art.hooks))


def can_react(world: World, one: Id, late: bool) -> bool:
    """Whether somebody is in a state to react; `late` asks those who have been downed, too."""
    me = world.fighter(one)
    return (me.stands or (late and me.downed)) and FAINT not in me.ailments


def reactions(world: World, window: str, one: Id, target: Id) -> tuple[Choice[Id], ...]:
    """A fighter's active skills for a window, each with what forbids it now."""
    mine = (skill for skill in world.fighter(one).skills if skill in world.skills)
    arts = ((skill, world.skills[skill]) for skill in mine)
    return tuple(
        [
            Choice(skill, cannot_use(world, one, skill, window) or no_target(world, one, art, target))
            for skill, art in arts
            if art.state == "active" and window in art.hooks
        ]
    )


def no_target(world: World, one: Id, art: Skill, target: Id) -> Refused | None:
    """Why a reaction has nobody to go to."""
    if art.target in ("self", "none", "square"):
        return None
    if target:
        return cannot_aim(world, one, art, target)
    refused = [cannot_aim(world, one, art, other) for other in targets(world, one, art)]
    return refused[0] if refused and all(refused) else None


def first(about: Moment, open_ones: Sequence[str]) -> str:
    """The first skill that may be used."""
    return open_ones[0]


def none(about: Moment, open_ones: Sequence[str]) -> str:
    """No skill."""
    return PASS


def where_it_may_down(about: Moment, open_ones: Sequence[str]) -> str:
    """A skill where the blow may down the one it is meant for."""
    return open_ones[0] if about.known.get("POWER", 0) >= about.known.get("HP", 0) else PASS


USUAL = Table(
    (window, Policy(window, *(("cover_the_weak", where_it_may_down) if window == COVER else ("use_it", first))))
    for window in WINDOWS
)
"""What is answered where nobody says otherwise, by window."""
SPARING = tuple(Policy(window, "let_it_pass", none) for window in WINDOWS)


@rule("AT-21", "AT-26", "AT-28")
def react(
    t: Play[World],
    window: str,
    among: tuple[Id, ...],
    by: Id = NOBODY,
    target: Id = NOBODY,
    known: Table[str, int] = NOTHING,
    late: bool = False,
) -> tuple[tuple[Id, Id], ...]:
    """A timing window: whoever has a skill for it is asked, and what they use takes effect, in order. Reactions use up
    neither action. `target` is at whom reactions aimed at others go; without one it is asked. `late` asks the downed,
    too."""
    able = [one for one in watching(t.world, window) if one in among and can_react(t.world, one, late)]
    if not able:
        return ()
    about = Moment(window, among[0], by, target, known, t.world.harmo)
    asked = {one: reactions(t.world, window, one, target) for one in able}
    used: list[tuple[Id, Id]] = []
    for one, skill in t.window(window, about, asked, USUAL[window]):
        if cannot_use(t.world, one, skill, window) is None:
            resolve(t, one, skill, window, by, target, known)
            used.append((one, skill))
    return tuple(used)


def resolve(t: Play[World], one: Id, skill: Id, window: str, by: Id, target: Id, known: Table[str, int]) -> None:
    """A reaction is paid for and takes effect."""
    aim = reaction_target(t, one, skill, target)
    paid = pay(t, one, skill, window, aim)
    if window != "mp_paid":
        mp_paid(t, one, paid)
    art, level = t.world.skills[skill], t.world.fighter(one).skills.get(skill, 1)
    use = effects.Use(one, skill, art.name, level, art.effects, by, known)
    effects.take_effect(t, use, aimed(t.world, one, art, aim, NOWHERE))


def reaction_target(t: Play[World], one: Id, skill: Id, target: Id) -> Id:
    """At whom a reaction goes: its user, the one whom the window is about, or whom its player names."""
    art = t.world.skills[skill]
    if art.target in ("self", "none", "square"):
        return one
    if target:
        return target
    choices = tuple(Choice(other, cannot_aim(t.world, one, art, other)) for other in targets(t.world, one, art))
    return t.ask(one, "aim", choices, Aimed(one, skill), nearest_first)


def mp_paid(t: Play[World], one: Id, paid: int) -> None:
    """The window of MP paid."""
    if paid and watching(t.world, "mp_paid"):
        react(t, "mp_paid", (one,), by=one, target=one, known=Table({"PAID": paid}))

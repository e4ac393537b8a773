"""What is shown of skills at hand: which can be used now, what each does and costs, and why another can't (YA-09)."""

from collections.abc import Iterator

import msgspec

from takusen.rules import Both, Custom, Id, View, Word, is_hidden

from .blocks import AFTER, Skill
from .catalogue import catalogue
from .sheet import layer_of, worded
from .use_skill import cannot_use, declared
from .uses import cost
from .world import AFTERPLAY, MAIN, PARTY, Character, World


class Skilled(msgspec.Struct, frozen=True):
    """A skill of somebody's: its level, timing and cost now, how often it may be used, what it does, and why not."""

    id: str
    level: int
    timing: str
    cost: int
    target: str
    range: str
    limit: str
    per: str
    categories: tuple[str, ...]
    text: Both
    layer: str
    why: Word | None


class Handful(msgspec.Struct, frozen=True):
    """Somebody's skills: those that can be used now, and the others."""

    id: Id
    name: str
    ready: tuple[Skilled, ...]
    others: tuple[Skilled, ...]


class Skills(msgspec.Struct, frozen=True):
    """The skills of those whom the viewer plays."""

    people: tuple[Handful, ...]


def skill_panels(v: View[World]) -> tuple[Custom, ...]:
    """Skills of the viewer's own; the GM sees those of whoever may use one now."""
    people = tuple(handful(v, one) for one in players_of(v))
    shown = tuple(one for one in people if one.ready or (one.others and not v.gm))
    return (Custom("skills", Skills(shown)),) if shown else ()


def players_of(v: View[World]) -> Iterator[Id]:
    """Those whom the viewer plays and whose skills are known; in a main process only whoever has it."""
    here = v.world.combat
    for one, me in v.world.characters.items():
        if is_hidden(me.skills) or not concerns(v, one, me):
            continue
        if here is None or here.process != MAIN or here.turn == one or v.mine(one):
            yield one


def concerns(v: View[World], one: Id, me: Character) -> bool:
    """Whether the viewer uses somebody's skills."""
    mine = v.mine(one) or (v.gm and (me.fighting or me.side == PARTY) and not me.player)
    return mine and not (me.removed or me.making or me.dead)


def handful(v: View[World], one: Id) -> Handful:
    """Somebody's skills; in the after-play those for it."""
    after = v.world.session is not None and v.world.session.part == AFTERPLAY
    known = catalogue(v.reading).skills
    fitting = (id for id in declared(v.world, v.reading, one) if not after or known[id].timing == AFTER)
    all = tuple(skilled(v, one, id) for id in fitting)
    ready, others = (tuple(each for each in all if (each.why is None) == now) for now in (True, False))
    return Handful(one, v.world.characters[one].name, ready, others)


def skilled(v: View[World], one: Id, id: str) -> Skilled:
    """A skill of somebody's."""
    me, skill = v.world.characters[one], catalogue(v.reading).skills[id]
    return Skilled(
        id,
        me.skills[id],
        skill.timing,
        cost(v.reading, me, id),
        skill.target,
        skill.range,
        limit(skill, me.skills[id]),
        skill.per,
        skill.category,
        skill.text,
        layer_of(v.reading, f"skills.{id}"),
        worded(cannot_use(v.world, v.reading, one, id)),
    )


def limit(skill: Skill, level: int) -> str:
    """How often a skill may be used, as it is written."""
    return skill.limit.replace("SL", str(level)) if skill.per else ""

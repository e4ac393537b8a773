"""What skills and items do: a closed list of kinds, each a procedure (YA-09)."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from takusen.rules import Chance, Id, Play, Table, rule
from takusen.rules import total as total_of

from .blocks import Effect, Skill
from .blows import MAGIC, follow, load, use_up, weapon_in_hand, wound
from .catalogue import catalogue
from .checks import RANKS, REACTION, Met, check, contested, weighed
from .facts_fight import Contested
from .facts_skill import Marched, Mended, Withstood
from .states import end, ends_in, lay, of_status, round_of
from .stats import amount, holds, hp_max, mp_max, total
from .strike import ATTACK, Blow, after_attack, strike
from .things import call, count_try, loot
from .turn import give_turn, not_yet
from .world import NOBODY, State, World

HIDDEN, DEALT = "hidden", "dealt >= 1"
"""The condition of what follows only a blow that got through."""
Dealt = tuple[tuple[Id, int], ...] | None
FULL = {"hp": hp_max, "mp": mp_max}
SIDES = ("allies", "foes", "others")
TRIED = "tried"


class Use(msgspec.Struct, frozen=True):
    """A use of a skill or thing: whose, of what, at which level, and at whom. `own` is the thing among one's own."""

    by: Id
    source: str
    level: int
    of: str
    targets: tuple[Id, ...]
    effects: Table[str, Effect]
    contest: tuple[str, str] | None = None
    own: Id = NOBODY
    target: str = "self"
    range: str = ""
    check: str = "auto"


def use_of_skill(by: Id, id: str, level: int, skill: Skill, targets: tuple[Id, ...]) -> Use:
    """A use of a skill."""
    return Use(by, id, level, skill.of, targets, skill.effects, skill.contest, NOBODY, skill.target, skill.range,
               skill.check)  # fmt: skip


ACT_NEXT = "act_next"
"""The hook of what is for those who have not yet acted."""
Procedure = Callable[[Play[World], Use, Effect, tuple[Id, ...]], None]


@rule("YA-09")
def take_effect(t: Play[World], use: Use) -> None:
    """All that a use does, one after another; who wins a contest against it is left out of what is done to them."""
    met = use.targets if {"attack", "hide"} & kinds(use) else beaten(t, use)
    dealt: Dealt = None
    for effect in use.effects.values():
        on = reached(t.world, use, effect, met)
        if effect.kind == "attack":
            dealt = attack_by_skill(t, use, effect, on)
            met = tuple(one for one, _ in dealt)
            continue
        on = tuple(one for one in on if so(t, use, effect, one, dealt))
        if on:
            KINDS[effect.kind](t, use, effect, on)


def so(t: Play[World], use: Use, effect: Effect, one: Id, dealt: Dealt) -> bool:
    """Whether an effect's condition holds for one whom it meets; `dealt` is the damage that got through."""
    if effect.when == DEALT:
        return dict(dealt or ()).get(one, 0) > 0
    return holds(t.world.characters[use.by], t.reading, effect.when, use.level, use.of)


def kinds(use: Use) -> set[str]:
    """Which kinds of effects a use has."""
    return {effect.kind for effect in use.effects.values()}


def reached(world: World, use: Use, effect: Effect, met: tuple[Id, ...]) -> tuple[Id, ...]:
    """Whom an effect meets."""
    if effect.on == "self":
        return (use.by,)
    if effect.on not in SIDES:
        return met
    mine = world.characters[use.by].side
    sided = (one for one in met if (world.characters[one].side == mine) == (effect.on != "foes"))
    return tuple(one for one in sided if effect.on != "others" or one != use.by)


@rule("YA-09", "YA-03")
def beaten(t: Play[World], use: Use) -> tuple[Id, ...]:
    """Whom a use meets after the contests that it calls for; one's own side doesn't resist."""
    if use.contest is None:
        return use.targets
    won = []
    for one in use.targets:
        if "steal" in kinds(use):
            count_try(t, use.by, one, TRIED)
        if one == use.by or wins(t, use.by, one, use.contest):
            won.append(one)
        else:
            t.emit(Withstood(one, use.source))
    return tuple(won)


@rule("YA-03", "YA-09")
def wins(t: Play[World], one: Id, other: Id, numbers: tuple[str, str]) -> bool:
    """A contest between two, each with a number of their own."""
    mine, theirs = total(t.world, t.reading, one, numbers[0]), total(t.world, t.reading, other, numbers[1])
    return contested(t, one, mine, other, theirs)


@rule("YA-03", "YA-09")
def beats_all(t: Play[World], one: Id, against: tuple[Id, ...], numbers: tuple[str, str]) -> bool:
    """One roll of one's own against the reaction of each."""
    if not against:
        return True
    got = check(t, total(t.world, t.reading, one, numbers[0]), 0, one)
    won = []
    for other in against:
        met = Met(got, check(t, total(t.world, t.reading, other, numbers[1]), 0, other, REACTION))
        t.emit(Contested(one, got.total, other, met.theirs.total, RANKS[got.rank], RANKS[met.theirs.rank]))
        won.append(weighed(t, met) > 0)
    return all(won)


# the kinds -----------------------------------------------------------------------------------------------------------


def worth(t: Play[World], use: Use, effect: Effect) -> int:
    """What the amount of an effect comes to for its user."""
    return amount(t.world.characters[use.by], t.reading, effect.amount, use.level, use.of)


@rule("YA-09")
def given(t: Play[World], by: Id, source: str, stat: str, worth: int) -> int:
    """How much of a number of one's own a skill gives to others: as it is now, whatever it comes from."""
    return worth


@rule("YA-09")
def stacked(t: Chance, source: str, printed: str) -> str:
    """How a skill's effect stacks with another of itself."""
    return printed


def _modify(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    more = given(t, use.by, use.source, effect.stat, worth(t, use, effect))
    how = stacked(t, use.source, effect.stacking)
    for one in on:
        ends = ends_in(effect.until, round_of(t.world))
        lay(t, one, State(use.source, effect.until, ends, effect.stat, more, how, use.source, use.by))


def _status(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    for one in on:
        lay(t, one, of_status(t, effect.status, use.source, use.by, effect.until, round_of(t.world)))


def _cure(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    known = catalogue(t.reading).statuses
    for one in on:
        bad = tuple(
            state
            for state in t.world.characters[one].states
            if state.name == effect.status or (not effect.status and state.name in known and known[state.name].bad)
        )
        end(t, one, bad)


def _heal(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    what = effect.stat or "hp"
    for one in on:
        mend(t, one, what, rolled(t, use, effect))


@rule("YA-09")
def mend(t: Play[World], one: Id, what: str, more: int) -> None:
    """HP or MP come back, up to what one has at most."""
    me = t.world.characters[one]
    now = max(getattr(me, what), min(getattr(me, what) + more, FULL[what](t.world, t.reading, one)))
    t.emit(Mended(one, what, now - getattr(me, what), now))


def _march(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    for one in on:
        t.emit(Marched(one, max(0, t.world.characters[one].row + worth(t, use, effect))))


@rule("YA-09", "YA-03")
def hide(t: Play[World], use: Use, against: tuple[Id, ...]) -> bool:
    """Out of sight: one roll of one's own against the reaction of each who is hostile; who doesn't beat them all is
    seen."""
    numbers = use.contest or ("perception", "perception")
    if each_anew(t):
        won = [wins(t, use.by, one, numbers) for one in against]
        return all(won)
    return beats_all(t, use.by, against, numbers)


@rule("YA-03")
def each_anew(t: Chance) -> bool:
    """Whether who has several against them rolls anew against each."""
    return False


def _hide(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    mine = t.world.characters[use.by].side
    against = tuple(one for one, me in t.world.characters.items() if me.stands and me.side != mine)
    if hide(t, use, against):
        lay(t, use.by, State(HIDDEN, ATTACK, 0, source=use.source, by=use.by))


def _nothing(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    """What works by being there alone."""


def _gain(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    """MP or HP beyond what the skill costs, for those it meets."""
    for one in on:
        mend(t, one, effect.stat or "mp", worth(t, use, effect))


@rule("YA-08", "YA-09")
def attack_by_skill(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> tuple[tuple[Id, int], ...]:
    """A blow with the weapon in hand, or by magic, and what comes after it for each who was hit."""
    own: Id = next((own for own, each in t.world.characters[use.by].items.items() if each.item == effect.item), NOBODY)
    if own and effect.item:
        use_up(t, use.by, own)
    weapon: Id = weapon_in_hand(t.reading, t.world.characters[use.by])
    blow = blow_of(t, use, effect, weapon)
    met = []
    felled = 0
    for one in on:
        got = strike(t, replace(blow, target=one))
        felled += got.felled
        if got.met:
            met.append((one, got.amount))
            struck(t, use, one, got.amount)
    follow(t, use.by, weapon, use.target if blow.stat == ATTACK else MAGIC, felled, by_skill=True)
    after_attack(t, use.by)
    return tuple(met)


def blow_of(t: Play[World], use: Use, effect: Effect, weapon: Id) -> Blow:
    """What each target of an attack by skill meets: magic has its own element alone."""
    stat = effect.stat or ATTACK
    ready = load(t, use.by, weapon, use.target if stat == ATTACK else MAGIC, effect.element)
    elements = ready.elements if stat == ATTACK else tuple(filter(None, (effect.element,)))
    dice = amount(t.world.characters[use.by], t.reading, effect.dice, use.level, use.of)
    plus = worth(t, use, effect) + (ready.plus if stat == ATTACK else 0)
    return Blow(use.by, use.by, stat, plus, dice, elements=elements, weapon=weapon, source=use.source)


@rule("YA-09")
def struck(t: Play[World], use: Use, one: Id, damage: int) -> None:
    """What a skill brings beside its effects for one whom it hit: nothing in the base."""


def rolled(t: Play[World], use: Use, effect: Effect) -> int:
    """The amount of an effect with its dice."""
    me = t.world.characters[use.by]
    dice = amount(me, t.reading, effect.dice, use.level, use.of)
    flat = worth(t, use, effect)
    return t.roll("effect", total_of(dice, 6), use.by) + flat if dice > 0 else flat


def _damage(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    """Damage that nothing takes off."""
    for one in on:
        wound(t, one, use.by, rolled(t, use, effect), use.source)


def _call(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    call(t, use.by, use.source)


def _steal(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    for one in on:
        loot(t, use.by, one, use.source)


def _hook(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    """What the other kinds can't say."""
    HOOKS[effect.hook](t, use, effect, on)


def _act_next(t: Play[World], use: Use, effect: Effect, on: tuple[Id, ...]) -> None:
    for one in on:
        if not_yet(t.world, t.reading, one):
            give_turn(t, one)


KINDS: dict[str, Procedure] = {
    "damage": _damage,
    "heal": _heal,
    "modify": _modify,
    "status": _status,
    "cure": _cure,
    "hide": _hide,
    "march": _march,
    "cost": _nothing,
    "discount": _nothing,
    "call": _call,
    "steal": _steal,
    "gain": _gain,
    "hook": _hook,
}
HOOKS: dict[str, Procedure] = {"cover": _nothing, ACT_NEXT: _act_next}
"""Procedures by the name that content calls them by."""

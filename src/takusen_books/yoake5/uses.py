"""When a skill or item may be used, how often, and what it costs (YA-09)."""

from collections.abc import Iterator

from takusen.rules import Chance, Id, Reading, Refused, Table, judged, rule

from .blocks import AFTER, CLEANUP, MAJOR, MINOR, MOVE, PASSIVE, PREPLAY, REACTION, SETUP, Effect, Item, Skill
from .catalogue import catalogue
from .stats import amount, holds
from .world import AFTERPLAY, INITIATIVE, MAIN, Character, World
from .world import CLEANUP as CLEANING
from .world import PREPLAY as BEFORE
from .world import SETUP as SETTING_UP

ACTIONS = {MOVE: ("moved", "minor_used", "major_used"), MINOR: ("minor_used", "major_used"), MAJOR: ("major_used",)}
"""What of a main process must not be over for an action: move, minor and major come in that order (YA-06)."""
DONE = {MOVE: ("moved",), MINOR: ("minor_used",), MAJOR: ("major_used",), SETUP: ("setup_done",)}
PROCESSES = {SETUP: SETTING_UP, "initiative": INITIATIVE, CLEANUP: CLEANING}
PARTS = {PREPLAY: BEFORE, AFTER: AFTERPLAY}
MYSTIC = "mystic"


# when ----------------------------------------------------------------------------------------------------------------


def not_now(world: World, one: Id, timing: str) -> Refused | None:
    """Why a timing isn't now for somebody."""
    if timing in (PASSIVE, REACTION):
        return Refused.because("only_by_itself", timing=timing)
    if timing in PARTS:
        part = world.session.part if world.session else ""
        return None if part == PARTS[timing] else Refused.because("other_part", timing=timing)
    if world.combat is None:
        return None if timing in ACTIONS else Refused.because("only_in_combat", timing=timing)
    return _not_in_combat(world, one, timing)


def _not_in_combat(world: World, one: Id, timing: str) -> Refused | None:
    here, me = world.here(), world.characters[one]
    if not me.stands:
        return Refused.because("not_standing", who=me.name)
    if timing in PROCESSES:
        if here.process != PROCESSES[timing]:
            return Refused.because("other_process", timing=timing)
        return Refused("setup_used") if timing == SETUP and me.setup_done else None
    if here.process != MAIN or here.turn != one:
        return Refused.because("not_your_turn", who=me.name)
    over = any(getattr(me, flag) for flag in ACTIONS[timing])
    return Refused.because("action_used", timing=timing) if over else None


# how often -----------------------------------------------------------------------------------------------------------


def scope(world: World, per: str) -> str:
    """A name of the stretch of play in which uses count together."""
    combats = world.session.combats if world.session else 0
    scene = world.session.scene if world.session else 0
    here = world.combat
    if per == "scene":
        return f"scene{scene}.{combats}"
    if per in ("round", "timing") and here:
        stretch = f"round{scene}.{combats}.{here.round}"
        return stretch if per == "round" else f"{stretch}.{here.process}.{here.turn}"
    return "scenario"


def used(world: World, one: Id, name: str, per: str) -> int:
    """How often somebody has used something in the stretch that is on."""
    return world.characters[one].uses.get(f"{name}:{scope(world, per)}", 0)


def counted(world: World, one: Id, *names: str) -> Table[str, int]:
    """The uses after one more of each name, in every stretch."""
    uses = world.characters[one].uses
    for name in names:
        for each in dict.fromkeys(scope(world, per) for per in ("timing", "round", "scene", "scenario")):
            key = f"{name}:{each}"
            uses = uses.put(key, uses.get(key, 0) + 1)
    return uses


def spent(world: World, reading: Reading, one: Id, id: str) -> Refused | None:
    """Why a skill can't be used once more: its own limit, or one that a layer sets."""
    me, skill = world.characters[one], catalogue(reading).skills[id]
    if skill.per:
        most = amount(me, reading, skill.limit, me.skills.get(id, 1), skill.of)
        if used(world, one, id, skill.per) >= most:
            return Refused.because("limit_reached", skill=id, most=most, per=skill.per)
    if skill.timing in PROCESSES and world.combat and used(world, one, id, "timing"):
        return Refused.because("limit_reached", skill=id, most=1, per="timing")
    more = reading.limits.get(f"skills.{id}")
    if more and used(world, one, id, more.per) >= more.times:
        return Refused.because("limit_reached", skill=id, most=more.times, per=more.per)
    return None


@rule("YA-10")
def mystic_spent(t: Chance, this: int, others: int) -> bool:
    """Whether a mystic code's effect is used up in this scenario: each once, whatever others did."""
    return this > 0


def spent_item(world: World, reading: Reading, one: Id, id: str) -> Refused | None:
    """Why the effect of an item can't be used once more."""
    item = catalogue(reading).items[id]
    more = reading.limits.get(f"items.{id}")
    if more and used(world, one, id, more.per) >= more.times:
        return Refused.because("limit_reached", skill=id, most=more.times, per=more.per)
    this, all = used(world, one, id, "scenario"), used(world, one, MYSTIC, "scenario")
    if item.mystic and judged(reading, mystic_spent, this, all - this):
        return Refused.because("mystic_spent", item=id)
    return None


# what it costs -------------------------------------------------------------------------------------------------------


@rule("YA-09")
def mp_cost(t: Chance, printed: int, less: int) -> int:
    """What a skill costs after all that lowers it; nothing costs less than nothing."""
    return max(0, printed - less)


def cost(reading: Reading, me: Character, id: str) -> int:
    """How much MP a skill costs its user now."""
    skill = catalogue(reading).skills[id]
    printed = amount(me, reading, skill.cost, me.skills.get(id, 1), skill.of)
    named = sum(bool(each.worn) for each in me.items.values() if each.skill == id)
    return judged(reading, mp_cost, printed, named + sum(_lowered(reading, me, skill)))


def _lowered(reading: Reading, me: Character, skill: Skill) -> Iterator[int]:
    """By how much passive skills and things worn lower the cost of a skill."""
    for effect, level, of in _passive(reading, me):
        fits = not effect.stat or effect.stat in (*skill.category, skill.of)
        if effect.kind == "cost" and fits and holds(me, reading, effect.when, level, of):
            yield amount(me, reading, effect.amount, level, of)


def _passive(reading: Reading, me: Character) -> Iterator[tuple[Effect, int, str]]:
    known = catalogue(reading)
    for id, level in me.skills.items():
        if id in known.skills and known.skills[id].timing == PASSIVE:
            yield from ((effect, level, known.skills[id].of) for effect in known.skills[id].effects.values())
    for held in me.items.values():
        if held.worn and not held.broken and held.item in known.items:
            item: Item = known.items[held.item]
            yield from ((effect, 1, "") for effect in item.effects.values() if item.timing == PASSIVE)


def unpayable(world: World, reading: Reading, one: Id, id: str) -> Refused | None:
    """Why the cost of a skill can't be paid."""
    me = world.characters[one]
    need = cost(reading, me, id)
    return Refused.because("mp_short", need=need, left=me.mp) if need > me.mp else None

"""The main phase: standby and main actions (AT-20, AT-24, AT-26)."""

from takusen.rules import Id, Offer, Play, Refused, Square, Table, act, reachable, rule

from . import effects, strike
from .aim import aimed, cannot_strike, pick_aim
from .chants import BLUE, COMMAND, take_effect
from .checks import opposed
from .facts_act import (
    Attacked,
    AttackMissed,
    Delayed,
    Fled,
    FleeFailed,
    Guarded,
    ItemUsed,
    Moved,
    Waited,
)
from .facts_song import ChantEnded
from .gauge import gauge_at_end
from .phases import here, pick_waited, taken
from .songs import commanded
from .stats import ability, holds, reach, steps
from .turns import STANDBY, hand_on, no_action, pick_action, pick_actor, require, take
from .uses import cannot_use, pay
from .windows import mp_paid
from .world import ANNOUNCE, MAIN, NOBODY, NOWHERE, SONG, World, other_side

HOOK_OF = Table({ANNOUNCE: ("announce",), SONG: (COMMAND,), MAIN: (STANDBY, MAIN)})
"""The timings of each phase in which command skills are declared."""


# movement, guard, waiting --------------------------------------------------------------------------------------------


@act("AT-20", "AT-27")
def move(t: Play[World], actor: Id, square: Square) -> None:
    """A standby action: go as far as the movement allows."""
    t.emit(Moved(actor, square))
    take(t, actor, STANDBY)


@move.offer
def _(o: Offer[World]) -> None:
    actor = pick_actor(o)
    require(o, no_action(o.world, actor, STANDBY))
    me = o.world.fighter(actor)
    if not me.square:
        o.refuse("unplaced", who=me.name)
    ways = reachable(o.world.board, me.square, me.size, steps(o.world, actor), taken(o.world, actor))
    o.pick("square", tuple(ways), otherwise="too_far")


@act("AT-20")
def guard(t: Play[World], actor: Id, action: str) -> None:
    """Guard with the standby or the main action; twice counts twice where the table says so (option guard_stack)."""
    held = t.world.fighter(actor).guard
    t.emit(Guarded(actor, held + 1 if t.option("guard_stack") == "stacks" else 1))
    take(t, actor, action)


@guard.offer
def _(o: Offer[World]) -> None:
    pick_action(o, pick_actor(o))


@act("AT-20", "AT-26")
def wait(t: Play[World], actor: Id, action: str) -> None:
    """Let an action go by; as a main action that ends the turn, or puts it off to the end (option wait)."""
    battle, me = t.world.here(), t.world.fighter(actor)
    if action == MAIN and t.option("wait") == "delays_to_end" and not me.delayed:
        order = (*(one for one in battle.order if one != actor), actor)
        t.emit(Delayed(actor, order))
        hand_on(t, NOBODY, battle.at)
        return
    t.emit(Waited(actor, action))
    take(t, actor, action)


@wait.offer
def _(o: Offer[World]) -> None:
    pick_action(o, pick_actor(o), singing=True)


# the normal attack ---------------------------------------------------------------------------------------------------


@act("AT-20", "AT-27")
def attack(t: Play[World], actor: Id, target: Id) -> None:
    """A normal attack, a main action: power is the attack ability."""
    t.emit(Attacked(actor, target))
    if t.option("attack_check") == "none" or hits(t, actor, target):
        strike.blow(t, actor, target, ability(t.world, actor, "attack"))
    else:
        t.emit(AttackMissed(actor, target))
    take(t, actor, MAIN)


@attack.offer
def _(o: Offer[World]) -> None:
    actor = pick_actor(o)
    require(o, no_action(o.world, actor, MAIN))
    arm = reach(o.world, actor)
    o.pick("target", foes(o.world, actor), unless=lambda one: cannot_strike(o.world, actor, arm, one))


def foes(world: World, one: Id) -> tuple[Id, ...]:
    """The enemies of a fighter who are in sight."""
    side = other_side(world.fighter(one).side)
    here = ((other, me) for other, me in world.fighters.items() if me.fighting and me.side == side)
    return tuple(other for other, me in here if not (me.hidden or me.fled or me.removed))


@rule("AT-20")
def hits(t: Play[World], actor: Id, target: Id) -> bool:
    """The hit check, where the table has one (option attack_check)."""
    mine = ability(t.world, actor, str(t.content("attack_check.action")))
    theirs = ability(t.world, target, str(t.content("attack_check.reaction")))
    return opposed(t, actor, str(mine), target, str(theirs), "attack").won


# songs and skills ----------------------------------------------------------------------------------------------------


@act("AT-20", "AT-24", "AT-26")
def release(t: Play[World], actor: Id, target: Id = NOBODY, square: Square = NOWHERE) -> None:
    """Release the red song being sung, a main action: it takes effect, and the chant ends."""
    chant = t.world.fighter(actor).chant
    assert chant is not None
    take_effect(t, actor, chant.song, target, square)
    me = t.world.fighter(actor)
    if me.chant is not None:
        t.emit(ChantEnded(actor, chant.song, "released", gauge_at_end(t, me.gauge)))
    take(t, actor, MAIN)


@release.offer
def _(o: Offer[World]) -> None:
    actor = pick_actor(o)
    require(o, no_action(o.world, actor, MAIN, singing=True))
    chant = o.world.fighter(actor).chant
    if chant is None:
        o.refuse("not_chanting", who=o.world.fighter(actor).name)
        return
    song = o.world.songs[chant.song]
    if song.colour == BLUE:
        o.refuse("not_red")
    pick_aim(o, actor, song)


@act("AT-16", "AT-17", "AT-20", "AT-26", "AT-28")
def use_skill(t: Play[World], actor: Id, skill: Id, target: Id = NOBODY, square: Square = NOWHERE) -> None:
    """A command skill in its timing: announced, as a song command, or with the standby or main action."""
    command(t, actor, skill, timing(t.world, actor, skill), target, square)


def command(t: Play[World], actor: Id, skill: Id, hook: str, target: Id, square: Square) -> None:
    """A skill is paid for, takes effect, and uses up what its timing uses up."""
    mp_paid(t, actor, pay(t, actor, skill, hook, target, square))
    art, level = t.world.skills[skill], t.world.fighter(actor).skills.get(skill, 1)
    met = aimed(t.world, actor, art, target, square)
    effects.take_effect(t, effects.Use(actor, skill, art.name, level, art.effects), met)
    if hook in (STANDBY, MAIN):
        take(t, actor, hook)
    else:
        commanded(t, actor)


@use_skill.offer
def _(o: Offer[World]) -> None:
    phase = here(o).phase
    if phase not in HOOK_OF:
        o.refuse("not_this_phase")
    actor = pick_actor(o) if phase == MAIN else pick_waited(o)
    mine = tuple(one for one in o.world.fighter(actor).skills if one in o.world.skills)
    commands = tuple(one for one in mine if o.world.skills[one].state == "command")
    skill = o.pick("skill", commands, unless=lambda one: cannot_command(o, actor, one))
    pick_aim(o, actor, o.world.skills[skill])


def timing(world: World, one: Id, skill: Id) -> str:
    """The timing in which a skill would be used now; a standby skill is one as long as the standby action is left."""
    hooks = HOOK_OF[world.here().phase]
    fit = [hook for hook in hooks if hook in world.skills[skill].hooks]
    if STANDBY in fit and (len(fit) == 1 or not world.fighter(one).standby_used):
        return STANDBY
    return fit[-1] if fit else hooks[-1]


def cannot_command(o: Offer[World], one: Id, skill: Id) -> Refused | None:
    """Why a command skill can't be used now."""
    hook = timing(o.world, one, skill)
    refused = cannot_use(o.world, one, skill, hook, o.option("same_name") == "per_side")
    if refused or hook not in (STANDBY, MAIN):
        return refused
    return no_action(o.world, one, hook, singing=True)


# items ---------------------------------------------------------------------------------------------------------------


@act("AT-20")
def use_item(t: Play[World], actor: Id, item: Id, target: Id = NOBODY, square: Square = NOWHERE) -> None:
    """An item, with the standby action if it may be and that is left, else with the main action."""
    apply_item(t, actor, item, target, square)
    standby = t.world.items[item].standby and not t.world.fighter(actor).standby_used
    take(t, actor, STANDBY if standby else MAIN)


def apply_item(t: Play[World], actor: Id, item: Id, target: Id, square: Square) -> None:
    """An item is used up and takes effect."""
    me, art = t.world.fighter(actor), t.world.items[item]
    met = aimed(t.world, actor, art, target, square)
    t.emit(ItemUsed(actor, item, target, me.items[item] - 1))
    use = effects.Use(actor, item, art.name, me.item_levels.get(item, 1), art.effects)
    effects.take_effect(t, use, met)


@use_item.offer
def _(o: Offer[World]) -> None:
    actor = pick_actor(o)
    require(o, no_action(o.world, actor, MAIN))
    mine = tuple(one for one in o.world.fighter(actor).items if one in o.world.items)
    item = o.pick("item", mine, unless=lambda one: cannot_use_item(o.world, actor, one))
    pick_aim(o, actor, o.world.items[item])


def cannot_use_item(world: World, one: Id, item: Id) -> Refused | None:
    """Why an item can't be used."""
    me, art = world.fighter(one), world.items[item]
    if art.kind != "tool":
        return Refused("not_a_tool")
    if me.items[item] < 1:
        return Refused.because("no_item", item=art.name)
    if art.needs and not holds(world, one, art.needs, me.item_levels.get(item, 1)):
        return Refused.because("needs_unmet", needs=art.needs)
    return None


# fleeing -------------------------------------------------------------------------------------------------------------


@act("AT-20")
def flee(t: Play[World], actor: Id) -> None:
    """Leave a battle that may be left, a main action (option flee)."""
    if t.option("flee") == "succeeds" or gets_away(t, actor):
        t.emit(Fled(actor))
    else:
        t.emit(FleeFailed(actor))
    take(t, actor, MAIN)


@flee.offer
def _(o: Offer[World]) -> None:
    actor = pick_actor(o)
    if not here(o).flee:
        o.refuse("no_flee")
    require(o, no_action(o.world, actor, MAIN))


@rule("AT-20")
def gets_away(t: Play[World], actor: Id) -> bool:
    """An opposed check against the fastest of the other side."""
    name = str(t.content("flee.ability"))
    others = t.world.standing(other_side(t.world.fighter(actor).side))
    fastest = max(others, key=lambda one: ability(t.world, one, name).expected, default=NOBODY)
    if not fastest:
        return True
    mine, theirs = ability(t.world, actor, name), ability(t.world, fastest, name)
    return opposed(t, actor, str(mine), fastest, str(theirs), "flee").won

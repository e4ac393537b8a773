"""A session in its three parts, with its scenes (YA-14)."""

from takusen.rules import Id, Offer, Play, Refused, Table, act, rule

from .facts_session import (
    AfterplayBegan,
    Fresh,
    MainPlayBegan,
    RewardDecided,
    SceneBegan,
    SceneEnded,
    SessionBegan,
    SessionEnded,
)
from .rewards import highest_level, reward
from .states import end
from .stats import stat
from .world import AFTERPLAY, MAIN_PLAY, OVER, PARTY, PREPLAY, History, World

FLAGS = ("cruelty", "death")
"""What a session may hold, so that everybody knows before it begins (MJ-04)."""
REWARD, GROWTH, BONDS, SETTLEMENT, DONE = "reward", "growth", "bonds", "settlement", "done"
STEPS = (REWARD, GROWTH, BONDS, SETTLEMENT, DONE)
"""The steps of the after-play, in order."""
MOST_REWARD, MOST_LEVEL = 9_999, 99
SCENE_STATES = ("attack", "round", "next_cleanup", "scene")
SCENARIO_STATES = (*SCENE_STATES, "scenario")


# a session begins ----------------------------------------------------------------------------------------------------


@act("YA-14", by="gm")
def begin_session(t: Play[World], title: str, day: str, members: tuple[Id, ...], flags: tuple[str, ...]) -> None:
    """A session begins with the pre-play: who takes part is fresh, and everything can be used anew."""
    t.emit(SessionBegan(title, day, members, flags, Table((one, fresh(t, one)) for one in members)))


def fresh(t: Play[World], one: Id) -> Fresh:
    """How somebody begins."""
    hp, mp = (stat(t.world, t.reading, one, name).total for name in ("hp_max", "mp_max"))
    history = t.world.histories.get(one, History())
    return Fresh(hp, mp, t.world.characters[one].max_lp, len(history.records))


@begin_session.offer
def _(o: Offer[World]) -> None:
    session = o.world.session
    if o.world.campaign is not None:
        o.refuse("is_campaign")
    if session is not None and session.part != OVER:
        o.refuse("session_is_on")
    ready = able(o.world)
    if not ready:
        o.refuse("nobody_able")
    o.some("members", ready, at_most=len(ready), at_least=1, suggested=ready)
    o.text("title")
    o.text("day")
    o.some("flags", FLAGS, at_most=len(FLAGS))


def able(world: World) -> tuple[Id, ...]:
    """The characters who can take part in a session."""
    here = ((one, me) for one, me in world.characters.items() if me.side == PARTY)
    return tuple(one for one, me in here if not (me.making or me.dead or me.removed or me.hidden or me.away))


def taking_part(world: World) -> tuple[Id, ...]:
    """Those who take part in the session and are there."""
    return tuple(one for one in world.now().members if one in world.characters)


def in_part(o: Offer[World], *parts: str) -> None:
    """Refuse what belongs to other parts of a session."""
    session = o.world.session
    if session is None or session.part == OVER:
        o.refuse("no_session")
    elif session.part not in parts:
        o.refuse("wrong_part", part=session.part)
    if o.world.combat is not None:
        o.refuse("combat_is_on")


# the main play and its scenes ----------------------------------------------------------------------------------------


@act("YA-14", by="gm")
def begin_main_play(t: Play[World]) -> None:
    """The pre-play is over, the main play begins."""
    t.emit(MainPlayBegan())


@begin_main_play.offer
def _(o: Offer[World]) -> None:
    in_part(o, PREPLAY)


@act("YA-14", by="gm")
def begin_scene(t: Play[World], name: str, members: tuple[Id, ...]) -> None:
    """A scene begins with those who are in it; one that is on ends with that."""
    close_scene(t)
    t.emit(SceneBegan(t.world.now().scene + 1, name, members))


@begin_scene.offer
def _(o: Offer[World]) -> None:
    in_part(o, PREPLAY, MAIN_PLAY)
    members = o.world.now().members
    o.some("members", members, at_most=len(members), at_least=1, suggested=members)
    o.text("name")


@act("YA-14", by="gm")
def end_scene(t: Play[World]) -> None:
    """The scene ends, and with it what lasts a scene."""
    close_scene(t)


@end_scene.offer
def _(o: Offer[World]) -> None:
    in_part(o, PREPLAY, MAIN_PLAY)
    if not o.world.now().scene_members:
        o.refuse("no_scene")


@rule("YA-11", "YA-14")
def close_scene(t: Play[World]) -> None:
    """What lasts a scene ends with it."""
    session = t.world.now()
    if not session.scene_members:
        return
    lose_states(t, SCENE_STATES)
    t.emit(SceneEnded(session.scene))


@rule("YA-11")
def lose_states(t: Play[World], until: tuple[str, ...]) -> None:
    """States that hold so long come to their end."""
    for one, me in t.world.characters.items():
        end(t, one, tuple(state for state in me.states if state.until in until))


# the after-play, and the end -----------------------------------------------------------------------------------------


@act("YA-14", by="gm")
def begin_afterplay(t: Play[World]) -> None:
    """The main play is over: what lasts a scenario ends, and everybody goes through the after-play."""
    close_scene(t)
    lose_states(t, SCENARIO_STATES)
    t.emit(AfterplayBegan(taking_part(t.world), REWARD))
    scenario_over(t)


@begin_afterplay.offer
def _(o: Offer[World]) -> None:
    in_part(o, MAIN_PLAY)


@rule("YA-14")
def scenario_over(t: Play[World]) -> None:
    """What house rules bring back when the scenario is over; the book brings back nothing."""


@act("YA-14", by="gm")
def decide_reward(t: Play[World], fixed: int, boss_level: int) -> None:
    """The GM says what the scenario gives and the boss's level; what everybody gets follows."""
    highest = highest_level(t.world)
    t.emit(RewardDecided(reward(t, fixed, boss_level, highest), fixed, boss_level, highest))


@decide_reward.offer
def _(o: Offer[World]) -> None:
    in_part(o, AFTERPLAY)
    if any(o.world.characters[one].step != REWARD for one in taking_part(o.world)):
        o.refuse("reward_taken")
    o.number("fixed", 0, MOST_REWARD)
    o.number("boss_level", 0, MOST_LEVEL)


@act("YA-14", by="gm")
def end_session(t: Play[World]) -> None:
    """Everybody is through the after-play: the session is over, and all are free for the next."""
    t.emit(SessionEnded(taking_part(t.world)))


@end_session.offer
def _(o: Offer[World]) -> None:
    in_part(o, AFTERPLAY)
    left = unfinished(o.world)
    if left:
        o.refuse("afterplay_open", who=o.world.characters[left[0]].name, count=len(left))


def unfinished(world: World) -> tuple[Id, ...]:
    """Who is still at the after-play; the dead have none."""
    here = ((one, world.characters[one]) for one in taking_part(world))
    return tuple(one for one, me in here if me.step != DONE and not (me.dead or me.removed))


def not_at(world: World, one: Id, *steps: str) -> Refused | None:
    """Why somebody isn't at one of these steps of the after-play."""
    session = world.session
    if session is None or session.part != AFTERPLAY or one not in session.members:
        return Refused("no_afterplay")
    return (
        None if world.characters[one].step in steps else Refused.because("other_step", step=world.characters[one].step)
    )

"""What a table of bayside23 shows."""

from takusen.rules import (
    Acts,
    Figure,
    Figures,
    Gauge,
    Id,
    Item,
    Items,
    Listed,
    Page,
    Phase,
    Shown,
    Text,
    Tracks,
    Turn,
    TurnOrder,
    View,
    Word,
    gauge,
    is_hidden,
    states,
)

from .combat import acting
from .world import SIDES, Fighter, World

FLAGS = ("prone", "incapacitated", "unconscious", "acted")
ACTS = ("attack", "use_stone", "recover", "pass_turn", "check", "answer_riddle", "work_at_riddle")
GM_ACTS = (
    "start_fight", "add_to_fight", "end_fight", "victory", "enter_scene", "find_hint", "rest", "open_session",
    "close_session",
)  # fmt: skip


def page(v: View[World]) -> Page:
    """Scene and turn at the head, both sides on the stage, acts at hand."""
    return Page(
        head=(scene(v), *order(v)),
        stage=(*(side(v, name) for name in SIDES if has(v, name)), *tracks(v)),
        hand=(Acts(ACTS + (GM_ACTS if v.gm else ())),),
        more=(*riddles(v), *notes(v)),
    )


def scene(v: View[World]) -> Phase:
    """Where the party is."""
    here = v.world.scenes.get(v.world.scene)
    return Phase(here.title, here.text) if here else Phase(Word("phrase.no_scene"))


def order(v: View[World]) -> tuple[TurnOrder, ...]:
    """Who acts when, while a fight is on."""
    fight = v.world.fight
    if fight is None:
        return ()
    title = Word("phrase.round", (("round", fight.round),))
    if fight.order:
        now = acting(v.world)
        known = tuple(one for one in fight.order if one in v.world.fighters)
        return (TurnOrder(title, tuple(Turn(v.world.fighter(one).name, now=one in now) for one in known)),)
    second = next(name for name in SIDES if name != fight.first) if fight.first else ""
    sides = tuple(name for name in (fight.first, second) if name)
    return (TurnOrder(title, tuple(Turn(Word(f"side.{name}"), now=name == fight.turn) for name in sides)),)


def has(v: View[World], side: str) -> bool:
    """Whether there is anybody to show on a side."""
    return any(one.side == side and not gone(one) for one in v.world.fighters.values())


def gone(one: Fighter) -> bool:
    """Whether a fighter has been taken off the table."""
    return one.removed


def side(v: View[World], name: str) -> Figures:
    """One side's fighters: those in the fight first, the viewer's own before the others."""
    here = v.world.fight.members if v.world.fight else ()
    listed = [one for one, fighter in v.world.fighters.items() if fighter.side == name and not gone(fighter)]
    listed.sort(key=lambda one: (one not in here, not v.mine(one)))
    return Figures(Word(f"side.{name}"), tuple(figure(v, one) for one in listed), name)


def figure(v: View[World], one: Id) -> Figure:
    """A fighter at a glance."""
    me = v.world.fighter(one)
    path = f"fighters.{one}"
    lying = ("lost_turn",) if v.world.loses_turn(one) else ()
    out_of_sight = ("hidden",) if me.hidden else ()
    return Figure(
        one,
        me.name,
        tuple(gauge(me, name, f"{path}.{name}") for name in ("life", "stamina", "concentration")),
        states(me, FLAGS) + lying + bound(me) + out_of_sight,
        active=one in acting(v.world),
        out=me.incapacitated or me.unconscious,
        mine=v.mine(one),
        note=me.note,
        shown=not is_hidden(me.skills),
        lines=numbers(me),
    )


def bound(me: Fighter) -> tuple[str, ...]:
    """Which pool binds the fighter's rerolls."""
    return () if is_hidden(me.locks) else tuple(dict.fromkeys(f"locked_{pool}" for pool in me.locks.values()))


def numbers(me: Fighter) -> tuple[tuple[Word, Shown], ...]:
    """Traits, skills and recoveries, where they are open."""
    if is_hidden(me.skills):
        return ()
    traits = tuple(f"{name} {'−' if name in me.hinders else ''}{value}" for name, value in me.traits.items())
    skills = tuple(f"{name} {value}" for name, value in me.skills.items())
    rows = ((Word(f"field.{name}"), Listed(parts)) for name, parts in (("traits", traits), ("skills", skills)) if parts)
    return (*rows, (Word("field.recoveries"), str(me.recoveries)))


def tracks(v: View[World]) -> tuple[Tracks, ...]:
    """Soul stones and the enemy HP."""
    world, shown = v.world, []
    if any(world.stones.values()):
        shown += [Gauge(Word(f"choice.{size}"), left, None, f"stones.{size}") for size, left in world.stones.items()]
    stones = (Tracks(Word("panel.stones"), tuple(shown)),) if shown else ()
    if not world.enemy_hp_max:
        return stones
    track = Gauge(world.enemy_hp_name or Word("field.enemy_hp"), world.enemy_hp, world.enemy_hp_max, "enemy_hp")
    return (*stones, Tracks(Word("panel.enemy_hp"), (track,)))


def riddles(v: View[World]) -> tuple[Items, ...]:
    """Riddles and traps: what has been found; for the GM all, with answers and where hints lie."""
    items = []
    for one, riddle in v.world.riddles.items():
        hints = tuple((Word("phrase.hint"), hint.text) for hint in riddle.hints.values() if hint.found)
        secret: tuple[tuple[Word, str], ...] = ()
        if v.gm:
            lying = (hint for hint in riddle.hints.values() if not hint.found)
            secret = (
                (Word("field.answers"), " / ".join(riddle.answers)),
                *((Word("field.hints"), f"{hint.text} ({hint.where})") for hint in lying),
            )
        flags = tuple(name for name, on in (("solved", riddle.solved), ("unfound", not riddle.found)) if on)
        lines = way(riddle.difficulty, riddle.skill_hint) + hints
        items.append(Item(one, riddle.title, riddle.text, lines, flags, secret))
    return (Items(Word("panel.riddles"), tuple(items)),) if items else ()


def way(difficulty: int, skill_hint: str) -> tuple[tuple[Word, str], ...]:
    """The action check that gets past a riddle."""
    if not difficulty:
        return ()
    return ((Word("arg.difficulty"), f"{difficulty}  {skill_hint}".strip()),)


def notes(v: View[World]) -> tuple[Text, ...]:
    """The GM's notes on the scene."""
    here = v.world.scenes.get(v.world.scene)
    return (Text(Word("field.note"), here.note, secret=True),) if v.gm and here and here.note else ()

"""What a table of the dungeon shows."""

from collections.abc import Mapping
from typing import Any

from takusen.rules import (
    Acts,
    Custom,
    Figure,
    Figures,
    Id,
    Item,
    Items,
    Listed,
    Page,
    Shown,
    Text,
    View,
    Word,
    gauge,
    states,
)

from .board import Lines, board, lines, skill_word
from .guide import guide, moment
from .skirmish import clock, skirmish
from .world import ABILITIES, INTRODUCTION, World

ACTS = ("explore", "abbreviated", "rest", "retry", "use_item", "cast", "cure", "check", "resist", "loot")
GM_ACTS = (
    "begin_exploration", "explore_together", "event_tp", "gm_tp", "open_card", "bring_trouble", "bring_monster",
    "end_fight", "end_benefit", "conclude",
)  # fmt: skip
FIRST = {"introduction": ("begin_exploration",), "battle": ("end_fight",)}
FLAGS = ("unconscious", "dead")


def page(v: View[World]) -> Page:
    """TP at the head, the board and the party on the stage, acts at hand; in a fight that and the party come first."""
    fight, ground = skirmish(v), Custom("dungeon", board(v))
    return Page(
        head=(Custom("clock", clock(v)),),
        stage=(Custom("skirmish", fight), party(v), ground) if fight else (ground, party(v)),
        hand=(guide(v), Acts(at_hand(v))),
        more=(*lead(v), *benefits(v), *treasure(v), *(gm_lists(v) if v.gm else ())),
    )


def at_hand(v: View[World]) -> tuple[str, ...]:
    """The acts of a seat; what the GM does next comes first."""
    return tuple(dict.fromkeys(FIRST.get(moment(v), ()) + ACTS + GM_ACTS)) if v.gm else ACTS


def lead(v: View[World]) -> tuple[Text, ...]:
    """How it began."""
    return (Text(v.world.title or Word("panel.lead"), v.world.lead),) if v.world.lead else ()


# the party -----------------------------------------------------------------------------------------------------------


def party(v: View[World]) -> Figures:
    """The characters who are there, the viewer's own first."""
    here = sorted(on_show(v), key=lambda one: not v.mine(one))
    return Figures(Word("panel.party"), tuple(figure(v, one) for one in here), "party")


def on_show(v: View[World]) -> tuple[Id, ...]:
    """Who is there; in the introduction, whoever plays nobody yet sees also those that can be chosen."""
    choosing = v.world.phase == INTRODUCTION and not v.gm and not any(map(v.mine, v.world.here))
    return tuple(one for one, me in v.world.pcs.items() if me.present or (choosing and not (me.removed or me.dead)))


def figure(v: View[World], one: Id) -> Figure:
    """A character at a glance."""
    me = v.world.pc(one)
    return Figure(
        one,
        me.name,
        (gauge(me, "hp", f"pcs.{one}.hp"), gauge(me, "mp", f"pcs.{one}.mp")),
        states(me, FLAGS),
        out=not me.able,
        mine=v.mine(one),
        note=me.memo,
        lines=numbers(v, one),
        quick=v.mine(one),
    )


def numbers(v: View[World], one: Id) -> tuple[tuple[Shown, Shown], ...]:
    """Skills, ability bonuses and what else a player looks up."""
    me = v.world.pc(one)
    skills = ((skill_word(v, skill), str(level)) for skill, level in me.skills.items())
    abilities = ((Word(f"field.{name}"), f"{getattr(me, name)} ({me.bonus(name):+})") for name in ABILITIES)
    resistances = ((Word(f"choice.{by}"), str(me.resistance(by))) for by in ("fortitude", "willpower"))
    rest = ((Word("field.armour"), str(me.armour)), (Word("field.items"), counted(me.items)))
    fumbles = ((Word("field.fumbles"), str(me.fumbles)),) if me.fumbles else ()
    return (*skills, *abilities, *resistances, *(line for line in rest if line[1]), *fumbles)


def counted(things: Mapping[str, int]) -> Shown:
    """Things with their numbers in a row; "" for none."""
    parts = (Word("phrase.counted", (("item", item), ("count", count))) for item, count in things.items() if count)
    return Listed(listed) if (listed := tuple(parts)) else ""


# what else there is --------------------------------------------------------------------------------------------------


def benefits(v: View[World]) -> tuple[Items, ...]:
    """Spells and states that last."""
    items = tuple(
        Item(
            key,
            f"{one.name} → {v.world.pc(one.of).name}",
            lines=(
                (Word("arg.duration"), Word(f"choice.{one.lasts}")),
                (Word("arg.bonus"), f"{one.bonus:+}"),
                (Word("arg.ward"), str(one.ward)),
            ),
        )
        for key, one in v.world.benefits.items()
        if not one.ended and one.of in v.world.pcs
    )
    return (Items(Word("panel.benefits"), items),) if items else ()


def treasure(v: View[World]) -> tuple[Items, ...]:
    """Treasures that have been found, and the loot."""
    found = [
        Item(key, one.name, one.text, ((Word("field.price"), str(one.price)),) if one.price else ())
        for key, one in v.world.treasures.items()
        if one.met
    ]
    loot = counted(v.world.haul)
    if loot:
        found.append(Item("haul", loot))
    return (Items(Word("panel.treasures"), tuple(found)),) if found else ()


def gm_lists(v: View[World]) -> tuple[Items, ...]:
    """Troubles left, thresholds, monsters and endings, where there are any."""
    listed = (
        ("troubles", troubles(v.world)),
        ("thresholds", thresholds(v.world)),
        ("monsters", monsters(v.world)),
        ("endings", endings(v.world)),
    )
    return tuple(Items(Word(f"panel.{name}", (("count", len(items)),)), items) for name, items in listed if items)


def troubles(world: World) -> tuple[Item, ...]:
    """The troubles that may still come up."""
    left = ((key, one) for key, one in world.troubles.items() if one.left)
    return tuple(Item(key, one.title, one.text, secret=effects(world, one.effects)) for key, one in left)


def thresholds(world: World) -> tuple[Item, ...]:
    """What TP brings."""
    return tuple(
        Item(key, f"TP {one.tp} {one.title}", one.text, (), ("met",) if one.met else (), effects(world, one.effects))
        for key, one in world.thresholds.items()
    )


def effects(world: World, listed: tuple[Any, ...]) -> Lines:
    """Effects in a line each."""
    return tuple(line for one in listed for line in lines(world, "effects", one))


def monsters(world: World) -> tuple[Item, ...]:
    """The monsters with their blocks."""
    listed = world.monsters.items()
    return tuple(Item(key, one.name, one.block, ((Word("field.level"), str(one.level)),)) for key, one in listed)


def endings(world: World) -> tuple[Item, ...]:
    """The ways in which it may end."""
    return tuple(Item(key, one.title, one.when or one.text) for key, one in world.endings.items())

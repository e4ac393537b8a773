"""What a table of artonelico shows."""

from collections.abc import Mapping

from takusen.rules import (
    Acts,
    BoardPanel,
    Custom,
    Figure,
    Figures,
    Gauge,
    Id,
    Listed,
    Mark,
    Page,
    Shown,
    Token,
    Turn,
    TurnOrder,
    View,
    WaitedFor,
    Word,
    gauge,
    is_hidden,
    states,
)

from .arts import Item, Skill, Song
from .bar import bar, on_turn, waiting_for
from .check_pages import omens
from .decide import decisions
from .desk import desk
from .making_pages import making_panels
from .reckon import reckoning
from .repertoire import repertoire
from .singers import singers
from .stats import REPLACE
from .traced import abilities
from .world import ENEMIES, PARTY, PREPARE, Fighter, Lasting, World

FLAGS = ("downed", "fled", "hidden", "scanned")
ACTS = (
    "sing", "keep_singing", "stop_singing", "move", "attack", "release", "use_skill", "use_item", "guard", "wait",
    "flee", "ready", "hand_over", "use_ahead", "check", "contest", "add_effect",
)  # fmt: skip
GM_ACTS = (
    "start_battle", "place", "begin", "ready_enemies", "announce", "call_wave", "reveal", "show_enemy", "end_battle",
    "call_check", "set_regulation", "award",
)  # fmt: skip


def page(v: View[World]) -> Page:
    """Phase and order at the head; on the stage characters who are made, the map and both sides; at hand what is to be
    decided, songs, acts, and what blows would do."""
    return Page(
        head=(Custom("bar", bar(v)), WaitedFor(acts=False), *order(v)),
        stage=(*making_panels(v), *ground(v), *(side(v, name) for name in (PARTY, ENEMIES) if listed(v, name))),
        hand=(*omens(v), *at_once(v), Acts(at_hand(v)), *blows(v)),
        more=repertoire(v),
    )


def at_once(v: View[World]) -> tuple[Custom, ...]:
    """What is to be decided, what is being sung, and the GM's desk."""
    found = (("decide", decisions(v)), ("singers", singers(v)), ("desk", desk(v) if v.gm else None))
    return tuple(Custom(name, data) for name, data in found if data is not None)


def blows(v: View[World]) -> tuple[Custom, ...]:
    """What blows would do."""
    found = reckoning(v)
    return (Custom("reckoning", found),) if found else ()


def at_hand(v: View[World]) -> tuple[str, ...]:
    """The acts of a seat but for those that stand ready to be declared at once: those of the battle first, between
    battles what a GM does."""
    gm = GM_ACTS if v.gm else ()
    found = decisions(v)
    decided = {name for one in (found.people if found else ()) for name in one.at_once}
    acts = tuple(name for name in ACTS if v.gm or name not in decided)
    return (*gm, *acts) if v.world.battle is None else (*acts, *gm)


def ground(v: View[World]) -> tuple[BoardPanel, ...]:
    """The map of the battle."""
    battle = v.world.battle
    if battle is None:
        return ()
    act = "place" if battle.phase == PREPARE else "move"
    tokens = tuple(token(v, one, me) for one, me in v.world.fighters.items() if on_map(me))
    return (BoardPanel(Word("panel.board"), v.world.board, tokens, act),)


def on_map(me: Fighter) -> bool:
    """Whether a fighter has a place on the map."""
    return me.fighting and not (me.fled or me.removed)


def token(v: View[World], one: Id, me: Fighter) -> Token:
    """A fighter on the map."""
    return Token(
        one,
        me.name,
        me.square,
        me.size,
        "friends" if me.side == PARTY else "foes",
        mine=v.mine(one),
        active=one in waiting_for(v.world),
        out=me.downed,
        hidden=me.hidden,
    )


def order(v: View[World]) -> tuple[TurnOrder, ...]:
    """Who acts when in this turn."""
    battle = v.world.battle
    if battle is None or not battle.order:
        return ()
    now = on_turn(v.world)
    known = tuple(one for one in battle.order if one in v.world.fighters)
    turns = tuple(Turn(v.world.fighter(one).name, spent(v.world.fighter(one)), one == now) for one in known)
    return (TurnOrder(Word("panel.order"), turns),)


def spent(me: Fighter) -> str:
    """What the order says of a fighter whose turn is over."""
    return "downed" if me.downed else "fled" if me.fled else "done" if me.done else ""


# fighters ------------------------------------------------------------------------------------------------------------


def listed(v: View[World], side: str) -> tuple[Id, ...]:
    """A side's fighters, the viewer's own before the others: in a battle those who take part, between battles those who
    stay."""
    on = v.world.battle is not None
    there = ((one, me) for one, me in v.world.fighters.items() if me.side == side and not me.removed)
    here = [one for one, me in there if (me.fighting if on else side == PARTY or me.player)]
    return tuple(sorted(here, key=lambda one: not v.mine(one)))


def side(v: View[World], name: str) -> Figures:
    """One side's fighters."""
    kind = "friends" if name == PARTY else "foes"
    return Figures(Word(f"side.{name}"), tuple(figure(v, one) for one in listed(v, name)), kind)


def figure(v: View[World], one: Id) -> Figure:
    """A fighter at a glance."""
    me = v.world.fighter(one)
    return Figure(
        one,
        me.name,
        tuple(gauges(me, f"fighters.{one}")),
        states(me, FLAGS),
        active=one in waiting_for(v.world),
        out=me.downed or me.fled,
        mine=v.mine(one),
        note=me.note,
        shown=not is_hidden(me.abilities),
        lines=lines(v.world, one),
        marks=marks(v.world, me),
    )


def gauges(me: Fighter, path: str) -> tuple[Gauge, ...]:
    """HP, MP, and whatever of burst gauge, barrier, miracles and markers the fighter has."""
    sung = me.songs or me.gauge
    level = (gauge(me, "hp", f"{path}.hp"), *((gauge(me, "mp", f"{path}.mp"),) if has_mp(me) else ()))
    lone = (*(("gauge",) if sung else ()), *(name for name in ("barrier", "miracle", "marker") if some(me, name)))
    return (*level, *(gauge(me, name, f"{path}.{name}") for name in lone))


def has_mp(me: Fighter) -> bool:
    """Whether MP matter to the fighter, as far as it can be seen."""
    return not is_hidden(me.mp_max) and me.mp_max > 0


def some(me: Fighter, name: str) -> bool:
    """Whether a number is seen to be above 0."""
    value = getattr(me, name)
    return not is_hidden(value) and value > 0


def marks(world: World, me: Fighter) -> tuple[Mark, ...]:
    """Guard, the song being sung and its turns, ailments and lasting effects with the turns left."""
    guard = (Mark(Word("state.guard"), f"×{me.guard}" if me.guard > 1 else ""),) if me.guard else ()
    return (*guard, *singing(world, me), *ailing(me), *(lasting(one) for one in me.effects))


def singing(world: World, me: Fighter) -> tuple[Mark, ...]:
    """The song that a fighter sings, and for how many turns."""
    if me.chant is None:
        return ()
    song = world.songs.get(me.chant.song)
    return (Mark(f"♪ {song.name if song else me.chant.song}", Word("phrase.turns_sung", (("turns", me.chant.turns),))),)


def ailing(me: Fighter) -> tuple[Mark, ...]:
    """Ailments."""
    return tuple(Mark(Word(f"ailment.{name}"), turns(left)) for name, left in me.ailments.items())


def lasting(one: Lasting) -> Mark:
    """An effect that lasts."""
    return Mark(what_lasts(one), turns(one.turns) if one.turns else "")


def what_lasts(one: Lasting) -> Word:
    """What an effect does to a stat; a leave or a kept gauge has no amount."""
    stat = Word(f"field.{one.stat}")
    if one.amount == "0":
        return stat
    if one.stacking == REPLACE:
        return Word("phrase.becomes", (("stat", stat), ("amount", one.amount)))
    return Word("phrase.changed", (("stat", stat), ("amount", signed(one.amount))))


def turns(count: int) -> Word:
    """So many turns."""
    return Word("phrase.turns", (("turns", count),))


def signed(amount: str) -> str:
    """An amount with its sign."""
    return amount if amount.startswith("-") else f"+{amount}"


def lines(world: World, one: Id) -> tuple[tuple[Shown, Shown], ...]:
    """Abilities, arts and belongings, where they are open."""
    me = world.fighter(one)
    if is_hidden(me.abilities):
        return ()
    skills = tuple(f"{named(world.skills, art)} {level}" for art, level in me.skills.items())
    songs = tuple(named(world.songs, art) for art in me.songs)
    items = tuple(f"{named(world.items, art)}×{count}" for art, count in me.items.items() if count)
    owned = (
        (Word(f"field.{name}"), Listed(parts))
        for name, parts in (("skills", skills), ("songs", songs), ("items", items))
        if parts
    )
    habits = ((Word(f"field.{name}"), text) for name in ("pattern", "habit") if (text := getattr(me, name)))
    return ((Word("field.level"), str(me.level)), *abilities(world, one), *body(me), *owned, *habits)


def named(content: Mapping[Id, Skill | Song | Item], one: Id) -> str:
    """What a skill, song or item is called."""
    found = content.get(one)
    return str(found.name) if found else str(one)


def body(me: Fighter) -> tuple[tuple[Shown, Shown], ...]:
    """Movement, reach, element and resistances."""
    resist = Listed(tuple(f"{name} {amount}" for name, amount in me.resist.items()))
    reach = Word(f"range.{me.reach.kind}", (("squares", me.reach.squares),))
    rest = (*(((Word("field.resist"), resist),) if me.resist else ()),)
    element = ((Word("field.element"), Word(f"element.{me.element}")),) if me.element != "none" else ()
    return ((Word("field.move"), str(me.move)), (Word("field.reach"), reach), *element, *rest)

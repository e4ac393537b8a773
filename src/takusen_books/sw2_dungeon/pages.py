"""What a table of the dungeon shows."""

from takusen.rules import Acts, Figure, Figures, Gauge, Id, Page, Phase, Tracks, View, Word, gauge, states

from .world import World

ACTS = ("explore", "abbreviated", "rest", "retry", "use_item", "cast", "cure", "check", "resist", "loot")
GM_ACTS = (
    "begin_exploration", "explore_together", "event_tp", "gm_tp", "open_card", "bring_trouble", "bring_monster",
    "end_fight", "end_benefit", "conclude",
)  # fmt: skip
FLAGS = ("unconscious", "dead")


def page(v: View[World]) -> Page:
    """Phase and TP at the head, the party and the board on the stage, acts at hand."""
    return Page(
        head=(phase(v), tp(v)),
        stage=(party(v),),
        hand=(Acts(ACTS + (GM_ACTS if v.gm else ())),),
    )


def phase(v: View[World]) -> Phase:
    """Which phase it is."""
    return Phase(Word(f"phrase.{v.world.phase}"), v.world.lead)


def tp(v: View[World]) -> Tracks:
    """TP against its last threshold."""
    last = max((one.tp for one in v.world.thresholds.values()), default=0)
    return Tracks(Word("panel.tp"), (Gauge(Word("field.tp"), v.world.tp, last or None, "tp"),))


def party(v: View[World]) -> Figures:
    """The characters, the viewer's own first."""
    here = sorted((one for one in v.world.pcs), key=lambda one: not v.mine(one))
    return Figures(Word("panel.party"), tuple(figure(v, one) for one in here), "party")


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
    )

"""The three phases, free checks, and the GM's hand on TP and troubles (SD-01, SD-05, SD-12, SD-17, SD-19)."""

from takusen.rules import Declaration, Id, Offer, Play, Reading, Refused, act

from .clock import pass_time
from .explore import must_be_exploring
from .facts import Achieved, Checked, ExplorationBegun, Improvised
from .fights import nobody_left
from .happen import draw_trouble, finish, left
from .harm import use_up
from .items import pick_acting
from .rolls import FREE, Read, attempt, automatic, pips, resisted, tell_doubles
from .world import ABILITIES, ADVENTURER, EPILOGUE, EXPLORATION, INTRODUCTION, NOBODY, UNSKILLED, World

HARDEST = 40
DELTAS = (1, 2, 3, 4, -1, -2, -3, -4)
ELSEWHERE = Id("elsewhere")
NO_ENDING = Id("no_ending")


# phases --------------------------------------------------------------------------------------------------------------


@act("SD-01", by="gm")
def begin_exploration(t: Play[World]) -> None:
    """The introduction is over, the party goes in."""
    t.emit(ExplorationBegun())


@begin_exploration.offer
def _(o: Offer[World]) -> None:
    if o.world.phase != INTRODUCTION:
        o.refuse("already_exploring")


@act("SD-01", by="gm")
def conclude(t: Play[World], ending: Id) -> None:
    """The exploration is over and the epilogue begins."""
    finish(t, NOBODY if ending == NO_ENDING else ending)


@conclude.offer
def _(o: Offer[World]) -> None:
    if o.world.phase == EPILOGUE:
        o.refuse("already_over")
    o.pick("ending", (*o.world.endings, NO_ENDING))


# checks --------------------------------------------------------------------------------------------------------------


@act("SD-05", "SD-01")
def check(t: Play[World], actor: Id, skill: str, ability: str, target: int) -> None:
    """A check of the base game, in any phase; target number 0 means none."""
    if target:
        attempt(t, actor, FREE, skill, ability, target)
    else:
        achieve(t, actor, skill, ability)
    use_up(t, actor)


def achieve(t: Play[World], of: Id, skill: str, ability: str) -> None:
    """A check that only asks how well it went."""
    base, added = t.world.pc(of).base(skill, ability), t.world.help(of)
    t.emit(Checked(of, FREE, skill, ability, base, added, 0))
    rolled = pips(t, of, FREE)
    tell_doubles(t, of, FREE, rolled, automatic(t, FREE))
    t.emit(Achieved(of, rolled + base + added))


@check.offer
def _(o: Offer[World]) -> None:
    me = o.world.pc(pick_acting(o, "actor"))
    o.pick("skill", (*me.skills, ADVENTURER, UNSKILLED), otherwise="wrong_skill")
    o.pick("ability", ABILITIES)
    o.number("target", 0, HARDEST)


@act("SD-05", "SD-01")
def resist(t: Play[World], actor: Id, resistance: str, target: int) -> None:
    """生命抵抗力判定 or 精神抵抗力判定 against a number."""
    resisted(t, actor, resistance, target)
    use_up(t, actor)


@resist.offer
def _(o: Offer[World]) -> None:
    pick_acting(o, "actor")
    o.pick("resistance", ("fortitude", "willpower"))
    o.number("target", 1, HARDEST)


# the GM's hand -------------------------------------------------------------------------------------------------------


@act("SD-12", "SD-14", "SD-19", by="gm")
def event_tp(t: Play[World], delta: int, reason: str) -> None:
    """An event of the GM's raises or lowers TP; in a strict game that is a ruling (option strictness)."""
    if t.option("strictness") == "strict":
        t.emit(Improvised(reason))
    pass_time(t, delta, "event", reason)


@event_tp.offer
def _(o: Offer[World]) -> None:
    if o.world.phase != EXPLORATION:
        o.refuse("not_exploring")
    o.pick("delta", DELTAS)
    o.text("reason")


@act("SD-12", "SD-13", by="gm")
def gm_tp(t: Play[World], card: Id, reason: str) -> None:
    """The GM calls something time-consuming: 1 TP, but not on the straight path to the goal (option gm_tp)."""
    pass_time(t, 1, "gm", reason)


@gm_tp.offer
def _(o: Offer[World]) -> None:
    if o.world.phase != EXPLORATION:
        o.refuse("not_exploring")
    found = tuple(key for key, card in o.world.cards.items() if card.open)
    o.pick("card", (ELSEWHERE, *found), unless=lambda key: on_the_way(o, key))
    o.text("reason")


def on_the_way(o: Offer[World], card: Id) -> Refused | None:
    """Why no TP may be called for on a card."""
    known = o.world.cards.get(card)
    straight = known is not None and known.on_route and o.option("gm_tp") == "not_on_route"
    return Refused.because("on_route", card=known.title) if known and straight else None


@act("SD-17", "SD-19", by="gm")
def bring_trouble(t: Play[World], victim: Id, reason: str = "") -> None:
    """The GM draws a trouble that no card asks for (option strictness)."""
    if reason:
        t.emit(Improvised(reason))
    draw_trouble(t, (victim,))


@bring_trouble.offer
def _(o: Offer[World]) -> None:
    must_be_exploring(o)
    if not left(o.world) and o.option("trouble_exhausted") == "none":
        o.refuse("no_trouble_left")
    o.pick("victim", o.world.ready)
    if o.option("strictness") == "strict":
        o.text("reason")


# what happens by itself ----------------------------------------------------------------------------------------------


def due(world: World, reading: Reading) -> Declaration | None:
    """The act nobody declares: a threshold's event, a fight that is lost, the next monster."""
    if world.phase != EXPLORATION:
        return None
    if world.due:
        return "threshold_event", {}
    if world.fight is not None and nobody_left(Read(reading), world):
        return "fight_lost", {}
    return ("next_foe", {}) if world.foes and world.fight is None and not world.battle else None

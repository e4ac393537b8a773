"""What cards, troubles and thresholds do: one procedure a kind of effect (SD-04, SD-14, SD-17)."""

from collections.abc import Callable
from typing import Any

from takusen.rules import Id, Play, act

from .clock import pass_time
from .effects import (
    PARTY,
    Damage,
    DangerSense,
    End,
    Find,
    Heal,
    Item,
    Mark,
    Meet,
    Resist,
    Reveal,
    Shut,
    State,
    Tell,
    Time,
    Trouble,
    points,
)
from .facts import (
    CardOpened,
    CardShut,
    EndingReached,
    ExplorationEnded,
    FlagCleared,
    FlagSet,
    MissionFailed,
    NoTroubleLeft,
    ThresholdReached,
    Told,
    TroubleMet,
    TroublesRenewed,
)
from .fights import meet
from .harm import hurt, lose_mp, mend
from .rolls import DAMAGE, HEAL, danger_sensed, dice, resisted
from .world import EPILOGUE, NOBODY, World
from .wounds import BenefitBegun, ItemGained, TreasureFound

Who = tuple[Id, ...]


def happen(t: Play[World], effects: tuple[Any, ...], who: Who, via: Id = NOBODY) -> None:
    """Effects in the order written; `who` took on the card or failed the check, `via` is the card."""
    for effect in effects:
        if t.world.phase != EPILOGUE:
            KINDS[type(effect)](t, effect, who, via)


def whom(t: Play[World], to: str, who: Who) -> Who:
    """Whom an effect meets: the living among those concerned, or of the whole party."""
    party = t.world.party
    return party if to == PARTY else tuple(one for one in who if one in party)


def tell(t: Play[World], effect: Tell[str], who: Who, via: Id) -> None:
    """A text."""
    t.emit(Told(effect.text))


def damage(t: Play[World], effect: Damage, who: Who, via: Id) -> None:
    """Damage, rolled for each."""
    for one in whom(t, effect.to, who):
        rolled, how = dice(t, one, DAMAGE, effect.dice, effect.plus), formula(effect)
        if effect.kind == "mp":
            lose_mp(t, one, rolled, how)
        else:
            hurt(t, one, rolled, effect.kind, how)


def formula(effect: Damage | Heal) -> str:
    """What is rolled for an effect; nothing where no dice are."""
    return points(effect.dice, effect.plus) if effect.dice else ""


def heal(t: Play[World], effect: Heal, who: Who, via: Id) -> None:
    """Healing, rolled for each."""
    for one in whom(t, effect.to, who):
        mend(t, one, effect.gauge, dice(t, one, HEAL, effect.dice, effect.plus), formula(effect))


def state(t: Play[World], effect: State[str], who: Who, via: Id) -> None:
    """A state that lasts."""
    for one in whom(t, effect.to, who):
        lasting(t, effect.name, one, effect.lasts, effect.bonus, effect.ward)


def lasting(t: Play[World], name: str, of: Id, lasts: str, bonus: int, ward: int) -> None:
    """Something begins to help or hinder somebody (SD-16)."""
    t.emit(BenefitBegun(Id(f"benefit{len(t.world.benefits) + 1}"), name, of, lasts, bonus, ward))


def item(t: Play[World], effect: Item, who: Who, via: Id) -> None:
    """Something goes into bags or out of them."""
    for one in whom(t, effect.to, who):
        have = t.world.pc(one).items.get(effect.name, 0)
        left = max(0, have + effect.count)
        t.emit(ItemGained(one, effect.name, left - have, left))


def find(t: Play[World], effect: Find, who: Who, via: Id) -> None:
    """A treasure."""
    t.emit(TreasureFound(effect.treasure, t.world.treasures[effect.treasure].text))


def reveal(t: Play[World], effect: Reveal, who: Who, via: Id) -> None:
    """Cards come to light."""
    for key in effect.cards:
        card = t.world.cards[key]
        if card.shut or not card.open:
            t.emit(CardOpened(key, via, card.front))


def shut(t: Play[World], effect: Shut, who: Who, via: Id) -> None:
    """Cards are out of reach."""
    for key in effect.cards:
        if not t.world.cards[key].shut:
            t.emit(CardShut(key))


def time(t: Play[World], effect: Time[str], who: Who, via: Id) -> None:
    """TP rises or falls (SD-12)."""
    pass_time(t, effect.delta, "event", effect.reason)


def mark(t: Play[World], effect: Mark, who: Who, via: Id) -> None:
    """A flag."""
    known = effect.name in t.world.flags
    if effect.on and not known:
        t.emit(FlagSet(effect.name))
    elif known and not effect.on:
        t.emit(FlagCleared(effect.name))


def trouble(t: Play[World], effect: Trouble, who: Who, via: Id) -> None:
    """A trouble card from those that are left (SD-17)."""
    draw_trouble(t, who)


def draw_trouble(t: Play[World], who: Who) -> None:
    """One of the troubles left; when all have come up, as option `trouble_exhausted` reads it."""
    if t.world.troubles and not left(t.world) and t.option("trouble_exhausted") == "renew":
        t.emit(TroublesRenewed())
    pile = left(t.world)
    if not pile:
        t.emit(NoTroubleLeft())
        return
    drawn = t.draw("trouble", pile)
    card = t.world.troubles[drawn]
    t.emit(TroubleMet(drawn, card.text))
    happen(t, card.effects, who)


def left(world: World) -> tuple[Id, ...]:
    """The troubles that may still come up."""
    return tuple(key for key, card in world.troubles.items() if card.left)


def fight(t: Play[World], effect: Meet, who: Who, via: Id) -> None:
    """A monster."""
    meet(t, effect.monster, effect.full)


def end(t: Play[World], effect: End, who: Who, via: Id) -> None:
    """The exploration is over."""
    finish(t, effect.ending)


def finish(t: Play[World], ending: Id) -> None:
    """An ending of the scenario, or the end without one."""
    if ending:
        t.emit(EndingReached(ending, t.world.endings[ending].text))
    t.emit(ExplorationEnded())


def danger_sense(t: Play[World], effect: DangerSense[str], who: Who, via: Id) -> None:
    """危険感知判定 of the challenger or of everybody (option hazard_scope)."""
    asked = whom(t, effect.to or t.option("hazard_scope"), who)
    results = tuple((one, danger_sensed(t, one, effect.target)) for one in asked)
    branch(t, effect, results, via)


def resist(t: Play[World], effect: Resist[str], who: Who, via: Id) -> None:
    """A resistance check of those whom it meets."""
    results = tuple((one, resisted(t, one, effect.by, effect.target)) for one in whom(t, effect.to, who))
    branch(t, effect, results, via)


def branch(t: Play[World], effect: Any, results: tuple[tuple[Id, bool], ...], via: Id) -> None:
    """What follows for those who failed, then for those who passed."""
    failed = tuple(one for one, good in results if not good)
    passed = tuple(one for one, good in results if good)
    if failed:
        happen(t, effect.fail, failed, via)
    if passed:
        happen(t, effect.success, passed, via)


KINDS: dict[type, Callable[[Play[World], Any, Who, Id], None]] = {
    Tell: tell,
    Damage: damage,
    Heal: heal,
    State: state,
    Item: item,
    Find: find,
    Reveal: reveal,
    Shut: shut,
    Time: time,
    Mark: mark,
    Trouble: trouble,
    Meet: fight,
    End: end,
    DangerSense: danger_sense,
    Resist: resist,
}


# thresholds ----------------------------------------------------------------------------------------------------------


@act("SD-14", by="table")
def threshold_event(t: Play[World]) -> None:
    """The event of the first threshold that is due."""
    fire(t)


def fire(t: Play[World]) -> None:
    """What a threshold brings: its event, and perhaps the failure of the mission."""
    key, rest = t.world.due[0], t.world.due[1:]
    reached = t.world.thresholds[key]
    t.emit(ThresholdReached(key, reached.tp, reached.title, reached.text, rest))
    happen(t, reached.effects, t.world.party)
    if reached.fails and t.world.phase != EPILOGUE:
        t.emit(MissionFailed())
        finish(t, reached.ending)

"""探索, お手つき and 再挑戦 (SD-02 to SD-07, SD-09, SD-11)."""

from takusen.rules import Id, Offer, Play, Refused, act

from .clock import declared, pass_time
from .facts import (
    CardFailed,
    CardOpened,
    CardTurned,
    DeadEnd,
    Explored,
    Improvised,
    Otetsuki,
    Retried,
    RightsRestored,
    SuccessVoid,
)
from .happen import fire, happen
from .harm import use_up
from .rolls import EXPLORE, attempt, best_skill
from .world import ADVENTURER, EPILOGUE, EXPLORATION, NOBODY, UNSKILLED, Card, Check, Needs, World


@act("SD-02", "SD-03", "SD-04", "SD-05", "SD-06", "SD-09", "SD-11")
def explore(t: Play[World], representative: Id, card: Id, skill: str = "") -> None:
    """探索: the representative alone makes the card's check, and the card's failure or success follows."""
    declared(t)
    if takes_on(t, representative, card, skill):
        turn(t, card, (representative,))
    else:
        fall_short(t, card, representative)
    use_up(t, representative)


def takes_on(t: Play[World], one: Id, card: Id, skill: str) -> bool:
    """Somebody takes on a card; without a check it simply succeeds."""
    check = t.world.cards[card].check
    t.emit(Explored(one, card))
    return check is None or attempt(t, one, EXPLORE, skill, check.ability, check.target)


def turn(t: Play[World], card: Id, who: tuple[Id, ...]) -> None:
    """The back is read and what it says happens (SD-04)."""
    known = t.world.cards[card]
    t.emit(CardTurned(card, who[0], known.back))
    if known.dead_end:
        t.emit(DeadEnd(card))
    happen(t, known.success, who, card)


def fall_short(t: Play[World], card: Id, one: Id) -> None:
    """The failure's penalty; the card stays for others (SD-04, SD-06)."""
    t.emit(CardFailed(card, one))
    happen(t, t.world.cards[card].fail, (one,), card)


@explore.offer
def _(o: Offer[World]) -> None:
    must_be_exploring(o)
    card = pick_card(o)
    mine = o.mine(o.world.here)
    one = o.pick("representative", mine, unless=lambda one: cannot_represent(o, card, one), otherwise="not_your_pc")
    check = o.world.cards[card].check
    if check:
        o.pick("skill", fitting(o.world, one, check), otherwise="wrong_skill", suggested=(best(o.world, one, check),))


# what may be explored, and by whom -----------------------------------------------------------------------------------


def must_be_exploring(o: Offer[World]) -> None:
    """Declarations belong to the exploration, and not into the middle of a fight (SD-01)."""
    if o.world.phase != EXPLORATION:
        o.refuse("not_exploring")
    if o.world.fight is not None or o.world.battle:
        o.refuse("fight_on")


def pick_card(o: Offer[World]) -> Id:
    """A card that lies open."""
    found = tuple(key for key, card in o.world.cards.items() if card.open)
    return o.pick("card", found, unless=lambda key: cannot_be_explored(o, o.world.cards[key]), otherwise="no_such_card")


def cannot_be_explored(o: Offer[World], card: Card) -> Refused | None:
    """Why a card can't be explored now (SD-09, option solved_card)."""
    if card.shut:
        return Refused.because("card_shut", card=card.title)
    if card.turned and not (o.option("solved_card") == "by_text" and card.stays_open):
        return Refused.because("card_turned", card=card.title)
    if card.needs and not met(o.world, card.needs):
        return Refused.because("restricted", card=card.title, text=card.restriction)
    return None


def met(world: World, needs: Needs) -> bool:
    """Whether all that a restriction asks for holds."""
    turned = all(key in world.cards and world.cards[key].turned for key in needs.turned)
    found = all(key in world.treasures and world.treasures[key].met for key in needs.treasures)
    flags = set(needs.flags) <= set(world.flags) and not set(needs.no_flags) & set(world.flags)
    return turned and found and flags and needs.tp_from <= world.tp <= needs.tp_to


def cannot_represent(o: Offer[World], card: Id, one: Id) -> Refused | None:
    """Why a character can't represent on a card (SD-06, option area_bar)."""
    me = o.world.pc(one)
    if not me.able:
        return Refused.because("down", who=me.name)
    if o.option("area_bar") == "tried" and one in o.world.cards[card].tried:
        return Refused.because("already_tried", who=me.name)
    return Refused.because("already_failed", who=me.name) if one in o.world.cards[card].failed else None


def fitting(world: World, one: Id, check: Check) -> tuple[str, ...]:
    """The character's skills that serve; plain 2d6 without any (SD-05)."""
    me = world.pc(one)
    has = tuple(skill for skill in check.skills if me.skills.get(skill, 0) or (skill == ADVENTURER and me.level))
    return has or (UNSKILLED,)


def best(world: World, one: Id, check: Check) -> str:
    """The skill that serves a character best."""
    return best_skill(world, one, fitting(world, one, check), check.ability)


# several at once -----------------------------------------------------------------------------------------------------


@act("SD-11", "SD-03", by="gm")
def explore_together(t: Play[World], card: Id, representatives: tuple[Id, ...]) -> None:
    """Several rolled at once: the failures come first, then perhaps the successes (option otetsuki)."""
    declared(t)
    passed = tuple(one for one in representatives if takes_on(t, one, card, best_of(t.world, card, one)))
    failed = tuple(one for one in representatives if one not in passed)
    mixed = bool(passed and failed) and not t.world.cards[card].together
    if mixed:
        t.emit(Otetsuki(failed, passed))
    for one in failed:
        fall_short(t, card, one)
        settle_between(t)
    if passed and t.world.phase != EPILOGUE:
        count_successes(t, card, passed, not mixed or t.option("otetsuki") == "failures_first")
    for one in representatives:
        use_up(t, one)


def best_of(world: World, card: Id, one: Id) -> str:
    """The best skill for a card."""
    check = world.cards[card].check
    return best(world, one, check) if check else ""


def settle_between(t: Play[World]) -> None:
    """Thresholds that a failure reached, where they don't wait for the end (option otetsuki_thresholds)."""
    while t.option("otetsuki_thresholds") == "between" and t.world.due and t.world.phase != EPILOGUE:
        fire(t)


def count_successes(t: Play[World], card: Id, passed: tuple[Id, ...], count: bool) -> None:
    """One success turns the card, unless none counts."""
    if count:
        turn(t, card, passed)
        return
    for one in passed:
        t.emit(SuccessVoid(one))


@explore_together.offer
def _(o: Offer[World]) -> None:
    must_be_exploring(o)
    card = pick_card(o)
    pcs = o.world.here
    o.some("representatives", pcs, at_most=len(pcs), at_least=2, unless=lambda one: cannot_represent(o, card, one))


# 再挑戦 ---------------------------------------------------------------------------------------------------------------


@act("SD-07", "SD-12", "SD-15")
def retry(t: Play[World], card: Id, who: Id = NOBODY) -> None:
    """再挑戦: 1 TP restores the right to represent on one card (option retry_scope)."""
    declared(t)
    t.emit(Retried(card))
    pass_time(t, 1, "retry")
    restore(t, card, (who,) if who else t.world.cards[card].failed)


def restore(t: Play[World], card: Id, back: tuple[Id, ...]) -> None:
    """Whoever is restored is no longer marked on the card."""
    known = t.world.cards[card]
    failed = tuple(one for one in known.failed if one not in back)
    tried = tuple(one for one in known.tried if one not in back)
    t.emit(RightsRestored(card, back, failed, tried))


@retry.offer
def _(o: Offer[World]) -> None:
    must_be_exploring(o)
    must_have_a_pc(o)
    found = tuple(key for key, card in o.world.cards.items() if card.open and not card.shut)
    card = o.pick("card", found, unless=lambda key: nobody_failed(o, o.world.cards[key]), otherwise="no_such_card")
    failed = tuple(one for one in o.world.cards[card].failed if one in o.world.pcs)
    if failed and o.option("retry_scope") == "same_person":
        o.pick("who", failed)


def must_have_a_pc(o: Offer[World]) -> None:
    """The party declares: whoever plays nobody who can act does not."""
    if not o.mine(o.world.ready):
        o.refuse("no_pc")


def nobody_failed(o: Offer[World], card: Card) -> Refused | None:
    """Why a retry would restore nothing (option retry_nobody_failed)."""
    refused = not card.failed and o.option("retry_nobody_failed") == "refused"
    return Refused.because("nobody_failed", card=card.title) if refused else None


# the GM's hand -------------------------------------------------------------------------------------------------------


@act("SD-04", "SD-19", by="gm")
def open_card(t: Play[World], card: Id, reason: str = "") -> None:
    """The GM lays out a card that no card or event has opened (option strictness)."""
    if reason:
        t.emit(Improvised(reason))
    t.emit(CardOpened(card, NOBODY, t.world.cards[card].front))


@open_card.offer
def _(o: Offer[World]) -> None:
    if o.world.phase != EXPLORATION:
        o.refuse("not_exploring")
    hidden = tuple(key for key, card in o.world.cards.items() if card.shut or not card.open)
    if not hidden:
        o.refuse("no_such_card")
    o.pick("card", hidden, otherwise="no_such_card")
    if o.option("strictness") == "strict":
        o.text("reason")
